//! Boxes on trial, at the limits of their numbers, and against enumeration.

use super::*;
use crate::Error;
use crate::expr::{Constraint, LinearExpr, VarKind};
use crate::numbers::Interval;
use crate::tests::{passes_with_narrowing, spaces};

#[test]
fn exact_boxes_pass() {
    spaces().into_iter().map(Boxes::exact).for_each(passes_with_narrowing);
}

#[test]
fn integer_boxes_pass() {
    spaces().into_iter().map(Boxes::integer).for_each(passes_with_narrowing);
}

#[test]
fn float_boxes_pass() {
    spaces().into_iter().map(Boxes::float).for_each(passes_with_narrowing);
}

fn element<N: Number>(boxes: &Boxes<N>, text: &[&str]) -> BoxElem<N> {
    let constraints: Vec<Constraint> =
        text.iter().map(|text| text.parse().expect("a constraint")).collect();
    boxes.from_constraints(&constraints).expect("the constraints fit")
}

/// The box of all constraints but the last, guarded by the last, reads so.
fn check<N: Number>(boxes: &Boxes<N>, text: &[&str], expected: &str) {
    assert_eq!(boxes.show(&element(boxes, text)), expected);
}

#[test]
fn guards_propagate_to_all_variables() {
    let boxes = Boxes::exact(Space::reals(3));
    check(
        &boxes,
        &["x0 >= 0", "x1 >= 1", "x0 + 2*x1 <= 4"],
        "x0 >= 0 ∧ -x0 + 2 >= 0 ∧ x1 - 1 >= 0 ∧ -x1 + 2 >= 0",
    );
    check(&boxes, &["x0 = 1", "x1 = 2", "x0 + x1 = x2"], "x0 - 1 = 0 ∧ x1 - 2 = 0 ∧ x2 - 3 = 0");
    check(&boxes, &["x0 >= 0", "x0 < 0"], "⊥");
    check(&boxes, &["x0 >= 0", "x0 <= 0", "x0 != 0"], "⊥");
    check(&boxes, &["x0 >= 0", "x0 <= 1", "x0 != 0"], "x0 >= 0 ∧ -x0 + 1 >= 0");
    check(&boxes, &["x0 > 0"], "x0 >= 0");
    check(&boxes, &["x0 + x1 >= 0"], "⊤");
    check(&boxes, &["1 = 0"], "⊥");
}

#[test]
fn integers_are_tight_in_every_variant() {
    fn tight<N: Number>(boxes: Boxes<N>) {
        check(&boxes, &["2*x0 >= 1", "3*x0 < 9"], "x0 - 1 >= 0 ∧ -x0 + 2 >= 0");
        check(&boxes, &["x0 >= 0", "x0 <= 2", "2*x0 != 4"], "x0 >= 0 ∧ -x0 + 1 >= 0");
        check(
            &boxes,
            &["x0 >= 0", "x0 <= 2", "x1 = 1", "x0 != x1 - 1"],
            &["x0 - 1 >= 0", "-x0 + 2 >= 0", "x1 - 1 = 0"].join(" ∧ "),
        );
        check(&boxes, &["x0 >= 0", "x0 <= 2", "2*x0 != 3"], "x0 >= 0 ∧ -x0 + 2 >= 0");
        check(&boxes, &["2*x0 = 4*x1 + 1"], "⊥");
        check(&boxes, &["3*x0 = 1"], "⊥");
        let a = element(&boxes, &["x0 = 1"]);
        let half = "x0/2".parse().expect("an expression");
        let result = boxes.assign(&a, 1, &half).expect("x1 exists");
        assert!(boxes.is_bottom(&result).is_yes(), "1/2 is not an integer");
    }
    tight(Boxes::exact(Space::integers(2)));
    tight(Boxes::integer(Space::integers(2)));
    tight(Boxes::float(Space::integers(2)));
}

#[test]
fn numbers_beyond_words_promote_and_come_back() {
    let boxes = Boxes::exact(Space::integers(1));
    let most = element(&boxes, &["x0 = 9223372036854775807"]);
    let step = "x0 + 1".parse().expect("an expression");
    let beyond = boxes.assign(&most, 0, &step).expect("x0 exists");
    assert_eq!(boxes.show(&beyond), "x0 - 9223372036854775808 = 0");
    let back = "x0 - 9223372036854775808".parse().expect("an expression");
    let zero = boxes.assign(&beyond, 0, &back).expect("x0 exists");
    assert_eq!(zero, element(&boxes, &["x0 = 0"]), "a row has one form");
    let both = boxes.join(&zero, &beyond);
    assert!(boxes.leq(&zero, &both).is_yes() && boxes.leq(&beyond, &both).is_yes());
    assert_eq!(boxes.meet(&both, &element(&boxes, &["x0 <= 0"])), zero);
    let least = element(&boxes, &["x0 >= -9223372036854775808"]);
    assert_eq!(boxes.show(&least), "x0 + 9223372036854775808 >= 0");
    assert_eq!(boxes.widen(&least, &most), least);
}

#[test]
fn floats_saturate_on_the_safe_side() {
    let boxes = Boxes::float(Space::reals(1));
    let huge = format!("x0 <= 1{}", "0".repeat(400));
    check(&boxes, &[&huge], "⊤");
    let a = element(&boxes, &["x0 = 1"]);
    let far: LinearExpr = format!("1{}*x0", "0".repeat(400)).parse().expect("an expression");
    let moved = boxes.assign(&a, 0, &far).expect("x0 exists");
    let value = far.eval(&[Rat::ONE]).expect("one dimension");
    assert_eq!(boxes.contains(&moved, &[value]), Ok(true));
    let third = element(&boxes, &["3*x0 = 1"]);
    let bounds = boxes.bounds_of(&third, 0).expect("x0 exists").expect("not empty");
    assert!(bounds.contains(&Rat::new(1, 3).expect("not 0")) && bounds.as_point().is_none());
}

#[test]
fn thresholds_stop_the_widening() {
    let boxes = Boxes::exact(Space::reals(2));
    let (a, b) =
        (element(&boxes, &["x0 >= 0", "x0 <= 1"]), element(&boxes, &["x0 >= 0", "x0 <= 2"]));
    let stop = |text: &str| boxes.widen_up_to(&a, &b, &[text.parse().expect("a constraint")]);
    assert_eq!(stop("x0 <= 10"), Ok(element(&boxes, &["x0 >= 0", "x0 <= 10"])));
    assert_eq!(stop("x0 <= 1"), Ok(element(&boxes, &["x0 >= 0"])));
    assert_eq!(stop("x0 - x1 <= 10"), Ok(element(&boxes, &["x0 >= 0"])));
    assert_eq!(stop("x2 <= 10"), Err(Error::UnknownVariable { variable: 2, dimensions: 2 }));
}

#[test]
fn bad_input_is_an_error() {
    let (one, two) = (Boxes::exact(Space::reals(1)), Boxes::exact(Space::reals(2)));
    let (a, b) = (one.universe(), two.universe());
    let mismatch = Error::DimensionMismatch { expected: 1, found: 2 };
    let unknown = Error::UnknownVariable { variable: 1, dimensions: 1 };
    let x1 = LinearExpr::variable(1);
    assert_eq!(one.forget(&b, &[]), Err(mismatch.clone()));
    assert_eq!(one.guard(&b, &Constraint::truth()), Err(mismatch.clone()));
    assert_eq!(one.bounds(&b, &x1), Err(mismatch));
    assert_eq!(one.bounds(&a, &x1), Err(unknown.clone()));
    assert_eq!(one.forget(&a, &[1]), Err(unknown.clone()));
    assert_eq!(one.assign(&a, 1, &LinearExpr::zero()), Err(unknown.clone()));
    assert_eq!(one.assign(&a, 0, &x1), Err(unknown));
    let twice = [(0, LinearExpr::zero()), (0, LinearExpr::zero())];
    assert_eq!(one.assign_parallel(&a, &twice), Err(Error::AssignedTwice { variable: 0 }));
    assert_eq!(one.leq(&a, &b), Answer::Unknown);
    assert_eq!(one.equal(&b, &b), Answer::Unknown);
    assert_eq!((one.join(&a, &b), one.meet(&b, &b)), (a.clone(), a.clone()));
    assert!(two.embed(&a, &one, &[Some(0)]).is_err());
}

#[test]
fn dimensions_come_and_go() {
    let boxes = Boxes::exact(Space::reals(2));
    let a = element(&boxes, &["x0 >= 1/2", "x1 = 3"]);
    let (larger, added) = boxes.add_dimensions(&a, &[VarKind::Int]).expect("fits");
    assert_eq!(larger.show(&added), "x0 - 1/2 >= 0 ∧ x1 - 3 = 0");
    let (smaller, kept) = larger.remove_dimensions(&added, &[0, 2]).expect("fits");
    assert_eq!(smaller.show(&kept), "x0 - 3 = 0");
    let (renamed, swapped) = boxes.rename(&a, &[1, 0]).expect("fits");
    assert_eq!(renamed.show(&swapped), "x0 - 3 = 0 ∧ x1 - 1/2 >= 0");
    let none = Boxes::exact(Space::reals(0));
    assert_eq!(none.show(&none.universe()), "⊤");
    assert_eq!(none.show(&none.bottom()), "⊥");
}

/// All points of a small integer grid.
fn grid() -> impl Iterator<Item = [i64; 2]> {
    (-2..=2).flat_map(|x| (-2..=2).map(move |y| [x, y]))
}

/// The least box around the points.
fn around<N: Number>(boxes: &Boxes<N>, points: impl Iterator<Item = [i64; 2]>) -> BoxElem<N> {
    let point = |[x, y]: [i64; 2]| element(boxes, &[&format!("x0 = {x}"), &format!("x1 = {y}")]);
    points.map(point).fold(boxes.bottom(), |all, one| boxes.join(&all, &one))
}

/// Guards and assignments on all small integer boxes give the least box around all results.
fn is_best_on_integers<N: Number>(boxes: Boxes<N>) {
    let guards = [
        "x0 > 0",
        "2*x0 <= 1",
        "3*x0 = 3",
        "x0 != -1",
        "x0 > x1",
        "x0 = x1",
        "x0 + x1 = 1",
        "x0 + x1 < 0",
        "x0 - x1 >= 2",
        "2*x0 + 4*x1 = 1",
        "2*x0 = 1",
    ];
    let exprs = ["x0 + x1", "2*x0 - 3*x1 + 1", "-x1", "7"];
    for low in grid() {
        for high in grid().filter(|high| high[0] >= low[0] && high[1] >= low[1]) {
            let inside = |p: &[i64; 2]| (0..2).all(|v| low[v] <= p[v] && p[v] <= high[v]);
            let a = around(&boxes, [low, high].into_iter());
            for text in guards {
                let guard: Constraint = text.parse().expect("a constraint");
                let satisfies = |p: &[i64; 2]| guard.holds_at(&p.map(Rat::from)) == Ok(true);
                let best = around(&boxes, grid().filter(inside).filter(satisfies));
                let found = boxes.guard(&a, &guard).expect("fits");
                assert_eq!(boxes.show(&found), boxes.show(&best), "{} {text}", boxes.show(&a));
            }
            for text in exprs {
                let expr: LinearExpr = text.parse().expect("an expression");
                let value = |p: [i64; 2]| {
                    let value = expr.eval(&p.map(Rat::from)).expect("fits");
                    [value.to_i64().expect("small"), p[1]]
                };
                let best = around(&boxes, grid().filter(inside).map(value));
                assert_eq!(boxes.assign(&a, 0, &expr), Ok(best), "{} {text}", boxes.show(&a));
            }
        }
    }
}

#[test]
fn integer_results_are_best_by_enumeration() {
    is_best_on_integers(Boxes::exact(Space::integers(2)));
    is_best_on_integers(Boxes::integer(Space::integers(2)));
    is_best_on_integers(Boxes::float(Space::integers(2)));
}

#[test]
fn bounds_are_attained() {
    let boxes = Boxes::exact(Space::reals(2));
    let a = element(&boxes, &["x0 >= 0", "x0 <= 1", "x1 >= 2", "x1 <= 5"]);
    let bounds = boxes.bounds(&a, &"x0 - 2*x1 + 1".parse().expect("an expression"));
    assert_eq!(bounds, Ok(Some(Interval::of(-9, -2))));
    assert_eq!(boxes.bounds_of(&boxes.bottom(), 0), Ok(None));
}
