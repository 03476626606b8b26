//! Bit operations on intervals of integers.
//!
//! Everything rests on `and` of two intervals that do not cross 0; `or` and `xor` follow from
//! identities of two's complement.

use crate::numbers::{Bound, Int, Interval, Rat};

/// An interval with every `a & b`.
pub(super) fn and(left: &Interval, right: &Interval) -> Interval {
    cases(left, right, |a, b| match (is_negative(a), is_negative(b)) {
        (false, false) => up_to(a.high().min(b.high()).clone()),
        (false, true) => up_to(a.high().clone()),
        (true, false) => up_to(b.high().clone()),
        // Bits are only cleared, and none above those of both.
        (true, true) => from_to(-mask(a, b).add_upper(&one()), a.high().min(b.high()).clone()),
    })
}

/// An interval with every `a | b`.
pub(super) fn or(left: &Interval, right: &Interval) -> Interval {
    // De Morgan; and the bits of natural numbers are bounded more tightly directly.
    let dual = not(&and(&not(left), &not(right)));
    let direct = cases(left, right, |a, b| match (is_negative(a), is_negative(b)) {
        (false, false) => from_to(a.low().max(b.low()).clone(), mask(a, b)),
        _ => not(&and(&not(a), &not(b))),
    });
    dual.meet(&direct).unwrap_or(direct)
}

/// An interval with every `a ^ b`.
pub(super) fn xor(left: &Interval, right: &Interval) -> Interval {
    cases(left, right, |a, b| {
        let natural = |interval: &Interval| {
            if is_negative(interval) { not(interval) } else { interval.clone() }
        };
        // ~a ^ b = ~(a ^ b), so only the number of complements counts.
        let result = up_to(mask(&natural(a), &natural(b)));
        if is_negative(a) == is_negative(b) { result } else { not(&result) }
    })
}

/// Every `~a`, which is -a - 1.
pub(super) fn not(interval: &Interval) -> Interval {
    interval.negate().sub(&Interval::point(1))
}

/// Join the results for the parts of the operands on either side of 0.
fn cases(
    left: &Interval,
    right: &Interval,
    operation: impl Fn(&Interval, &Interval) -> Interval,
) -> Interval {
    let sides = [Interval::at_most(-1), Interval::at_least(0)];
    let parts = |interval: &Interval| -> Vec<Interval> {
        sides.iter().filter_map(|side| interval.meet(side)).collect()
    };
    let (left_parts, right_parts) = (parts(left), parts(right));
    let results = left_parts
        .iter()
        .flat_map(|a| right_parts.iter().map(move |b| (a, b)))
        .map(|(a, b)| operation(a, b));
    results.reduce(|a, b| a.join(&b)).unwrap_or(Interval::ALL)
}

fn is_negative(part: &Interval) -> bool {
    part.high().sign().is_lt()
}

fn one() -> Bound<Rat> {
    Bound::Finite(Rat::ONE)
}

fn up_to(high: Bound<Rat>) -> Interval {
    from_to(Bound::Finite(Rat::ZERO), high)
}

fn from_to(low: Bound<Rat>, high: Bound<Rat>) -> Interval {
    Interval::new(low, high).unwrap_or(Interval::ALL)
}

/// The number whose bits are all those that either operand can have: 2^n - 1. For negative
/// operands these are the bits of the complements.
fn mask(a: &Interval, b: &Interval) -> Bound<Rat> {
    let bits = |interval: &Interval| -> Option<usize> {
        let (low, high) = (interval.low().finite()?, interval.high().finite()?);
        let length = |number: &Rat| -> usize {
            let number = number.floor();
            if number.is_negative() { (!&number).bit_length() } else { number.bit_length() }
        };
        Some(length(low).max(length(high)))
    };
    let length = bits(a).zip(bits(b)).map(|(a, b)| a.max(b));
    match length.and_then(|length| Int::ONE.shl(u32::try_from(length).ok()?)) {
        Some(power) => Bound::Finite(Rat::from(power - Int::ONE)),
        None => Bound::PlusInfinity,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_small_intervals() {
        type Abstract = fn(&Interval, &Interval) -> Interval;
        type Concrete = fn(i64, i64) -> i64;
        let operations: [(&str, Abstract, Concrete); 3] =
            [("&", and, |a, b| a & b), ("|", or, |a, b| a | b), ("^", xor, |a, b| a ^ b)];
        for (name, operation, concrete) in operations {
            for (a, b) in (-9..9).flat_map(|a| (a..9).map(move |b| (a, b))) {
                for (c, d) in (-9..9).flat_map(|c| (c..9).map(move |d| (c, d))) {
                    let result = operation(&Interval::of(a, b), &Interval::of(c, d));
                    for (x, y) in (a..=b).flat_map(|x| (c..=d).map(move |y| (x, y))) {
                        let value = Rat::from(concrete(x, y));
                        assert!(result.contains(&value), "{x} {name} {y} is not in {result}");
                    }
                }
            }
        }
    }

    #[test]
    fn masks_and_infinities() {
        let byte = Interval::of(0, 255);
        assert_eq!(and(&Interval::ALL, &byte), byte);
        assert_eq!(or(&Interval::of(4, 5), &Interval::of(0, 3)), Interval::of(4, 7));
        assert_eq!(xor(&byte, &byte), byte);
        assert_eq!(or(&Interval::at_most(-1), &Interval::ALL), Interval::at_most(-1));
        assert_eq!(and(&Interval::at_least(0), &Interval::at_least(0)), Interval::at_least(0));
        assert_eq!(xor(&Interval::ALL, &Interval::point(1)), Interval::ALL);
        assert_eq!(not(&byte), Interval::of(-256, -1));
    }
}
