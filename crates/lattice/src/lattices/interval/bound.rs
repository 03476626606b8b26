//! Bounds of intervals: integers and both infinities, and arithmetic on them.

use std::fmt;

/// An integer or an infinity. The derived order is the usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound<N> {
    /// Below every integer.
    MinusInfinity,
    /// An integer.
    Finite(N),
    /// Above every integer.
    PlusInfinity,
}

use Bound::*;

impl<N: fmt::Display> fmt::Display for Bound<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MinusInfinity => f.write_str("-oo"),
            Finite(value) => value.fmt(f),
            PlusInfinity => f.write_str("+oo"),
        }
    }
}

impl Bound<i64> {
    /// The same bound with room to compute: no sum or product of two of them overflows.
    pub fn wide(self) -> Bound<i128> {
        match self {
            MinusInfinity => MinusInfinity,
            Finite(value) => Finite(value.into()),
            PlusInfinity => PlusInfinity,
        }
    }
}

impl Bound<i128> {
    /// The greatest 64-bit bound that is not above.
    pub(super) fn as_lower_bound(self) -> Bound<i64> {
        match self {
            Finite(value) if value < i64::MIN.into() => MinusInfinity,
            Finite(value) => Finite(value.min(i64::MAX.into()) as i64),
            MinusInfinity => MinusInfinity,
            PlusInfinity => PlusInfinity,
        }
    }

    /// The least 64-bit bound that is not below.
    pub(super) fn as_upper_bound(self) -> Bound<i64> {
        match self {
            Finite(value) if value > i64::MAX.into() => PlusInfinity,
            Finite(value) => Finite(value.max(i64::MIN.into()) as i64),
            MinusInfinity => MinusInfinity,
            PlusInfinity => PlusInfinity,
        }
    }

    /// The sum. Opposite infinities never meet: lower bounds are added to lower bounds, upper to
    /// upper.
    pub(super) fn plus(self, other: Bound<i128>) -> Bound<i128> {
        match (self, other) {
            (Finite(a), Finite(b)) => Finite(a + b),
            (Finite(_), infinity) | (infinity, _) => infinity,
        }
    }

    /// The negation.
    pub(super) fn negated(self) -> Bound<i128> {
        match self {
            MinusInfinity => PlusInfinity,
            Finite(value) => Finite(-value),
            PlusInfinity => MinusInfinity,
        }
    }

    /// The product. Zero times infinity is zero, as it is for every member of the interval.
    pub(super) fn times(self, other: Bound<i128>) -> Bound<i128> {
        match (self, other) {
            (Finite(a), Finite(b)) => Finite(a * b),
            (Finite(0), _) | (_, Finite(0)) => Finite(0),
            _ => infinity(self.is_negative() != other.is_negative()),
        }
    }

    /// The quotient, rounded towards zero, for a divisor that is not 0. A divisor beyond every
    /// dividend gives 0.
    pub(super) fn divided_by(self, divisor: Bound<i128>) -> Bound<i128> {
        match (self, divisor) {
            (Finite(a), Finite(b)) => Finite(a / b),
            (_, MinusInfinity | PlusInfinity) => Finite(0),
            _ => infinity(self.is_negative() != divisor.is_negative()),
        }
    }

    fn is_negative(self) -> bool {
        self < Finite(0)
    }
}

fn infinity(negative: bool) -> Bound<i128> {
    if negative { MinusInfinity } else { PlusInfinity }
}
