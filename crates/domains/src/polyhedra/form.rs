//! The canonical constraints of a polyhedron with strict inequalities.
//!
//! Constraints of such a polyhedron are not unique: a square without its corner (1, 1) is the
//! square with `x + y < 2` or with `2x + y < 3`. Its closure is unique, and so are the faces of the
//! closure that have no point of the polyhedron. An excluded facet makes its constraint strict; for
//! a greatest excluded face of lower dimension the sum of the facets around it is taken, as in the
//! non-skeleton of Becchi and Zaffanella (CAV 2018).

use std::cmp::Ordering;

use super::description::{Columns, Cut, Description};
use super::element::Polyhedron;
use super::order::{excludes, is_point};
use super::pair::Pair;
use crate::linear::matrix::Matrix;
use crate::linear::rows::Rows;
use crate::linear::scalar::Scalar;
use crate::numbers::Int;

/// The closure, which of its inequalities are strict, and further strict inequalities.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub closure: Description,
    /// For each inequality of the closure.
    pub strict: Vec<bool>,
    /// One for each greatest excluded face that is no facet; without a column for strictness.
    pub corners: Matrix,
}

/// The form of a polyhedron with strict inequalities; `None` if it has no point.
pub(super) fn form(a: &Polyhedron) -> Option<&Form> {
    let description = a.description()?;
    Some(a.form(|| Form::of(description, a.dimensions())))
}

impl Form {
    fn of(description: &Description, dimensions: usize) -> Form {
        let closure = closure(description, dimensions);
        let (strict, corners) = match (description, &closure) {
            (Description::Words(whole), Description::Words(closure)) => excluded(whole, closure),
            _ => excluded(&description.to_big(), &closure.to_big()),
        };
        Form { closure, strict, corners }
    }
}

/// The points at strictness 0 are the closure.
fn closure(description: &Description, dimensions: usize) -> Description {
    let last = dimensions + 1;
    let mut plane = Matrix::new(last + 1);
    plane.push_unit(last);
    let cut = Cut { equalities: &plane, inequalities: &Matrix::new(last + 1), marker: 0 };
    let kept: Vec<_> = (0..last).map(Some).collect();
    let closed = description.step(&cut).and_then(|closed| closed.step(&Columns { sources: &kept }));
    closed.expect("a polyhedron with points has a closure with points")
}

/// Which facets of the closure are excluded, and the constraints for other excluded faces.
fn excluded<T: Scalar>(whole: &Pair<T>, closure: &Pair<T>) -> (Vec<bool>, Matrix) {
    let width = closure.width();
    let on = |row: &[T], ray: &[T]| T::sign_of(&T::dot(&row[..width], &ray[..width])).is_eq();
    let touched = |row: &[T]| whole.rays.iter().any(|ray| is_point(ray) && on(row, ray));
    let bounds = |row: &[T]| row[1..width].iter().any(|entry| entry.sign() != Ordering::Equal);
    let strict: Vec<bool> =
        closure.inequalities.iter().map(|row| bounds(row) && !touched(row)).collect();
    let mut faces: Vec<Vec<usize>> = Vec::new();
    for row in whole.inequalities.iter().filter(|row| excludes(row) && bounds(row)) {
        let on_it = |ray: &usize| on(row, closure.rays.row(*ray));
        let face: Vec<usize> = (0..closure.rays.len()).filter(on_it).collect();
        let has_point = face.iter().any(|ray| closure.rays.row(*ray)[0].sign().is_gt());
        let around = |facet: &usize| face.iter().all(|ray| closure.saturation.get(*ray, *facet));
        let facets: Vec<usize> = (0..strict.len()).filter(around).collect();
        if has_point && !facets.iter().any(|facet| strict[*facet]) && !faces.contains(&facets) {
            faces.push(facets);
        }
    }
    // Fewer facets meet in a greater face.
    let within = |small: &[usize], large: &[usize]| small.iter().all(|f| large.contains(f));
    let greatest = |face: &&Vec<usize>| {
        !faces.iter().any(|other| other.len() < face.len() && within(other, face))
    };
    let mut corners = Rows::new(width);
    for face in faces.iter().filter(greatest) {
        corners.push(&sum(face.iter().map(|facet| closure.inequalities.row(*facet)), width));
    }
    (strict, Matrix::demoted(corners))
}

fn sum<'a, T: Scalar>(rows: impl Iterator<Item = &'a [T]>, width: usize) -> Vec<Int> {
    let mut sum = vec![Int::ZERO; width];
    for row in rows {
        sum.iter_mut().zip(row).for_each(|(sum, entry)| *sum += entry.to_int());
    }
    Int::normalise(&mut sum).expect("big integers fit");
    sum
}
