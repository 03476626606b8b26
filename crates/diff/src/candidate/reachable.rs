//! The functions that a run from `main` may enter.

use soundline_c::{
    FunctionId, Program,
    tree::{Expr, ExprKind},
};
use std::collections::BTreeSet;

/// `main`, what runs before it, and all functions that these or initialisers mention.
pub(super) fn functions(program: &Program) -> BTreeSet<FunctionId> {
    let bodies = program.bodies();
    let starts = bodies.filter(|(_, function, _)| function.name == "main" || function.constructor);
    let mut pending: Vec<FunctionId> = starts.map(|(id, _, _)| id).collect();
    let statics = program.variables.iter().filter_map(|variable| variable.init.as_ref());
    statics.flat_map(|init| init.values()).for_each(|value| mentioned(value, &mut pending));
    let mut reachable = BTreeSet::new();
    while let Some(function) = pending.pop() {
        if !reachable.insert(function) {
            continue;
        }
        let body = program.function(function).body.iter();
        for expr in body.flat_map(|body| body.expressions()) {
            pending.extend(function_of(expr));
        }
    }
    reachable
}

fn mentioned(expr: &Expr, found: &mut Vec<FunctionId>) {
    found.extend(function_of(expr));
    expr.children().into_iter().for_each(|child| mentioned(child, found));
}

fn function_of(expr: &Expr) -> Option<FunctionId> {
    match expr.kind {
        ExprKind::Function(function) => Some(function),
        _ => None,
    }
}
