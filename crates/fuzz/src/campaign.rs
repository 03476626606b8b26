//! The result of a run, as a value that says why it stopped.

use std::ops::AddAssign;

use soundline_targets::OperationKind;

use crate::config::Config;
use crate::outcome::{Ending, Outcome};
use crate::property::{self, Class, Property};
use crate::trace::Trace;

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
    /// Answers that exact arithmetic refutes, where the operation that was checked is right.
    pub wrong_answers: u64,
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
    /// Failures beyond what the library promises.
    pub beyond: u64,
}

impl Counts {
    /// The count of an ending.
    pub fn of(&mut self, ending: Ending) -> &mut u64 {
        match ending {
            Ending::Held => &mut self.held,
            Ending::Vacuous => &mut self.vacuous,
            Ending::Violated => &mut self.violated,
            Ending::WrongAnswer => &mut self.wrong_answers,
            Ending::Inexact => &mut self.inexact,
            Ending::Doubtful => &mut self.doubtful,
            Ending::Refused => &mut self.refused,
            Ending::Died => &mut self.died,
            Ending::TimedOut => &mut self.timed_out,
            Ending::OutOfMemory => &mut self.out_of_memory,
            Ending::Beyond => &mut self.beyond,
        }
    }

    /// Tests that said something about the property.
    pub fn met(&self) -> u64 {
        self.held + self.verdicts() + self.doubtful
    }

    /// Tests that came to their end and said no.
    pub fn verdicts(&self) -> u64 {
        self.violated + self.wrong_answers + self.inexact
    }

    /// Tests that are findings.
    pub fn findings(&self) -> u64 {
        self.verdicts() + self.died + self.timed_out + self.out_of_memory
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
    fn add_assign(&mut self, mut other: Counts) {
        self.tests += other.tests;
        for ending in Ending::ALL {
            *self.of(ending) += *other.of(ending);
        }
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

/// A violated property, a crash or a hang, with its smallest trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The property that was being checked.
    pub property: u16,
    /// How the smallest trace ends, with its evidence.
    pub outcome: Outcome,
    /// The index of the test that found it first.
    pub index: u64,
    /// The smallest trace.
    pub trace: Trace,
    /// The trace as it was found.
    pub found_as: Trace,
    /// Why it is known and accepted, if it is.
    pub waived: Option<String>,
}

/// Findings of one cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// What goes wrong, as far as it can be told.
    pub title: String,
    /// The findings, the smallest trace first, one for each property.
    pub findings: Vec<Finding>,
    /// Other properties whose tests ended in the same way in the same place.
    pub others: Vec<u16>,
}

impl Cause {
    /// The properties that show it, in order.
    pub fn properties(&self) -> Vec<u16> {
        let found = self.findings.iter().map(|finding| finding.property);
        let mut numbers: Vec<u16> = found.chain(self.others.iter().copied()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Are all of its findings known and accepted?
    pub fn is_waived(&self) -> bool {
        self.findings.iter().all(|finding| finding.waived.is_some())
    }
}

/// A test that found something, and was not confirmed by running it again alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unconfirmed {
    /// The property.
    pub property: u16,
    /// The test.
    pub index: u64,
    /// How it ended.
    pub ending: Ending,
    /// The test as it was run, if it could be made again.
    pub trace: Option<Trace>,
    /// Why it is not confirmed, in a sentence.
    pub reason: String,
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
    /// It was put together of parts, and some are missing.
    Partial,
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
    /// Why the target could not be tested any further, if so.
    pub trouble: Option<String>,
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

    /// Did its tests fail, and did none of the failures come again? Then nothing is said against the
    /// target.
    pub fn is_unconfirmed(&self, row: &Row) -> bool {
        row.counts.findings() > 0
            && self.unconfirmed.iter().any(|test| test.property == row.property)
            && !self.causes.iter().any(|cause| cause.properties().contains(&row.property))
    }

    /// The numbers of the paper's Table 3: properties tested; violated soundness properties, violated
    /// others, and properties whose tests crashed or timed out without showing a violation.
    pub fn table_three(&self) -> TableThree {
        let failed: Vec<&Row> = self.rows.iter().filter(|row| !self.is_unconfirmed(row)).collect();
        let violated = |row: &&&Row| row.counts.verdicts() > 0;
        // An answer that is wrong or cannot tell is imprecise, whatever it was asked for.
        let class =
            |row: &&&Row| row.property().class == Class::Soundness && row.counts.violated > 0;
        let soundness = failed.iter().filter(violated).filter(class).count();
        let all = failed.iter().filter(violated).count();
        let broken = |row: &&&Row| !violated(row) && row.counts.findings() > 0;
        TableThree {
            tested: self.rows.len(),
            soundness,
            precision: all - soundness,
            broken: failed.iter().filter(broken).count(),
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
    fn every_way_to_fail_counts_as_a_finding() {
        use Ending::{Died, Inexact, OutOfMemory, TimedOut, Violated, WrongAnswer};
        let failures = [Violated, WrongAnswer, Inexact, Died, TimedOut, OutOfMemory];
        for ending in Ending::ALL {
            let mut counts = Counts { tests: 1, ..Counts::default() };
            *counts.of(ending) = 1;
            let fails = failures.contains(&ending);
            assert_eq!((counts.findings() > 0, ending.is_finding()), (fails, fails), "{ending}");
        }
    }

    #[test]
    fn three_over_n_is_excluded_when_nothing_was_found() {
        let counts = Counts { tests: 3000, held: 3000, ..Counts::default() };
        let rate = counts.excluded_rate().expect("nothing was found");
        assert!((rate - 3.0 / 3000.0).abs() < 1e-5, "{rate}");
        assert_eq!(Counts { violated: 1, ..counts }.excluded_rate(), None);
        assert_eq!(Counts::default().excluded_rate(), None);
    }
}
