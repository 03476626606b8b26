//! Findings that were there before, in a file that can be kept with the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use soundline_analyze::outcome::{Accepted, Identity, Outcome};
use soundline_test::command::{Complaint, write_whole};

const SCHEMA: &str = "soundline-baseline/1";
/// How much it says about a finding: `definitely-fails` is more than `may-fail`.
const CERTAIN: &str = "definitely-fails";

/// A baseline.
#[derive(Debug, Serialize, Deserialize)]
pub struct Baseline {
    schema: String,
    soundline: String,
    findings: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    identity: Identity,
    status: String,
}

impl Baseline {
    /// Reads one from a file.
    pub fn read(file: &Path) -> Result<Baseline, Complaint> {
        let wrong = |reason: String| {
            Complaint::new(format!(
                "{} cannot be used as a baseline ({reason}): make one with --write-baseline",
                file.display()
            ))
        };
        let text = fs::read(file).map_err(|error| wrong(error.to_string()))?;
        let read: Baseline =
            serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
        match read.schema == SCHEMA {
            true => Ok(read),
            false => Err(wrong(format!("its schema is {}, not {SCHEMA}", read.schema))),
        }
    }

    /// All findings that are not allowed.
    pub fn of(outcomes: &[Outcome]) -> Baseline {
        let mut findings = BTreeSet::new();
        for outcome in outcomes {
            for (row, identity) in outcome.checks.iter().zip(outcome.identities()) {
                let allowed = matches!(row.accepted, Some(Accepted::Allowed(_)));
                if row.standing.is_finding() && !allowed {
                    findings.insert(Entry { identity, status: row.standing.name().to_owned() });
                }
            }
        }
        Baseline {
            schema: SCHEMA.to_owned(),
            soundline: env!("CARGO_PKG_VERSION").to_owned(),
            findings: findings.into_iter().collect(),
        }
    }

    /// Writes it to a file, in an order that does not depend on the run.
    pub fn write(&self, file: &Path) -> Result<(), Complaint> {
        let mut text = serde_json::to_string_pretty(self).expect("a baseline is JSON");
        text.push('\n');
        write_whole(file, text.as_bytes())
    }

    /// Marks the findings that are in it. One that was a warning and is certain now is new.
    pub fn mark(&self, outcomes: &mut [Outcome]) {
        let mut known: BTreeMap<&Identity, bool> = BTreeMap::new();
        for entry in &self.findings {
            *known.entry(&entry.identity).or_default() |= entry.status == CERTAIN;
        }
        for outcome in outcomes {
            let identities = outcome.identities();
            for (row, identity) in outcome.checks.iter_mut().zip(identities) {
                let certain = row.standing.name() == CERTAIN;
                let is_known = known.get(&identity).is_some_and(|before| *before || !certain);
                if row.is_open_finding() && is_known {
                    row.accepted = Some(Accepted::Known);
                }
            }
        }
    }

    /// A sentence about findings of files that were analyzed now and have them no more.
    pub fn stale(&self, outcomes: &[Outcome]) -> Option<String> {
        let files: BTreeSet<&str> = outcomes.iter().map(|outcome| outcome.file.as_str()).collect();
        let found: BTreeSet<Identity> = outcomes
            .iter()
            .flat_map(|outcome| outcome.checks.iter().zip(outcome.identities()))
            .filter(|(row, _)| row.standing.is_finding())
            .map(|(_, identity)| identity)
            .collect();
        let gone = self.findings.iter().filter(|entry| {
            files.contains(entry.identity.file.as_str()) && !found.contains(&entry.identity)
        });
        match gone.count() {
            0 => None,
            1 => Some(
                "1 finding of the baseline is gone: --write-baseline brings it up to date".into(),
            ),
            count => Some(format!(
                "{count} findings of the baseline are gone: --write-baseline brings it up to date"
            )),
        }
    }
}
