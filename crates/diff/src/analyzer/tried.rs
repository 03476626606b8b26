//! What analyzers said about one program.

use super::{Analyzer, Run, Verdict};

/// An analyzer and what it said.
#[derive(Debug)]
pub struct Tried {
    /// The analyzer.
    pub analyzer: Analyzer,
    /// What came of it.
    pub run: Run,
}

impl Tried {
    /// What it says, if it says something.
    pub fn verdict(&self) -> Option<Verdict> {
        self.run.answer.verdict()
    }

    /// Whether it shows a failure: it calls the program unsafe, and never without having seen it fail.
    pub fn is_witness(&self) -> bool {
        self.analyzer.under_approximates() && self.verdict().is_some_and(Verdict::is_unsafe)
    }
}

/// Whether some say safe and some unsafe.
pub fn disagree(tried: &[Tried]) -> bool {
    let verdicts = || tried.iter().filter_map(Tried::verdict);
    verdicts().any(|verdict| verdict == Verdict::Safe) && verdicts().any(Verdict::is_unsafe)
}
