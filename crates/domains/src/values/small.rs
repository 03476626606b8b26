//! Signs and parities as values.

use soundline_lattice::Lattice;
use soundline_lattice::lattices::{Parity, ParityElem, Sign, SignElem};

use super::value::{Value, single};
use crate::numbers::{Int, Interval};

impl Value for Sign {
    const RANGES: bool = true;
    const EXACT: bool = true;
    const NARROWS: bool = false;

    fn all(&self) -> SignElem {
        SignElem::Top
    }

    fn constant(&self, value: &Int) -> SignElem {
        match value.sign() {
            std::cmp::Ordering::Less => SignElem::Neg,
            std::cmp::Ordering::Equal => SignElem::Zero,
            std::cmp::Ordering::Greater => SignElem::Pos,
        }
    }

    fn add(&self, a: &SignElem, b: &SignElem) -> SignElem {
        Sign::add(self, a, b)
    }

    fn mul(&self, a: &SignElem, b: &SignElem) -> SignElem {
        Sign::mul(self, a, b)
    }

    /// The signs of `a` that have an integer in the range.
    fn within(&self, a: &SignElem, range: &Interval) -> SignElem {
        let kept = |sign: &SignElem| {
            let common = self.range(sign).and_then(|signed| signed.meet(range));
            common.is_some_and(|common| common.integers().is_some())
        };
        let signs = [SignElem::Neg, SignElem::Zero, SignElem::Pos];
        let left = signs.iter().filter(|sign| kept(sign)).map(|sign| self.meet(a, sign));
        left.fold(SignElem::Bot, |all, sign| self.join(&all, &sign))
    }

    fn range(&self, a: &SignElem) -> Option<Interval> {
        match a {
            SignElem::Bot => None,
            SignElem::Neg => Some(Interval::at_most(-1)),
            SignElem::Zero => Some(Interval::ZERO),
            SignElem::Pos => Some(Interval::at_least(1)),
            SignElem::Top => Some(Interval::ALL),
        }
    }

    fn contains(&self, a: &SignElem, value: &Int) -> bool {
        *a == SignElem::Top || *a == self.constant(value)
    }
}

impl Value for Parity {
    const RANGES: bool = false;
    const EXACT: bool = true;
    const NARROWS: bool = false;

    fn all(&self) -> ParityElem {
        ParityElem::Top
    }

    fn constant(&self, value: &Int) -> ParityElem {
        if value.is_even() { ParityElem::Even } else { ParityElem::Odd }
    }

    fn add(&self, a: &ParityElem, b: &ParityElem) -> ParityElem {
        Parity::add(self, a, b)
    }

    fn mul(&self, a: &ParityElem, b: &ParityElem) -> ParityElem {
        Parity::mul(self, a, b)
    }

    fn within(&self, a: &ParityElem, range: &Interval) -> ParityElem {
        match single(range) {
            None => *a,
            Some(None) => ParityElem::Bot,
            Some(Some(value)) => self.meet(a, &self.constant(&value)),
        }
    }

    fn range(&self, a: &ParityElem) -> Option<Interval> {
        (*a != ParityElem::Bot).then_some(Interval::ALL)
    }

    fn contains(&self, a: &ParityElem, value: &Int) -> bool {
        *a == ParityElem::Top || *a == self.constant(value)
    }

    /// An odd factor keeps the parity; the products with an even one are even.
    fn quotient(&self, a: &ParityElem, factor: &Int) -> ParityElem {
        match (factor.is_even(), a) {
            (false, _) | (_, ParityElem::Bot) => *a,
            (true, ParityElem::Odd) => ParityElem::Bot,
            (true, _) => ParityElem::Top,
        }
    }
}
