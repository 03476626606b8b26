//! From constraints to generators and back.

use super::super::description::with_pair;
use super::super::pair::Pair;
use super::*;
use crate::expr::{LinearExpr, Relation};
use crate::linear::echelon;
use crate::numbers::{Integer, Rat};
use soundline_lattice::choices::Random;

/// A system with small numbers, some of them in equations, now and then with a huge one.
pub(super) fn system(dimensions: usize, random: &mut Random) -> Vec<Constraint> {
    let count = 1 + random.up_to(2 * dimensions as u64 + 3);
    let big = random.up_to(19) == 0;
    let make = |_| {
        let mut number = |most: u64| random.up_to(2 * most) as i64 - most as i64;
        let terms: Vec<_> = (0..dimensions)
            .map(|v| (v, Rat::from(if number(1) == 0 { number(4) } else { number(1) })))
            .collect();
        let constant = match big && number(2) == 0 {
            true => number(u64::MAX / 4),
            false => number(12) + 4,
        };
        let relation = if number(5) == 5 { Relation::Eq } else { Relation::Ge };
        Constraint::new(LinearExpr::new(terms, constant), relation)
    };
    (0..count).map(make).collect()
}

/// The generators satisfy the constraints, the bits tell which of them saturate, and each
/// inequality is a facet: its generators span all but one dimension.
fn assert_consistent<T: Scalar>(pair: &Pair<T>) {
    let generators = || pair.lines.iter().chain(pair.rays.iter());
    for row in pair.equalities.iter() {
        assert!(generators().all(|g| T::sign_of(&T::dot(row, g)).is_eq()));
    }
    let dimension = pair.width() - pair.equalities.len();
    for (index, row) in pair.inequalities.iter().enumerate() {
        assert!(pair.lines.iter().all(|line| T::sign_of(&T::dot(row, line)).is_eq()));
        let mut face = pair.lines.clone();
        for (number, ray) in pair.rays.iter().enumerate() {
            let sign = T::sign_of(&T::dot(row, ray));
            assert!(sign.is_ge());
            assert_eq!(pair.saturation.get(number, index), sign.is_eq());
            if sign.is_eq() {
                face.push(ray);
            }
        }
        let rank = echelon::reduce(&mut face).map(|pivots| pivots.len());
        assert!(rank.is_none_or(|rank| rank == dimension - 1), "not a facet: {row:?}");
    }
    let mut all = pair.lines.clone();
    all.append(&pair.rays);
    let rank = echelon::reduce(&mut all).map(|pivots| pivots.len());
    assert!(rank.is_none_or(|rank| rank == dimension), "equalities are missing");
}

/// The polyhedron that is spanned by the generators of another, starting from one of its points.
fn again(domain: &Polyhedra, a: &Polyhedron) -> Polyhedron {
    let description = a.description().expect("it has points");
    let mut point = domain.universe();
    with_pair!(description, pair => {
        let ray = pair.rays.iter().find(|ray| ray[0].sign().is_gt()).expect("one is a point");
        for v in 0..a.dimensions() {
            let value = Rat::new(ray[v + 1].to_int(), ray[0].to_int()).expect("it is not 0");
            point = domain.assign(&point, v, &LinearExpr::constant(value)).expect("v exists");
        }
    });
    let (lines, rays) = (description.lines(), description.rays());
    let point = point.description().expect("it is a point");
    let spanned = point.step(&description::Span { lines: &lines, rays: &rays });
    Polyhedron::known(a.dimensions(), a.is_strict(), spanned)
}

#[test]
fn both_descriptions_agree_on_random_systems() {
    let mut random = Random::new(1);
    let mut nonempty = 0;
    for round in 0..6000 {
        let dimensions = 1 + round % 5;
        let domain = Polyhedra::closed(Space::reals(dimensions));
        let a = domain.from_constraints(&system(dimensions, &mut random)).unwrap();
        let Some(description) = a.description() else { continue };
        nonempty += 1;
        with_pair!(description, pair => assert_consistent(pair));
        let back = domain.from_constraints(&domain.to_constraints(&a)).unwrap();
        assert!(order::is_equal(&a, &back));
        assert_eq!(a.fingerprint(), back.fingerprint(), "the rows are unique");
        let spanned = again(&domain, &a);
        with_pair!(spanned.description().unwrap(), pair => assert_consistent(pair));
        assert!(order::is_equal(&a, &spanned), "from generators: {}", domain.show(&a));
    }
    assert!(nonempty > 2000, "{nonempty}");
}

#[test]
fn steps_agree_with_one_conversion() {
    let mut random = Random::new(2);
    for round in 0..2000 {
        let dimensions = 1 + round % 4;
        let domain = Polyhedra::closed(Space::reals(dimensions));
        let constraints = system(dimensions, &mut random);
        let at_once = domain.from_constraints(&constraints).unwrap();
        let mut stepwise = domain.universe();
        for constraint in &constraints {
            stepwise = domain.guard(&stepwise, constraint).unwrap();
            stepwise.description();
        }
        assert!(order::is_equal(&at_once, &stepwise));
    }
}

fn sizes(a: &Polyhedron) -> [usize; 4] {
    with_pair!(a.description().expect("it has points"), pair => [
        pair.equalities.len(),
        pair.inequalities.len(),
        pair.lines.len(),
        pair.rays.len(),
    ])
}

#[test]
fn cubes_and_cross_polytopes_have_known_sizes() {
    for dimensions in 1..=6usize {
        let domain = Polyhedra::closed(Space::reals(dimensions));
        let cube: String = (0..dimensions).map(|v| format!("x{v} <= 1, x{v} >= -1,")).collect();
        assert_eq!(sizes(&element(&domain, &cube)), [0, 2 * dimensions, 0, 1 << dimensions]);
        let cross: String = (0..1 << dimensions)
            .map(|signs: usize| {
                let term = |v| format!("{} x{v}", if signs >> v & 1 == 1 { '-' } else { '+' });
                format!("0 {} <= 1,", (0..dimensions).map(term).collect::<String>())
            })
            .collect();
        let facets = if dimensions == 1 { 2 } else { 1 << dimensions };
        assert_eq!(sizes(&element(&domain, &cross)), [0, facets, 0, 2 * dimensions]);
    }
}

#[test]
fn degenerate_systems() {
    let domain = Polyhedra::closed(Space::reals(3));
    let show = |text| domain.show(&element(&domain, text));
    assert_eq!(sizes(&domain.universe()), [0, 1, 3, 1]);
    assert_eq!(sizes(&element(&domain, "x0 = x1")), [1, 1, 2, 1]);
    assert_eq!(sizes(&element(&domain, "x0 = 1, x1 = 2, x2 = 3")), [3, 1, 0, 1]);
    assert_eq!(show("x0 >= 1, x0 <= 0"), "⊥");
    assert_eq!(show("x0 >= 1, x0 <= 1"), "x0 - 1 = 0");
    assert_eq!(show("x0 >= 1, x0 >= 0, 2*x0 >= 2, x0 + 5 >= 0"), "x0 - 1 >= 0");
    assert_eq!(show("x0 + x1 >= 0, x2 >= x0 + x1, x2 <= 0"), "x0 + x1 = 0 ∧ x2 = 0");
    assert_eq!(show("0 >= -1"), "⊤");
    assert_eq!(show("-1 >= 0"), "⊥");
    let zero = Polyhedra::closed(Space::reals(0));
    assert_eq!(zero.show(&zero.universe()), "⊤");
    assert_eq!(zero.show(&element(&zero, "1 = 0")), "⊥");
}

#[test]
fn huge_numbers_are_promoted_and_demoted() {
    let domain = Polyhedra::closed(Space::reals(2));
    let big = "9223372036854775807";
    let far = element(&domain, &format!("x0 >= {big}*x1, x1 >= {big}"));
    assert!(matches!(far.description(), Some(Description::Big(_))));
    with_pair!(far.description().unwrap(), pair => assert_consistent(pair));
    assert_eq!(
        domain.bounds_of(&far, 0).unwrap().unwrap().low().to_string(),
        "85070591730234615847396907784232501249"
    );
    let near = domain.forget(&far, &[0, 1]).unwrap();
    assert!(matches!(near.description(), Some(Description::Words(_))));
    assert!(order::is_equal(&near, &domain.universe()));
}
