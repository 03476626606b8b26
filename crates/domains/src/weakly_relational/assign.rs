//! Assignments: where the points of an element go.

use std::borrow::Cow;

use super::element::{Change, Closed, Element};
use super::lattice::WeaklyRelational;
use super::layout::{Entry, Shape};
use super::linear::half;
use super::matrix::{Matrix, entries_of};
use crate::expr::{LinearExpr, Var};
use crate::numbers::Rat;

impl<S: Shape, M: Matrix> WeaklyRelational<S, M> {
    /// `a` after some assignments at once.
    pub(super) fn assigned(
        &self,
        a: &Element<M>,
        closed: &Closed<M>,
        assignments: &[(Var, LinearExpr)],
    ) -> Element<M> {
        if let [(x, expr)] = assignments
            && let Some(result) = self.moved(a, closed, *x, expr)
        {
            return result;
        }
        let mut bounds = Vec::with_capacity(32);
        for (position, (x, expr)) in assignments.iter().enumerate() {
            self.bounds_after(closed, assignments, (*x, expr), &mut bounds);
            for (y, other) in &assignments[position + 1..] {
                for (x_sign, y_sign) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let entry = S::binary((*x, x_sign > 0), (*y, y_sign > 0));
                    let sum = expr.scale(&x_sign.into()).add_scaled(other, &y_sign.into());
                    bounds.extend(entry.zip(self.upper_of(closed, &sum)));
                }
            }
        }
        for (entry, bound) in &mut bounds {
            *bound = self.entry_bound(*entry, bound);
        }
        if let [(x, _)] = assignments {
            return a.changed(closed, Change::Assign(node::<S>(*x), bounds));
        }
        let mut matrix = closed.matrix.clone();
        for (x, _) in assignments {
            matrix.forget(self.layout.rows, node::<S>(*x));
        }
        for (entry, bound) in &bounds {
            matrix.lower(self.layout.rows, *entry, bound);
        }
        self.of_unclosed(matrix)
    }

    /// The bounds of an assigned variable, and of its sums and differences with others. Those with
    /// variables that the expression does not mention follow by closure, unless it mentions a
    /// variable that is assigned.
    fn bounds_after(
        &self,
        closed: &Closed<M>,
        assignments: &[(Var, LinearExpr)],
        (x, expr): (Var, &LinearExpr),
        bounds: &mut Vec<(Entry, Rat)>,
    ) {
        let is_assigned = |v: Var| assignments.iter().any(|(assigned, _)| *assigned == v);
        for (x_positive, value) in [(true, Cow::Borrowed(expr)), (false, Cow::Owned(-expr))] {
            let terms = value.terms();
            let bound = self.upper_of(closed, &value);
            bounds.extend(bound.map(|bound| (S::unary(x, x_positive), bound)));
            let mut add = |y: Var, y_positive: bool, bound: Option<Rat>| {
                let entry = S::binary((x, x_positive), (y, y_positive));
                let bound = bound.map(|bound| &bound + value.constant_term());
                bounds.extend(entry.zip(bound));
            };
            for position in (0..terms.len()).filter(|position| !is_assigned(terms[*position].0)) {
                let rest = match terms.len() {
                    // Two terms together have a bound of their own.
                    2 => None,
                    _ => self.upper_without(closed, terms, terms[position].0),
                };
                for y_positive in [true, false] {
                    let bound = self.upper_with(closed, terms, (position, &rest), y_positive);
                    add(terms[position].0, y_positive, bound);
                }
            }
            for old in terms.iter().filter(|(v, _)| is_assigned(*v)) {
                let Some(rest) = self.upper_without(closed, terms, old.0) else { continue };
                let mentioned = |y: Var| terms.iter().any(|(v, _)| *v == y);
                for y in (0..self.dimensions()).filter(|y| !is_assigned(*y) && !mentioned(*y)) {
                    for y_positive in [true, false] {
                        let sign = Rat::from(if y_positive { 1 } else { -1 });
                        let pair = self.pair(closed, old, &(y, sign));
                        add(y, y_positive, pair.map(|pair| &pair + &rest));
                    }
                }
            }
        }
    }

    /// An upper bound of the terms plus or minus the variable of one of them, given that of the
    /// rest where these are not one.
    fn upper_with(
        &self,
        closed: &Closed<M>,
        terms: &[(Var, Rat)],
        (position, rest): (usize, &Option<Rat>),
        positive: bool,
    ) -> Option<Rat> {
        let (variable, factor) = &terms[position];
        let sum = factor + &Rat::from(if positive { 1 } else { -1 });
        let changed = (*variable, sum);
        match (terms, changed.1.is_zero()) {
            ([_, _], true) => self.upper(closed, &terms[1 - position..2 - position]),
            ([_, _], false) => self.pair(closed, &changed, &terms[1 - position]),
            (_, true) => rest.clone(),
            (_, false) => Some(rest.as_ref()? + &self.upper(closed, &[changed])?),
        }
    }

    /// An upper bound of the terms without one variable.
    fn upper_without(
        &self,
        closed: &Closed<M>,
        terms: &[(Var, Rat)],
        variable: Var,
    ) -> Option<Rat> {
        let position = terms.iter().position(|(v, _)| *v == variable)?;
        match (terms.len(), position) {
            (3, 1) => self.pair(closed, &terms[0], &terms[2]),
            (_, 0) => self.upper(closed, &terms[1..]),
            (length, last) if last + 1 == length => self.upper(closed, &terms[..last]),
            _ => {
                let before = self.interval_upper(closed, &terms[..position])?;
                Some(&before + &self.interval_upper(closed, &terms[position + 1..])?)
            }
        }
    }

    /// `x := x + c`, `x := y + c`, and with negations where the shape has them: a matrix with other
    /// nodes, which stays closed.
    pub(super) fn moved(
        &self,
        a: &Element<M>,
        closed: &Closed<M>,
        x: Var,
        expr: &LinearExpr,
    ) -> Option<Element<M>> {
        let [(y, factor)] = expr.terms() else { return None };
        let positive = match factor.to_i64() {
            Some(1) => true,
            Some(-1) => false,
            _ => return None,
        };
        let source = S::node(*y, positive)?;
        let rows = self.layout.rows;
        let same = *y == x && positive;
        if same && expr.constant_term().is_zero() {
            return Some(a.clone());
        }
        // An integer that gets what may be a fraction is rounded by closing.
        let fraction = !expr.constant_term().is_integer() || !self.space.is_integer(*y);
        let rounded = self.space.is_integer(x) && fraction;
        if same && !rounded {
            let change = Change::Shift(node::<S>(x), expr.constant_term().clone());
            return Some(a.changed(closed, change));
        }
        let mut matrix = match same {
            true => closed.matrix.clone(),
            false => closed.matrix.copied(rows, node::<S>(x), source),
        };
        let exact = matrix.shift(rows, node::<S>(x), expr.constant_term());
        if rounded {
            self.round_down(&mut matrix, x);
            return Some(self.of_unclosed(matrix));
        }
        Some(self.of_closed(matrix, closed.tight && exact))
    }

    /// Round the bounds of an integer variable and other integers down.
    fn round_down(&self, matrix: &mut M, x: Var) {
        let rows = self.layout.rows;
        for entry in entries_of(rows, node::<S>(x)) {
            if let Some(value) = matrix.get(rows, entry) {
                let bound = if self.factor(entry) == 1 { value } else { half(&value) };
                matrix.lower(rows, entry, &self.entry_bound(entry, &bound));
            }
        }
    }
}

/// The node of a variable.
pub(super) fn node<S: Shape>(variable: Var) -> usize {
    S::node(variable, true).expect("every variable has a node")
}
