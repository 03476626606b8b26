//! `soundline eval values`: value domains side by side, version by version, and ours beside those of others.

mod contestants;
mod tables;

use contestants::{Contestant, Contestants};
use soundline_isolate::Scratch;
use soundline_test::command::arguments::{Jobs, RunLimits};
use soundline_test::command::{Complaint, Ending, Interrupt, screen};
use soundline_values::{
    Assignment, CallLimits, Checked, NotChecked, OperatorRow, Outcome, Settings, WORKER, supervise,
};
use std::path::PathBuf;
use std::process::Command;
use tables::{Column, Comparison};

/// Compare value domains: versions of LLVM's, Linux', and our own beside them
///
/// Every operator is checked on all elements of a small width. The tables show which operators are sound, how many of their
/// results are the best that the domain can express, and what changed from version to version.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline eval values                      in the source tree of Soundline
  soundline eval values --width 3 --json
  soundline eval values --lib old.so --lib new.so

LLVM's and Linux' domains are built from the adapters of the source tree, where
their packages are installed. Others are left out, with a sentence.

Exit codes: 0 measured, 1 an operator is not sound or breaks a claim, 2 wrong
use or bad input, 3 stopped early.")]
pub struct Arguments {
    /// The width of words
    #[arg(long, value_name = "BITS", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    width: u32,
    /// Compare these libraries, in this order, and no others (may be repeated)
    #[arg(long = "lib", value_name = "PATH")]
    libraries: Vec<PathBuf>,
    /// The folder of the adapters
    #[arg(long, value_name = "DIR", default_value = "adapters")]
    adapters: PathBuf,
    /// Random cases of each operator that is not checked exhaustively
    #[arg(long, value_name = "N", default_value_t = 1000)]
    cases: u64,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    limits: RunLimits,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    let interrupt = Interrupt::new()?;
    let folder = Scratch::new().map_err(|error| Complaint::new(error.to_string()))?;
    let contestants = match arguments.libraries.is_empty() {
        false => Contestants::given(&arguments.libraries),
        true => Contestants::build(&arguments.adapters, folder.path(), &|| interrupt.is_asked())?,
    };
    for missing in &contestants.missing {
        anstream::eprintln!("{0}not here:{0:#} {missing}", screen::OPEN);
    }
    let bar = screen::progress(contestants.all.len() as u64, "eval");
    let mut columns = Vec::new();
    let mut complete = true;
    for contestant in &contestants.all {
        bar.set_message(contestant.name.clone());
        let checked = check(arguments, contestant, &interrupt)?;
        complete &= checked.complete;
        let (name, family) = (contestant.name.clone(), contestant.family);
        let about = checked.about.about.clone();
        columns.push(Column { name, family, about, rows: operators(checked) });
        bar.inc(1);
        if interrupt.is_asked() {
            complete = false;
            break;
        }
    }
    bar.finish_and_clear();
    let has_findings = columns.iter().any(Column::has_findings);
    let comparison = Comparison { width: arguments.width, columns, missing: contestants.missing };
    match arguments.json {
        true => print!("{}", comparison.json()),
        false => anstream::print!("{}", comparison.text()),
    }
    Ok(match (complete, has_findings) {
        (false, _) => Ending::Stopped,
        (true, true) => Ending::Findings,
        (true, false) => Ending::Nothing,
    })
}

fn check(
    arguments: &Arguments,
    contestant: &Contestant,
    interrupt: &Interrupt,
) -> Result<Checked, Complaint> {
    let (time, memory) = arguments.limits.of_a_case();
    let settings = Settings {
        widths: vec![arguments.width],
        cases: arguments.cases,
        laws: false,
        ..Settings::default()
    };
    let assignment = Assignment {
        subject: contestant.subject.clone(),
        settings,
        share: (0, 1),
        from: 0,
        died: None,
        patience: time.as_millis() as u64,
    };
    let command = || {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(WORKER);
        Ok(command)
    };
    let (limits, stop) = (CallLimits { time, memory }, || interrupt.is_asked());
    let checked = supervise(assignment, limits, arguments.jobs.count(), command, stop, |_, _| ());
    checked.map_err(|error| match error {
        NotChecked::Faulty(fault) => Complaint::new(format!("{}: {fault}", contestant.name)),
        other => Complaint::new(other.to_string()),
    })
}

fn operators(checked: Checked) -> Vec<OperatorRow> {
    let rows = checked.outcomes.into_iter().filter_map(|outcome| match outcome {
        Outcome::Operator(row) => Some(row),
        Outcome::Laws(_) => None,
    });
    rows.collect()
}
