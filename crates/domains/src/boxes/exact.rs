//! Rows of exact numbers: machine words while all bounds are integers that fit, fractions of machine
//! words while they fit in these.
//!
//! Bounds of programs are nearly always small integers, and a row of words is compared, copied and
//! dropped without a look at its entries. One bound that does not fit promotes the whole row.

use std::borrow::Cow;
use std::fmt;
use std::iter::repeat_n;
use std::sync::Arc;

use super::entry::{self, Entry};
use super::fraction::Fraction;
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

/// A row of exact bounds, in one form only: the first in which they all fit.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactRow<N: fmt::Display>(Form<N>);

#[derive(Clone, Debug, PartialEq)]
enum Form<N: fmt::Display> {
    /// Integers between `-i64::MAX` and `i64::MAX`, both excluded; `i64::MAX` is infinity.
    Words(Arc<[i64]>),
    /// Of which at least one is no such word.
    Fractions(Arc<[Fraction]>),
    /// Of which at least one is no fraction of machine words.
    Wide(Arc<[Bound<N>]>),
}

use Form::{Fractions, Wide, Words};

/// The entry of a row of words, if it fits.
#[inline]
fn word(number: &Rat) -> Option<i64> {
    number.to_i64().filter(|value| in_words(*value))
}

/// Is the integer an entry of a row of words, and not its infinity?
#[inline]
fn in_words(value: i64) -> bool {
    -i64::MAX < value && value < i64::MAX
}

impl<N: Exact> ExactRow<N>
where
    Bound<N>: Entry,
{
    /// The entries as bounds.
    fn wide(&self) -> Cow<'_, [Bound<N>]> {
        match &self.0 {
            Wide(entries) => Cow::Borrowed(entries),
            Fractions(entries) => {
                Cow::Owned(entries.iter().map(|entry| entry.to_bound().map(N::at_least)).collect())
            }
            Words(words) => Cow::Owned(words.iter().map(|word| widened(*word)).collect()),
        }
    }

    /// The entries as fractions, if they fit.
    #[inline]
    fn fractions(&self) -> Option<Cow<'_, [Fraction]>> {
        match &self.0 {
            Wide(_) => None,
            Fractions(entries) => Some(Cow::Borrowed(entries)),
            Words(words) => Some(Cow::Owned(words.iter().map(|word| fraction(*word)).collect())),
        }
    }

    /// Both rows as fractions, if they fit.
    #[inline]
    fn both_fractions<'a>(&'a self, other: &'a Self) -> Option<[Cow<'a, [Fraction]>; 2]> {
        Some([self.fractions()?, other.fractions()?])
    }

    /// Combine entry by entry, in the first form that both have. `None` if the result is empty.
    #[inline]
    fn combined(
        &self,
        other: &Self,
        words: impl FnOnce(&[i64], &[i64]) -> Option<Arc<[i64]>>,
        fractions: impl FnOnce(&[Fraction], &[Fraction]) -> Option<Arc<[Fraction]>>,
        wide: impl FnOnce(&[Bound<N>], &[Bound<N>]) -> Option<Arc<[Bound<N>]>>,
    ) -> Option<Self> {
        if let (Words(a), Words(b)) = (&self.0, &other.0) {
            // What is combined with itself stays as it is.
            let same = Arc::ptr_eq(a, b);
            return Some(ExactRow(Words(if same { a.clone() } else { words(a, b)? })));
        }
        let mut row = ExactRow(match self.both_fractions(other) {
            Some([a, b]) => Fractions(fractions(&a, &b)?),
            None => Wide(wide(&self.wide(), &other.wide())?),
        });
        row.settle();
        Some(row)
    }
}

/// Combine rows by a function that works for all forms.
macro_rules! combine {
    ($a:expr, $b:expr, $combination:expr) => {
        $a.combined($b, $combination, $combination, $combination)
    };
}

fn fraction(word: i64) -> Fraction {
    match word {
        i64::INFINITY => Fraction::INFINITY,
        _ => Fraction::whole(word),
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
        ExactRow(Words(repeat_n(i64::INFINITY, 2 * dimensions).collect()))
    }

    #[inline]
    fn leq(&self, other: &Self) -> bool {
        if let (Words(a), Words(b)) = (&self.0, &other.0) {
            return entry::leq(a, b);
        }
        match self.both_fractions(other) {
            Some([a, b]) => entry::leq(&a, &b),
            None => entry::leq(&self.wide(), &other.wide()),
        }
    }

    fn join(&self, other: &Self) -> Self {
        combine!(self, other, |a, b| Some(entry::join(a, b))).expect("joins are not empty")
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        combine!(self, other, entry::meet)
    }

    fn widen(&self, other: &Self) -> Self {
        combine!(self, other, |a, b| Some(entry::widen(a, b))).expect("widenings are not empty")
    }

    fn narrow(&self, other: &Self) -> Option<Self> {
        combine!(self, other, entry::narrow)
    }

    #[inline]
    fn upper(&self, place: usize) -> Bound<Rat> {
        match &self.0 {
            Words(words) if words[place] == i64::INFINITY => Bound::PlusInfinity,
            Words(words) => Bound::Finite(Rat::from(words[place])),
            Fractions(entries) => entries[place].to_bound(),
            Wide(entries) => entries[place].map(N::to_rat),
        }
    }

    #[inline]
    fn set(&mut self, place: usize, bound: &Bound<Rat>) {
        let fits = match bound {
            Bound::Finite(number) => word(number),
            _ => Some(i64::INFINITY),
        };
        if let (Words(words), Some(bound)) = (&mut self.0, fits) {
            entry::set(words, place, bound);
            return;
        }
        let rounded = bound.map(N::at_least);
        if let Words(_) = self.0
            && let Some(entries) = self.fractions()
        {
            self.0 = Fractions(entries.into_owned().into());
        }
        match (&mut self.0, as_fraction(&rounded)) {
            (Fractions(entries), Some(bound)) => entry::set(entries, place, bound),
            (Wide(entries), _) => entry::set(entries, place, rounded),
            _ => {
                let mut entries = self.wide().into_owned();
                entries[place] = rounded;
                self.0 = Wide(entries.into());
            }
        }
    }

    /// Most rows stay in their form: look before allocating.
    fn settle(&mut self) {
        if let Wide(entries) = &self.0
            && entries.iter().all(|bound| as_fraction(bound).is_some())
        {
            self.0 = Fractions(entries.iter().filter_map(as_fraction).collect());
        }
        if let Fractions(entries) = &self.0
            && entries.iter().all(|entry| whole(*entry).is_some())
        {
            self.0 = Words(entries.iter().filter_map(|entry| whole(*entry)).collect());
        }
    }
}

/// The entry of a row of fractions, if it fits.
#[inline]
fn as_fraction<N: Exact>(bound: &Bound<N>) -> Option<Fraction> {
    match bound {
        Bound::Finite(number) => Fraction::of(&number.to_rat()),
        _ => Some(Fraction::INFINITY),
    }
}

/// A fraction as the entry of a row of words, if it fits.
#[inline]
fn whole(entry: Fraction) -> Option<i64> {
    match entry {
        Fraction::INFINITY => Some(i64::INFINITY),
        _ => entry.to_whole().filter(|value| in_words(*value)),
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
