//! How a test ended, with its evidence: one type from the worker that ran it to the report that
//! shows it.

use std::fmt;

use soundline_domains::expr::Constraint;
use soundline_domains::numbers::Rat;
use soundline_targets::{Refusal, Slot};

use crate::bench::Step;

/// How a test ended, as it is counted. Only some of these are [findings](Ending::is_finding).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The property held.
    Held,
    /// Its precondition did not hold, so nothing was tested.
    Vacuous,
    /// It did not hold, for sure.
    Violated,
    /// The library denied what exact arithmetic shows to hold: its answer is wrong, not the operation
    /// that was checked.
    WrongAnswer,
    /// The library said no and flagged it as inexact, and exact arithmetic shows that the answer is
    /// yes: it cannot tell. A weaker finding, counted apart.
    Inexact,
    /// The library said no but did not vouch for it, and no independent computation confirmed it.
    Doubtful,
    /// The machine did not do what it was asked.
    Refused,
    /// The process died: a signal, an abort, an exit.
    Died,
    /// The time limit was reached.
    TimedOut,
    /// The memory limit was reached.
    OutOfMemory,
    /// It failed in one of these ways, but what was asked lies beyond what the library promises.
    Beyond,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 11] = [
        Ending::Held,
        Ending::Vacuous,
        Ending::Violated,
        Ending::WrongAnswer,
        Ending::Inexact,
        Ending::Doubtful,
        Ending::Refused,
        Ending::Died,
        Ending::TimedOut,
        Ending::OutOfMemory,
        Ending::Beyond,
    ];

    /// Is it written down and not only counted?
    pub fn is_finding(self) -> bool {
        use Ending::{Beyond, Doubtful, Held, Refused, Vacuous};
        !matches!(self, Held | Vacuous | Doubtful | Refused | Beyond)
    }

    /// Did the test come to its end, and say no?
    pub fn is_verdict(self) -> bool {
        matches!(self, Ending::Violated | Ending::WrongAnswer | Ending::Inexact)
    }

    /// The word for it in JSON, and between a judge and its worker.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Held => "held",
            Ending::Vacuous => "vacuous",
            Ending::Violated => "violated",
            Ending::WrongAnswer => "wrong-answer",
            Ending::Inexact => "inexact",
            Ending::Doubtful => "doubtful",
            Ending::Refused => "refused",
            Ending::Died => "died",
            Ending::TimedOut => "timed-out",
            Ending::OutOfMemory => "out-of-memory",
            Ending::Beyond => "beyond",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::WrongAnswer => "wrong answer",
            Ending::Inexact => "flagged inexact",
            Ending::Beyond => "beyond the contract",
            Ending::TimedOut => "timed out",
            Ending::OutOfMemory => "out of memory",
            other => other.word(),
        })
    }
}

/// An element that matters, in exact constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its name in the property's words.
    pub name: String,
    /// What it says holds.
    pub constraints: Vec<Constraint>,
}

/// How a test ended, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// What was seen, in a sentence; of a death, how the process ended.
    pub what: String,
    /// The elements that matter, with their names in the property's words. A check names them; they
    /// become [regions](Outcome::regions) when somebody wants to see them.
    pub shown: Vec<(String, Slot)>,
    /// The elements that matter, in exact constraints.
    pub regions: Vec<Region>,
    /// The elements of the trace, p0 first, as the library exports them when the trace has ended; none of one that it cannot
    /// export. Empty if nobody wanted to see them.
    pub elements: Vec<Option<Vec<Constraint>>>,
    /// The point that should have been in an element or should not.
    pub point: Option<Vec<Rat>>,
    /// The instruction in which it died or hung, or the first result or answer that exact
    /// arithmetic refutes, in words.
    pub place: Option<String>,
    /// Does exact arithmetic show that a result lacks points, or that a yes is wrong?
    pub unsound: bool,
    /// What the check did.
    pub steps: Vec<Step>,
    /// The last that was written to standard error.
    pub stderr: String,
}

impl Outcome {
    /// It ended so; in a sentence what was seen.
    pub fn new(ending: Ending, what: impl Into<String>) -> Outcome {
        Outcome {
            ending,
            what: what.into(),
            shown: Vec::new(),
            regions: Vec::new(),
            elements: Vec::new(),
            point: None,
            place: None,
            unsound: false,
            steps: Vec::new(),
            stderr: String::new(),
        }
    }

    /// The property held.
    pub fn held() -> Outcome {
        Outcome::new(Ending::Held, "")
    }

    /// The property did not hold.
    pub fn violated(what: impl Into<String>) -> Outcome {
        Outcome::new(Ending::Violated, what)
    }

    /// An element that matters.
    pub fn showing(mut self, name: impl Into<String>, slot: Slot) -> Outcome {
        self.shown.push((name.into(), slot));
        self
    }

    /// The point that shows it.
    pub fn at(mut self, point: Vec<Rat>) -> Outcome {
        self.point = Some(point);
        self
    }

    /// The same evidence for another ending.
    pub fn ended(self, ending: Ending) -> Outcome {
        Outcome { ending, ..self }
    }

    /// Did the property hold?
    pub fn is_held(&self) -> bool {
        self.ending == Ending::Held
    }

    /// Was it violated for sure, by a result or by an answer?
    pub fn is_violated(&self) -> bool {
        matches!(self.ending, Ending::Violated | Ending::WrongAnswer)
    }

    /// What is told of it: what was seen, or what its ending means.
    pub fn sentence(&self) -> &str {
        match self.ending {
            Ending::Held => "the property holds",
            Ending::Vacuous => "the precondition does not hold",
            Ending::TimedOut if self.what.is_empty() => "it does not end",
            _ => &self.what,
        }
    }
}

/// Why a check stopped before its conclusion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The precondition does not hold.
    Vacuous,
    /// The machine refused.
    Refused(Refusal),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::Refused(refusal)
    }
}

impl From<Refusal> for Outcome {
    fn from(refusal: Refusal) -> Outcome {
        match refusal {
            // A program that goes away or writes rubbish fails like a library that crashes.
            Refusal::Broken(how) => Outcome::new(Ending::Died, how),
            other => Outcome::new(Ending::Refused, other.to_string()),
        }
    }
}

impl From<Result<Outcome, Stop>> for Outcome {
    fn from(checked: Result<Outcome, Stop>) -> Outcome {
        match checked {
            Ok(outcome) => outcome,
            Err(Stop::Vacuous) => Outcome::new(Ending::Vacuous, ""),
            Err(Stop::Refused(refusal)) => refusal.into(),
        }
    }
}

/// How it ended, in words: of a death, how the process ended.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ending {
            Ending::Died => f.write_str(&self.what),
            ending => ending.fmt(f),
        }
    }
}
