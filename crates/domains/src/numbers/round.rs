//! Arithmetic on f64 bounds that is rounded to the safe side.
//!
//! Every `_up` function gives an f64 that is not below the exact result, every `_down` function
//! one that is not above, and both give the exact result when that is an f64 (products and
//! quotients: unless they come near the subnormal range). The processor's rounding mode is left
//! alone, because a compiler may move code across a switch of it: the error of an operation is
//! computed exactly (TwoSum, fused multiply-add), and its sign tells whether to take the
//! neighbour.
//!
//! Infinities are bounds of their side. Finite operands never give a bound that excludes numbers:
//! what overflows to minus infinity is `f64::MIN` as an upper bound. Where the exact result is
//! undefined (inf - inf, x / 0, NaN), the answer is the bound that says nothing: plus infinity
//! upwards, minus infinity downwards. 0 * inf is 0, as for [`Bound::times`](super::Bound::times).
//!
//! ```
//! use soundline_domains::numbers::round;
//! assert_eq!(round::add_up(1.0, 2.0), 3.0);
//! assert!(round::add_down(0.1, 0.2) < round::add_up(0.1, 0.2));
//! assert_eq!(round::add_up(f64::MIN, f64::MIN), f64::MIN);
//! assert_eq!(round::sub_up(f64::INFINITY, f64::INFINITY), f64::INFINITY);
//! ```

/// Below this magnitude the error of a product or quotient may not be an f64 (2^-900, with room).
const TINY: f64 = f64::from_bits((1023 - 900) << 52);

/// An upper bound of a + b.
#[inline]
pub fn add_up(a: f64, b: f64) -> f64 {
    let sum = a + b;
    // TwoSum (Knuth): the exact error, unless something overflowed on the way.
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    if error.is_finite() { raised(sum, error > 0.0) } else { overflowed_up(sum, a, b) }
}

/// The number, or its upper neighbour, without a branch. The neighbour of 0 is never asked for: a
/// result of 0 is exact, or too near to subnormal numbers to come here.
#[inline]
fn raised(number: f64, up: bool) -> f64 {
    let bits = number.to_bits() as i64;
    // Away from 0 for positive numbers, towards 0 for negative ones.
    let step = (bits >> 63) | 1;
    f64::from_bits(bits.wrapping_add(if up { step } else { 0 }) as u64)
}

/// An upper bound of a result that overflowed or involves infinities or NaN.
#[cold]
fn overflowed_up(result: f64, a: f64, b: f64) -> f64 {
    if result.is_nan() {
        f64::INFINITY
    } else if a.is_finite() && b.is_finite() {
        // Minus infinity becomes the least f64; plus infinity stays. A finite sum whose error
        // term overflowed is moved although it may be exact.
        result.next_up()
    } else {
        result
    }
}

/// A lower bound of a + b.
#[inline]
pub fn add_down(a: f64, b: f64) -> f64 {
    -add_up(-a, -b)
}

/// An upper bound of a - b.
#[inline]
pub fn sub_up(a: f64, b: f64) -> f64 {
    add_up(a, -b)
}

/// A lower bound of a - b.
#[inline]
pub fn sub_down(a: f64, b: f64) -> f64 {
    add_down(a, -b)
}

/// An upper bound of a * b.
#[inline]
pub fn mul_up(a: f64, b: f64) -> f64 {
    let product = a * b;
    if product.abs() > TINY && product.is_finite() {
        let error = a.mul_add(b, -product);
        return raised(product, error > 0.0);
    }
    if a == 0.0 || b == 0.0 {
        return if a.is_nan() || b.is_nan() { f64::INFINITY } else { 0.0 };
    }
    overflowed_up(product, a, b)
}

/// A lower bound of a * b.
#[inline]
pub fn mul_down(a: f64, b: f64) -> f64 {
    -mul_up(-a, b)
}

/// An upper bound of a / b.
#[inline]
pub fn div_up(a: f64, b: f64) -> f64 {
    let quotient = a / b;
    if quotient.is_finite() && quotient.abs() > TINY && a.abs() > TINY && b.is_finite() {
        // The rest a - quotient * b is an f64; the exact quotient is above if rest / b is.
        let rest = (-quotient).mul_add(b, a);
        let above = (rest > 0.0 && b > 0.0) || (rest < 0.0 && b < 0.0);
        return raised(quotient, above);
    }
    if b == 0.0 {
        f64::INFINITY
    } else if a == 0.0 && !b.is_nan() {
        0.0
    } else {
        overflowed_up(quotient, a, b)
    }
}

/// A lower bound of a / b.
#[inline]
pub fn div_down(a: f64, b: f64) -> f64 {
    -div_up(-a, b)
}

/// An upper bound of a / 2, which is exact except for the smallest subnormal numbers.
#[inline]
pub fn half_up(a: f64) -> f64 {
    let half = a * 0.5;
    if half + half < a {
        half.next_up()
    } else if a.is_nan() {
        f64::INFINITY
    } else {
        half
    }
}

/// A lower bound of a / 2.
#[inline]
pub fn half_down(a: f64) -> f64 {
    -half_up(-a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Rat;

    const SPECIAL: [f64; 24] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.1,
        -3.5,
        3.0,
        5e-324,
        -5e-324,
        f64::MIN_POSITIVE,
        1e-300,
        -1e-160,
        1e160,
        -1e300,
        f64::MAX,
        f64::MIN,
        f64::MAX / 2.0,
        9007199254740991.0,
        9007199254740992.0,
        9007199254740993.0,
        -9007199254740994.0,
        9.223372036854775e18,
        1.995_840_309_534_72e292,
        0.333_333_333_333_333_3,
    ];

    type Operation = fn(f64, f64) -> f64;
    type Exact = fn(&Rat, &Rat) -> Option<Rat>;

    fn operations() -> [(Operation, Operation, Exact); 4] {
        [
            (add_up, add_down, |a, b| Some(a + b)),
            (sub_up, sub_down, |a, b| Some(a - b)),
            (mul_up, mul_down, |a, b| Some(a * b)),
            (div_up, div_down, Rat::div),
        ]
    }

    fn check(a: f64, b: f64) {
        let [exact_a, exact_b] = [a, b].map(|value| Rat::from_f64(value).expect("finite"));
        for (up, down, exact) in operations() {
            let (up, down) = (up(a, b), down(a, b));
            let Some(exact) = exact(&exact_a, &exact_b) else {
                assert_eq!((down, up), (f64::NEG_INFINITY, f64::INFINITY), "{a:e} {b:e}");
                continue;
            };
            let (best_down, best_up) = (exact.to_f64_down(), exact.to_f64_up());
            assert!(best_up <= up && down <= best_down, "{a:e} {b:e}: {down:e} {up:e}");
            // Exact where the module promises it.
            let normal = [a, best_down, best_up].iter().all(|value| value.abs() > 1e-260);
            if normal && a.abs() < f64::MAX && b.abs() < f64::MAX {
                assert_eq!((down, up), (best_down, best_up), "{a:e} {b:e}");
            }
        }
        assert_eq!(half_up(a), exact_a.midpoint(&Rat::ZERO).to_f64_up());
        assert_eq!(half_down(a), exact_a.midpoint(&Rat::ZERO).to_f64_down());
    }

    #[test]
    fn special_values_are_rounded_to_the_safe_side() {
        for a in SPECIAL {
            for b in SPECIAL {
                check(a, b);
            }
        }
    }

    #[test]
    fn random_values_are_rounded_to_the_safe_side() {
        let mut choices = soundline_lattice::Choices::random(11);
        for _ in 0..20_000 {
            let mut any = || match choices.draw(3) {
                0 => f64::from_bits(choices.any_int() as u64),
                1 => choices.any_int() as f64,
                2 => choices.int(-1000, 1000) as f64 / choices.int(1, 1000) as f64,
                _ => SPECIAL[choices.index(SPECIAL.len())],
            };
            let (a, b) = (any(), any());
            if a.is_finite() && b.is_finite() {
                check(a, b);
            }
        }
    }

    #[test]
    fn infinities_keep_their_side() {
        const INF: f64 = f64::INFINITY;
        assert_eq!((add_up(INF, -INF), add_down(INF, -INF)), (INF, -INF));
        assert_eq!((add_up(-INF, 5.0), add_down(-INF, 5.0)), (-INF, -INF));
        assert_eq!((add_up(INF, 5.0), add_down(INF, 5.0)), (INF, INF));
        assert_eq!((mul_up(0.0, INF), mul_down(-INF, 0.0)), (0.0, 0.0));
        assert_eq!((mul_up(-2.0, INF), mul_down(-2.0, INF)), (-INF, -INF));
        assert_eq!((div_up(1.0, 0.0), div_down(1.0, 0.0)), (INF, -INF));
        assert_eq!((div_up(0.0, 0.0), div_down(0.0, 0.0)), (INF, -INF));
        assert_eq!((div_up(INF, INF), div_down(INF, -INF)), (INF, -INF));
        assert_eq!((div_up(1.0, INF), div_down(1.0, INF)), (0.0, 0.0));
        assert_eq!((half_up(INF), half_down(INF)), (INF, INF));
        for operation in [add_up, sub_up, mul_up, div_up] {
            for other in [0.0, 1.0, INF, f64::NAN] {
                assert_eq!(operation(f64::NAN, other), INF);
                assert_eq!(operation(other, f64::NAN), INF);
            }
        }
        for operation in [add_down, sub_down, mul_down, div_down] {
            assert_eq!(operation(f64::NAN, 0.0), -INF);
        }
        assert_eq!((half_up(f64::NAN), half_down(f64::NAN)), (INF, -INF));
    }

    #[test]
    fn overflow_of_finite_operands_stays_finite_on_the_safe_side() {
        assert_eq!((add_up(f64::MIN, -1e300), add_down(f64::MAX, 1e300)), (f64::MIN, f64::MAX));
        assert_eq!((mul_up(-1e300, 1e300), mul_down(1e300, 1e300)), (f64::MIN, f64::MAX));
        assert_eq!((div_up(-1e300, 1e-300), div_down(1e300, 1e-300)), (f64::MIN, f64::MAX));
        assert_eq!(mul_up(1e300, 1e300), f64::INFINITY);
    }

    #[test]
    fn integers_stay_exact() {
        for a in -50..=50 {
            for b in -50..=50 {
                let (x, y) = (f64::from(a), f64::from(b));
                assert_eq!((add_up(x, y), add_down(x, y)), (f64::from(a + b), f64::from(a + b)));
                assert_eq!((mul_up(x, y), mul_down(x, y)), (f64::from(a * b), f64::from(a * b)));
            }
        }
    }
}
