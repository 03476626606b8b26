//! Operations by example, and faults.

use super::*;
use crate::Error;
use crate::expr::LinearExpr;
use soundline_lattice::Answer;

fn expr(text: &str) -> LinearExpr {
    text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn assert_shows(domain: &Polyhedra, a: &Polyhedron, expected: &str) {
    let wanted = element(domain, expected);
    assert_eq!(domain.equal(a, &wanted), Answer::Yes, "{} is not {expected}", domain.show(a));
}

#[test]
fn assignments() {
    let domain = Polyhedra::closed(Space::reals(2));
    let a = element(&domain, "x0 >= 0, x0 <= 2, x1 = x0 + 1");
    for (variable, text, expected) in [
        (0, "x0 + 1", "x0 >= 1, x0 <= 3, x1 = x0"),
        (0, "-2*x0 + x1", "x0 >= -1, x0 <= 1, x1 = 2 - x0"),
        (0, "x0/3 - 1/2", "x0 >= -1/2, x0 <= 1/6, x1 = 3*x0 + 5/2"),
        (0, "x1", "x0 >= 1, x0 <= 3, x1 = x0"),
        (0, "7", "x0 = 7, x1 >= 1, x1 <= 3"),
        (1, "3*x0 - x1 + 1", "x0 >= 0, x0 <= 2, x1 = 2*x0"),
    ] {
        assert_shows(&domain, &domain.assign(&a, variable, &expr(text)).unwrap(), expected);
    }
    let swapped = domain.assign_parallel(&a, &[(0, expr("x1")), (1, expr("x0"))]).unwrap();
    assert_shows(&domain, &swapped, "x1 >= 0, x1 <= 2, x0 = x1 + 1");
}

#[test]
fn strict_guards_of_closed_polyhedra() {
    let domain = Polyhedra::closed(Space::reals(1));
    let a = element(&domain, "x0 >= 0, x0 <= 2");
    let guard = |text| domain.guard(&a, &constraint(&domain, text)).unwrap();
    assert_shows(&domain, &guard("x0 > 1"), "x0 >= 1, x0 <= 2");
    assert_shows(&domain, &guard("x0 > 2"), "1 = 0");
    assert_shows(&domain, &guard("x0 != 2"), "x0 >= 0, x0 <= 2");
    let integers = Polyhedra::closed(Space::integers(1));
    let a = element(&integers, "x0 >= 0, x0 <= 2");
    let guard = |text| integers.guard(&a, &constraint(&integers, text)).unwrap();
    assert_shows(&integers, &guard("x0 > 1"), "x0 = 2");
    assert_shows(&integers, &guard("x0 != 2"), "x0 >= 0, x0 <= 1");
    assert_shows(&integers, &guard("x0 != 1"), "x0 >= 0, x0 <= 2");
}

/// The first example of Cousot and Halbwachs (1978): i and j move by 2 and 1.
#[test]
fn a_loop_needs_one_widening() {
    let domain = Polyhedra::closed(Space::reals(2));
    let start = element(&domain, "x0 = 2, x1 = 0");
    let body = |x: &Polyhedron| {
        let left = domain.assign(x, 0, &expr("x0 + 4")).unwrap();
        let right = domain.assign_parallel(x, &[(0, expr("x0 + 2")), (1, expr("x1 + 1"))]).unwrap();
        domain.join(&domain.join(&left, &right), &start)
    };
    let mut x = start.clone();
    for _ in 0..2 {
        x = domain.widen(&x, &body(&x));
    }
    assert_eq!(domain.leq(&body(&x), &x), Answer::Yes);
    assert_shows(&domain, &x, "2*x1 + 2 <= x0, x1 >= 0");
}

#[test]
fn thresholds_stop_the_widening() {
    let domain = Polyhedra::closed(Space::reals(1));
    let (a, b) = (element(&domain, "x0 >= 0, x0 <= 1"), element(&domain, "x0 >= 0, x0 <= 2"));
    let thresholds = [constraint(&domain, "x0 <= 1"), constraint(&domain, "x0 <= 100")];
    let widened = domain.widen_up_to(&a, &b, &thresholds).unwrap();
    assert_shows(&domain, &widened, "x0 >= 0, x0 <= 100");
}

#[test]
fn long_chains_are_neither_deep_nor_kept() {
    let domain = Polyhedra::closed(Space::reals(2));
    let mut a = element(&domain, "x0 >= 0, x0 <= x1");
    for step in 0..5_000 {
        a = match step % 3 {
            0 => domain.assign(&a, 0, &expr("x1 + 1")).unwrap(),
            1 => domain.forget(&a, &[1]).unwrap(),
            _ => domain.guard(&a, &constraint(&domain, "x1 <= x0")).unwrap(),
        };
    }
    assert_eq!(domain.is_bottom(&a), Answer::No);
}

#[test]
fn dimensions_come_and_go() {
    let domain = Polyhedra::closed(Space::reals(3));
    let a = element(&domain, "x0 <= x1, x1 <= x2, x2 <= 5");
    let (smaller, without) = domain.remove_dimensions(&a, &[1]).unwrap();
    assert_shows(&smaller, &without, "x0 <= x1, x1 <= 5");
    let (larger, with) = smaller.add_dimensions(&without, &[VarKind::Real]).unwrap();
    assert_shows(&larger, &with, "x0 <= x1, x1 <= 5");
    let (renamed, turned) = domain.rename(&a, &[2, 0, 1]).unwrap();
    assert_shows(&renamed, &turned, "x1 <= x2, x2 <= x0, x0 <= 5");
}

#[test]
fn faults_are_named() {
    let domain = Polyhedra::closed(Space::reals(1));
    let other = Polyhedra::closed(Space::reals(2)).universe();
    let mismatch = Error::DimensionMismatch { expected: 1, found: 2 };
    let unknown = Error::UnknownVariable { variable: 3, dimensions: 1 };
    let beyond: Constraint = "x3 >= 0".parse().unwrap();
    let own = domain.universe();
    assert_eq!(domain.guard(&other, &beyond).unwrap_err(), mismatch);
    assert_eq!(domain.guard(&own, &beyond).unwrap_err(), unknown);
    assert_eq!(domain.forget(&own, &[3]).unwrap_err(), unknown);
    assert_eq!(domain.assign(&own, 3, &expr("1")).unwrap_err(), unknown);
    assert_eq!(domain.assign(&own, 0, &expr("x3")).unwrap_err(), unknown);
    assert_eq!(domain.bounds(&own, &expr("x3")).unwrap_err(), unknown);
    assert_eq!(domain.entails(&own, &beyond).unwrap_err(), unknown);
    assert_eq!(domain.from_constraints(&[beyond]).unwrap_err(), unknown);
    let twice = [(0, expr("1")), (0, expr("2"))];
    assert_eq!(
        domain.assign_parallel(&own, &twice).unwrap_err(),
        Error::AssignedTwice { variable: 0 }
    );
    assert_eq!(domain.leq(&other, &own), Answer::Unknown);
    assert!(domain.equal(&domain.join(&other, &own), &own).is_yes());
    assert!(domain.equal(&domain.widen(&other, &own), &own).is_yes());
}
