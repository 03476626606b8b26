//! Arithmetic and comparisons on intervals, and the suite of all that intervals should satisfy.

use super::super::witness::{Binary, best};
use super::{Bound, IntInterval, IntervalElem};
use crate::{Concrete, Lattice, Suite, signature};
use Bound::{Finite, MinusInfinity, PlusInfinity};

/// A bound with room to compute.
type Wide = Bound<i128>;

/// The bounds of an interval that may be empty (low > high).
type Bounds = (Wide, Wide);

impl IntInterval {
    /// Addition.
    pub fn add(&self, a: &IntervalElem, b: &IntervalElem) -> IntervalElem {
        lift(a, b, |(a, b), (c, d)| clamped((a.plus(c), b.plus(d))))
    }

    /// Subtraction.
    pub fn sub(&self, a: &IntervalElem, b: &IntervalElem) -> IntervalElem {
        lift(a, b, |(a, b), (c, d)| clamped((a.plus(d.negated()), b.plus(c.negated()))))
    }

    /// Negation.
    pub fn neg(&self, a: &IntervalElem) -> IntervalElem {
        self.sub(&IntervalElem::constant(0), a)
    }

    /// Multiplication.
    pub fn mul(&self, a: &IntervalElem, b: &IntervalElem) -> IntervalElem {
        lift(a, b, |a, b| corners(a, b, Wide::times))
    }

    /// Division, rounding towards zero. Dividing by zero has no result.
    pub fn div(&self, a: &IntervalElem, b: &IntervalElem) -> IntervalElem {
        // The quotient is monotone in the divisor only while the divisor keeps its sign.
        lift(a, b, |a, b| {
            let [by_negative, by_positive] =
                [negative(b), positive(b)].map(|b| corners(a, b, Wide::divided_by));
            self.join(&by_negative, &by_positive)
        })
    }

    /// The remainder of [`div`](IntInterval::div): it has the sign of the dividend and is smaller than
    /// the divisor. Not always the best interval, as for `[5, 6] rem [4, 4]`.
    pub fn rem(&self, a: &IntervalElem, b: &IntervalElem) -> IntervalElem {
        lift(a, b, |a, b| {
            let sizes = hull(positive(mirrored(b)), positive(b));
            let of_positive = remainder((a.0.max(Finite(0)), a.1), sizes);
            let of_negative = remainder((mirrored(a).0.max(Finite(0)), mirrored(a).1), sizes);
            self.join(&clamped(of_positive), &clamped(mirrored(of_negative)))
        })
    }

    /// The guard `x < y`: what remains of `x` in `a` for some `y` in `b`.
    pub fn less_than(&self, a: &IntervalElem, b: &IntervalElem) -> IntervalElem {
        lift(a, b, |a, b| clamped((a.0, a.1.min(b.1.plus(Finite(-1))))))
    }

    /// The guard `x <= y`: what remains of `x` in `a` for some `y` in `b`.
    pub fn at_most(&self, a: &IntervalElem, b: &IntervalElem) -> IntervalElem {
        lift(a, b, |a, b| clamped((a.0, a.1.min(b.1))))
    }

    /// The guard `x != y`: what remains of `x` in `a` for some `y` in `b`.
    pub fn not_equal(&self, a: &IntervalElem, b: &IntervalElem) -> IntervalElem {
        lift(a, b, |(low, high), b| match b {
            (Finite(y), Finite(z)) if y == z => {
                let low = if low == Finite(y) { Finite(y + 1) } else { low };
                let high = if high == Finite(y) { Finite(y - 1) } else { high };
                clamped((low, high))
            }
            _ => clamped((low, high)),
        })
    }

    /// All laws that intervals should satisfy, and their operators.
    pub fn suite() -> Suite<IntInterval> {
        let lattice = Suite::new("interval", IntInterval).widening().narrowing().concretisation();
        with_comparisons(with_extremes(with_arithmetic(lattice.equality().hashing().ordering())))
    }
}

fn with_arithmetic(suite: Suite<IntInterval>) -> Suite<IntInterval> {
    suite
        .binary("add", |l, a, b| l.add(a, b))
        .binary("sub", |l, a, b| l.sub(a, b))
        .binary("mul", |l, a, b| l.mul(a, b))
        .unary("neg", |l, a| l.neg(a))
        .operator(signature!("add" = |a, b| IntInterval.add(a, b);
            IntInterval -<!~%-> IntInterval -<!~%-> IntInterval; best |x, y| x.checked_add(*y)))
        .operator(signature!("sub" = |a, b| IntInterval.sub(a, b);
            IntInterval -<!~%-> IntInterval -<!~%-> IntInterval; best |x, y| x.checked_sub(*y)))
        .operator(signature!("neg" = |a| IntInterval.neg(a);
            IntInterval -<!~%-> IntInterval; best |x| x.checked_neg()))
        .operator(signature!("mul" = |a, b| IntInterval.mul(a, b);
            IntInterval -<!~%-> IntInterval -<!~%-> IntInterval; best |x, y| x.checked_mul(*y)))
        .operator(signature!("div" = |a, b| IntInterval.div(a, b);
            IntInterval -<!~%-> IntInterval -<!~-> IntInterval; best |x, y| x.checked_div(*y)))
        .operator(signature!("rem" = |a, b| IntInterval.rem(a, b);
            IntInterval -<!~%-> IntInterval -<!~-> IntInterval; sound |x, y| x.checked_rem(*y)))
}

/// The listed members say nothing about infinite intervals; the extreme members do.
fn with_extremes(suite: Suite<IntInterval>) -> Suite<IntInterval> {
    let check = |name, operator: Binary<IntInterval>, concrete| {
        best(name, IntInterval, extremes, operator, concrete)
    };
    suite.operator(vec![
        check("add of extremes", IntInterval::add, i128::checked_add),
        check("sub of extremes", IntInterval::sub, i128::checked_sub),
        check("mul of extremes", IntInterval::mul, i128::checked_mul),
        check("div of extremes", IntInterval::div, i128::checked_div),
    ])
}

/// Members at the bounds, next to zero, and beyond 64 bits: far beyond, so that quotients still are,
/// and just beyond, so that products do not overflow.
fn extremes(a: &IntervalElem) -> Vec<i128> {
    const FAR: i128 = (1 << 126) + (1 << 66);
    const NEAR: i128 = (1 << 63) + 1;
    let Some((low, high)) = a.bounds() else { return vec![] };
    let finite = |bound| if let Finite(value) = bound { value } else { 0 };
    let bounds = [low, high].map(|bound| finite(bound.wide()));
    let members = bounds.into_iter().chain([-1, 1, -NEAR, NEAR, -FAR, FAR]);
    members.filter(|value| IntInterval.contains(a, value)).collect()
}

fn with_comparisons(suite: Suite<IntInterval>) -> Suite<IntInterval> {
    suite
        .operator(signature!("less than" = |a, b| IntInterval.less_than(a, b);
            IntInterval -<!~v*-> IntInterval -<!~%-> IntInterval; best |x, y| (x < y).then_some(*x)))
        .operator(signature!("at most" = |a, b| IntInterval.at_most(a, b);
            IntInterval -<!~v*-> IntInterval -<!~%-> IntInterval; best |x, y| (x <= y).then_some(*x)))
        .operator(signature!("not equal" = |a, b| IntInterval.not_equal(a, b);
            IntInterval -<!~v*-> IntInterval -<!~%-> IntInterval; best |x, y| (x != y).then_some(*x)))
}

/// An operator on elements from one on bounds: empty operands give the empty result.
fn lift(
    a: &IntervalElem,
    b: &IntervalElem,
    f: impl FnOnce(Bounds, Bounds) -> IntervalElem,
) -> IntervalElem {
    let wide = |range: super::Range| (range.low.wide(), range.high.wide());
    match (a.0, b.0) {
        (Some(a), Some(b)) => f(wide(a), wide(b)),
        _ => IntervalElem::BOTTOM,
    }
}

fn clamped((low, high): Bounds) -> IntervalElem {
    IntervalElem::around(low, high)
}

/// The image of a function that takes its extremes at the corners.
fn corners(a: Bounds, b: Bounds, f: fn(Wide, Wide) -> Wide) -> IntervalElem {
    if a.0 > a.1 || b.0 > b.1 {
        return IntervalElem::BOTTOM;
    }
    let mut values = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
    values.sort();
    clamped((values[0], values[3]))
}

fn negative((low, high): Bounds) -> Bounds {
    (low, high.min(Finite(-1)))
}

fn positive((low, high): Bounds) -> Bounds {
    (low.max(Finite(1)), high)
}

fn mirrored((low, high): Bounds) -> Bounds {
    (high.negated(), low.negated())
}

fn hull(a: Bounds, b: Bounds) -> Bounds {
    match (a.0 > a.1, b.0 > b.1) {
        (true, _) => b,
        (_, true) => a,
        _ => (a.0.min(b.0), a.1.max(b.1)),
    }
}

/// Remainders of dividends from 0 on by divisors from 1 on.
fn remainder(dividend: Bounds, divisor: Bounds) -> Bounds {
    if dividend.0 > dividend.1 || divisor.0 > divisor.1 {
        return (PlusInfinity, MinusInfinity);
    }
    if dividend.1 < divisor.0 {
        return dividend;
    }
    (Finite(0), dividend.1.min(divisor.1.plus(Finite(-1))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Narrowing, Widening};

    /// An interval from "low, high", or a constant from its number.
    fn interval(text: &str) -> IntervalElem {
        let bound = |text: &str| match text {
            "-oo" => Bound::MinusInfinity,
            "+oo" => Bound::PlusInfinity,
            number => Bound::Finite(number.parse().expect("a bound is a number or an infinity")),
        };
        let (low, high) = text.split_once(", ").unwrap_or((text, text));
        IntervalElem::of_bounds(bound(low), bound(high))
    }

    #[test]
    fn known_results() {
        let check = |result: IntervalElem, expected: &str| assert_eq!(result.to_string(), expected);
        let (max, min) = (i64::MAX.to_string(), i64::MIN.to_string());
        let i = interval;
        check(IntInterval.add(&i("0, 3"), &i("-1, 1")), "[-1, 4]");
        check(IntInterval.add(&i(&max), &i("1")), &format!("[{max}, +oo]"));
        check(IntInterval.sub(&i(&min), &i("1")), &format!("[-oo, {min}]"));
        check(IntInterval.neg(&i(&min)), &format!("[{max}, +oo]"));
        check(IntInterval.neg(&i("-oo, 5")), "[-5, +oo]");
        check(IntInterval.mul(&i("-2, 3"), &i("-5, 7")), "[-15, 21]");
        check(IntInterval.mul(&i("0"), &i("-oo, +oo")), "[0, 0]");
        check(IntInterval.mul(&i("-oo, -1"), &i("2, +oo")), "[-oo, -2]");
        check(IntInterval.div(&i("7, 9"), &i("-2, 2")), "[-9, 9]");
        check(IntInterval.div(&i("7"), &i("0")), "⊥");
        check(IntInterval.div(&i("-7, +oo"), &i("2, +oo")), "[-3, +oo]");
        check(IntInterval.rem(&i("-7, 20"), &i("-4, 3")), "[-3, 3]");
        check(IntInterval.rem(&i("1, 2"), &i("5, 9")), "[1, 2]");
        check(IntInterval.rem(&i("1, 2"), &i("0")), "⊥");
        check(IntInterval.less_than(&i("0, 9"), &i("3, 5")), "[0, 4]");
        check(IntInterval.less_than(&i(&min), &i(&min)), "⊥");
        check(IntInterval.at_most(&i("0, +oo"), &i("3, 5")), "[0, 5]");
        check(IntInterval.not_equal(&i("0, 9"), &i("9")), "[0, 8]");
        check(IntInterval.not_equal(&i("9"), &i("9")), "⊥");
    }

    #[test]
    fn known_extrapolations() {
        let check = |result: IntervalElem, expected: &str| assert_eq!(result.to_string(), expected);
        let i = interval;
        check(IntInterval.widen(&i("0, 3"), &i("0, 4")), "[0, +oo]");
        check(IntInterval.widen(&i("0, 3"), &i("-1, 2")), "[-oo, 3]");
        check(IntInterval.widen_to(&i("0, 3"), &i("-1, 4"), &[-8, 16, 64]), "[-8, 16]");
        check(IntInterval.widen_to(&i("0, 16"), &i("0, 65"), &[-8, 16, 64]), "[0, +oo]");
        check(IntInterval.narrow(&i("0, +oo"), &i("2, 9")), "[0, 9]");
    }
}
