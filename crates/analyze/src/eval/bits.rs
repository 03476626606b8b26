//! Known bits of values, and what a comparison tells about them.

use super::{Step, Targets};
use crate::Overflow;
use crate::memory::{CellId, CellKind};
use crate::numeric::{Bits, Range};
use soundline_c::{BinaryOp, IntType, Place, UnaryOp, Value, ValueKind};

impl Step<'_, '_> {
    /// The bits of an integer that are known.
    pub(crate) fn bits(&mut self, value: &Value) -> Bits {
        let Some(ty) =
            self.int_type(value.ty).filter(|ty| self.env.follows_bits && Bits::suit(*ty))
        else {
            return Bits::ANY;
        };
        let wraps = !ty.signed || self.env.overflow != Overflow::Check;
        let bits = match &value.kind {
            ValueKind::Int(constant) => Bits::constant(*constant),
            ValueKind::Load(place) => match self.settled_cell(place) {
                Some((cell, own)) if own == ty => self.env.bits(&self.state, cell, ty),
                _ => Bits::ANY,
            },
            ValueKind::Unary(UnaryOp::BitNot, operand) => self.bits(operand).not(),
            ValueKind::Unary(UnaryOp::Neg, operand) if wraps => {
                Bits::constant(0).sub(self.bits(operand))
            }
            ValueKind::Binary(op, left, right) => self.bits_of(*op, left, right, ty, wraps),
            ValueKind::Convert(operand) => match self.int_type(operand.ty) {
                Some(from) if Bits::suit(from) => self.bits(operand),
                _ => Bits::ANY,
            },
            _ => Bits::ANY,
        };
        bits.converted(ty)
    }

    fn bits_of(
        &mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
        ty: IntType,
        wraps: bool,
    ) -> Bits {
        let amount = right.as_int().filter(|by| *by >= 0 && *by < i128::from(ty.bits));
        let amount = amount.map(|by| by as u32);
        let (a, b) = (self.bits(left), self.bits(right));
        match op {
            BinaryOp::BitAnd => a.and(b),
            BinaryOp::BitOr => a.or(b),
            BinaryOp::BitXor => a.xor(b),
            BinaryOp::Add if wraps => a.add(b),
            BinaryOp::Sub if wraps => a.sub(b),
            BinaryOp::Mul if wraps => a.mul(b),
            BinaryOp::Shl if wraps => amount.map_or(Bits::ANY, |by| a.shl(by)),
            BinaryOp::Shr => amount.map_or(Bits::ANY, |by| a.shr(by, ty.signed)),
            // A number that is not negative, divided by a power of two.
            BinaryOp::Rem | BinaryOp::Div if !ty.signed || a.zeros >> 63 == 1 => {
                let divisor = right.as_int().and_then(|divisor| u64::try_from(divisor).ok());
                match divisor.filter(|divisor| divisor.is_power_of_two()) {
                    Some(divisor) if op == BinaryOp::Rem => {
                        a.and(Bits::constant(i128::from(divisor) - 1))
                    }
                    Some(divisor) => a.shr(divisor.trailing_zeros(), false),
                    None => Bits::ANY,
                }
            }
            op if op.is_comparison() => Bits::constant(0).join(Bits::constant(1)),
            _ => Bits::ANY,
        }
    }

    /// The one cell of an integer that a place certainly is.
    pub(super) fn settled_cell(&mut self, place: &Place) -> Option<(CellId, IntType)> {
        let targets = self.resolve(place);
        match (&targets.cells[..], targets.strong && !targets.is_unknown()) {
            ([cell], true) => match self.env.cells.get(*cell).kind {
                CellKind::Int(ty) => Some((*cell, ty)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The range of a number as narrow as its bits allow.
    pub(super) fn narrowed(&mut self, value: &Value, range: Range, ty: IntType) -> Range {
        if !self.env.follows_bits {
            return range;
        }
        self.bits(value).clip(range, ty).unwrap_or(range)
    }

    /// A value with known bits was written.
    pub(crate) fn keep_bits(&mut self, targets: &Targets, bits: Bits) {
        let plain = targets.strong && !targets.is_unknown();
        if let ([cell], true) = (&targets.cells[..], plain)
            && bits != Bits::ANY
            && matches!(self.env.cells.get(*cell).kind, CellKind::Int(ty) if Bits::suit(ty))
        {
            self.env.set_bits(&mut self.state, *cell, bits);
        }
    }

    /// A value is known to have some bits: what it was computed from is known better. False if nothing is left.
    pub(super) fn refine_bits(&mut self, value: &Value, bits: Bits) -> bool {
        let Some(ty) = self.int_type(value.ty).filter(|ty| Bits::suit(*ty)) else { return true };
        if self.bits(value).meet(bits).is_none() {
            return false;
        }
        let constant = |value: &Value| value.as_int().map(|constant| constant as u64);
        match &value.kind {
            ValueKind::Load(place) => {
                if let Some((cell, own)) = self.settled_cell(place).filter(|(_, own)| *own == ty) {
                    let Some(met) = self.env.bits(&self.state, cell, own).meet(bits) else {
                        return false;
                    };
                    if met.clip(self.env.bounds(&self.state, cell), own).is_none() {
                        return false;
                    }
                    self.env.set_bits(&mut self.state, cell, met);
                }
                true
            }
            ValueKind::Unary(UnaryOp::BitNot, operand) => {
                self.refine_bits(operand, bits.not().converted(ty))
            }
            ValueKind::Binary(op, left, right) => {
                let (operand, other) = match (constant(left), constant(right)) {
                    (_, Some(constant)) => (left, constant),
                    (Some(constant), _) if !matches!(op, BinaryOp::Shl | BinaryOp::Shr) => {
                        (right, constant)
                    }
                    _ => return true,
                };
                let masked = |mask: u64| Bits { zeros: bits.zeros & mask, ones: bits.ones & mask };
                match op {
                    BinaryOp::BitAnd => self.refine_bits(operand, masked(other)),
                    BinaryOp::BitOr => self.refine_bits(operand, masked(!other)),
                    BinaryOp::BitXor => {
                        let word = Bits::constant(other.into());
                        self.refine_bits(operand, bits.xor(word))
                    }
                    BinaryOp::Shr if other < u64::from(ty.bits) && !ty.signed => {
                        let shifted = Bits { zeros: bits.zeros << other, ones: bits.ones << other };
                        self.refine_bits(operand, shifted.low(ty.bits))
                    }
                    _ => true,
                }
            }
            ValueKind::Convert(operand) => match self.int_type(operand.ty) {
                // The low bits stay what they are.
                Some(from) if Bits::suit(from) => {
                    let width = ty.bits.min(from.bits);
                    self.refine_bits(operand, bits.low(width))
                }
                _ => true,
            },
            _ => true,
        }
    }

    /// What is left where an integer is 0, or is not, as far as its bits tell.
    pub(super) fn zero_bits(mut self, value: &Value, zero: bool) -> Option<Self> {
        if !self.env.follows_bits {
            return Some(self);
        }
        let kept = match (zero, self.bits(value).only_bit()) {
            (true, _) => self.refine_bits(value, Bits::constant(0)),
            (false, Some(bit)) => self.refine_bits(value, Bits { zeros: 0, ones: bit }),
            (false, None) => true,
        };
        (kept && !self.dead).then_some(self)
    }

    /// What is left where two integers are equal, or are not, as far as their bits tell.
    pub(super) fn compare_bits(mut self, left: &Value, right: &Value, equal: bool) -> Option<Self> {
        if !self.env.follows_bits {
            return Some(self);
        }
        // Known bits say all about a constant.
        let constant = left.as_int().or(right.as_int()).is_some();
        if !constant && self.same_bits(left, right) == Some(!equal) {
            return None;
        }
        let (a, b) = (self.bits(left), self.bits(right));
        let kept = match equal {
            true => {
                let met = a.meet(b)?;
                self.refine_bits(left, met) && self.refine_bits(right, met)
            }
            // One bit that is not 0 is 1.
            false => match (a.only_bit(), b == Bits::constant(0)) {
                (Some(bit), true) => self.refine_bits(left, Bits { zeros: 0, ones: bit }),
                _ => true,
            },
        };
        (kept && !self.dead).then_some(self)
    }
}
