//! Rows of f64 bounds, each rounded up: bounds of variables and of their negations alike.

use std::iter::repeat_n;
use std::sync::Arc;

use super::entry;
use super::row::{Number, Row};
use crate::expr::Var;
use crate::numbers::Rat;

/// A row of f64 bounds, none of which is NaN or minus infinity.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatRow(Arc<[f64]>);

impl Row for FloatRow {
    type Sum = f64;

    fn universe(dimensions: usize) -> FloatRow {
        FloatRow(repeat_n(f64::INFINITY, 2 * dimensions).collect())
    }

    #[inline]
    fn leq(&self, other: &FloatRow) -> bool {
        entry::leq(&self.0, &other.0)
    }

    fn join(&self, other: &FloatRow) -> FloatRow {
        FloatRow(entry::join(&self.0, &other.0))
    }

    fn meet(&self, other: &FloatRow) -> Option<FloatRow> {
        entry::meet(&self.0, &other.0).map(FloatRow)
    }

    fn widen(&self, other: &FloatRow) -> FloatRow {
        FloatRow(entry::widen(&self.0, &other.0))
    }

    fn narrow(&self, other: &FloatRow) -> Option<FloatRow> {
        entry::narrow(&self.0, &other.0).map(FloatRow)
    }

    fn picked(&self, sources: &[Option<Var>]) -> FloatRow {
        FloatRow(entry::pick(&self.0, sources))
    }

    #[inline]
    fn upper(&self, place: usize) -> f64 {
        self.0[place]
    }

    #[inline]
    fn set(&mut self, place: usize, bound: &f64) {
        debug_assert!(*bound > f64::NEG_INFINITY, "{bound} is not an upper bound of anything");
        // Adding 0 turns -0 into 0, so that a bound has one form.
        entry::set(&mut self.0, place, *bound + 0.0);
    }
}

impl Number for f64 {
    type Row = FloatRow;
    const EXACT: bool = false;

    fn holds(number: &Rat) -> bool {
        number.to_f64_exact().is_some()
    }
}
