//! What a check did, as lines in the syntax of traces: elements go on counting where the trace ends.

use serde::{Deserialize, Serialize};
use soundline_fuzz::bench::Step;
use soundline_fuzz::{Statement, Trace};
use soundline_lattice::Answer;
use soundline_targets::{Question, Slot};

use super::JsonError;
use super::read::unknown;

/// A step.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    /// An element was made.
    Make(String),
    /// An element was made by overwriting a copy of the first operand.
    MakeInPlace(String),
    /// An element was looked at.
    Touch(String),
    /// A question was answered.
    Ask { question: String, elements: Vec<usize>, answer: String },
}

/// A trace whose statements end with those of the steps: its text has their lines.
fn extended(trace: &Trace, statements: impl Iterator<Item = Statement>) -> Trace {
    let mut trace = trace.clone();
    trace.statements.extend(statements);
    trace
}

pub(super) fn write(trace: &Trace, steps: &[Step]) -> Vec<Line> {
    let statement = |step: &Step| match step {
        Step::Make(operation) | Step::MakeInPlace(operation) => {
            Some(Statement::Make(operation.clone()))
        }
        Step::Touch(slot, how) => Some(Statement::Touch(*slot, *how)),
        Step::Ask(..) => None,
    };
    let text = extended(trace, steps.iter().filter_map(statement)).to_string();
    // Three lines of heading come first.
    let mut lines = text.lines().skip(3 + trace.statements.len()).map(str::to_string);
    let mut next = || lines.next().expect("a statement is a line");
    let line = |step: &Step| match step {
        Step::Make(_) => Line::Make(next()),
        Step::MakeInPlace(_) => Line::MakeInPlace(next()),
        Step::Touch(..) => Line::Touch(next()),
        Step::Ask(question, answer) => asked(question, answer),
    };
    steps.iter().map(line).collect()
}

fn asked(question: &Question, answer: &Answer) -> Line {
    let (question, elements) = match *question {
        Question::Leq(a, b) => ("leq", vec![a.0, b.0]),
        Question::Equal(a, b) => ("equal", vec![a.0, b.0]),
        Question::IsBottom(a) => ("is_bottom", vec![a.0]),
        Question::IsTop(a) => ("is_top", vec![a.0]),
    };
    let answer = match answer {
        Answer::Yes => "yes",
        Answer::No => "no",
        Answer::Unknown => "unknown",
    };
    Line::Ask { question: question.to_string(), elements, answer: answer.to_string() }
}

pub(super) fn read(trace: &Trace, lines: &[Line]) -> Result<Vec<Step>, JsonError> {
    let text = trace.to_string();
    let (before, check) = text.split_at(text.rfind("check ").unwrap_or(text.len()));
    let statements: String = lines
        .iter()
        .filter_map(|line| match line {
            Line::Make(text) | Line::MakeInPlace(text) | Line::Touch(text) => {
                Some(format!("{text}\n"))
            }
            Line::Ask { .. } => None,
        })
        .collect();
    let extended: Trace = format!("{before}{statements}{check}").parse()?;
    let mut statements = extended.statements.into_iter().skip(trace.statements.len());
    let mut made = trace.elements();
    let mut steps = Vec::new();
    for line in lines {
        steps.push(match line {
            Line::Ask { question, elements, answer } => {
                if let Some(stray) = elements.iter().find(|slot| **slot >= made) {
                    return Err(unknown("element", &format!("p{stray}")));
                }
                answered(question, elements, answer)?
            }
            Line::Make(text) | Line::MakeInPlace(text) | Line::Touch(text) => {
                match (line, statements.next()) {
                    (Line::Make(_), Some(Statement::Make(operation))) => {
                        made += 1;
                        Step::Make(operation)
                    }
                    (Line::MakeInPlace(_), Some(Statement::Make(operation))) => {
                        made += 1;
                        Step::MakeInPlace(operation)
                    }
                    (Line::Touch(_), Some(Statement::Touch(slot, how))) => Step::Touch(slot, how),
                    _ => return Err(unknown("step", text)),
                }
            }
        });
    }
    Ok(steps)
}

fn answered(question: &str, elements: &[usize], answer: &str) -> Result<Step, JsonError> {
    let question = match (question, elements) {
        ("leq", [a, b]) => Question::Leq(Slot(*a), Slot(*b)),
        ("equal", [a, b]) => Question::Equal(Slot(*a), Slot(*b)),
        ("is_bottom", [a]) => Question::IsBottom(Slot(*a)),
        ("is_top", [a]) => Question::IsTop(Slot(*a)),
        _ => return Err(unknown("question", question)),
    };
    let answer = match answer {
        "yes" => Answer::Yes,
        "no" => Answer::No,
        "unknown" => Answer::Unknown,
        other => return Err(unknown("answer", other)),
    };
    Ok(Step::Ask(question, answer))
}
