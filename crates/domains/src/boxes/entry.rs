//! One entry of a row, and the loops over whole rows.
//!
//! Every entry is an upper bound: of a variable, or of its negation. So the join is a maximum, the
//! meet a minimum, and only one infinity is needed. Rows are shared until they change: an analysis
//! keeps many copies of one.

use std::sync::Arc;

use crate::expr::Var;
use crate::numbers::{Bound, Int, Rat};

/// An upper bound: a number or plus infinity.
pub trait Entry: Clone + PartialOrd {
    /// The bound that says nothing.
    const INFINITY: Self;

    /// Is there no number between this upper bound and the negated lower bound?
    fn crosses(&self, negated_low: &Self) -> bool;
}

/// Integers stay above `-MAX` of their type, so that negation never overflows.
macro_rules! machine_entries {
    ($($Number:ident $INFINITY:ident)*) => {$(
        impl Entry for $Number {
            const INFINITY: $Number = $Number::$INFINITY;

            #[inline]
            fn crosses(&self, negated_low: &$Number) -> bool {
                *self < -*negated_low
            }
        }
    )*};
}

machine_entries! { i64 MAX i128 MAX f64 INFINITY }

macro_rules! exact_entries {
    ($($Number:ident)*) => {$(
        impl Entry for Bound<$Number> {
            const INFINITY: Bound<$Number> = Bound::PlusInfinity;

            fn crosses(&self, negated_low: &Bound<$Number>) -> bool {
                match (self, negated_low) {
                    (Bound::Finite(high), Bound::Finite(low)) => *high < -low,
                    _ => false,
                }
            }
        }
    )*};
}

exact_entries! { Int Rat }

/// Is the box `a` inside `b`?
#[inline]
pub(super) fn leq<E: Entry>(a: &[E], b: &[E]) -> bool {
    std::ptr::eq(a, b) || a.iter().zip(b).all(|(x, y)| x <= y)
}

/// Replace an entry, in a copy if others have the row too.
#[inline]
pub(super) fn set<E: Entry>(row: &mut Arc<[E]>, place: usize, entry: E) {
    if row[place] != entry {
        Arc::make_mut(row)[place] = entry;
    }
}

/// The bounds of these variables, in this order; none of one that is new.
pub(super) fn pick<E: Entry>(row: &[E], sources: &[Option<Var>]) -> Arc<[E]> {
    let bound = |place: usize| match sources[place / 2] {
        Some(source) => row[2 * source + place % 2].clone(),
        None => E::INFINITY,
    };
    (0..2 * sources.len()).map(bound).collect()
}

/// The smallest box around both.
#[inline]
pub(super) fn join<E: Entry>(a: &[E], b: &[E]) -> Arc<[E]> {
    a.iter().zip(b).map(|(x, y)| if x >= y { x.clone() } else { y.clone() }).collect()
}

/// What both have in common; `None` if that is nothing.
#[inline]
pub(super) fn meet<E: Entry>(a: &[E], b: &[E]) -> Option<Arc<[E]>> {
    let row = a.iter().zip(b).map(|(x, y)| if x <= y { x.clone() } else { y.clone() }).collect();
    inhabited(row)
}

/// The classical widening (Cousot and Cousot 1977): a bound that moves goes to infinity.
#[inline]
pub(super) fn widen<E: Entry>(a: &[E], b: &[E]) -> Arc<[E]> {
    a.iter().zip(b).map(|(x, y)| if y <= x { x.clone() } else { E::INFINITY }).collect()
}

/// The classical narrowing: only infinite bounds are improved, so each moves once.
#[inline]
pub(super) fn narrow<E: Entry>(a: &[E], b: &[E]) -> Option<Arc<[E]>> {
    let improved = |(x, y): (&E, &E)| if *x == E::INFINITY { y.clone() } else { x.clone() };
    inhabited(a.iter().zip(b).map(improved).collect())
}

/// The row, unless the bounds of a variable cross.
#[inline]
fn inhabited<E: Entry>(row: Arc<[E]>) -> Option<Arc<[E]>> {
    let empty = row.chunks_exact(2).any(|pair| pair[1].crosses(&pair[0]));
    (!empty).then_some(row)
}
