//! Boxes: an interval for each variable.
//!
//! The bounds are exact rationals, integers, or f64 rounded outwards. Integer variables have
//! integer bounds in all of them. Strict inequalities cannot be expressed: a guard by one gives the
//! closed box around its points.

mod domain;
mod entry;
mod exact;
mod float;
mod form;
mod fraction;
mod linear;
mod row;
#[cfg(test)]
mod tests;

pub use exact::ExactRow;
pub use float::FloatRow;
pub use row::{Number, Row, Sum};

use std::marker::PhantomData;

use soundline_lattice::{Answer, Lattice, Narrowing, Widening};

use crate::Domain;
use crate::expr::Space;
use crate::numbers::{Int, Rat};

/// The domain of boxes over a space, with bounds of type `N`.
///
/// ```
/// use soundline_domains::{Domain, boxes::Boxes, expr::Space};
/// use soundline_lattice::Lattice;
/// let boxes = Boxes::exact(Space::integers(2));
/// let space = boxes.space();
/// let a = boxes.from_constraints(&[space.parse("x0 > 1/2")?, space.parse("x0 + x1 = 3")?])?;
/// assert_eq!(boxes.show(&a), "x0 - 1 >= 0 ∧ -x1 + 2 >= 0");
/// # Ok::<(), soundline_domains::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Boxes<N = Rat> {
    space: Space,
    bounds: PhantomData<N>,
}

/// A box: the bounds of all variables, or nothing at all.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxElem<N: Number> {
    dimensions: usize,
    /// `None` is bottom.
    row: Option<N::Row>,
}

impl Boxes<Rat> {
    /// Boxes with exact rational bounds.
    pub fn exact(space: Space) -> Boxes<Rat> {
        Boxes::new(space)
    }
}

impl Boxes<Int> {
    /// Boxes with integer bounds. Bounds of real variables are rounded outwards.
    pub fn integer(space: Space) -> Boxes<Int> {
        Boxes::new(space)
    }
}

impl Boxes<f64> {
    /// Boxes with f64 bounds, rounded outwards. The order compares the f64 bounds.
    pub fn float(space: Space) -> Boxes<f64> {
        Boxes::new(space)
    }
}

impl<N: Number> Boxes<N> {
    /// Boxes with bounds of the type that is asked for.
    pub fn new(space: Space) -> Boxes<N> {
        Boxes { space, bounds: PhantomData }
    }

    #[inline]
    fn of(&self, row: Option<N::Row>) -> BoxElem<N> {
        BoxElem { dimensions: self.space.dimensions(), row }
    }

    /// Do both elements belong to this space?
    #[inline]
    fn fit(&self, a: &BoxElem<N>, b: &BoxElem<N>) -> bool {
        let dimensions = self.space.dimensions();
        a.dimensions == dimensions && b.dimensions == dimensions
    }

    /// An upper bound of two elements: `rows` for two that are not bottom.
    #[inline]
    fn above(
        &self,
        a: &BoxElem<N>,
        b: &BoxElem<N>,
        rows: impl FnOnce(&N::Row, &N::Row) -> N::Row,
    ) -> BoxElem<N> {
        if !self.fit(a, b) {
            return self.universe();
        }
        match (&a.row, &b.row) {
            (Some(x), Some(y)) => self.of(Some(rows(x, y))),
            (None, _) => b.clone(),
            (_, None) => a.clone(),
        }
    }

    /// A lower bound of two elements.
    #[inline]
    fn below(
        &self,
        a: &BoxElem<N>,
        b: &BoxElem<N>,
        rows: impl FnOnce(&N::Row, &N::Row) -> Option<N::Row>,
    ) -> BoxElem<N> {
        if !self.fit(a, b) {
            return self.universe();
        }
        match (&a.row, &b.row) {
            (Some(x), Some(y)) => self.of(rows(x, y)),
            _ => self.bottom(),
        }
    }
}

impl<N: Number> Lattice for Boxes<N> {
    type Elem = BoxElem<N>;

    fn bottom(&self) -> BoxElem<N> {
        self.of(None)
    }

    fn top(&self) -> Option<BoxElem<N>> {
        Some(self.universe())
    }

    fn leq(&self, a: &BoxElem<N>, b: &BoxElem<N>) -> Answer {
        if !self.fit(a, b) {
            return Answer::Unknown;
        }
        match (&a.row, &b.row) {
            (Some(x), Some(y)) => x.leq(y),
            (row, _) => row.is_none(),
        }
        .into()
    }

    fn equal(&self, a: &BoxElem<N>, b: &BoxElem<N>) -> Answer {
        if self.fit(a, b) { (a.row == b.row).into() } else { Answer::Unknown }
    }

    fn join(&self, a: &BoxElem<N>, b: &BoxElem<N>) -> BoxElem<N> {
        self.above(a, b, Row::join)
    }

    fn meet(&self, a: &BoxElem<N>, b: &BoxElem<N>) -> BoxElem<N> {
        self.below(a, b, Row::meet)
    }

    fn show(&self, a: &BoxElem<N>) -> String {
        self.show_constraints(a)
    }
}

impl<N: Number> Widening for Boxes<N> {
    fn widen(&self, a: &BoxElem<N>, b: &BoxElem<N>) -> BoxElem<N> {
        self.above(a, b, Row::widen)
    }
}

impl<N: Number> Narrowing for Boxes<N> {
    fn narrow(&self, a: &BoxElem<N>, b: &BoxElem<N>) -> BoxElem<N> {
        self.below(a, b, Row::narrow)
    }
}
