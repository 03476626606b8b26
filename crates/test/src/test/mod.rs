//! `soundline test`: test abstract domains, built-in ones and those of libraries.

mod folder;
mod library;
mod part;
mod progress;
mod select;
mod waive;
pub mod worker;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use soundline_fuzz::engine::{
    Budget, CampaignError, Limits, Order, Shard, Workers, block, conclude, supervise,
};
use soundline_fuzz::guide::Guide;
use soundline_fuzz::{Campaign, Config, Search, StopReason};
use soundline_targets::{Presence, Registry, Target, TargetError};

use crate::command::arguments::{FOLDER, Jobs, RunLimits, Seed};
use crate::command::screen::{self, DIM};
use crate::command::{Complaint, Ending, Interrupt};
use crate::shards::slurm::{self, On};
use crate::shards::{invocation, invocation_without};
use folder::Folder;
pub use library::Described;
pub use part::merger;
pub use select::{Effort, Properties};
use soundline_report::json;
use soundline_report::style::Styles;
use soundline_report::text;
use waive::Waivers;

/// Test abstract domains: a pool of elements, operations on them, properties that must hold
///
/// Without a target all built-in domains are tested. Whatever runs foreign code runs in a process of
/// its own: crashes, hangs and exits are findings, and the run goes on. Findings are made as small as
/// possible, grouped by cause, and stored with a report.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline test                              all built-in domains, 30 seconds
  soundline test octagons:f64 --budget 100000 so many tests of one domain
  soundline test apron:oct:d --time 2m        APRON's octagons with doubles
  soundline test apron:pk:rll --config C2     as in the ASE'18 paper, Table 6
  soundline test apron:oct:mpq --properties 17,22-25
  soundline test apron:oct:mpq --corpus DIR   begin with traces, and add to them
  soundline test apron:oct:d --against apron:oct:mpq    the same traces on both
  soundline test mine --lib ./libmine.so --ctor my_manager_alloc --kind octagons
  soundline test exec:mine --exec 'python3 my_domain.py'
  soundline test boxes:int --shard 3/8 --out parts/3    a part, see `merge`
  soundline test boxes:int --on slurm --shards 8        on a cluster

Exit codes: 0 nothing found, 1 findings, 2 wrong use or bad input, 3 stopped early.")]
pub struct Arguments {
    /// What to test (see `soundline targets`); without a name all built-in domains
    targets: Vec<String>,
    #[command(flatten)]
    effort: Effort,
    /// Folder for results; a run that was stopped goes on from there
    #[arg(long, default_value = FOLDER, value_name = "DIR")]
    out: PathBuf,
    /// Forget the results of a run that was stopped
    #[arg(long)]
    fresh: bool,
    /// Run only the K-th of N parts of the tests; `soundline merge` puts the parts together
    #[arg(long, value_name = "K/N", conflicts_with_all = ["verbose", "on"])]
    shard: Option<Shard>,
    #[command(flatten)]
    on: On,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    seed: Seed,
    /// How tests are made: a preset C1 to C6 of the paper, and settings such as pool=64 ops=32
    /// constants=none|int|long|all
    #[arg(long, default_value = "default", value_name = "CONFIG")]
    config: String,
    /// Variables: 8, 1-8, 8:int, 1-4:mixed
    #[arg(long, value_name = "VARS")]
    vars: Option<String>,
    /// Only these properties: numbers, ranges, names, paper, soundness, precision, convergence
    #[arg(long, default_value = "all", value_name = "LIST")]
    properties: Properties,
    /// Compare with another target of the same kind, through constraints in exact arithmetic
    #[arg(long, value_name = "TARGET", conflicts_with = "properties")]
    against: Option<String>,
    /// How tests are found: guided by what earlier ones showed, random, direct, the paper's baseline
    /// of elements made at once from up to 50 constraints, or direct-guided, the same with feedback
    /// [default: guided; random with --against]
    #[arg(long, value_name = "ENGINE")]
    engine: Option<Search>,
    /// Folder of traces that guided search begins with and adds to
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    #[command(flatten)]
    limits: RunLimits,
    /// Known findings with their reasons: lines of TARGET "CAUSE" REASON or TARGET PROPERTIES REASON
    #[arg(long, value_name = "FILE")]
    waive: Option<PathBuf>,
    /// Print campaign.json instead of text
    #[arg(long, conflicts_with_all = ["quiet", "verbose"])]
    json: bool,
    /// Only the table of targets
    #[arg(long, short)]
    quiet: bool,
    /// All properties, also those that held
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    library: Described,
}

/// How long all targets together are tested unless something else is said.
const USUAL_TIME: Duration = Duration::from_secs(30);

/// The engine that finds planted bugs in the fewest tests: see docs/seeded-bugs.md.
pub const USUAL: Search = Search::Guided;

/// Run the command.
pub fn run(arguments: &Arguments, mut registry: Registry) -> Result<Ending, Complaint> {
    let task = arguments.task(&mut registry)?;
    if arguments.on.is_elsewhere() {
        return run_elsewhere(&task);
    }
    let interrupt = Interrupt::new()?;
    if let Some(shard) = arguments.shard {
        return part::run(&task, shard, &interrupt);
    }
    let folder = Folder::open(&arguments.out)?;
    let mut campaigns = Vec::new();
    for target in &task.targets {
        campaigns.push(campaign(&task, *target, &folder, interrupt.flag())?);
        if interrupt.is_asked() {
            break;
        }
    }
    task.tell(campaigns, &folder, arguments.how())
}

/// Run the command as shards on a cluster.
fn run_elsewhere(task: &Task) -> Result<Ending, Complaint> {
    let arguments = task.arguments;
    let how = [
        (arguments.json, "--json"),
        (arguments.quiet, "--quiet"),
        (arguments.verbose, "--verbose"),
    ];
    let merge: Vec<&str> = how.into_iter().filter(|(asked, _)| *asked).map(|(_, o)| o).collect();
    arguments.on.run(&slurm::Campaign {
        command: invocation(),
        out: &arguments.out,
        jobs: arguments.jobs.asked().unwrap_or(1),
        merge: &merge,
        round: (task.config.search == Search::Guided)
            .then_some(&|round, rounds, corpus: &Path| arguments.of_round(round, rounds, corpus)),
    })
}

/// What is asked for, understood: the targets are there, and the tests are known.
struct Task<'a> {
    arguments: &'a Arguments,
    config: Config,
    targets: Vec<&'a dyn Target>,
}

/// How results are printed.
#[derive(Clone, Copy)]
struct How {
    json: bool,
    quiet: bool,
    verbose: bool,
}

impl Task<'_> {
    /// What each target gets of the budget, and how much longer it may take.
    fn share(&self) -> (Budget, Duration) {
        let targets = self.targets.len();
        let budget = share_of(self.arguments.effort.or(USUAL_TIME), targets);
        (budget, slack_of(budget, targets))
    }

    /// Waive what is waived, write the results, and show them.
    fn tell(
        &self,
        mut campaigns: Vec<Campaign>,
        folder: &Folder,
        how: How,
    ) -> Result<Ending, Complaint> {
        let arguments = self.arguments;
        let waivers = arguments.waive.as_deref().map(Waivers::read).transpose()?;
        for campaign in &mut campaigns {
            waivers.iter().for_each(|waivers| waivers.apply(campaign));
        }
        let written = keep(&campaigns, folder, &arguments.library.options());
        // What cannot be written is shown all the same.
        print(arguments, how, &campaigns, written.is_ok().then_some(folder))?;
        written.map(|()| ending(&campaigns))
    }

    /// What tells the tests of a target from others.
    fn setup<'s>(&'s self, target: &'s str, board: &'s Path) -> worker::Setup<'s> {
        worker::Setup {
            target,
            config: &self.config,
            seed: self.arguments.seed.seed,
            properties: &self.arguments.properties,
            library: &self.arguments.library,
            against: self.arguments.against.as_deref(),
            board,
            corpus: self.arguments.corpus.as_deref(),
        }
    }

    /// Do something with the order to test a target.
    fn ordered<T>(
        &self,
        target: &str,
        board: &Path,
        shard: Shard,
        interrupted: &AtomicBool,
        work: impl FnOnce(&Order, &progress::Bar) -> Result<T, CampaignError>,
    ) -> Result<T, Complaint> {
        let arguments = self.arguments;
        let setup = self.setup(target, board);
        let command = |role| setup.command(role);
        let (time, memory) = arguments.limits.of_a_test();
        let limits = Limits { time, memory };
        let (budget, slack) = self.share();
        let order = Order {
            target,
            config: self.config.clone(),
            seed: arguments.seed.seed,
            fingerprint: setup.fingerprint(),
            budget,
            shard,
            slack,
            jobs: arguments.jobs.count(),
            board,
            workers: Workers { command: &command, limits },
            interrupted,
        };
        let of_shard = match budget {
            Budget::Tests(all) => Budget::Tests(shard.tests_of(all, block(self.config.search))),
            time => time,
        };
        let bar = progress::Bar::new(target, of_shard);
        let done = work(&order, &bar);
        bar.clear();
        done.map_err(|error| Complaint::new(error.to_string()))
    }
}

/// Write the results, and only then conclude the campaigns: a run that is killed or finds the disk full goes on from
/// what it has counted.
fn keep(campaigns: &[Campaign], folder: &Folder, options: &str) -> Result<(), Complaint> {
    folder.write(campaigns, options)?;
    for campaign in campaigns.iter().filter(|campaign| campaign.stop == StopReason::Budget) {
        let board = folder.board(&campaign.target);
        // One that was put together of parts has none that could go on.
        if !board.exists() {
            continue;
        }
        let concluded = conclude(&board);
        concluded.map_err(|error| Complaint::new(error.to_string()))?;
    }
    Ok(())
}

/// What the user sees at the end.
fn print(
    arguments: &Arguments,
    how: How,
    campaigns: &[Campaign],
    folder: Option<&Folder>,
) -> Result<(), Complaint> {
    if how.json {
        return screen::say(&json::write(campaigns));
    }
    let styles = Styles::coloured();
    let mut told = match how.quiet {
        true => text::table_three(campaigns, &styles),
        false => text::summary(campaigns, how.verbose, &styles),
    };
    if let Some(folder) = folder {
        told += &format!("\nReport: {}\n", folder.report().display());
    }
    if arguments.targets.is_empty() && !how.quiet && ending(campaigns) == Ending::Nothing {
        told += &next();
    }
    screen::say(&told)
}

/// A planted bug that is found at once.
const PLANTED: &str = "seeded:interval-join-forgets-upper";

/// What to try after the built-in domains, in which nothing was found.
fn next() -> String {
    let own = std::env::args_os().next().map(PathBuf::from);
    let own = own.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
    let own = own.as_deref().unwrap_or("soundline");
    let commands = [
        (format!("{own} test {PLANTED}"), "to see a finding"),
        (format!("{own} targets"), "what else can be tested"),
    ];
    let width = commands.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
    let line =
        |(command, why): &(String, &str)| format!("  {command:<width$}  {DIM}{why}{DIM:#}\n");
    format!("\nWhat to try next:\n{}", commands.iter().map(line).collect::<String>())
}

impl Arguments {
    /// What is asked for, if it can be done.
    fn task<'a>(&'a self, registry: &'a mut Registry) -> Result<Task<'a>, Complaint> {
        let config = self.config()?;
        self.library.register(registry, self.targets.first().map(String::as_str))?;
        let registry: &'a Registry = registry;
        let targets = selected(registry, &self.targets, self.library.is_some())?;
        if let Some(against) = &self.against {
            present(registry, against)?;
        }
        if let Some(corpus) = &self.corpus {
            crate::corpus::read(corpus)?;
        }
        Ok(Task { arguments: self, config, targets })
    }

    /// The command of a round: its share of the budget, tests of its own, and the traces of those before.
    fn of_round(&self, round: u64, rounds: u64, corpus: &Path) -> Vec<String> {
        let mut command = invocation_without(&["--budget", "--time", "--seed", "--corpus"]);
        let budget = match self.effort.or(USUAL_TIME) {
            Budget::Tests(tests) => tests.div_ceil(rounds).to_string(),
            Budget::Time(time) => format!("{}ms", (time / rounds as u32).as_millis().max(1)),
        };
        let corpus = self.corpus.as_deref().unwrap_or(corpus);
        let seed = self.seed.seed.wrapping_add(round).to_string();
        let corpus = corpus.to_string_lossy().into_owned();
        let options = [("--budget", budget), ("--seed", seed), ("--corpus", corpus)];
        command.extend(options.into_iter().flat_map(|(name, value)| [name.to_string(), value]));
        command
    }

    fn how(&self) -> How {
        How { json: self.json, quiet: self.quiet, verbose: self.verbose }
    }

    fn config(&self) -> Result<Config, Complaint> {
        let mut config: Config = self.config.parse().map_err(Complaint::new)?;
        if let Some(vars) = &self.vars {
            config = config.with(&format!("vars={vars}")).map_err(Complaint::new)?;
        }
        // Comparisons were not measured.
        let usual = if self.against.is_some() { Search::Random } else { USUAL };
        config.search = self.engine.unwrap_or(usual);
        if self.corpus.is_some() && config.search != Search::Guided {
            return Err(Complaint::new("a corpus is of use to --engine guided only"));
        }
        Ok(config)
    }
}

fn selected<'a>(
    registry: &'a Registry,
    names: &[String],
    described: bool,
) -> Result<Vec<&'a dyn Target>, Complaint> {
    if names.is_empty() && !described {
        return Ok(registry.built_in().collect());
    }
    if names.is_empty() {
        return Ok(registry.all().last().into_iter().collect());
    }
    names.iter().map(|name| present(registry, name)).collect()
}

/// The target of a name, which must be there.
pub fn present<'a>(registry: &'a Registry, name: &str) -> Result<&'a dyn Target, Complaint> {
    let complain = |error: TargetError| Complaint::new(error.to_string());
    let target = registry.get(name).map_err(complain)?;
    match target.presence() {
        Presence::Missing { advice } => {
            Err(complain(TargetError::Missing { name: name.to_string(), advice }))
        }
        _ => Ok(target),
    }
}

/// Time is shared among the targets; every target gets all of the tests.
fn share_of(budget: Budget, targets: usize) -> Budget {
    match budget {
        Budget::Time(time) => Budget::Time(time / targets.max(1) as u32),
        Budget::Tests(tests) => Budget::Tests(tests),
    }
}

/// How much longer a target may take to confirm and shrink what was found: a tenth of its time, and
/// its share of most of a second: the rest of the two seconds that are promised is for writing results, on a busy machine.
fn slack_of(budget: Budget, targets: usize) -> Duration {
    let of_all = Duration::from_millis(700) / targets.max(1) as u32;
    match budget {
        Budget::Time(time) => time / 10 + of_all,
        Budget::Tests(_) => of_all,
    }
}

fn campaign(
    task: &Task,
    target: &dyn Target,
    folder: &Folder,
    interrupted: &AtomicBool,
) -> Result<Campaign, Complaint> {
    let board = folder.board(target.name());
    if task.arguments.fresh {
        folder.forget(target.name())?;
    }
    let campaign =
        task.ordered(target.name(), &board, Shard::WHOLE, interrupted, |order, bar| {
            supervise(order, &|progress| bar.show(progress))
        })?;
    task.kept(campaign, target, &board)
}

impl Task<'_> {
    /// A campaign that was run: where its library is, and what of it goes into the corpus of the user.
    fn kept(
        &self,
        mut campaign: Campaign,
        target: &dyn Target,
        board: &Path,
    ) -> Result<Campaign, Complaint> {
        if let Presence::Found { path } = target.presence() {
            campaign.path = Some(path.display().to_string());
        }
        if let (Some(corpus), StopReason::Budget) = (&self.arguments.corpus, campaign.stop) {
            crate::corpus::add(corpus, Guide::kept(&worker::journals(board)))?;
        }
        Ok(campaign)
    }
}

fn ending(campaigns: &[Campaign]) -> Ending {
    if campaigns.iter().any(|campaign| campaign.accusations().next().is_some()) {
        Ending::Findings
    } else if campaigns.iter().any(|campaign| campaign.stop != StopReason::Budget) {
        Ending::Stopped
    } else {
        Ending::Nothing
    }
}
