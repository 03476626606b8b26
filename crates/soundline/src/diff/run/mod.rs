//! `soundline diff run`: a campaign from seeds to findings.

mod arguments;
mod folder;
mod part;

use std::path::PathBuf;
use std::time::Duration;

use indicatif::ProgressBar;
use soundline_diff::Strategy;
use soundline_diff::campaign::{Campaign, Outcome, Progress, Request, StopReason, Workbench};

pub use arguments::CampaignArguments;
use folder::Folder;
pub use part::merger;
use soundline_report::comparison::{json, text};
use soundline_test::command::arguments::duration;
use soundline_test::command::screen;
use soundline_test::command::{Complaint, Ending, Interrupt};
use soundline_test::shards::slurm::{self, On};
use soundline_test::shards::{Shard, invocation};

/// Where results go by default.
pub const FOLDER: &str = "soundline-out/diff";

/// Compare analyzers on variants of C programs: who misses a failure, who warns of none
///
/// Seeds are C files, folders of them, or task files of SV-COMP. Verdicts are kept in the output folder: a
/// run that was stopped or killed goes on from there when the same command is given again.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline diff run seeds/                              all that are installed
  soundline diff run seeds/ --concrete --time 20m        seeds are run, too
  soundline diff run a.yml --only 'eva*' --only cbmc     two tools on one task
  soundline diff run --csmith 40 --budget 10             random programs
  soundline diff run seeds/ --concrete --metamorphic 2   who contradicts itself?
  soundline diff run seeds/ --analyzers mine.toml        an analyzer of yours
  soundline diff run seeds/ --shard 3/8 --out parts/3    see soundline merge

Exit codes: 0 nothing found, 1 findings, 2 wrong use or bad input, 3 stopped early without findings.")]
pub struct Arguments {
    #[command(flatten)]
    campaign: CampaignArguments,
    /// How candidates are chosen: uniform, breadth, depth, random-walk, guided-walk
    #[arg(long, default_value_t, value_name = "STRATEGY")]
    strategy: Strategy,
    /// Checks in a variant
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    batch: u16,
    /// How long in all (20m); without it until all variants are judged
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Compile the seeds and run them, within limits, to confirm findings
    #[arg(long)]
    concrete: bool,
    /// Variants of each seed that analyzers are asked about again after changes that keep their meaning (metamorphic
    /// checks): an analyzer that contradicts itself is wrong
    #[arg(long, default_value_t = 0, value_name = "N")]
    metamorphic: usize,
    /// Examples that are made smaller
    #[arg(long, default_value_t = 5, value_name = "N")]
    reduce: usize,
    /// How long making one example smaller may take
    #[arg(long, default_value = "2m", value_name = "TIME", value_parser = duration)]
    reduce_time: Duration,
    /// Folder for results; a run that was stopped goes on from there
    #[arg(long, default_value = FOLDER, value_name = "DIR")]
    out: PathBuf,
    /// Forget the verdicts that are in the folder
    #[arg(long)]
    fresh: bool,
    /// Ask only about the K-th of N parts of the seeds; `soundline merge` puts the parts together
    #[arg(long, value_name = "K/N", conflicts_with = "on")]
    shard: Option<Shard>,
    #[command(flatten)]
    on: On,
    /// Print campaign.json instead of text
    #[arg(long)]
    json: bool,
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    if arguments.on.is_elsewhere() {
        return arguments.on.run(&slurm::Campaign {
            command: invocation(),
            out: &arguments.out,
            jobs: arguments.campaign.jobs().asked().unwrap_or(1),
            merge: if arguments.json { &["--json"] } else { &[] },
            round: None,
        });
    }
    let interrupt = Interrupt::new()?;
    let folder = Folder::open(&arguments.out, arguments.fresh)?;
    if let Some(shard) = arguments.shard {
        return part::run(arguments, shard, &folder, &interrupt);
    }
    let Some(workbench) = arguments.workbench(&folder, &interrupt)? else {
        return Ok(Ending::Stopped);
    };
    arguments.judge(&workbench, &folder, &interrupt, arguments.json)
}

impl Arguments {
    /// The seeds and analyzers; nothing if the user wants to stop.
    fn workbench(
        &self,
        folder: &Folder,
        interrupt: &Interrupt,
    ) -> Result<Option<Workbench>, Complaint> {
        match self.campaign.workbench(&folder.store(), interrupt.flag()) {
            Err(_) if interrupt.is_asked() => Ok(None),
            workbench => workbench.map(Some),
        }
    }

    /// What is to be done with them.
    fn request(&self, folder: &Folder) -> Request {
        let mut request = self.campaign.request();
        request.plan.strategy = self.strategy;
        request.plan.batch = usize::from(self.batch);
        request.time = self.time;
        request.metamorphic = self.metamorphic;
        request.reduce = self.reduce;
        request.reduce_time = self.reduce_time;
        request.concrete = self.concrete.then(|| folder.workshop());
        request
    }

    /// The whole campaign, its files, and what the user sees.
    fn judge(
        &self,
        workbench: &Workbench,
        folder: &Folder,
        interrupt: &Interrupt,
        as_json: bool,
    ) -> Result<Ending, Complaint> {
        let outcome = run_on(workbench, &self.request(folder), interrupt)?;
        folder.write(&outcome, workbench)?;
        let campaign = &outcome.campaign;
        if as_json {
            print!("{}", json(campaign));
        } else {
            anstream::print!("{}", text::summary(campaign));
            println!("\nReport: {}", folder.report().display());
        }
        Ok(ending(campaign))
    }
}

/// Runs a campaign, and shows how far it is.
fn run_on(
    workbench: &Workbench,
    request: &Request,
    interrupt: &Interrupt,
) -> Result<Outcome, Complaint> {
    let bar = Bar::new();
    let outcome = workbench.run(request, interrupt.flag(), &|progress| bar.show(progress));
    bar.clear();
    outcome.map_err(|error| Complaint::new(error.to_string()))
}

fn ending(campaign: &Campaign) -> Ending {
    match campaign.stop {
        _ if campaign.has_findings() => Ending::Findings,
        StopReason::Budget => Ending::Nothing,
        StopReason::Time | StopReason::Interrupted => Ending::Stopped,
    }
}

/// Progress on a terminal.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar without steps so far.
    pub fn new() -> Bar {
        Bar(screen::progress(0, "diff"))
    }

    /// Shows how far it is.
    pub fn show(&self, progress: Progress) {
        let (done, all, message) = match progress {
            Progress::Confirmed(sentence) => {
                // Not among the results, which come at the end.
                return self.0.suspend(|| anstream::eprintln!("confirmed: {sentence}"));
            }
            Progress::Contradictions(count) => {
                return self.0.suspend(|| {
                    anstream::eprintln!(
                        "metamorphic checks: {count} times an analyzer contradicts itself"
                    )
                });
            }
            Progress::Testing(step) => (
                step.variants,
                step.planned,
                format!("variants, {} answers, {} disputes", step.answers, step.disputes),
            ),
            Progress::Running(done, all) => (done as u64, all as u64, "seeds run".to_string()),
            Progress::Reducing(done, all) => {
                (done as u64, all as u64, "examples reduced".to_string())
            }
        };
        self.0.set_length(all);
        self.0.set_position(done);
        self.0.set_message(message);
    }

    /// Takes it away.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
