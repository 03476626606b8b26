//! Which functions may free memory.

use soundline_c::{Action, Callee, Memory, Program};

/// For each function, whether a call may free memory: itself, or by what it calls.
pub(crate) fn freeing(program: &Program) -> Vec<bool> {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); program.functions.len()];
    let mut found = vec![false; program.functions.len()];
    for (id, function) in program.function_ids().zip(&program.functions) {
        let number = id.index();
        let body = function.cfg.as_ref().filter(|_| !function.replaceable);
        let Some(cfg) = body else {
            let memory = program.effects.function(id).memory();
            found[number] = memory.is_none_or(|memory| {
                matches!(memory, Memory::Frees | Memory::Kept | Memory::Anything)
            });
            continue;
        };
        for instruction in cfg.blocks.iter().flat_map(|block| &block.instructions) {
            match &instruction.action {
                Action::Call { callee: Callee::Function(id), .. } => {
                    callers[id.index()].push(number);
                }
                Action::Call { callee: Callee::Pointer(_), .. } | Action::Unknown { .. } => {
                    found[number] = true;
                }
                _ => {}
            }
        }
    }
    let mut left: Vec<usize> = (0..found.len()).filter(|number| found[*number]).collect();
    while let Some(number) = left.pop() {
        for caller in &callers[number] {
            if !std::mem::replace(&mut found[*caller], true) {
                left.push(*caller);
            }
        }
    }
    found
}
