//! `soundline diff try`: what all analyzers say about one program.

use super::selection::{self, LimitArguments, Selection};
use crate::model::data_model;
use soundline_c::Clang;
use soundline_diff::analyzer::{
    Analyzer, AssertedProgram, Task, Tried, Verdict, disagree, in_parallel,
};
use soundline_diff::concrete::{Effort, Examination, NotRunnable, Workshop};
use soundline_diff::seed::Task as SvTask;
use soundline_isolate::{Scratch, Stop, Warden};
use soundline_report::comparison::tried;
use soundline_test::command::arguments::{Jobs, Model};
use soundline_test::command::{Complaint, Ending, interruptible, screen};
use std::path::{Path, PathBuf};

/// Ask all analyzers about one program
///
/// The program has assertions as people write them: assert(e), __VERIFIER_assert(e), reach_error(). They
/// are translated for each analyzer; the verdict is about all of them together. If gcc or clang is installed, the program is
/// compiled and run first, within limits: is something undefined, does a check fail?
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline diff try program.c                       all analyzers that are installed
  soundline diff try program.c --model 32 --time-limit 10s
  soundline diff try program.c --only cbmc,eva --commands
  soundline diff try program.c --no-run              the program is not compiled and run first
  soundline diff try task.yml                        a task of SV-COMP: who contradicts its verdict?

Exit codes: 0 they agree, 1 some say safe and some unsafe, 2 wrong use or bad input, 3 interrupted.")]
pub struct Arguments {
    /// A C file, preprocessed or not, or a task file (.yml) of SV-COMP, which says the data model
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    model: Model,
    /// A folder for the preprocessor to look for headers in
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<String>,
    /// A macro for the preprocessor
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    #[command(flatten)]
    jobs: Jobs,
    /// Do not compile and run the program first
    #[arg(long)]
    no_run: bool,
    /// Compile the program and run it first: the default
    #[arg(long, hide = true, conflicts_with = "no_run")]
    concrete: bool,
    /// Show the commands, and what could not be read
    #[arg(long)]
    commands: bool,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    let clang = Clang::find().map_err(|error| Complaint::new(error.to_string()))?;
    let task = task(&arguments.file)?;
    let program = read(arguments, task.as_ref(), &clang)?;
    let descriptions = arguments.selection.descriptions()?;
    let mut analyzers = Vec::new();
    for found in selection::find(&descriptions)? {
        match found {
            Ok(analyzer) => analyzers.push(analyzer),
            Err(missing) if arguments.selection.asks_for(&missing.name) => {
                return Err(Complaint::new(missing.to_string()));
            }
            Err(_) => {}
        }
    }
    if analyzers.is_empty() {
        return Err(Complaint::new(
            "no analyzer is installed: `soundline diff analyzers` says how to get one",
        ));
    }
    let stop = Stop::default();
    let handler = stop.clone();
    interruptible(move || handler.now())?;
    let seen = (!arguments.no_run).then(|| examine(&program, &clang, &stop)).transpose()?;
    let tried = try_all(arguments, &program, analyzers, &stop);
    match arguments.json {
        true => {
            let file = &arguments.file;
            print!("{}", tried::json(file, program.checks, &tried, seen.as_ref()));
        }
        false => {
            anstream::print!("{}", tried::text(&tried, arguments.commands, seen.as_ref()));
            if let Some(safe) = task.as_ref().and_then(SvTask::expects_safe) {
                anstream::println!("{}", against(safe, &tried));
            }
        }
    }
    Ok(match (stop.is_asked_for(), disagree(&tried)) {
        (true, _) => Ending::Stopped,
        (false, true) => Ending::Findings,
        (false, false) => Ending::Nothing,
    })
}

/// Runs the program.
fn examine(
    program: &AssertedProgram,
    clang: &Clang,
    stop: &Stop,
) -> Result<Result<Examination, NotRunnable>, Complaint> {
    let complain = |error: std::io::Error| Complaint::new(format!("no temporary folder: {error}"));
    let (folder, warden) =
        (Scratch::new().map_err(complain)?, Warden::this_program().map_err(complain)?);
    let workshop = Workshop::new(folder.path(), warden, stop.clone()).map_err(complain)?;
    Ok(program.examine(clang, &workshop, &Effort::default()))
}

/// The task that a file is, if it is one.
fn task(file: &Path) -> Result<Option<SvTask>, Complaint> {
    if !matches!(file.extension().and_then(|ending| ending.to_str()), Some("yml" | "yaml")) {
        return Ok(None);
    }
    let task = SvTask::read(file, file.parent().unwrap_or(Path::new("")));
    task.map(Some).map_err(|error| Complaint::new(format!("{}: {error}", file.display())))
}

/// Who says something else than a task expects. The program is as the task has it, so that its verdict is about the same
/// assertions.
fn against(safe: bool, tried: &[Tried]) -> String {
    let word = if safe { "safe" } else { "unsafe" };
    let contradicts = |tried: &&Tried| match tried.verdict() {
        Some(Verdict::Safe) => !safe,
        Some(Verdict::Unsafe | Verdict::Definite) => safe,
        Some(Verdict::Unknown) | None => false,
    };
    let who: Vec<&str> =
        tried.iter().filter(contradicts).map(|tried| tried.analyzer.name()).collect();
    match &who[..] {
        [] => format!("The task says {word}, and nobody contradicts it."),
        who => format!("The task says {word}. Against it: {}", who.join(", ")),
    }
}

fn read(
    arguments: &Arguments,
    task: Option<&SvTask>,
    clang: &Clang,
) -> Result<AssertedProgram, Complaint> {
    let model = task.map_or(data_model(arguments.model), |task| task.model);
    let file = task.map_or(&arguments.file, |task| &task.input);
    let include = arguments.include.iter().map(|folder| format!("-I{folder}"));
    let define = arguments.define.iter().map(|name| format!("-D{name}"));
    let more: Vec<String> = include.chain(define).collect();
    let program = AssertedProgram::read(clang, file, model, &more);
    program.map_err(|error| Complaint::new(error.to_string()))
}

fn try_all(
    arguments: &Arguments,
    program: &AssertedProgram,
    analyzers: Vec<Analyzer>,
    stop: &Stop,
) -> Vec<Tried> {
    let limits = arguments.limits.limits();
    let bar = screen::progress(analyzers.len() as u64, "analyzers");
    let tried = in_parallel(arguments.jobs.count(), analyzers, |analyzer| {
        let text = program.render(&analyzer.encoding());
        let run = analyzer.run(&Task::new(&text, program.model), &limits, stop);
        bar.inc(1);
        Tried { analyzer, run }
    });
    bar.finish_and_clear();
    tried
}
