//! Guards: the points of an element where a constraint holds.

use super::element::{Closed, Element};
use super::layout::{Entry, Shape};
use super::matrix::{Closing, Matrix};
use super::weak::Weak;
use crate::expr::{Constraint, LinearExpr, Relation};
use crate::numbers::Rat;

impl<S: Shape, M: Matrix> Weak<S, M> {
    /// The entry that an expression without its constant is a multiple of, and the factor.
    pub(super) fn template(&self, expr: &LinearExpr) -> Option<(Entry, Rat)> {
        match expr.terms() {
            [(v, factor)] => Some((S::unary(*v, factor.is_positive()), factor.abs())),
            [(v, factor), (w, other)] if factor.abs() == other.abs() => {
                let entry = S::binary((*v, factor.is_positive()), (*w, other.is_positive()))?;
                Some((entry, factor.abs()))
            }
            _ => None,
        }
    }

    /// The points of a closed element where the constraint holds.
    pub(super) fn guarded(
        &self,
        a: &Element<M>,
        closed: &Closed<M>,
        constraint: &Constraint,
    ) -> Element<M> {
        let constraint = constraint.tightened(&self.space);
        if let Some(holds) = constraint.as_constant() {
            return if holds { a.clone() } else { Element::bottom(self.dimensions()) };
        }
        match constraint.relation() {
            Relation::Ge | Relation::Gt => self.at_least(a, closed, &constraint),
            Relation::Eq => {
                let lower = Constraint::new(constraint.expr().clone(), Relation::Ge);
                let upper = Constraint::new(-constraint.expr(), Relation::Ge);
                let half = self.at_least(a, closed, &lower);
                match half.bounds(&self.layout) {
                    Some(closed) => self.at_least(&half, closed, &upper),
                    None => half,
                }
            }
            Relation::Ne => self.apart(a, closed, &constraint),
        }
    }

    /// `expr != 0`: takes away an extreme value, and a single one.
    fn apart(&self, a: &Element<M>, closed: &Closed<M>, constraint: &Constraint) -> Element<M> {
        let expr = constraint.expr();
        let Some(range) = self.range(closed, expr) else { return a.clone() };
        let zero = |bound: Option<&Rat>| bound.is_some_and(Rat::is_zero);
        let strict = match (zero(range.low().finite()), zero(range.high().finite())) {
            (true, true) => return Element::bottom(self.dimensions()),
            (true, false) => Constraint::new(expr.clone(), Relation::Gt),
            (false, true) => Constraint::new(-expr, Relation::Gt),
            (false, false) => return a.clone(),
        };
        self.guarded(a, closed, &strict)
    }

    /// `expr >= 0` or `expr > 0`.
    fn at_least(&self, a: &Element<M>, closed: &Closed<M>, constraint: &Constraint) -> Element<M> {
        let expr = constraint.expr();
        if constraint.relation() == Relation::Gt
            && self.upper_of(closed, expr).is_some_and(|bound| !bound.is_positive())
        {
            return Element::bottom(self.dimensions());
        }
        let negated = -expr;
        match self.template(&negated) {
            // factor * template <= constant
            Some((entry, factor)) => {
                let bound = expr.constant_term().div(&factor).expect("factors are not 0");
                self.bounded(a, closed, entry, &bound)
            }
            None => self.linearised(a, closed, expr),
        }
    }

    /// A closed element with one more bound.
    fn bounded(&self, a: &Element<M>, closed: &Closed<M>, entry: Entry, bound: &Rat) -> Element<M> {
        let bound = self.entry_bound(entry, bound);
        let known = closed.matrix.get(self.layout.rows, entry);
        if known.is_some_and(|known| known <= bound) {
            return a.clone();
        }
        let mut matrix = closed.matrix.clone();
        match matrix.constrain(&self.layout, entry, &bound) {
            Closing::Empty => Element::bottom(self.dimensions()),
            closing => self.of_closed(matrix, closed.tight && closing == Closing::Tight),
        }
    }

    /// `expr >= 0` for any expression: each template in it is bounded by what the rest can be.
    fn linearised(&self, a: &Element<M>, closed: &Closed<M>, expr: &LinearExpr) -> Element<M> {
        let terms = expr.terms();
        let mut bounds: Vec<(Entry, Rat)> = Vec::new();
        let mut add = |template: LinearExpr, size: &Rat| {
            let Some((entry, _)) = self.template(&-&template) else { return };
            // size * template + rest >= 0, so -template <= upper(rest) / size
            let rest = expr.add_scaled(&template, &-size);
            let bound = self.upper_of(closed, &rest).and_then(|rest| rest.div(size));
            bounds.extend(bound.map(|bound| (entry, bound)));
        };
        let sign = |factor: &Rat| Rat::from(if factor.is_positive() { 1 } else { -1 });
        for (position, (v, factor)) in terms.iter().enumerate() {
            add(LinearExpr::new([(*v, sign(factor))], 0), &factor.abs());
            for (w, other) in &terms[position + 1..] {
                let size = Ord::min(factor.abs(), other.abs());
                add(LinearExpr::new([(*v, sign(factor)), (*w, sign(other))], 0), &size);
            }
        }
        self.lowered(a, closed, closed.matrix.clone(), &bounds)
    }

    /// A matrix, made from `a`, with some more bounds; `a` itself if they change nothing.
    fn lowered(
        &self,
        a: &Element<M>,
        closed: &Closed<M>,
        mut matrix: M,
        bounds: &[(Entry, Rat)],
    ) -> Element<M> {
        for (entry, bound) in bounds {
            matrix.lower(self.layout.rows, *entry, &self.entry_bound(*entry, bound));
        }
        if matrix.same(&closed.matrix) { a.clone() } else { self.of_unclosed(matrix) }
    }
}
