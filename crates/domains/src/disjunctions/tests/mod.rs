//! Unions of intervals on trial, their joins and widenings, and the laws that they are exempt from.

mod scattered;

use super::*;
use crate::Error;
use crate::expr::{Constraint, LinearExpr};
use crate::numbers::Rat;
use crate::tests::{passes_with_narrowing, spaces};

#[test]
fn unions_pass() {
    spaces().into_iter().map(|space| Unions::new(space, 3)).for_each(passes_with_narrowing);
    passes_with_narrowing(Unions::new(Space::integers(2), 1));
}

fn element(unions: &Unions, text: &[&str]) -> UnionElem {
    let constraints: Vec<Constraint> =
        text.iter().map(|text| text.parse().expect("a constraint")).collect();
    unions.from_constraints(&constraints).expect("the constraints fit")
}

/// The join of points.
fn points(unions: &Unions, values: &[i64]) -> UnionElem {
    let point = |value: &i64| element(unions, &[&format!("x0 = {value}")]);
    values.iter().map(point).fold(unions.bottom(), |all, one| unions.join(&all, &one))
}

/// The exemption of `join associative`.
#[test]
fn a_join_that_is_not_associative() {
    let unions = Unions::new(Space::reals(1), 2);
    let (a, b) = (points(&unions, &[0, 5]), points(&unions, &[11]));
    let c = element(&unions, &["x0 >= 6", "x0 <= 8"]);
    let left = unions.join(&unions.join(&a, &b), &c);
    let right = unions.join(&a, &unions.join(&b, &c));
    assert_eq!(unions.show(&left), "x0: [0, 8] ∪ [11, 11]");
    assert_eq!(unions.show(&right), "x0: [0, 0] ∪ [5, 11]");
}

/// The exemption of `join is least`.
#[test]
fn a_join_that_is_not_least() {
    let unions = Unions::new(Space::reals(1), 2);
    let (a, b) = (points(&unions, &[0, 5]), points(&unions, &[11]));
    let join = unions.join(&a, &b);
    assert_eq!(unions.show(&join), "x0: [0, 5] ∪ [11, 11]");
    let other = element(&unions, &["x0 >= 5", "x0 <= 11"]);
    let bound = unions.join(&points(&unions, &[0]), &other);
    assert!(unions.leq(&a, &bound).is_yes() && unions.leq(&b, &bound).is_yes());
    assert!(unions.leq(&join, &bound).is_no());
}

#[test]
fn joins_fill_the_smallest_gaps() {
    let unions = Unions::new(Space::integers(1), 3);
    let show = |values: &[i64]| unions.show(&points(&unions, values));
    assert_eq!(show(&[1, 2, 5]), "x0: [1, 2] ∪ [5, 5]");
    assert_eq!(show(&[0, 10, 14, 30]), "x0: [0, 0] ∪ [10, 14] ∪ [30, 30]");
}

#[test]
fn inequalities_with_gaps_are_decided() {
    let unions = Unions::new(Space::integers(2), 3);
    let a = points(&unions, &[0, 10]);
    let entails = |text: &str| unions.entails(&a, &text.parse().expect("a constraint"));
    assert_eq!(entails("x0 != 5"), Ok(Answer::Yes));
    assert_eq!(entails("x0 = 5"), Ok(Answer::No));
    assert_eq!(entails("x0 = 10"), Ok(Answer::Unknown));
    let guard = |text: &str| {
        let constraint = text.parse().expect("a constraint");
        unions.show(&unions.guard(&a, &constraint).expect("fits"))
    };
    assert_eq!(guard("x0 >= 1"), "x0: [10, 10], x1: [-oo, +oo]");
    assert_eq!(guard("x1 = x0"), "x0: [0, 0] ∪ [10, 10], x1: [0, 10]");
    let twice = unions.assign(&a, 1, &"2*x0 + 1".parse().expect("an expression")).expect("fits");
    assert_eq!(unions.show(&twice), "x0: [0, 0] ∪ [10, 10], x1: [1, 1] ∪ [21, 21]");
}

#[test]
fn widening_fills_gaps_that_are_touched() {
    let unions = Unions::new(Space::reals(1), 4);
    let a = points(&unions, &[0, 10, 20]);
    let widen = |values: &[i64]| unions.show(&unions.widen(&a, &points(&unions, values)));
    assert_eq!(widen(&[10]), "x0: [0, 0] ∪ [10, 10] ∪ [20, 20]");
    assert_eq!(widen(&[5]), "x0: [0, 10] ∪ [20, 20]");
    assert_eq!(widen(&[21]), "x0: [0, 0] ∪ [10, 10] ∪ [20, +oo]");
    let wide = unions.widen(&a, &points(&unions, &[21]));
    assert_eq!(
        unions.show(&unions.narrow(&wide, &points(&unions, &[0, 25]))),
        "x0: [0, 0] ∪ [10, 10] ∪ [20, 25]"
    );
}

#[test]
fn numbers_of_any_size() {
    let unions = Unions::new(Space::integers(1), 2);
    let far = points(&unions, &[i64::MAX, i64::MIN]);
    let next: LinearExpr = "4*x0 + 1".parse().expect("an expression");
    let moved = unions.assign(&far, 0, &next).expect("x0 exists");
    for value in [i64::MAX, i64::MIN] {
        let image = next.eval(&[Rat::from(value)]).expect("one dimension");
        assert_eq!(unions.contains(&moved, &[image]), Ok(true));
    }
}

#[test]
fn bad_input_is_an_error() {
    let (one, two) = (Unions::new(Space::reals(1), 2), Unions::new(Space::reals(2), 2));
    let (a, b) = (one.universe(), two.universe());
    let mismatch = Error::DimensionMismatch { expected: 1, found: 2 };
    let unknown = Error::UnknownVariable { variable: 1, dimensions: 1 };
    let x1 = LinearExpr::variable(1);
    assert_eq!(one.forget(&b, &[]), Err(mismatch.clone()));
    assert_eq!(one.contains(&a, &[Rat::ONE, Rat::ONE]), Err(mismatch));
    assert_eq!(one.bounds(&a, &x1), Err(unknown.clone()));
    assert_eq!(one.forget(&a, &[1]), Err(unknown.clone()));
    assert_eq!(one.assign(&a, 0, &x1), Err(unknown));
    assert_eq!(one.leq(&a, &b), Answer::Unknown);
    assert_eq!(one.join(&a, &b), a);
}
