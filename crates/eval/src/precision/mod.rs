//! `soundline eval precision`: how much is proved, by our analyzer and by others, on programs whose truth is known.

mod contestants;
mod questions;
mod score;
mod tables;

pub use contestants::Contestants;
pub use questions::{Maker, Question, Questions};
pub use score::{Asked, Scores, Tally};
use soundline_c::Clang;
use soundline_diff::Encoding;
use soundline_diff::analyzer::{Task, in_parallel};
use soundline_isolate::{Limits, Stop};
use soundline_test::command::arguments::{Jobs, RunLimits};
use soundline_test::command::{Complaint, Ending, interruptible, screen, write_whole};
use std::path::{Path, PathBuf};

/// Compare how much analyzers prove, ours in several settings with Frama-C Eva's
///
/// A folder is a group of programs. Programs have assertions as people write them: assert(e), __VERIFIER_assert(e). One whose
/// line has the comment /* FAILS */ fails in some execution, all others of that folder hold. In folders without such a comment
/// CBMC tells what is true, where it can. Programs without assertions get checks as `soundline diff` makes them; what is true of
/// these is known where all executions can be run, or one fails.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline eval precision crates/eval/programs/*
  soundline eval precision crates/eval/programs/floats --only soundline,eva:3
  soundline eval precision crates/diff/seeds --checks 8 --time-limit 20s --json
  soundline eval precision --random 50 --only soundline:fast,soundline,eva:3
  soundline eval precision crates/eval/packages --projects soundline-projects

Exit codes: 0 measured, 1 an analyzer gave a wrong answer, 2 wrong use or bad input, 3 stopped early.")]
pub struct Arguments {
    /// Folders of C files, each a group; a folder of folders is a group for each
    #[arg(value_name = "DIR", required_unless_present = "random")]
    folders: Vec<PathBuf>,
    /// The folder that `soundline eval projects --fetch` fills: what programs include of a project comes from there, if
    /// their group has its name
    #[arg(long, value_name = "DIR")]
    projects: Option<PathBuf>,
    /// So many random programs of csmith, as a group
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    random: Option<u64>,
    /// Who takes part, by name [default: all that are installed]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Whom to compare with each other in the lists: ours, and another
    #[arg(long, value_name = "NAMES", value_delimiter = ',', num_args = 2, default_values = ["soundline", "eva:3"])]
    versus: Vec<String>,
    /// How many checks a program without assertions gets
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    checks: u16,
    /// Write the programs into a folder, with their checks as the first of those who take part gets them
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    limits: RunLimits,
    #[command(flatten)]
    jobs: Jobs,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    let clang = Clang::find().map_err(|error| Complaint::new(error.to_string()))?;
    let stop = Stop::default();
    let handler = stop.clone();
    interruptible(move || handler.now())?;
    let maker = Maker::new(&clang, usize::from(arguments.checks), &stop)
        .map_err(|error| Complaint::new(format!("no temporary folder: {error}")))?;
    let random = arguments.random.unwrap_or(0);
    let questions =
        Questions::read(&maker, &arguments.folders, arguments.projects.as_deref(), random)?;
    for left_out in &questions.left_out {
        anstream::eprintln!("{0}left out:{0:#} {left_out}", screen::OPEN);
    }
    let contestants = Contestants::find(&arguments.only, arguments.limits.of_an_analyzer().0)?;
    for missing in &contestants.missing {
        anstream::eprintln!("{0}not here:{0:#} {missing}", screen::OPEN);
    }
    if let (Some(folder), [first, ..]) = (&arguments.keep, &contestants.all[..]) {
        keep(folder, &questions.all, &first.encoding())?;
    }
    let scores = ask(arguments, &contestants, &questions.all, &stop);
    let versus = [&arguments.versus[0], &arguments.versus[1]].map(String::as_str);
    match arguments.json {
        true => print!("{}", tables::json(&scores)),
        false => anstream::print!("{}", tables::text(&scores, versus)),
    }
    Ok(match stop.is_asked_for() {
        true => Ending::Stopped,
        false if scores.wrong().next().is_some() => Ending::Findings,
        false => Ending::Nothing,
    })
}

/// Writes what is asked. A file is named after the program, the line of its first check, and its place among all.
fn keep(folder: &Path, questions: &[Question], encoding: &Encoding) -> Result<(), Complaint> {
    for (number, question) in questions.iter().enumerate() {
        let line = question.checks.first().map_or(0, |(line, _)| *line);
        let name = question.name.trim_end_matches(".c");
        let file = folder.join(&question.group).join(format!("{name}-{line}-{number}.c"));
        write_whole(&file, &question.render(encoding))?;
    }
    Ok(())
}

/// Asks everybody everything; program by program, so that a busy moment of the machine hits all alike.
fn ask(
    arguments: &Arguments,
    contestants: &Contestants,
    questions: &[Question],
    stop: &Stop,
) -> Scores {
    let (time, memory) = arguments.limits.of_an_analyzer();
    let limits = Limits { time, memory, ..Limits::default() };
    let pairs: Vec<_> = questions
        .iter()
        .flat_map(|question| contestants.all.iter().map(move |contestant| (question, contestant)))
        .collect();
    let bar = screen::progress(pairs.len() as u64, "answers");
    let asked = in_parallel(arguments.jobs.count(), pairs, |(question, contestant)| {
        let text = question.render(&contestant.encoding());
        let task = Task { apart: true, ..Task::new(&text, question.model()) };
        let run = contestant.run(&task, &limits, stop);
        bar.inc(1);
        Asked::new(contestant.name(), question, run)
    });
    bar.finish_and_clear();
    let names = contestants.all.iter().map(|contestant| contestant.name().to_string());
    Scores::of(names.collect(), questions, asked)
}
