//! Which findings have one cause, told before anything is shrunk: by how serious they are, the
//! operation or question that fails, and what exact arithmetic says.

use soundline_targets::Question;

use crate::bench::Step;
use crate::outcome::{Ending, Outcome};
use crate::property::{self, Class, Property};

/// How serious a cause is, in the order in which reports show them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// An analysis may miss behaviours.
    Soundness,
    /// An analysis dies, or does not come back.
    Crash,
    /// An analysis may not end.
    Convergence,
    /// An analysis knows less than it could.
    Precision,
}

/// What tells a cause from others. Findings are only shrunk to findings of the same cause.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bucket {
    /// How serious it is.
    pub severity: Severity,
    /// What goes wrong, in words.
    pub title: String,
}

impl Bucket {
    /// The cause of a failure of a property.
    pub fn of(number: u16, outcome: &Outcome) -> Bucket {
        let property = property::get(number);
        let severity = severity(property, outcome);
        let place = outcome.place.as_deref();
        let culprit = place.unwrap_or("an operation");
        let title = match outcome.ending {
            Ending::Died => format!("{culprit} kills the process: {}", outcome.what),
            Ending::TimedOut => format!("{culprit} does not end"),
            Ending::OutOfMemory => format!("{culprit} takes all memory"),
            ending => {
                let what =
                    place.map_or_else(|| blamed(property, severity, outcome), str::to_string);
                let flagged = if ending == Ending::Inexact { ", flagged inexact" } else { "" };
                format!("{what}{flagged}")
            }
        };
        Bucket { severity, title }
    }
}

fn severity(property: Option<&Property>, outcome: &Outcome) -> Severity {
    match (outcome.ending, property.map(|property| property.class)) {
        (Ending::Died | Ending::TimedOut | Ending::OutOfMemory, _) => Severity::Crash,
        _ if outcome.unsound => Severity::Soundness,
        (Ending::Violated, Some(Class::Soundness)) => Severity::Soundness,
        (Ending::Violated, Some(Class::Convergence)) => Severity::Convergence,
        _ => Severity::Precision,
    }
}

/// Where exact arithmetic refutes nothing: the operation that the property is about, or else the
/// question that it asked last. What stands in the pool is not to blame.
fn blamed(property: Option<&Property>, severity: Severity, outcome: &Outcome) -> String {
    let asked = outcome.steps.iter().rev().find_map(|step| match step {
        Step::Ask(question, _) => Some(question_name(*question)),
        _ => None,
    });
    let operation = property.and_then(|property| property.needs.first()).map(|kind| kind.name());
    let culprit = operation.or(asked).unwrap_or("an element");
    match severity {
        Severity::Soundness => format!("{culprit} is unsound"),
        Severity::Convergence => format!("{culprit} does not converge"),
        Severity::Crash | Severity::Precision => {
            let name = property.map_or("a property", |property| property.name);
            format!("{culprit}: {name} does not hold")
        }
    }
}

fn question_name(question: Question) -> &'static str {
    match question {
        Question::Leq(..) => "leq",
        Question::Equal(..) => "equal",
        Question::IsBottom(_) => "is_bottom",
        Question::IsTop(_) => "is_top",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(number: u16, outcome: Outcome, severity: Severity, title: &str) {
        assert_eq!(Bucket::of(number, &outcome), Bucket { severity, title: title.to_string() });
    }

    #[test]
    fn a_cause_is_named_after_the_operation_of_the_property() {
        let violated = || Outcome::violated("it does not hold");
        check(30, violated(), Severity::Soundness, "widen is unsound");
        check(33, violated(), Severity::Convergence, "widen does not converge");
        check(17, violated(), Severity::Precision, "meet: meet with top does not hold");
    }

    #[test]
    fn what_exact_arithmetic_says_decides_how_serious_it_is() {
        let lost = Outcome {
            place: Some("join loses points".into()),
            unsound: true,
            ..Outcome::violated("it does not hold")
        };
        check(27, lost, Severity::Soundness, "join loses points");
        let denied = Outcome::new(Ending::WrongAnswer, "it does hold");
        let denied = Outcome { place: Some("leq says no where it holds".into()), ..denied };
        check(8, denied, Severity::Precision, "leq says no where it holds");
    }

    #[test]
    fn a_crash_is_known_by_its_place_and_its_signal() {
        let died = Outcome { place: Some("widen".into()), ..Outcome::new(Ending::Died, "SIGSEGV") };
        check(3, died, Severity::Crash, "widen kills the process: SIGSEGV");
    }
}
