//! What the entries of a tableau must be able to do, beyond what all integers can.

use std::cmp::Ordering;

use crate::numbers::{Int, Integer};

/// An integer of a tableau. An operation is `None` if its result does not fit.
pub(super) trait Entry: Integer {
    /// A divisor that is prepared for many divisions.
    type Divisor;

    fn divisor(&self) -> Self::Divisor;

    /// (pivot * entry - factor * other) / divisor, which is known to be an integer.
    fn eliminate(
        pivot: &Self,
        entry: &Self,
        factor: &Self,
        other: &Self,
        divisor: &Self::Divisor,
    ) -> Option<Self>;

    /// How a * b compares with c * d.
    fn compare_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering;
}

/// The number, split into an odd part and a power of 2, with the inverse of the odd part modulo
/// 2^64: an exact division is then a shift and a multiplication.
pub(super) struct WordDivisor {
    value: i64,
    twos: u32,
    inverse: u64,
}

/// Words are not i64::MIN: so magnitudes are below 2^63, and a difference of two products fits in
/// 128 bits.
impl Entry for i64 {
    type Divisor = WordDivisor;

    fn divisor(&self) -> WordDivisor {
        let twos = self.trailing_zeros();
        let odd = (self >> twos) as u64;
        // Newton's iteration doubles the correct bits, of which an odd number has 3 for itself.
        let step =
            |inverse: u64| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        WordDivisor { value: *self, twos, inverse: step(step(step(step(step(odd))))) }
    }

    #[inline]
    fn eliminate(p: &i64, a: &i64, f: &i64, b: &i64, divisor: &WordDivisor) -> Option<i64> {
        let dividend = i128::from(*p) * i128::from(*a) - i128::from(*f) * i128::from(*b);
        // The low word of the quotient is right; multiplying back tells whether it is all.
        let quotient = ((dividend >> divisor.twos) as u64).wrapping_mul(divisor.inverse) as i64;
        let fits = i128::from(quotient) * i128::from(divisor.value) == dividend;
        (fits && quotient != i64::MIN).then_some(quotient)
    }

    #[inline]
    fn compare_products(a: &i64, b: &i64, c: &i64, d: &i64) -> Ordering {
        (i128::from(*a) * i128::from(*b)).cmp(&(i128::from(*c) * i128::from(*d)))
    }
}

impl Entry for Int {
    type Divisor = Int;

    fn divisor(&self) -> Int {
        self.clone()
    }

    fn eliminate(p: &Int, a: &Int, f: &Int, b: &Int, divisor: &Int) -> Option<Int> {
        (p * a - f * b).div_exact(divisor)
    }

    fn compare_products(a: &Int, b: &Int, c: &Int, d: &Int) -> Ordering {
        (a * b).cmp(&(c * d))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_divide_exactly_or_not_at_all() {
        const MAX: i64 = i64::MAX;
        for divisor in [1, 2, 3, 6, 7, 1 << 40, 3 << 50, MAX, MAX - 1, 1 << 62] {
            for quotient in [0, 1, -1, 5, -(1 << 31), MAX, -MAX, MAX - 2] {
                let prepared = divisor.divisor();
                let found = i64::eliminate(&quotient, &divisor, &0, &MAX, &prepared);
                assert_eq!(found, Some(quotient), "{divisor}");
                let found = i64::eliminate(&0, &MAX, &-quotient, &divisor, &prepared);
                assert_eq!(found, Some(quotient), "{divisor}");
                let found = i64::eliminate(&MAX, &divisor, &-MAX, &divisor, &prepared);
                assert_eq!(found, None, "2 * MAX does not fit");
            }
        }
        let found = i64::eliminate(&MAX, &1, &-1, &1, &1i64.divisor());
        assert_eq!(found, None, "2^63 does not fit");
        let found = i64::eliminate(&-MAX, &1, &1, &1, &1i64.divisor());
        assert_eq!(found, None, "-2^63 is not used");
    }
}
