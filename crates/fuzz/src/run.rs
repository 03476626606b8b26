//! Running a trace on a machine.

use soundline_targets::{Machine, Refusal};

use crate::bench::{Bench, Step};
use crate::property;
use crate::trace::{Statement, Trace};
use crate::verdict::Verdict;

/// Run a trace: reset the machine, make the elements, check the property.
pub fn run(machine: &mut dyn Machine, trace: &Trace) -> Verdict {
    match prepare(machine, trace) {
        Err(refusal) => Verdict::Refused(refusal),
        Ok(property) => {
            let mut bench = Bench::new(machine, &trace.check.arguments);
            (property.check)(&mut bench).into()
        }
    }
}

/// Run a trace and keep what the check did.
pub fn run_recording(machine: &mut dyn Machine, trace: &Trace) -> (Verdict, Vec<Step>) {
    match prepare(machine, trace) {
        Err(refusal) => (Verdict::Refused(refusal), Vec::new()),
        Ok(property) => {
            let mut bench = Bench::recording(machine, &trace.check.arguments);
            let verdict = (property.check)(&mut bench).into();
            (verdict, bench.into_steps())
        }
    }
}

fn prepare(
    machine: &mut dyn Machine,
    trace: &Trace,
) -> Result<&'static property::Property, Refusal> {
    let property = property::get(trace.check.property).ok_or_else(|| {
        Refusal::Misuse(format!("there is no property P{}", trace.check.property))
    })?;
    let inputs = &property.inputs;
    let arguments = &trace.check.arguments;
    let complete = arguments.elements.len() >= inputs.roles.len()
        && (arguments.variable.is_some() || !inputs.variable)
        && (arguments.expr.is_some() || inputs.expr.is_none())
        && (arguments.constraint.is_some() || inputs.constraint.is_none());
    if !complete {
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
