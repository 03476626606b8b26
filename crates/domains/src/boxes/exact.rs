//! Rows of exact numbers: machine words while all bounds are integers that fit, double words for
//! larger ones, fractions of machine words while they fit in these.
//!
//! Bounds of programs are nearly always small integers, and a row of words is compared, copied and
//! dropped without a look at its entries. One bound that does not fit promotes the whole row; the
//! greatest `unsigned long` is such a bound, so that rows of double words are common too.

use std::borrow::Cow;
use std::fmt;
use std::iter::repeat_n;
use std::sync::Arc;

use super::entry::{self, Entry};
use super::fraction::Fraction;
use super::row::{Number, Row};
use crate::expr::Var;
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
    /// Integers between `-i128::MAX` and `i128::MAX`, of which at least one is no such word.
    Doubles(Arc<[i128]>),
    /// Of which at least one is no integer that fits.
    Fractions(Arc<[Fraction]>),
    /// Of which at least one is no fraction of machine words.
    Wide(Arc<[Bound<N>]>),
}

use Form::{Doubles, Fractions, Wide, Words};

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

impl<N: Exact> ExactRow<N>
where
    Bound<N>: Entry,
{
    /// The entries as bounds.
    fn wide(&self) -> Cow<'_, [Bound<N>]> {
        let of_rat = |bound: Bound<Rat>| bound.map(N::at_least);
        match &self.0 {
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
    fn fractions(&self) -> Option<Cow<'_, [Fraction]>> {
        match &self.0 {
            Wide(_) => None,
            Fractions(entries) => Some(Cow::Borrowed(entries)),
            Doubles(entries) => smaller(entries),
            Words(words) => Some(Cow::Owned(words.iter().map(|word| fraction(*word)).collect())),
        }
    }

    /// Both rows as fractions, if they fit.
    #[inline]
    fn both_fractions<'a>(&'a self, other: &'a Self) -> Option<[Cow<'a, [Fraction]>; 2]> {
        Some([self.fractions()?, other.fractions()?])
    }

    /// Is it a row of double words? Others are asked for first where it matters.
    #[inline]
    fn is_double(&self) -> bool {
        matches!(self.0, Doubles(_))
    }

    /// Both rows as double words, if they are known to fit.
    #[cold]
    fn both_doubles<'a>(&'a self, other: &'a Self) -> Option<[Cow<'a, [i128]>; 2]> {
        Some([self.doubles()?, other.doubles()?])
    }

    /// The entries as double words, if they are known to fit.
    #[inline]
    fn doubles(&self) -> Option<Cow<'_, [i128]>> {
        match &self.0 {
            Wide(_) | Fractions(_) => None,
            Doubles(entries) => Some(Cow::Borrowed(entries)),
            Words(words) => Some(Cow::Owned(words.iter().map(|word| doubled(*word)).collect())),
        }
    }

    /// Combine entry by entry, in the first form that both have. `None` if the result is empty.
    #[inline]
    fn combined(
        &self,
        other: &Self,
        words: impl FnOnce(&[i64], &[i64]) -> Option<Arc<[i64]>>,
        doubles: impl FnOnce(&[i128], &[i128]) -> Option<Arc<[i128]>>,
        fractions: impl FnOnce(&[Fraction], &[Fraction]) -> Option<Arc<[Fraction]>>,
        wide: impl FnOnce(&[Bound<N>], &[Bound<N>]) -> Option<Arc<[Bound<N>]>>,
    ) -> Option<Self> {
        if let (Words(a), Words(b)) = (&self.0, &other.0) {
            // What is combined with itself stays as it is.
            let same = Arc::ptr_eq(a, b);
            return Some(ExactRow(Words(if same { a.clone() } else { words(a, b)? })));
        }
        let mut row = ExactRow(if self.is_double() || other.is_double() {
            self.combined_doubles(other, doubles, fractions, wide)?
        } else if let Some([a, b]) = self.both_fractions(other) {
            Fractions(fractions(&a, &b)?)
        } else {
            Wide(wide(&self.wide(), &other.wide())?)
        });
        row.settle();
        Some(row)
    }

    #[cold]
    #[inline(never)]
    fn combined_doubles(
        &self,
        other: &Self,
        doubles: impl FnOnce(&[i128], &[i128]) -> Option<Arc<[i128]>>,
        fractions: impl FnOnce(&[Fraction], &[Fraction]) -> Option<Arc<[Fraction]>>,
        wide: impl FnOnce(&[Bound<N>], &[Bound<N>]) -> Option<Arc<[Bound<N>]>>,
    ) -> Option<Form<N>> {
        Some(if let Some([a, b]) = self.both_doubles(other) {
            Doubles(doubles(&a, &b)?)
        } else if let Some([a, b]) = self.both_fractions(other) {
            Fractions(fractions(&a, &b)?)
        } else {
            Wide(wide(&self.wide(), &other.wide())?)
        })
    }
}

/// Combine rows by a function that works for all forms.
macro_rules! combine {
    ($a:expr, $b:expr, $combination:expr) => {
        $a.combined($b, $combination, $combination, $combination, $combination)
    };
}

fn fraction(word: i64) -> Fraction {
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
        if (self.is_double() || other.is_double())
            && let Some([a, b]) = self.both_doubles(other)
        {
            return entry::leq(&a, &b);
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

    fn picked(&self, sources: &[Option<Var>]) -> Self {
        let mut row = ExactRow(match &self.0 {
            Words(entries) => Words(entry::pick(entries, sources)),
            Doubles(entries) => Doubles(entry::pick(entries, sources)),
            Fractions(entries) => Fractions(entry::pick(entries, sources)),
            Wide(entries) => Wide(entry::pick(entries, sources)),
        });
        row.settle();
        row
    }

    #[inline]
    fn upper(&self, place: usize) -> Bound<Rat> {
        match &self.0 {
            Words(words) if words[place] == i64::INFINITY => Bound::PlusInfinity,
            Words(words) => Bound::Finite(Rat::from(words[place])),
            Doubles(entries) => bound(entries[place]),
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
        match (&mut self.0, fits) {
            (Words(words), Some(bound)) => entry::set(words, place, bound),
            _ => self.set_beyond_words(place, bound.map(N::at_least)),
        }
    }

    /// Most rows stay in their form: look before allocating.
    fn settle(&mut self) {
        match &self.0 {
            Words(_) => {}
            Fractions(entries) => match entries.iter().find(|entry| whole(**entry).is_none()) {
                None => {
                    self.0 = Words(entries.iter().filter_map(|entry| whole(*entry)).collect());
                }
                Some(entry) if entry.is_whole() => self.settle_large(),
                Some(_) => {}
            },
            Doubles(_) | Wide(_) => self.settle_large(),
        }
    }
}

impl<N: Exact> ExactRow<N>
where
    Bound<N>: Entry,
{
    #[cold]
    fn settle_large(&mut self) {
        if let Wide(entries) = &self.0 {
            let to_rat = |entry: &Bound<N>| entry.map(N::to_rat);
            if entries.iter().all(|entry| double(&to_rat(entry)).is_some()) {
                let all = entries.iter().filter_map(|entry| double(&to_rat(entry)));
                self.0 = Doubles(all.collect());
            } else if entries.iter().all(|entry| as_fraction(&to_rat(entry)).is_some()) {
                let all = entries.iter().filter_map(|entry| as_fraction(&to_rat(entry)));
                self.0 = Fractions(all.collect());
            }
        }
        if let Fractions(entries) = &self.0
            && entries.iter().all(|entry| entry.is_whole())
        {
            let all = entries.iter().filter_map(|entry| double(&entry.to_bound()));
            self.0 = Doubles(all.collect());
        }
        if let Doubles(entries) = &self.0
            && entries.iter().all(|entry| halved(*entry).is_some())
        {
            self.0 = Words(entries.iter().filter_map(|entry| halved(*entry)).collect());
        }
    }

    /// Replace an entry in the first form that holds it and all others.
    fn set_beyond_words(&mut self, place: usize, rounded: Bound<N>) {
        let exact = rounded.map(N::to_rat);
        if let Some(bound) = double(&exact)
            && let Some(entries) = self.doubles()
        {
            if let Cow::Owned(entries) = entries {
                self.0 = Doubles(entries.into());
            }
            let Doubles(entries) = &mut self.0 else { return };
            return entry::set(entries, place, bound);
        }
        if let Some(bound) = as_fraction(&exact)
            && let Some(entries) = self.fractions()
        {
            if let Cow::Owned(entries) = entries {
                self.0 = Fractions(entries.into());
            }
            let Fractions(entries) = &mut self.0 else { return };
            return entry::set(entries, place, bound);
        }
        if let Cow::Owned(entries) = self.wide() {
            self.0 = Wide(entries.into());
        }
        let Wide(entries) = &mut self.0 else { return };
        entry::set(entries, place, rounded);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds() -> Vec<Bound<Rat>> {
        let wide = Rat::from(i128::MAX);
        let numbers = [
            Rat::ZERO,
            Rat::from(7),
            Rat::from(i64::MAX),
            Rat::from(i64::MIN),
            Rat::from(u64::MAX),
            -Rat::from(u64::MAX),
            &wide - &Rat::ONE,
            wide.clone(),
            -&wide,
            &wide * &wide,
            Rat::ONE.midpoint(&Rat::ZERO),
            wide.midpoint(&Rat::ZERO),
        ];
        numbers.into_iter().map(Bound::Finite).chain([Bound::PlusInfinity]).collect()
    }

    fn row(entries: &[Bound<Rat>]) -> ExactRow<Rat> {
        let mut row = ExactRow::universe(entries.len() / 2);
        entries.iter().enumerate().for_each(|(place, bound)| row.set(place, bound));
        row.settle();
        row
    }

    fn entries(row: &ExactRow<Rat>, dimensions: usize) -> Vec<Bound<Rat>> {
        (0..2 * dimensions).map(|place| row.upper(place)).collect()
    }

    /// Whatever the forms of the operands, the result is that of bounds of any size, and rows are
    /// equal just if their bounds are: each has one form.
    #[test]
    fn forms_do_not_matter() {
        let all = bounds();
        let nowhere_empty = Bound::PlusInfinity;
        let pairs = all.iter().flat_map(|a| all.iter().map(move |b| [a.clone(), b.clone()]));
        let rows: Vec<Vec<Bound<Rat>>> =
            pairs.map(|[a, b]| vec![nowhere_empty.clone(), a, nowhere_empty.clone(), b]).collect();
        for a in &rows {
            let one = row(a);
            assert_eq!(entries(&one, 2), *a);
            let swapped = one.picked(&[Some(1), None, Some(0)]);
            assert_eq!(
                swapped,
                row(&[&a[2..], &[const { Bound::PlusInfinity }; 2], &a[..2]].concat())
            );
            for b in &rows {
                let other = row(b);
                let each = |pick: fn(&Bound<Rat>, &Bound<Rat>) -> Bound<Rat>| {
                    row(&a.iter().zip(b).map(|(x, y)| pick(x, y)).collect::<Vec<_>>())
                };
                assert_eq!(one == other, a == b);
                assert_eq!(one.leq(&other), a.iter().zip(b).all(|(x, y)| x <= y));
                assert_eq!(one.join(&other), each(|x, y| x.max(y).clone()));
                assert_eq!(one.meet(&other), Some(each(|x, y| x.min(y).clone())));
                let widened = each(|x, y| if y <= x { x.clone() } else { Bound::PlusInfinity });
                assert_eq!(one.widen(&other), widened);
            }
        }
    }
}
