//! Which findings are none for the user: those of a baseline, those that are allowed for a reason, and those of headers, or
//! about what files share, that are told already.

mod allow;
mod baseline;
mod repeated;

use std::path::PathBuf;

use soundline_analyze::outcome::{Accepted, Outcome, share};
use soundline_test::command::Complaint;

use allow::Allowed;
use baseline::Baseline;

/// What is accepted
#[derive(clap::Args)]
pub struct TriageArguments {
    /// Findings that are known: only those count that are not in this file
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write all findings to a file for --baseline
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,
    /// Findings that are allowed: lines `KIND FILE FUNCTION: reason`, `*` for any file or function
    #[arg(long, value_name = "FILE")]
    allow: Vec<PathBuf>,
}

/// What is to be said about it.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Sentences about what does not fit any more.
    pub notes: Vec<String>,
    /// Whether findings were compared with a baseline.
    pub compared: bool,
    known: usize,
    allowed: usize,
    repeated: usize,
    shared: usize,
}

impl Notes {
    /// How many findings are accepted, if some are.
    pub fn counts(&self) -> Option<String> {
        let parts = [
            (self.known, "known by the baseline"),
            (self.allowed, "allowed"),
            (self.repeated, "in headers, shown with another file"),
            (self.shared, "about what files share, shown with another file"),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, what)| format!("{count} {what}")).collect();
        let findings = match self.known + self.allowed + self.repeated + self.shared {
            0 => return None,
            1 => "1 finding is",
            several => &format!("{several} findings are"),
        };
        Some(format!("{findings} not shown: {}", parts.join(", ")))
    }
}

impl TriageArguments {
    /// Marks the findings that are accepted.
    pub fn apply(&self, outcomes: &mut [Outcome]) -> Result<Notes, Complaint> {
        let mut notes = Notes::default();
        let mut allowed = Allowed::default();
        for file in &self.allow {
            allowed.read(file)?;
        }
        for outcome in outcomes.iter_mut() {
            allowed.mark(outcome)?;
        }
        notes.notes.extend(allowed.stale(outcomes));
        if let Some(file) = &self.baseline {
            let baseline = Baseline::read(file)?;
            notes.compared = true;
            baseline.mark(outcomes);
            notes.notes.extend(baseline.stale(outcomes));
        }
        if let Some(file) = &self.write_baseline {
            let baseline = Baseline::of(outcomes);
            baseline.write(file)?;
            baseline.mark(outcomes);
        }
        let rows = || outcomes.iter().flat_map(|outcome| &outcome.checks);
        notes.known = rows().filter(|row| row.accepted == Some(Accepted::Known)).count();
        let is_allowed =
            |accepted: &Option<Accepted>| matches!(accepted, Some(Accepted::Allowed(_)));
        notes.allowed = rows().filter(|row| is_allowed(&row.accepted)).count();
        notes.repeated = repeated::mark(outcomes);
        notes.shared = share(outcomes);
        Ok(notes)
    }
}
