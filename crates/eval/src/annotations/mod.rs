//! `soundline eval annotations`: what other tools gain from the annotations of bounded runs (Sect. 2 and 4.3 of the SAS'16 paper).

mod annotate;
mod tables;

use crate::precision::{Asked, Contestants, Maker, Question, Questions, Scores};
use annotate::{Bounded, annotated};
use soundline_analyze::{Bounds, DomainChoice};
use soundline_c::Clang;
use soundline_diff::analyzer::{Analyzer, Task, in_parallel};
use soundline_isolate::{Limits, Stop};
use soundline_test::command::arguments::{Jobs, RunLimits};
use soundline_test::command::{Complaint, Ending, interruptible, screen};
use std::path::PathBuf;
use std::time::Duration;

/// Measure what CBMC and Eva gain from the annotations of bounded runs
///
/// Each program is analyzed with a bound, and annotated with what that found: as __CPROVER_assume for CBMC, in ACSL for Eva. Both
/// tools then run on the program as it is and on the annotated one. A check is decided if it is proved, or shown to fail. Programs
/// need assertions; a line with the comment /* FAILS */ has one that fails in some execution, all others in that folder hold.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline eval annotations crates/eval/programs/*
  soundline eval annotations crates/eval/programs/loops --bound W0,J4 --only cbmc
  soundline eval annotations programs --domain polyhedra --json

Exit codes: 0 measured, 1 a wrong answer, 2 wrong use or bad input, 3 stopped
early.")]
pub struct Arguments {
    /// Folders of C files, each a group
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// The bounds of the runs whose annotations are tried, by their names in the paper
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_values = ["W0", "Inf"])]
    bound: Vec<Bounds>,
    /// The abstract domain of these runs
    #[arg(long, default_value = "octagons", value_name = "DOMAIN")]
    domain: DomainChoice,
    /// Which tools take part
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_values = ["cbmc", "eva:0", "eva:3"])]
    only: Vec<String>,
    #[command(flatten)]
    limits: RunLimits,
    #[command(flatten)]
    jobs: Jobs,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
}

/// The answers to programs that are annotated in one way.
pub struct Column {
    /// `plain`, or the bound.
    pub name: String,
    /// What was answered.
    pub scores: Scores,
    /// Programs with at least one annotation.
    pub annotated: usize,
    /// Processor time of the bounded runs.
    pub time: Duration,
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    let clang = Clang::find().map_err(|error| Complaint::new(error.to_string()))?;
    let stop = Stop::default();
    let handler = stop.clone();
    interruptible(move || handler.now())?;
    let maker = Maker::new(&clang, 1, &stop)
        .map_err(|error| Complaint::new(format!("no temporary folder: {error}")))?;
    let mut questions = Questions::read(&maker, &arguments.folders, None, 0)?;
    let made = |question: &Question| question.asserted().is_none();
    for question in questions.all.iter().filter(|question| made(question)) {
        questions.left_out.push(format!("{}: it has no assertion", question.name));
    }
    questions.all.retain(|question| !made(question));
    for left_out in &questions.left_out {
        anstream::eprintln!("{0}left out:{0:#} {left_out}", screen::OPEN);
    }
    if questions.all.is_empty() {
        return Err(Complaint::new("none of the files has assertions"));
    }
    let tools = Contestants::find(&arguments.only, arguments.limits.of_an_analyzer().0)?;
    for missing in &tools.missing {
        anstream::eprintln!("{0}not here:{0:#} {missing}", screen::OPEN);
    }
    if tools.all.is_empty() {
        return Err(Complaint::new("none of the tools is on this machine"));
    }
    let ways: Vec<Option<Bounds>> =
        std::iter::once(None).chain(arguments.bound.iter().copied().map(Some)).collect();
    let columns = measure(arguments, &clang, &tools.all, &questions.all, &ways, &stop);
    match arguments.json {
        true => print!("{}", tables::json(&columns, &questions.all)),
        false => anstream::print!("{}", tables::text(&columns, &questions.all)),
    }
    let wrong = columns.iter().any(|column| column.scores.wrong().next().is_some());
    Ok(match stop.is_asked_for() {
        true => Ending::Stopped,
        false if wrong => Ending::Findings,
        false => Ending::Nothing,
    })
}

/// All tools on all programs in all ways, program by program: a busy moment of the machine hits all ways alike.
fn measure(
    arguments: &Arguments,
    clang: &Clang,
    tools: &[Analyzer],
    questions: &[Question],
    ways: &[Option<Bounds>],
    stop: &Stop,
) -> Vec<Column> {
    let (time, memory) = arguments.limits.of_an_analyzer();
    let limits = Limits { time, memory, ..Limits::default() };
    let jobs: Vec<_> = questions
        .iter()
        .flat_map(|question| tools.iter().map(move |tool| (question, tool)))
        .flat_map(|(question, tool)| (0..ways.len()).map(move |way| (question, tool, way)))
        .collect();
    let bar = screen::progress(jobs.len() as u64, "answers");
    let answers = in_parallel(arguments.jobs.count(), jobs, |(question, tool, way)| {
        let bounded = ways[way].map(|bounds| Bounded { bounds, domain: &arguments.domain });
        let annotated = bounded.map(|bounded| annotated(clang, question, tool, &bounded));
        let (text, changed, time) = match annotated {
            Some(made) => (made.text, made.changed, made.time),
            None => (question.render(&tool.encoding()), false, Duration::ZERO),
        };
        let task = Task { apart: true, ..Task::new(&text, question.model()) };
        let run = tool.run(&task, &limits, stop);
        bar.inc(1);
        (way, Asked::new(tool.name(), question, run), changed, time)
    });
    bar.finish_and_clear();
    let names: Vec<String> = tools.iter().map(|tool| tool.name().to_string()).collect();
    let mut asked: Vec<Vec<Asked>> = ways.iter().map(|_| Vec::new()).collect();
    let mut sums = vec![(0, Duration::ZERO); ways.len()];
    for (way, answer, changed, time) in answers {
        sums[way].0 += usize::from(changed);
        sums[way].1 += time;
        asked[way].push(answer);
    }
    // Each tool has its own run; one counts.
    let shares = tools.len();
    let columns =
        ways.iter().zip(asked).zip(sums).map(|((way, asked), (annotated, time))| Column {
            name: way.map_or("plain".to_owned(), |bounds| bounds.to_string()),
            scores: Scores::of(names.clone(), questions, asked),
            annotated: annotated / shares,
            time: time / shares as u32,
        });
    columns.collect()
}
