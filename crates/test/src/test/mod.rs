//! `soundline test`: test abstract domains, built-in ones and those of libraries.

mod folder;
mod library;
mod progress;
mod select;
mod waive;
pub mod worker;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use soundline_fuzz::engine::{Budget, Limits, Order, Workers, conclude, supervise};
use soundline_fuzz::guide::Guide;
use soundline_fuzz::{Campaign, Config, Search, StopReason};
use soundline_targets::{Presence, Registry, Target, TargetError};

use crate::command::arguments::{FOLDER, Jobs, RunLimits, Seed};
use crate::command::screen::{self, DIM};
use crate::command::{Complaint, Ending, Interrupt};
use folder::Folder;
pub use library::Described;
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
  soundline test                                   all built-in domains, half a minute
  soundline test octagons:f64 --budget 100000      so many tests of one domain
  soundline test apron:oct:d --time 2m             APRON's octagons with doubles
  soundline test apron:pk:rll --config C2          as in the ASE'18 paper, Table 6
  soundline test apron:oct:mpq --properties 17,22-25
  soundline test apron:oct:mpq --corpus traces     begin with traces of earlier runs, and add to them
  soundline test apron:oct:d --against apron:oct:mpq    the same traces on both
  soundline test mine --lib ./libmine.so --ctor my_manager_alloc --kind octagons
  soundline test exec:mine --exec 'python3 my_domain.py'

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
    /// How tests are found: guided by what earlier ones showed, random, or direct, the paper's baseline
    /// of elements made at once from up to 50 constraints [default: guided; random with --against]
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
    let config = arguments.config()?;
    arguments.library.register(&mut registry, arguments.targets.first().map(String::as_str))?;
    let targets = selected(&registry, &arguments.targets, arguments.library.is_some())?;
    if let Some(against) = &arguments.against {
        present(&registry, against)?;
    }
    if let Some(corpus) = &arguments.corpus {
        crate::corpus::read(corpus)?;
    }
    let folder = Folder::open(&arguments.out)?;
    let interrupt = Interrupt::new()?;
    let mut campaigns = Vec::new();
    for target in &targets {
        let budget = share_of(arguments.effort.or(USUAL_TIME), targets.len());
        let share = (budget, slack_of(budget, targets.len()));
        campaigns.push(campaign(arguments, &config, *target, share, &folder, interrupt.flag())?);
        if interrupt.is_asked() {
            break;
        }
    }
    let waivers = arguments.waive.as_deref().map(Waivers::read).transpose()?;
    for campaign in &mut campaigns {
        waivers.iter().for_each(|waivers| waivers.apply(campaign));
    }
    let written = keep(&campaigns, &folder, &arguments.library.options());
    // What cannot be written is shown all the same.
    print(arguments, &campaigns, written.is_ok().then_some(&folder))?;
    written.map(|()| ending(&campaigns))
}

/// Write the results, and only then conclude the campaigns: a run that is killed or finds the disk full goes on from
/// what it has counted.
fn keep(campaigns: &[Campaign], folder: &Folder, options: &str) -> Result<(), Complaint> {
    folder.write(campaigns, options)?;
    for campaign in campaigns.iter().filter(|campaign| campaign.stop == StopReason::Budget) {
        let concluded = conclude(&folder.board(&campaign.target));
        concluded.map_err(|error| Complaint::new(error.to_string()))?;
    }
    Ok(())
}

/// What the user sees at the end.
fn print(
    arguments: &Arguments,
    campaigns: &[Campaign],
    folder: Option<&Folder>,
) -> Result<(), Complaint> {
    if arguments.json {
        return screen::say(&json::write(campaigns));
    }
    let styles = Styles::coloured();
    let mut told = match arguments.quiet {
        true => text::table_three(campaigns, &styles),
        false => text::summary(campaigns, arguments.verbose, &styles),
    };
    if let Some(folder) = folder {
        told += &format!("\nReport: {}\n", folder.report().display());
    }
    if arguments.targets.is_empty() && !arguments.quiet && ending(campaigns) == Ending::Nothing {
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
    arguments: &Arguments,
    config: &Config,
    target: &dyn Target,
    (budget, slack): (Budget, Duration),
    folder: &Folder,
    interrupted: &AtomicBool,
) -> Result<Campaign, Complaint> {
    let board = folder.board(target.name());
    if arguments.fresh {
        folder.forget(target.name())?;
    }
    let setup = worker::Setup {
        target: target.name(),
        config,
        seed: arguments.seed.seed,
        properties: &arguments.properties,
        library: &arguments.library,
        against: arguments.against.as_deref(),
        board: &board,
        corpus: arguments.corpus.as_deref(),
    };
    let command = |role| setup.command(role);
    let (time, memory) = arguments.limits.of_a_test();
    let limits = Limits { time, memory };
    let order = Order {
        target: target.name(),
        config: config.clone(),
        seed: arguments.seed.seed,
        fingerprint: setup.fingerprint(),
        budget,
        slack,
        jobs: arguments.jobs.count(),
        board: &board,
        workers: Workers { command: &command, limits },
        interrupted,
    };
    let bar = progress::Bar::new(target.name(), budget);
    let campaign = supervise(&order, &|progress| bar.show(progress));
    bar.clear();
    let mut campaign = campaign.map_err(|error| Complaint::new(error.to_string()))?;
    if let Presence::Found { path } = target.presence() {
        campaign.path = Some(path.display().to_string());
    }
    if let (Some(corpus), StopReason::Budget) = (&arguments.corpus, campaign.stop) {
        crate::corpus::add(corpus, Guide::kept(&worker::journals(&board)))?;
    }
    Ok(campaign)
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
