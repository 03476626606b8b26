//! `soundline laws --lib`, `--exec` and `--values`: check the value domain of a library, of a program, or one of our own.

mod json;
mod text;

use super::Arguments;
use soundline_test::command::{Complaint, Ending, Interrupt, screen};
use soundline_values::{
    Assignment, CallLimits, Checked, NotChecked, Outcome, Settings, Subject, WORKER, supervise,
};
use std::io;
use std::path::PathBuf;
use std::process::Command;

/// Random cases of each operator and law that is not checked exhaustively, unless something else is asked for.
const CASES: u64 = 10_000;

/// Be the worker of a check.
#[derive(clap::Args)]
pub struct Worker {
    assignment: String,
    folder: PathBuf,
}

impl Worker {
    /// Run the command.
    pub fn run(&self) -> Result<Ending, Complaint> {
        let done = soundline_values::work(&self.assignment, &self.folder);
        done.map(|()| Ending::Nothing).map_err(|error| Complaint::new(error.to_string()))
    }
}

/// What is under test, if it is a value domain.
pub fn subject(arguments: &Arguments) -> Option<Subject> {
    let library = arguments.lib.clone().map(Subject::Library);
    let program = arguments.exec.clone().map(Subject::Program);
    library.or(program).or_else(|| arguments.values.clone().map(Subject::Own))
}

/// Run the command.
pub fn run(arguments: &Arguments, subject: Subject) -> Result<Ending, Complaint> {
    let unfit = [
        (arguments.list, "--list"),
        (!arguments.laws.is_empty(), "--law"),
        (!arguments.classes.is_empty(), "--class"),
    ];
    if let Some((_, option)) = unfit.iter().find(|(given, _)| *given) {
        let what = format!("{option} is for built-in lattices, not for value domains");
        return Err(Complaint::new(what));
    }
    let mut settings = Settings {
        widths: arguments.widths.clone(),
        laws: arguments.names.is_empty(),
        operators: arguments.names.clone(),
        cases: arguments.cases.unwrap_or(CASES),
        seed: arguments.seed.seed,
        case: arguments.case.clone(),
        ..Settings::default()
    };
    settings.exhaustive = arguments.exhaustive.unwrap_or(settings.exhaustive);
    let workers = if settings.case.is_some() { 1 } else { arguments.jobs.count() };
    let (time, memory) = arguments.limits.of_a_case();
    let interrupt = Interrupt::after(arguments.time)?;
    let progress = screen::progress(0, "laws");
    let (told, again) = (name_of(&subject), command_of(&subject));
    let assignment = Assignment {
        subject,
        settings,
        share: (0, 1),
        from: 0,
        died: None,
        patience: time.as_millis() as u64,
    };
    let limits = CallLimits { time, memory };
    let stop = || interrupt.is_asked();
    let checked = supervise(assignment, limits, workers, worker, stop, |done, all| {
        progress.set_length(all as u64);
        progress.set_position(done as u64);
    });
    progress.finish_and_clear();
    let checked = checked.map_err(|error| match error {
        NotChecked::Faulty(fault) => Complaint::new(format!("{told}: {fault}")),
        other => Complaint::new(other.to_string()),
    })?;
    match arguments.json {
        true => screen::say(&json::of(&checked, arguments))?,
        false => {
            let how = text::How { timings: arguments.timings, verbose: arguments.verbose, again };
            screen::say(&text::of(&checked, &how))?;
        }
    }
    Ok(match (has_findings(&checked), checked.complete) {
        (true, _) => Ending::Findings,
        (false, true) => Ending::Nothing,
        (false, false) => Ending::Stopped,
    })
}

/// Workers are this program started again.
fn worker() -> io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(WORKER);
    Ok(command)
}

/// The command that checks this, as a shell reads it.
fn command_of(subject: &Subject) -> String {
    let quoted =
        |text: &str| match text.chars().all(|c| c.is_alphanumeric() || "-_./+:".contains(c)) {
            true => text.to_string(),
            false => format!("'{}'", text.replace('\'', "'\\''")),
        };
    match subject {
        Subject::Library(path) => {
            format!("soundline laws --lib {}", quoted(&path.to_string_lossy()))
        }
        Subject::Program(command) => format!("soundline laws --exec {}", quoted(command)),
        Subject::Own(name) => format!("soundline laws --values {}", quoted(name)),
    }
}

fn name_of(subject: &Subject) -> String {
    match subject {
        Subject::Library(path) => path.display().to_string(),
        Subject::Program(command) => format!("`{command}`"),
        Subject::Own(name) => name.clone(),
    }
}

/// Does anything contradict what is claimed?
fn has_findings(checked: &Checked) -> bool {
    checked.outcomes.iter().any(|outcome| match outcome {
        Outcome::Laws(row) => row.ended.is_some() || row.laws.iter().any(|law| law.is_finding()),
        Outcome::Operator(row) => row.findings().next().is_some(),
    })
}
