//! Walks over programs: all expressions of a statement, all values of an instruction or graph.

use crate::{
    Action, Block, Callee, Cfg, CheckKind, FunctionId, Program, Role, Span, Terminator, Value,
    roles::callee_of,
    tree::{Expr, ExprKind, Stmt, StmtKind},
};
use std::collections::BTreeSet;

impl Expr {
    /// The expression and all inside it, also those in statements.
    pub(crate) fn all(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        in_expression(self, &mut found);
        found
    }
}

impl Stmt {
    /// All expressions in it, outer ones before those inside them.
    pub fn expressions(&self) -> Vec<&Expr> {
        let mut expressions = Vec::new();
        self.roots().into_iter().for_each(|root| in_expression(root, &mut expressions));
        expressions
    }

    /// The expressions in it that stand in no other expression.
    pub(crate) fn roots(&self) -> Vec<&Expr> {
        let mut roots = Vec::new();
        in_statement(self, &mut roots);
        roots
    }

    /// The statements directly inside.
    pub fn children(&self) -> Vec<&Stmt> {
        match &self.kind {
            StmtKind::Block(statements) => statements.iter().collect(),
            StmtKind::If { then, otherwise, .. } => {
                std::iter::once(&**then).chain(otherwise.as_deref()).collect()
            }
            StmtKind::For { init, body, .. } => {
                init.as_deref().into_iter().chain([&**body]).collect()
            }
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => vec![body],
            StmtKind::Switch { body, .. } | StmtKind::Case { body, .. } => vec![body],
            StmtKind::Default(body) | StmtKind::Labelled(_, body) => vec![body],
            _ => Vec::new(),
        }
    }
}

fn in_statement<'t>(stmt: &'t Stmt, found: &mut Vec<&'t Expr>) {
    match &stmt.kind {
        StmtKind::Expr(expr) | StmtKind::GotoAddress(expr) | StmtKind::Return(Some(expr)) => {
            found.push(expr);
        }
        StmtKind::Declare(declarations) => {
            for declaration in declarations {
                let values = declaration.init.iter().flat_map(|init| init.values());
                found.extend(declaration.length.iter().chain(&declaration.sizes).chain(values));
            }
        }
        StmtKind::Block(statements) => statements.iter().for_each(|stmt| in_statement(stmt, found)),
        StmtKind::If { condition, then, otherwise } => {
            found.push(condition);
            in_statement(then, found);
            otherwise.iter().for_each(|stmt| in_statement(stmt, found));
        }
        StmtKind::While { condition, body } | StmtKind::Switch { value: condition, body } => {
            found.push(condition);
            in_statement(body, found);
        }
        StmtKind::DoWhile { body, condition } => {
            in_statement(body, found);
            found.push(condition);
        }
        StmtKind::For { init, condition, step, body } => {
            init.iter().for_each(|stmt| in_statement(stmt, found));
            found.extend(condition.iter().chain(step));
            in_statement(body, found);
        }
        StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Labelled(_, body) => {
            in_statement(body, found);
        }
        StmtKind::Unmodelled { mentions, .. } => {
            found.extend(mentions);
        }
        StmtKind::Empty | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue => {}
        StmtKind::Return(None) => {}
    }
}

fn in_expression<'t>(expr: &'t Expr, found: &mut Vec<&'t Expr>) {
    found.push(expr);
    if let ExprKind::Statements(statements) = &expr.kind {
        let roots = statements.iter().flat_map(|stmt| stmt.roots());
        roots.for_each(|root| in_expression(root, found));
    }
    expr.children().into_iter().for_each(|child| in_expression(child, found));
}

impl Action {
    /// The values in it, in the order of evaluation, also those in places.
    pub fn values(&self) -> Vec<&Value> {
        match self {
            Action::Point(_) | Action::Declare(_) => Vec::new(),
            Action::End(_) | Action::Granted(_) => Vec::new(),
            Action::Assign(place, value) => [vec![value], place.operands()].concat(),
            Action::Zero(place) | Action::Havoc(place, _) => place.operands(),
            Action::Call { result, callee, arguments } => {
                let callee = match callee {
                    Callee::Pointer(pointer) => Some(pointer),
                    Callee::Function(_) => None,
                };
                let result = result.iter().flat_map(|place| place.operands());
                callee.into_iter().chain(arguments).chain(result).collect()
            }
            Action::Assume(value) => vec![value],
            Action::Check(check) => check.kind.values(),
            Action::Unknown { places, .. } => {
                places.iter().flat_map(|place| place.operands()).collect()
            }
        }
    }
}

impl CheckKind {
    /// The values that it is about.
    pub fn values(&self) -> Vec<&Value> {
        match self {
            CheckKind::Assertion(value) | CheckKind::Divisor(value) => vec![value],
            CheckKind::Overflow(value) | CheckKind::Quotient(value) => vec![value],
            CheckKind::ShiftAmount(value, _) => vec![value],
            CheckKind::FloatToInt(value, _) | CheckKind::Access { pointer: value, .. } => {
                vec![value]
            }
            CheckKind::Index { index, length, .. } => [index].into_iter().chain(length).collect(),
            CheckKind::Region { pointer, extent, .. } => [vec![pointer], extent.values()].concat(),
            CheckKind::Free(value) | CheckKind::Length(value) => vec![value],
            CheckKind::Finite(value) | CheckKind::Written(value) => vec![value],
            CheckKind::Initialised { .. } => Vec::new(),
            CheckKind::Apart { to, from, length } => vec![to, from, length],
            CheckKind::Return | CheckKind::Freed => Vec::new(),
            CheckKind::ErrorCall | CheckKind::Unreachable => Vec::new(),
        }
    }
}

impl Block {
    /// The values in its instructions and terminator, in order.
    pub fn values(&self) -> Vec<&Value> {
        let last = match &self.terminator {
            Terminator::Branch(value, ..) | Terminator::Switch { value, .. } => Some(value),
            Terminator::GotoAddress(value, _) | Terminator::Return(Some(value)) => Some(value),
            Terminator::Goto(_) | Terminator::Return(None) | Terminator::Stop => None,
        };
        let values = self.instructions.iter().flat_map(|instruction| instruction.action.values());
        values.chain(last).collect()
    }
}

impl Program {
    /// The calls of functions with a role, by name: the function around each, and its range.
    pub fn calls(&self, role: Role) -> Vec<(FunctionId, Span)> {
        let mut calls = Vec::new();
        for (id, function, _) in self.bodies() {
            for expr in function.body.iter().flat_map(|body| body.expressions()) {
                let ExprKind::Call { callee, .. } = &expr.kind else { continue };
                if callee_of(callee).is_some_and(|callee| self.function(callee).role == role) {
                    calls.push((id, expr.span));
                }
            }
        }
        calls
    }

    /// The integer constants that functions compute or compare with, and their case labels.
    pub fn constants(&self) -> BTreeSet<i128> {
        let mut constants = BTreeSet::new();
        for (_, _, cfg) in self.bodies() {
            constants_of(cfg, &mut constants);
        }
        constants
    }
}

fn constants_of(cfg: &Cfg, constants: &mut BTreeSet<i128>) {
    for block in &cfg.blocks {
        let mut pending = block.values();
        while let Some(value) = pending.pop() {
            constants.extend(value.as_int());
            pending.extend(value.operands());
        }
        if let Terminator::Switch { cases, .. } = &block.terminator {
            constants.extend(cases.iter().flat_map(|(low, high, _)| [*low, *high]));
        }
    }
}
