//! A finite union of intervals: the values of one variable.

use crate::numbers::{Bound, Interval, Rat};

/// Disjoint closed intervals, sorted, with a gap between neighbours. Those of an integer variable
/// have integer bounds, and a gap holds an integer. So equal sets have equal forms.
#[derive(Clone, Debug, PartialEq)]
pub struct Pieces {
    intervals: Vec<Interval>,
    integer: bool,
}

impl Pieces {
    /// All numbers.
    pub fn all(integer: bool) -> Pieces {
        Pieces { intervals: vec![Interval::ALL], integer }
    }

    /// The union of the intervals, or of their integers.
    pub fn new(intervals: impl IntoIterator<Item = Interval>, integer: bool) -> Pieces {
        Pieces::of_parts(intervals.into_iter().collect(), integer)
    }

    /// Not generic: a sort is much code, and every caller has an iterator of its own.
    fn of_parts(mut parts: Vec<Interval>, integer: bool) -> Pieces {
        if integer {
            parts = parts.into_iter().filter_map(|part| part.integers()).collect();
        }
        parts.sort_by(|a, b| a.low().cmp(b.low()));
        let mut merged: Vec<Interval> = Vec::with_capacity(parts.len());
        for part in parts {
            match merged.last_mut() {
                Some(last) if !has_gap(last, &part, integer) => *last = last.join(&part),
                _ => merged.push(part),
            }
        }
        Pieces { intervals: merged, integer }
    }

    /// The intervals, from low to high.
    pub fn intervals(&self) -> &[Interval] {
        &self.intervals
    }

    /// Is there no number?
    pub fn is_empty(&self) -> bool {
        self.intervals.is_empty()
    }

    /// The smallest interval around all; `None` if there is none.
    pub fn hull(&self) -> Option<Interval> {
        Some(self.intervals.first()?.join(self.intervals.last()?))
    }

    /// Is the number in one of the intervals?
    pub fn contains(&self, value: &Rat) -> bool {
        self.intervals.iter().any(|part| part.contains(value))
    }

    /// Is every number of this union in the other?
    pub fn leq(&self, other: &Pieces) -> bool {
        let inside = |part: &Interval| other.intervals.iter().any(|whole| whole.includes(part));
        self.intervals.iter().all(inside)
    }

    /// The union of both, with at most so many intervals unless one operand is the union itself.
    pub fn join(&self, other: &Pieces, most: usize) -> Pieces {
        let parts = self.intervals.iter().chain(&other.intervals).cloned();
        let union = Pieces::new(parts, self.integer);
        if union == *self || union == *other { union } else { union.limited(most) }
    }

    /// What both have in common.
    pub fn meet(&self, other: &Pieces) -> Pieces {
        let common = |part: &Interval| {
            let part = part.clone();
            other.intervals.iter().filter_map(move |own| own.meet(&part)).collect::<Vec<_>>()
        };
        Pieces::new(self.intervals.iter().flat_map(common), self.integer)
    }

    /// What lies in the range.
    pub fn within(&self, range: &Interval) -> Pieces {
        let common = self.intervals.iter().filter_map(|part| part.meet(range));
        Pieces::new(common, self.integer)
    }

    /// The gaps that the other union does not touch stay, the others are filled. There are finitely
    /// many, so chains are stable when they are filled. The two unbounded gaps at the ends make
    /// this the classical widening where there is one interval.
    pub fn widen(&self, other: &Pieces) -> Pieces {
        let Some(hull) = self.hull() else { return other.clone() };
        let untouched = |low: &Bound<Rat>, high: &Bound<Rat>| {
            // Closed pieces touch an open gap when they reach beyond its ends.
            !other.intervals.iter().any(|part| part.high() > low && part.low() < high)
        };
        let mut start = match untouched(&Bound::MinusInfinity, hull.low()) {
            true => hull.low().clone(),
            false => Bound::MinusInfinity,
        };
        let mut parts = Vec::new();
        for pair in self.intervals.windows(2) {
            let (end, next) = (pair[0].high(), pair[1].low());
            if untouched(end, next) {
                parts.extend(Interval::new(start, end.clone()));
                start = next.clone();
            }
        }
        let end = match untouched(hull.high(), &Bound::PlusInfinity) {
            true => hull.high().clone(),
            false => Bound::PlusInfinity,
        };
        parts.extend(Interval::new(start, end));
        Pieces { intervals: parts, integer: self.integer }
    }

    /// Where this union has no end, it gets the end of the other.
    pub fn narrow(&self, other: &Pieces) -> Pieces {
        let (Some(old), Some(new)) = (self.hull(), other.hull()) else {
            return Pieces::new([], self.integer);
        };
        let low = if old.low().is_finite() { Bound::MinusInfinity } else { new.low().clone() };
        let high = if old.high().is_finite() { Bound::PlusInfinity } else { new.high().clone() };
        match Interval::new(low, high) {
            Some(range) => self.within(&range),
            None => Pieces::new([], self.integer),
        }
    }

    /// At most so many intervals: the smallest gaps are filled first.
    pub fn limited(mut self, most: usize) -> Pieces {
        while self.intervals.len() > most.max(1) {
            let gap = |index: &usize| {
                let (low, high) = (&self.intervals[*index], &self.intervals[index + 1]);
                high.low().add_upper(&-low.high())
            };
            let smallest = (0..self.intervals.len() - 1).min_by_key(gap);
            let index = smallest.expect("two intervals have a gap");
            let filled = self.intervals[index].join(&self.intervals[index + 1]);
            self.intervals[index] = filled;
            self.intervals.remove(index + 1);
        }
        self
    }

    /// Without one number, where what is left is closed: of reals only a single number can go.
    pub fn without(&self, value: &Rat) -> Pieces {
        let halves = |part: &Interval| -> Vec<Interval> {
            if !part.contains(value) {
                vec![part.clone()]
            } else if self.integer {
                let below = part.meet(&Interval::at_most(value - Rat::ONE));
                below.into_iter().chain(part.meet(&Interval::at_least(value + Rat::ONE))).collect()
            } else {
                Vec::from_iter(part.as_point().is_none().then(|| part.clone()))
            }
        };
        Pieces::new(self.intervals.iter().flat_map(halves), self.integer)
    }

    /// All multiples by one number, as real numbers.
    pub fn scale(&self, factor: &Rat) -> Pieces {
        Pieces::new(self.intervals.iter().map(|part| part.scale(factor)), false)
    }

    /// All sums, as real numbers.
    pub fn add(&self, other: &Pieces) -> Pieces {
        let sums =
            |part: &Interval| other.intervals.iter().map(|own| own.add(part)).collect::<Vec<_>>();
        Pieces::new(self.intervals.iter().flat_map(sums), false)
    }

    /// The same set, or its integers.
    pub fn of_kind(&self, integer: bool) -> Pieces {
        Pieces::new(self.intervals.iter().cloned(), integer)
    }

    /// The union in the notation `[0, 1] ∪ [5, +oo]`.
    pub fn show(&self) -> String {
        let texts = self.intervals.iter().map(|part| format!("[{}, {}]", part.low(), part.high()));
        texts.collect::<Vec<_>>().join(" ∪ ")
    }
}

/// Is there a number between the intervals, the first of which starts first?
fn has_gap(first: &Interval, second: &Interval, integer: bool) -> bool {
    match (first.high(), second.low()) {
        (Bound::Finite(high), Bound::Finite(low)) if integer => *low > high + Rat::ONE,
        (high, low) => low > high,
    }
}
