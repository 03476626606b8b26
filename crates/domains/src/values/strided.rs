//! Intervals, congruences and their reduced product as values.
//!
//! The lattices hold 64-bit bounds and 128-bit residues. What does not fit becomes a larger set.

use soundline_lattice::Lattice;
use soundline_lattice::combine::{IntervalCongruence, Reduced};
use soundline_lattice::lattices::{self, Congruence, CongruenceElem, IntInterval, IntervalElem};

use super::value::{Value, single};
use crate::numbers::{Bound, Int, Interval};

/// The reduced product of intervals and congruences.
pub type Strided = Reduced<IntInterval, Congruence, IntervalCongruence>;

/// A bound with the nearest number of 128 bits: beyond 64 bits it is clamped outwards anyway.
fn clamped(bound: &Bound<Int>) -> lattices::Bound<i128> {
    let nearest = |number: &Int| {
        let limit = if number.is_negative() { i128::MIN } else { i128::MAX };
        number.to_i128().unwrap_or(limit)
    };
    match bound {
        Bound::MinusInfinity => lattices::Bound::MinusInfinity,
        Bound::Finite(number) => lattices::Bound::Finite(nearest(number)),
        Bound::PlusInfinity => lattices::Bound::PlusInfinity,
    }
}

fn exact(bound: lattices::Bound<i64>) -> Bound<crate::numbers::Rat> {
    match bound {
        lattices::Bound::MinusInfinity => Bound::MinusInfinity,
        lattices::Bound::Finite(number) => Bound::Finite(number.into()),
        lattices::Bound::PlusInfinity => Bound::PlusInfinity,
    }
}

impl Value for IntInterval {
    const RANGES: bool = true;
    const EXACT: bool = false;
    const NARROWS: bool = true;

    fn all(&self) -> IntervalElem {
        IntervalElem::TOP
    }

    fn constant(&self, value: &Int) -> IntervalElem {
        let bound = clamped(&Bound::Finite(value.clone()));
        IntervalElem::around(bound, bound)
    }

    fn add(&self, a: &IntervalElem, b: &IntervalElem) -> IntervalElem {
        IntInterval::add(self, a, b)
    }

    fn mul(&self, a: &IntervalElem, b: &IntervalElem) -> IntervalElem {
        IntInterval::mul(self, a, b)
    }

    fn within(&self, a: &IntervalElem, range: &Interval) -> IntervalElem {
        let (low, high) = (range.low().ceil(), range.high().floor());
        if low > high {
            return IntervalElem::BOTTOM;
        }
        self.meet(a, &IntervalElem::around(clamped(&low), clamped(&high)))
    }

    fn range(&self, a: &IntervalElem) -> Option<Interval> {
        a.bounds().and_then(|(low, high)| Interval::new(exact(low), exact(high)))
    }

    fn contains(&self, a: &IntervalElem, value: &Int) -> bool {
        self.range(a).is_some_and(|range| range.contains(&value.into()))
    }
}

impl Value for Congruence {
    const RANGES: bool = false;
    const EXACT: bool = false;
    const NARROWS: bool = true;

    fn all(&self) -> CongruenceElem {
        CongruenceElem::TOP
    }

    fn constant(&self, value: &Int) -> CongruenceElem {
        value.to_i128().map_or(CongruenceElem::TOP, CongruenceElem::constant)
    }

    fn add(&self, a: &CongruenceElem, b: &CongruenceElem) -> CongruenceElem {
        Congruence::add(self, a, b)
    }

    fn mul(&self, a: &CongruenceElem, b: &CongruenceElem) -> CongruenceElem {
        Congruence::mul(self, a, b)
    }

    fn within(&self, a: &CongruenceElem, range: &Interval) -> CongruenceElem {
        match (single(range), a.parts()) {
            (Some(None), _) | (_, None) => CongruenceElem::BOTTOM,
            (Some(Some(value)), _) if self.contains(a, &value) => {
                self.refine(a, &self.constant(&value))
            }
            (Some(Some(_)), _) => CongruenceElem::BOTTOM,
            (None, Some((constant, 0))) if !range.contains(&constant.into()) => {
                CongruenceElem::BOTTOM
            }
            _ => *a,
        }
    }

    fn range(&self, a: &CongruenceElem) -> Option<Interval> {
        a.parts().map(|(residue, modulus)| match modulus {
            0 => Interval::point(residue),
            _ => Interval::ALL,
        })
    }

    fn contains(&self, a: &CongruenceElem, value: &Int) -> bool {
        a.parts().is_some_and(|(residue, modulus)| match modulus {
            0 => *value == Int::from(residue),
            _ => value.rem_euclid(&modulus.into()) == Some(residue.into()),
        })
    }

    /// The solutions of factor·x ≡ residue, one class modulo modulus / gcd, or none.
    fn quotient(&self, a: &CongruenceElem, factor: &Int) -> CongruenceElem {
        let Some((residue, modulus)) = a.parts() else { return *a };
        let (residue, modulus) = (Int::from(residue), Int::from(modulus));
        let divisor = factor.gcd(&modulus);
        let [Some(residue), Some(modulus), Some(factor)] =
            [&residue, &modulus, factor].map(|number| number.div_exact(&divisor))
        else {
            return CongruenceElem::BOTTOM;
        };
        // Coprime now; a modulus of 0 leaves a factor of 1 or -1.
        let solution = match modulus.is_zero() {
            true => residue * factor,
            false => {
                (residue * inverse(&factor, &modulus)).rem_euclid(&modulus).unwrap_or(Int::ZERO)
            }
        };
        match (solution.to_i128(), modulus.to_i128()) {
            (Some(solution), Some(modulus)) => CongruenceElem::new(solution, modulus),
            _ => CongruenceElem::TOP,
        }
    }
}

/// A number x with factor·x ≡ 1 modulo the modulus, which is positive and coprime to the factor,
/// by Euclid's algorithm.
fn inverse(factor: &Int, modulus: &Int) -> Int {
    let (mut rest, mut next_rest) =
        (factor.rem_euclid(modulus).unwrap_or(Int::ZERO), modulus.clone());
    let (mut x, mut next_x) = (Int::ONE, Int::ZERO);
    while let Some((quotient, remainder)) = rest.div_rem_floor(&next_rest) {
        (rest, next_rest) = (next_rest, remainder);
        let following = x - &quotient * &next_x;
        (x, next_x) = (next_x, following);
    }
    x
}

impl Value for Strided {
    const RANGES: bool = false;
    const EXACT: bool = false;
    const NARROWS: bool = true;

    fn all(&self) -> Self::Elem {
        (IntervalElem::TOP, CongruenceElem::TOP)
    }

    fn constant(&self, value: &Int) -> Self::Elem {
        (IntInterval.constant(value), Congruence.constant(value))
    }

    fn add(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        IntervalCongruence.add(a, b)
    }

    fn mul(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        IntervalCongruence.mul(a, b)
    }

    fn within(&self, a: &Self::Elem, range: &Interval) -> Self::Elem {
        self.reduce(&(IntInterval.within(&a.0, range), Congruence.within(&a.1, range)))
    }

    fn range(&self, a: &Self::Elem) -> Option<Interval> {
        let (interval, congruence) = self.reduce(a);
        let constant = Congruence.range(&congruence)?;
        IntInterval.range(&interval)?.meet(&constant)
    }

    fn contains(&self, a: &Self::Elem, value: &Int) -> bool {
        IntInterval.contains(&a.0, value) && Congruence.contains(&a.1, value)
    }

    fn quotient(&self, a: &Self::Elem, factor: &Int) -> Self::Elem {
        let (interval, congruence) = self.reduce(a);
        let parts =
            (IntInterval.quotient(&interval, factor), Congruence.quotient(&congruence, factor));
        self.reduce(&parts)
    }
}
