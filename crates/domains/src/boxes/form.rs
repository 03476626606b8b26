//! The forms of a row of exact bounds: machine words while all bounds are integers that fit, double
//! words for larger ones, fractions of machine words while they fit in these.
//!
//! Bounds of programs are nearly always small integers, and a row of words is compared, copied and
//! dropped without a look at its entries. One bound that does not fit promotes the whole row; the
//! greatest `unsigned long` is such a bound, so that rows of double words are common too.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::entry::{self, Entry};
use super::exact::Exact;
use super::fraction::Fraction;
use crate::numbers::{Bound, Rat};

#[derive(Clone, Debug)]
pub(super) enum Form<N: fmt::Display> {
    /// Integers between `-i64::MAX` and `i64::MAX`, both excluded; `i64::MAX` is infinity.
    Words(Arc<[i64]>),
    /// Integers between `-i128::MAX` and `i128::MAX`, of which at least one is no such word.
    Doubles(Arc<[i128]>),
    /// Of which at least one is no integer that fits.
    Fractions(Arc<[Fraction]>),
    /// Of which at least one is no fraction of machine words.
    Wide(Arc<[Bound<N>]>),
}

use Form::{Doubles, Fractions, Wide, Words};

/// A row has one form only.
impl<N: fmt::Display + PartialEq> PartialEq for Form<N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Words(a), Words(b)) => a == b,
            (Fractions(a), Fractions(b)) => Fraction::all_same(a, b),
            (Doubles(a), Doubles(b)) => a == b,
            (Wide(a), Wide(b)) => a == b,
            _ => false,
        }
    }
}

impl<N: Exact> Form<N>
where
    Bound<N>: Entry,
{
    /// The entries as bounds.
    pub(super) fn wide(&self) -> Cow<'_, [Bound<N>]> {
        let of_rat = |bound: Bound<Rat>| bound.map(N::at_least);
        match self {
            Wide(entries) => Cow::Borrowed(entries),
            Fractions(entries) => {
                Cow::Owned(entries.iter().map(|e| of_rat(e.to_bound())).collect())
            }
            Doubles(entries) => Cow::Owned(entries.iter().map(|e| of_rat(bound(*e))).collect()),
            Words(entries) => {
                Cow::Owned(entries.iter().map(|e| of_rat(bound(doubled(*e)))).collect())
            }
        }
    }

    /// The entries as fractions, if they fit.
    #[inline]
    pub(super) fn fractions(&self) -> Option<Cow<'_, [Fraction]>> {
        match self {
            Wide(_) => None,
            Fractions(entries) => Some(Cow::Borrowed(entries)),
            Doubles(entries) => smaller(entries),
            Words(words) => Some(Cow::Owned(words.iter().map(|word| fraction(*word)).collect())),
        }
    }

    /// Both rows as fractions, if they fit.
    #[inline]
    pub(super) fn both_fractions<'a>(
        &'a self,
        other: &'a Self,
    ) -> Option<[Cow<'a, [Fraction]>; 2]> {
        Some([self.fractions()?, other.fractions()?])
    }

    /// Is it a row of double words? Others are asked for first where it matters.
    #[inline]
    pub(super) fn is_double(&self) -> bool {
        matches!(self, Doubles(_))
    }

    /// Both rows as double words, if they are known to fit.
    #[cold]
    pub(super) fn both_doubles<'a>(&'a self, other: &'a Self) -> Option<[Cow<'a, [i128]>; 2]> {
        Some([self.doubles()?, other.doubles()?])
    }

    /// The entries as double words, if they are known to fit.
    #[inline]
    pub(super) fn doubles(&self) -> Option<Cow<'_, [i128]>> {
        match self {
            Wide(_) | Fractions(_) => None,
            Doubles(entries) => Some(Cow::Borrowed(entries)),
            Words(words) => Some(Cow::Owned(words.iter().map(|word| doubled(*word)).collect())),
        }
    }

    #[inline]
    pub(super) fn upper(&self, place: usize) -> Bound<Rat> {
        match self {
            Words(words) if words[place] == i64::INFINITY => Bound::PlusInfinity,
            Words(words) => Bound::Finite(Rat::from(words[place])),
            Doubles(entries) => bound(entries[place]),
            Fractions(entries) => entries[place].to_bound(),
            Wide(entries) => entries[place].map(N::to_rat),
        }
    }

    #[inline]
    pub(super) fn set(&mut self, place: usize, bound: &Bound<Rat>) {
        let fits = match bound {
            Bound::Finite(number) => word(number),
            _ => Some(i64::INFINITY),
        };
        match (&mut *self, fits) {
            (Words(words), Some(bound)) => entry::set(words, place, bound),
            _ => self.set_beyond_words(place, bound.map(N::at_least)),
        }
    }

    /// Most rows stay in their form: look before allocating.
    pub(super) fn settle(&mut self) {
        match self {
            Words(_) => {}
            Fractions(entries) => match entries.iter().find(|entry| whole(**entry).is_none()) {
                None => {
                    *self = Words(entries.iter().filter_map(|entry| whole(*entry)).collect());
                }
                Some(entry) if entry.is_whole() => self.settle_large(),
                Some(_) => {}
            },
            Doubles(_) | Wide(_) => self.settle_large(),
        }
    }

    #[cold]
    fn settle_large(&mut self) {
        if let Wide(entries) = self {
            let to_rat = |entry: &Bound<N>| entry.map(N::to_rat);
            if entries.iter().all(|entry| double(&to_rat(entry)).is_some()) {
                let all = entries.iter().filter_map(|entry| double(&to_rat(entry)));
                *self = Doubles(all.collect());
            } else if entries.iter().all(|entry| as_fraction(&to_rat(entry)).is_some()) {
                let all = entries.iter().filter_map(|entry| as_fraction(&to_rat(entry)));
                *self = Fractions(all.collect());
            }
        }
        if let Fractions(entries) = self
            && entries.iter().all(|entry| entry.is_whole())
        {
            let all = entries.iter().filter_map(|entry| double(&entry.to_bound()));
            *self = Doubles(all.collect());
        }
        if let Doubles(entries) = self
            && entries.iter().all(|entry| halved(*entry).is_some())
        {
            *self = Words(entries.iter().filter_map(|entry| halved(*entry)).collect());
        }
    }

    /// Replace an entry in the first form that holds it and all others.
    fn set_beyond_words(&mut self, place: usize, rounded: Bound<N>) {
        let exact = rounded.map(N::to_rat);
        if let Some(bound) = double(&exact)
            && let Some(entries) = self.doubles()
        {
            if let Cow::Owned(entries) = entries {
                *self = Doubles(entries.into());
            }
            let Doubles(entries) = self else { return };
            return entry::set(entries, place, bound);
        }
        if let Some(bound) = as_fraction(&exact)
            && let Some(entries) = self.fractions()
        {
            if let Cow::Owned(entries) = entries {
                *self = Fractions(entries.into());
            }
            let Fractions(entries) = self else { return };
            return entry::set(entries, place, bound);
        }
        if let Cow::Owned(entries) = self.wide() {
            *self = Wide(entries.into());
        }
        let Wide(entries) = self else { return };
        entry::set(entries, place, rounded);
    }
}

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

/// The entry of a row of double words, if it fits.
#[inline]
fn double(bound: &Bound<Rat>) -> Option<i128> {
    match bound {
        Bound::Finite(number) => {
            number.to_i128().filter(|value| -i128::MAX < *value && *value < i128::MAX)
        }
        _ => Some(i128::INFINITY),
    }
}

/// The word as an entry of a row of fractions.
#[inline]
pub(super) fn fraction(word: i64) -> Fraction {
    match word {
        i64::INFINITY => Fraction::INFINITY,
        _ => Fraction::whole(word),
    }
}

/// Double words as fractions, if they fit.
#[cold]
fn smaller(entries: &[i128]) -> Option<Cow<'static, [Fraction]>> {
    let all = entries.iter().map(|entry| as_fraction(&bound(*entry)));
    Some(Cow::Owned(all.collect::<Option<_>>()?))
}

#[inline]
fn doubled(word: i64) -> i128 {
    match word {
        i64::INFINITY => i128::INFINITY,
        _ => word.into(),
    }
}

/// The bound that a double word is.
#[inline]
fn bound(double: i128) -> Bound<Rat> {
    match double {
        i128::INFINITY => Bound::PlusInfinity,
        _ => Bound::Finite(Rat::from(double)),
    }
}

/// The entry of a row of fractions, if it fits.
#[inline]
fn as_fraction(bound: &Bound<Rat>) -> Option<Fraction> {
    match bound {
        Bound::Finite(number) => Fraction::of(number),
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

/// A double word as the entry of a row of words, if it fits.
#[inline]
fn halved(double: i128) -> Option<i64> {
    match double {
        i128::INFINITY => Some(i64::INFINITY),
        _ => i64::try_from(double).ok().filter(|value| in_words(*value)),
    }
}
