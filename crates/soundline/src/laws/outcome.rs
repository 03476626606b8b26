//! What came of a law: what a worker sends, and what is printed, for people and for machines.

use serde::{Deserialize, Serialize};
use soundline_lattice::{Check, Counterexample, Order, Outcome, Report, Status};
use std::path::{Path, PathBuf};

/// The laws of one lattice.
#[derive(Serialize, Deserialize)]
pub struct Checked {
    pub name: String,
    pub about: String,
    pub laws: Vec<LawRun>,
    /// Its elements and their order, where they are few.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Diagram>,
}

/// What a Hasse diagram is drawn from.
#[derive(Serialize, Deserialize)]
pub struct Diagram {
    pub elements: Vec<String>,
    /// For each element, the places of those that it is below or equal to.
    pub leq: Vec<Vec<usize>>,
}

impl From<Order> for Diagram {
    fn from(Order { elements, leq }: Order) -> Diagram {
        Diagram { elements, leq }
    }
}

/// One law. The shape is documented in `docs/json.md`.
#[derive(Serialize, Deserialize)]
pub struct LawRun {
    pub law: String,
    pub class: String,
    pub statement: String,
    pub status: String,
    /// The status with its figures, in a few words.
    pub verdict: String,
    pub scope: String,
    pub cases: u64,
    pub checked: u64,
    pub holds: u64,
    pub violated: u64,
    pub preconditions_failed: u64,
    pub unknown: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows_from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Example>,
}

/// The smallest counterexample, and one for each other way in which the law fails.
#[derive(Serialize, Deserialize)]
pub struct Example {
    pub values: Vec<Value>,
    /// Larger ones that fail in the same way, with `--examples`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<Vec<Value>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
}

/// A value in a counterexample.
#[derive(Serialize, Deserialize)]
pub struct Value {
    pub label: String,
    pub value: String,
}

/// A stored case that was run again.
#[derive(Serialize, Deserialize)]
pub struct Replay {
    pub lattice: String,
    pub law: String,
    pub statement: String,
    /// `holds`, `violated`, `vacuous` or `unknown`.
    pub outcome: String,
    /// The same in a few words.
    pub verdict: String,
    pub values: Vec<Value>,
}

impl Replay {
    /// A case that returned.
    pub fn new(check: &Check, outcome: Outcome, explained: &Counterexample) -> Replay {
        let (outcome, verdict) = match outcome {
            Outcome::Holds => ("holds", "holds now"),
            Outcome::Violated => (VIOLATED, "violated"),
            Outcome::Vacuous => ("vacuous", "the precondition does not hold"),
            Outcome::Unknown => ("unknown", "no definite answer"),
        };
        Replay {
            lattice: check.subject.clone(),
            law: check.name.clone(),
            statement: check.statement.clone(),
            outcome: outcome.into(),
            verdict: verdict.into(),
            values: values(explained),
        }
    }

    /// A case that did not return, or ended its process.
    pub fn ended(report: &Report, explained: &Counterexample) -> Replay {
        Replay {
            lattice: report.subject.clone(),
            law: report.name.clone(),
            statement: report.statement.clone(),
            outcome: VIOLATED.into(),
            verdict: report.verdict(),
            values: values(explained),
        }
    }

    /// Is the law violated?
    pub fn is_violated(&self) -> bool {
        self.outcome == VIOLATED
    }
}

const VIOLATED: &str = "violated";

impl LawRun {
    /// The law behind a report, whose counterexample may be stored in a file. At most so many counterexamples are kept.
    pub fn new(report: &Report, file: Option<&Path>, examples: usize) -> LawRun {
        let counterexample = report.counterexample().map(|example| Example {
            values: values(example),
            further: report.counterexamples().take(examples).skip(1).map(values).collect(),
            others: report.more.iter().map(values).collect(),
            file: file.map(Path::to_path_buf),
        });
        let reason = match &report.status {
            Status::Exempt(reason) => Some(reason.clone()),
            _ => None,
        };
        LawRun {
            law: report.name.clone(),
            class: report.class.name().into(),
            statement: report.statement.clone(),
            status: report.status.name().into(),
            verdict: report.verdict(),
            scope: report.scope.name().into(),
            cases: report.counts.total(),
            checked: report.counts.checked(),
            holds: report.counts.holds,
            violated: report.counts.violated,
            preconditions_failed: report.counts.vacuous,
            unknown: report.counts.unknown,
            reason,
            warning: report.warning(),
            follows_from: report.follows_from.clone(),
            counterexample,
        }
    }

    /// Is it violated, and not because of another law?
    pub fn is_cause(&self) -> bool {
        self.counterexample.is_some() && self.follows_from.is_none()
    }
}

/// The elements of a counterexample.
pub fn values(counterexample: &Counterexample) -> Vec<Value> {
    let value = |note: &soundline_lattice::Note| Value {
        label: note.label.clone(),
        value: note.text.clone(),
    };
    counterexample.notes.iter().map(value).collect()
}
