//! What evaluating an expression may change, and what the value of another depends on.

use soundline_c::{
    FunctionId, Program, Role, Storage, VarId,
    tree::{Expr, ExprKind},
};
use std::collections::BTreeSet;

/// What an expression may change.
#[derive(Clone, Debug, Default)]
pub(super) struct Writes {
    variables: Vec<VarId>,
    /// Whatever a pointer or another function can reach.
    memory: bool,
    /// All variables: there is something without a model.
    everything: bool,
    /// Whether it may not come back.
    calls: bool,
}

impl Writes {
    /// The changes that evaluating `expr` may make.
    pub(super) fn of(expr: &Expr, program: &Program, pure: &BTreeSet<FunctionId>) -> Writes {
        let mut writes = Writes::default();
        writes.add(expr, program, pure);
        writes
    }

    /// Whether something else may happen than changes of variables.
    pub(super) fn leaves(&self) -> bool {
        self.calls || self.everything
    }

    /// Whether the value of `expr` may be another one before and after.
    pub(super) fn disturb(&self, expr: &Expr, program: &Program) -> bool {
        if self.variables.is_empty() && !self.memory && !self.everything {
            return false;
        }
        let own = match &expr.kind {
            ExprKind::Load(_) if self.everything => true,
            ExprKind::Variable(variable) => {
                self.variables.contains(variable) || (self.memory && is_shared(*variable, program))
            }
            ExprKind::Load(place) => self.memory && through_pointer(place),
            _ => false,
        };
        own || expr.children().into_iter().any(|child| self.disturb(child, program))
    }

    fn add(&mut self, expr: &Expr, program: &Program, pure: &BTreeSet<FunctionId>) {
        if !expr.effects {
            return;
        }
        match &expr.kind {
            ExprKind::Assign(place, _) | ExprKind::AssignOp { place, .. } => self.write(place),
            ExprKind::Step { place, .. } => self.write(place),
            ExprKind::Call { callee, .. } if !is_harmless(callee, program) => {
                self.memory |= function_of(callee).is_none_or(|callee| !pure.contains(&callee));
                self.calls = true;
            }
            ExprKind::Statements(_) | ExprKind::Unmodelled { .. } => self.everything = true,
            _ => {}
        }
        expr.children().into_iter().for_each(|child| self.add(child, program, pure));
    }

    fn write(&mut self, place: &Expr) {
        match variable_of(place) {
            Some(variable) => {
                self.variables.push(variable);
            }
            None => self.memory = true,
        }
    }
}

/// The variable that a place is or is a part of, unless it is reached through a pointer.
fn variable_of(place: &Expr) -> Option<VarId> {
    match &place.kind {
        ExprKind::Variable(variable) => Some(*variable),
        ExprKind::Member { base, .. } => variable_of(base),
        ExprKind::Index { base, .. } => match &base.kind {
            ExprKind::Decay(array) => variable_of(array),
            _ => None,
        },
        _ => None,
    }
}

fn through_pointer(place: &Expr) -> bool {
    variable_of(place).is_none()
}

fn is_shared(variable: VarId, program: &Program) -> bool {
    let variable = program.variable(variable);
    let lives_long =
        matches!(variable.storage, Storage::Global | Storage::Extern | Storage::Static);
    (lives_long && !variable.constant) || variable.address_taken
}

/// Calls of functions that read inputs or hand on an argument.
fn is_harmless(callee: &Expr, program: &Program) -> bool {
    function_of(callee).is_some_and(|function| {
        matches!(program.function(function).role, Role::Nondet | Role::FirstArgument)
    })
}

fn function_of(callee: &Expr) -> Option<FunctionId> {
    match &callee.kind {
        ExprKind::Function(function) => Some(*function),
        ExprKind::Decay(inner) | ExprKind::Convert(inner) => function_of(inner),
        _ => None,
    }
}

/// The functions that change nothing but their own variables. They need not return.
pub(super) fn pure_functions(program: &Program) -> BTreeSet<FunctionId> {
    let mut pure: BTreeSet<FunctionId> = program.bodies().map(|(id, _, _)| id).collect();
    loop {
        let kept: BTreeSet<FunctionId> =
            pure.iter().copied().filter(|id| is_pure(*id, program, &pure)).collect();
        if kept.len() == pure.len() {
            return pure;
        }
        pure = kept;
    }
}

fn is_pure(function: FunctionId, program: &Program, pure: &BTreeSet<FunctionId>) -> bool {
    let own = |place: &Expr| {
        variable_of(place).is_some_and(|variable| {
            let storage = &program.variable(variable).storage;
            matches!(storage, Storage::Local | Storage::Parameter | Storage::Temporary)
        })
    };
    let body = program.function(function).body.iter();
    body.flat_map(|body| body.expressions()).all(|expr| match &expr.kind {
        ExprKind::Assign(place, _) | ExprKind::AssignOp { place, .. } => own(place),
        ExprKind::Step { place, .. } => own(place),
        ExprKind::Call { callee, .. } => {
            let known = function_of(callee).is_some_and(|callee| pure.contains(&callee));
            known || is_harmless(callee, program)
        }
        ExprKind::Unmodelled { .. } => false,
        _ => true,
    })
}
