//! `soundline replay`: run a trace again, or turn it into a program.

use std::path::{Path, PathBuf};

use serde::Serialize;
use soundline_domains::expr::Constraint;
use soundline_fuzz::engine::{Detail, Judge, Limits, Remote, Tally, WORDS, Workers};
use soundline_fuzz::{Config, Outcome, Trace, property};
use soundline_isolate::{Board, Scratch};
use soundline_targets::{Presence, Registry};

use crate::command::arguments::RunLimits;
use crate::command::screen;
use crate::command::{Complaint, Ending};
use crate::test::worker::Setup;
use crate::test::{Described, Properties};
use soundline_fuzz as fuzz;
use soundline_report::emit::{self, EmitError};
use soundline_report::schema::document;

/// Run a trace again, in a process of its own
///
/// A trace is what `soundline test` stores for a finding: operations, one in a line, and the property
/// that is checked at the end. It is text, to be read and changed by hand.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline replay soundline-out/traces/apron-oct-d-1-1.trace
  soundline replay P17.trace --target octagons:f64    the same on another domain
  soundline replay P17.trace --emit c > p17.c         as a program for the library's authors

Exit codes: 0 the property holds, 1 it does not, or the run died, 2 wrong use or bad input,
3 nothing was tested: the target refused an operation, or the precondition does not hold.")]
pub struct Arguments {
    /// The trace
    file: PathBuf,
    /// Another target than the one that the trace names
    #[arg(long, value_name = "TARGET")]
    target: Option<String>,
    /// Print a program that does the same instead: C for APRON's interface, or a Rust test
    #[arg(long, value_name = "LANGUAGE")]
    emit: Option<Language>,
    /// Machine-readable output
    #[arg(long, conflicts_with = "emit")]
    json: bool,
    #[command(flatten)]
    limits: RunLimits,
    #[command(flatten)]
    library: Described,
}

/// What a trace can be turned into.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    /// A stand-alone C program for libraries with APRON's interface
    C,
    /// A test in Rust, for built-in domains and those of one's own
    Rust,
}

/// Run the command.
pub fn run(arguments: &Arguments, mut registry: Registry) -> Result<Ending, Complaint> {
    let mut trace = read(&arguments.file)?;
    if let Some(target) = &arguments.target {
        trace.target.clone_from(target);
    }
    if property::get(trace.check.property).is_none() {
        let number = trace.check.property;
        return Err(Complaint::new(format!("the trace checks P{number}, which does not exist")));
    }
    if !trace.check.is_complete() {
        let (file, number) = (arguments.file.display(), trace.check.property);
        return Err(Complaint::new(format!("{file}: the check of P{number} lacks arguments")));
    }
    arguments.library.register(&mut registry, Some(&trace.target))?;
    crate::test::present(&registry, &trace.target)?;
    let outcome = judge(&trace, arguments)?;
    match arguments.emit {
        Some(language) => {
            let finding = finding(trace, outcome);
            let program = match language {
                Language::C => program(&finding, &registry),
                Language::Rust => test(&finding, &arguments.library),
            };
            screen::say(&program.map_err(|error| Complaint::new(error.to_string()))?)?;
            Ok(Ending::Nothing)
        }
        None if arguments.json => {
            screen::say(&document("soundline-replay/1", &Replayed::new(&trace, &outcome)))?;
            Ok(ending(outcome.ending))
        }
        None => {
            screen::say(&show(&trace, &outcome))?;
            Ok(ending(outcome.ending))
        }
    }
}

/// What is emitted is about a finding.
fn finding(trace: Trace, outcome: Outcome) -> fuzz::Finding {
    let (property, found_as) = (trace.check.property, trace.clone());
    fuzz::Finding { property, outcome, index: 0, trace, found_as, waived: None }
}

/// The trace as a program in C that does the same.
pub fn program(finding: &fuzz::Finding, registry: &Registry) -> Result<String, EmitError> {
    let name = &finding.trace.target;
    let other = || EmitError::NotApron { target: name.clone() };
    let target = registry.get(name).map_err(|_| other())?;
    let description = target.interface().ok_or_else(other)?;
    if finding.trace.against.is_some() {
        return Err(EmitError::Compares);
    }
    let file = match target.presence() {
        Presence::Found { path } => Some(path),
        _ => None,
    };
    let prefix = file.as_deref().and_then(|file| description.prefix_in(file)).unwrap_or("ap_");
    emit::c::program(finding, &emit::Library::new(description, file.as_deref(), prefix)?)
}

/// The trace as a test in Rust that does the same.
fn test(finding: &fuzz::Finding, library: &Described) -> Result<String, EmitError> {
    if finding.trace.against.is_some() {
        return Err(EmitError::Compares);
    }
    let registry = library.registry_in_rust(&finding.trace.target);
    Ok(emit::rust::test(finding, registry.as_deref()))
}

/// What came of the trace, for a reader.
fn show(trace: &Trace, outcome: &Outcome) -> String {
    let mut text = trace.to_string();
    let style = match outcome.ending {
        fuzz::Ending::Held => screen::GOOD,
        fuzz::Ending::Vacuous | fuzz::Ending::Doubtful | fuzz::Ending::Refused => screen::OPEN,
        _ => screen::BAD,
    };
    let ending = match outcome.ending {
        fuzz::Ending::Violated => "violated: ",
        fuzz::Ending::WrongAnswer => "wrong answer: ",
        fuzz::Ending::Inexact => "flagged inexact: ",
        fuzz::Ending::Beyond => "beyond the contract: ",
        fuzz::Ending::Doubtful => "doubtful: ",
        fuzz::Ending::Refused => "refused: ",
        _ => "",
    };
    text += &format!("{style}{ending}{}{style:#}\n", outcome.sentence());
    if let Some(place) = &outcome.place {
        text += &format!("  {place}\n");
    }
    for region in &outcome.regions {
        let constraints: Vec<String> = region.constraints.iter().map(|c| c.to_string()).collect();
        let shown = if constraints.is_empty() { "⊤".into() } else { constraints.join(" ∧ ") };
        text += &format!("  {} = {shown}\n", region.name);
    }
    if let Some(point) = &outcome.point {
        let coordinates: Vec<String> = point.iter().map(|c| c.to_string()).collect();
        text += &format!("  at ({})\n", coordinates.join(", "));
    }
    if !outcome.stderr.trim().is_empty() {
        text += &format!("its last words:\n{}\n", outcome.stderr.trim_end());
    }
    text
}

fn ending(ending: fuzz::Ending) -> Ending {
    match ending {
        ending if ending.is_finding() => Ending::Findings,
        // Silence would be taken for success.
        fuzz::Ending::Refused | fuzz::Ending::Vacuous | fuzz::Ending::Beyond => Ending::Stopped,
        _ => Ending::Nothing,
    }
}

/// What came of the trace, for programs.
#[derive(Serialize)]
struct Replayed<'a> {
    target: &'a str,
    property: u16,
    outcome: &'static str,
    what: &'a str,
    place: Option<&'a str>,
    regions: Vec<Region<'a>>,
    point: Option<Vec<String>>,
    stderr: &'a str,
}

#[derive(Serialize)]
struct Region<'a> {
    name: &'a str,
    constraints: Vec<String>,
}

impl<'a> Replayed<'a> {
    fn new(trace: &'a Trace, outcome: &'a Outcome) -> Replayed<'a> {
        let texts = |values: &[Constraint]| values.iter().map(ToString::to_string).collect();
        let region = |region: &'a fuzz::Region| Region {
            name: &region.name,
            constraints: texts(&region.constraints),
        };
        Replayed {
            target: &trace.target,
            property: trace.check.property,
            outcome: outcome.ending.word(),
            what: outcome.sentence(),
            place: outcome.place.as_deref(),
            regions: outcome.regions.iter().map(region).collect(),
            point: outcome.point.as_ref().map(|p| p.iter().map(ToString::to_string).collect()),
            stderr: outcome.stderr.trim_end(),
        }
    }
}

fn read(file: &Path) -> Result<Trace, Complaint> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Complaint::new(format!("cannot read {}: {error}", file.display())))?;
    text.parse().map_err(|error| Complaint::new(format!("{}: {error}", file.display())))
}

/// What comes of a trace, judged by a worker.
fn judge(trace: &Trace, arguments: &Arguments) -> Result<Outcome, Complaint> {
    let complain = |error: &dyn std::fmt::Display| Complaint::new(error.to_string());
    let folder = Scratch::new().map_err(|error| complain(&error))?;
    let path = folder.path().join("replay.board");
    let board = Board::create(&path, WORDS).map_err(|error| complain(&error))?;
    let setup = Setup {
        target: &trace.target,
        config: &Config::default(),
        seed: 0,
        properties: &"all".parse::<Properties>().map_err(Complaint::new)?,
        library: &arguments.library,
        against: trace.against.as_deref(),
        board: &path,
        corpus: None,
    };
    let command = |role| setup.command(role);
    let (time, memory) = arguments.limits.of_a_trace();
    let limits = Limits { time, memory };
    let workers = Workers { command: &command, limits };
    let mut remote = Remote::new(&workers, Tally::new(board.words()));
    remote.describe().map_err(Complaint::new)?;
    Ok(remote.judge(trace, Detail::Full))
}
