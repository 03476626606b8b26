//! Intervals of rational numbers that are never empty: the values a term can have.

use std::fmt;

use super::{Bound, Int, Rat};

/// All rational numbers between two bounds, at least one.
///
/// ```
/// use soundline_domains::numbers::{Bound, Interval, Rat};
/// let digits = Interval::of(0, 9);
/// assert_eq!(digits.sub(&digits), Interval::of(-9, 9));
/// assert_eq!(digits.times(&Interval::ALL), Interval::ALL);
/// assert!(Interval::new(Bound::from(Rat::ONE), Bound::from(Rat::ZERO)).is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Interval {
    low: Bound<Rat>,
    high: Bound<Rat>,
}

impl Interval {
    /// All numbers.
    pub const ALL: Interval = Interval { low: Bound::MinusInfinity, high: Bound::PlusInfinity };
    /// Only 0.
    pub const ZERO: Interval =
        Interval { low: Bound::Finite(Rat::ZERO), high: Bound::Finite(Rat::ZERO) };

    /// The numbers between two bounds; `None` if there are none.
    pub fn new(low: Bound<Rat>, high: Bound<Rat>) -> Option<Interval> {
        let empty = low > high || low == Bound::PlusInfinity || high == Bound::MinusInfinity;
        (!empty).then_some(Interval { low, high })
    }

    /// Only the given number.
    pub fn point(value: impl Into<Rat>) -> Interval {
        let value = Bound::Finite(value.into());
        Interval { low: value.clone(), high: value }
    }

    /// The numbers between two given ones, in whichever order.
    pub fn of(one: impl Into<Rat>, other: impl Into<Rat>) -> Interval {
        let (one, other) = (one.into(), other.into());
        let (low, high) = if one <= other { (one, other) } else { (other, one) };
        Interval { low: Bound::Finite(low), high: Bound::Finite(high) }
    }

    /// All numbers from the given one on.
    pub fn at_least(low: impl Into<Rat>) -> Interval {
        Interval { low: Bound::Finite(low.into()), high: Bound::PlusInfinity }
    }

    /// All numbers up to the given one.
    pub fn at_most(high: impl Into<Rat>) -> Interval {
        Interval { low: Bound::MinusInfinity, high: Bound::Finite(high.into()) }
    }

    /// The lower bound.
    pub fn low(&self) -> &Bound<Rat> {
        &self.low
    }

    /// The upper bound.
    pub fn high(&self) -> &Bound<Rat> {
        &self.high
    }

    /// The only number, if there is only one.
    pub fn as_point(&self) -> Option<&Rat> {
        if self.low == self.high { self.low.finite() } else { None }
    }

    /// True if the number is in the interval.
    pub fn contains(&self, value: &Rat) -> bool {
        let below = self.low.finite().is_some_and(|low| value < low);
        let above = self.high.finite().is_some_and(|high| value > high);
        !below && !above
    }

    /// True if every number of the other interval is in this one.
    pub fn includes(&self, other: &Interval) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// The distance between the bounds.
    pub fn width(&self) -> Bound<Rat> {
        self.high.add_upper(&-&self.low)
    }

    /// The smallest interval with the numbers of both.
    pub fn join(&self, other: &Interval) -> Interval {
        Interval {
            low: Ord::min(&self.low, &other.low).clone(),
            high: Ord::max(&self.high, &other.high).clone(),
        }
    }

    /// An interval with the numbers of both: a bound that the other one goes beyond is given up, so
    /// that every chain of widenings ends.
    pub fn widen(&self, other: &Interval) -> Interval {
        let low = if other.low < self.low { &Bound::MinusInfinity } else { &self.low };
        let high = if other.high > self.high { &Bound::PlusInfinity } else { &self.high };
        Interval { low: low.clone(), high: high.clone() }
    }

    /// The numbers in both; `None` if there are none.
    pub fn meet(&self, other: &Interval) -> Option<Interval> {
        Interval::new(
            Ord::max(&self.low, &other.low).clone(),
            Ord::min(&self.high, &other.high).clone(),
        )
    }

    /// The smallest interval with all integers of this one; `None` if there are none.
    pub fn integers(&self) -> Option<Interval> {
        Interval::new(self.low.ceil().into(), self.high.floor().into())
    }

    /// All sums.
    pub fn add(&self, other: &Interval) -> Interval {
        Interval { low: self.low.add_lower(&other.low), high: self.high.add_upper(&other.high) }
    }

    /// All differences.
    pub fn sub(&self, other: &Interval) -> Interval {
        self.add(&other.negate())
    }

    /// All negations.
    pub fn negate(&self) -> Interval {
        Interval { low: -&self.high, high: -&self.low }
    }

    /// All products.
    pub fn times(&self, other: &Interval) -> Interval {
        let corners = [
            self.low.times(&other.low),
            self.low.times(&other.high),
            self.high.times(&other.low),
            self.high.times(&other.high),
        ];
        let low = corners.iter().min().expect("there are four corners").clone();
        let high = corners.iter().max().expect("there are four corners").clone();
        Interval { low, high }
    }

    /// All multiples by one number.
    pub fn scale(&self, factor: &Rat) -> Interval {
        let factor = Bound::Finite(factor.clone());
        let (one, other) = (self.low.times(&factor), self.high.times(&factor));
        if one <= other {
            Interval { low: one, high: other }
        } else {
            Interval { low: other, high: one }
        }
    }

    /// One divided by each number but 0; `None` if 0 is the only one.
    pub fn recip(&self) -> Option<Interval> {
        let zero = Bound::Finite(Rat::ZERO);
        // The bound of the quotients next to a divisor bound: at 0 they grow without limit.
        let invert = |bound: &Bound<Rat>, at_zero: Bound<Rat>| match bound {
            Bound::Finite(number) => number.recip().map_or(at_zero, Bound::Finite),
            _ => Bound::Finite(Rat::ZERO),
        };
        if self.low >= zero && self.high > zero {
            Some(Interval {
                low: invert(&self.high, Bound::PlusInfinity),
                high: invert(&self.low, Bound::PlusInfinity),
            })
        } else if self.high <= zero && self.low < zero {
            Some(Interval {
                low: invert(&self.high, Bound::MinusInfinity),
                high: invert(&self.low, Bound::MinusInfinity),
            })
        } else {
            (self.low < zero).then_some(Interval::ALL)
        }
    }

    /// All quotients by a number that is not 0; `None` if 0 is the only divisor.
    pub fn div(&self, divisor: &Interval) -> Option<Interval> {
        Some(self.times(&divisor.recip()?))
    }

    /// The image under a function that never decreases, such as rounding down.
    pub fn map_monotone(&self, function: impl Fn(&Rat) -> Int) -> Interval {
        let image = |number: &Rat| Rat::from(function(number));
        Interval { low: self.low.map(image), high: self.high.map(image) }
    }

    /// The largest distance from 0.
    pub fn magnitude(&self) -> Bound<Rat> {
        Ord::max(-&self.low, self.high.clone())
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.low, self.high)
    }
}

impl fmt::Debug for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reciprocals_avoid_zero() {
        let half = Rat::new(1, 2).expect("not 0");
        assert_eq!(Interval::of(1, 2).recip(), Some(Interval::of(1, half.clone())));
        assert_eq!(Interval::of(0, 2).recip(), Some(Interval::at_least(half.clone())));
        assert_eq!(Interval::of(-2, 0).recip(), Some(Interval::at_most(-&half)));
        assert_eq!(Interval::of(-2, 2).recip(), Some(Interval::ALL));
        assert_eq!(Interval::ZERO.recip(), None);
        assert_eq!(Interval::at_least(2).recip(), Some(Interval::of(0, half)));
        assert_eq!(Interval::at_least(0).recip(), Some(Interval::at_least(0)));
        assert_eq!(Interval::ALL.recip(), Some(Interval::ALL));
    }

    #[test]
    fn products_with_infinite_factors() {
        assert_eq!(Interval::ZERO.times(&Interval::ALL), Interval::ZERO);
        assert_eq!(Interval::at_least(0).times(&Interval::of(-1, 2)), Interval::ALL);
        assert_eq!(Interval::at_least(1).times(&Interval::of(2, 3)), Interval::at_least(2));
        assert_eq!(Interval::of(-2, 3).scale(&Rat::from(-2)), Interval::of(-6, 4));
        assert_eq!(Interval::ALL.scale(&Rat::ZERO), Interval::ZERO);
    }

    #[test]
    fn order_and_members() {
        let interval = Interval::of(-1, 3);
        assert!(interval.contains(&Rat::from(3)) && !interval.contains(&Rat::from(4)));
        assert!(interval.includes(&Interval::point(0)) && !interval.includes(&Interval::ALL));
        assert_eq!(interval.meet(&Interval::at_least(4)), None);
        assert_eq!(interval.join(&Interval::point(9)), Interval::of(-1, 9));
        assert_eq!(interval.width(), Bound::from(Rat::from(4)));
        assert_eq!(interval.magnitude(), Bound::from(Rat::from(3)));
        assert_eq!(
            Interval::of(Rat::new(1, 3).expect("not 0"), 2).integers(),
            Some(Interval::of(1, 2))
        );
    }
}
