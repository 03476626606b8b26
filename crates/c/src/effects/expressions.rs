//! The effects of expressions and statements.

use super::{Access, Effects, Summaries, functions::Known};
use crate::{
    BinaryOp, Role, UnaryOp,
    roles::callee_of,
    tree::{Expr, ExprKind, Stmt, StmtKind},
};

impl Summaries {
    /// What evaluating an expression for its value does.
    pub fn of_value(&self, expr: &Expr) -> Effects {
        let mut walk = Walk::new(self);
        walk.value(expr);
        walk.effects
    }

    /// What finding a place does, without reading it.
    pub(crate) fn of_place(&self, expr: &Expr) -> Effects {
        let mut walk = Walk::new(self);
        walk.place(expr);
        walk.effects
    }

    /// What finding and reading a place does.
    pub(crate) fn of_read(&self, expr: &Expr) -> Effects {
        let mut walk = Walk::new(self);
        walk.place(expr);
        walk.access(expr, false);
        walk.effects
    }
}

/// Collects effects.
pub(super) struct Walk<'s> {
    summaries: &'s Summaries,
    pub(super) effects: Effects,
}

impl<'s> Walk<'s> {
    pub(super) fn new(summaries: &'s Summaries) -> Self {
        Self { summaries, effects: Effects::default() }
    }

    pub(super) fn statement(&mut self, stmt: &Stmt) {
        stmt.roots().into_iter().for_each(|expr| self.value(expr));
        if self.has_unknown(stmt) {
            self.anything();
        }
    }

    /// Whether there is a statement without a model, or a call that is not written.
    fn has_unknown(&self, stmt: &Stmt) -> bool {
        let own = match &stmt.kind {
            StmtKind::Unmodelled { .. } => true,
            StmtKind::Declare(declarations) => {
                let cleaned_up = |id| self.summaries.is_cleaned_up(id);
                declarations.iter().any(|declaration| cleaned_up(declaration.variable))
            }
            _ => false,
        };
        own || stmt.children().into_iter().any(|inner| self.has_unknown(inner))
    }

    pub(super) fn value(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => {}
            ExprKind::Function(_) | ExprKind::LabelAddress(_) => {}
            ExprKind::Load(place) => {
                self.place(place);
                self.access(place, false);
            }
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => self.place(place),
            ExprKind::Assign(place, value) => {
                self.value(value);
                self.place(place);
                self.access(place, true);
            }
            ExprKind::AssignOp { place, value, .. } => {
                self.value(value);
                self.update(place);
            }
            ExprKind::Step { place, .. } => self.update(place),
            ExprKind::Call { callee, arguments } => self.call(callee, arguments),
            ExprKind::Statements(statements) => {
                (self.effects.statements, self.effects.observed) = (true, true);
                // It may be left by a jump.
                self.effects.leaves = true;
                statements.iter().for_each(|stmt| self.statement(stmt));
            }
            ExprKind::Unmodelled { mentions, .. } => {
                self.anything();
                self.children(expr);
                mentions.iter().for_each(|mention| self.change(mention));
            }
            _ if expr.is_place() => {
                self.place(expr);
                self.access(expr, false);
            }
            kind => {
                self.effects.observed |= may_have_check(kind);
                self.children(expr);
            }
        }
    }

    fn children(&mut self, expr: &Expr) {
        expr.children().into_iter().for_each(|child| self.value(child));
    }

    /// Something without a model may write the variables that it mentions.
    fn change(&mut self, mention: &Expr) {
        if let ExprKind::Variable(id) = mention.kind {
            self.effects.called.writes.insert(id);
        }
        mention.children().into_iter().for_each(|child| self.change(child));
    }

    fn update(&mut self, place: &Expr) {
        self.effects.observed = true;
        self.place(place);
        self.access(place, false);
        self.access(place, true);
    }

    /// What it takes to find a place.
    fn place(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Variable(_) => {}
            ExprKind::Member { base, .. } => self.place(base),
            ExprKind::Deref(pointer) => {
                self.effects.observed = true;
                self.value(pointer);
            }
            ExprKind::Index { base, index } => {
                self.effects.observed = true;
                self.value(base);
                self.value(index);
            }
            ExprKind::CompoundLiteral(_, init) => {
                init.values().into_iter().for_each(|value| self.value(value));
            }
            _ => self.value(expr),
        }
    }

    /// Reads or writes a place. An index outside of its array is undefined, and not looked at.
    fn access(&mut self, place: &Expr, write: bool) {
        let direct = &mut self.effects.direct;
        match &place.kind {
            ExprKind::Variable(id) | ExprKind::CompoundLiteral(id, _) => {
                if write { &mut direct.writes } else { &mut direct.reads }.insert(*id);
            }
            ExprKind::Member { base, .. } if base.is_place() => self.access(base, write),
            ExprKind::Index { base, index } => match &base.kind {
                ExprKind::Decay(array) => {
                    direct.strays |= write && !matches!(index.kind, ExprKind::Int(_));
                    self.access(array, write);
                }
                _ => direct.through_pointer(write),
            },
            ExprKind::Deref(_) => direct.through_pointer(write),
            _ => {}
        }
    }

    fn call(&mut self, callee: &Expr, arguments: &[Expr]) {
        arguments.iter().for_each(|argument| self.value(argument));
        let Some(id) = callee_of(callee) else {
            self.value(callee);
            return self.anything();
        };
        let known = self.summaries.known(id, arguments);
        self.effects.leaves |= !matches!(known, Known::Role(Role::Nondet | Role::FirstArgument));
        match known {
            Known::Role(Role::Assume | Role::Leave | Role::Stop) => {
                (self.effects.stops, self.effects.ends) = (true, true);
            }
            Known::Role(Role::ReturnsTwice) => self.anything(),
            Known::Role(Role::Nondet | Role::FirstArgument | Role::Ordinary) => {}
            // A failed assertion stops too, but not silently.
            Known::Role(Role::Assert | Role::Error | Role::Unreachable) => {
                (self.effects.observed, self.effects.ends) = (true, true);
            }
            Known::Body(body) => {
                self.effects.called.add(&body.access);
                if body.access.is_none() {
                    self.effects.secluded.insert(id);
                } else {
                    self.effects.called.observes = true;
                }
                self.effects.calls = true;
                self.effects.stops |= body.stops;
                self.effects.ends |= body.may_end();
                self.effects.observed = true;
            }
            Known::Library(access) => {
                self.effects.called.add(&access);
                self.effects.calls = true;
                self.effects.ends |= self.summaries.function(id).may_end();
            }
        }
    }

    fn anything(&mut self) {
        self.effects.called.add(&Access::anything());
        (self.effects.observed, self.effects.calls) = (true, true);
        (self.effects.ends, self.effects.leaves) = (true, true);
    }
}

impl Access {
    fn through_pointer(&mut self, write: bool) {
        self.writes_memory |= write;
        self.reads_memory |= !write;
    }
}

/// Whether lowering may put a check before an operator.
fn may_have_check(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Binary(op, ..) => {
            let bitwise = matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor);
            !op.is_comparison() && !bitwise
        }
        ExprKind::Unary(op, _) => *op == UnaryOp::Neg,
        ExprKind::Convert(_) => true,
        _ => false,
    }
}
