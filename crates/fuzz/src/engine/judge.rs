//! Judging single traces: for shrinking, for replaying, and for what a report says of a finding.

use std::time::Duration;

use soundline_domains::expr::Constraint;
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
    machine.rest();
    let outcome = audited(machine, trace, Outcome { regions, ..outcome });
    let elements = exported(machine, trace);
    Outcome { elements, ..outcome }
}

/// Traces with more elements, and elements with more constraints, are not shown step by step.
const SHOWN: (usize, usize) = (32, 64);

/// What the library made of the trace, as far as it says so exactly.
fn exported(machine: &mut dyn Machine, trace: &Trace) -> Vec<Option<Vec<Constraint>>> {
    if !machine.profile().constraints_exact || trace.elements() > SHOWN.0 {
        return Vec::new();
    }
    let is_short = |constraints: &Vec<Constraint>| constraints.len() <= SHOWN.1;
    let slots = (0..trace.elements()).map(Slot);
    let elements = slots.map(|slot| machine.constraints(slot).ok().filter(is_short)).collect();
    machine.rest();
    elements
}

/// What goes wrong first.
fn audited(machine: &mut dyn Machine, trace: &Trace, outcome: Outcome) -> Outcome {
    match audit(machine, trace, &outcome.steps) {
        Some(fault) => Outcome { place: Some(fault.what), unsound: fault.unsound, ..outcome },
        None => outcome,
    }
}

#[cfg(test)]
mod tests {
    use soundline_domains::expr::Space;
    use soundline_lattice::Answer;
    use soundline_targets::{Claims, Operation, Profile, Question, Refusal, Registry, Touch};

    use super::*;
    use crate::fake::{Fake, trace};
    use crate::guide;

    /// A machine that knows whether its thread still rounds as the library wants it.
    struct Watched {
        machine: Box<dyn Machine>,
        awake: bool,
    }

    impl Machine for Watched {
        fn space(&self) -> &Space {
            self.machine.space()
        }

        fn profile(&self) -> &Profile {
            self.machine.profile()
        }

        fn reset(&mut self) {
            self.awake = true;
            self.machine.reset();
        }

        fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
            self.awake = true;
            self.machine.apply(operation)
        }

        fn ask(&mut self, question: Question) -> Result<Answer, Refusal> {
            self.awake = true;
            self.machine.ask(question)
        }

        fn touch(&mut self, slot: Slot, how: Touch) -> Result<(), Refusal> {
            self.awake = true;
            self.machine.touch(slot, how)
        }

        fn constraints(&mut self, slot: Slot) -> Result<Vec<Constraint>, Refusal> {
            self.awake = true;
            self.machine.constraints(slot)
        }

        fn claims(&self) -> Claims {
            self.machine.claims()
        }

        fn rest(&mut self) {
            self.awake = false;
            self.machine.rest();
        }
    }

    #[test]
    fn whoever_looks_at_elements_lets_the_machine_rest() {
        let text = "# soundline trace 1\ntarget seeded:polyhedra-guard-rounds\nvars 0\np0 = top\n\
                    check P63 x=p0 seed=2017192228 c=(1/6 = 0)\n";
        let trace: Trace = text.parse().expect("it is a trace");
        let registry = Registry::builtin();
        let target = registry.get(&trace.target).expect("it is built in");
        let machine = target.open(&trace.space).expect("it opens");
        let mut machine = Watched { machine, awake: false };
        for detail in [Detail::Ending, Detail::Cause, Detail::Full] {
            let outcome = judge_on(&mut machine, None, &trace, detail);
            assert!(outcome.ending.is_verdict() && !machine.awake, "{detail:?}: {outcome:?}");
        }
        assert!(!guide::features(&mut machine, &trace).is_empty());
        assert!(!machine.awake);
    }

    #[test]
    fn a_violation_comes_with_what_went_wrong_first_and_with_its_elements() {
        let text =
            "p0 = constraint x0 = 0\np1 = constraint x0 = 1\np2 = join p0 p1\ncheck P9 x=p0 y=p1";
        let trace = trace(text);
        let mut machine = Fake::new(|_| Answer::No).making("x0 = 0");
        let mut judged = |detail| judge_on(&mut machine, None, &trace, detail);
        let place = Some("join loses points".to_string());
        let (ending, cause, full) =
            (judged(Detail::Ending), judged(Detail::Cause), judged(Detail::Full));
        assert_eq!((ending.place, ending.regions.len()), (None, 0));
        assert_eq!((&cause.place, cause.unsound, cause.regions.len()), (&place, true, 0));
        assert_eq!((&full.place, full.unsound), (&place, true));
        let names: Vec<&str> = full.regions.iter().map(|region| region.name.as_str()).collect();
        assert_eq!(names, ["x", "y", "x ⊔ y"]);
        // What the machine made is shown, not what it should have made.
        let told = |element: &Option<Vec<Constraint>>| {
            let constraints = element.as_ref().expect("it is exported").iter();
            constraints.map(ToString::to_string).collect::<Vec<_>>()
        };
        let elements: Vec<Vec<String>> = full.elements.iter().map(told).collect();
        assert_eq!(elements, [["x0 = 0"], ["x0 - 1 = 0"], ["x0 = 0"]]);
        assert!(cause.elements.is_empty());
    }
}
