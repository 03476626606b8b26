//! Running a trace on a machine.

use soundline_targets::{Machine, Refusal};

use crate::bench::Bench;
use crate::outcome::Outcome;
use crate::property;
use crate::trace::{Statement, Trace};

/// Run a trace: reset the machine, make the elements, check the property.
pub fn run(machine: &mut dyn Machine, trace: &Trace) -> Outcome {
    run_beside(machine, None, trace)
}

/// Run a trace on a machine and, for a comparison, on another one.
pub fn run_beside(
    machine: &mut dyn Machine,
    other: Option<&mut dyn Machine>,
    trace: &Trace,
) -> Outcome {
    run_on_both(machine, other, trace, false)
}

/// Run a trace and keep what the check did.
pub fn run_recording(
    machine: &mut dyn Machine,
    other: Option<&mut dyn Machine>,
    trace: &Trace,
) -> Outcome {
    run_on_both(machine, other, trace, true)
}

/// Make the elements on the other machine first, if there is one, and then on the machine.
fn run_on_both(
    machine: &mut dyn Machine,
    mut other: Option<&mut dyn Machine>,
    trace: &Trace,
    recording: bool,
) -> Outcome {
    let prepared = match &mut other {
        Some(other) => {
            let prepared = prepare(*other, trace).map(drop);
            other.rest();
            prepared
        }
        None => Ok(()),
    };
    let outcome = match prepared.and_then(|()| prepare(machine, trace)) {
        Err(refusal) => refusal.into(),
        Ok(property) => {
            let other = other.map(|other| -> &mut dyn Machine { other });
            let arguments = &trace.check.arguments;
            let mut bench =
                Bench::new(machine, arguments, property.class).made_by(trace).beside(other);
            if recording {
                bench = bench.recording();
            }
            let outcome: Outcome = (property.check)(&mut bench).into();
            Outcome { steps: bench.into_steps(), ..outcome }
        }
    };
    // The rounding mode of one library is nobody else's.
    machine.rest();
    outcome
}

fn prepare(
    machine: &mut dyn Machine,
    trace: &Trace,
) -> Result<&'static property::Property, Refusal> {
    let property = property::get(trace.check.property).ok_or_else(|| {
        Refusal::Misuse(format!("there is no property P{}", trace.check.property))
    })?;
    if !trace.check.is_complete() {
        return Err(Refusal::Misuse(format!("the check of {} lacks arguments", property.id())));
    }
    machine.reset();
    for statement in &trace.statements {
        match statement {
            Statement::Make(operation) => drop(machine.apply(operation)?),
            // A library that cannot be looked at in this way is not touched.
            Statement::Touch(slot, how) => match machine.touch(*slot, *how) {
                Ok(()) | Err(Refusal::Unsupported(_) | Refusal::Exception(_)) => {}
                Err(refusal) => return Err(refusal),
            },
        }
    }
    Ok(property)
}
