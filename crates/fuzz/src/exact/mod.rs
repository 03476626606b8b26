//! Exact references, computed from constraints alone by the simplex of crate `domains`. They never
//! ask the domain under test for help.

mod concrete;
pub mod draw;
mod points;
pub mod shape;
mod travel;

pub use concrete::{Concrete, Tried};
pub use points::Points;
pub use travel::Travel;

use soundline_domains::expr::{Constraint, Relation, Space};
use soundline_domains::numbers::Rat;
use soundline_domains::simplex::Simplex;

/// A point that satisfies the constraints, with integers where the space wants them, if one is found.
pub fn point_of(constraints: &[Constraint], space: &Space) -> Option<Vec<Rat>> {
    let convex: Vec<Constraint> =
        constraints.iter().filter(|c| c.relation() != Relation::Ne).cloned().collect();
    let mut simplex = Simplex::new(space.dimensions(), &convex).ok()?;
    let point = simplex.point()?;
    let candidates =
        [point.clone(), round(&point, space, Rat::floor), round(&point, space, Rat::ceil)];
    candidates.into_iter().find(|point| lies_in(point, constraints, space))
}

/// A point that satisfies the first constraints and not all of the second ones, if one is found.
pub fn point_between(
    inner: &[Constraint],
    outer: &[Constraint],
    space: &Space,
) -> Option<Vec<Rat>> {
    let cases = outer.iter().flat_map(|constraint| constraint.negated().convex_cases());
    cases.into_iter().find_map(|outside| {
        let mut all = inner.to_vec();
        all.push(outside);
        point_of(&all, space)
    })
}

/// Do all points of the first constraints satisfy the second ones?
pub fn entails(inner: &[Constraint], outer: &[Constraint], dimensions: usize) -> bool {
    let convex: Vec<Constraint> =
        inner.iter().filter(|c| c.relation() != Relation::Ne).cloned().collect();
    let Ok(mut simplex) = Simplex::new(dimensions, &convex) else { return false };
    outer.iter().all(|constraint| simplex.entails(constraint) == Ok(true))
}

/// Is it a point of the space that satisfies all constraints?
pub fn lies_in(point: &[Rat], constraints: &[Constraint], space: &Space) -> bool {
    let integral = |(v, value): (usize, &Rat)| !space.is_integer(v) || value.is_integer();
    point.iter().enumerate().all(integral)
        && constraints.iter().all(|c| c.holds_at(point) == Ok(true))
}

fn round(
    point: &[Rat],
    space: &Space,
    direction: impl Fn(&Rat) -> soundline_domains::numbers::Int,
) -> Vec<Rat> {
    let coordinate = |(v, value): (usize, &Rat)| {
        if space.is_integer(v) { direction(value).into() } else { value.clone() }
    };
    point.iter().enumerate().map(coordinate).collect()
}

/// Do two sets of constraints contradict each other at first sight: is there a constraint in one
/// that excludes one of the other, both about the same linear form?
pub fn trivially_disjoint(one: &[Constraint], other: &[Constraint]) -> bool {
    let excluded = |a: &Constraint, b: &Constraint| {
        // For a >= 0 and b >= 0 with opposite forms, a + b is a constant, and it is negative.
        [b.expr().clone(), -b.expr()].iter().enumerate().any(|(turned, form)| {
            let sum = a.expr() + form;
            let opposed = turned == 0 || b.relation() == Relation::Eq;
            let strict = a.relation() == Relation::Gt || b.relation() == Relation::Gt;
            let both = a.relation() != Relation::Ne && b.relation() != Relation::Ne;
            both && opposed
                && sum.as_constant().is_some_and(|c| c.is_negative() || strict && c.is_zero())
        })
    };
    one.iter().any(|a| other.iter().any(|b| excluded(a, b) || excluded(b, a)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::told_by;

    #[test]
    fn all_constraints_must_follow() {
        let entailed = |inner, outer| entails(&told_by(inner), &told_by(outer), 1);
        assert!(entailed("x0 = 1", "x0 >= 0,x0 <= 2"));
        assert!(!entailed("x0 = 3", "x0 >= 0,x0 <= 2"));
        assert!(!entailed("", "x0 >= 0"));
        assert!(entailed("x0 >= 1,x0 <= 0", "x0 >= 7"));
    }

    #[test]
    fn a_fraction_is_no_point_of_an_integer_variable() {
        let half = [Rat::new(1, 2).expect("two is not zero")];
        let around = told_by("x0 >= 0,x0 <= 1");
        assert!(lies_in(&half, &around, &Space::reals(1)));
        assert!(!lies_in(&half, &around, &Space::integers(1)));
        let between = told_by("4*x0 >= 1,4*x0 <= 3");
        assert!(point_of(&between, &Space::reals(1)).is_some());
        assert!(point_of(&between, &Space::integers(1)).is_none());
    }
}
