//! The order: inclusion of the sets of points.
//!
//! Taylor1+ orders its elements by more than their points: symbols that are inputs of the program
//! stand for the same input in both elements (Goubault and Putot 2009). Here only points count, so
//! that the order is what soundness is about.

use std::collections::BTreeMap;

use soundline_lattice::Answer;

use super::affine::{Affine, Symbol};
use super::program::Program;
use super::project::{Work, project};
use super::witness;
use crate::expr::{Constraint, LinearExpr, Relation};
use crate::numbers::{Interval, Rat};

/// Are all points of `a` points of `b`?
///
/// Decided exactly by the constraints of `b` over the variables. Inclusion of zonotopes is
/// coNP-complete (Kulmburg and Althoff 2021), so these may be too many, and then nobody knows. What
/// is easy to see is looked at before.
pub(super) fn leq(a: &Affine, b: &Affine) -> Answer {
    if a == b || witness::contains(b, a) {
        return Answer::Yes;
    }
    // With a symbol for each variable the constraints are there already.
    if b.ranges.len() > b.forms.len() && has_point_outside(a, b) {
        return Answer::No;
    }
    let mut program = Program::new(a);
    match project(b, Work::LITTLE) {
        Some(constraints) => {
            constraints.iter().all(|constraint| satisfies(a, &mut program, constraint)).into()
        }
        None => Answer::Unknown,
    }
}

/// Does `a` reach beyond the ranges of `b`, or is one of some points of `a` not in `b`?
fn has_point_outside(a: &Affine, b: &Affine) -> bool {
    let (of_a, of_b) = (a.hull(), b.hull());
    !of_a.iter().zip(&of_b).all(|(one, other)| other.includes(one))
        || corners(a, &of_a).iter().any(|corner| !contains(b, corner))
}

/// Is the point one of the zonotope? There must be values of the symbols that give it.
pub(super) fn contains(affine: &Affine, point: &[Rat]) -> bool {
    let at_point = |(form, value): (&LinearExpr, &Rat)| form.clone().plus(&-value);
    let equations: Vec<_> = affine.forms.iter().zip(point).map(at_point).collect();
    Program::with_equations(affine, &equations).is_feasible()
}

fn satisfies(a: &Affine, program: &mut Program, constraint: &Constraint) -> bool {
    let expr = a.compose(constraint.expr());
    match constraint.relation() {
        Relation::Eq => program.entails(&expr) && program.entails(&-&expr),
        _ => program.entails(&expr),
    }
}

/// Points of `a` where a variable is least or greatest.
fn corners(a: &Affine, hull: &[Interval]) -> Vec<Vec<Rat>> {
    let ends = hull.iter().enumerate().flat_map(|(v, range)| {
        let finite = [range.low().finite().cloned(), range.high().finite().cloned()];
        finite.into_iter().flatten().map(move |value| (v, value))
    });
    ends.map(|(v, value)| {
        let at_end = a.forms[v].clone().plus(&-&value);
        point_of(a, &Program::with_equations(a, &[at_end]).values())
    })
    .collect()
}

/// The point at the given values of the symbols.
pub(super) fn point_of(affine: &Affine, values: &BTreeMap<Symbol, Rat>) -> Vec<Rat> {
    let value_of = |form: &LinearExpr| {
        let terms = form.terms().iter().map(|(symbol, factor)| factor * &values[symbol]);
        terms.sum::<Rat>() + form.constant_term()
    };
    affine.forms.iter().map(value_of).collect()
}
