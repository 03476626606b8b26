//! Guards over integers against enumeration of their points.

use soundline_lattice::Choices;

use super::*;
use crate::expr::{LinearExpr, Relation};
use crate::numbers::{Bound, Rat};

const REACH: i64 = 14;

/// All integer points of two variables that are not far away.
fn points() -> impl Iterator<Item = [Rat; 2]> {
    (-REACH..=REACH).flat_map(|x| (-REACH..=REACH).map(move |y| [x.into(), y.into()]))
}

fn some_constraint(choices: &mut Choices) -> Constraint {
    let terms = [(0, choices.int(-6, 6).into()), (1, choices.int(-6, 6).into())];
    let constant = Rat::new(choices.int(-9, 9), choices.int(1, 3)).expect("not 0");
    let relation = choices.pick(&[Relation::Ge, Relation::Gt, Relation::Eq, Relation::Ne]);
    Constraint::new(LinearExpr::new(terms, constant), relation)
}

/// One guard of the universe reaches exactly as far as its integer points do, and has no points if
/// there are none. Factors are so small that a point on every plane is near.
#[test]
fn a_single_guard_gives_the_hull_of_its_integer_points() {
    for domain in [Polyhedra::closed(Space::integers(2)), Polyhedra::strict(Space::integers(2))] {
        let mut choices = Choices::random(3);
        let (mut empty, mut bounded) = (0, 0);
        for _ in 0..500 {
            let c = some_constraint(&mut choices);
            if c.relation() == Relation::Ne {
                continue;
            }
            let a = domain.guard(&domain.universe(), &c).unwrap();
            let members = points().filter(|point| c.holds_at(point) == Ok(true));
            let least = members.map(|point| c.expr().eval(&point).unwrap()).min();
            empty += usize::from(least.is_none());
            assert_eq!(domain.is_bottom(&a).is_yes(), least.is_none(), "{c}");
            if let (Some(least), false) = (least, c.expr().terms().is_empty()) {
                let range = domain.bounds(&a, c.expr()).unwrap().expect("not empty");
                assert_eq!(*range.low(), Bound::Finite(least), "{c}");
                bounded += 1;
            }
        }
        assert!(empty > 30 && bounded > 200, "{empty} {bounded}");
    }
}

/// Several guards keep all integer points, and are within those over the reals.
#[test]
fn guards_keep_integer_points_and_are_below_those_of_reals() {
    let mut choices = Choices::random(4);
    let (mut smaller, mut kept) = (0, 0);
    for case in 0..400 {
        let (integers, reals) = match case % 2 {
            0 => (Polyhedra::closed(Space::integers(2)), Polyhedra::closed(Space::reals(2))),
            _ => (Polyhedra::strict(Space::integers(2)), Polyhedra::strict(Space::reals(2))),
        };
        let constraints = choices.many(4, some_constraint);
        let guarded = |domain: &Polyhedra| {
            let guard = |a: Polyhedron, c| domain.guard(&a, c).unwrap();
            constraints.iter().fold(domain.universe(), guard)
        };
        let (tight, loose) = (guarded(&integers), guarded(&reals));
        assert!(reals.leq(&tight, &loose).is_yes(), "{constraints:?}");
        smaller += usize::from(!reals.leq(&loose, &tight).is_yes());
        for point in points() {
            if constraints.iter().all(|c| c.holds_at(&point) == Ok(true)) {
                assert!(integers.contains(&tight, &point).unwrap(), "{constraints:?} {point:?}");
                kept += 1;
            }
        }
    }
    assert!(smaller > 50 && kept > 1000, "{smaller} {kept}");
}

/// What is not promised: faces that arise where constraints meet are not rounded.
#[test]
fn corners_are_not_rounded() {
    let domain = Polyhedra::closed(Space::integers(2));
    let guard = |a: Polyhedron, text| domain.guard(&a, &constraint(&domain, text)).unwrap();
    let a = ["x0 + x1 >= 1", "x0 >= x1", "x0 - x1 <= 0"].into_iter().fold(domain.universe(), guard);
    let range = domain.bounds_of(&a, 0).unwrap().expect("not empty");
    assert_eq!(*range.low(), Bound::Finite(Rat::new(1, 2).unwrap()));
    // A guard that says so is rounded.
    let a = guard(a, "2*x0 >= 1");
    assert_eq!(
        *domain.bounds_of(&a, 0).unwrap().expect("not empty").low(),
        Bound::Finite(1.into())
    );
}

/// A threshold over integers that holds for real points stays as it is.
#[test]
fn thresholds_are_not_rounded() {
    let domain = Polyhedra::closed(Space::integers(1));
    let a = element(&domain, "2*x0 >= 1, x0 <= 1");
    let b = element(&domain, "2*x0 >= 1, x0 <= 2");
    let threshold = [constraint(&domain, "2*x0 >= 1"), constraint(&domain, "x0 > 0")];
    let widened = domain.widen_up_to(&a, &b, &threshold).unwrap();
    assert!(domain.leq(&b, &widened).is_yes());
}
