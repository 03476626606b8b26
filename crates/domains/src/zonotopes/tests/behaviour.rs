//! What an analysis sees.

use soundline_lattice::{Answer, Lattice, Widening};

use super::*;
use crate::Error;
use crate::expr::{Constraint, LinearExpr};
use crate::numbers::Bound;

#[test]
fn relations_survive_assignments() {
    let domain = reals(3);
    for start in ["x0 >= 0, x0 <= 10", "x0 >= 3", "0 = 0"] {
        let a = assign(&domain, &points(&domain, start), 1, "x0 + 1");
        assert_eq!(bounds(&domain, &a, "x1 - x0"), Interval::point(1));
        let a = assign(&domain, &a, 2, "2*x0 - x1");
        assert_eq!(bounds(&domain, &a, "x2 - x0"), Interval::point(-1));
        let a = assign(&domain, &a, 0, "x0 + 5");
        assert_eq!(bounds(&domain, &a, "x0 - x1"), Interval::point(4));
    }
}

#[test]
fn parallel_assignments_swap() {
    let domain = reals(2);
    let a = points(&domain, "x0 = 1, x1 >= 5, x1 <= 6");
    let [x0, x1] = [0, 1].map(LinearExpr::variable);
    let swapped = domain.assign_parallel(&a, &[(0, x1), (1, x0)]).expect("they fit");
    assert_eq!(bounds(&domain, &swapped, "x0"), Interval::of(5, 6));
    assert_eq!(bounds(&domain, &swapped, "x1"), Interval::point(1));
}

#[test]
fn guards_cut_what_is_related() {
    let domain = reals(2);
    let a = assign(&domain, &points(&domain, "x0 >= 0, x0 <= 10"), 1, "2*x0 + 1");
    let a = guard(&domain, &a, "x1 <= 5");
    assert_eq!(bounds(&domain, &a, "x0"), Interval::of(0, 2));
    assert!(domain.is_bottom(&guard(&domain, &a, "x0 > 2")).is_yes());
    assert!(domain.is_bottom(&guard(&domain, &a, "x0 + x1 < 1")).is_yes());
    assert!(domain.is_bottom(&guard(&domain, &points(&domain, "x0 = 3"), "x0 != 3")).is_yes());
}

#[test]
fn joins_keep_points_and_shared_symbols() {
    let domain = reals(2);
    let a = points(&domain, "x0 >= 0, x0 <= 4");
    let one = assign(&domain, &a, 1, "x0 + 1");
    let other = assign(&domain, &a, 1, "x0 - 1");
    let join = domain.join(&one, &other);
    assert_eq!(bounds(&domain, &join, "x1 - x0"), Interval::of(-1, 1));
    assert!(contains(&domain, &join, [0, 1]) && contains(&domain, &join, [4, 3]));
    assert!(!contains(&domain, &join, [0, 2]));
}

#[test]
fn joins_keep_the_line_through_two_points() {
    let domain = reals(3);
    let one = points(&domain, "x0 = 0, x1 = 1, x2 = 7");
    let other = points(&domain, "x0 = 1, x1 = 3, x2 = 7");
    let join = domain.join(&one, &other);
    assert_eq!(bounds(&domain, &join, "x1 - 2*x0"), Interval::point(1));
    assert_eq!(bounds(&domain, &join, "x2"), Interval::point(7));
}

#[test]
fn a_loop_keeps_its_stride() {
    // x1 := 2*x0 in every round of a loop that counts x0.
    let domain = Zonotopes::exact(Space::integers(2));
    let entry = points(&domain, "x0 = 0, x1 = 0");
    let body = |a: &Zonotope| {
        let inside = guard(&domain, a, "x0 < 10");
        assign(&domain, &assign(&domain, &inside, 0, "x0 + 1"), 1, "x1 + 2")
    };
    let mut invariant = entry.clone();
    for _ in 0..3 {
        invariant = domain.join(&invariant, &body(&invariant));
    }
    assert_eq!(bounds(&domain, &invariant, "x1 - 2*x0"), Interval::point(0));
    for _ in 0..10 {
        invariant = domain.widen(&invariant, &domain.join(&entry, &body(&invariant)));
    }
    let next = domain.join(&entry, &body(&invariant));
    assert_eq!(domain.leq(&next, &invariant), Answer::Yes);
}

#[test]
fn widening_drops_what_moves() {
    let domain = reals(1);
    let (a, b) = (points(&domain, "x0 >= 0, x0 <= 1"), points(&domain, "x0 >= 0, x0 <= 2"));
    assert_eq!(bounds(&domain, &domain.widen(&a, &b), "x0"), Interval::at_least(0));
    let threshold = domain.space().parse("x0 <= 8").expect("it is one");
    let up_to = domain.widen_up_to(&a, &b, &[threshold]).expect("it fits");
    assert_eq!(bounds(&domain, &up_to, "x0"), Interval::of(0, 8));
}

#[test]
fn integers_round() {
    let domain = Zonotopes::exact(Space::integers(2));
    let a = points(&domain, "2*x0 >= 1, x0 < 4");
    assert_eq!(bounds(&domain, &a, "x0"), Interval::of(1, 3));
    assert_eq!(domain.is_bottom(&a), Answer::No);
    let half = points(&domain, "2*x0 = 1");
    assert_eq!(domain.is_bottom(&half), Answer::Unknown);
}

#[test]
fn numbers_grow_without_a_panic() {
    let domain = reals(2);
    let mut a = points(&domain, "x0 >= -9223372036854775808, x0 <= 9223372036854775807");
    for _ in 0..6 {
        a = assign(&domain, &a, 1, "9223372036854775807*x0 + 1/3");
        a = guard(&domain, &a, "x1 - 9007199254740993*x0 >= 1/7");
        let moved = assign(&domain, &a, 0, "x1 - x0/3");
        a = domain.join(&a, &moved);
        a = domain.meet(&a, &guard(&domain, &a, "x0 + x1 >= 5"));
    }
    assert_eq!(domain.is_bottom(&a), Answer::No);
    let Bound::Finite(high) = bounds(&domain, &a, "x1").high().clone() else {
        panic!("nothing is unbounded")
    };
    assert!(high.to_words().is_none());
}

#[test]
fn rounded_numbers_stay_small_and_contain_the_exact_ones() {
    let (exact, float) = (reals(1), Zonotopes::float(Space::reals(1)));
    let start = points(&exact, "x0 >= 0, x0 <= 1");
    let mut pair = [start.clone(), start];
    for _ in 0..40 {
        pair =
            [assign(&exact, &pair[0], 0, "x0/3 + 1/7"), assign(&float, &pair[1], 0, "x0/3 + 1/7")];
    }
    assert!(exact.leq(&pair[0], &pair[1]).is_yes());
    let width = bounds(&float, &pair[1], "x0").width();
    assert!(width < Bound::Finite(Rat::new(1, 1_000_000_000).expect("not 0")));
    let affine = pair[1].affine.as_ref().expect("it is not bottom");
    let factors = affine.forms[0].terms().iter().map(|(_, factor)| factor);
    assert!(factors.chain([affine.forms[0].constant_term()]).all(|n| n.to_f64_exact().is_some()));
}

#[test]
fn the_budget_holds() {
    let domain = reals(2).with_spare_symbols(2);
    let mut a = points(&domain, "x0 >= 0, x0 <= 1, x1 >= 0, x1 <= 1");
    for step in 1..20 {
        let moved = assign(&domain, &a, step % 2, "x0 + x1/2 + 1");
        a = domain.join(&a, &moved);
        let affine = a.affine.as_ref().expect("it is not bottom");
        assert!(affine.ranges.len() <= 4 && affine.constraints.len() <= 8);
        assert!(contains(&domain, &a, [0, 0]) && contains(&domain, &a, [1, 1]));
    }
}

#[test]
fn zero_dimensions() {
    let domain = reals(0);
    assert!(contains(&domain, &domain.universe(), []));
    assert!(!contains(&domain, &domain.bottom(), []));
    assert!(domain.is_bottom(&guard(&domain, &domain.universe(), "1 = 0")).is_yes());
    assert!(domain.leq(&domain.universe(), &domain.bottom()).is_no());
    assert!(domain.to_constraints(&domain.universe()).is_empty());
}

#[test]
fn dimensions_come_and_go() {
    let domain = reals(2);
    let a = assign(&domain, &points(&domain, "x0 >= 0, x0 <= 3"), 1, "x0 + 1");
    let (larger, b) = domain.add_dimensions(&a, &[crate::expr::VarKind::Real]).expect("it fits");
    assert_eq!(bounds(&larger, &b, "x2"), Interval::ALL);
    let (smaller, c) = larger.remove_dimensions(&b, &[0, 2]).expect("they exist");
    assert_eq!(bounds(&smaller, &c, "x0"), Interval::of(1, 4));
    let (renamed, d) = domain.rename(&a, &[1, 0]).expect("it is a permutation");
    assert_eq!(bounds(&renamed, &d, "x0 - x1"), Interval::point(1));
}

#[test]
fn printing() {
    let domain = reals(2);
    assert_eq!(domain.show(&domain.universe()), "⊤");
    assert_eq!(domain.show(&domain.bottom()), "⊥");
    let a = assign(&domain, &points(&domain, "x0 >= 0, x0 <= 3"), 1, "2*x0 - 1");
    assert_eq!(domain.show(&a), "x0 = e0, x1 = 2*e0 - 1, e0 in [0, 3]");
    let texts: Vec<_> = domain.to_constraints(&a).iter().map(Constraint::to_string).collect();
    assert!(texts.contains(&"2*x0 - x1 - 1 = 0".to_string()), "{texts:?}");
}

#[test]
fn faulty_input_is_an_error() {
    let (domain, other) = (reals(2), reals(3));
    let a = domain.universe();
    let x7 = LinearExpr::variable(7);
    let unknown = Error::UnknownVariable { variable: 7, dimensions: 2 };
    assert_eq!(domain.assign(&a, 0, &x7), Err(unknown.clone()));
    assert_eq!(domain.bounds(&a, &x7), Err(unknown.clone()));
    assert_eq!(domain.forget(&a, &[7]), Err(unknown.clone()));
    assert_eq!(domain.guard(&a, &Constraint::ge(&x7, &x7.scale(&2.into()))), Err(unknown));
    let twice = [(0, LinearExpr::zero()), (0, LinearExpr::zero())];
    assert_eq!(domain.assign_parallel(&a, &twice), Err(Error::AssignedTwice { variable: 0 }));
    let mismatch = Error::DimensionMismatch { expected: 3, found: 2 };
    assert_eq!(other.guard(&a, &Constraint::truth()), Err(mismatch.clone()));
    assert_eq!(other.embed(&a, &other, &[None, None, None]), Err(mismatch));
    assert!(domain.contains(&a, &[Rat::ZERO]).is_err());
    assert_eq!(other.leq(&a, &other.bottom()), Answer::Unknown);
    assert_eq!(other.join(&a, &other.bottom()), other.universe());
}
