//! An entry of a row whose bounds are fractions of machine words.

use std::cmp::Ordering;

use super::entry::Entry;
use crate::numbers::{Bound, Rat};

/// Entries that are compared before looking whether to go on.
const BLOCK: usize = 4;

/// A fraction in lowest terms, or 1/0 for plus infinity: comparing by products is right for it too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fraction {
    numerator: i64,
    denominator: u64,
}

impl Fraction {
    /// An integer.
    #[inline]
    pub fn whole(numerator: i64) -> Fraction {
        Fraction { numerator, denominator: 1 }
    }

    /// The number, if it fits.
    #[inline]
    pub fn of(number: &Rat) -> Option<Fraction> {
        number.to_words().map(|(numerator, denominator)| Fraction { numerator, denominator })
    }

    /// The bound as others know it.
    #[inline]
    pub fn to_bound(self) -> Bound<Rat> {
        match Rat::of_lowest(self.numerator, self.denominator) {
            Some(number) => Bound::Finite(number),
            None => Bound::PlusInfinity,
        }
    }

    /// The number, if it is an integer.
    #[inline]
    pub fn to_whole(self) -> Option<i64> {
        (self.denominator == 1).then_some(self.numerator)
    }

    /// Is it an integer, or infinity?
    #[inline]
    pub fn is_whole(self) -> bool {
        self.denominator <= 1
    }

    /// Are all entries the same? The first ones seldom are where some are not. Blocks have a fixed length
    /// and no branches, so that they become vector code.
    #[inline]
    pub fn all_same(a: &[Fraction], b: &[Fraction]) -> bool {
        if a.first() != b.first() {
            return false;
        }
        let ((a_blocks, a_rest), (b_blocks, b_rest)) =
            (a.as_chunks::<BLOCK>(), b.as_chunks::<BLOCK>());
        for (a, b) in a_blocks.iter().zip(b_blocks) {
            let mut differ = false;
            for place in 0..BLOCK {
                differ |= a[place].numerator != b[place].numerator;
                differ |= a[place].denominator != b[place].denominator;
            }
            if differ {
                return false;
            }
        }
        a.len() == b.len() && a_rest == b_rest
    }

    /// How `a/b` and `c/d` compare. No product leaves 127 bits.
    #[inline]
    fn order(a: i128, b: u64, c: i128, d: u64) -> Ordering {
        (a * i128::from(d)).cmp(&(c * i128::from(b)))
    }
}

impl PartialOrd for Fraction {
    #[inline]
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        let (a, c) = (self.numerator.into(), other.numerator.into());
        Some(Fraction::order(a, self.denominator, c, other.denominator))
    }
}

impl Entry for Fraction {
    const INFINITY: Fraction = Fraction { numerator: 1, denominator: 0 };

    #[inline]
    fn crosses(&self, negated_low: &Fraction) -> bool {
        let (a, c) = (i128::from(self.numerator), -i128::from(negated_low.numerator));
        Fraction::order(a, self.denominator, c, negated_low.denominator) == Ordering::Less
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fractions() -> Vec<Fraction> {
        let numbers = [0, 1, -1, 2, -7, i64::MAX, i64::MIN];
        let of = |n, d: u64| Rat::new(n, d).and_then(|number| Fraction::of(&number));
        let finite = numbers.into_iter().flat_map(|n| [1, 3, u64::MAX].map(|d| of(n, d)));
        finite.flatten().chain([Fraction::INFINITY]).collect()
    }

    #[test]
    fn fractions_compare_like_bounds() {
        for a in fractions() {
            for b in fractions() {
                let (one, other) = (a.to_bound(), b.to_bound());
                assert_eq!(a.partial_cmp(&b), one.partial_cmp(&other), "{a:?} {b:?}");
                assert_eq!(a.crosses(&b), one.crosses(&other), "{a:?} {b:?}");
                assert_eq!(a == b, one == other);
            }
        }
    }

    #[test]
    fn rows_are_the_same_if_all_entries_are() {
        let row: Vec<Fraction> = fractions().into_iter().take(2 * BLOCK + 3).collect();
        assert!(Fraction::all_same(&row, &row.clone()));
        assert!(!Fraction::all_same(&row, &row[1..]) && !Fraction::all_same(&row[1..], &row));
        assert!(!Fraction::all_same(&row[..BLOCK], &row) && !Fraction::all_same(&row, &[]));
        for place in 0..row.len() {
            let (mut numerator, mut denominator) = (row.clone(), row.clone());
            numerator[place].numerator ^= 1;
            denominator[place].denominator ^= 1;
            assert!(!Fraction::all_same(&row, &numerator), "{place}");
            assert!(!Fraction::all_same(&denominator, &row), "{place}");
        }
    }
}
