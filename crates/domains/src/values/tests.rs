//! Environments on trial, and with integers beyond the numbers of their lattices.

use super::*;
use crate::Error;
use crate::capabilities::{MEET_BELOW_LEFT, MEET_BELOW_RIGHT};
use crate::expr::{Constraint, LinearExpr};
use crate::numbers::{Int, Rat};
use crate::registry;
use crate::tests::{integer_spaces, passes, passes_with_narrowing, spaces};

#[test]
fn signs_pass() {
    spaces().into_iter().map(Values::signs).for_each(passes);
}

#[test]
fn parities_pass() {
    spaces().into_iter().map(Values::parities).for_each(passes);
}

#[test]
fn constants_pass() {
    spaces().into_iter().map(Values::constants).for_each(passes);
}

#[test]
fn intervals_pass() {
    integer_spaces().into_iter().map(Values::intervals).for_each(passes_with_narrowing);
}

#[test]
fn congruences_pass() {
    spaces().into_iter().map(Values::congruences).for_each(passes_with_narrowing);
}

#[test]
fn interval_congruences_pass() {
    spaces().into_iter().map(Values::interval_congruences).for_each(passes_with_narrowing);
}

fn element<V: Value>(values: &Values<V>, text: &[&str]) -> Environment<V::Elem> {
    let constraints: Vec<Constraint> =
        text.iter().map(|text| text.parse().expect("a constraint")).collect();
    values.from_constraints(&constraints).expect("the constraints fit")
}

fn check<V: Value>(values: &Values<V>, text: &[&str], expected: &str) {
    assert_eq!(values.show(&element(values, text)), expected);
}

#[test]
fn guards_reach_the_values() {
    let signs = Values::signs(Space::integers(2));
    check(&signs, &["x0 > 0", "x1 > x0"], "x0: Pos, x1: Pos");
    check(&signs, &["x0 = 0"], "x0: Zero, x1: Top");
    check(&signs, &["x0 > 0", "x0 < 0"], "⊥");
    let parities = Values::parities(Space::integers(2));
    check(&parities, &["x0 = 3", "x1 = x0 + 1"], "x0: Odd, x1: Even");
    check(&parities, &["x0 = 3", "2*x1 = x0"], "⊥");
    let constants = Values::constants(Space::integers(2));
    check(&constants, &["x0 = 3", "x1 = 2*x0"], "x0: 3, x1: 6");
    check(&constants, &["x0 = 3", "x0 != 3"], "⊥");
    let congruences = Values::congruences(Space::integers(2));
    check(&congruences, &["x0 = 6*x1 + 4"], "x0: 4 + 6Z, x1: Z");
    check(&congruences, &["x0 = 6*x1 + 4", "2*x1 = 3*x0 + 1"], "⊥");
    check(&congruences, &["x0 = 6*x1 + 4", "4*x1 = x0"], "x0: 4 + 12Z, x1: 1 + 3Z");
    let both = Values::interval_congruences(Space::integers(2));
    check(&both, &["x0 = 4*x1", "x0 > 1", "x0 < 15"], "x0: ([4, 12], 0 + 4Z), x1: ([-oo, +oo], Z)");
}

#[test]
fn fractions_are_no_integers() {
    let congruences = Values::congruences(Space::integers(2));
    let a = element(&congruences, &["x0 = 4*x1 + 2"]);
    let half: LinearExpr = "x0/2".parse().expect("an expression");
    let halved = congruences.assign(&a, 1, &half).expect("x1 exists");
    assert_eq!(congruences.show(&halved), "x0: 2 + 4Z, x1: 1 + 2Z");
    let quarter: LinearExpr = "x0/4".parse().expect("an expression");
    let none = congruences.assign(&a, 1, &quarter).expect("x1 exists");
    assert!(congruences.is_bottom(&none).is_yes(), "no member of 2 + 4Z has a quarter");
}

/// 2^200 assigned, multiplied and guarded stays inside in every lattice.
fn is_sound_far_out<V: Value>(values: Values<V>) {
    let check = |a: Result<Environment<V::Elem>, Error>, value: &Rat| {
        let a = a.expect("x0 exists");
        let inside = values.contains(&a, std::slice::from_ref(value));
        assert_eq!(inside, Ok(true), "{value}: {}", values.show(&a));
        a
    };
    let (top, x0) = (values.universe(), LinearExpr::variable(0));
    let far = Rat::from(Int::from(2).pow(200));
    let a = check(values.assign(&top, 0, &LinearExpr::constant(far.clone())), &far);
    let further = &far * &far + Rat::ONE;
    check(values.assign(&a, 0, &LinearExpr::new([(0, far.clone())], 1)), &further);
    let equal = Constraint::eq(&x0, &LinearExpr::constant(further.clone()));
    check(values.guard(&top, &equal), &further);
    let multiple = LinearExpr::constant(&far * Rat::from(3));
    check(values.guard(&top, &Constraint::eq(&x0.scale(&far), &multiple)), &3.into());
}

#[test]
fn huge_integers_stay_inside() {
    is_sound_far_out(Values::signs(Space::integers(1)));
    is_sound_far_out(Values::parities(Space::integers(1)));
    is_sound_far_out(Values::constants(Space::integers(1)));
    is_sound_far_out(Values::intervals(Space::integers(1)));
    is_sound_far_out(Values::congruences(Space::integers(1)));
    is_sound_far_out(Values::interval_congruences(Space::integers(1)));
}

#[test]
fn quotients_are_the_solutions() {
    for (residue, modulus) in [(0, 0), (6, 0), (-6, 0), (1, 2), (0, 6), (4, 6), (3, 6), (0, 1)] {
        for factor in [-6, -4, -3, -1, 1, 2, 3, 4, 9] {
            let of = soundline_lattice::lattices::CongruenceElem::new(residue, modulus);
            let solutions = Congruence.quotient(&of, &Int::from(factor));
            for x in -40..=40 {
                let product = Congruence.contains(&of, &Int::from(x * factor));
                let found = Congruence.contains(&solutions, &Int::from(x));
                assert_eq!(found, product, "{factor} * {x} in {of}: {solutions}");
            }
        }
    }
}

#[test]
fn represented_constraints_are_found() {
    let check = |holds: bool, represented: bool| assert_eq!(holds, represented);
    let parse = |text: &str| text.parse::<Constraint>().expect("a constraint");
    let space = || Space::integers(1);
    check(Values::signs(space()).represents(&parse("x0 > 0")), true);
    check(Values::signs(space()).represents(&parse("x0 > 1")), false);
    check(Values::parities(space()).represents(&parse("x0 = 1")), false);
    check(Values::constants(space()).represents(&parse("x0 = 1")), true);
    check(Values::constants(space()).represents(&parse("x0 >= 1")), false);
    check(Values::congruences(space()).represents(&parse("2*x0 = 2")), true);
    check(Values::intervals(space()).represents(&parse("x0 >= 9223372036854775808")), false);
    check(Values::intervals(space()).represents(&parse("x0 >= 5")), true);
    check(Values::intervals(Space::reals(1)).represents(&parse("x0 >= 5")), false);
}

#[test]
fn bad_input_is_an_error() {
    let (one, two) = (Values::signs(Space::integers(1)), Values::signs(Space::integers(2)));
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

/// Found by `soundline test --seed 2`: the common modulus of the two would be above 2^127.
#[test]
fn meets_whose_modulus_does_not_fit_lose_no_point_and_promise_no_more() {
    let domain = Values::congruences(Space::integers(1));
    let class = |values: [&str; 2]| {
        let [a, b] = values.map(|value| {
            let equal = domain.space().parse(&format!("x0 = {value}")).expect("it is a constraint");
            domain.guard(&domain.universe(), &equal).expect("it fits")
        });
        domain.join(&a, &b)
    };
    let common = "3820445788478006407";
    let x = class([common, "-9223372036854775806"]);
    let y = class(["-9223372036854775805", common]);
    let meet = domain.meet(&x, &y);
    let point: Rat = common.parse().expect("it is a number");
    assert_eq!(domain.contains(&meet, &[point]), Ok(true));
    assert_eq!(domain.leq(&meet, &y).and(|| domain.leq(&meet, &x)), Answer::No);
    for name in ["congruences", "intervals*congruences"] {
        let exempt = registry::get(name).expect("there is such a domain").exemptions;
        for law in [MEET_BELOW_LEFT, MEET_BELOW_RIGHT] {
            assert!(exempt.iter().any(|exemption| exemption.law == law), "{name}: {law}");
        }
    }
}
