//! Ranges of integers, as wide as C's widest type.

use soundline_c::IntType;

/// All integers from one to another. Results that an `i128` cannot hold are cut off there: who
/// computes with ranges compares them with the range of a type next, and for 128 bits takes that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) low: i128,
    pub(crate) high: i128,
}

impl Range {
    pub(crate) const ALL: Range = Range { low: i128::MIN, high: i128::MAX };
    pub(crate) const TRUTH: Range = Range { low: 0, high: 1 };

    pub(crate) fn new(low: i128, high: i128) -> Range {
        Range { low, high }
    }

    pub(crate) fn point(value: i128) -> Range {
        Range { low: value, high: value }
    }

    pub(crate) fn of(ty: IntType) -> Range {
        Range { low: ty.min(), high: ty.max() }
    }

    pub(crate) fn as_point(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    pub(crate) fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    pub(crate) fn includes(self, other: Range) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    pub(crate) fn meet(self, other: Range) -> Option<Range> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Range { low, high })
    }

    pub(crate) fn join(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Whether a bound may have been cut off.
    pub(crate) fn is_cut(self) -> bool {
        self.low == i128::MIN || self.high == i128::MAX
    }

    pub(crate) fn add(self, other: Range) -> Range {
        Range {
            low: self.low.saturating_add(other.low),
            high: self.high.saturating_add(other.high),
        }
    }

    pub(crate) fn negate(self) -> Range {
        Range { low: self.high.saturating_neg(), high: self.low.saturating_neg() }
    }

    pub(crate) fn sub(self, other: Range) -> Range {
        self.add(other.negate())
    }

    pub(crate) fn scale(self, factor: i128) -> Range {
        self.mul(Range::point(factor))
    }

    pub(crate) fn mul(self, other: Range) -> Range {
        self.corners(other, i128::saturating_mul)
    }

    /// The quotients rounded towards 0, for divisors other than 0; none if there is no such divisor.
    pub(crate) fn div(self, divisor: Range) -> Option<Range> {
        let below = divisor.meet(Range { low: i128::MIN, high: -1 });
        let above = divisor.meet(Range { low: 1, high: i128::MAX });
        let quotients =
            |part: Range| self.corners(part, |a, b| a.checked_div(b).unwrap_or(i128::MAX));
        match (below, above) {
            (Some(below), Some(above)) => Some(quotients(below).join(quotients(above))),
            (Some(part), None) | (None, Some(part)) => Some(quotients(part)),
            (None, None) => None,
        }
    }

    /// The remainders with the sign of the dividend; none if the only divisor is 0.
    pub(crate) fn rem(self, divisor: Range) -> Option<Range> {
        if divisor == Range::point(0) {
            return None;
        }
        let size = |value: i128| value.saturating_abs();
        let most = size(divisor.low).max(size(divisor.high)).saturating_sub(1);
        if let (Some(a), Some(b)) = (self.as_point(), divisor.as_point()) {
            return Some(Range::point(a.checked_rem(b).unwrap_or(0)));
        }
        let low = self.low.min(0).max(most.saturating_neg());
        let high = self.high.max(0).min(most);
        Some(Range { low, high })
    }

    /// An operation that is monotone or antitone in each operand takes its extremes at corners.
    fn corners(self, other: Range, operation: impl Fn(i128, i128) -> i128) -> Range {
        let results = [
            operation(self.low, other.low),
            operation(self.low, other.high),
            operation(self.high, other.low),
            operation(self.high, other.high),
        ];
        let low = results.iter().copied().min().unwrap_or(i128::MIN);
        let high = results.iter().copied().max().unwrap_or(i128::MAX);
        Range { low, high }
    }

    pub(crate) fn bit_and(self, other: Range) -> Range {
        if let (Some(a), Some(b)) = (self.as_point(), other.as_point()) {
            return Range::point(a & b);
        }
        match (self.low >= 0, other.low >= 0) {
            (true, true) => Range { low: 0, high: self.high.min(other.high) },
            (true, false) => Range { low: 0, high: self.high },
            (false, true) => Range { low: 0, high: other.high },
            (false, false) => Range {
                low: below(self.low.min(other.low)),
                high: self.high.max(other.high).max(0),
            },
        }
    }

    pub(crate) fn bit_or(self, other: Range) -> Range {
        if let (Some(a), Some(b)) = (self.as_point(), other.as_point()) {
            return Range::point(a | b);
        }
        // a | b = ~(~a & ~b)
        let dual = self.complement().bit_and(other.complement()).complement();
        match self.low >= 0 && other.low >= 0 {
            true => Range { low: self.low.max(other.low), high: above(self.high.max(other.high)) },
            false => dual,
        }
    }

    pub(crate) fn bit_xor(self, other: Range) -> Range {
        if let (Some(a), Some(b)) = (self.as_point(), other.as_point()) {
            return Range::point(a ^ b);
        }
        if self.low >= 0 && other.low >= 0 {
            return Range { low: 0, high: above(self.high.max(other.high)) };
        }
        let low = below(self.low.min(other.low).min(!self.high.max(other.high)));
        Range { low, high: !low }
    }

    /// Without the numbers at its ends that are in one of these ranges; none if nothing is left.
    pub(crate) fn without(mut self, mut ranges: Vec<(i128, i128)>) -> Option<Range> {
        ranges.sort_unstable();
        for (low, high) in &ranges {
            if *low <= self.low && self.low <= *high {
                self.low = high.checked_add(1)?;
            }
        }
        for (low, high) in ranges.iter().rev() {
            if *low <= self.high && self.high <= *high {
                self.high = low.checked_sub(1)?;
            }
        }
        (self.low <= self.high).then_some(self)
    }

    pub(crate) fn complement(self) -> Range {
        Range { low: !self.high, high: !self.low }
    }
}

/// The largest number with as many bits as this one, which is not negative.
fn above(value: i128) -> i128 {
    if value <= 0 { 0 } else { i128::MAX >> (value.leading_zeros() - 1) }
}

/// The least number with as many bits as this one.
fn below(value: i128) -> i128 {
    if value >= 0 { 0 } else { !above(!value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Range> {
        (-9..9).flat_map(|low| (low..9).map(move |high| Range { low, high }))
    }

    #[test]
    fn ranges_take_the_ends_off() {
        let left = |range: (i128, i128), others: &[(i128, i128)]| {
            let left = Range { low: range.0, high: range.1 }.without(others.to_vec());
            left.map(|range| (range.low, range.high))
        };
        assert_eq!(left((0, 3), &[(2, 2), (0, 0), (3, 3), (1, 1)]), None);
        assert_eq!(left((0, 9), &[(8, 9), (0, 0), (5, 5), (1, 2)]), Some((3, 7)));
        assert_eq!(left((0, 9), &[(1, 8)]), Some((0, 9)));
        assert_eq!(left((0, 9), &[(-5, 20)]), None);
        assert_eq!(left((0, 9), &[]), Some((0, 9)));
    }

    #[test]
    fn every_pair_of_small_ranges() {
        type Abstract = fn(Range, Range) -> Option<Range>;
        type Concrete = fn(i128, i128) -> Option<i128>;
        let operations: [(&str, Abstract, Concrete); 8] = [
            ("+", |a, b| Some(a.add(b)), |a, b| Some(a + b)),
            ("-", |a, b| Some(a.sub(b)), |a, b| Some(a - b)),
            ("*", |a, b| Some(a.mul(b)), |a, b| Some(a * b)),
            ("/", Range::div, i128::checked_div),
            ("%", Range::rem, i128::checked_rem),
            ("&", |a, b| Some(a.bit_and(b)), |a, b| Some(a & b)),
            ("|", |a, b| Some(a.bit_or(b)), |a, b| Some(a | b)),
            ("^", |a, b| Some(a.bit_xor(b)), |a, b| Some(a ^ b)),
        ];
        for (name, operation, concrete) in operations {
            for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
                let result = operation(a, b);
                for (x, y) in (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y))) {
                    let Some(value) = concrete(x, y) else { continue };
                    let inside = result.is_some_and(|range| range.contains(value));
                    assert!(inside, "{x} {name} {y} is not in {result:?} of {a:?} and {b:?}");
                }
            }
        }
    }
}
