//! What came out of a test.

use soundline_domains::numbers::Rat;
use soundline_targets::{Refusal, Slot};

/// What came out of a test that ran to its end. Only [`Verdict::Violated`] accuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The property held.
    Holds,
    /// It did not, for sure.
    Violated(Evidence),
    /// The library said no and flagged it as inexact, and exact arithmetic shows that the answer is
    /// yes: it cannot tell. A weaker finding, counted apart.
    Inexact(Evidence),
    /// The library said no but did not vouch for it, and no independent computation confirmed it.
    Doubtful(Evidence),
    /// The precondition did not hold, so nothing was tested.
    Vacuous,
    /// The machine did not do what it was asked.
    Refused(Refusal),
}

/// What was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// In a sentence.
    pub what: String,
    /// The elements that matter, with their names in the property's words.
    pub shown: Vec<(String, Slot)>,
    /// The point that should have been in an element or should not.
    pub point: Option<Vec<Rat>>,
}

impl Evidence {
    /// Evidence in a sentence.
    pub fn new(what: impl Into<String>) -> Evidence {
        Evidence { what: what.into(), ..Evidence::default() }
    }

    /// An element that matters.
    pub fn showing(mut self, name: impl Into<String>, slot: Slot) -> Evidence {
        self.shown.push((name.into(), slot));
        self
    }

    /// The point that shows it.
    pub fn at(mut self, point: Vec<Rat>) -> Evidence {
        self.point = Some(point);
        self
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

impl From<Result<Verdict, Stop>> for Verdict {
    fn from(checked: Result<Verdict, Stop>) -> Verdict {
        match checked {
            Ok(verdict) => verdict,
            Err(Stop::Vacuous) => Verdict::Vacuous,
            Err(Stop::Refused(refusal)) => Verdict::Refused(refusal),
        }
    }
}
