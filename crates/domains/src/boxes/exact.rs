//! Rows of exact numbers: machine words while all bounds are integers that fit.
//!
//! Bounds of programs are nearly always small integers, and a row of words is compared, copied and
//! dropped without a look at its entries. One bound that does not fit promotes the whole row.

use std::borrow::Cow;
use std::fmt;

use super::entry::{self, Entry};
use super::row::{Number, Row};
use crate::numbers::{Bound, Int, Rat};

/// Exact numbers.
pub trait Exact: Number + Ord + fmt::Display {
    /// The least one that is not below the rational number.
    fn at_least(number: &Rat) -> Self;

    /// The number as a rational.
    fn to_rat(&self) -> Rat;
}

impl Exact for Rat {
    fn at_least(number: &Rat) -> Rat {
        number.clone()
    }

    fn to_rat(&self) -> Rat {
        self.clone()
    }
}

impl Exact for Int {
    fn at_least(number: &Rat) -> Int {
        number.ceil()
    }

    fn to_rat(&self) -> Rat {
        Rat::from(self)
    }
}

/// A row of exact bounds, in one form only: words if they all fit.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactRow<N: fmt::Display>(Form<N>);

#[derive(Clone, Debug, PartialEq)]
enum Form<N: fmt::Display> {
    /// Integers between `-i64::MAX` and `i64::MAX`, both excluded; `i64::MAX` is infinity.
    Words(Vec<i64>),
    /// Of which at least one is no such word.
    Wide(Vec<Bound<N>>),
}

use Form::{Wide, Words};

/// The entry of a row of words, if it fits.
#[inline]
fn word(number: &Rat) -> Option<i64> {
    number.to_i64().filter(|value| -i64::MAX < *value && *value < i64::MAX)
}

impl<N: Exact> ExactRow<N>
where
    Bound<N>: Entry,
{
    /// The entries as bounds.
    fn wide(&self) -> Cow<'_, [Bound<N>]> {
        match &self.0 {
            Wide(entries) => Cow::Borrowed(entries),
            Words(words) => Cow::Owned(words.iter().map(|word| widened(*word)).collect()),
        }
    }

    /// Combine entry by entry, in words if possible.
    #[inline]
    fn combined(
        &self,
        other: &Self,
        words: impl FnOnce(&[i64], &[i64]) -> Vec<i64>,
        wide: impl FnOnce(&[Bound<N>], &[Bound<N>]) -> Vec<Bound<N>>,
    ) -> Self {
        match (&self.0, &other.0) {
            (Words(a), Words(b)) => ExactRow(Words(words(a, b))),
            _ => ExactRow::settled(wide(&self.wide(), &other.wide())),
        }
    }

    /// The same, for combinations that may be empty.
    #[inline]
    fn intersected(
        &self,
        other: &Self,
        words: impl FnOnce(&[i64], &[i64]) -> Option<Vec<i64>>,
        wide: impl FnOnce(&[Bound<N>], &[Bound<N>]) -> Option<Vec<Bound<N>>>,
    ) -> Option<Self> {
        match (&self.0, &other.0) {
            (Words(a), Words(b)) => Some(ExactRow(Words(words(a, b)?))),
            _ => Some(ExactRow::settled(wide(&self.wide(), &other.wide())?)),
        }
    }

    fn settled(entries: Vec<Bound<N>>) -> Self {
        let mut row = ExactRow(Wide(entries));
        row.settle();
        row
    }
}

fn widened<N: Exact>(word: i64) -> Bound<N> {
    match word {
        i64::MAX => Bound::PlusInfinity,
        _ => Bound::Finite(N::at_least(&Rat::from(word))),
    }
}

impl<N: Exact> Row for ExactRow<N>
where
    Bound<N>: Entry,
{
    type Sum = Bound<Rat>;

    fn universe(dimensions: usize) -> Self {
        ExactRow(Words(vec![i64::INFINITY; 2 * dimensions]))
    }

    #[inline]
    fn leq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Words(a), Words(b)) => entry::leq(a, b),
            _ => entry::leq(&self.wide(), &other.wide()),
        }
    }

    fn join(&self, other: &Self) -> Self {
        self.combined(other, entry::join, entry::join)
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        self.intersected(other, entry::meet, entry::meet)
    }

    fn widen(&self, other: &Self) -> Self {
        self.combined(other, entry::widen, entry::widen)
    }

    fn narrow(&self, other: &Self) -> Option<Self> {
        self.intersected(other, entry::narrow, entry::narrow)
    }

    #[inline]
    fn upper(&self, place: usize) -> Bound<Rat> {
        match &self.0 {
            Words(words) if words[place] == i64::INFINITY => Bound::PlusInfinity,
            Words(words) => Bound::Finite(Rat::from(words[place])),
            Wide(entries) => entries[place].map(N::to_rat),
        }
    }

    #[inline]
    fn set(&mut self, place: usize, bound: &Bound<Rat>) {
        let fits = match bound {
            Bound::Finite(number) => word(number),
            _ => Some(i64::INFINITY),
        };
        match (&mut self.0, fits) {
            (Words(words), Some(entry)) => words[place] = entry,
            (Wide(entries), _) => entries[place] = bound.map(N::at_least),
            (Words(_), None) => {
                let mut entries = self.wide().into_owned();
                entries[place] = bound.map(N::at_least);
                self.0 = Wide(entries);
            }
        }
    }

    fn settle(&mut self) {
        let Wide(entries) = &self.0 else { return };
        let entry = |bound: &Bound<N>| match bound {
            Bound::Finite(number) => word(&number.to_rat()),
            _ => Some(i64::INFINITY),
        };
        // Most wide rows stay wide: look before allocating.
        if entries.iter().all(|bound| entry(bound).is_some()) {
            self.0 = Words(entries.iter().filter_map(entry).collect());
        }
    }
}

impl Number for Rat {
    type Row = ExactRow<Rat>;
    const EXACT: bool = true;

    fn holds(_: &Rat) -> bool {
        true
    }
}

impl Number for Int {
    type Row = ExactRow<Int>;
    const EXACT: bool = true;

    fn holds(number: &Rat) -> bool {
        number.is_integer()
    }
}
