//! Guards, meets, assignments and bounds are exact, by the simplex over the constraints.

use soundline_lattice::{Choices, Lattice};

use super::*;
use crate::expr::{Constraint, LinearExpr, Relation};
use crate::numbers::Bound;
use crate::simplex::{Outcome, Simplex};

const DIMENSIONS: usize = 3;

fn expression(choices: &mut Choices) -> LinearExpr {
    let terms: Vec<_> = (0..DIMENSIONS).map(|v| (v, Rat::from(choices.int(-2, 2)))).collect();
    LinearExpr::new(terms, choices.int(-5, 5))
}

fn constraints(choices: &mut Choices) -> Vec<Constraint> {
    choices.many(5, |choices| {
        let relation = if choices.once_in(4) { Relation::Eq } else { Relation::Ge };
        Constraint::new(expression(choices), relation)
    })
}

/// The values of an expression under constraints; `None` if they contradict each other.
fn range(constraints: &[Constraint], expr: &LinearExpr) -> Option<Interval> {
    let mut simplex = Simplex::new(DIMENSIONS, constraints).expect("the constraints are convex");
    let mut greatest = |expr: &LinearExpr| match simplex.maximise(expr) {
        Ok(Outcome::Optimal { value, .. }) => Some(Bound::Finite(value)),
        Ok(Outcome::Unbounded) => Some(Bound::PlusInfinity),
        _ => None,
    };
    Interval::new(-greatest(&-expr)?, greatest(expr)?)
}

/// Run a check on many choices.
fn check(mut case: impl FnMut(&Zonotopes, &mut Choices)) {
    for seed in 0..500 {
        case(&reals(DIMENSIONS), &mut Choices::random(seed));
    }
}

#[test]
fn guards_and_bounds() {
    check(|domain, choices| {
        let (of_a, e) = (constraints(choices), expression(choices));
        let a = domain.from_constraints(&of_a).expect("they fit");
        assert_eq!(domain.bounds(&a, &e), Ok(range(&of_a, &e)), "{of_a:?}: {e}");
    });
}

#[test]
fn meets() {
    check(|domain, choices| {
        let (of_a, of_b, e) = (constraints(choices), constraints(choices), expression(choices));
        let [a, b] = [&of_a, &of_b].map(|list| domain.from_constraints(list).expect("they fit"));
        let expected = range(&[of_a, of_b].concat(), &e);
        assert_eq!(domain.bounds(&domain.meet(&a, &b), &e), Ok(expected));
    });
}

#[test]
fn assignments() {
    check(|domain, choices| {
        let (of_a, e, t) = (constraints(choices), expression(choices), expression(choices));
        let a = domain.from_constraints(&of_a).expect("they fit");
        let assigned = domain.assign(&a, 1, &e).expect("the variable exists");
        assert_eq!(domain.bounds(&assigned, &t), Ok(range(&of_a, &t.substitute(1, &e))));
    });
}

#[test]
fn constraints_are_all() {
    check(|domain, choices| {
        let (of_a, e, t) = (constraints(choices), expression(choices), expression(choices));
        let a = domain.from_constraints(&of_a).expect("they fit");
        let assigned = domain.assign(&a, 0, &e).expect("the variable exists");
        let again = domain.to_constraints(&assigned);
        assert_eq!(range(&again, &t), domain.bounds(&assigned, &t).expect("it fits"));
    });
}

#[test]
fn joins_contain_both_and_no_more_than_their_hull() {
    check(|domain, choices| {
        let (of_a, of_b) = (constraints(choices), constraints(choices));
        let [a, b] = [&of_a, &of_b].map(|list| domain.from_constraints(list).expect("they fit"));
        let join = domain.join(&a, &b);
        assert!(!domain.leq(&a, &join).is_no() && !domain.leq(&b, &join).is_no());
        for v in 0..DIMENSIONS {
            let x = LinearExpr::variable(v);
            let hull = match (range(&of_a, &x), range(&of_b, &x)) {
                (Some(one), Some(other)) => Some(one.join(&other)),
                (one, other) => one.or(other),
            };
            assert_eq!(domain.bounds(&join, &x), Ok(hull));
        }
    });
}
