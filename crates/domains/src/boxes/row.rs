//! What boxes ask of a number type: rows of bounds, and sums to compute new bounds with.

use std::fmt::Debug;

use crate::expr::Var;
use crate::numbers::{Bound, Rat, round};

/// A number type that boxes can have bounds of: [`Rat`], [`Int`](crate::numbers::Int) or `f64`.
pub trait Number: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The bounds of all variables.
    type Row: Row;

    /// Are the numbers exact, rather than rounded soundly?
    const EXACT: bool;

    /// Is the rational number one of them?
    fn holds(number: &Rat) -> bool;
}

/// The place of a bound in a row: of the variable itself, or of its negation.
#[inline]
pub(super) fn place(variable: Var, of_itself: bool) -> usize {
    2 * variable + usize::from(of_itself)
}

/// The bounds of all variables of a box that is not empty. For each variable there is an upper
/// bound of its negation, then one of itself.
pub trait Row: Clone + Debug + PartialEq {
    /// What new bounds are computed with.
    type Sum: Sum;

    /// No bounds.
    fn universe(dimensions: usize) -> Self;

    /// Is this box inside the other?
    fn leq(&self, other: &Self) -> bool;

    /// The smallest box around both.
    fn join(&self, other: &Self) -> Self;

    /// What both have in common; `None` if that is nothing.
    fn meet(&self, other: &Self) -> Option<Self>;

    /// Bounds that are not kept go to infinity.
    fn widen(&self, other: &Self) -> Self;

    /// Infinite bounds are taken from the other.
    fn narrow(&self, other: &Self) -> Option<Self>;

    /// The bounds of these variables, in this order; none of one that is new.
    fn picked(&self, sources: &[Option<Var>]) -> Self;

    /// An upper bound.
    fn upper(&self, place: usize) -> Self::Sum;

    /// Replace an upper bound, rounded up to a number of the row.
    fn set(&mut self, place: usize, bound: &Self::Sum);

    /// Go back to the one form that stands for these bounds, after the last [`Row::set`].
    fn settle(&mut self) {}
}

/// An upper bound in a computation: every result is at least the exact one.
pub trait Sum: Clone + PartialOrd + Debug {
    /// The bound that says nothing.
    const INFINITY: Self;

    /// An upper bound of the number.
    fn of(number: &Rat) -> Self;

    /// The exact value.
    fn to_bound(&self) -> Bound<Rat>;

    /// The sum.
    fn plus(&self, other: &Self) -> Self;

    /// The product with a positive number.
    fn times(&self, factor: &Rat) -> Self;

    /// The quotient by a positive number.
    fn over(&self, divisor: &Rat) -> Self;

    /// The largest integer that is not above.
    fn floor(self) -> Self;

    /// Is this bound the negation of the other, exactly?
    fn opposes(&self, other: &Self) -> bool;

    /// Is there no number between this upper bound and the negated lower bound?
    fn crosses(&self, negated_low: &Self) -> bool;

    /// True for infinity.
    fn is_infinite(&self) -> bool {
        *self == Self::INFINITY
    }
}

impl Sum for Bound<Rat> {
    const INFINITY: Bound<Rat> = Bound::PlusInfinity;

    #[inline]
    fn of(number: &Rat) -> Bound<Rat> {
        Bound::Finite(number.clone())
    }

    fn to_bound(&self) -> Bound<Rat> {
        self.clone()
    }

    #[inline]
    fn plus(&self, other: &Bound<Rat>) -> Bound<Rat> {
        self.add_upper(other)
    }

    #[inline]
    fn times(&self, factor: &Rat) -> Bound<Rat> {
        self.map(|number| number * factor)
    }

    fn over(&self, divisor: &Rat) -> Bound<Rat> {
        if *divisor == Rat::ONE {
            return self.clone();
        }
        self.map(|number| number.div(divisor).expect("divisors are positive"))
    }

    #[inline]
    fn floor(self) -> Bound<Rat> {
        match self {
            Bound::Finite(number) if !number.is_integer() => Bound::Finite(number.floor().into()),
            bound => bound,
        }
    }

    fn opposes(&self, other: &Bound<Rat>) -> bool {
        matches!((self, other), (Bound::Finite(a), Bound::Finite(b)) if *a == -b)
    }

    #[inline]
    fn crosses(&self, negated_low: &Bound<Rat>) -> bool {
        super::entry::Entry::crosses(self, negated_low)
    }

    #[inline]
    fn is_infinite(&self) -> bool {
        !self.is_finite()
    }
}

impl Sum for f64 {
    const INFINITY: f64 = f64::INFINITY;

    fn of(number: &Rat) -> f64 {
        number.to_f64_up()
    }

    fn to_bound(&self) -> Bound<Rat> {
        Bound::from_f64(*self).expect("bounds are not NaN")
    }

    #[inline]
    fn plus(&self, other: &f64) -> f64 {
        round::add_up(*self, *other)
    }

    fn times(&self, factor: &Rat) -> f64 {
        if *factor == Rat::ONE {
            return *self;
        }
        // A factor that is no f64 lies between two: the one that gives the larger product counts.
        let factor = if *self < 0.0 { factor.to_f64_down() } else { factor.to_f64_up() };
        round::mul_up(*self, factor)
    }

    fn over(&self, divisor: &Rat) -> f64 {
        if *divisor == Rat::ONE {
            return *self;
        }
        let divisor = if *self < 0.0 { divisor.to_f64_up() } else { divisor.to_f64_down() };
        round::div_up(*self, divisor)
    }

    #[inline]
    fn floor(self) -> f64 {
        f64::floor(self)
    }

    fn opposes(&self, other: &f64) -> bool {
        *self == -*other && self.is_finite()
    }

    #[inline]
    fn crosses(&self, negated_low: &f64) -> bool {
        *self < -*negated_low
    }
}
