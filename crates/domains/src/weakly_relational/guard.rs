//! Guards: the points of an element where a constraint holds.

use std::borrow::Cow;

use super::element::{Change, Closed, Element};
use super::lattice::WeaklyRelational;
use super::layout::{Entry, Shape};
use super::matrix::Matrix;
use crate::expr::{Constraint, LinearExpr, Relation, Var};
use crate::numbers::Rat;
use crate::{Domain, Error};

impl<S: Shape, M: Matrix> WeaklyRelational<S, M> {
    /// The entry that an expression without its constant, or its negation, is a multiple of, and the
    /// factor.
    pub(super) fn template(&self, terms: &[(Var, Rat)], negated: bool) -> Option<(Entry, Rat)> {
        let sign = |factor: &Rat| factor.is_positive() != negated;
        match terms {
            [(v, factor)] => Some((S::unary(*v, sign(factor)), factor.abs())),
            [(v, factor), (w, other)] if factor.abs() == other.abs() => {
                let entry = S::binary((*v, sign(factor)), (*w, sign(other)))?;
                Some((entry, factor.abs()))
            }
            _ => None,
        }
    }

    /// The entry that `expr >= 0`, or `expr <= 0`, bounds, and the bound as the entry keeps it.
    pub(super) fn entry_of(&self, expr: &LinearExpr, below: bool) -> Option<(Entry, Rat)> {
        // expr >= 0 is -terms <= constant.
        let (entry, factor) = self.template(expr.terms(), !below)?;
        let constant = expr.constant_term();
        let bound = if below { -constant } else { constant.clone() };
        let bound = if factor == 1 { bound } else { bound.div(&factor).expect("it is not 0") };
        Some((entry, self.entry_bound(entry, &bound)))
    }

    /// The points that satisfy all constraints: those that are bounds of entries become entries,
    /// closed once for all, and the others are guards.
    pub(super) fn satisfying<'a>(
        &self,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Result<Element<M>, Error> {
        let (mut matrix, mut bounded, mut others) = (self.top_matrix(), false, Vec::new());
        for constraint in constraints {
            self.space.check(constraint.expr())?;
            let constraint = constraint.sharpened(&self.space);
            let expr = constraint.expr();
            let sides: &[bool] = match constraint.relation() {
                Relation::Ge => &[false],
                Relation::Eq => &[false, true],
                Relation::Gt | Relation::Ne => &[],
            };
            let entries = sides.iter().filter_map(|below| self.entry_of(expr, *below));
            let count =
                entries.map(|(entry, bound)| matrix.lower(self.layout.rows, entry, &bound)).count();
            bounded |= count > 0;
            if count == 0 {
                others.push(constraint);
            }
        }
        let start = if bounded { self.of_unclosed(matrix) } else { self.universe() };
        let guard = |element: Element<M>, constraint| self.guard(&element, &constraint);
        others.into_iter().map(Cow::into_owned).try_fold(start, guard)
    }

    /// The points of a closed element where the constraint holds.
    pub(super) fn guarded(
        &self,
        a: &Element<M>,
        closed: &Closed<M>,
        constraint: &Constraint,
    ) -> Element<M> {
        let constraint = constraint.sharpened(&self.space);
        if let Some(holds) = constraint.as_constant() {
            return if holds { a.clone() } else { Element::bottom(self.dimensions()) };
        }
        match constraint.relation() {
            Relation::Ge | Relation::Gt => self.at_least(a, closed, &constraint),
            Relation::Eq => self.zero(a, closed, constraint.expr()),
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
        match self.entry_of(expr, false) {
            Some(bound) => self.lowered(a, closed, vec![bound]),
            None => self.linearised(a, closed, expr),
        }
    }

    /// `expr = 0`.
    fn zero(&self, a: &Element<M>, closed: &Closed<M>, expr: &LinearExpr) -> Element<M> {
        if let (Some(lower), Some(upper)) = (self.entry_of(expr, false), self.entry_of(expr, true))
        {
            return self.lowered(a, closed, vec![lower, upper]);
        }
        let half = self.linearised(a, closed, expr);
        match half.bounds(&self.layout) {
            Some(closed) => self.linearised(&half, closed, &-expr),
            None => half,
        }
    }

    /// `expr >= 0` for any expression: each template in it is bounded by what the rest can be.
    fn linearised(&self, a: &Element<M>, closed: &Closed<M>, expr: &LinearExpr) -> Element<M> {
        let terms = expr.terms();
        let (mut bounds, mut rest) = (Vec::with_capacity(8), Vec::with_capacity(terms.len()));
        let mut add = |template: &[(Var, Rat)], size: &Rat| {
            let Some((entry, _)) = self.template(template, true) else { return };
            // size * template + rest >= 0, so -template <= upper(rest) / size
            rest.clear();
            rest.extend(terms.iter().filter_map(|term| without(term, template, size)));
            let Some(upper) = self.upper(closed, &rest) else { return };
            let upper = &upper + expr.constant_term();
            let bound = if *size == 1 { Some(upper) } else { upper.div(size) };
            bounds.extend(bound.map(|bound| (entry, self.entry_bound(entry, &bound))));
        };
        let sign = |factor: &Rat| Rat::from(if factor.is_positive() { 1 } else { -1 });
        for (position, (v, factor)) in terms.iter().enumerate() {
            let (one, size) = ((*v, sign(factor)), factor.abs());
            add(std::slice::from_ref(&one), &size);
            for (w, other) in &terms[position + 1..] {
                add(&[one.clone(), (*w, sign(other))], &Ord::min(size.clone(), other.abs()));
            }
        }
        self.lowered(a, closed, bounds)
    }

    /// A closed element with some more bounds; the same one if they change nothing.
    fn lowered(
        &self,
        a: &Element<M>,
        closed: &Closed<M>,
        mut bounds: Vec<(Entry, Rat)>,
    ) -> Element<M> {
        let rows = self.layout.rows;
        bounds.retain(|(entry, bound)| {
            closed.matrix.get(rows, *entry).is_none_or(|known| *bound < known)
        });
        // A bound costs as much as a pivot of the whole closure, and there is one for each variable.
        if bounds.len() > self.dimensions() {
            let mut matrix = closed.matrix.clone();
            bounds.iter().for_each(|(entry, bound)| matrix.lower(rows, *entry, bound));
            return self.of_unclosed(matrix);
        }
        match bounds.is_empty() {
            true => a.clone(),
            false => a.changed(closed, Change::Lower(bounds)),
        }
    }
}

/// A term of a sum without those of a template times its size; `None` if nothing is left.
fn without((v, factor): &(Var, Rat), template: &[(Var, Rat)], size: &Rat) -> Option<(Var, Rat)> {
    let left = match template.iter().find(|(w, _)| w == v) {
        Some((_, sign)) => factor - &(sign * size),
        None => factor.clone(),
    };
    (!left.is_zero()).then_some((*v, left))
}
