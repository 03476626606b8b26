//! The standard widening: keep the constraints of the smaller polyhedron that hold for the larger.
//!
//! Cousot and Halbwachs (POPL 1978), in the improved form of Halbwachs (1979): a constraint of the
//! larger polyhedron is kept if it could stand in for one of the smaller, that is if the same
//! generators of the smaller one saturate both. As the rows are minimal and canonical, the result
//! does not depend on how the operands are represented.

use super::bits::Bits;
use super::description::Description;
use super::form::{Form, form};
use super::order::{excludes, is_below, is_point};
use super::pair::Pair;
use super::{Polyhedra, Polyhedron};
use crate::linear::matrix::Matrix;
use crate::linear::rows::Rows;
use crate::linear::scalar::Scalar;
use crate::linear::terms::Terms;

/// The widening. It is defined for `a ⊑ b`; other operands are joined first.
pub(super) fn widen(domain: &Polyhedra, a: &Polyhedron, b: &Polyhedron) -> Polyhedron {
    if b.description().is_none() || a.is(b) {
        return a.clone();
    }
    if a.description().is_none() {
        return b.clone();
    }
    let larger = if is_below(a, b) { b.clone() } else { a.join(b) };
    match a.is_strict() {
        true => widen_strict(domain, a, &larger),
        false => widen_closed(domain, a, &larger),
    }
}

const POINTS: &str = "both operands have points";

fn widen_closed(domain: &Polyhedra, a: &Polyhedron, larger: &Polyhedron) -> Polyhedron {
    let (small, large) = (a.description().expect(POINTS), larger.description().expect(POINTS));
    let kept = stable(small, large);
    if kept.iter().all(|kept| *kept) {
        return larger.clone();
    }
    let rows = match large {
        Description::Words(pair) => Matrix::Words(select(&pair.inequalities, &kept)),
        Description::Big(pair) => Matrix::Big(select(&pair.inequalities, &kept)),
    };
    domain.everything().guard(large.equalities(), rows)
}

/// The same on the closures. A facet stays strict if it is strict for the larger polyhedron.
/// Corners stay where the affine hull does; each gives one excluded face of the result at most, so
/// that in a chain of widenings with the same dimension the number of constraints, and then that
/// of strict ones, goes down.
fn widen_strict(domain: &Polyhedra, a: &Polyhedron, larger: &Polyhedron) -> Polyhedron {
    let (small, large) = (form(a).expect(POINTS), form(larger).expect(POINTS));
    let kept = stable(&small.closure, &large.closure);
    let dimensions = a.dimensions();
    let mut inequalities = Matrix::new(a.width());
    let exprs = large.closure.inequalities().to_exprs(dimensions);
    for (index, expr) in exprs.iter().enumerate().filter(|(index, _)| kept[*index]) {
        inequalities.push_expr(expr, Some(-i64::from(large.strict[index])));
    }
    if small.closure.equalities().len() == large.closure.equalities().len() {
        let whole = larger.description().expect(POINTS);
        let corners = corners_of(small, dimensions, a.width());
        for corner in corners.iter().filter(|corner| holds_for(corner, whole)) {
            inequalities.append(corner);
        }
    }
    let mut equalities = Matrix::new(a.width());
    for expr in large.closure.equalities().to_exprs(dimensions) {
        equalities.push_expr(&expr, Some(0));
    }
    domain.everything().guard(equalities, inequalities)
}

/// The corners as rows with a column for strictness.
fn corners_of(form: &Form, dimensions: usize, width: usize) -> Vec<Matrix> {
    let row = |expr: &_| {
        let mut row = Matrix::new(width);
        row.push_expr(expr, Some(-1));
        row
    };
    form.corners.to_exprs(dimensions).iter().map(row).collect()
}

/// Does a strict constraint hold for all generators?
fn holds_for(row: &Matrix, description: &Description) -> bool {
    match (row, description) {
        (Matrix::Words(rows), Description::Words(pair)) => row_holds(rows, pair),
        _ => row_holds(&row.to_big(), &description.to_big()),
    }
}

fn row_holds<T: Scalar>(rows: &Rows<T>, pair: &Pair<T>) -> bool {
    let row = rows.row(0);
    let end = row.len() - 1;
    let sign = |generator: &[T]| T::sign_of(&T::dot(&row[..end], &generator[..end]));
    debug_assert!(excludes(row));
    pair.lines.iter().all(|line| sign(line).is_eq())
        && pair.rays.iter().all(|ray| match is_point(ray) {
            true => sign(ray).is_gt(),
            false => sign(ray).is_ge(),
        })
}

/// Which inequalities of the larger polyhedron could stand in for constraints of the smaller.
fn stable(small: &Description, large: &Description) -> Vec<bool> {
    match (small, large) {
        (Description::Words(small), Description::Words(large)) => stable_rows(small, large),
        _ => stable_rows(&small.to_big(), &large.to_big()),
    }
}

fn stable_rows<T: Scalar>(small: &Pair<T>, large: &Pair<T>) -> Vec<bool> {
    let mut whole = Bits::new(small.inequalities.len());
    whole.push_ones(small.inequalities.len());
    let mut candidates = whole.clone();
    let mut terms = Terms::against([&small.rays, &small.lines]);
    let stands_in = |row: &[T]| {
        terms.load(row);
        candidates.clone_from(&whole);
        // All saturate: it stands in for one side of an equality.
        let mut all = true;
        for (index, ray) in small.rays.iter().enumerate() {
            let saturates = terms.sign_at(ray).is_eq();
            all &= saturates;
            if !candidates.retain(small.saturation.row(index), saturates) && !all {
                return false;
            }
        }
        true
    };
    large.inequalities.iter().map(stands_in).collect()
}

fn select<T: Scalar>(rows: &Rows<T>, kept: &[bool]) -> Rows<T> {
    let mut selected = Rows::with_capacity(rows.width(), rows.len());
    rows.iter().zip(kept).filter(|(_, kept)| **kept).for_each(|(row, _)| selected.push(row));
    selected
}
