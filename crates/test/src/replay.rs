//! `soundline replay`: run a trace again, or turn it into a program.

use std::path::{Path, PathBuf};

use serde::Serialize;
use soundline_domains::expr::Constraint;
use soundline_fuzz::engine::{Detail, Judge, Judged, Limits, Mark, Remote, Tally, WORDS, Workers};
use soundline_fuzz::{Config, Trace, property};
use soundline_isolate::{Board, Scratch};
use soundline_targets::Registry;

use crate::command::arguments::RunLimits;
use crate::command::screen;
use crate::command::{Complaint, Ending};
use crate::test::worker::Setup;
use crate::test::{Described, Properties};
use soundline_fuzz as fuzz;
use soundline_report::emit;
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
    let judged = judge(&trace, arguments)?;
    match arguments.emit {
        Some(language) => emit(trace, judged, language),
        None if arguments.json => {
            print!("{}", document("soundline-replay/1", &Replayed::new(&trace, &judged)));
            Ok(ending(judged.mark))
        }
        None => Ok(show(&trace, judged)),
    }
}

/// The trace as a program that does the same.
fn emit(trace: Trace, judged: Judged, language: Language) -> Result<Ending, Complaint> {
    let ending = match judged.mark {
        Mark::Died => fuzz::Ending::Died(judged.what.clone()),
        Mark::TimedOut => fuzz::Ending::TimedOut,
        Mark::OutOfMemory => fuzz::Ending::OutOfMemory,
        Mark::Inexact => fuzz::Ending::Inexact,
        _ => fuzz::Ending::Violated,
    };
    let finding = fuzz::Finding {
        property: trace.check.property,
        ending,
        index: 0,
        found_as: trace.clone(),
        trace,
        what: judged.what,
        place: judged.place,
        regions: judged.regions,
        point: judged.point,
        steps: judged.steps,
        stderr: judged.stderr,
        waived: None,
    };
    let program = match language {
        Language::C => emit::c::program(&finding),
        Language::Rust => Ok(emit::rust::test(&finding, None)),
    };
    print!("{}", program.map_err(|error| Complaint::new(error.to_string()))?);
    Ok(Ending::Nothing)
}

/// What came of the trace, for a reader.
fn show(trace: &Trace, judged: Judged) -> Ending {
    print!("{trace}");
    let style = match judged.mark {
        Mark::Held => screen::GOOD,
        Mark::Vacuous | Mark::Doubtful | Mark::Refused => screen::OPEN,
        _ => screen::BAD,
    };
    let mark = match judged.mark {
        Mark::Violated => "violated: ",
        Mark::Inexact => "flagged inexact: ",
        Mark::Doubtful => "doubtful: ",
        Mark::Refused => "refused: ",
        _ => "",
    };
    anstream::println!("{style}{mark}{}{style:#}", judged.what);
    if let Some(place) = &judged.place {
        println!("  {place}");
    }
    for region in &judged.regions {
        let constraints: Vec<String> = region.constraints.iter().map(|c| c.to_string()).collect();
        let shown = if constraints.is_empty() { "⊤".into() } else { constraints.join(" ∧ ") };
        println!("  {} = {shown}", region.name);
    }
    if let Some(point) = &judged.point {
        let coordinates: Vec<String> = point.iter().map(|c| c.to_string()).collect();
        println!("  at ({})", coordinates.join(", "));
    }
    if !judged.stderr.trim().is_empty() {
        println!("its last words:\n{}", judged.stderr.trim_end());
    }
    ending(judged.mark)
}

fn ending(mark: Mark) -> Ending {
    match mark {
        mark if mark.is_finding() => Ending::Findings,
        // Silence would be taken for success.
        Mark::Refused | Mark::Vacuous => Ending::Stopped,
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
    fn new(trace: &'a Trace, judged: &'a Judged) -> Replayed<'a> {
        let texts = |values: &[Constraint]| values.iter().map(ToString::to_string).collect();
        let region = |region: &'a fuzz::campaign::Region| Region {
            name: &region.name,
            constraints: texts(&region.constraints),
        };
        Replayed {
            target: &trace.target,
            property: trace.check.property,
            outcome: word(judged.mark),
            what: &judged.what,
            place: judged.place.as_deref(),
            regions: judged.regions.iter().map(region).collect(),
            point: judged.point.as_ref().map(|p| p.iter().map(ToString::to_string).collect()),
            stderr: judged.stderr.trim_end(),
        }
    }
}

/// The word for an outcome.
fn word(mark: Mark) -> &'static str {
    match mark {
        Mark::Held => "held",
        Mark::Vacuous => "vacuous",
        Mark::Violated => "violated",
        Mark::Inexact => "inexact",
        Mark::Doubtful => "doubtful",
        Mark::Refused => "refused",
        Mark::Died => "died",
        Mark::TimedOut => "timed-out",
        Mark::OutOfMemory => "out-of-memory",
    }
}

fn read(file: &Path) -> Result<Trace, Complaint> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Complaint::new(format!("cannot read {}: {error}", file.display())))?;
    text.parse().map_err(|error| Complaint::new(format!("{}: {error}", file.display())))
}

/// What comes of a trace, judged by a worker.
fn judge(trace: &Trace, arguments: &Arguments) -> Result<Judged, Complaint> {
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
