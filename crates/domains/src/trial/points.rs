//! Points of an element, found from its constraints alone: corners, points between them, integer
//! points near them.

use soundline_lattice::Choices;

use super::draw;
use crate::expr::{Constraint, LinearExpr, Relation, Space};
use crate::numbers::Rat;
use crate::simplex::{Outcome, Simplex};

/// A point that satisfies the constraints, if one is found.
pub fn point_of(
    constraints: &[Constraint],
    space: &Space,
    choices: &mut Choices,
) -> Option<Vec<Rat>> {
    let dimensions = space.dimensions();
    let convex: Vec<Constraint> =
        constraints.iter().filter(|c| c.relation() != Relation::Ne).cloned().collect();
    let mut simplex = Simplex::new(dimensions, &convex).ok()?;
    let corner = corner(&mut simplex, space, choices)?;
    let candidate = match choices.flip() {
        true => between(&corner, &simplex.point()?),
        false => corner,
    };
    let candidate = on_the_grid(&candidate, space, choices);
    let satisfies = |point: &[Rat]| constraints.iter().all(|c| c.holds_at(point) == Ok(true));
    if satisfies(&candidate) {
        return Some(candidate);
    }
    simplex.point().filter(|point| integral(point, space) && satisfies(point))
}

/// A corner in a random direction; some point where there is none.
fn corner(simplex: &mut Simplex, space: &Space, choices: &mut Choices) -> Option<Vec<Rat>> {
    let direction = draw::expression(space, 3, choices);
    match simplex.maximise(&direction).ok()? {
        Outcome::Infeasible => None,
        Outcome::Optimal { point, attained: true, .. } => Some(point),
        Outcome::Optimal { point, .. } => Some(between(&point, &simplex.point()?)),
        Outcome::Unbounded => simplex.point(),
    }
}

fn between(one: &[Rat], other: &[Rat]) -> Vec<Rat> {
    one.iter().zip(other).map(|(a, b)| a.midpoint(b)).collect()
}

fn on_the_grid(point: &[Rat], space: &Space, choices: &mut Choices) -> Vec<Rat> {
    let round = |(variable, value): (usize, &Rat)| match space.is_integer(variable) {
        false => value.clone(),
        true if choices.flip() => value.ceil().into(),
        true => value.floor().into(),
    };
    point.iter().enumerate().map(round).collect()
}

fn integral(point: &[Rat], space: &Space) -> bool {
    point.iter().enumerate().all(|(v, value)| !space.is_integer(v) || value.is_integer())
}

/// The least upper bound of a direction over the constraints; `None` when there is no point.
pub fn support(
    constraints: &[Constraint],
    dimensions: usize,
    direction: &LinearExpr,
) -> Option<crate::numbers::Bound<Rat>> {
    let mut simplex = Simplex::new(dimensions, constraints).expect("the constraints are convex");
    match simplex.maximise(direction).expect("the direction is one of the space") {
        Outcome::Infeasible => None,
        Outcome::Unbounded => Some(crate::numbers::Bound::PlusInfinity),
        Outcome::Optimal { value, .. } => Some(value.into()),
    }
}
