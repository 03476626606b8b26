//! Conditions: `&&`, `||`, `!` and `?:` become branches.

use super::Lowering;
use crate::{
    Action, BinaryOp, BlockId, Cause, Place, Rank, Role, Span, Terminator, Type, TypeId, UnaryOp,
    Value, ValueKind,
    roles::callee_of,
    tree::{Expr, ExprKind},
};

impl Lowering<'_> {
    /// Goes to `then` if the expression is not zero, else to `otherwise`.
    pub(super) fn condition(&mut self, expr: &Expr, then: BlockId, otherwise: BlockId) {
        let expr = self.essence(expr);
        let span = expr.span;
        if let Some((class, character)) = self.classified(expr) {
            return self.class_condition(class, character, (then, otherwise), span);
        }
        match &expr.kind {
            ExprKind::Int(value) => {
                let next = if *value != 0 { then } else { otherwise };
                self.end(Terminator::Goto(next), span);
            }
            ExprKind::And(left, right) => {
                let middle = self.new_block();
                self.condition(left, middle, otherwise);
                self.start(middle);
                self.condition(right, then, otherwise);
            }
            ExprKind::Or(left, right) => {
                let middle = self.new_block();
                self.condition(left, then, middle);
                self.start(middle);
                self.condition(right, then, otherwise);
            }
            ExprKind::Unary(UnaryOp::Not, inner) => self.condition(inner, otherwise, then),
            ExprKind::Binary(BinaryOp::Eq, inner, zero) if self.is_truth(inner, zero) => {
                self.condition(inner, otherwise, then);
            }
            ExprKind::Comma(left, right) => {
                self.discard(left);
                self.condition(right, then, otherwise);
            }
            ExprKind::Conditional(condition, yes, no) => {
                let (on_yes, on_no) = (self.new_block(), self.new_block());
                self.condition(condition, on_yes, on_no);
                self.start(on_yes);
                self.condition(yes, then, otherwise);
                self.start(on_no);
                self.condition(no, then, otherwise);
            }
            ExprKind::Binary(op, left, right) if op.is_comparison() && is_constant(right) => {
                let value = match self.assigned(left) {
                    Some(left) => {
                        let right = self.value(right);
                        self.operation(*op, left, right, expr.ty, span)
                    }
                    None => self.value(expr),
                };
                self.branch(value, then, otherwise, span);
            }
            _ => {
                let value = match self.assigned(expr) {
                    Some(value) => value,
                    None => self.value(expr),
                };
                self.branch(value, then, otherwise, span);
            }
        }
    }

    /// The value of `p = f()` as that of `p`, where nothing can happen between the two: a condition such as
    /// `(p = malloc(n)) == NULL` then tells something about `p`, and not about a temporary.
    fn assigned(&mut self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Convert(inner) => {
                let value = self.assigned(inner)?;
                Some(self.convert(value, expr.ty, expr.span))
            }
            ExprKind::Assign(place, _) => {
                if !self.is_named(place) || !self.types.is_scalar(place.ty) {
                    return None;
                }
                self.discard(expr);
                let value = self.load(place, expr.span);
                Some(self.convert(value, expr.ty, expr.span))
            }
            _ => None,
        }
    }

    /// Whether a place is a variable or a member of one: it is the same place whatever is written to it.
    fn is_named(&self, place: &Expr) -> bool {
        !place.volatile
            && match &place.kind {
                ExprKind::Variable(id) => !self.variables[id.index()].volatile,
                ExprKind::Member { base, .. } => self.is_named(base),
                _ => false,
            }
    }

    fn branch(&mut self, value: Value, then: BlockId, otherwise: BlockId, span: Span) {
        let value = match self.types.is_scalar(value.ty) {
            true => value,
            false => {
                let int = self.types.int();
                self.any_value(Cause::Unmodelled("condition"), int, span)
            }
        };
        let terminator = match value.as_int() {
            Some(0) => Terminator::Goto(otherwise),
            Some(_) => Terminator::Goto(then),
            None => Terminator::Branch(value, then, otherwise),
        };
        self.end(terminator, span);
    }

    /// The part of a condition that decides: without conversions that keep zero zero and everything
    /// else not zero, without `!= 0`, and without `__builtin_expect`.
    pub(super) fn essence<'e>(&self, expr: &'e Expr) -> &'e Expr {
        match &expr.kind {
            ExprKind::Convert(inner) if self.keeps_truth(inner.ty, expr.ty) => self.essence(inner),
            ExprKind::Binary(BinaryOp::Ne, inner, zero) if self.is_truth(inner, zero) => {
                self.essence(inner)
            }
            ExprKind::Call { callee, arguments } => match (callee_of(callee), &arguments[..]) {
                (Some(id), [first, rest @ ..])
                    if self.role(id) == Role::FirstArgument && !rest.iter().any(|e| e.effects) =>
                {
                    self.essence(first)
                }
                _ => expr,
            },
            _ => expr,
        }
    }

    fn keeps_truth(&self, from: TypeId, to: TypeId) -> bool {
        match (self.types.integer(from), self.types.integer(to)) {
            (Some(from), Some(to)) => to.bits >= from.bits || to.rank == Rank::Bool,
            _ => false,
        }
    }

    /// Whether `inner == zero` asks for the opposite of a truth value.
    fn is_truth(&self, inner: &Expr, zero: &Expr) -> bool {
        let truth = match &self.essence(inner).kind {
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnaryOp::Not, _) => true,
            ExprKind::Binary(op, ..) => op.is_comparison(),
            _ => false,
        };
        truth && matches!(zero.kind, ExprKind::Int(0))
    }

    /// 1 or 0, by branches.
    pub(super) fn truth_value(&mut self, expr: &Expr) -> Value {
        let one = Value::new(ValueKind::Int(1), expr.ty, expr.span);
        self.value_if(expr, one)
    }

    /// The bit that an expression asks for, or 0, by branches.
    pub(super) fn either(&mut self, expr: &Expr, bit: &Expr) -> Value {
        let bit = self.value(bit);
        let bit = self.convert(bit, expr.ty, expr.span);
        self.value_if(expr, bit)
    }

    /// A constant if the expression is not zero, or else 0.
    fn value_if(&mut self, expr: &Expr, constant: Value) -> Value {
        let (ty, span) = (expr.ty, expr.span);
        let result = self.temporary(ty, span);
        let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
        self.condition(expr, yes, no);
        let zero = Value::new(ValueKind::Int(0), ty, span);
        for (block, truth) in [(yes, constant), (no, zero)] {
            self.start(block);
            self.emit(Action::Assign(result.clone(), truth), span);
            self.end(Terminator::Goto(after), span);
        }
        self.start(after);
        Value::new(ValueKind::Load(result), ty, span)
    }

    pub(super) fn conditional(
        &mut self,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
        ty: TypeId,
        span: Span,
    ) -> Value {
        if matches!(self.types.get(ty), Type::Void) {
            self.discard_conditional(condition, then, otherwise, span);
            return self.int_value(0, span);
        }
        let result = self.temporary(ty, span);
        let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
        self.condition(condition, yes, no);
        self.alternative(yes, then, &result, after);
        self.alternative(no, otherwise, &result, after);
        self.start(after);
        Value::new(ValueKind::Load(result), ty, span)
    }

    fn alternative(&mut self, block: BlockId, expr: &Expr, result: &Place, after: BlockId) {
        self.start(block);
        // `c ? abort() : 1` in GNU C: one side may be void.
        if matches!(self.types.get(expr.ty), Type::Void) {
            self.discard(expr);
        } else {
            let value = self.value(expr);
            let value = self.as_stored(value, result);
            self.emit(Action::Assign(result.clone(), value), expr.span);
        }
        self.end(Terminator::Goto(after), expr.span);
    }

    pub(super) fn discard_conditional(
        &mut self,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
        span: Span,
    ) {
        if self.is_failure(otherwise) {
            self.assertion(condition, true);
            return self.discard(then);
        }
        let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
        self.condition(condition, yes, no);
        for (block, expr) in [(yes, then), (no, otherwise)] {
            self.start(block);
            self.discard(expr);
            self.end(Terminator::Goto(after), span);
        }
        self.start(after);
    }

    /// GNU C's `value ?: otherwise`.
    pub(super) fn or_else(
        &mut self,
        value: &Expr,
        otherwise: &Expr,
        ty: TypeId,
        span: Span,
    ) -> Value {
        let first = self.value(value);
        let first = self.kept(first);
        let result = self.temporary(ty, span);
        let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
        self.branch(first.clone(), yes, no, value.span);
        self.start(yes);
        let converted = self.convert(first, ty, value.span);
        self.emit(Action::Assign(result.clone(), converted), value.span);
        self.end(Terminator::Goto(after), value.span);
        self.alternative(no, otherwise, &result, after);
        self.start(after);
        Value::new(ValueKind::Load(result), ty, span)
    }
}

/// A number, or a null pointer.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) => true,
        ExprKind::Convert(inner) => is_constant(inner),
        _ => false,
    }
}
