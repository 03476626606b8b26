//! Building values: constants are computed where C defines the result, and only there.

use super::Lowering;
use crate::{
    Base, BinaryOp, IntType, Rank, Span, Step, Type, TypeId, Types, UnaryOp, Value, ValueKind,
};

/// Values deeper than this are kept in a temporary, so that whoever reads them may recurse.
const DEPTH_LIMIT: u32 = 100;

impl Lowering<'_> {
    pub(super) fn convert(&mut self, value: Value, ty: TypeId, span: Span) -> Value {
        if value.ty == ty {
            return value.at(span);
        }
        let constant = value.as_int().or_else(|| offset(self.types, &value));
        let constant = constant.zip(self.types.integer(ty));
        let wrapped = constant.and_then(|(value, int)| int.wrap(value));
        let kind = match wrapped {
            Some(wrapped) => ValueKind::Int(wrapped),
            None => ValueKind::Convert(Box::new(value)),
        };
        self.bounded(Value::new(kind, ty, span))
    }

    pub(super) fn unary(&mut self, op: UnaryOp, operand: Value, ty: TypeId, span: Span) -> Value {
        let int = self.types.integer(operand.ty);
        let folded = operand.as_int().zip(int).and_then(|(value, int)| fold_unary(op, value, int));
        let kind = match (folded, &operand.kind) {
            (Some(folded), _) => ValueKind::Int(folded),
            (None, ValueKind::Float(value)) if op == UnaryOp::Neg => ValueKind::Float(-value),
            _ => ValueKind::Unary(op, Box::new(operand)),
        };
        self.bounded(Value::new(kind, ty, span))
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: Value,
        right: Value,
        ty: TypeId,
        span: Span,
    ) -> Value {
        let int = self.types.integer(left.ty);
        let constants = left.as_int().zip(right.as_int()).zip(int);
        let folded = constants.and_then(|((left, right), int)| fold_binary(op, left, right, int));
        let kind = match folded {
            Some(folded) => ValueKind::Int(folded),
            None => ValueKind::Binary(op, Box::new(left), Box::new(right)),
        };
        self.bounded(Value::new(kind, ty, span))
    }

    pub(super) fn bounded(&mut self, value: Value) -> Value {
        if value.depth() > DEPTH_LIMIT { self.kept(value) } else { value }
    }

    /// Whether a signed operation cannot overflow, going by the types of its operands alone.
    pub(super) fn fits(&self, operation: &Value) -> bool {
        let Some(int) = self.types.integer(operation.ty) else { return true };
        let wide = int.rank == Rank::Int128;
        let bounds = match &operation.kind {
            ValueKind::Unary(UnaryOp::Neg, operand) => {
                range(self.types, operand).map(|(low, high)| (-high, -low))
            }
            ValueKind::Binary(op, left, right) => {
                let ranges = range(self.types, left).zip(range(self.types, right));
                ranges.and_then(|(left, right)| result_range(*op, left, right))
            }
            _ => return true,
        };
        !wide && bounds.is_some_and(|(low, high)| int.contains(low) && int.contains(high))
    }
}

/// The number that an address is which counts from the null pointer: `&((struct s *)0)->field`.
fn offset(types: &Types, value: &Value) -> Option<i128> {
    let place = match &value.kind {
        ValueKind::Convert(inner) if types.pointee(value.ty).is_some() => {
            return offset(types, inner);
        }
        ValueKind::AddressOf(place) => place,
        _ => return None,
    };
    let Base::Pointer(start) = &place.base else { return None };
    let mut ty = types.pointee(start.ty).filter(|_| is_null(start))?;
    let mut bits = 0i128;
    for step in &place.path {
        (ty, bits) = match (step, types.get(ty)) {
            (Step::Field(record, field), _) => {
                let field = &types.record(*record).fields[*field];
                (field.ty, bits.checked_add(field.offset_bits.into())?)
            }
            (Step::Index(index), Type::Array { element, .. }) => {
                let way = index.as_int()?.checked_mul(i128::from(types.size(*element)?) * 8)?;
                (*element, bits.checked_add(way)?)
            }
            _ => return None,
        };
    }
    Some(bits / 8)
}

fn is_null(pointer: &Value) -> bool {
    match &pointer.kind {
        ValueKind::Convert(inner) => is_null(inner),
        _ => pointer.as_int() == Some(0),
    }
}

/// The values that a value can have, going by types alone.
fn range(types: &Types, value: &Value) -> Option<(i128, i128)> {
    let int = types.integer(value.ty).filter(|int| int.bits <= 64)?;
    let of_type = (int.min(), int.max());
    Some(match &value.kind {
        ValueKind::Int(value) => (*value, *value),
        ValueKind::Binary(op, ..) if op.is_comparison() => (0, 1),
        ValueKind::Unary(UnaryOp::Not, _) => (0, 1),
        ValueKind::Binary(BinaryOp::BitAnd, _, right) => match right.as_int() {
            Some(mask) if mask >= 0 => (0, mask),
            _ => of_type,
        },
        ValueKind::Convert(inner) => match range(types, inner) {
            Some((low, high)) if int.contains(low) && int.contains(high) => (low, high),
            _ => of_type,
        },
        _ => of_type,
    })
}

fn result_range(op: BinaryOp, left: (i128, i128), right: (i128, i128)) -> Option<(i128, i128)> {
    Some(match op {
        BinaryOp::Add => (left.0 + right.0, left.1 + right.1),
        BinaryOp::Sub => (left.0 - right.1, left.1 - right.0),
        BinaryOp::Mul => {
            let corner = |a: i128, b: i128| a.checked_mul(b);
            let corners = [
                corner(left.0, right.0)?,
                corner(left.0, right.1)?,
                corner(left.1, right.0)?,
                corner(left.1, right.1)?,
            ];
            (corners.into_iter().min()?, corners.into_iter().max()?)
        }
        // Only the smallest value divided by -1 overflows.
        BinaryOp::Div | BinaryOp::Rem if right.0 > -1 || right.1 < -1 => left,
        BinaryOp::Div | BinaryOp::Rem => (-left.1, -left.0),
        _ => return None,
    })
}

fn fold_unary(op: UnaryOp, value: i128, int: IntType) -> Option<i128> {
    if int.bits > 64 {
        return None;
    }
    match op {
        UnaryOp::Not => Some(i128::from(value == 0)),
        UnaryOp::BitNot => int.wrap(!value),
        UnaryOp::Neg => defined(-value, int),
    }
}

fn fold_binary(op: BinaryOp, left: i128, right: i128, int: IntType) -> Option<i128> {
    if int.bits > 64 {
        return None;
    }
    let shift = u32::try_from(right).ok().filter(|amount| *amount < int.bits);
    let exact = match op {
        BinaryOp::Add => left + right,
        BinaryOp::Sub => left - right,
        // Two values of 64 bits may overflow an i128; the low bits are right all the same.
        BinaryOp::Mul if int.signed => left.checked_mul(right)?,
        BinaryOp::Mul => return int.wrap(left.wrapping_mul(right)),
        BinaryOp::Div => left.checked_div(right)?,
        BinaryOp::Rem if int.contains(left.checked_div(right)?) => left.checked_rem(right)?,
        BinaryOp::Rem => return None,
        BinaryOp::Shl if int.signed && left < 0 => return None,
        BinaryOp::Shl if int.signed => left.checked_mul(1 << shift?)?,
        BinaryOp::Shl => return int.wrap(left << shift?),
        BinaryOp::Shr => left >> shift?,
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
        BinaryOp::Lt => i128::from(left < right),
        BinaryOp::Le => i128::from(left <= right),
        BinaryOp::Gt => i128::from(left > right),
        BinaryOp::Ge => i128::from(left >= right),
        BinaryOp::Eq => i128::from(left == right),
        BinaryOp::Ne => i128::from(left != right),
    };
    if op.is_comparison() { Some(exact) } else { defined(exact, int) }
}

/// Unsigned results wrap, signed ones must fit.
fn defined(exact: i128, int: IntType) -> Option<i128> {
    match int.signed {
        true => int.contains(exact).then_some(exact),
        false => int.wrap(exact),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNSIGNED: IntType = IntType { rank: Rank::Int, bits: 32, signed: false };
    const WIDE: IntType = IntType { rank: Rank::LongLong, bits: 64, signed: false };

    #[test]
    fn only_defined_results_are_folded() {
        let check = |op, left, right, int, expected| {
            assert_eq!(fold_binary(op, left, right, int), expected, "{left} {op:?} {right}");
        };
        check(BinaryOp::Add, 2, 3, IntType::INT, Some(5));
        check(BinaryOp::Add, i32::MAX.into(), 1, IntType::INT, None);
        check(BinaryOp::Add, u32::MAX.into(), 1, UNSIGNED, Some(0));
        check(BinaryOp::Sub, 0, 1, UNSIGNED, Some(u32::MAX.into()));
        check(BinaryOp::Mul, u64::MAX.into(), u64::MAX.into(), WIDE, Some(1));
        check(BinaryOp::Div, 1, 0, IntType::INT, None);
        check(BinaryOp::Div, -7, 2, IntType::INT, Some(-3));
        check(BinaryOp::Rem, -7, 2, IntType::INT, Some(-1));
        check(BinaryOp::Div, i32::MIN.into(), -1, IntType::INT, None);
        check(BinaryOp::Rem, i32::MIN.into(), -1, IntType::INT, None);
        check(BinaryOp::Shl, 1, 31, IntType::INT, None);
        check(BinaryOp::Shl, 1, 31, UNSIGNED, Some(1 << 31));
        check(BinaryOp::Shl, 3, 31, UNSIGNED, Some(1 << 31));
        check(BinaryOp::Shl, 1, 32, UNSIGNED, None);
        check(BinaryOp::Shr, -8, 1, IntType::INT, Some(-4));
        check(BinaryOp::Lt, -1, 0, IntType::INT, Some(1));
    }

    #[test]
    fn unary_operators() {
        assert_eq!(fold_unary(UnaryOp::Neg, i32::MIN.into(), IntType::INT), None);
        assert_eq!(fold_unary(UnaryOp::Neg, 1, UNSIGNED), Some(u32::MAX.into()));
        assert_eq!(fold_unary(UnaryOp::BitNot, 0, UNSIGNED), Some(u32::MAX.into()));
        assert_eq!(fold_unary(UnaryOp::BitNot, 0, IntType::INT), Some(-1));
        assert_eq!(fold_unary(UnaryOp::Not, 7, IntType::INT), Some(0));
    }
}
