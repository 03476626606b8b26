//! Division of integers in all its roundings, and divisors.

use dashu_int::ops::{DivRem, Gcd};

use super::{Int, gcd_u64};

impl Int {
    /// The quotient rounded down and the rest that goes with it, which has the divisor's sign.
    pub fn div_rem_floor(&self, divisor: &Int) -> Option<(Int, Int)> {
        let (quotient, rest) = self.div_rem_trunc(divisor)?;
        if rest.is_zero() || rest.is_negative() == divisor.is_negative() {
            Some((quotient, rest))
        } else {
            Some((quotient - Int::ONE, rest + divisor))
        }
    }

    /// The quotient rounded towards 0 and the rest that goes with it, which has the sign of the
    /// dividend: `/` and `%` of C. `None` if the divisor is 0.
    pub fn div_rem_trunc(&self, divisor: &Int) -> Option<(Int, Int)> {
        if divisor.is_zero() {
            return None;
        }
        if let (Some(a), Some(b)) = (self.to_i64(), divisor.to_i64()) {
            // The one quotient that does not fit is i64::MIN / -1.
            if let (Some(quotient), Some(rest)) = (a.checked_div(b), a.checked_rem(b)) {
                return Some((Int::from(quotient), Int::from(rest)));
            }
        }
        let (quotient, rest) = self.big().as_ref().div_rem(divisor.big().as_ref());
        Some((Int::from_big(quotient), Int::from_big(rest)))
    }

    /// The quotient rounded down; `None` if the divisor is 0.
    ///
    /// ```
    /// use soundline_domains::numbers::Int;
    /// assert_eq!(Int::from(-7).div_floor(&Int::from(2)), Some(Int::from(-4)));
    /// assert_eq!(Int::from(-7).div_ceil(&Int::from(2)), Some(Int::from(-3)));
    /// assert_eq!(Int::from(-7).div_floor(&Int::ZERO), None);
    /// ```
    pub fn div_floor(&self, divisor: &Int) -> Option<Int> {
        Some(self.div_rem_floor(divisor)?.0)
    }

    /// The quotient rounded up; `None` if the divisor is 0.
    pub fn div_ceil(&self, divisor: &Int) -> Option<Int> {
        let (quotient, rest) = self.div_rem_floor(divisor)?;
        Some(if rest.is_zero() { quotient } else { quotient + Int::ONE })
    }

    /// The quotient rounded towards 0; `None` if the divisor is 0.
    pub fn div_trunc(&self, divisor: &Int) -> Option<Int> {
        Some(self.div_rem_trunc(divisor)?.0)
    }

    /// The rest with the sign of the dividend; `None` if the divisor is 0.
    pub fn rem_trunc(&self, divisor: &Int) -> Option<Int> {
        Some(self.div_rem_trunc(divisor)?.1)
    }

    /// The rest that is never negative; `None` if the divisor is 0.
    pub fn rem_euclid(&self, divisor: &Int) -> Option<Int> {
        let rest = self.rem_trunc(divisor)?;
        Some(if rest.is_negative() { rest + divisor.abs() } else { rest })
    }

    /// The quotient if nothing remains; `None` otherwise, and if the divisor is 0.
    pub fn div_exact(&self, divisor: &Int) -> Option<Int> {
        let (quotient, rest) = self.div_rem_trunc(divisor)?;
        rest.is_zero().then_some(quotient)
    }

    /// The greatest common divisor, never negative; 0 is the neutral element.
    ///
    /// ```
    /// use soundline_domains::numbers::Int;
    /// assert_eq!(Int::from(-12).gcd(&Int::from(18)), Int::from(6));
    /// assert_eq!(Int::ZERO.gcd(&Int::ZERO), Int::ZERO);
    /// ```
    pub fn gcd(&self, other: &Int) -> Int {
        match (self.to_i64(), other.to_i64()) {
            (Some(a), Some(b)) => Int::from(gcd_u64(a.unsigned_abs(), b.unsigned_abs())),
            (Some(0), _) => other.abs(),
            (_, Some(0)) => self.abs(),
            _ => Int::from_big(self.big().as_ref().gcd(other.big().as_ref()).into()),
        }
    }

    /// The least common multiple, never negative; 0 if one of the numbers is 0.
    pub fn lcm(&self, other: &Int) -> Int {
        match self.div_exact(&self.gcd(other)) {
            Some(part) => (part * other).abs(),
            None => Int::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rounding_of_every_sign() {
        for (a, b, floor, ceil, trunc, rem, euclid) in [
            (7, 2, 3, 4, 3, 1, 1),
            (-7, 2, -4, -3, -3, -1, 1),
            (7, -2, -4, -3, -3, 1, 1),
            (-7, -2, 3, 4, 3, -1, 1),
            (6, -3, -2, -2, -2, 0, 0),
            (0, -3, 0, 0, 0, 0, 0),
        ] {
            let (a, b) = (Int::from(a), Int::from(b));
            assert_eq!(a.div_floor(&b), Some(Int::from(floor)));
            assert_eq!(a.div_ceil(&b), Some(Int::from(ceil)));
            assert_eq!(a.div_trunc(&b), Some(Int::from(trunc)));
            assert_eq!(a.rem_trunc(&b), Some(Int::from(rem)));
            assert_eq!(a.rem_euclid(&b), Some(Int::from(euclid)));
        }
    }

    #[test]
    fn the_quotient_that_does_not_fit() {
        let quotient = Int::from(i64::MIN).div_floor(&Int::from(-1));
        assert_eq!(quotient, Some(Int::from(1u64 << 63)));
        assert_eq!(Int::from(i64::MIN).rem_euclid(&Int::from(-1)), Some(Int::ZERO));
    }

    #[test]
    fn zero_divides_nothing() {
        assert_eq!(Int::ONE.div_trunc(&Int::ZERO), None);
        assert_eq!(Int::ONE.rem_euclid(&Int::ZERO), None);
        assert_eq!(Int::from(6).div_exact(&Int::from(4)), None);
        assert_eq!(Int::from(8).div_exact(&Int::from(4)), Some(Int::from(2)));
    }

    #[test]
    fn divisors_at_the_edges() {
        let least = Int::from(i64::MIN);
        assert_eq!(least.gcd(&least), Int::from(1u64 << 63));
        assert_eq!(least.gcd(&Int::ZERO), Int::from(1u64 << 63));
        let big = Int::from(u128::MAX);
        assert_eq!(big.gcd(&Int::from(3)), Int::from(3));
        assert_eq!(big.gcd(&Int::ZERO), big);
        assert_eq!(Int::from(4).lcm(&Int::from(-6)), Int::from(12));
        assert_eq!(Int::ZERO.lcm(&Int::ZERO), Int::ZERO);
        assert_eq!(Int::from(5).lcm(&Int::ZERO), Int::ZERO);
    }
}
