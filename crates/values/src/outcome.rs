//! What came of a check, as the worker writes it down.

use serde::{Deserialize, Serialize};

/// What a job came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// The lattice laws at a width.
    Laws(LawsRow),
    /// An operator at a width.
    Operator(OperatorRow),
}

/// The lattice laws at a width.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LawsRow {
    /// The width.
    pub width: u32,
    /// How many elements there are, where they were listed.
    pub elements: Option<u64>,
    /// The laws, in the order of their table.
    pub laws: Vec<LawRow>,
    /// How the library ended, if it did not come to the end.
    pub ended: Option<String>,
    /// How long it took.
    pub seconds: f64,
}

/// A law.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LawRow {
    /// Its name.
    pub law: String,
    /// The law as a formula.
    pub statement: String,
    /// `proved`, `passed`, `violated`, `vacuous`, `unknown` or `exempt`.
    pub status: String,
    /// The status in words.
    pub verdict: String,
    /// The law whose violation explains this one.
    pub follows_from: Option<String>,
    /// The smallest counterexample: what, and its text.
    pub example: Vec<(String, String)>,
}

impl LawRow {
    /// Is it a finding?
    pub fn is_finding(&self) -> bool {
        self.status == "violated" && self.follows_from.is_none()
    }
}

/// How a property of an operator fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Holds for all elements of the width.
    Proved,
    /// Holds in all cases that were drawn.
    Passed,
    /// Fails in so many cases.
    Fails(u64),
    /// Was not checked.
    Open,
}

impl Verdict {
    /// Does it fail?
    pub fn fails(self) -> bool {
        matches!(self, Verdict::Fails(_))
    }

    pub(crate) fn of(failures: u64, checked: u64, exhaustive: bool) -> Verdict {
        match (failures, checked, exhaustive) {
            (0, 0, _) => Verdict::Open,
            (0, _, true) => Verdict::Proved,
            (0, _, false) => Verdict::Passed,
            (failures, _, _) => Verdict::Fails(failures),
        }
    }
}

/// How often results are the best that the domain can express, among those with a concrete result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Precision {
    /// So many are best.
    pub optimal: u64,
    /// Of so many.
    pub of: u64,
    /// The mean of log2 of how many times more words there are than in the best.
    pub excess: f64,
    /// Whether at least so many are best: at large widths only those are counted that equal the best element around the
    /// concrete results that were tried. Nothing is known about the others, nor about the excess.
    pub at_least: bool,
}

impl Precision {
    /// The share of best results in percent.
    pub fn percent(&self) -> f64 {
        100.0 * self.optimal as f64 / self.of.max(1) as f64
    }
}

/// An operator at a width.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OperatorRow {
    /// The operator.
    pub operator: String,
    /// The width of its operands.
    pub width: u32,
    /// The width that it converts to.
    pub to: Option<u32>,
    /// How many elements the width has, where all of them were tried.
    pub elements: Option<u64>,
    /// How many results were checked.
    pub results: u64,
    /// Whether results contain all concrete results.
    pub sound: Verdict,
    /// Whether larger operands give larger results.
    pub monotone: Verdict,
    /// Whether empty operands give empty results.
    pub strict: Verdict,
    /// Whether operands can be exchanged, if that is claimed.
    pub commutative: Verdict,
    /// Whether results may be written over an operand, if that is claimed.
    pub in_place: Verdict,
    /// How precise results are, at widths where that can be told.
    pub precision: Option<Precision>,
    /// What it claims.
    pub claims: Vec<String>,
    /// The smallest failing input of each property that fails.
    pub examples: Vec<Example>,
    /// How the library ended, if it did not come to the end.
    pub ended: Option<String>,
    /// How long it took.
    pub seconds: f64,
}

impl OperatorRow {
    /// The operator, with the width that it converts to.
    pub fn title(&self) -> String {
        match self.to {
            Some(to) => format!("{} to {to}", self.operator),
            None => self.operator.clone(),
        }
    }

    /// The examples that are findings; the others only show how precise the operator is.
    pub fn findings(&self) -> impl Iterator<Item = &Example> {
        self.examples.iter().filter(|example| example.finding)
    }
}

/// The smallest input for which a property fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// The property: `sound`, `monotone`, `optimal`, `strict`, `commutative`, `in-place`, or `ends`.
    pub property: String,
    /// Whether it contradicts what is claimed. Soundness always is.
    pub finding: bool,
    /// What, and its text.
    pub notes: Vec<(String, String)>,
    /// The [case](crate::Case) as text, by which it is run again, where that is possible.
    pub case: Option<String>,
}
