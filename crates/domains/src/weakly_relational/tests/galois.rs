//! Tight closure against enumeration: every bound of an integer element is reached by one of its
//! integer points.

use soundline_lattice::Choices;

use super::super::{Exact, Float, Matrix, Shape, WeaklyRelational};
use crate::Domain;
use crate::expr::{Constraint, LinearExpr, Space};
use crate::numbers::{Bound, Rat};
use crate::octagons::Octagonal;
use crate::zones::Differences;

const REACH: i64 = 3;

/// All points of a small box.
fn points(dimensions: usize) -> Vec<Vec<Rat>> {
    (0..dimensions).fold(vec![vec![]], |points, _| {
        let longer = |point: &Vec<Rat>| {
            let point = point.clone();
            (-REACH..=REACH).map(move |value| {
                let mut point = point.clone();
                point.push(value.into());
                point
            })
        };
        points.iter().flat_map(longer).collect()
    })
}

/// The box, and bounds on some sums and differences.
fn constraints(choices: &mut Choices, dimensions: usize) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    for v in 0..dimensions {
        let x = LinearExpr::variable(v);
        constraints.push(Constraint::ge(&x, &LinearExpr::constant(-REACH)));
        constraints.push(Constraint::le(&x, &LinearExpr::constant(REACH)));
    }
    constraints.extend(choices.many(6, |choices| {
        let mut term = || (choices.index(dimensions), Rat::from(choices.pick(&[1i64, -1])));
        let terms = [term(), term()];
        let bound = Rat::new(choices.int(-6, 9), choices.int(1, 2)).expect("not 0");
        Constraint::le(&LinearExpr::new(terms, 0), &LinearExpr::constant(bound))
    }));
    constraints
}

fn check<S: Shape, M: Matrix>(seed: u64) {
    let mut choices = Choices::random(seed);
    let mut empty = 0;
    for case in 0..600 {
        let dimensions = 1 + case % 3;
        let domain = WeaklyRelational::<S, M>::new(Space::integers(dimensions));
        let constraints = constraints(&mut choices, dimensions);
        // Constraints that the shape has, so that the element is their conjunction.
        let kept: Vec<Constraint> =
            constraints.into_iter().filter(|c| domain.represents(c)).collect();
        let element = domain.from_constraints(&kept).expect("the constraints fit");
        let members: Vec<Vec<Rat>> = points(dimensions)
            .into_iter()
            .filter(|point| kept.iter().all(|c| c.holds_at(point) == Ok(true)))
            .collect();
        assert_eq!(domain.is_bottom(&element).is_yes(), members.is_empty(), "{kept:?}");
        if members.is_empty() {
            empty += 1;
            continue;
        }
        for template in domain.templates().expect("there are finitely many") {
            let most = members.iter().map(|point| template.eval(point).expect("it fits")).max();
            let range = domain.bounds(&element, &template).expect("it fits").expect("not empty");
            assert_eq!(*range.high(), Bound::Finite(most.expect("not empty")), "{kept:?}");
        }
    }
    assert!(empty > 20, "{empty}");
}

#[test]
fn every_bound_is_reached_by_an_integer_point() {
    fn both<M: Matrix>(seed: u64) {
        check::<Octagonal, M>(seed);
        check::<Differences, M>(seed);
    }
    both::<Exact>(1);
    both::<Float>(2);
}
