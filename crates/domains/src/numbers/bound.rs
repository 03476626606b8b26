//! Numbers with the two infinities, as bounds of sets of numbers.
//!
//! As an upper bound, plus infinity says nothing and minus infinity says that there is nothing; for
//! a lower bound it is the other way round. Where the sum of both infinities comes up, the answer
//! depends on the side, so there are two additions.

use std::fmt;
use std::ops::{Add, Neg};

use super::{Int, Rat};

/// A number or an infinity. The order is the one of the extended line.
///
/// ```
/// use soundline_domains::numbers::{Bound, Rat};
/// let one = Bound::Finite(Rat::ONE);
/// assert!(Bound::MinusInfinity < one && one < Bound::PlusInfinity);
/// assert_eq!(one.add_upper(&Bound::PlusInfinity), Bound::PlusInfinity);
/// assert_eq!(one.min(Bound::PlusInfinity), Bound::from(Rat::ONE));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound<N> {
    /// Below every number.
    MinusInfinity,
    /// A number.
    Finite(N),
    /// Above every number.
    PlusInfinity,
}

use Bound::{Finite, MinusInfinity, PlusInfinity};

impl<N> Bound<N> {
    /// The number, if it is one.
    #[inline]
    pub fn finite(&self) -> Option<&N> {
        match self {
            Finite(number) => Some(number),
            _ => None,
        }
    }

    /// The number, if it is one.
    #[inline]
    pub fn into_finite(self) -> Option<N> {
        match self {
            Finite(number) => Some(number),
            _ => None,
        }
    }

    /// True for numbers.
    #[inline]
    pub fn is_finite(&self) -> bool {
        matches!(self, Finite(_))
    }

    /// Apply a function to the number; infinities stay.
    #[inline]
    pub fn map<M>(&self, function: impl FnOnce(&N) -> M) -> Bound<M> {
        match self {
            MinusInfinity => MinusInfinity,
            Finite(number) => Finite(function(number)),
            PlusInfinity => PlusInfinity,
        }
    }

    /// The sum of two upper bounds: plus infinity wins, because an unknown bound stays unknown.
    #[inline]
    pub fn add_upper(&self, other: &Bound<N>) -> Bound<N>
    where
        for<'a> &'a N: Add<&'a N, Output = N>,
    {
        match (self, other) {
            (Finite(a), Finite(b)) => Finite(a + b),
            (PlusInfinity, _) | (_, PlusInfinity) => PlusInfinity,
            _ => MinusInfinity,
        }
    }

    /// The sum of two lower bounds: minus infinity wins.
    #[inline]
    pub fn add_lower(&self, other: &Bound<N>) -> Bound<N>
    where
        for<'a> &'a N: Add<&'a N, Output = N>,
    {
        match (self, other) {
            (Finite(a), Finite(b)) => Finite(a + b),
            (MinusInfinity, _) | (_, MinusInfinity) => MinusInfinity,
            _ => PlusInfinity,
        }
    }
}

impl<N> Neg for &Bound<N>
where
    for<'a> &'a N: Neg<Output = N>,
{
    type Output = Bound<N>;
    #[inline]
    fn neg(self) -> Bound<N> {
        match self {
            MinusInfinity => PlusInfinity,
            Finite(number) => Finite(-number),
            PlusInfinity => MinusInfinity,
        }
    }
}

impl<N> Neg for Bound<N>
where
    for<'a> &'a N: Neg<Output = N>,
{
    type Output = Bound<N>;
    #[inline]
    fn neg(self) -> Bound<N> {
        -&self
    }
}

impl<N> From<N> for Bound<N> {
    #[inline]
    fn from(number: N) -> Bound<N> {
        Finite(number)
    }
}

macro_rules! exact_bounds {
    ($($Number:ident)*) => {$(
        impl Bound<$Number> {
            /// How the bound compares with 0.
            #[inline]
            pub fn sign(&self) -> std::cmp::Ordering {
                match self {
                    MinusInfinity => std::cmp::Ordering::Less,
                    Finite(number) => number.sign(),
                    PlusInfinity => std::cmp::Ordering::Greater,
                }
            }

            /// The product, where 0 times an infinity is 0: all multiples of 0 are 0, however
            /// far the other factor goes.
            pub fn times(&self, other: &Bound<$Number>) -> Bound<$Number> {
                if let (Finite(a), Finite(b)) = (self, other) {
                    return Finite(a * b);
                }
                match (self.sign() as i8) * (other.sign() as i8) {
                    0 => Finite($Number::ZERO),
                    1 => PlusInfinity,
                    _ => MinusInfinity,
                }
            }
        }
    )*};
}

exact_bounds! { Int Rat }

impl Bound<Rat> {
    /// The bound divided by 2.
    pub fn half(&self) -> Bound<Rat> {
        self.map(|number| number.midpoint(&Rat::ZERO))
    }

    /// As an upper bound of integers: rounded down.
    pub fn floor(&self) -> Bound<Int> {
        self.map(Rat::floor)
    }

    /// As a lower bound of integers: rounded up.
    pub fn ceil(&self) -> Bound<Int> {
        self.map(Rat::ceil)
    }

    /// The smallest f64 that is not below.
    pub fn to_f64_up(&self) -> f64 {
        match self {
            MinusInfinity => f64::NEG_INFINITY,
            Finite(number) => number.to_f64_up(),
            PlusInfinity => f64::INFINITY,
        }
    }

    /// The largest f64 that is not above.
    pub fn to_f64_down(&self) -> f64 {
        -(-self).to_f64_up()
    }

    /// The exact value of an f64; `None` for NaN.
    pub fn from_f64(value: f64) -> Option<Bound<Rat>> {
        match value {
            f64::INFINITY => Some(PlusInfinity),
            f64::NEG_INFINITY => Some(MinusInfinity),
            _ => Rat::from_f64(value).map(Finite),
        }
    }
}

impl From<Bound<Int>> for Bound<Rat> {
    fn from(bound: Bound<Int>) -> Bound<Rat> {
        bound.map(|number| Rat::from(number))
    }
}

impl<N: fmt::Display> fmt::Display for Bound<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MinusInfinity => f.pad("-oo"),
            Finite(number) => number.fmt(f),
            PlusInfinity => f.pad("+oo"),
        }
    }
}

impl<N: fmt::Display> fmt::Debug for Bound<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(value: i64) -> Bound<Int> {
        Finite(Int::from(value))
    }

    #[test]
    fn opposite_infinities_yield_to_the_side() {
        assert_eq!(Bound::<Int>::MinusInfinity.add_upper(&PlusInfinity), PlusInfinity);
        assert_eq!(Bound::<Int>::MinusInfinity.add_lower(&PlusInfinity), MinusInfinity);
        assert_eq!(int(1).add_upper(&MinusInfinity), MinusInfinity);
        assert_eq!(int(1).add_lower(&int(2)), int(3));
        assert_eq!(-int(4), int(-4));
        assert_eq!(-Bound::<Int>::PlusInfinity, MinusInfinity);
    }

    #[test]
    fn zero_tames_infinity() {
        assert_eq!(int(0).times(&PlusInfinity), int(0));
        assert_eq!(Bound::<Int>::MinusInfinity.times(&int(0)), int(0));
        assert_eq!(int(-2).times(&PlusInfinity), MinusInfinity);
        assert_eq!(Bound::<Int>::MinusInfinity.times(&MinusInfinity), PlusInfinity);
    }

    #[test]
    fn rounds_to_integers() {
        let half = Bound::from(Rat::from(-3)).half();
        assert_eq!((half.floor(), half.ceil()), (int(-2), int(-1)));
        assert_eq!(Bound::<Rat>::PlusInfinity.half(), PlusInfinity);
        assert_eq!(half.to_f64_up(), -1.5);
        assert_eq!(Bound::from_f64(f64::NAN), None);
        assert_eq!(Bound::from_f64(-1.5), Some(half));
    }
}
