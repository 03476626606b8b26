//! Backwards through a value: where it is known to be in a range, so are the values that it was computed from. What wraps
//! around is followed only as far as that says something.

use super::{Number, Step};
use crate::Overflow;
use crate::numeric::Range;
use soundline_c::{BinaryOp, IntType, Rank, UnaryOp, Value, ValueKind};

impl Step<'_, '_> {
    /// What is left where two integers compare so, as far as it follows for what they were computed from.
    pub(super) fn compare_backwards(
        mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
    ) -> Option<Self> {
        if !is_computed(left) && !is_computed(right) {
            return Some(self);
        }
        let (a, b) = (self.range_of(left), self.range_of(right));
        let (own, other) = match op {
            BinaryOp::Lt => (below(b.high.saturating_sub(1)), above(a.low.saturating_add(1))),
            BinaryOp::Le => (below(b.high), above(a.low)),
            BinaryOp::Gt => (above(b.low.saturating_add(1)), below(a.high.saturating_sub(1))),
            BinaryOp::Ge => (above(b.low), below(a.high)),
            BinaryOp::Eq => (b, a),
            BinaryOp::Ne => (without(a, b.as_point())?, without(b, a.as_point())?),
            _ => return Some(self),
        };
        self.narrow(left, own)?.narrow(right, other)
    }

    fn range_of(&mut self, value: &Value) -> Range {
        let number = self.integer(value);
        self.tightened(number).range
    }

    /// The memories in which a value is between two bounds, and those that it was computed from are so that it is.
    pub(crate) fn within(mut self, value: &Value, low: i128, high: i128) -> Option<Self> {
        let number = self.integer(value);
        // What follows for the terms of a sum that does not wrap around the domain knows itself.
        let step = match number.lin.is_some() && is_sum(value) {
            true => return self.between(&number, low, high),
            false => self.narrow(value, Range::new(low, high))?,
        };
        step.between(&number, low, high)
    }

    /// The memories in which a value is in a range.
    pub(crate) fn narrow(mut self, value: &Value, range: Range) -> Option<Self> {
        let Some(ty) = self.int_type(value.ty).filter(|ty| ty.bits <= 64 && is_reached(value))
        else {
            return Some(self);
        };
        let number = self.integer(value);
        let own = self.tightened(number.clone()).range;
        if self.dead {
            return None;
        }
        let met = own.meet(range)?;
        if met == own || ty.rank == Rank::Bool {
            return Some(self);
        }
        match &value.kind {
            ValueKind::Load(_) => self.between(&number, met.low, met.high),
            ValueKind::Convert(operand) => {
                let from = self.int_type(operand.ty).map(|_| self.range_of(operand));
                match from {
                    Some(from) if Range::of(ty).includes(from) => self.narrow(operand, met),
                    _ => Some(self),
                }
            }
            ValueKind::Unary(UnaryOp::Neg, operand) => {
                let (zero, from) = (Range::point(0), self.range_of(operand));
                let wraps = !ty.signed || self.env.overflow == Overflow::Wrap;
                match operands(BinaryOp::Sub, zero, from, met, ty, wraps) {
                    Some((_, from)) => self.narrow(operand, from?),
                    None => Some(self),
                }
            }
            ValueKind::Unary(UnaryOp::BitNot, operand) => {
                let all = if ty.signed { -1 } else { ty.max() };
                self.narrow(operand, Range::point(all).sub(met))
            }
            ValueKind::Binary(op, left, right) if !op.is_comparison() => {
                let (a, b) = (self.range_of(left), self.range_of(right));
                let wraps = !ty.signed || self.env.overflow == Overflow::Wrap;
                match operands(*op, a, b, met, ty, wraps) {
                    Some((a, b)) => self.narrow(left, a?)?.narrow(right, b?),
                    None => Some(self),
                }
            }
            _ => Some(self),
        }
    }

    /// What is left where a value compares so with a constant, as far as it follows for what it was computed from.
    pub(super) fn narrow_with(
        mut self,
        op: BinaryOp,
        value: &Value,
        constant: i128,
    ) -> Option<Self> {
        if !is_computed(value) {
            return Some(self);
        }
        let range = match op {
            BinaryOp::Lt => below(constant.saturating_sub(1)),
            BinaryOp::Le => below(constant),
            BinaryOp::Gt => above(constant.saturating_add(1)),
            BinaryOp::Ge => above(constant),
            BinaryOp::Eq => Number::constant(constant).range,
            BinaryOp::Ne => without(self.range_of(value), Some(constant))?,
            _ => return Some(self),
        };
        self.narrow(value, range)
    }
}

fn below(high: i128) -> Range {
    Range::new(i128::MIN, high)
}

fn above(low: i128) -> Range {
    Range::new(low, i128::MAX)
}

/// A range without a number at its end; none if nothing is left.
fn without(range: Range, number: Option<i128>) -> Option<Range> {
    match number {
        Some(number) if range.as_point() == Some(number) => None,
        Some(number) if range.low == number => Some(Range::new(number + 1, range.high)),
        Some(number) if range.high == number => Some(Range::new(range.low, number - 1)),
        _ => Some(range),
    }
}

/// Whether a value is more than a sum of what is read from somewhere, and something may follow for one of these: of sums the
/// domain knows itself what follows.
fn is_computed(value: &Value) -> bool {
    !is_sum(value) && is_reached(value)
}

/// Whether there is no operator inside but those of sums.
fn is_sum(value: &Value) -> bool {
    let plain = match &value.kind {
        ValueKind::Binary(op, ..) => matches!(op, BinaryOp::Add | BinaryOp::Sub),
        ValueKind::Unary(..) => false,
        _ => true,
    };
    plain && value.operands().into_iter().all(is_sum)
}

/// Whether what is known of a value may be known of a place that it was read from. The element of an array at an index that
/// is computed itself is no place of which anything would be remembered.
fn is_reached(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Load(place) => place.operands().into_iter().all(is_sum),
        ValueKind::Convert(inner) | ValueKind::Unary(UnaryOp::Neg | UnaryOp::BitNot, inner) => {
            is_reached(inner)
        }
        ValueKind::Binary(
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr,
            left,
            _,
        ) => is_reached(left),
        ValueKind::Binary(op, left, right) if !op.is_comparison() => {
            is_reached(left) || is_reached(right)
        }
        _ => false,
    }
}

/// The ranges of the operands if the result is in a range: none where that says nothing, and inside of it none for an
/// operand that cannot be.
type Operands = Option<(Option<Range>, Option<Range>)>;

fn operands(op: BinaryOp, a: Range, b: Range, result: Range, ty: IntType, wraps: bool) -> Operands {
    let all = Range::of(ty);
    let fits = |exact: Range| all.includes(exact) && !exact.is_cut();
    let both = |left: Range, right: Range| Some((a.meet(left), b.meet(right)));
    match op {
        BinaryOp::Add if fits(a.add(b)) => both(result.sub(b), result.sub(a)),
        BinaryOp::Sub if fits(a.sub(b)) => both(result.add(b), a.sub(result)),
        BinaryOp::Add | BinaryOp::Sub if wraps && !a.is_cut() && !b.is_cut() => {
            let minus = op == BinaryOp::Sub;
            let left = if minus { result.add(b) } else { result.sub(b) };
            let right = if minus { a.sub(result) } else { result.sub(a) };
            Some((around(a, left, ty), around(b, right, ty)))
        }
        BinaryOp::Mul if fits(a.mul(b)) => {
            let left = b.as_point().map_or(Some(a), |factor| factors(result, factor));
            let right = a.as_point().map_or(Some(b), |factor| factors(result, factor));
            Some((left.and_then(|left| a.meet(left)), right.and_then(|right| b.meet(right))))
        }
        BinaryOp::Div => {
            let divisor = b.as_point().filter(|divisor| *divisor > 0)?;
            let scaled = |value: i128| value.saturating_mul(divisor);
            let low = match result.low > 0 {
                true => scaled(result.low),
                false => scaled(result.low).saturating_sub(divisor - 1),
            };
            let high = match result.high < 0 {
                true => scaled(result.high),
                false => scaled(result.high).saturating_add(divisor - 1),
            };
            both(Range::new(low, high), b)
        }
        BinaryOp::Rem => {
            let divisor = b.as_point().filter(|divisor| *divisor > 0)?;
            match a.low >= 0 {
                true => Some((residues(a, result, divisor), Some(b))),
                false if result.low > 0 => both(above(result.low), b),
                false if result.high < 0 => both(below(result.high), b),
                false => None,
            }
        }
        BinaryOp::BitAnd => {
            // A number that is not negative is at least what a mask leaves of it.
            let least = |own: Range| if own.low >= 0 { above(result.low) } else { Range::ALL };
            let left = match b.as_point() {
                Some(mask) if a.low >= 0 && is_low_bits(mask) => residues(a, result, mask + 1),
                _ => a.meet(least(a)),
            };
            Some((left, b.meet(least(b))))
        }
        BinaryOp::BitOr if a.low >= 0 && b.low >= 0 => both(below(result.high), below(result.high)),
        BinaryOp::BitXor => {
            let exact = |other: Range| Some(Range::point(result.as_point()? ^ other.as_point()?));
            let met =
                |own: Range, other: Range| exact(other).map_or(Some(own), |one| own.meet(one));
            Some((met(a, b), met(b, a)))
        }
        BinaryOp::Shl => {
            let by = b.as_point().filter(|by| *by >= 0 && *by < i128::from(ty.bits))?;
            let factor = 1i128 << by;
            fits(a.scale(factor)).then_some(())?;
            Some((factors(result, factor).and_then(|left| a.meet(left)), Some(b)))
        }
        BinaryOp::Shr => {
            let by = b.as_point().filter(|by| *by >= 0 && *by < i128::from(ty.bits))?;
            let low = result.low.checked_mul(1 << by)?;
            let high = result.high.checked_mul(1 << by)?.checked_add((1 << by) - 1)?;
            both(Range::new(low, high), b)
        }
        _ => None,
    }
}

fn is_low_bits(mask: i128) -> bool {
    mask > 0 && mask < i128::MAX && (mask + 1) & mask == 0
}

/// The numbers of a range that are in another one, or would be if that wrapped around once.
fn around(own: Range, other: Range, ty: IntType) -> Option<Range> {
    if other.is_cut() || ty.bits > 64 {
        return Some(own);
    }
    let turn = 1i128 << ty.bits;
    let moved = |by: i128| Range::new(other.low + by * turn, other.high + by * turn);
    let parts = (-2..=2).filter_map(|by| own.meet(moved(by)));
    parts.reduce(Range::join)
}

/// What can be multiplied by a number to come to a range.
fn factors(result: Range, factor: i128) -> Option<Range> {
    let floor = |value: i128| value.checked_div_euclid(factor);
    let ceil = |value: i128| Some(-value.checked_neg()?.checked_div_euclid(factor)?);
    match factor {
        0 => result.contains(0).then_some(Range::ALL),
        factor if factor > 0 => {
            let (low, high) = (ceil(result.low), floor(result.high));
            let range = Range::new(low.unwrap_or(i128::MIN), high.unwrap_or(i128::MAX));
            (range.low <= range.high).then_some(range)
        }
        factor => factors(result.negate(), factor.checked_neg()?),
    }
}

/// The part of a range of numbers that are not negative between those whose remainders are in another one.
fn residues(own: Range, result: Range, divisor: i128) -> Option<Range> {
    let result = result.meet(Range::new(0, divisor - 1))?;
    let first = own.low % divisor;
    let low = match first {
        _ if first < result.low => own.low + (result.low - first),
        _ if first > result.high => own.low.checked_add(divisor - first + result.low)?,
        _ => own.low,
    };
    let last = own.high % divisor;
    let high = match last {
        _ if last > result.high => own.high - (last - result.high),
        _ if last < result.low => own.high - (last + divisor - result.high),
        _ => own.high,
    };
    (low <= high).then_some(Range::new(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operator, all pairs of small ranges and all results in a type of four bits: no operands are lost.
    #[test]
    fn no_operands_are_lost() {
        let types = [
            IntType { rank: Rank::Char, bits: 4, signed: true },
            IntType { rank: Rank::Char, bits: 4, signed: false },
        ];
        let ops = [
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::Div,
            BinaryOp::Rem,
            BinaryOp::BitAnd,
            BinaryOp::BitOr,
            BinaryOp::BitXor,
            BinaryOp::Shl,
            BinaryOp::Shr,
        ];
        for ty in types {
            let ranges = |step: usize| {
                let all = move |low| (low..=ty.max()).map(move |high| Range::new(low, high));
                (ty.min()..=ty.max()).flat_map(all).step_by(step)
            };
            for op in ops {
                for a in ranges(3) {
                    for b in ranges(5) {
                        for result in ranges(7) {
                            check(op, a, b, result, ty);
                        }
                    }
                }
            }
        }
    }

    fn check(op: BinaryOp, a: Range, b: Range, result: Range, ty: IntType) {
        let Some((left, right)) = operands(op, a, b, result, ty, true) else { return };
        for x in a.low..=a.high {
            for y in b.low..=b.high {
                let shift = y >= 0 && y < i128::from(ty.bits);
                let exact = match op {
                    BinaryOp::Add => Some(x + y),
                    BinaryOp::Sub => Some(x - y),
                    BinaryOp::Mul => Some(x * y),
                    BinaryOp::Div => x.checked_div(y),
                    BinaryOp::Rem => x.checked_rem(y),
                    BinaryOp::BitAnd => Some(x & y),
                    BinaryOp::BitOr => Some(x | y),
                    BinaryOp::BitXor => Some(x ^ y),
                    BinaryOp::Shl => shift.then(|| x << y),
                    _ => shift.then(|| x >> y),
                };
                let Some(value) = exact.and_then(|exact| ty.wrap(exact)) else { continue };
                if result.contains(value) {
                    let kept = left.is_some_and(|left| left.contains(x))
                        && right.is_some_and(|right| right.contains(y));
                    assert!(kept, "{x} {op:?} {y} = {value}: {left:?} {right:?} in {ty:?}");
                }
            }
        }
    }
}
