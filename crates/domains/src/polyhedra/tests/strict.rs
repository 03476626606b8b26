//! Open and half-open sets.

use super::*;
use crate::numbers::Rat;
use soundline_lattice::Answer;

fn check(text: &str, shown: &str) {
    let domain = Polyhedra::strict(Space::reals(2));
    assert_eq!(domain.show(&element(&domain, text)), shown, "{text}");
}

#[test]
fn strictness_is_kept() {
    check("x0 > 0", "x0 > 0");
    check("x0 > 0, x0 >= 0", "x0 > 0");
    check("x0 > 0, x0 <= 0", "⊥");
    check("x0 >= 0, x0 != 0", "x0 > 0");
    check("x0 = 0, x0 != 0", "⊥");
    check("x0 > 0, x0 < 1, x0 != 5", "x0 > 0 ∧ -x0 + 1 > 0");
    check("x0 > x1, x1 > x0", "⊥");
    check("x0 >= x1, x1 > x0", "⊥");
}

#[test]
fn corners_are_canonical() {
    let domain = Polyhedra::strict(Space::reals(2));
    let square = "x0 >= 0, x1 >= 0, x0 <= 1, x1 <= 1";
    let one = element(&domain, &format!("{square}, x0 + x1 < 2"));
    let other = element(&domain, &format!("{square}, 2*x0 + x1 < 3"));
    assert_eq!(domain.equal(&one, &other), Answer::Yes);
    assert_eq!(domain.show(&one), domain.show(&other));
    assert!(domain.show(&one).ends_with("-x0 - x1 + 2 > 0"), "{}", domain.show(&one));
    let whole = element(&domain, square);
    assert_eq!(domain.leq(&one, &whole), Answer::Yes);
    assert_eq!(domain.leq(&whole, &one), Answer::No);
    let corner = [Rat::ONE, Rat::ONE];
    assert_eq!(domain.contains(&one, &corner), Ok(false));
    let point = element(&domain, "x0 = 1, x1 = 1");
    assert_eq!(domain.equal(&domain.join(&one, &point), &whole), Answer::Yes);
}

#[test]
fn joins_of_half_open_sets() {
    let domain = Polyhedra::strict(Space::reals(1));
    for (a, b, joined) in [
        ("x0 > 0, x0 < 1", "x0 = 1", "x0 > 0 ∧ -x0 + 1 >= 0"),
        ("x0 > 0, x0 < 1", "x0 > 1, x0 < 2", "x0 > 0 ∧ -x0 + 2 > 0"),
        ("x0 > 0", "x0 = 0", "x0 >= 0"),
        ("x0 > 0", "x0 < 0", "⊤"),
    ] {
        let join = domain.join(&element(&domain, a), &element(&domain, b));
        let expected = element(&domain, &joined.replace('∧', ",").replace('⊤', ""));
        assert_eq!(domain.equal(&join, &expected), Answer::Yes, "{a} or {b}");
    }
}

#[test]
fn widenings_drop_strictness_before_the_bound() {
    let domain = Polyhedra::strict(Space::reals(1));
    let widen = |a, b| domain.show(&domain.widen(&element(&domain, a), &element(&domain, b)));
    assert_eq!(widen("x0 > 0, x0 < 1", "x0 > 0, x0 <= 1"), "x0 > 0 ∧ -x0 + 1 >= 0");
    assert_eq!(widen("x0 > 0, x0 < 1", "x0 > 0, x0 < 2"), "x0 > 0");
    assert_eq!(widen("x0 > 0, x0 <= 1", "x0 > 0, x0 < 1"), "x0 > 0 ∧ -x0 + 1 >= 0");
}

#[test]
fn elements_of_the_other_kind_are_converted() {
    let (closed, strict) = (Polyhedra::closed(Space::reals(1)), Polyhedra::strict(Space::reals(1)));
    let open = element(&strict, "x0 > 0");
    assert_eq!(closed.show(&closed.meet(&open, &closed.universe())), "x0 >= 0");
    let half = element(&closed, "x0 >= 0");
    assert_eq!(strict.leq(&open, &half), Answer::Yes);
    assert_eq!(strict.leq(&half, &open), Answer::No);
}
