//! `campaign.json`: a run as data, for other programs and for reading it back.
//!
//! The schema is described in docs/campaign-json.md and named in the file; its name changes when a reader
//! would have to. Numbers, constraints and traces are text, because JSON's numbers are not exact.
//! All that is measured stands in `timings`: the rest is a function of seed, configuration and
//! tests.

mod read;
mod steps;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use soundline_fuzz::{Campaign, TraceError};

/// The name of the schema.
pub const SCHEMA: &str = "soundline-campaign/1";

/// Why a file is not a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// It is no JSON, or has not the fields that it needs.
    #[error("campaign.json cannot be read: {0}")]
    Syntax(#[from] serde_json::Error),
    /// It has another schema.
    #[error("campaign.json has schema {found:?}, and this version reads {SCHEMA:?}")]
    Schema {
        /// What it says.
        found: String,
    },
    /// A trace in it is damaged.
    #[error("campaign.json has a damaged trace: {0}")]
    Trace(#[from] TraceError),
    /// A value in it means nothing here.
    #[error("campaign.json has {what} {value:?}, which is unknown here")]
    Unknown {
        /// What it should be.
        what: &'static str,
        /// What it is.
        value: String,
    },
}

/// A run as text.
pub fn write(campaigns: &[Campaign]) -> String {
    let run = Run {
        schema: SCHEMA.to_string(),
        soundline: env!("CARGO_PKG_VERSION").to_string(),
        targets: campaigns.iter().map(Target::from).collect(),
    };
    let mut text = serde_json::to_string_pretty(&run).expect("a run has text for keys");
    text.push('\n');
    text
}

/// A run read back.
pub fn read(text: &str) -> Result<Vec<Campaign>, JsonError> {
    #[derive(Deserialize)]
    struct Named {
        schema: String,
    }
    let Named { schema } = serde_json::from_str(text)?;
    if schema != SCHEMA {
        return Err(JsonError::Schema { found: schema });
    }
    let run: Run = serde_json::from_str(text)?;
    run.targets.into_iter().map(Campaign::try_from).collect()
}

#[derive(Serialize, Deserialize)]
struct Run {
    schema: String,
    soundline: String,
    targets: Vec<Target>,
}

#[derive(Serialize, Deserialize)]
struct Target {
    target: String,
    version: Option<String>,
    path: Option<String>,
    config: String,
    seed: u64,
    stop: String,
    summary: Summary,
    properties: Vec<Property>,
    not_tested: Vec<NotTested>,
    causes: Vec<Cause>,
    unconfirmed: Vec<Unconfirmed>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
    coverage: Coverage,
    timings: Timings,
}

/// Derived from the rest; ignored when it is read.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Summary {
    tested: usize,
    soundness: usize,
    precision: usize,
    broken: usize,
    tests: u64,
    preconditions_met: u64,
}

#[derive(Serialize, Deserialize)]
struct Property {
    property: u16,
    #[serde(default)]
    name: String,
    #[serde(default)]
    class: String,
    #[serde(default)]
    statement: String,
    #[serde(default)]
    standing: String,
    tests: u64,
    held: u64,
    vacuous: u64,
    violated: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    wrong_answers: u64,
    inexact: u64,
    doubtful: u64,
    refused: u64,
    died: u64,
    timed_out: u64,
    out_of_memory: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    beyond: u64,
    #[serde(default)]
    excluded_rate: Option<f64>,
}

#[derive(Serialize, Deserialize)]
struct NotTested {
    property: u16,
    reason: String,
}

#[derive(Serialize, Deserialize)]
struct Unconfirmed {
    property: u16,
    index: u64,
    /// Not in files of before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ending: Option<Ending>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trace: Option<String>,
    #[serde(default)]
    reason: String,
}

#[derive(Serialize, Deserialize)]
struct Cause {
    title: String,
    #[serde(default)]
    properties: Vec<u16>,
    findings: Vec<Finding>,
}

#[derive(Serialize, Deserialize)]
struct Finding {
    property: u16,
    ending: Ending,
    index: u64,
    trace: String,
    found_as: String,
    what: String,
    place: Option<String>,
    regions: Vec<Region>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    elements: Vec<Option<Vec<String>>>,
    point: Option<Vec<String>>,
    steps: Vec<steps::Line>,
    stderr: String,
    waived: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ending {
    Violated,
    WrongAnswer,
    Inexact,
    Died(String),
    TimedOut,
    OutOfMemory,
    Beyond,
}

#[derive(Serialize, Deserialize)]
struct Region {
    name: String,
    constraints: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Coverage {
    operations: Vec<(String, u64)>,
    bottom: u64,
    top: u64,
    proper: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    places: u64,
}

#[derive(Serialize, Deserialize)]
struct Timings {
    elapsed_millis: u64,
    /// By the number of the property.
    first_finding_millis: BTreeMap<u16, u64>,
}

#[cfg(test)]
mod tests;

fn is_zero(number: &u64) -> bool {
    *number == 0
}
