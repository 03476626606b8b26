//! The shapes of values that checks are about.

use super::Party;
use super::reaching::is_zero;
use super::source::Sources;
use soundline_c::{BinaryOp, Extent, UnaryOp, Value, ValueKind, VarId};

/// Whether a value comes from parameters.
pub(super) fn is_own(sources: &Sources) -> bool {
    sources.all.iter().any(|(source, _)| matches!(source.party, Party::Function(_)))
}

/// Whether as many bytes as a string has are those of the pointer itself.
pub(super) fn is_string(pointer: &Value, extent: &Extent) -> bool {
    match extent {
        Extent::Text { strings, least: 1, most: Some(1), up_to: None } => match &strings[..] {
            [only] => only.span == pointer.span && only.ty == pointer.ty,
            _ => false,
        },
        _ => false,
    }
}

/// The value that a condition says is not zero.
pub(super) fn compared_with_zero(value: &Value) -> Option<&Value> {
    match &value.kind {
        ValueKind::Load(_) => Some(value),
        ValueKind::Convert(inner) => compared_with_zero(inner),
        ValueKind::Binary(BinaryOp::Ne, left, right) => match (is_zero(left), is_zero(right)) {
            (false, true) => compared_with_zero(left),
            (true, false) => compared_with_zero(right),
            _ => None,
        },
        ValueKind::Unary(UnaryOp::Not, inner) => match &inner.kind {
            ValueKind::Unary(UnaryOp::Not, inner) => compared_with_zero(inner),
            _ => None,
        },
        _ => None,
    }
}

/// The variable that a pointer is read from, whatever is added to it.
pub(super) fn base(pointer: &Value) -> Option<VarId> {
    match &pointer.kind {
        ValueKind::Load(place) => place.as_variable(),
        ValueKind::Convert(inner) | ValueKind::PointerAdd { pointer: inner, .. } => base(inner),
        ValueKind::AddressOf(place) => match &place.base {
            soundline_c::Base::Pointer(inner) => base(inner),
            soundline_c::Base::Variable(_) => None,
        },
        _ => None,
    }
}

/// The pointer that another one is a conversion of, or points into.
pub(super) fn innermost(pointer: &Value) -> &Value {
    match &pointer.kind {
        ValueKind::Convert(inner) | ValueKind::PointerAdd { pointer: inner, .. } => {
            innermost(inner)
        }
        ValueKind::AddressOf(place) => match &place.base {
            soundline_c::Base::Pointer(inner) => innermost(inner),
            soundline_c::Base::Variable(_) => pointer,
        },
        _ => pointer,
    }
}
