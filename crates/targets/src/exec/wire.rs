//! Instructions and questions as lines, and answers as text.

use std::fmt::{self, Display, Write};

use soundline_domains::expr::{Constraint, Space, VarKind};
use soundline_lattice::Answer;

use crate::machine::Refusal;
use crate::operation::{Operation, OperationKind, Question, Slot};

/// So many characters of an exception are kept.
const LONGEST_DESCRIPTION: usize = 1000;

/// The kinds of all variables, each after a space.
pub fn kinds(space: &Space) -> String {
    let word = |kind: &VarKind| match kind {
        VarKind::Int => " int",
        VarKind::Real => " real",
    };
    space.kinds().iter().map(word).collect()
}

/// The line for an operation, without newline.
pub fn operation(operation: &Operation) -> String {
    match operation {
        Operation::Top => "top".to_string(),
        Operation::Bottom => "bottom".to_string(),
        Operation::Constraints(constraints) => line("constraint", constraints.iter(), "; "),
        Operation::Join(a, b) => format!("join {a} {b}"),
        Operation::Meet(a, b) => format!("meet {a} {b}"),
        Operation::Widen(a, b) => format!("widen {a} {b}"),
        Operation::Narrow(a, b) => format!("narrow {a} {b}"),
        Operation::Assign(a, assignments) => {
            let parts = assignments.iter().map(|(variable, e)| format!("x{variable} := {e}"));
            line(&format!("assign {a}"), parts, "; ")
        }
        Operation::Forget(a, variables) => {
            line(&format!("forget {a}"), variables.iter().map(|v| format!("x{v}")), " ")
        }
        Operation::Guard(a, constraint) => format!("guard {a} {constraint}"),
        Operation::Embed(a, sources) => {
            let word = |source: &Option<usize>| match source {
                Some(variable) => format!("x{variable}"),
                None => "new".to_string(),
            };
            line(&format!("embed {a}"), sources.iter().map(word), " ")
        }
    }
}

/// The line for a question, without its number.
pub fn question(question: Question) -> String {
    match question {
        Question::Leq(a, b) => format!("leq {a} {b}"),
        Question::Equal(a, b) => format!("equal {a} {b}"),
        Question::IsBottom(a) => format!("is_bottom {a}"),
        Question::IsTop(a) => format!("is_top {a}"),
    }
}

/// The line that asks for the constraints of an element, without its number.
pub fn constraints_of(slot: Slot) -> String {
    format!("constraints {slot}")
}

/// What a program may answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Yes, no or unknown.
    Answer(Answer),
    /// Constraints that hold.
    Holds(Vec<Constraint>),
    /// An instruction since the last question went wrong, or the question itself.
    Fault(Refusal),
}

/// Read the text of an answer after its number.
pub fn reply(text: &str, space: &Space) -> Result<Reply, String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match (word, rest.trim()) {
        ("yes", "") => Ok(Reply::Answer(Answer::Yes)),
        ("no", "") => Ok(Reply::Answer(Answer::No)),
        ("unknown", "") => Ok(Reply::Answer(Answer::Unknown)),
        ("holds", rest) => constraints(rest, space).map(Reply::Holds),
        ("exception", rest) => {
            let description = rest.chars().take(LONGEST_DESCRIPTION).collect();
            Ok(Reply::Fault(Refusal::Exception(description)))
        }
        ("unsupported", rest) => Ok(Reply::Fault(unsupported(rest))),
        _ => Err(format!("it answered {:?}", Shortened(text))),
    }
}

fn constraints(text: &str, space: &Space) -> Result<Vec<Constraint>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let read = |part: &str| {
        let part = part.trim();
        space.parse(part).map_err(|fault| format!("its constraint {:?}: {fault}", Shortened(part)))
    };
    text.split(';').map(read).collect()
}

fn unsupported(word: &str) -> Refusal {
    match OperationKind::ALL.into_iter().find(|kind| kind.name() == word) {
        Some(kind) => Refusal::unsupported(kind),
        None => Refusal::Exception(format!("it does not support {}", Shortened(word))),
    }
}

fn line(start: &str, parts: impl Iterator<Item = impl Display>, separator: &str) -> String {
    let mut text = start.to_string();
    for (position, part) in parts.enumerate() {
        let before = if position == 0 { " " } else { separator };
        write!(text, "{before}{part}").expect("strings can be written to");
    }
    text
}

/// The beginning of a text of others, as it may be long.
pub struct Shortened<'a>(pub &'a str);

impl fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(80) {
            Some((end, _)) => write!(f, "{}...", &self.0[..end]),
            None => f.write_str(self.0),
        }
    }
}

impl fmt::Debug for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_lines() {
        let space = Space::reals(4);
        let constraint = |text| space.parse(text).expect(text);
        let expr = |text| space.parse_expr(text).expect(text);
        for (made, expected) in [
            (Operation::Constraints(vec![]), "constraint"),
            (
                Operation::Constraints(vec![constraint("x0 <= 1/2"), constraint("x1 = x2")]),
                "constraint -x0 + 1/2 >= 0; x1 - x2 = 0",
            ),
            (Operation::Widen(Slot(3), Slot(4)), "widen 3 4"),
            (
                Operation::Assign(Slot(2), vec![(0, expr("x1 + 1")), (1, expr("x0"))]),
                "assign 2 x0 := x1 + 1; x1 := x0",
            ),
            (Operation::Forget(Slot(2), vec![0, 3]), "forget 2 x0 x3"),
            (Operation::Guard(Slot(2), constraint("x0 != 3")), "guard 2 x0 - 3 != 0"),
            (Operation::Embed(Slot(2), vec![Some(1), None]), "embed 2 x1 new"),
        ] {
            assert_eq!(operation(&made), expected);
        }
        assert_eq!(kinds(&Space::new([VarKind::Int, VarKind::Real])), " int real");
    }

    #[test]
    fn replies_are_read() {
        let space = Space::reals(2);
        let read = |text| reply(text, &space);
        assert_eq!(read("yes"), Ok(Reply::Answer(Answer::Yes)));
        assert_eq!(read("holds"), Ok(Reply::Holds(vec![])));
        let two = ["x0 >= 0", "x1 = 1/2"].map(|text| space.parse(text).expect(text));
        assert_eq!(read("holds x0 >= 0; x1 = 1/2"), Ok(Reply::Holds(two.to_vec())));
        let fault = |refusal| Ok(Reply::Fault(refusal));
        assert_eq!(read("unsupported narrow"), fault(Refusal::Unsupported("narrow")));
        assert_eq!(read("exception too big"), fault(Refusal::Exception("too big".into())));
        let strange = Refusal::Exception("it does not support dancing".into());
        assert_eq!(read("unsupported dancing"), fault(strange));
    }

    #[test]
    fn rubbish_is_no_reply() {
        let space = Space::reals(2);
        for (text, fault) in [
            ("", "it answered \"\""),
            ("yes!", "it answered \"yes!\""),
            ("yes yes", "it answered \"yes yes\""),
            (
                "holds x2 >= 0",
                "its constraint \"x2 >= 0\": there is no variable x2 among 2 dimensions",
            ),
        ] {
            assert_eq!(reply(text, &space), Err(fault.to_string()));
        }
        let long = "é".repeat(1000);
        assert_eq!(reply(&long, &space), Err(format!("it answered \"{}...\"", "é".repeat(80))));
    }
}
