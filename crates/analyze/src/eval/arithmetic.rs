//! Integer operations of C.

use super::{Evaluated, Number, Step};
use crate::Overflow;
use crate::numeric::{Lin, Range};
use soundline_c::{BinaryOp, IntType, Rank, Type, UnaryOp, Value};
use soundline_domains::expr::Relation;

impl Step<'_, '_> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: &Value, ty: IntType) -> Number {
        match op {
            UnaryOp::Not => match self.truth(operand) {
                Some(truth) => Number::constant(i128::from(!truth)),
                None => Number::within(Range::TRUTH),
            },
            UnaryOp::Neg => {
                let number = self.integer(operand);
                let lin = number.lin.and_then(|lin| lin.scale(-1));
                self.arithmetic(Number { lin, range: number.range.negate() }, ty)
            }
            UnaryOp::BitNot => {
                let number = self.integer(operand);
                // -x - 1, which for unsigned types wraps to their maximum - x.
                let from = if ty.signed { -1 } else { ty.max() };
                let lin = number.lin.and_then(|lin| lin.scale(-1)?.plus(from));
                let range = Range::point(from).sub(number.range);
                self.wrapped(Number { lin, range }, ty)
            }
        }
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
        ty: IntType,
    ) -> Number {
        let (a, b) = (self.integer(left), self.integer(right));
        match op {
            BinaryOp::Add => {
                let lin = a.lin.zip(b.lin).and_then(|(a, b)| a.add(&b));
                self.arithmetic(Number { lin, range: a.range.add(b.range) }, ty)
            }
            BinaryOp::Sub => {
                let lin = a.lin.zip(b.lin).and_then(|(a, b)| a.sub(&b));
                self.arithmetic(Number { lin, range: a.range.sub(b.range) }, ty)
            }
            BinaryOp::Mul => {
                let number = self.product(a, b);
                self.arithmetic(number, ty)
            }
            BinaryOp::Div => {
                let number = self.quotient(a, b, ty);
                self.arithmetic(number, ty)
            }
            BinaryOp::Rem => self.remainder(a, b, ty),
            BinaryOp::Shl => self.shift_left(a, b, ty),
            BinaryOp::Shr => self.shift_right(a, b, ty),
            BinaryOp::BitAnd => self.bit_and(a, b, ty),
            BinaryOp::BitOr => self.in_type(a.range.bit_or(b.range), ty),
            BinaryOp::BitXor => self.in_type(a.range.bit_xor(b.range), ty),
            _ => Number::within(Range::of(ty)),
        }
    }

    /// Bit operations stay in the type.
    fn in_type(&self, range: Range, ty: IntType) -> Number {
        Number::within(range.meet(Range::of(ty)).unwrap_or(Range::of(ty)))
    }

    fn product(&mut self, a: Number, b: Number) -> Number {
        let range = a.range.mul(b.range);
        let lin = match (a.range.as_point(), b.range.as_point()) {
            (Some(factor), _) => b.lin.and_then(|lin| lin.scale(factor)),
            (_, Some(factor)) => a.lin.and_then(|lin| lin.scale(factor)),
            _ => {
                // A square is not negative.
                let square = a.lin.is_some() && a.lin == b.lin;
                let range = if square { range.meet(Range::new(0, i128::MAX)) } else { Some(range) };
                return Number { lin: None, range: range.unwrap_or(Range::ALL) };
            }
        };
        Number { lin, range }
    }

    /// Whether it pays to keep how the parts of a division relate.
    fn relates(&self) -> bool {
        self.env.domains.relational || self.env.domains.congruences
    }

    fn may_be_zero(&self, number: &Number) -> bool {
        let excluded =
            number.lin.as_ref().is_some_and(|lin| self.env.is_excluded(&self.state, lin));
        number.range.contains(0) && !excluded
    }

    fn quotient(&mut self, a: Number, b: Number, ty: IntType) -> Number {
        let Some(range) = a.range.div(b.range).filter(|_| !self.may_be_zero(&b)) else {
            return Number::within(Range::of(ty));
        };
        let Some(divisor) = b.range.as_point() else { return Number::within(range) };
        if let Some(exact) = a.lin.as_ref().and_then(|lin| lin.exact_div(divisor)) {
            return Number { lin: Some(exact), range };
        }
        match a.lin {
            Some(dividend) if self.relates() && divisor > 0 && a.range.low >= 0 => {
                self.floor(&dividend, divisor, range)
            }
            _ => Number::within(range),
        }
    }

    /// A number `q` with `q * divisor <= dividend < (q + 1) * divisor`.
    fn floor(&mut self, dividend: &Lin, divisor: i128, range: Range) -> Number {
        let quotient = Lin::cell(self.scratch(range));
        let rest = quotient.scale(-divisor).and_then(|part| part.add(dividend));
        let top = rest.as_ref().and_then(|rest| rest.scale(-1)?.plus(divisor - 1));
        for lin in [rest, top].into_iter().flatten() {
            self.must(&lin, Relation::Ge);
        }
        Number { range: self.env.range_of(&self.state, &quotient), lin: Some(quotient) }
    }

    fn remainder(&mut self, a: Number, b: Number, ty: IntType) -> Number {
        let all = Range::of(ty);
        let Some(range) = a.range.rem(b.range).filter(|_| !self.may_be_zero(&b)) else {
            return Number::within(all);
        };
        let Some(divisor) = b.range.as_point().and_then(i128::checked_abs) else {
            return Number::within(range);
        };
        if a.range.low > -divisor && a.range.high < divisor {
            return a;
        }
        match a.lin {
            Some(dividend) if self.relates() => {
                let quotients = a.range.div(Range::point(divisor)).unwrap_or(Range::ALL);
                let quotient = Lin::cell(self.scratch(quotients));
                let rest = quotient.scale(-divisor).and_then(|part| part.add(&dividend));
                let Some(rest) = rest else { return Number::within(range) };
                self.must_be_within(&rest, range);
                Number { lin: Some(rest), range }
            }
            _ => Number::within(range),
        }
    }

    fn shift_left(&mut self, a: Number, b: Number, ty: IntType) -> Number {
        let Some(amounts) = b.range.meet(Range::new(0, i128::from(ty.bits) - 1)) else {
            return Number::within(Range::of(ty));
        };
        if amounts != b.range || amounts.high > 100 {
            return Number::within(Range::of(ty));
        }
        let factors = Range::new(1 << amounts.low, 1 << amounts.high);
        let product = self.product(a, Number::within(factors));
        // What is shifted out of a signed type is lost, as with gcc.
        self.wrapped(product, ty)
    }

    fn shift_right(&mut self, a: Number, b: Number, ty: IntType) -> Number {
        let inside = Range::new(0, i128::from(ty.bits) - 1);
        if !inside.includes(b.range) {
            return Number::within(Range::of(ty));
        }
        let shift = |value: i128, by: i128| value >> by;
        let corners = [
            shift(a.range.low, b.range.low),
            shift(a.range.low, b.range.high),
            shift(a.range.high, b.range.low),
            shift(a.range.high, b.range.high),
        ];
        let low = corners.iter().copied().min().unwrap_or(i128::MIN);
        let high = corners.iter().copied().max().unwrap_or(i128::MAX);
        let range = Range::new(low, high);
        match (a.lin, b.range.as_point()) {
            (Some(lin), Some(0)) => Number { lin: Some(lin), range },
            (Some(lin), Some(by)) if by < 100 => match lin.exact_div(1 << by) {
                Some(exact) => Number { lin: Some(exact), range },
                None if self.relates() => self.floor(&lin, 1 << by, range),
                None => Number::within(range),
            },
            _ => Number::within(range),
        }
    }

    fn bit_and(&mut self, a: Number, b: Number, ty: IntType) -> Number {
        let range = a.range.bit_and(b.range).meet(Range::of(ty)).unwrap_or(Range::of(ty));
        let (number, mask) = match (a.range.as_point(), b.range.as_point()) {
            (_, Some(mask)) => (a, mask),
            (Some(mask), _) => (b, mask),
            _ => return Number::within(range),
        };
        let Some(lin) = number.lin else { return Number::within(range) };
        if mask == -1 {
            return Number { lin: Some(lin), range: number.range };
        }
        let low_bits = mask > 0 && mask < i128::MAX && (mask + 1) & mask == 0;
        if low_bits && Range::new(0, mask).includes(number.range) {
            return Number { lin: Some(lin), range: number.range };
        }
        if low_bits && self.relates() && number.range != Range::ALL {
            // x & (2^k - 1) = x - 2^k * floor(x / 2^k)
            let floor = |value: i128| value.div_euclid(mask + 1);
            let quotients = Range::new(floor(number.range.low), floor(number.range.high));
            let quotient = Lin::cell(self.scratch(quotients));
            let rest = quotient.scale(-(mask + 1)).and_then(|part| part.add(&lin));
            let Some(rest) = rest else { return Number::within(range) };
            self.must_be_within(&rest, range);
            return Number { lin: Some(rest), range };
        }
        if self.env.domains.relational && number.range.low >= 0 && mask >= 0 {
            let result = Lin::cell(self.scratch(range));
            // What is cut off are the other bits, as far as the number has them.
            let top = u128::MAX.checked_shr(number.range.high.leading_zeros()).unwrap_or(0);
            let cut = i128::try_from(top).map_or(i128::MAX, |top| top & !mask);
            if let Some(gap) = lin.sub(&result) {
                self.must_be_within(&gap, Range::new(0, cut));
            }
            return Number { lin: Some(result), range };
        }
        Number::within(range)
    }

    /// A sum is known to relate to 0 so.
    fn must(&mut self, lin: &Lin, relation: Relation) {
        match self.env.guard(self.state.clone(), lin, relation) {
            Some(state) => self.state = state,
            None => self.dead = true,
        }
    }

    fn must_be_within(&mut self, lin: &Lin, range: Range) {
        let above = lin.clone().plus(range.low.saturating_neg());
        let below = lin.scale(-1).and_then(|lin| lin.plus(range.high));
        for lin in [above, below].into_iter().flatten() {
            self.must(&lin, Relation::Ge);
        }
    }

    /// The result of arithmetic in a type: unsigned types wrap, signed ones by choice.
    pub(super) fn arithmetic(&mut self, number: Number, ty: IntType) -> Number {
        if !ty.signed || self.env.overflow == Overflow::Wrap {
            return self.wrapped(number, ty);
        }
        let all = Range::of(ty);
        let number = self.tightened(number);
        if all.includes(number.range) && !number.range.is_cut() {
            return number;
        }
        let Some(range) = number.range.meet(all) else {
            self.dead |= self.env.overflow == Overflow::AssumeNone;
            return Number::within(all);
        };
        if self.env.overflow == Overflow::Check {
            return Number { lin: None, range: all };
        }
        if let Some(lin) = &number.lin {
            self.must_be_within(&lin.clone(), all);
        }
        Number { range, ..number }
    }

    /// The range as narrow as the sum allows.
    pub(crate) fn tightened(&self, mut number: Number) -> Number {
        if let Some(lin) = &number.lin {
            let known = self.env.range_of(&self.state, lin);
            number.range = number.range.meet(known).unwrap_or(number.range);
        }
        number
    }

    /// The number modulo 2 to the width of the type.
    pub(super) fn wrapped(&self, number: Number, ty: IntType) -> Number {
        let all = Range::of(ty);
        if all.includes(number.range) && !number.range.is_cut() {
            return number;
        }
        let number = self.tightened(number);
        if number.range.is_cut() || ty.bits >= 127 {
            let fits = all.includes(number.range) && !number.range.is_cut();
            return if fits { number } else { Number { lin: None, range: all } };
        }
        match (window(number.range.low, ty), window(number.range.high, ty)) {
            (first, last) if first == last => shifted(number, first, ty),
            _ => Number { lin: None, range: all },
        }
    }

    /// Where a number wraps to, window by window, each with the state in which that happens; none
    /// if there are many.
    pub(super) fn windows(&self, number: &Number, ty: IntType) -> Option<Vec<(Self, Number)>>
    where
        Self: Sized,
    {
        let number = self.tightened(number.clone());
        let lin = number.lin.clone()?;
        if number.range.is_cut() || ty.bits >= 127 || ty.rank == Rank::Bool {
            return None;
        }
        let (first, last) = (window(number.range.low, ty), window(number.range.high, ty));
        if last - first > 2 {
            return None;
        }
        let mut cases = Vec::new();
        for at in first..=last {
            let start = at * (1i128 << ty.bits) + ty.min();
            let end = start + ((1i128 << ty.bits) - 1);
            let above = lin.clone().plus(-start)?;
            let below = lin.scale(-1)?.plus(end)?;
            let state = self.env.guard(self.state.clone(), &above, Relation::Ge);
            let state = state.and_then(|state| self.env.guard(state, &below, Relation::Ge));
            let Some(state) = state else { continue };
            let range = number.range.meet(Range::new(start, end))?;
            let case = Number { lin: Some(lin.clone()), range };
            cases.push((self.with(state), shifted(case, at, ty)));
        }
        Some(cases)
    }

    pub(super) fn convert(&mut self, operand: &Value, ty: IntType) -> Number {
        if ty.rank == Rank::Bool {
            return match self.truth(operand) {
                Some(truth) => Number::constant(i128::from(truth)),
                None => Number::within(Range::TRUTH),
            };
        }
        match self.env.program.types.get(operand.ty) {
            Type::Float(_) => self.truncated(operand, ty),
            _ => match self.eval(operand) {
                Evaluated::Int(number) => self.wrapped(number, ty),
                Evaluated::Pointer(address) if address.bases.is_null() => Number::constant(0),
                _ => Number { lin: None, range: Range::of(ty) },
            },
        }
    }
}

/// Which stretch of 2^width numbers a number is in: the type's own is 0.
fn window(value: i128, ty: IntType) -> i128 {
    value.saturating_sub(ty.min()).div_euclid(1 << ty.bits)
}

fn shifted(number: Number, window: i128, ty: IntType) -> Number {
    let by = window * (1i128 << ty.bits);
    Number {
        lin: number.lin.and_then(|lin| lin.plus(-by)),
        range: Range::new(number.range.low - by, number.range.high - by),
    }
}
