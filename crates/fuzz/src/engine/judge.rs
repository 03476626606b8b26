//! Judging single traces: for shrinking, for replaying, and for what a report says of a finding.

use soundline_domains::numbers::Rat;
use soundline_targets::{Machine, TargetError};

use super::audit::audit;
use super::drive::{Machines, mark_of};
use super::tally::Mark;
use crate::bench::Step;
use crate::campaign::Region;
use crate::run::{run_beside, run_recording};
use crate::trace::Trace;
use crate::verdict::{Evidence, Verdict};

/// What came of a single trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// How it ended.
    pub mark: Mark,
    /// What was seen, in a sentence.
    pub what: String,
    /// The instruction in which it died or hung, or the first result or answer that exact
    /// arithmetic refutes, in words.
    pub place: Option<String>,
    /// The elements that matter.
    pub regions: Vec<Region>,
    /// The point that shows it.
    pub point: Option<Vec<Rat>>,
    /// What the check did.
    pub steps: Vec<Step>,
    /// The last that was written to standard error.
    pub stderr: String,
}

impl Judged {
    /// It ended so, and there is nothing more to say.
    pub fn plain(mark: Mark, what: impl Into<String>) -> Judged {
        Judged {
            mark,
            what: what.into(),
            place: None,
            regions: Vec::new(),
            point: None,
            steps: Vec::new(),
            stderr: String::new(),
        }
    }
}

/// How much is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// How it ended.
    Mark,
    /// Everything.
    Full,
    /// Everything, however long it takes: it is known to have ended, on a machine that may have
    /// been less busy.
    Patient,
}

/// Whoever can run a trace and survive it.
pub trait Judge {
    /// Run a trace.
    fn judge(&mut self, trace: &Trace, detail: Detail) -> Judged;

    /// The trace of a test.
    fn trace(&mut self, index: u64) -> Option<Trace>;
}

/// Judge a trace on the machines of this process.
pub fn judge_here(
    machines: &mut Machines,
    trace: &Trace,
    detail: Detail,
) -> Result<Judged, TargetError> {
    let (machine, other) = machines.both(&trace.space)?;
    Ok(judge_on(machine, other, trace, detail))
}

/// Judge a trace on a machine.
pub fn judge_on(
    machine: &mut dyn Machine,
    other: Option<&mut dyn Machine>,
    trace: &Trace,
    detail: Detail,
) -> Judged {
    if detail == Detail::Mark {
        return Judged::plain(mark_of(&run_beside(machine, other, trace)), "");
    }
    let (verdict, steps) = run_recording(machine, other, trace);
    let mark = mark_of(&verdict);
    match verdict {
        Verdict::Violated(evidence) | Verdict::Inexact(evidence) | Verdict::Doubtful(evidence) => {
            explain(machine, trace, mark, evidence, steps)
        }
        Verdict::Refused(refusal) => Judged { steps, ..Judged::plain(mark, refusal.to_string()) },
        Verdict::Holds => Judged { steps, ..Judged::plain(mark, "the property holds") },
        Verdict::Vacuous => {
            Judged { steps, ..Judged::plain(mark, "the precondition does not hold") }
        }
    }
}

/// The operands of the check, and what the evidence shows.
fn explain(
    machine: &mut dyn Machine,
    trace: &Trace,
    mark: Mark,
    evidence: Evidence,
    steps: Vec<Step>,
) -> Judged {
    let named = crate::trace::ELEMENT_NAMES.iter().zip(&trace.check.arguments.elements);
    let mut shown: Vec<(String, usize)> =
        named.map(|(name, slot)| (name.to_string(), *slot)).collect();
    for (name, slot) in evidence.shown {
        if shown.iter().all(|(known, _)| *known != name) {
            shown.push((name, slot));
        }
    }
    let region = |(name, slot): (String, usize)| {
        Some(Region { name, constraints: machine.constraints(slot).ok()? })
    };
    let regions = shown.into_iter().filter_map(region).collect();
    let place = audit(machine, trace, &steps);
    let point = evidence.point;
    Judged { place, regions, point, steps, ..Judged::plain(mark, evidence.what) }
}
