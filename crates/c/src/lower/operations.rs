//! Operators, with the checks of what C leaves undefined.

use super::{Lowering, places::Access};
use crate::{
    BinaryOp, Cause, CheckKind, IntType, Place, Rank, Span, Type, TypeId, UnaryOp, Value,
    ValueKind, tree::Expr,
};

impl Lowering<'_> {
    /// An operator, with the checks that go before it; any value if compilers do not agree on it.
    pub(super) fn operation(
        &mut self,
        op: BinaryOp,
        left: Value,
        right: Value,
        ty: TypeId,
        span: Span,
    ) -> Value {
        let disputed = self.is_disputed(op, &left, &right) || self.is_disputed(op, &right, &left);
        let result = self.agreed_operation(op, left, right, ty, span);
        match disputed {
            true => self.any_value(Cause::Unmodelled("arithmetic of a wide bit-field"), ty, span),
            false => result,
        }
    }

    fn agreed_operation(
        &mut self,
        op: BinaryOp,
        left: Value,
        right: Value,
        ty: TypeId,
        span: Span,
    ) -> Value {
        if let Some(pointer) = self.pointer_operation(op, &left, &right, ty, span) {
            return pointer;
        }
        let integer = self.types.integer(left.ty);
        match (op, integer) {
            (BinaryOp::Div | BinaryOp::Rem, Some(_)) if right.as_int().is_none_or(|d| d == 0) => {
                self.check(CheckKind::Divisor(right.clone()), span);
            }
            (BinaryOp::Shl | BinaryOp::Shr, Some(int)) => {
                let inside = |amount| (0..i128::from(int.bits)).contains(&amount);
                if !right.as_int().is_some_and(inside) {
                    self.check(CheckKind::ShiftAmount(right.clone(), int.bits), span);
                }
                self.check_disputed_shift(&left, &right, span);
            }
            _ => {}
        }
        let result = self.binary(op, left, right, ty, span);
        self.check_overflow(&result);
        self.check_finite(&result);
        result
    }

    /// Whether compilers do not agree on a result: gcc computes in the width of a bit-field that is wider
    /// than `int`, clang in that of its declared type.
    fn is_disputed(&self, op: BinaryOp, operand: &Value, other: &Value) -> bool {
        let Some(field) = self.wide_bit_field(operand) else { return false };
        let outside = |below: i128| !other.as_int().is_some_and(|c| (0..below).contains(&c));
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => true,
            BinaryOp::Shr => outside(i128::from(field.bits)),
            _ => outside(field.max() + 1),
        }
    }

    /// A check that the amount of a shift is less than the width of a bit-field that is wider than `int`. Gcc shifts
    /// in that width, clang in that of the declared type: an amount that is too large for gcc alone may fail, and does
    /// not fail for certain.
    fn check_disputed_shift(&mut self, left: &Value, right: &Value, span: Span) {
        let Some(field) = self.wide_bit_field(left) else { return };
        let declared = self.types.integer(left.ty).map_or(0, |int| int.bits);
        let agreed = |amount| {
            amount < i128::from(field.bits) && amount >= 0 || amount >= i128::from(declared)
        };
        if right.as_int().is_some_and(agreed) {
            return;
        }
        let truth =
            self.types.intern(Type::Int(IntType { rank: Rank::Bool, bits: 1, signed: false }));
        let counts = self.any_value(Cause::Unmodelled("shift of a wide bit-field"), truth, span);
        let counts = self.convert(counts, right.ty, span);
        let amount = self.binary(BinaryOp::Mul, right.clone(), counts, right.ty, span);
        self.check(CheckKind::ShiftAmount(amount, field.bits), span);
    }

    /// The type of a bit-field that is wider than `int`, if a value of a wider type is read from one.
    pub(super) fn wide_bit_field(&self, value: &Value) -> Option<IntType> {
        let ValueKind::Convert(inner) = &value.kind else { return None };
        let ValueKind::Load(place) = &inner.kind else { return self.wide_bit_field(inner) };
        let int = self.types.integer(place.ty)?;
        let wide = int.rank == Rank::BitField && int.bits > IntType::INT.bits;
        wide.then_some(int)
    }

    /// A check for operations on signed integers, unless the types rule an overflow out.
    pub(super) fn check_overflow(&mut self, result: &Value) {
        let may = match &result.kind {
            ValueKind::Unary(op, _) => *op == UnaryOp::Neg,
            ValueKind::Binary(op, ..) => matches!(
                op,
                BinaryOp::Add
                    | BinaryOp::Sub
                    | BinaryOp::Mul
                    | BinaryOp::Div
                    | BinaryOp::Rem
                    | BinaryOp::Shl
            ),
            _ => false,
        };
        let signed = self.types.integer(result.ty).is_some_and(|int| int.signed);
        if !may || !signed || self.fits(result) {
            return;
        }
        let divides = matches!(result.kind, ValueKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..));
        let kind = match divides {
            true => CheckKind::Quotient(result.clone()),
            false => CheckKind::Overflow(result.clone()),
        };
        self.check(kind, result.span);
    }

    /// A check for operations on floating numbers and conversions to narrower ones.
    fn check_finite(&mut self, result: &Value) {
        let Type::Float(bits) = *self.types.get(result.ty) else { return };
        let may = match &result.kind {
            ValueKind::Binary(op, ..) => !op.is_comparison(),
            ValueKind::Convert(inner) => {
                matches!(self.types.get(inner.ty), Type::Float(from) if *from > bits)
            }
            _ => false,
        };
        if may {
            self.check(CheckKind::Finite(result.clone()), result.span);
        }
    }

    fn pointer_operation(
        &mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
        ty: TypeId,
        span: Span,
    ) -> Option<Value> {
        let left_pointee = self.types.pointee(left.ty);
        let right_pointee = self.types.pointee(right.ty);
        let element_size = self.types.size(left_pointee.or(right_pointee)?);
        let boxed = |value: &Value| Box::new(value.clone());
        let kind = match (op, left_pointee.is_some(), right_pointee.is_some()) {
            (BinaryOp::Add, true, false) => {
                ValueKind::PointerAdd { pointer: boxed(left), index: boxed(right), element_size }
            }
            (BinaryOp::Add, false, true) => {
                ValueKind::PointerAdd { pointer: boxed(right), index: boxed(left), element_size }
            }
            (BinaryOp::Sub, true, false) => {
                let wide = self.types.pointer_difference();
                let index = self.convert(right.clone(), wide, span);
                let index = Box::new(self.unary(UnaryOp::Neg, index, wide, span));
                ValueKind::PointerAdd { pointer: boxed(left), index, element_size }
            }
            (BinaryOp::Sub, true, true) => {
                ValueKind::PointerSub { left: boxed(left), right: boxed(right), element_size }
            }
            _ => return None,
        };
        Some(self.bounded(Value::new(kind, ty, span)))
    }

    /// The place and the new value of `place op= value`.
    pub(super) fn updated(
        &mut self,
        op: BinaryOp,
        place: &Expr,
        value: &Expr,
        compute: TypeId,
        span: Span,
    ) -> (Place, Value) {
        let (target, old, right) = match self.update_in_any_order(place, value, span) {
            Some(all) => all,
            None => {
                let right = self.right_side(place, value);
                let target = self.place(place, Access::Write);
                let old = self.read(target.clone(), place.span);
                (target, old, right)
            }
        };
        let left = self.convert(old, compute, place.span);
        // What is stored in a bit-field are the low bits, which no compiler disputes.
        let result = match op {
            BinaryOp::Div | BinaryOp::Rem => self.operation(op, left, right, compute, span),
            _ => self.agreed_operation(op, left, right, compute, span),
        };
        let stored = self.checked_conversion(result, target.ty, span);
        (target, stored)
    }

    /// The value of a place plus or minus 1.
    pub(super) fn stepped(&mut self, target: &Place, old: Value, up: bool, span: Span) -> Value {
        let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
        let (compute, one) = match self.types.get(target.ty).clone() {
            Type::Float(_) => (target.ty, Value::new(ValueKind::Float(1.0), target.ty, span)),
            Type::Pointer(_) => (target.ty, self.int_value(1, span)),
            _ => {
                let int = self.types.integer(target.ty).unwrap_or(IntType::INT);
                let compute = self.types.intern(Type::Int(int.promoted()));
                (compute, Value::new(ValueKind::Int(1), compute, span))
            }
        };
        let left = self.convert(old, compute, span);
        let result = self.operation(op, left, one, compute, span);
        self.convert(result, target.ty, span)
    }

    /// A conversion, with the check of what a floating number may not fit into.
    pub(super) fn checked_conversion(&mut self, value: Value, ty: TypeId, span: Span) -> Value {
        let from_float = matches!(self.types.get(value.ty), Type::Float(_));
        let to_integer = self.types.integer(ty).is_some_and(|int| int.rank != Rank::Bool);
        if from_float && to_integer {
            self.check(CheckKind::FloatToInt(value.clone(), ty), span);
        }
        let same = value.ty == ty;
        let result = self.convert(value, ty, span);
        // A result that needs no conversion was checked where it was computed.
        if !same {
            self.check_finite(&result);
        }
        result
    }
}
