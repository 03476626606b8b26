//! Assertions and assumptions, taken apart so that every conjunct is seen.

use super::Lowering;
use crate::{
    Action, BinaryOp, Check, CheckKind, Function, Role, Span, Terminator, UnaryOp, Value,
    ValueKind,
    roles::{callee_of, only_fails},
    tree::{Expr, ExprKind, Stmt, StmtKind},
};

/// What happens to a condition that must hold.
#[derive(Clone, Copy)]
enum Demand {
    /// It is assumed.
    Assume,
    /// It is checked under this number, and assumed from there on.
    Check(u32),
    /// It is checked under this number, and nothing more.
    Report(u32),
}

impl Demand {
    /// The number of the check.
    fn check(self) -> Option<u32> {
        match self {
            Demand::Assume => None,
            Demand::Check(id) | Demand::Report(id) => Some(id),
        }
    }

    /// Whether control goes on where the condition fails.
    fn goes_on(self) -> bool {
        matches!(self, Demand::Report(_))
    }
}

impl Lowering<'_> {
    /// The condition must have the given truth value, or the assertion fails.
    pub(super) fn assertion(&mut self, condition: &Expr, positive: bool) {
        let id = self.new_check();
        self.demand(condition, positive, Demand::Check(id), condition.span);
    }

    /// The condition should hold; control goes on whether it does or not.
    pub(super) fn report(&mut self, condition: &Expr) {
        let id = self.new_check();
        self.demand(condition, true, Demand::Report(id), condition.span);
    }

    /// Goes on only where the condition is not zero.
    pub(super) fn assumption(&mut self, condition: &Expr) {
        self.demand(condition, true, Demand::Assume, condition.span);
    }

    fn demand(&mut self, condition: &Expr, positive: bool, demand: Demand, span: Span) {
        let essence = self.essence(condition);
        match &essence.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => self.demand(inner, !positive, demand, span),
            ExprKind::And(left, right) if positive && !demand.goes_on() => {
                self.demand(left, true, demand, span);
                self.demand(right, true, demand, span);
            }
            ExprKind::Or(left, right) if !positive && !demand.goes_on() => {
                self.demand(left, false, demand, span);
                self.demand(right, false, demand, span);
            }
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Conditional(..) => {
                if let Some(id) = demand.check() {
                    // Control gets here, even if no path leads to where the condition has failed.
                    let kind = CheckKind::Assertion(self.int_value(1, span));
                    self.emit(Action::Check(Check { id, kind }), span);
                }
                let (holds, fails) = (self.new_block(), self.new_block());
                match positive {
                    true => self.condition(essence, holds, fails),
                    false => self.condition(essence, fails, holds),
                }
                self.start(fails);
                if let Some(id) = demand.check() {
                    let kind = CheckKind::Assertion(self.int_value(0, span));
                    self.emit(Action::Check(Check { id, kind }), span);
                }
                match demand.goes_on() {
                    true => self.end(Terminator::Goto(holds), span),
                    false => self.end(Terminator::Stop, span),
                }
                self.start(holds);
            }
            _ => {
                let value = self.value(essence);
                let value = if positive { value } else { self.negated(value) };
                if let Some(id) = demand.check() {
                    let kind = CheckKind::Assertion(value.clone());
                    self.emit(Action::Check(Check { id, kind }), span);
                }
                match value.as_int() {
                    _ if demand.goes_on() => {}
                    Some(0) => self.end(Terminator::Stop, span),
                    Some(_) => {}
                    None => self.emit(Action::Assume(value), span),
                }
            }
        }
    }

    /// `!value`, as the opposite comparison where it is one between integers or pointers.
    fn negated(&mut self, value: Value) -> Value {
        let int = self.types.int();
        if let ValueKind::Binary(op, left, right) = &value.kind
            && !matches!(self.types.get(left.ty), crate::Type::Float(_))
            && let Some(opposite) = opposite(*op)
        {
            let kind = ValueKind::Binary(opposite, left.clone(), right.clone());
            return Value::new(kind, int, value.span);
        }
        let span = value.span;
        self.unary(UnaryOp::Not, value, int, span)
    }

    /// Whether a statement only reports a failed assertion and does not go on.
    pub(super) fn is_failing_statement(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Expr(expr) => self.is_failure(expr),
            StmtKind::Block(statements) => match &statements[..] {
                [only] => self.is_failing_statement(only),
                [error, stop] => self.is_failing_statement(error) && self.stops(stop),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether an expression only calls an error function that does not return, and does nothing else.
    pub(super) fn is_failure(&self, expr: &Expr) -> bool {
        self.called(expr).is_some_and(|function| {
            function.role == Role::Error
                && function.no_return
                && only_fails(function, self.functions)
        })
    }

    fn stops(&self, stmt: &Stmt) -> bool {
        let StmtKind::Expr(expr) = &stmt.kind else { return false };
        self.called(expr).is_some_and(|function| function.role == Role::Stop)
    }

    fn called(&self, expr: &Expr) -> Option<&Function> {
        match &expr.kind {
            ExprKind::Convert(inner) => self.called(inner),
            ExprKind::Call { callee, .. } => Some(&self.functions[callee_of(callee)?.index()]),
            _ => None,
        }
    }
}

fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        _ => return None,
    })
}
