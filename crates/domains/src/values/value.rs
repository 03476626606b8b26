//! What an environment asks of the lattice of its values.

use soundline_lattice::{Lattice, Widening};

use crate::numbers::{Int, Interval, Rat};

/// A lattice of sets of integers, with what an environment needs: constants, arithmetic, and the
/// exchange of ranges. All operations are sound for integers of any size.
pub trait Value: Lattice + Widening + Clone + Send + Sync {
    /// Is every element the set of all integers in its range?
    const RANGES: bool;

    /// Are its numbers exact, whatever their size?
    const EXACT: bool;

    /// Does it implement [`Narrowing`](soundline_lattice::Narrowing)?
    const NARROWS: bool;

    /// A set with all integers.
    fn all(&self) -> Self::Elem;

    /// A set with the integer.
    fn constant(&self, value: &Int) -> Self::Elem;

    /// A set with all sums.
    fn add(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;

    /// A set with all products.
    fn mul(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;

    /// A subset of `a` with all its integers in the range.
    fn within(&self, a: &Self::Elem, range: &Interval) -> Self::Elem;

    /// A range around all integers of the set; `None` if there are none.
    fn range(&self, a: &Self::Elem) -> Option<Interval>;

    /// Is the integer in the set?
    fn contains(&self, a: &Self::Elem, value: &Int) -> bool;

    /// A set with all integers whose products with the factor, which is not 0, are in `a`.
    fn quotient(&self, a: &Self::Elem, factor: &Int) -> Self::Elem {
        let inverse = Rat::from(factor).recip().expect("the factor is not 0");
        match self.range(a) {
            Some(range) => self.within(&self.all(), &range.scale(&inverse)),
            None => self.bottom(),
        }
    }

    /// Is there no integer in the set?
    fn is_empty(&self, a: &Self::Elem) -> bool {
        self.leq(a, &self.bottom()).is_yes()
    }

    /// The meet of both, or `a` where rounding made the meet larger than it.
    fn refine(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        let meet = self.meet(a, b);
        if self.leq(&meet, a).is_yes() { meet } else { a.clone() }
    }
}

/// The only integer in the range, `Some(None)` if there is none, `None` if there are several.
pub(super) fn single(range: &Interval) -> Option<Option<Int>> {
    match range.integers() {
        None => Some(None),
        Some(integers) => integers.as_point().map(|point| Some(point.floor())),
    }
}
