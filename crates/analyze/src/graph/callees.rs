//! The functions of a program in an order in which callees come before their callers, as far as calls are known.

use soundline_c::{Action, Callee, FunctionId, Program};
use std::collections::BTreeSet;

/// These functions, each after those that it calls directly, but for cycles.
pub(crate) fn callees_first(program: &Program, functions: &[FunctionId]) -> Vec<FunctionId> {
    let wanted: BTreeSet<FunctionId> = functions.iter().copied().collect();
    let called = |id: FunctionId| -> Vec<FunctionId> {
        let all = called(program, id).into_iter().rev();
        all.filter(|id| wanted.contains(id)).collect()
    };
    let (mut done, mut seen) = (Vec::new(), BTreeSet::new());
    for first in functions.iter().copied().filter(|id| wanted.contains(id)) {
        if !seen.insert(first) {
            continue;
        }
        let mut stack = vec![(first, called(first))];
        while let Some((id, left)) = stack.last_mut() {
            match left.pop() {
                Some(next) if seen.insert(next) => stack.push((next, called(next))),
                Some(_) => {}
                None => {
                    done.push(*id);
                    stack.pop();
                }
            }
        }
    }
    done
}

/// For each function, a number that those share that call each other directly in a cycle, or by way of others; none without a body.
pub(crate) fn cycles(program: &Program) -> Vec<Option<usize>> {
    let functions: Vec<FunctionId> = program.bodies().map(|(id, ..)| id).collect();
    let order = callees_first(program, &functions);
    let mut callers = vec![Vec::new(); program.functions.len()];
    for id in &order {
        for callee in called(program, *id) {
            callers[callee.index()].push(*id);
        }
    }
    // Kosaraju and Sharir: against the calls, whoever is done last comes first.
    let mut found = vec![None; program.functions.len()];
    for (number, first) in order.iter().rev().enumerate() {
        let mut left = vec![*first];
        while let Some(id) = left.pop() {
            if found[id.index()].is_none() {
                found[id.index()] = Some(number);
                left.extend(&callers[id.index()]);
            }
        }
    }
    found
}

/// The functions that one calls directly.
pub(crate) fn called(program: &Program, id: FunctionId) -> BTreeSet<FunctionId> {
    let blocks = program.function(id).cfg.iter().flat_map(|cfg| &cfg.blocks);
    let actions = blocks.flat_map(|block| &block.instructions).map(|one| &one.action);
    let all = actions.filter_map(|action| match action {
        Action::Call { callee: Callee::Function(id), .. } => Some(*id),
        _ => None,
    });
    all.collect()
}
