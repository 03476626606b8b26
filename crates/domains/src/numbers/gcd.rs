//! The greatest common divisor of machine words, the inner loop of everything rational.

/// The greatest common divisor; 0 is the neutral element.
///
/// ```
/// use soundline_domains::numbers::gcd_u64;
/// assert_eq!(gcd_u64(12, 18), 6);
/// assert_eq!(gcd_u64(0, 7), 7);
/// ```
#[inline]
pub fn gcd_u64(a: u64, b: u64) -> u64 {
    if a == 1 || b == 1 {
        return 1;
    }
    if a == 0 || b == 0 {
        return a | b;
    }
    binary(a, b)
}

/// Stein's algorithm: shifts and subtractions, no division. Neither argument is 0.
fn binary(mut a: u64, mut b: u64) -> u64 {
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    b >>= b.trailing_zeros();
    while a != b {
        let difference = a.abs_diff(b);
        a = a.min(b);
        b = difference >> difference.trailing_zeros();
    }
    a << twos
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_euclid() {
        fn euclid(a: u64, b: u64) -> u64 {
            if b == 0 { a } else { euclid(b, a % b) }
        }
        let numbers =
            [0, 1, 2, 3, 4, 6, 12, 1 << 31, 1 << 63, u64::MAX, u64::MAX - 1, 3 << 62, 0xffff_ffff];
        for a in numbers.into_iter().chain(0..40) {
            for b in numbers.into_iter().chain(0..40) {
                assert_eq!(gcd_u64(a, b), euclid(a, b), "gcd({a}, {b})");
            }
        }
    }
}
