//! Values: integers without bounds, pointers, functions and structs, and what C computes with them.

use super::{Interpreter, Result, unknown};
use soundline_c::{BinaryOp, FunctionId, Type, TypeId};

/// A value of the interpreter.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Val {
    Int(i128),
    /// An object and a bit offset; object 0 is nowhere.
    Ptr(usize, i128),
    Function(FunctionId),
    /// The cells of a struct.
    Record(Vec<(i128, Val)>),
    Nothing,
}

impl Interpreter<'_> {
    pub(super) fn converted(&self, value: Val, ty: TypeId) -> Result<Val> {
        let types = &self.program.types;
        match (value, types.integer(ty)) {
            (Val::Int(value), Some(int)) => {
                int.wrap(value).map_or_else(|| unknown("128 bits"), |value| Ok(Val::Int(value)))
            }
            (Val::Int(0), None) if types.pointee(ty).is_some() => Ok(Val::Ptr(0, 0)),
            (Val::Ptr(object, _), Some(int)) if int.bits == 1 => {
                Ok(Val::Int(i128::from(object != 0)))
            }
            (value @ (Val::Ptr(..) | Val::Function(_)), None) => Ok(value),
            (Val::Record(cells), None) => Ok(Val::Record(cells)),
            (_, None) if *types.get(ty) == Type::Void => Ok(Val::Nothing),
            other => unknown(other),
        }
    }

    pub(super) fn binary(
        &self,
        op: BinaryOp,
        a: Val,
        b: Val,
        left: TypeId,
        right: TypeId,
        ty: TypeId,
    ) -> Result<Val> {
        let pointee = |ty: TypeId| self.program.types.pointee(ty).map_or(8, |to| self.bits(to));
        match (a, b) {
            (Val::Int(a), Val::Int(b)) => {
                let Some(value) = compute(op, a, b) else { return unknown((op, a, b)) };
                self.converted(Val::Int(value), ty)
            }
            (Val::Ptr(object, offset), Val::Int(by)) if !op.is_comparison() => {
                let by = if op == BinaryOp::Sub { -by } else { by };
                Ok(Val::Ptr(object, offset + by * pointee(left)))
            }
            (Val::Int(by), Val::Ptr(object, offset)) if op == BinaryOp::Add => {
                Ok(Val::Ptr(object, offset + by * pointee(right)))
            }
            (Val::Ptr(_, a), Val::Ptr(_, b)) if op == BinaryOp::Sub => {
                Ok(Val::Int((a - b) / pointee(left)))
            }
            (Val::Ptr(x, a), Val::Ptr(y, b)) => {
                let key = |object: usize, offset: i128| (object as i128) << 64 | offset;
                let compared = compute(op, key(x, a), key(y, b));
                compared.map_or_else(|| unknown(op), |value| Ok(Val::Int(value)))
            }
            other => unknown(other),
        }
    }
}

fn compute(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    Some(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::Shl => a << u32::try_from(b).ok().filter(|by| *by < 64)?,
        BinaryOp::Shr => a >> u32::try_from(b).ok().filter(|by| *by < 64)?,
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Lt => i128::from(a < b),
        BinaryOp::Le => i128::from(a <= b),
        BinaryOp::Gt => i128::from(a > b),
        BinaryOp::Ge => i128::from(a >= b),
        BinaryOp::Eq => i128::from(a == b),
        BinaryOp::Ne => i128::from(a != b),
    })
}

pub(super) fn is_true(value: &Val) -> bool {
    !matches!(value, Val::Int(0) | Val::Ptr(0, _))
}
