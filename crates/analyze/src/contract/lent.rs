//! Local variables and parameters that are lent: their address is given to functions that are called directly, and to nothing else. What such a
//! function leaves in one is its output.

use soundline_c::{Action, Base, Callee, Cfg, Place, Program, Storage, Value, ValueKind, VarId};
use std::collections::BTreeSet;

/// The local variables and parameters of a function that are lent.
pub(super) fn lent(program: &Program, cfg: &Cfg) -> BTreeSet<VarId> {
    let own = |id: &VarId| {
        let variable = program.variable(*id);
        let own = matches!(variable.storage, Storage::Local | Storage::Parameter);
        own && variable.address_taken && !variable.volatile
    };
    let mut found: BTreeSet<VarId> = BTreeSet::new();
    for instruction in cfg.blocks.iter().flat_map(|block| &block.instructions) {
        if let Action::Call { callee: Callee::Function(_), arguments, .. } = &instruction.action {
            let own = arguments.iter().filter_map(variable).filter(own);
            found.extend(own);
        }
    }
    if found.is_empty() {
        return found;
    }
    // Whoever has the address otherwise may write there at any time.
    let mut all: Vec<VarId> = Vec::new();
    crate::graph::values(cfg, &mut |value| addresses(value, &mut all));
    let mut given: Vec<VarId> = Vec::new();
    for instruction in cfg.blocks.iter().flat_map(|block| &block.instructions) {
        if let Action::Call { callee: Callee::Function(_), arguments, .. } = &instruction.action {
            given.extend(arguments.iter().filter_map(variable));
        }
    }
    let count = |all: &[VarId], id: VarId| all.iter().filter(|one| **one == id).count();
    found.retain(|id| count(&all, *id) == count(&given, *id));
    found
}

/// The variable whose address a value is.
pub(super) fn variable(value: &Value) -> Option<VarId> {
    match &value.kind {
        ValueKind::Convert(inner) => variable(inner),
        ValueKind::AddressOf(place) => place.as_variable(),
        _ => None,
    }
}

/// All variables whose address is a part of a value.
fn addresses(value: &Value, found: &mut Vec<VarId>) {
    if let ValueKind::AddressOf(Place { base: Base::Variable(id), .. }) = &value.kind {
        found.push(*id);
    }
    value.operands().into_iter().for_each(|operand| addresses(operand, found));
}
