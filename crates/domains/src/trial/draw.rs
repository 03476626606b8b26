//! Random numbers, expressions and constraints, with extremes among them.

use soundline_lattice::Choices;

use crate::expr::{Constraint, LinearExpr, Relation, Space, Var};
use crate::numbers::Rat;

/// Where machine numbers end, and where f64 stops to hold every integer.
const EXTREMES: [i64; 10] = [
    i64::MAX,
    i64::MIN,
    i64::MAX - 1,
    i64::MIN + 1,
    (1 << 53) - 1,
    1 << 53,
    (1 << 53) + 1,
    -(1 << 53) - 1,
    i32::MAX as i64,
    i32::MIN as i64,
];

/// A number: mostly small integers, some fractions, few extremes.
pub fn number(choices: &mut Choices) -> Rat {
    match choices.draw_as(3, |random| [0, 0, 0, 0, 0, 0, 1, 1, 2, 3][random.up_to(9) as usize]) {
        0 => choices.int(-6, 6).into(),
        1 => Rat::new(choices.int(-9, 9), choices.int(1, 4)).expect("the denominator is not 0"),
        2 => choices.int(-1_000_000, 1_000_000).into(),
        _ => choices.pick(&EXTREMES).into(),
    }
}

/// A coefficient that is not 0.
fn coefficient(choices: &mut Choices) -> Rat {
    match choices.draw_as(2, |random| [0, 0, 0, 0, 0, 0, 1, 1, 1, 2][random.up_to(9) as usize]) {
        0 => choices.pick(&[1i64, -1]).into(),
        1 => choices.pick(&[2i64, -2, 3, -3]).into(),
        _ => {
            let number = number(choices);
            if number.is_zero() { Rat::ONE } else { number }
        }
    }
}

/// A variable of the space, which has some.
pub fn variable(space: &Space, choices: &mut Choices) -> Var {
    choices.index(space.dimensions())
}

/// A linear expression over up to `most` variables.
pub fn expression(space: &Space, most: usize, choices: &mut Choices) -> LinearExpr {
    let mut terms = Vec::new();
    if space.dimensions() > 0 {
        terms = choices.many(most, |choices| (variable(space, choices), coefficient(choices)));
    }
    LinearExpr::new(terms, number(choices))
}

/// A constraint over one, two or (seldom) more variables, mostly of the shape that octagons like.
pub fn constraint(space: &Space, choices: &mut Choices) -> Constraint {
    let expr = if space.dimensions() > 0 && !choices.once_in(5) {
        let mut terms = vec![(variable(space, choices), sign(choices))];
        if choices.flip() {
            terms.push((variable(space, choices), sign(choices)));
        }
        LinearExpr::new(terms, number(choices))
    } else {
        expression(space, 4, choices)
    };
    let relation =
        choices.draw_as(3, |random| [0, 0, 0, 0, 0, 0, 1, 1, 2, 3][random.up_to(9) as usize]);
    let relations = [Relation::Ge, Relation::Eq, Relation::Gt, Relation::Ne];
    Constraint::new(expr, relations[relation as usize])
}

fn sign(choices: &mut Choices) -> Rat {
    choices.pick(&[1i64, -1]).into()
}

/// A point of the space: integers for integer variables.
pub fn point(space: &Space, choices: &mut Choices) -> Vec<Rat> {
    (0..space.dimensions()).map(|v| coordinate(space, v, choices)).collect()
}

/// A value of a variable.
pub fn coordinate(space: &Space, variable: Var, choices: &mut Choices) -> Rat {
    let number = number(choices);
    if space.is_integer(variable) { number.floor().into() } else { number }
}

/// A constraint that the point satisfies: often with equality, often by a little.
pub fn constraint_around(point: &[Rat], space: &Space, choices: &mut Choices) -> Constraint {
    let drawn = constraint(space, choices);
    let value = drawn.expr().eval(point).expect("the point has all coordinates");
    let relation = match drawn.relation() {
        Relation::Ne => Relation::Ge,
        relation => relation,
    };
    // Shift the constant so that the expression is 0, or a little above, at the point.
    let slack: Rat = match relation {
        Relation::Eq => Rat::ZERO,
        Relation::Gt => choices.int(1, 5).into(),
        _ => choices.int(0, 5).into(),
    };
    Constraint::new(drawn.expr().clone().plus(&(slack - value)), relation)
}
