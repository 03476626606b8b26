//! What running a check came to.

use crate::{Check, Class, Note, Outcome, Recipe};
use std::fmt;

/// The result of running one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The lattice.
    pub subject: String,
    /// The law or operator property.
    pub name: String,
    /// What it is about.
    pub class: Class,
    /// The law as a formula.
    pub statement: String,
    /// What was run.
    pub scope: Scope,
    /// How the cases ended.
    pub counts: Counts,
    /// What that means.
    pub status: Status,
}

/// Which cases were run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// None, as for an exemption.
    None,
    /// A stored case that failed before.
    Stored,
    /// All tuples of elements.
    Exhaustive,
    /// Random ones.
    Random,
}

/// How many cases ended in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The conclusion held.
    pub holds: u64,
    /// The conclusion did not hold.
    pub violated: u64,
    /// The precondition failed.
    pub vacuous: u64,
    /// The implementation could not tell.
    pub unknown: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Holds => self.holds += 1,
            Outcome::Violated => self.violated += 1,
            Outcome::Vacuous => self.vacuous += 1,
            Outcome::Unknown => self.unknown += 1,
        }
    }

    /// All cases.
    pub fn total(&self) -> u64 {
        self.holds + self.violated + self.vacuous + self.unknown
    }
}

/// The verdict on a check. Only [`Status::Violated`] accuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Held in every random case whose precondition was met.
    Passed,
    /// Held in every tuple of elements, without an unknown answer.
    Proved,
    /// Does not hold.
    Violated(Counterexample),
    /// The precondition was never met: nothing was checked.
    Vacuous,
    /// The implementation never gave a definite answer: nothing was checked.
    Unknown,
    /// Not run, for the given reason.
    Exempt(String),
}

/// A case that violates a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// What makes it again.
    pub recipe: Recipe,
    /// The elements in the lattice's own notation.
    pub notes: Vec<Note>,
}

impl Report {
    pub(crate) fn new(check: &Check, scope: Scope, status: Status) -> Report {
        Report {
            subject: check.subject.clone(),
            name: check.name.clone(),
            class: check.class,
            statement: check.statement.clone(),
            scope,
            counts: Counts::default(),
            status,
        }
    }

    pub(crate) fn of_counts(
        check: &Check,
        scope: Scope,
        counts: Counts,
        violation: Option<Counterexample>,
    ) -> Report {
        let status = match violation {
            Some(counterexample) => Status::Violated(counterexample),
            None if counts.holds == 0 && counts.unknown == 0 => Status::Vacuous,
            None if counts.holds == 0 => Status::Unknown,
            None if scope == Scope::Exhaustive && counts.unknown == 0 => Status::Proved,
            None => Status::Passed,
        };
        Report { counts, ..Report::new(check, scope, status) }
    }

    /// Does the check accuse?
    pub fn is_violated(&self) -> bool {
        matches!(self.status, Status::Violated(_))
    }

    /// The counterexample, if there is one.
    pub fn counterexample(&self) -> Option<&Counterexample> {
        match &self.status {
            Status::Violated(counterexample) => Some(counterexample),
            _ => None,
        }
    }

    /// One line on the outcome: "passed 1000 (12 preconditions failed)".
    pub fn verdict(&self) -> String {
        let counts = &self.counts;
        let mut asides = Vec::new();
        if counts.vacuous > 0 {
            let plural = if counts.vacuous == 1 { "" } else { "s" };
            asides.push(format!("{} precondition{plural} failed", counts.vacuous));
        }
        if counts.unknown > 0 {
            asides.push(format!("{} unknown", counts.unknown));
        }
        let asides = match asides.is_empty() {
            true => String::new(),
            false => format!(" ({})", asides.join(", ")),
        };
        let total = counts.total();
        match &self.status {
            Status::Passed => format!("passed {total}{asides}"),
            Status::Proved => format!("proved over {}{asides}", all(total)),
            Status::Violated(_) if self.scope == Scope::Stored => {
                "violated by a stored case".into()
            }
            Status::Violated(_) => format!("violated {} of {total}{asides}", counts.violated),
            Status::Vacuous => format!("vacuous: the precondition never held in {total} cases"),
            Status::Unknown => format!("unknown: no definite answer in {total} cases{asides}"),
            Status::Exempt(reason) => format!("exempt: {reason}"),
        }
    }
}

fn all(total: u64) -> String {
    if total == 1 { "the only case".into() } else { format!("all {total} cases") }
}

/// The whole report: verdict and, for a violation, the law and the smallest counterexample.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.subject.is_empty() {
            write!(f, "{}: ", self.subject)?;
        }
        write!(f, "{}: {}", self.name, self.verdict())?;
        if let Some(counterexample) = self.counterexample() {
            write!(f, "\n  law: {}", self.statement)?;
            for note in &counterexample.notes {
                write!(f, "\n  {note}")?;
            }
        }
        Ok(())
    }
}
