//! Intervals of integers, with infinite bounds.
//!
//! Finite bounds are 64-bit; the concrete values are unbounded in spirit (`i128` here). A bound that
//! does not fit is clamped outwards: a lower bound below `i64::MIN` becomes -oo, one above
//! `i64::MAX` becomes `i64::MAX`, and the other way around for upper bounds.

mod bound;
mod generate;
mod operators;

pub use bound::Bound;

use crate::{Abstraction, Answer, Choices, Concrete, Lattice, Narrowing, Widening};
use Bound::{Finite, MinusInfinity, PlusInfinity};
use std::fmt;

/// The lattice of integer intervals, ordered by inclusion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IntInterval;

/// An interval of integers: ⊥ or `[low, high]`.
///
/// ```
/// use soundline_lattice::lattices::IntervalElem;
/// assert_eq!(IntervalElem::new(0, 3).to_string(), "[0, 3]");
/// assert_eq!(IntervalElem::at_most(5).to_string(), "[-oo, 5]");
/// assert_eq!(IntervalElem::new(3, 0).to_string(), "⊥");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntervalElem(Option<Range>);

/// The bounds of an interval that is not empty: low ≤ high, low is not +oo and high is not -oo.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Range {
    low: Bound<i64>,
    high: Bound<i64>,
}

impl IntervalElem {
    /// The empty interval.
    pub const BOTTOM: IntervalElem = IntervalElem(None);

    /// All integers.
    pub const TOP: IntervalElem =
        IntervalElem(Some(Range { low: MinusInfinity, high: PlusInfinity }));

    /// The integers from `low` to `high`; none when they are the wrong way around.
    pub fn new(low: i64, high: i64) -> IntervalElem {
        IntervalElem::of_bounds(Finite(low), Finite(high))
    }

    /// One integer.
    pub fn constant(value: i64) -> IntervalElem {
        IntervalElem::new(value, value)
    }

    /// The integers up to `high`.
    pub fn at_most(high: i64) -> IntervalElem {
        IntervalElem::of_bounds(MinusInfinity, Finite(high))
    }

    /// The integers from `low` on.
    pub fn at_least(low: i64) -> IntervalElem {
        IntervalElem::of_bounds(Finite(low), PlusInfinity)
    }

    /// The integers between two bounds.
    pub fn of_bounds(low: Bound<i64>, high: Bound<i64>) -> IntervalElem {
        let empty = low > high || low == PlusInfinity || high == MinusInfinity;
        IntervalElem((!empty).then_some(Range { low, high }))
    }

    /// The smallest interval around the integers between two bounds that may not fit.
    pub fn around(low: Bound<i128>, high: Bound<i128>) -> IntervalElem {
        if low > high {
            return IntervalElem::BOTTOM;
        }
        IntervalElem::of_bounds(low.as_lower_bound(), high.as_upper_bound())
    }

    /// The lower and the upper bound, unless the interval is empty.
    pub fn bounds(&self) -> Option<(Bound<i64>, Bound<i64>)> {
        self.0.map(|range| (range.low, range.high))
    }

    /// Is there no integer in it?
    pub fn is_bottom(&self) -> bool {
        self.0.is_none()
    }
}

impl fmt::Display for IntervalElem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("⊥"),
            Some(range) => write!(f, "[{}, {}]", range.low, range.high),
        }
    }
}

impl fmt::Debug for IntervalElem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Lattice for IntInterval {
    type Elem = IntervalElem;

    fn bottom(&self) -> IntervalElem {
        IntervalElem::BOTTOM
    }

    fn top(&self) -> Option<IntervalElem> {
        Some(IntervalElem::TOP)
    }

    fn leq(&self, a: &IntervalElem, b: &IntervalElem) -> Answer {
        match (a.0, b.0) {
            (None, _) => true,
            (_, None) => false,
            (Some(a), Some(b)) => b.low <= a.low && a.high <= b.high,
        }
        .into()
    }

    fn equal(&self, a: &IntervalElem, b: &IntervalElem) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &IntervalElem, b: &IntervalElem) -> IntervalElem {
        match (a.0, b.0) {
            (None, _) => *b,
            (_, None) => *a,
            (Some(a), Some(b)) => IntervalElem::of_bounds(a.low.min(b.low), a.high.max(b.high)),
        }
    }

    fn meet(&self, a: &IntervalElem, b: &IntervalElem) -> IntervalElem {
        match (a.0, b.0) {
            (Some(a), Some(b)) => IntervalElem::of_bounds(a.low.max(b.low), a.high.min(b.high)),
            _ => IntervalElem::BOTTOM,
        }
    }

    fn show(&self, a: &IntervalElem) -> String {
        a.to_string()
    }
}

impl Widening for IntInterval {
    /// The classical widening (Cousot and Cousot 1977): a bound that moves goes to infinity.
    fn widen(&self, a: &IntervalElem, b: &IntervalElem) -> IntervalElem {
        self.widen_to(a, b, &[])
    }
}

impl IntInterval {
    /// Widening with thresholds: a bound that moves goes to the next threshold that covers it, and
    /// to infinity beyond the last one. Chains are stable after at most one step per threshold and
    /// side.
    pub fn widen_to(&self, a: &IntervalElem, b: &IntervalElem, thresholds: &[i64]) -> IntervalElem {
        let (old, new) = match (a.0, b.0) {
            (None, _) => return *b,
            (_, None) => return *a,
            (Some(old), Some(new)) => (old, new),
        };
        let stops = || thresholds.iter().map(|stop| Finite(*stop));
        let low = match new.low < old.low {
            true => stops().filter(|stop| *stop <= new.low).max().unwrap_or(MinusInfinity),
            false => old.low,
        };
        let high = match new.high > old.high {
            true => stops().filter(|stop| *stop >= new.high).min().unwrap_or(PlusInfinity),
            false => old.high,
        };
        IntervalElem::of_bounds(low, high)
    }
}

impl Narrowing for IntInterval {
    /// The classical narrowing: only infinite bounds are improved, so each side moves once.
    fn narrow(&self, a: &IntervalElem, b: &IntervalElem) -> IntervalElem {
        let (Some(old), Some(new)) = (a.0, b.0) else { return IntervalElem::BOTTOM };
        let low = if old.low == MinusInfinity { new.low } else { old.low };
        let high = if old.high == PlusInfinity { new.high } else { old.high };
        IntervalElem::of_bounds(low, high)
    }
}

/// Intervals of at most this many integers can be listed.
const LISTED: i128 = 64;

impl Concrete for IntInterval {
    type Value = i128;

    fn contains(&self, a: &IntervalElem, value: &i128) -> bool {
        a.0.is_some_and(|range| {
            range.low.wide() <= Finite(*value) && Finite(*value) <= range.high.wide()
        })
    }

    fn member(&self, a: &IntervalElem, choices: &mut Choices) -> Option<i128> {
        a.0.map(|range| range.member(choices))
    }

    fn members(&self, a: &IntervalElem) -> Option<Vec<i128>> {
        match a.0 {
            None => Some(vec![]),
            Some(Range { low: Finite(low), high: Finite(high) }) => {
                let (low, high) = (i128::from(low), i128::from(high));
                (high - low < LISTED).then(|| (low..=high).collect())
            }
            _ => None,
        }
    }
}

impl Abstraction for IntInterval {
    fn abstraction(&self, value: &i128) -> IntervalElem {
        IntervalElem::around(Finite(*value), Finite(*value))
    }
}
