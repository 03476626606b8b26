//! A finding of a target with APRON's interface as a stand-alone C program.
//!
//! The program uses nothing but the public headers. It makes the elements of the trace, does what the
//! check did, and compares the answers with those that made the finding: exit code 1 if all are the
//! same again, 0 if one is not. A crash or a hang is simply had again. Where the property held, the
//! program exits with 0 if it holds again.

mod writer;

use std::fmt::Write;

use soundline_fuzz::bench::Step;
use soundline_fuzz::{Ending, Finding, Statement, exact, property};
use soundline_lattice::Answer;
use soundline_targets::{Question, Slot, Touch};

use super::apron::Library;
use super::dimensions::Dimensions;
use super::{EmitError, dry};
use writer::{Meaning, Writer};

/// The program for a finding in a library.
pub fn program(finding: &Finding, library: &Library) -> Result<String, EmitError> {
    let dimensions = Dimensions::of(&finding.trace.space);
    let steps = steps(finding, library);
    let mut writer = Writer::new(dimensions, library.narrowing.clone());
    let last = questions(&steps).last().map(|(place, _)| place);
    let recorded = !finding.outcome.steps.is_empty();
    for statement in &finding.trace.statements {
        match statement {
            Statement::Make(operation) => writer.make(operation, false)?,
            Statement::Touch(slot, how) => writer.touch(*slot, *how),
        }
    }
    writer.remark(&format!("The check of P{}.", finding.property));
    for (place, step) in steps.iter().enumerate() {
        match step {
            Step::Make(operation) => writer.make(operation, false)?,
            Step::MakeInPlace(operation) => writer.make(operation, true)?,
            Step::Touch(slot, how) => writer.touch(*slot, *how),
            Step::Ask(question, answer) => {
                let meaning = match finding.outcome.ending {
                    _ if said_no(finding) => Meaning::Same(*answer),
                    // On paper, only the order is known to hold.
                    Ending::Held if last == Some(place) && (recorded || is_order(question)) => {
                        Meaning::Holds(*answer)
                    }
                    // What it would have answered is not known, and does not matter.
                    _ => Meaning::None,
                };
                writer.ask(*question, meaning);
            }
        }
    }
    let memberships = memberships(finding, &steps);
    writer.point(finding.outcome.point.as_deref(), &memberships);
    let told = questions(&steps).next().is_some() || !memberships.is_empty();
    let judge = if told { Judge::Program } else { Judge::Reader };
    if judge == Judge::Reader && said_no(finding) {
        writer.show_from(finding.trace.elements());
    }
    Ok(assemble(finding, library, &writer, judge))
}

/// Did the check come to its end and say no? What lies beyond the contract may have been a crash, which
/// leaves no record.
fn said_no(finding: &Finding) -> bool {
    let outcome = &finding.outcome;
    outcome.ending.is_verdict() || outcome.ending == Ending::Beyond && !outcome.steps.is_empty()
}

/// What was recorded, or what the check would do if there is no record of its end.
fn steps(finding: &Finding, library: &Library) -> Vec<Step> {
    if !finding.outcome.steps.is_empty() {
        return finding.outcome.steps.clone();
    }
    let mut steps = dry::steps(&finding.trace, library.kind);
    // On paper every property holds; in the finding the last answer was another one.
    if said_no(finding)
        && let Some(Step::Ask(_, answer)) = steps.last_mut()
    {
        *answer = if answer.is_yes() { Answer::Unknown } else { Answer::Yes };
    }
    steps
}

/// What tells whether the finding is had again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judge {
    /// The answers to the questions of the check, and where the offending point is.
    Program,
    /// The program cannot tell.
    Reader,
}

/// In which elements the offending point was, and in which not, where that makes the finding.
///
/// A no that the library did not vouch for was confirmed by a point: of the two elements whose
/// constraints were read last it is in the first and not in the second. Other checks judged by the
/// constraints that they read last, those of the last element that the finding shows.
fn memberships(finding: &Finding, steps: &[Step]) -> Vec<(Slot, bool)> {
    let dimensions = finding.trace.space.dimensions();
    let point = finding.outcome.point.as_ref().filter(|point| point.len() == dimensions);
    let (Some(point), Some(last_shown)) = (point, finding.outcome.regions.last()) else {
        return Vec::new();
    };
    let after = questions(steps).last();
    let read = |step: &Step| match step {
        Step::Touch(slot, Touch::Constraints) => Some(*slot),
        _ => None,
    };
    let read: Vec<Slot> =
        steps[after.map_or(0, |(place, _)| place)..].iter().filter_map(read).collect();
    match (after, read.as_slice()) {
        (Some((_, Answer::Unknown)), [.., inner, outer]) => vec![(*inner, true), (*outer, false)],
        // Whether it is bottom is asked of an element before its points are looked for.
        (Some((place, _)), [.., last]) if !asks_for_bottom(&steps[place], *last) => Vec::new(),
        (_, []) => Vec::new(),
        (_, [.., last]) => {
            vec![(*last, exact::lies_in(point, &last_shown.constraints, &finding.trace.space))]
        }
    }
}

fn is_order(question: &Question) -> bool {
    matches!(question, Question::Leq(..) | Question::Equal(..))
}

fn asks_for_bottom(step: &Step, slot: Slot) -> bool {
    matches!(step, Step::Ask(Question::IsBottom(asked), _) if *asked == slot)
}

/// The questions after the last element was made: those before are preconditions.
fn questions(steps: &[Step]) -> impl Iterator<Item = (usize, Answer)> {
    let is_make = |step: &Step| matches!(step, Step::Make(_) | Step::MakeInPlace(_));
    let first = steps.iter().rposition(is_make).map_or(0, |place| place + 1);
    steps.iter().enumerate().skip(first).filter_map(|(place, step)| match step {
        Step::Ask(_, answer) => Some((place, *answer)),
        _ => None,
    })
}

/// What the program says and returns at its end.
fn ending(finding: &Finding, judge: Judge) -> String {
    let what = quoted(&format!("P{}: {}", finding.property, finding.outcome.what));
    match judge {
        Judge::Program if said_no(finding) => {
            format!("    printf(\"violated, %s\\n\", {what});\n    return 1;\n")
        }
        Judge::Reader if said_no(finding) => {
            format!("    printf(\"judge by the elements above: %s\\n\", {what});\n    return 2;\n")
        }
        _ if finding.outcome.ending == Ending::Held => {
            "    printf(\"the property holds\\n\");\n    return 0;\n".to_string()
        }
        _ => "    printf(\"not reproduced: the program came to its end\\n\");\n    return 0;\n"
            .to_string(),
    }
}

/// What its exit code means.
fn meaning(finding: &Finding, judge: Judge) -> &'static str {
    match judge {
        _ if finding.outcome.ending == Ending::Held => {
            "Exit code 0: the property holds. Exit code 1: it does not."
        }
        Judge::Reader if said_no(finding) => {
            "It prints the elements and exits with 2: whether they are right, the reader must judge."
        }
        Judge::Program if said_no(finding) => {
            "Exit code 1: the same again. Exit code 0: not on this machine."
        }
        _ => "It ends in the same way again, or with exit code 0 if it does not.",
    }
}

fn assemble(finding: &Finding, library: &Library, writer: &Writer, judge: Judge) -> String {
    let dimensions = Dimensions::of(&finding.trace.space);
    let mut out = heading(finding, library, meaning(finding, judge));
    let _ = write!(
        out,
        "#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n\n\
         {}\n{}\n#define INTEGERS {}\n#define REALS {}\n\
         #define DIMENSIONS (INTEGERS + REALS)\n#define ELEMENTS {}\n\n{}\nint main(void)\n{{\n    \
         setvbuf(stdout, NULL, _IONBF, 0);\n    start({});\n{}{}}}\n",
        library.includes(),
        library.in_its_names(&library.declarations()),
        dimensions.integers,
        dimensions.count() - dimensions.integers,
        writer.elements().max(1),
        library.in_its_names(include_str!("c/prelude.c")),
        library.manager(),
        library.in_its_names(writer.body()),
        ending(finding, judge),
    );
    out
}

/// What it is, the trace, and how to compile it.
fn heading(finding: &Finding, library: &Library, meaning: &str) -> String {
    let statement = property::get(finding.property).map_or("", |property| property.statement);
    let ending = match finding.outcome.ending {
        Ending::Violated | Ending::Held => String::new(),
        _ => format!(" ({})", finding.outcome),
    };
    let what = finding.outcome.sentence();
    let mut text = format!("P{}, {statement}: {what}{ending}\n\n", finding.property);
    let _ = write!(text, "Found by Soundline with this trace:\n\n");
    finding.trace.to_string().lines().for_each(|line| text.push_str(&format!("    {line}\n")));
    let order = Dimensions::of(&finding.trace.space);
    if !order.variables().is_sorted() {
        let names: Vec<String> = order.variables().iter().map(|v| format!("x{v}")).collect();
        let _ = write!(text, "\nDimensions 0, 1, ... are {}.\n", names.join(", "));
    }
    let _ = write!(
        text,
        "\nIt needs {}:\n\n    gcc -o finding finding.c {} && ./finding\n\n{}\n",
        library.needs,
        library.options(),
        meaning,
    );
    let line = |line: &str| format!(" * {}", line.replace("*/", "* /")).trim_end().to_string();
    let lines: Vec<String> = text.lines().map(line).collect();
    format!("/*\n{}\n */\n", lines.join("\n"))
}

/// A string literal of C.
fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => literal.extend(['\\', character]),
            '\n' => literal.push_str("\\n"),
            '?' => literal.push_str("\\?"),
            other if other.is_control() => literal.push(' '),
            other => literal.push(other),
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests;
