//! The result of a run, as a value that says why it stopped.

use std::fmt;
use std::ops::AddAssign;

use soundline_domains::expr::Constraint;
use soundline_domains::numbers::Rat;
use soundline_targets::OperationKind;

use crate::bench::Step;
use crate::config::Config;
use crate::property::{self, Class, Property};
use crate::trace::Trace;

/// How a test ended that is a finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The property did not hold.
    Violated,
    /// The library said no, flagged as inexact, where exact arithmetic says yes.
    Inexact,
    /// The process died: a signal, an abort, an exit, each in words.
    Died(String),
    /// The time limit was reached.
    TimedOut,
    /// The memory limit was reached.
    OutOfMemory,
}

impl Ending {
    /// Did the test come to its end, and say no?
    pub fn is_verdict(&self) -> bool {
        matches!(self, Ending::Violated | Ending::Inexact)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Violated => f.write_str("violated"),
            Ending::Inexact => f.write_str("flagged inexact"),
            Ending::Died(how) => f.write_str(how),
            Ending::TimedOut => f.write_str("timed out"),
            Ending::OutOfMemory => f.write_str("out of memory"),
        }
    }
}

/// How many tests ended in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Tests in all.
    pub tests: u64,
    /// The property held.
    pub held: u64,
    /// The precondition did not hold.
    pub vacuous: u64,
    /// Violations.
    pub violated: u64,
    /// A no that the library flagged as inexact and that is wrong.
    pub inexact: u64,
    /// A no that the library does not vouch for and that was not confirmed.
    pub doubtful: u64,
    /// The library refused, by an exception of its own.
    pub refused: u64,
    /// The process died.
    pub died: u64,
    /// The time limit was reached.
    pub timed_out: u64,
    /// The memory limit was reached.
    pub out_of_memory: u64,
}

impl Counts {
    /// Tests that said something about the property.
    pub fn met(&self) -> u64 {
        self.held + self.violated + self.inexact + self.doubtful
    }

    /// Tests that are findings.
    pub fn findings(&self) -> u64 {
        self.violated + self.inexact + self.died + self.timed_out + self.out_of_memory
    }

    /// The failure rate that is excluded at 95 % if nothing was found: the rule of three.
    pub fn excluded_rate(&self) -> Option<f64> {
        (self.held > 0 && self.findings() == 0).then(|| {
            // The largest p with (1 - p)^n >= 0.05.
            1.0 - 0.05f64.powf(1.0 / self.held as f64)
        })
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.tests += other.tests;
        self.held += other.held;
        self.vacuous += other.vacuous;
        self.violated += other.violated;
        self.inexact += other.inexact;
        self.doubtful += other.doubtful;
        self.refused += other.refused;
        self.died += other.died;
        self.timed_out += other.timed_out;
        self.out_of_memory += other.out_of_memory;
    }
}

/// What came out for a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number.
    pub property: u16,
    /// How its tests ended.
    pub counts: Counts,
    /// Milliseconds until the first finding.
    pub first_millis: Option<u64>,
}

impl Row {
    /// The property.
    pub fn property(&self) -> &'static Property {
        property::get(self.property).expect("rows are made for known properties")
    }
}

/// A property that was not tested, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotTested {
    /// Its number.
    pub property: u16,
    /// Why.
    pub reason: String,
}

/// An element that matters for a finding, in exact constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its name in the property's words.
    pub name: String,
    /// What it says holds.
    pub constraints: Vec<Constraint>,
}

/// A violated property, a crash or a hang, with its smallest trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The property that was being checked.
    pub property: u16,
    /// How the test ended.
    pub ending: Ending,
    /// The index of the test that found it first.
    pub index: u64,
    /// The smallest trace.
    pub trace: Trace,
    /// The trace as it was found.
    pub found_as: Trace,
    /// What was seen, in a sentence.
    pub what: String,
    /// The instruction in which it died or hung, or the first result or answer that exact
    /// arithmetic refutes, in words.
    pub place: Option<String>,
    /// The elements that matter.
    pub regions: Vec<Region>,
    /// The point that shows it.
    pub point: Option<Vec<Rat>>,
    /// What the check of the smallest trace did.
    pub steps: Vec<Step>,
    /// The last that the library wrote to its standard error.
    pub stderr: String,
    /// Why it is known and accepted, if it is.
    pub waived: Option<String>,
}

/// Findings of one cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// What goes wrong, as far as it can be told.
    pub title: String,
    /// The findings, those of the paper's properties first, and of those the smallest trace.
    pub findings: Vec<Finding>,
}

impl Cause {
    /// The properties that show it, in order.
    pub fn properties(&self) -> Vec<u16> {
        let mut numbers: Vec<u16> = self.findings.iter().map(|f| f.property).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Are all of its findings known and accepted?
    pub fn is_waived(&self) -> bool {
        self.findings.iter().all(|finding| finding.waived.is_some())
    }
}

/// A test that found something and did not when it was run again alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unconfirmed {
    /// The property.
    pub property: u16,
    /// The test.
    pub index: u64,
}

/// What the tests exercised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// How often each operation was run.
    pub operations: Vec<(OperationKind, u64)>,
    /// Among sampled operands of properties: how many were bottom.
    pub bottom: u64,
    /// How many were top.
    pub top: u64,
    /// How many were neither.
    pub proper: u64,
    /// Counters in the code under test, where it is instrumented.
    pub places: u64,
}

/// Why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The budget is used up.
    Budget,
    /// The user interrupted it.
    Interrupted,
    /// The target could not be tested any further.
    Broken,
}

/// The result of testing one target.
#[derive(Clone, Debug, PartialEq)]
pub struct Campaign {
    /// The name of the target.
    pub target: String,
    /// The version that it reports.
    pub version: Option<String>,
    /// Where the library was found.
    pub path: Option<String>,
    /// How tests were made.
    pub config: Config,
    /// From what they were drawn.
    pub seed: u64,
    /// A row for each property that was tested.
    pub rows: Vec<Row>,
    /// The others.
    pub not_tested: Vec<NotTested>,
    /// What was found, by cause.
    pub causes: Vec<Cause>,
    /// What did not come again.
    pub unconfirmed: Vec<Unconfirmed>,
    /// What the tests exercised.
    pub coverage: Coverage,
    /// Why it stopped.
    pub stop: StopReason,
    /// How long it took.
    pub elapsed_millis: u64,
}

impl Campaign {
    /// All tests together.
    pub fn totals(&self) -> Counts {
        let mut totals = Counts::default();
        self.rows.iter().for_each(|row| totals += row.counts);
        totals
    }

    /// Findings that are not waived.
    pub fn accusations(&self) -> impl Iterator<Item = &Finding> {
        self.causes.iter().flat_map(|cause| &cause.findings).filter(|f| f.waived.is_none())
    }

    /// The numbers of the paper's Table 3: properties tested; violated soundness properties, violated
    /// others, and properties whose tests crashed or timed out without showing a violation.
    pub fn table_three(&self) -> TableThree {
        let violated = |row: &&Row| row.counts.violated + row.counts.inexact > 0;
        // A comparison that cannot tell is imprecise, whatever it was asked for.
        let class =
            |row: &&Row| row.property().class == Class::Soundness && row.counts.violated > 0;
        let soundness = self.rows.iter().filter(violated).filter(class).count();
        let all = self.rows.iter().filter(violated).count();
        let broken = |row: &&Row| !violated(row) && row.counts.findings() > 0;
        TableThree {
            tested: self.rows.len(),
            soundness,
            precision: all - soundness,
            broken: self.rows.iter().filter(broken).count(),
        }
    }
}

/// A row of the paper's Table 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableThree {
    /// Properties tested.
    pub tested: usize,
    /// Soundness properties violated.
    pub soundness: usize,
    /// Precision and convergence properties violated.
    pub precision: usize,
    /// Properties whose tests crashed or timed out and showed no violation.
    pub broken: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_over_n_is_excluded_when_nothing_was_found() {
        let counts = Counts { tests: 3000, held: 3000, ..Counts::default() };
        let rate = counts.excluded_rate().expect("nothing was found");
        assert!((rate - 3.0 / 3000.0).abs() < 1e-5, "{rate}");
        assert_eq!(Counts { violated: 1, ..counts }.excluded_rate(), None);
        assert_eq!(Counts::default().excluded_rate(), None);
    }
}
