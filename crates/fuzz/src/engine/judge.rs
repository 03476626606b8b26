//! Judging single traces: for shrinking, for replaying, and for what a report says of a finding.

use std::time::Duration;

use soundline_targets::{Machine, Slot, TargetError};

use super::audit::audit;
use super::drive::Machines;
use crate::outcome::{Ending, Outcome, Region};
use crate::run::{run_beside, run_recording};
use crate::trace::Trace;

/// How much is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// How it ended.
    Ending,
    /// How it ended and what went wrong first, for shrinking.
    Cause,
    /// Everything.
    Full,
    /// Everything, however long it takes: it is known to have ended, on a machine that may have
    /// been less busy.
    Patient,
}

/// Whoever can run a trace and survive it.
pub trait Judge {
    /// Run a trace.
    fn judge(&mut self, trace: &Trace, detail: Detail) -> Outcome;

    /// The trace of a test.
    fn trace(&mut self, index: u64) -> Option<Trace>;

    /// How much time is left, if that is limited. What is not judged until then stays so.
    fn time_left(&self) -> Option<Duration> {
        None
    }

    /// Is there no time left?
    fn is_over(&self) -> bool {
        self.time_left() == Some(Duration::ZERO)
    }
}

/// Judge a trace on the machines of this process.
pub fn judge_here(
    machines: &mut Machines,
    trace: &Trace,
    detail: Detail,
) -> Result<Outcome, TargetError> {
    let (machine, other) = machines.both(&trace.space)?;
    Ok(judge_on(machine, other, trace, detail))
}

/// Judge a trace on a machine.
pub fn judge_on(
    machine: &mut dyn Machine,
    other: Option<&mut dyn Machine>,
    trace: &Trace,
    detail: Detail,
) -> Outcome {
    if detail == Detail::Ending {
        return run_beside(machine, other, trace);
    }
    let outcome = run_recording(machine, other, trace);
    match outcome.ending {
        ending if ending.is_verdict() && detail == Detail::Cause => {
            audited(machine, trace, outcome)
        }
        ending if ending.is_verdict() => explain(machine, trace, outcome),
        Ending::Doubtful if detail != Detail::Cause => explain(machine, trace, outcome),
        _ => outcome,
    }
}

/// The operands of the check, and what the evidence shows.
fn explain(machine: &mut dyn Machine, trace: &Trace, outcome: Outcome) -> Outcome {
    let named = crate::trace::ELEMENT_NAMES.iter().zip(&trace.check.arguments.elements);
    let mut shown: Vec<(String, Slot)> =
        named.map(|(name, slot)| (name.to_string(), *slot)).collect();
    for (name, slot) in &outcome.shown {
        if shown.iter().all(|(known, _)| known != name) {
            shown.push((name.clone(), *slot));
        }
    }
    let region = |(name, slot): (String, Slot)| {
        Some(Region { name, constraints: machine.constraints(slot).ok()? })
    };
    let regions = shown.into_iter().filter_map(region).collect();
    audited(machine, trace, Outcome { regions, ..outcome })
}

/// What goes wrong first.
fn audited(machine: &mut dyn Machine, trace: &Trace, outcome: Outcome) -> Outcome {
    match audit(machine, trace, &outcome.steps) {
        Some(fault) => Outcome { place: Some(fault.what), unsound: fault.unsound, ..outcome },
        None => outcome,
    }
}
