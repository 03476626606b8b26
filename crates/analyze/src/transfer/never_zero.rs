//! Numbers that are never zero because of how they are computed.

use soundline_c::{BinaryOp, Types, Value, ValueKind};

/// Whether a number has a bit that is always set: `n | 1`. A type with as much room keeps it.
pub(super) fn is_never_zero(types: &Types, value: &Value) -> bool {
    match &value.kind {
        ValueKind::Int(number) => *number != 0,
        ValueKind::Binary(BinaryOp::BitOr, left, right) => {
            is_never_zero(types, left) || is_never_zero(types, right)
        }
        ValueKind::Convert(inner) => match (types.integer(value.ty), types.integer(inner.ty)) {
            (Some(to), Some(from)) => to.bits >= from.bits && is_never_zero(types, inner),
            _ => false,
        },
        _ => false,
    }
}
