//! What came of a law: what a worker sends, and what is printed, for people and for machines.

use serde::{Deserialize, Serialize};
use soundline_lattice::{Counterexample, Report, Status};
use std::path::{Path, PathBuf};

/// The laws of one lattice.
#[derive(Serialize)]
pub struct Checked {
    pub name: String,
    pub about: String,
    pub laws: Vec<LawRun>,
}

/// One law. The shape is documented in `docs/laws.md`.
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

impl LawRun {
    /// The law behind a report, whose counterexample may be stored in a file.
    pub fn new(report: &Report, file: Option<&Path>) -> LawRun {
        let counterexample = report.counterexample().map(|example| Example {
            values: values(example),
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
