//! The lattice that octagons and zones share: weakly relational domains, in the words of Miné.

use std::marker::PhantomData;

use soundline_lattice::{Answer, Lattice, Narrowing, Widening};

use super::element::{Closed, Element, is_closed};
use super::exact::Exact;
use super::float::Float;
use super::layout::{Entry, Layout, Shape};
use super::matrix::Matrix;
use crate::Domain;
use crate::expr::Space;
use crate::numbers::Rat;

/// A domain of bounds on variables and pairs of variables: of the shape `S`, with numbers as `M`
/// keeps them. See [`Octagons`](crate::octagons::Octagons) and [`Zones`](crate::zones::Zones).
#[derive(Clone, Debug)]
pub struct WeaklyRelational<S, M> {
    pub(super) space: Space,
    pub(super) layout: Layout,
    family: PhantomData<(S, M)>,
}

impl<S: Shape> WeaklyRelational<S, Float> {
    /// Bounds in f64, rounded to the safe side.
    pub fn float(space: Space) -> WeaklyRelational<S, Float> {
        WeaklyRelational::new(space)
    }
}

impl<S: Shape> WeaklyRelational<S, Exact> {
    /// Bounds in rationals.
    pub fn exact(space: Space) -> WeaklyRelational<S, Exact> {
        WeaklyRelational::new(space)
    }
}

impl<S: Shape, M: Matrix> WeaklyRelational<S, M> {
    pub(crate) fn new(space: Space) -> WeaklyRelational<S, M> {
        let layout = Layout::of::<S>(&space);
        WeaklyRelational { space, layout, family: PhantomData }
    }

    #[inline]
    pub(super) fn dimensions(&self) -> usize {
        self.space.dimensions()
    }

    #[inline]
    pub(super) fn fits(&self, a: &Element<M>) -> bool {
        a.dimensions() == self.dimensions()
    }

    pub(super) fn of_closed(&self, matrix: M, tight: bool) -> Element<M> {
        // Points of mixed spaces may have less extreme values than the bounds say.
        let tight = tight && !self.layout.mixed;
        debug_assert!(!tight || is_closed(&matrix, &self.layout), "{matrix:?}");
        Element::closed(self.dimensions(), Closed { matrix, tight })
    }

    pub(super) fn of_unclosed(&self, matrix: M) -> Element<M> {
        Element::unclosed(self.dimensions(), matrix)
    }

    pub(super) fn top_matrix(&self) -> M {
        M::top(self.layout.rows)
    }

    /// The factor of an entry: bounds of single variables may be kept doubled.
    pub(super) fn factor(&self, (i, j): Entry) -> i64 {
        let doubled = self.layout.rows.is_half() && i == j ^ 1;
        if doubled { S::UNARY } else { 1 }
    }

    /// A bound as its entry keeps it: rounded down between integers.
    pub(super) fn entry_bound(&self, entry: Entry, bound: &Rat) -> Rat {
        let integral = self.layout.integral[entry.0] && self.layout.integral[entry.1];
        let bound = if integral { Rat::from(bound.floor()) } else { bound.clone() };
        match self.factor(entry) {
            1 => bound,
            factor => &bound * &Rat::from(factor),
        }
    }

    /// Is one below the other, both closed?
    fn compare(&self, a: &Closed<M>, b: &Closed<M>) -> Answer {
        a.order(a.matrix.leq(&b.matrix))
    }
}

impl<S: Shape, M: Matrix> Lattice for WeaklyRelational<S, M> {
    type Elem = Element<M>;

    fn bottom(&self) -> Element<M> {
        Element::bottom(self.dimensions())
    }

    fn top(&self) -> Option<Element<M>> {
        Some(self.universe())
    }

    fn leq(&self, a: &Element<M>, b: &Element<M>) -> Answer {
        if !self.fits(a) || !self.fits(b) {
            return Answer::Unknown;
        }
        if a.is(b) {
            return Answer::Yes;
        }
        // Comparing entries is complete for closed matrices only (Miné, HOSC 2006, Thm 3).
        let one = a.bounds(&self.layout);
        if let Some(one) = one
            && let Some(below) = b.is_above(&one.matrix, &self.layout)
        {
            return one.order(below);
        }
        match (one, b.bounds(&self.layout)) {
            (None, _) => Answer::Yes,
            (Some(a), None) => a.is_bottom(),
            (Some(one), Some(other)) => match (self.compare(one, other), b.left_of_widening()) {
                // Rounding may have made the closed bounds smaller than others are, but not the
                // points fewer than before. Without this a chain of widenings might not be seen to
                // be stable.
                (Answer::Unknown, Some(widened)) if one.matrix.leq(widened) => Answer::Yes,
                (answer, _) => answer,
            },
        }
    }

    fn equal(&self, a: &Element<M>, b: &Element<M>) -> Answer {
        if !self.fits(a) || !self.fits(b) {
            return Answer::Unknown;
        }
        if a.is(b) {
            return Answer::Yes;
        }
        match (a.bounds(&self.layout), b.bounds(&self.layout)) {
            (None, None) => Answer::Yes,
            (Some(one), None) | (None, Some(one)) => one.is_bottom(),
            (Some(a), Some(b)) if a.matrix.same(&b.matrix) => Answer::Yes,
            (Some(a), Some(b)) if a.tight && b.tight => Answer::No,
            (Some(a), Some(b)) => match (self.compare(a, b), self.compare(b, a)) {
                (Answer::No, _) | (_, Answer::No) => Answer::No,
                _ => Answer::Unknown,
            },
        }
    }

    fn join(&self, a: &Element<M>, b: &Element<M>) -> Element<M> {
        if !self.fits(a) || !self.fits(b) {
            return self.universe();
        }
        match (a.bounds(&self.layout), b.bounds(&self.layout)) {
            (None, _) => b.clone(),
            (_, None) => a.clone(),
            (Some(one), Some(other)) => a.joined(b, [one, other], &self.layout),
        }
    }

    fn meet(&self, a: &Element<M>, b: &Element<M>) -> Element<M> {
        if !self.fits(a) || !self.fits(b) {
            return self.universe();
        }
        match (a.bounds(&self.layout), b.bounds(&self.layout)) {
            (None, _) | (_, None) => self.bottom(),
            (Some(one), Some(other)) => match one.matrix.min(&other.matrix) {
                (_, true, _) => a.clone(),
                (_, _, true) => b.clone(),
                (least, _, _) => self.of_unclosed(least),
            },
        }
    }

    fn show(&self, a: &Element<M>) -> String {
        self.show_constraints(a)
    }
}

impl<S: Shape, M: Matrix> Widening for WeaklyRelational<S, M> {
    /// Bounds that do not hold for `b` are dropped. The left operand counts as a widening left it,
    /// not closed, if it comes from one; any other element counts closed.
    fn widen(&self, a: &Element<M>, b: &Element<M>) -> Element<M> {
        if !self.fits(a) || !self.fits(b) {
            return self.universe();
        }
        match (a.bounds(&self.layout), b.bounds(&self.layout)) {
            (None, _) => b.clone(),
            (_, None) => a.clone(),
            (Some(closed), Some(other)) => {
                let left = a.left_of_widening().unwrap_or(&closed.matrix);
                Element::widened(self.dimensions(), left.widen(&other.matrix))
            }
        }
    }
}

impl<S: Shape, M: Matrix> Narrowing for WeaklyRelational<S, M> {
    /// Infinite bounds are replaced by those of `b`, so that each step leaves fewer of them.
    fn narrow(&self, a: &Element<M>, b: &Element<M>) -> Element<M> {
        if !self.fits(a) || !self.fits(b) {
            return self.universe();
        }
        match (a.bounds(&self.layout), b.bounds(&self.layout)) {
            (None, _) | (_, None) => self.bottom(),
            (Some(one), Some(other)) => match one.matrix.narrow(&other.matrix) {
                Some(refined) => self.of_unclosed(refined),
                None => a.clone(),
            },
        }
    }
}
