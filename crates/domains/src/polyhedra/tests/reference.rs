//! Emptiness, bounds and entailment agree with the exact simplex.

use super::conversion::system;
use super::*;
use crate::expr::{LinearExpr, Relation};
use crate::numbers::{Bound, Rat};
use crate::simplex::{Outcome, Simplex};
use soundline_lattice::choices::Random;

/// The least upper bound and whether it is attained; `None` if there is no point.
fn supremum(simplex: &mut Simplex, expr: &LinearExpr) -> Option<(Bound<Rat>, bool)> {
    match simplex.maximise(expr).expect("the expression fits the space") {
        Outcome::Infeasible => None,
        Outcome::Unbounded => Some((Bound::PlusInfinity, false)),
        Outcome::Optimal { value, attained, .. } => Some((Bound::Finite(value), attained)),
    }
}

fn direction(dimensions: usize, random: &mut Random) -> LinearExpr {
    let terms = (0..dimensions).map(|v| (v, Rat::from(random.up_to(6) as i64 - 3)));
    LinearExpr::new(terms.collect::<Vec<_>>(), random.up_to(8) as i64 - 4)
}

/// Make some of the inequalities strict.
fn with_strict(constraints: Vec<Constraint>, random: &mut Random) -> Vec<Constraint> {
    let change = |c: Constraint| match c.relation() {
        Relation::Ge if random.up_to(1) == 0 => Constraint::new(c.expr().clone(), Relation::Gt),
        _ => c,
    };
    constraints.into_iter().map(change).collect()
}

fn compare(domain: &Polyhedra, constraints: &[Constraint], random: &mut Random) {
    let dimensions = domain.space.dimensions();
    let a = domain.from_constraints(constraints).unwrap();
    let mut simplex = Simplex::new(dimensions, constraints).unwrap();
    assert_eq!(domain.is_bottom(&a).is_no(), simplex.is_feasible(), "{constraints:?}");
    for _ in 0..3 {
        let expr = direction(dimensions, random);
        let found = order::range(&a, &expr);
        let high = supremum(&mut simplex, &expr);
        let low = supremum(&mut simplex, &-&expr);
        let expected = low.zip(high).map(|((low, low_attained), (high, high_attained))| {
            order::Range { low: -low, high, low_attained, high_attained }
        });
        assert_eq!(found, expected, "{expr} over {constraints:?}");
        for relation in [Relation::Ge, Relation::Gt, Relation::Eq, Relation::Ne] {
            let question = Constraint::new(expr.clone(), relation);
            let answer = domain.entails(&a, &question).unwrap();
            assert_eq!(answer.is_yes(), simplex.entails(&question).unwrap(), "{question}");
        }
    }
}

#[test]
fn closed_polyhedra_agree_with_the_simplex() {
    let mut random = Random::new(3);
    for round in 0..2000 {
        let dimensions = 1 + round % 5;
        let domain = Polyhedra::closed(Space::reals(dimensions));
        compare(&domain, &system(dimensions, &mut random), &mut random);
    }
}

#[test]
fn strict_polyhedra_agree_with_the_simplex() {
    let mut random = Random::new(4);
    for round in 0..2000 {
        let dimensions = 1 + round % 4;
        let domain = Polyhedra::strict(Space::reals(dimensions));
        let constraints = with_strict(system(dimensions, &mut random), &mut random);
        compare(&domain, &constraints, &mut random);
        let a = domain.from_constraints(&constraints).unwrap();
        let back = domain.from_constraints(&domain.to_constraints(&a)).unwrap();
        assert!(order::is_equal(&a, &back), "{}", domain.show(&a));
    }
}
