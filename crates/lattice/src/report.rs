//! What running a check came to.

use crate::{Check, Class, LawId, Note, Outcome, Recipe};
use std::fmt;
use std::time::Duration;

/// The result of running one check.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The lattice.
    pub subject: String,
    /// The law or operator property.
    pub name: String,
    /// The law; properties of operators have names only.
    pub law: Option<LawId>,
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
    /// Failures of another kind than the one in the status: panics beside wrong results.
    pub more: Vec<Counterexample>,
    /// The more basic law whose violation explains this one: see [`Runner::run_all`].
    ///
    /// [`Runner::run_all`]: crate::Runner::run_all
    pub follows_from: Option<String>,
    /// Other counterexamples of the kind in the status.
    pub(crate) alternatives: Vec<Counterexample>,
}

/// Which cases were run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
#[non_exhaustive]
pub struct Counts {
    /// The conclusion held.
    pub holds: u64,
    /// The conclusion did not hold.
    pub violated: u64,
    /// The precondition failed.
    pub vacuous: u64,
    /// The implementation could not tell.
    pub unknown: u64,
    /// A generator panicked, so that there was no case.
    pub generator_panics: u64,
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

    /// The cases in which the conclusion was checked.
    pub fn checked(&self) -> u64 {
        self.holds + self.violated
    }

    /// All cases.
    pub fn total(&self) -> u64 {
        self.checked() + self.vacuous + self.unknown + self.generator_panics
    }

    /// The share of cases, in percent, in which nothing was checked.
    pub fn discarded(&self) -> u64 {
        let unchecked = self.total() - self.checked();
        (100 * unchecked).checked_div(self.total()).unwrap_or(0)
    }
}

/// The verdict on a check. Only [`Status::Violated`] accuses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// Held in every random case whose precondition was met.
    Passed,
    /// Held in every tuple of elements, without an unknown answer.
    Proved,
    /// Does not hold, or could not be checked to the end: see [`Counterexample::failure`].
    Violated(Counterexample),
    /// The precondition was never met: nothing was checked.
    Vacuous,
    /// The implementation never gave a definite answer: nothing was checked.
    Unknown,
    /// Not run, for the given reason.
    Exempt(String),
}

impl Scope {
    /// The scope in a word.
    pub fn name(self) -> &'static str {
        match self {
            Scope::None => "none",
            Scope::Stored => "stored",
            Scope::Exhaustive => "exhaustive",
            Scope::Random => "random",
        }
    }
}

impl Status {
    /// The status in a word.
    pub fn name(&self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Proved => "proved",
            Status::Violated(_) => "violated",
            Status::Vacuous => "vacuous",
            Status::Unknown => "unknown",
            Status::Exempt(_) => "exempt",
        }
    }
}

/// A case that violates a check.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counterexample {
    /// What makes it again.
    pub recipe: Recipe,
    /// The elements in the lattice's own notation.
    pub notes: Vec<Note>,
    /// How it fails.
    pub failure: Failure,
}

/// How a case fails. The order is that in which failures are told: wrong results first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Failure {
    /// The conclusion does not hold.
    Wrong,
    /// An operation panicked at the given place.
    Panic(String),
    /// The case did not end within the time limit.
    Hang(Duration),
    /// The process used more memory than the limit, in bytes.
    Memory(u64),
    /// The process ended: aborted, overflowed its stack, or called `exit`.
    Death(String),
    /// The generator of the given name panicked at the given place. This says nothing about the law.
    Generator(&'static str, String),
}

/// The share of discarded cases, in percent, above which a report says so.
const MANY_DISCARDED: u64 = 80;

impl Report {
    pub(crate) fn new(check: &Check, scope: Scope, status: Status) -> Report {
        Report {
            subject: check.subject.clone(),
            name: check.name.clone(),
            law: check.law,
            class: check.class,
            statement: check.statement.clone(),
            scope,
            counts: Counts::default(),
            status,
            more: vec![],
            follows_from: None,
            alternatives: vec![],
        }
    }

    /// The report on many cases, with the counterexamples of each kind of failure in the order of
    /// their size.
    pub(crate) fn of_counts(
        check: &Check,
        scope: Scope,
        counts: Counts,
        failures: Vec<Vec<Counterexample>>,
    ) -> Report {
        let mut failures = failures.into_iter().filter(|kind| !kind.is_empty());
        let mut alternatives = failures.next().unwrap_or_default();
        let first = (!alternatives.is_empty()).then(|| alternatives.remove(0));
        let more = failures.map(|mut kind| kind.remove(0)).collect();
        let status = match first {
            Some(counterexample) => Status::Violated(counterexample),
            None if counts.holds == 0 && counts.unknown == 0 => Status::Vacuous,
            None if counts.holds == 0 => Status::Unknown,
            None if scope == Scope::Exhaustive && counts.unknown == 0 => Status::Proved,
            None => Status::Passed,
        };
        Report { counts, more, alternatives, ..Report::new(check, scope, status) }
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

    /// The counterexample and others that fail in the same way, the smallest first.
    pub fn counterexamples(&self) -> impl Iterator<Item = &Counterexample> {
        self.counterexample().into_iter().chain(&self.alternatives)
    }

    /// What should be better about a check that was passed: too few of its cases count.
    pub fn warning(&self) -> Option<String> {
        let discarded = self.counts.discarded();
        let few = self.scope == Scope::Random && discarded > MANY_DISCARDED;
        few.then(|| format!("{discarded} % of the cases discarded"))
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
        asides.extend(self.warning());
        let asides = match asides.is_empty() {
            true => String::new(),
            false => format!(" ({})", asides.join(", ")),
        };
        let (checked, total) = (counts.checked(), counts.total());
        match &self.status {
            Status::Passed => format!("passed {checked}{asides}"),
            Status::Proved => format!("proved over {}{asides}", all(total)),
            Status::Violated(example) => match &example.failure {
                Failure::Hang(limit) => format!("does not end within {} s", limit.as_secs_f64()),
                Failure::Memory(limit) => format!("uses more than {} MiB of memory", limit >> 20),
                Failure::Death(how) => format!("ends the process: {how}"),
                Failure::Generator(name, _) => format!("the generator `{name}` panics"),
                _ if self.scope == Scope::Stored => "violated by a stored case".into(),
                _ => format!("violated {} of {checked}{asides}", counts.violated),
            },
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
        if let Some(law) = &self.follows_from {
            write!(f, "\n  follows from: {law}")?;
        }
        if let Some(counterexample) = self.counterexample() {
            write!(f, "\n  law: {}", self.statement)?;
            for note in &counterexample.notes {
                write!(f, "\n  {note}")?;
            }
        }
        for other in &self.more {
            write!(f, "\n  and in another case:")?;
            for note in &other.notes {
                write!(f, "\n    {note}")?;
            }
        }
        Ok(())
    }
}
