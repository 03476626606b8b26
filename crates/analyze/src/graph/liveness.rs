//! Which local variables are read later.

use soundline_c::{Action, Base, Cfg, Place, Program, Terminator, Value, ValueKind, VarId};
use std::collections::BTreeSet;

/// For each block, the variables that may be read from its start on before they are written.
/// Variables whose address is taken are not among those that this is about.
pub(crate) fn live(program: &Program, cfg: &Cfg) -> Vec<BTreeSet<VarId>> {
    let mut live: Vec<BTreeSet<VarId>> = vec![BTreeSet::new(); cfg.blocks.len()];
    loop {
        let mut changed = false;
        for (index, block) in cfg.blocks.iter().enumerate().rev() {
            let mut now: BTreeSet<VarId> = BTreeSet::new();
            for next in block.terminator.successors() {
                now.extend(&live[next.index()]);
            }
            match &block.terminator {
                Terminator::Branch(value, ..)
                | Terminator::Switch { value, .. }
                | Terminator::GotoAddress(value, _)
                | Terminator::Return(Some(value)) => read(value, &mut now),
                Terminator::Goto(_) | Terminator::Return(None) | Terminator::Stop => {}
            }
            for instruction in block.instructions.iter().rev() {
                before(program, &instruction.action, &mut now);
            }
            if now != live[index] {
                live[index] = now;
                changed = true;
            }
        }
        if !changed {
            return live;
        }
    }
}

fn before(program: &Program, action: &Action, live: &mut BTreeSet<VarId>) {
    let written: Option<&Place> = match action {
        Action::Assign(place, _) | Action::Zero(place) | Action::Havoc(place, _) => Some(place),
        Action::Call { result, .. } => result.as_ref(),
        _ => None,
    };
    if let Some(id) = written.and_then(|place| place.as_variable()) {
        live.remove(&id);
    } else if let Some(Place { base: Base::Variable(id), .. }) = written {
        // A part is written, the rest stays.
        live.insert(*id);
    }
    if let Action::Declare(id) = action {
        live.remove(id);
        live.extend(program.variable(*id).length);
    }
    action.values().into_iter().for_each(|value| read(value, live));
}

fn read(value: &Value, live: &mut BTreeSet<VarId>) {
    if let ValueKind::Load(place) | ValueKind::AddressOf(place) = &value.kind
        && let Base::Variable(id) = place.base
    {
        live.insert(id);
    }
    value.operands().into_iter().for_each(|operand| read(operand, live));
}
