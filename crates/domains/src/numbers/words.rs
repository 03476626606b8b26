//! Fractions of two machine words: the fast ways of rational arithmetic.

use std::num::NonZeroU64;

use super::gcd_u64;

/// A fraction in lowest terms, or no denominator if words do not suffice. Unlike an `Option<Rat>`
/// it travels in two registers, which makes additions several times faster.
#[derive(Clone, Copy)]
pub(super) struct Words(pub(super) i64, pub(super) Option<NonZeroU64>);

impl Words {
    const TOO_LARGE: Words = Words(0, None);

    #[inline]
    fn new(numerator: i64, denominator: Option<u64>) -> Words {
        Words(numerator, denominator.and_then(NonZeroU64::new))
    }

    /// n/d.
    #[inline]
    pub(super) fn lowest(n: i64, d: u64) -> Words {
        let divisor = gcd_u64(n.unsigned_abs(), d);
        Words::new(quotient(n, divisor), d.checked_div(divisor))
    }

    /// a/b + c/d, both in lowest terms (Knuth, TAOCP 4.5.1: one small gcd of the denominators,
    /// and one of the sum with it, in place of a gcd of products).
    pub(super) fn sum(a: i64, b: u64, c: i64, d: u64) -> Words {
        if b == d {
            return a.checked_add(c).map_or(Words::TOO_LARGE, |sum| Words::lowest(sum, b));
        }
        let common = gcd_u64(b, d);
        let (b_part, d_part) = if common == 1 { (b, d) } else { (b / common, d / common) };
        let Some(sum) = cross_sum(a, d_part, c, b_part) else { return Words::TOO_LARGE };
        if let Ok(sum) = i64::try_from(sum) {
            let divisor = gcd_u64(sum.unsigned_abs(), common);
            let d = if divisor == 1 { d } else { d / divisor };
            return Words::new(quotient(sum, divisor), b_part.checked_mul(d));
        }
        // The rest is below `common`, so it fits.
        let divisor = gcd_u64((sum.unsigned_abs() % u128::from(common)) as u64, common);
        match i64::try_from(sum / i128::from(divisor)) {
            Ok(numerator) => Words::new(numerator, b_part.checked_mul(d / divisor)),
            Err(_) => Words::TOO_LARGE,
        }
    }

    /// (a/b)·(c/d), both in lowest terms.
    pub(super) fn product(a: i64, b: u64, c: i64, d: u64) -> Words {
        if a == 0 || c == 0 {
            return Words(0, Some(NonZeroU64::MIN));
        }
        let (left, right) = (gcd_u64(a.unsigned_abs(), d), gcd_u64(c.unsigned_abs(), b));
        match quotient(a, left).checked_mul(quotient(c, right)) {
            Some(numerator) => Words::new(numerator, (b / right).checked_mul(d / left)),
            None => Words::TOO_LARGE,
        }
    }
}

/// a·d + c·b; each product fits in 128 bits, the sum may not.
#[inline]
fn cross_sum(a: i64, d: u64, c: i64, b: u64) -> Option<i128> {
    (i128::from(a) * i128::from(d)).checked_add(i128::from(c) * i128::from(b))
}

/// n divided by a divisor of it.
#[inline]
fn quotient(n: i64, divisor: u64) -> i64 {
    if divisor == 1 {
        return n;
    }
    // Magnitudes, because i64::MIN has the divisor 2^63; the wrapped -2^63 is the right one.
    let magnitude = (n.unsigned_abs() / divisor) as i64;
    if n < 0 { magnitude.wrapping_neg() } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(found: Words, expected: Option<(i64, u64)>) {
        assert_eq!(found.1.map(|denominator| (found.0, denominator.get())), expected);
    }

    #[test]
    fn sums_that_fit_after_reduction() {
        // The cross sum needs 65 bits, the result does not.
        check(Words::sum(i64::MAX, 6, i64::MAX, 3), Some((i64::MAX, 2)));
        check(Words::sum(1, 6, 1, 3), Some((1, 2)));
        check(Words::sum(1, 6, -1, 6), Some((0, 1)));
        check(Words::sum(i64::MAX, 2, i64::MAX, 3), None);
        check(Words::sum(1, u64::MAX, 1, u64::MAX - 1), None);
        check(Words::sum(i64::MIN, u64::MAX, i64::MIN, u64::MAX - 1), None);
    }

    #[test]
    fn products_of_the_least_number() {
        check(Words::product(i64::MIN, 3, 1, 1 << 63), Some((-1, 3)));
        check(Words::product(i64::MIN, 1, -1, 3), None);
        check(Words::product(0, 1, 5, 7), Some((0, 1)));
        check(Words::lowest(i64::MIN, 1 << 63), Some((-1, 1)));
    }
}
