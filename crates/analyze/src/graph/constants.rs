//! The constants of a program, at which widenings stop.

use soundline_c::{Action, Callee, Cfg, CheckKind, Program, Terminator, Type, Value};
use std::collections::BTreeSet;

/// Thresholds beyond this many would only slow widenings down.
const MOST: usize = 400;

/// All constants in the values of a program, with their neighbours, and the limits of its types.
pub(crate) fn thresholds(program: &Program) -> Vec<i128> {
    let mut found: BTreeSet<i128> = BTreeSet::new();
    for (_, _, cfg) in program.bodies() {
        of_graph(cfg, &mut |value| of_value(value, &mut found));
    }
    let mut nearby: BTreeSet<i128> = BTreeSet::new();
    for value in found.iter().take(MOST) {
        nearby.extend([value.saturating_sub(1), *value, value.saturating_add(1)]);
    }
    // Pointers stop at the ends of arrays; their offsets count bytes.
    nearby.extend(array_sizes(program).into_iter().take(MOST));
    nearby.extend([0, 1, -1]);
    for bits in [7, 8, 15, 16, 31, 32, 63, 64] {
        nearby.extend([(1i128 << bits) - 1, -(1i128 << bits)]);
    }
    nearby.into_iter().collect()
}

/// How many bytes the arrays have into which there may be pointers.
fn array_sizes(program: &Program) -> BTreeSet<i128> {
    let variables = program.variables.iter().filter(|variable| variable.address_taken);
    let arrays = variables.filter(|v| matches!(program.types.get(v.ty), Type::Array { .. }));
    arrays.filter_map(|array| program.types.size(array.ty)).map(i128::from).collect()
}

fn of_value(value: &Value, found: &mut BTreeSet<i128>) {
    found.extend(value.as_int());
    value.operands().into_iter().for_each(|operand| of_value(operand, found));
}

/// Every value of a graph, whole.
pub(crate) fn of_graph(cfg: &Cfg, visit: &mut dyn FnMut(&Value)) {
    for block in &cfg.blocks {
        for instruction in &block.instructions {
            of_action(&instruction.action, visit);
        }
        match &block.terminator {
            Terminator::Branch(value, ..)
            | Terminator::Switch { value, .. }
            | Terminator::GotoAddress(value, _)
            | Terminator::Return(Some(value)) => visit(value),
            Terminator::Goto(_) | Terminator::Return(None) | Terminator::Stop => {}
        }
    }
}

/// Every value of an action, whole, also those in places.
pub(super) fn of_action(action: &Action, visit: &mut dyn FnMut(&Value)) {
    let mut all: Vec<&Value> = Vec::new();
    match action {
        Action::Point(_) | Action::Declare(_) => {}
        Action::Assign(place, value) => {
            all.extend(place.operands());
            all.push(value);
        }
        Action::Zero(place) | Action::Havoc(place, _) => all.extend(place.operands()),
        Action::Call { result, callee, arguments } => {
            all.extend(result.iter().flat_map(|place| place.operands()));
            if let Callee::Pointer(pointer) = callee {
                all.push(pointer);
            }
            all.extend(arguments);
        }
        Action::Assume(value) => all.push(value),
        Action::Check(check) => match &check.kind {
            CheckKind::Assertion(value)
            | CheckKind::Divisor(value)
            | CheckKind::Overflow(value)
            | CheckKind::ShiftAmount(value, _)
            | CheckKind::Access { pointer: value, .. }
            | CheckKind::FloatToInt(value, _) => all.push(value),
            CheckKind::Index { index, length, .. } => {
                all.push(index);
                all.extend(length);
            }
            CheckKind::Region { pointer, extent } => all.extend([pointer, extent.value()]),
            CheckKind::ErrorCall | CheckKind::Unreachable => {}
        },
        Action::Unknown { places, .. } => {
            all.extend(places.iter().flat_map(|place| place.operands()));
        }
    }
    all.into_iter().for_each(visit);
}
