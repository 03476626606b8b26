//! `soundline diff run`: a campaign from seeds to findings.

mod arguments;
mod folder;

use std::path::PathBuf;
use std::time::Duration;

use indicatif::ProgressBar;
use soundline_diff::Strategy;
use soundline_diff::campaign::{Campaign, Progress, StopReason};

pub use arguments::CampaignArguments;
use folder::Folder;
use soundline_report::comparison::{json, text};
use soundline_test::command::arguments::duration;
use soundline_test::command::screen;
use soundline_test::command::{Complaint, Ending, Interrupt};

/// Where results go by default.
pub const FOLDER: &str = "soundline-out/diff";

/// Compare analyzers on variants of C programs: who misses a failure, who warns of none
///
/// Seeds are C files, folders of them, or task files of SV-COMP. Verdicts are kept in the output folder: a
/// run that was stopped or killed goes on from there when the same command is given again.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline diff run seeds/                              all analyzers that are installed
  soundline diff run seeds/ --concrete --time 20m        seeds are also run, within limits, for evidence
  soundline diff run a.yml --only 'eva*' --only cbmc     two tools on one task
  soundline diff run --csmith 40 --budget 10             random programs
  soundline diff run seeds/ --concrete --metamorphic 2   does an analyzer contradict itself?
  soundline diff run seeds/ --analyzers mine.toml        with an analyzer of one's own

Exit codes: 0 nothing found, 1 findings, 2 wrong use or bad input, 3 stopped early without findings.")]
pub struct Arguments {
    #[command(flatten)]
    campaign: CampaignArguments,
    /// How candidates are chosen: uniform, breadth, depth, random-walk, guided-walk
    #[arg(long, default_value_t, value_name = "STRATEGY")]
    strategy: Strategy,
    /// Checks in a variant
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
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
    /// Print campaign.json instead of text
    #[arg(long)]
    json: bool,
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    let interrupt = Interrupt::new()?;
    let folder = Folder::open(&arguments.out, arguments.fresh)?;
    let workbench = match arguments.campaign.workbench(&folder.store(), interrupt.flag()) {
        Err(_) if interrupt.is_asked() => return Ok(Ending::Stopped),
        workbench => workbench?,
    };
    let bar = Bar::new();
    let mut request = arguments.campaign.request();
    request.plan.strategy = arguments.strategy;
    request.plan.batch = usize::from(arguments.batch);
    request.time = arguments.time;
    request.metamorphic = arguments.metamorphic;
    request.reduce = arguments.reduce;
    request.reduce_time = arguments.reduce_time;
    request.concrete = arguments.concrete.then(|| folder.workshop());
    let outcome = workbench.run(&request, interrupt.flag(), &|progress| bar.show(progress));
    bar.clear();
    let outcome = outcome.map_err(|error| Complaint::new(error.to_string()))?;
    folder.write(&outcome, &workbench)?;
    let campaign = &outcome.campaign;
    if arguments.json {
        print!("{}", json(campaign));
    } else {
        anstream::print!("{}", text::summary(campaign));
        println!("\nReport: {}", folder.report().display());
    }
    Ok(ending(campaign))
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
