//! A counterexample to each law that zonotopes are exempt from.

use soundline_lattice::{Lattice, Widening};

use super::*;

#[test]
fn there_are_no_others() {
    let exempt: Vec<_> = reals(2).capabilities().exemptions.iter().map(|e| e.law.name()).collect();
    let shown = ["join is least", "join associative", "join invariant", "widening invariant"];
    assert_eq!(exempt, shown);
}

/// The join of a corner and a side of a triangle is a square.
#[test]
fn join_is_least() {
    let domain = reals(2);
    let a = points(&domain, "x0 = 0, x1 = 0");
    let b = points(&domain, "x0 = 1, x1 >= 0, x1 <= 1");
    let c = points(&domain, "x0 >= x1, x1 >= 0, x0 <= 1");
    assert!(domain.leq(&a, &c).is_yes() && domain.leq(&b, &c).is_yes());
    let join = domain.join(&a, &b);
    assert!(domain.leq(&join, &c).is_no());
    assert!(contains(&domain, &join, [0, 1]) && !contains(&domain, &c, [0, 1]));
}

/// The triangle absorbs the side and the corner, but not the square that is their join.
#[test]
fn join_associative() {
    let domain = reals(2);
    let a = points(&domain, "x0 = 0, x1 = 0");
    let b = points(&domain, "x0 = 1, x1 >= 0, x1 <= 1");
    let c = points(&domain, "x0 >= x1, x1 >= 0, x0 <= 1");
    let left = domain.join(&domain.join(&a, &b), &c);
    let right = domain.join(&a, &domain.join(&b, &c));
    assert!(domain.equal(&right, &c).is_yes());
    assert!(domain.equal(&left, &right).is_no());
}

/// The same half-strip over symbols that `b` does not have shares nothing with it.
#[test]
fn join_invariant() {
    let domain = reals(2);
    let strip = "x0 >= -1, x0 <= 0, x1 <= 0";
    let a = points(&domain, strip);
    let other = domain.forget(&domain.universe(), &[0, 1]).expect("the variables exist");
    let same = strip.split(", ").fold(other, |a, text| guard(&domain, &a, text));
    assert!(domain.equal(&a, &same).is_yes());
    let b = points(&domain, "x0 >= x1");
    let (left, right) = (domain.join(&a, &b), domain.join(&same, &b));
    assert!(domain.equal(&left, &right).is_no());
    assert_eq!(bounds(&domain, &left, "x0 - x1"), Interval::at_least(-1));
    assert_eq!(bounds(&domain, &right, "x0 - x1"), Interval::ALL);
}

/// The constraint between both variables is kept only where the forms stay the same.
#[test]
fn widening_invariant() {
    let domain = reals(2);
    let a = points(&domain, "x0 >= 0, x1 >= x0");
    let b = points(&domain, "x1 >= 0, x0 <= x1");
    let other = domain.forget(&domain.universe(), &[0, 1]).expect("the variables exist");
    let same = guard(&domain, &guard(&domain, &other, "x1 >= 0"), "x0 <= x1");
    assert!(domain.equal(&b, &same).is_yes());
    let (left, right) = (domain.widen(&a, &b), domain.widen(&a, &same));
    assert!(domain.equal(&left, &right).is_no());
}
