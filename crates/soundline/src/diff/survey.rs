//! `soundline diff survey`: what analyzers say about the tasks that the ISSTA'19 paper gave to developers.

use super::selection::{self, LimitArguments, Selection};
use crate::model::data_model;
use serde::Serialize;
use soundline_c::Clang;
use soundline_diff::analyzer::{Analyzer, AssertedProgram, Task, Verdict, in_parallel};
use soundline_diff::{SURVEY, SurveyTask};
use soundline_isolate::Stop;
use soundline_report::grid::Grid;
use soundline_report::schema::list as list_document;
use soundline_test::command::arguments::{Jobs, Model};
use soundline_test::command::{Complaint, Ending, interruptible, screen};

/// Ask all analyzers about nine tasks like those of a survey of developers (ISSTA'19, Table 5)
///
/// Tasks 1 to 3 fail, 4 to 6 hold, and 7 to 9 fail by undefined behaviour where nothing is optimised. The programs are ours: the
/// paper does not print its own.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline diff survey                              all analyzers that are installed
  soundline diff survey --only gcc-O2,eva --model 32
  soundline diff survey --json

Exit codes: 0 asked, 2 wrong use or bad input, 3 interrupted.")]
pub struct Arguments {
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    model: Model,
    #[command(flatten)]
    jobs: Jobs,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
}

/// What an analyzer says about all tasks.
struct Asked {
    analyzer: String,
    version: String,
    answers: Vec<&'static str>,
}

#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    task: SurveyTask,
    answers: Vec<(String, &'static str)>,
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    let complain = |error: &dyn std::fmt::Display| Complaint::new(error.to_string());
    let clang = Clang::find().map_err(|error| complain(&error))?;
    let model = data_model(arguments.model);
    let mut programs = Vec::new();
    for task in SURVEY {
        let name = format!("task-{}.c", task.number);
        let program = clang.parse(&name, task.text, model).map_err(|error| complain(&error))?;
        programs.push(AssertedProgram::of(program).map_err(|error| complain(&error))?);
    }
    let mut analyzers: Vec<Analyzer> = Vec::new();
    for found in selection::find(&arguments.selection.descriptions()?)? {
        match found {
            Ok(analyzer) => analyzers.push(analyzer),
            Err(missing) if arguments.selection.asks_for(&missing.name) => {
                return Err(Complaint::new(missing.to_string()));
            }
            Err(_) => {}
        }
    }
    let stop = Stop::default();
    let handler = stop.clone();
    interruptible(move || handler.now())?;
    let limits = arguments.limits.limits();
    let bar = screen::progress(analyzers.len() as u64, "analyzers");
    let asked = in_parallel(arguments.jobs.count(), analyzers, |analyzer| {
        let answer = |program: &AssertedProgram| {
            let text = program.render(&analyzer.encoding());
            let run = analyzer.run(&Task::new(&text, model), &limits, &stop);
            match run.answer.verdict() {
                Some(Verdict::Safe) => "safe",
                Some(Verdict::Unsafe | Verdict::Definite) => "unsafe",
                Some(Verdict::Unknown) => "unknown",
                None => "none",
            }
        };
        let answers = programs.iter().map(answer).collect();
        bar.inc(1);
        Asked { analyzer: analyzer.name().to_string(), version: analyzer.version.clone(), answers }
    });
    bar.finish_and_clear();
    match arguments.json {
        true => {
            let listed = SURVEY.map(|task| Listed {
                task,
                answers: asked
                    .iter()
                    .map(|asked| (asked.analyzer.clone(), asked.answers[task.number - 1]))
                    .collect(),
            });
            print!("{}", list_document("soundline-survey/1", "tasks", &listed));
        }
        false => {
            for task in SURVEY {
                anstream::println!("{}. {}", task.number, task.about);
            }
            anstream::print!("\n{}", grid(&asked).text());
        }
    }
    Ok(if stop.is_asked_for() { Ending::Stopped } else { Ending::Nothing })
}

/// A row for the truth, one for the developers, and one for each analyzer.
fn grid(asked: &[Asked]) -> Grid {
    let letter = |unsafe_: bool| String::from(if unsafe_ { "U" } else { "S" });
    let truth = SURVEY.map(|task| letter(task.fails)).to_vec();
    let developers = SURVEY.map(|task| letter(task.majority())).to_vec();
    let short = |answer: &&str| {
        String::from(match *answer {
            "safe" => "S",
            "unsafe" => "U",
            "unknown" => "?",
            _ => "–",
        })
    };
    let heads =
        [("can fail when run".to_string(), truth), ("most developers".to_string(), developers)];
    let said = asked.iter().map(|asked| {
        let name = format!("{} {}", asked.analyzer, asked.version);
        (name, asked.answers.iter().map(short).collect())
    });
    Grid {
        title: "Nine tasks of a survey (ISSTA'19, Table 5), and what analyzers say".into(),
        corner: "who".into(),
        columns: SURVEY.map(|task| task.number.to_string()).to_vec(),
        rows: heads.into_iter().chain(said).collect(),
        note: "S safe, U unsafe, ? does not know, – no answer. Tasks 7 to 9 have undefined behaviour: C allows any answer \
               there, and ten of the paper's twelve developers expect U."
            .into(),
    }
}
