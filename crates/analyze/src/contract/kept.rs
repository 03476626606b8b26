//! Which pointers that a function is given it keeps: somewhere in memory, in another variable, as its result, or since it gives them to
//! one that does. Whoever has one may write what it points to at any time.

use crate::engine::Engine;
use crate::graph::only_reads;
use soundline_c::{
    Action, Base, BinaryOp, Callee, FunctionId, Place, Terminator, UnaryOp, Value, ValueKind, VarId,
};
use std::collections::BTreeSet;

/// The parameters that a function keeps, by their numbers.
pub(super) fn kept(engine: &Engine<'_>, function: FunctionId) -> BTreeSet<usize> {
    let own = engine.program.function(function);
    let parameters = own.parameters.iter().enumerate();
    let blocks = &engine.shape(function).cfg.blocks;
    let mut instructions = blocks.iter().flat_map(|block| &block.instructions);
    // What is without a model may do anything with what it is given.
    let unknown = instructions.any(|one| matches!(one.action, Action::Unknown { .. }));
    if own.replaceable || unknown {
        return parameters.map(|(number, _)| number).collect();
    }
    let mut found = BTreeSet::new();
    for block in blocks {
        block.instructions.iter().for_each(|one| keeps(engine, &one.action, &mut found));
        if let Terminator::Return(Some(value)) = &block.terminator {
            carried(value, &mut found);
        }
    }
    let kept = |id: &VarId| {
        let variable = engine.program.variable(*id);
        variable.address_taken || variable.volatile || found.contains(id)
    };
    parameters.filter(|(_, id)| kept(id)).map(|(number, _)| number).collect()
}

/// Whether a function may keep an argument.
pub(super) fn keeps_argument(engine: &Engine<'_>, callee: FunctionId, number: usize) -> bool {
    let summary = engine.summaries.of(callee);
    !only_reads(engine.program, callee, number)
        && summary.is_none_or(|summary| summary.leaves.keeps(number))
}

/// The variables whose values an instruction keeps.
fn keeps(engine: &Engine<'_>, action: &Action, found: &mut BTreeSet<VarId>) {
    match action {
        Action::Assign(place, value) => {
            let mut own = BTreeSet::new();
            carried(value, &mut own);
            // What moves on is still the same one.
            own.retain(|id| place.as_variable() != Some(*id));
            found.append(&mut own);
        }
        Action::Call { callee, arguments, .. } => {
            for (number, argument) in arguments.iter().enumerate() {
                let keeps = match callee {
                    Callee::Function(id) => keeps_argument(engine, *id, number),
                    Callee::Pointer(_) => true,
                };
                if keeps {
                    carried(argument, found);
                }
            }
        }
        _ => {}
    }
}

/// The variables whose values a value may be made of. What is read through a pointer is not that pointer.
fn carried(value: &Value, found: &mut BTreeSet<VarId>) {
    match &value.kind {
        ValueKind::Load(Place { base: Base::Variable(id), .. })
        | ValueKind::AddressOf(Place { base: Base::Variable(id), .. }) => {
            found.insert(*id);
        }
        ValueKind::Load(_) | ValueKind::Unary(UnaryOp::Not, _) => {}
        ValueKind::Binary(op, ..) if is_comparison(*op) => {}
        _ => value.operands().into_iter().for_each(|operand| carried(operand, found)),
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq | Ge | Gt | Le | Lt | Ne)
}
