//! The constants of a program, at which widenings stop.

use soundline_c::{Cfg, Program, Type, Value, ValueKind};
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

/// Where widenings of floating numbers stop: at the constants of a program, at some powers of ten and at the largest
/// numbers, before which nothing is infinite.
pub(crate) fn float_thresholds(program: &Program) -> Vec<f64> {
    let mut found = vec![0.0, f32::MAX.into(), f64::MAX];
    found.extend([1e-3, 0.1, 1.0, 10.0, 100.0, 1e3, 1e4, 1e6, 1e9, 1e20]);
    let ladder = found.len();
    for (_, _, cfg) in program.bodies() {
        of_graph(cfg, &mut |value| floats_of(value, &mut found));
    }
    found.truncate(ladder + MOST);
    let mirrored: Vec<f64> = found.iter().map(|value| -value).collect();
    found.extend(mirrored);
    found.retain(|value| value.is_finite());
    found.sort_by(f64::total_cmp);
    found.dedup();
    found
}

fn floats_of(value: &Value, found: &mut Vec<f64>) {
    if let ValueKind::Float(constant) = value.kind {
        found.push(constant);
    }
    value.operands().into_iter().for_each(|operand| floats_of(operand, found));
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
    cfg.blocks.iter().flat_map(|block| block.values()).for_each(visit);
}
