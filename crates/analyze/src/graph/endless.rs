//! Functions that never come back, by their graphs: on every way something ends the program, leaves for elsewhere or goes on forever.

use soundline_c::{Action, Callee, Cfg, FunctionId, Program, Terminator};
use std::collections::BTreeSet;

/// All functions with a body that do not say of themselves that they do not return, and do not.
pub(crate) fn endless(program: &Program) -> BTreeSet<FunctionId> {
    let mut endless = BTreeSet::new();
    loop {
        let bodies = program.bodies().filter(|(_, function, _)| !function.replaceable);
        let new = bodies.filter(|(id, _, cfg)| {
            !endless.contains(id) && !returns(cfg, &|id| ends(program, &endless, id))
        });
        let new: Vec<FunctionId> = new.map(|(id, ..)| id).collect();
        if new.is_empty() {
            return endless;
        }
        endless.extend(new);
    }
}

/// Whether a call of a function does not come back.
fn ends(program: &Program, endless: &BTreeSet<FunctionId>, id: FunctionId) -> bool {
    program.function(id).no_return || endless.contains(&id)
}

/// Whether control may get to a return of a graph.
fn returns(cfg: &Cfg, ends: &dyn Fn(FunctionId) -> bool) -> bool {
    let stops = |action: &Action| matches!(action, Action::Call { callee: Callee::Function(id), .. } if ends(*id));
    let (mut seen, mut left) = (BTreeSet::from([0]), vec![0]);
    while let Some(number) = left.pop() {
        let block = &cfg.blocks[number];
        if block.instructions.iter().any(|one| stops(&one.action)) {
            continue;
        }
        if matches!(block.terminator, Terminator::Return(_)) {
            return true;
        }
        let next = block.terminator.successors().into_iter().map(|id| id.index());
        left.extend(next.filter(|id| seen.insert(*id)));
    }
    false
}
