//! Expressions as values; what else they do becomes instructions before.

use super::{Lowering, places::Access};
use crate::{
    Action, Cause, Granted, Place, Role, Span, Step, Type, TypeId, UnaryOp, Value, ValueKind,
    VarId,
    library::Meaning,
    roles::callee_of,
    tree::{Expr, ExprKind, Stmt, StmtKind},
};

impl Lowering<'_> {
    /// Evaluates an expression for its value.
    pub(super) fn value(&mut self, expr: &Expr) -> Value {
        let (ty, span) = (expr.ty, expr.span);
        match &expr.kind {
            ExprKind::Int(value) => {
                let wrapped = self.types.integer(ty).and_then(|int| int.wrap(*value));
                Value::new(ValueKind::Int(wrapped.unwrap_or(*value)), ty, span)
            }
            ExprKind::Float(value) => Value::new(ValueKind::Float(*value), ty, span),
            ExprKind::Function(id) => Value::new(ValueKind::Function(*id), ty, span),
            ExprKind::LabelAddress(name) => {
                self.address_labels.push(name.clone());
                Value::new(ValueKind::LabelAddress(name.clone()), ty, span)
            }
            ExprKind::AddressOf(inner) | ExprKind::Decay(inner) => self.address(inner, ty, span),
            ExprKind::Load(place) => self.load(place, span),
            ExprKind::Convert(inner) => self.conversion(inner, ty, span),
            ExprKind::Unary(op, operand) => {
                let operand = self.value(operand);
                if *op != UnaryOp::Not && self.wide_bit_field(&operand).is_some() {
                    let cause = Cause::Unmodelled("arithmetic of a wide bit-field");
                    return self.any_value(cause, ty, span);
                }
                let result = self.unary(*op, operand, ty, span);
                self.check_overflow(&result);
                result
            }
            ExprKind::Binary(op, left, right) => match self.classified(expr) {
                Some(_) => self.either(expr, right),
                None => {
                    let (left, right) = self.pair(left, right, span);
                    self.operation(*op, left, right, ty, span)
                }
            },
            ExprKind::And(..) | ExprKind::Or(..) => self.truth_value(expr),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise, ty, span)
            }
            ExprKind::OrElse(value, otherwise) => self.or_else(value, otherwise, ty, span),
            ExprKind::Comma(left, right) => {
                self.discard(left);
                self.value(right)
            }
            ExprKind::Assign(place, value) => {
                let (target, value) = self.sides(place, value, span);
                let value = self.as_stored(value, &target);
                let kept = self.kept(value);
                self.emit(Action::Assign(target, kept.clone()), span);
                self.convert(kept, ty, span)
            }
            ExprKind::AssignOp { op, place, value, compute } => {
                let (target, result) = self.updated(*op, place, value, *compute, span);
                let kept = self.kept(result);
                self.emit(Action::Assign(target, kept.clone()), span);
                self.convert(kept, ty, span)
            }
            ExprKind::Step { place, up, postfix } => {
                let target = self.place(place, Access::Write);
                let old = self.read(target.clone(), span);
                let old = if *postfix { self.kept(old) } else { old };
                let new = self.stepped(&target, old.clone(), *up, span);
                let new = if *postfix { new } else { self.kept(new) };
                self.emit(Action::Assign(target, new.clone()), span);
                self.convert(if *postfix { old } else { new }, ty, span)
            }
            ExprKind::Call { callee, arguments } => {
                if callee_of(callee).is_some_and(|id| self.role(id) == Role::FirstArgument) {
                    return self.first_argument(arguments, ty, span);
                }
                if let Some(variable) = self.returned_variable(callee) {
                    let place = self.whole(variable);
                    return Value::new(ValueKind::AddressOf(place), ty, span);
                }
                let result = self.temporary(ty, span);
                self.call(callee, arguments, Some(result.clone()), span);
                Value::new(ValueKind::Load(result), ty, span)
            }
            ExprKind::Statements(statements) => {
                self.scope(span, |this| this.statements_value(statements, ty, span))
            }
            ExprKind::AnyValue { what, operands } => {
                self.discard_all(operands, span);
                self.any_value(Cause::Unmodelled(what), ty, span)
            }
            ExprKind::Unmodelled { what, mentions } => {
                self.unknown(what, mentions, span);
                self.any_value(Cause::Unmodelled(what), ty, span)
            }
            ExprKind::Variable(_) | ExprKind::Member { .. } | ExprKind::Deref(_) => {
                self.load(expr, span)
            }
            ExprKind::Index { .. } | ExprKind::CompoundLiteral(..) => self.load(expr, span),
        }
    }

    /// Evaluates an expression for its effects.
    pub(super) fn discard(&mut self, expr: &Expr) {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Convert(inner) if matches!(self.types.get(expr.ty), Type::Void) => {
                self.discard(inner);
            }
            ExprKind::Comma(left, right) => {
                self.discard(left);
                self.discard(right);
            }
            ExprKind::Assign(place, value) => self.assign(place, value, span),
            ExprKind::AssignOp { op, place, value, compute } => {
                let (target, result) = self.updated(*op, place, value, *compute, span);
                self.emit(Action::Assign(target, result), span);
            }
            ExprKind::Step { place, up, .. } => {
                let target = self.place(place, Access::Write);
                let old = self.read(target.clone(), span);
                let new = self.stepped(&target, old, *up, span);
                self.emit(Action::Assign(target, new), span);
            }
            ExprKind::Call { callee, arguments } => self.call(callee, arguments, None, span),
            ExprKind::Statements(statements) => {
                self.scope(span, |this| {
                    statements.iter().for_each(|statement| this.statement_in_block(statement));
                });
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.discard_conditional(condition, then, otherwise, span);
            }
            ExprKind::Unmodelled { what, mentions } => self.unknown(what, mentions, span),
            ExprKind::Variable(_) => {}
            // A place that is not read, such as `*p` in `(void)*p`, is no access.
            _ if expr.is_place() => drop(self.place(expr, Access::Address)),
            _ => drop(self.value(expr)),
        }
    }

    /// Both operands, the left one first if that makes no difference.
    pub(super) fn pair(&mut self, left: &Expr, right: &Expr, span: Span) -> (Value, Value) {
        if let Some(both) = self.pair_in_any_order(left, right, span) {
            return both;
        }
        let mut first = self.value(left);
        if right.effects {
            first = self.kept(first);
        }
        (first, self.value(right))
    }

    /// The value to be assigned, which is evaluated before the place if that makes no difference.
    pub(super) fn right_side(&mut self, place: &Expr, value: &Expr) -> Value {
        let value = self.value(value);
        if place.effects { self.kept(value) } else { value }
    }

    /// Both sides of an assignment.
    fn sides(&mut self, place: &Expr, value: &Expr, span: Span) -> (Place, Value) {
        if let Some(both) = self.sides_in_any_order(place, value, span) {
            return both;
        }
        if let ExprKind::Variable(id) = &place.kind
            && value.effects
            && self.effects.of_value(value).writes_itself(*id)
        {
            self.emit(Action::Granted(Granted::Sequence), span);
        }
        let value = self.right_side(place, value);
        (self.place(place, Access::Write), value)
    }

    /// `place = value;`, without a temporary where the value is the result of a call.
    fn assign(&mut self, place: &Expr, value: &Expr, span: Span) {
        let simple = matches!(place.kind, ExprKind::Variable(_));
        if simple && let ExprKind::Call { callee, arguments } = &value.kind {
            let target = self.place(place, Access::Write);
            if target.ty == value.ty && !self.is_first_argument(callee) {
                return self.call(callee, arguments, Some(target), span);
            }
        }
        let (target, value) = self.sides(place, value, span);
        let value = self.as_stored(value, &target);
        self.emit(Action::Assign(target, value), span);
    }

    /// The variable whose address a call gives.
    fn returned_variable(&self, callee: &Expr) -> Option<VarId> {
        let function = &self.functions[callee_of(callee)?.index()];
        function.model.filter(|model| model.meaning == Meaning::Variable)?;
        function.returns
    }

    pub(super) fn is_first_argument(&self, callee: &Expr) -> bool {
        callee_of(callee).is_some_and(|id| self.role(id) == Role::FirstArgument)
    }

    /// What a place holds after a value was written to it.
    pub(super) fn as_stored(&mut self, value: Value, target: &Place) -> Value {
        match self.types.is_scalar(target.ty) && value.ty != target.ty {
            true => {
                let span = value.span;
                self.convert(value, target.ty, span)
            }
            false => value,
        }
    }

    pub(super) fn load(&mut self, place: &Expr, span: Span) -> Value {
        if matches!(self.types.get(place.ty), Type::Array { .. } | Type::Function { .. }) {
            return self.address(place, place.ty, span);
        }
        let target = self.place(place, Access::Use);
        let value = self.read(target, span);
        self.convert(value, place.ty, span)
    }

    /// The value at a place; of a volatile one as it is now.
    pub(super) fn read(&mut self, place: Place, span: Span) -> Value {
        let volatile = place.volatile;
        let value = Value::new(ValueKind::Load(place.clone()), place.ty, span);
        let value = self.bounded(value);
        if volatile { self.kept(value) } else { value }
    }

    fn address(&mut self, inner: &Expr, ty: TypeId, span: Span) -> Value {
        if let Some(id) = callee_of(inner).filter(|_| is_function(self.types.get(inner.ty))) {
            return Value::new(ValueKind::Function(id), ty, span);
        }
        let array = matches!(self.types.get(inner.ty), Type::Array { .. });
        if let ExprKind::Deref(pointer) = &inner.kind
            && !array
        {
            let pointer = self.value(pointer);
            return self.convert(pointer, ty, span);
        }
        let mut place = self.place(inner, Access::Address);
        if let Type::Array { element, .. } = *self.types.get(place.ty)
            && self.types.pointee(ty) == Some(element)
        {
            place.path.push(Step::Index(self.int_value(0, span)));
            place.ty = element;
        }
        self.bounded(Value::new(ValueKind::AddressOf(place), ty, span))
    }

    fn conversion(&mut self, inner: &Expr, ty: TypeId, span: Span) -> Value {
        if matches!(self.types.get(ty), Type::Void) {
            self.discard(inner);
            return self.int_value(0, span);
        }
        let value = self.value(inner);
        self.checked_conversion(value, ty, span)
    }

    fn statements_value(&mut self, statements: &[Stmt], ty: TypeId, span: Span) -> Value {
        let Some((last, before)) = statements.split_last() else {
            return self.int_value(0, span);
        };
        before.iter().for_each(|statement| self.statement_in_block(statement));
        let mut last = last;
        while let StmtKind::Labelled(name, body) = &last.kind {
            self.label(name, last.span);
            last = body;
        }
        match &last.kind {
            StmtKind::Expr(expr) if !matches!(self.types.get(ty), Type::Void) => {
                self.point(crate::PointKind::Statement, last.span);
                let value = self.value(expr);
                // The variables that it reads end with the statement expression, and so does what it points to.
                match value.kind {
                    ValueKind::Int(_) | ValueKind::Float(_) => value.at(span),
                    _ => self.stored(value).at(span),
                }
            }
            _ => {
                self.statement_in_block(last);
                self.int_value(0, span)
            }
        }
    }

    fn first_argument(&mut self, arguments: &[Expr], ty: TypeId, span: Span) -> Value {
        let Some((first, rest)) = arguments.split_first() else {
            return self.int_value(0, span);
        };
        if let Some(values) = self.values_in_any_order(arguments.iter(), span) {
            return self.convert(values[0].clone(), ty, span);
        }
        let mut value = self.value(first);
        for argument in rest.iter().filter(|argument| argument.effects) {
            value = self.kept(value);
            self.discard(argument);
        }
        self.convert(value, ty, span)
    }

    pub(super) fn any_value(&mut self, cause: Cause, ty: TypeId, span: Span) -> Value {
        let place = self.temporary(ty, span);
        self.emit(Action::Havoc(place.clone(), cause), span);
        Value::new(ValueKind::Load(place), ty, span)
    }
}

fn is_function(ty: &Type) -> bool {
    matches!(ty, Type::Function { .. })
}
