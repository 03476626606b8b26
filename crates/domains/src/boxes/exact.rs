//! Rows of exact numbers, each in one of several [forms](super::form).

use std::fmt;
use std::iter::repeat_n;
use std::sync::Arc;

use super::entry::{self, Entry};
use super::form::Form::{self, Doubles, Fractions, Wide, Words};
use super::form::fraction;
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

impl<N: Exact> ExactRow<N>
where
    Bound<N>: Entry,
{
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
        let mut row = ExactRow(if self.0.is_double() || other.0.is_double() {
            self.combined_doubles(other, doubles, fractions, wide)?
        } else if let Some([a, b]) = self.0.both_fractions(&other.0) {
            Fractions(fractions(&a, &b)?)
        } else {
            Wide(wide(&self.0.wide(), &other.0.wide())?)
        });
        row.settle();
        Some(row)
    }

    /// Is no bound above the other's, where one of the rows has large numbers?
    #[cold]
    fn leq_large(&self, other: &Self) -> bool {
        if let Some([a, b]) = self.0.both_doubles(&other.0) {
            return entry::leq(&a, &b);
        }
        match self.0.both_fractions(&other.0) {
            Some([a, b]) => entry::leq(&a, &b),
            None => entry::leq(&self.0.wide(), &other.0.wide()),
        }
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
        Some(if let Some([a, b]) = self.0.both_doubles(&other.0) {
            Doubles(doubles(&a, &b)?)
        } else if let Some([a, b]) = self.0.both_fractions(&other.0) {
            Fractions(fractions(&a, &b)?)
        } else {
            Wide(wide(&self.0.wide(), &other.0.wide())?)
        })
    }
}

/// Combine rows by a function that works for all forms.
macro_rules! combine {
    ($a:expr, $b:expr, $combination:expr) => {
        $a.combined($b, $combination, $combination, $combination, $combination)
    };
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
        match (&self.0, &other.0) {
            (Words(a), Words(b)) => entry::leq(a, b),
            (Fractions(a), Fractions(b)) => entry::leq(a, b),
            // Without a copy in the other form: many answers are no, and come early.
            (Words(a), Fractions(b)) => a.iter().zip(&**b).all(|(x, y)| fraction(*x) <= *y),
            (Fractions(a), Words(b)) => a.iter().zip(&**b).all(|(x, y)| *x <= fraction(*y)),
            _ => self.leq_large(other),
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
        self.0.upper(place)
    }

    #[inline]
    fn set(&mut self, place: usize, bound: &Bound<Rat>) {
        self.0.set(place, bound);
    }

    #[inline]
    fn settle(&mut self) {
        self.0.settle();
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
