//! Affine equalities on trial, and against points.

use soundline_lattice::{Lattice, Runner};

use super::*;
use crate::expr::{Space, VarKind};
use crate::{Error, trial};

fn put_on_trial(name: &str, space: Space, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let suite = trial::suite(name, Equalities::new(space.clone()));
        for report in (Runner { seed, cases: 300, ..Runner::default() }).run_all(&suite.checks()) {
            assert!(!report.is_violated(), "{report}");
        }
    }
}

#[test]
fn no_law_is_violated_over_reals() {
    for dimensions in 0..5 {
        put_on_trial("equalities", Space::reals(dimensions), 0..2);
    }
}

#[test]
fn no_law_is_violated_over_integers() {
    for dimensions in 1..4 {
        put_on_trial("equalities", Space::integers(dimensions), 0..1);
    }
    put_on_trial("equalities", Space::new([VarKind::Int, VarKind::Real, VarKind::Int]), 0..1);
}

fn element(domain: &Equalities, texts: &[&str]) -> AffineSpace {
    let parse = |text: &&str| domain.space.parse(text).expect("the text is a constraint");
    let constraints: Vec<_> = texts.iter().map(parse).collect();
    domain.from_constraints(&constraints).expect("they fit the space")
}

#[test]
fn joins_find_relations() {
    let domain = Equalities::new(Space::reals(3));
    for (a, b, joined) in [
        (&["x0 = 0", "x1 = 1"][..], &["x0 = 1", "x1 = 3"][..], "2*x0 - x1 + 1 = 0"),
        (&["x0 = 0"], &["x1 = 0"], "⊤"),
        (&["x0 = x1", "x2 = 4"], &["x0 = x1 + 2", "x2 = 8"], "2*x0 - 2*x1 - x2 + 4 = 0"),
        (&["1 = 0"], &["x0 = 1/2"], "2*x0 - 1 = 0"),
    ] {
        let join = domain.join(&element(&domain, a), &element(&domain, b));
        assert_eq!(domain.show(&join), joined);
    }
}

#[test]
fn inequalities_refute_constants_only() {
    let domain = Equalities::new(Space::reals(2));
    assert_eq!(domain.show(&element(&domain, &["x0 = 1", "x0 >= 2"])), "⊥");
    assert_eq!(domain.show(&element(&domain, &["x0 = x1", "x0 < x1"])), "⊥");
    assert_eq!(domain.show(&element(&domain, &["x0 = x1", "x0 >= 2"])), "x0 - x1 = 0");
    assert_eq!(domain.show(&element(&domain, &["x0 = 1", "x0 != 1"])), "⊥");
}

#[test]
fn large_numbers_are_promoted_and_come_back() {
    let domain = Equalities::new(Space::reals(2));
    let big = "9223372036854775807";
    let far = element(&domain, &[&format!("x0 = {big}*x1"), &format!("x1 = {big}")]);
    let square = "85070591730234615847396907784232501249";
    assert_eq!(domain.show(&far), format!("x0 - {square} = 0 ∧ x1 - {big} = 0"));
    let near = domain.assign(&far, 0, &"x1 - 9223372036854775806".parse().unwrap()).unwrap();
    let near = domain.forget(&near, &[1]).unwrap();
    assert_eq!(near, element(&domain, &["x0 = 1"]));
}

#[test]
fn faults_are_named() {
    let domain = Equalities::new(Space::reals(1));
    let other = Equalities::new(Space::reals(2)).universe();
    let mismatch = Error::DimensionMismatch { expected: 1, found: 2 };
    assert_eq!(domain.forget(&other, &[0]), Err(mismatch));
    let unknown = Error::UnknownVariable { variable: 4, dimensions: 1 };
    assert_eq!(domain.forget(&domain.universe(), &[4]), Err(unknown));
    assert_eq!(domain.leq(&other, &other), soundline_lattice::Answer::Unknown);
    assert_eq!(domain.join(&other, &other), domain.universe());
}
