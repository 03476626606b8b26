//! What oracles draw: numbers, expressions, constraints.

use soundline_domains::expr::{Constraint, LinearExpr, Relation, Space, Var};
use soundline_domains::numbers::Rat;
use soundline_lattice::Choices;

/// Where machine numbers end, and where f64 stops to hold every integer.
const EXTREMES: [i64; 6] =
    [i64::MAX, i64::MIN, (1 << 53) + 1, -(1 << 53) - 1, i32::MAX as i64, i32::MIN as i64];

/// A number: mostly small integers, some fractions, few extremes.
pub fn number(choices: &mut Choices) -> Rat {
    match choices.draw_as(2, |random| [0, 0, 0, 0, 0, 0, 0, 1, 1, 2][random.up_to(9) as usize]) {
        0 => choices.int(-6, 6).into(),
        1 => Rat::new(choices.int(-9, 9), choices.int(1, 4)).expect("the denominator is not 0"),
        _ => choices.pick(&EXTREMES).into(),
    }
}

fn coefficient(choices: &mut Choices) -> Rat {
    choices.pick(&[1i64, -1, 1, -1, 2, -2, 3]).into()
}

/// A variable, if there is one.
pub fn variable(space: &Space, choices: &mut Choices) -> Option<Var> {
    (space.dimensions() > 0).then(|| choices.index(space.dimensions()))
}

/// A variable, and once in four times one or two others, if there are any.
pub fn and_others(first: Var, space: &Space, choices: &mut Choices) -> Vec<Var> {
    let mut variables = vec![first];
    if space.dimensions() > 1 && choices.once_in(4) {
        for _ in 0..1 + choices.index(2) {
            let other = choices.index(space.dimensions());
            if !variables.contains(&other) {
                variables.push(other);
            }
        }
    }
    variables
}

/// A linear expression over one to `most` variables, as far as there are any. Its value is an
/// integer wherever the variables are.
pub fn expression(space: &Space, most: usize, choices: &mut Choices) -> LinearExpr {
    let terms: Vec<(Var, Rat)> = match space.dimensions() {
        0 => Vec::new(),
        _ => (0..1 + choices.index(most.max(1)))
            .map(|_| (choices.index(space.dimensions()), coefficient(choices)))
            .collect(),
    };
    LinearExpr::new(terms, choices.int(-6, 6))
}

/// A constraint over up to three variables.
pub fn constraint(space: &Space, choices: &mut Choices) -> Constraint {
    let expr = expression(space, 3, choices).with_constant(number(choices));
    let relation = choices.draw_as(2, |random| [0, 0, 0, 0, 1, 1, 2][random.up_to(6) as usize]);
    Constraint::new(expr, [Relation::Ge, Relation::Eq, Relation::Gt][relation as usize])
}

/// Assignments of up to `most` different variables; none where there is no variable.
pub fn assignments(space: &Space, most: usize, choices: &mut Choices) -> Vec<(Var, LinearExpr)> {
    let mut variables: Vec<Var> = (0..space.dimensions()).collect();
    choices.shuffle(&mut variables);
    variables.truncate(most);
    variables.into_iter().map(|v| (v, expression(space, 2, choices))).collect()
}

/// The value of a variable that may be anything.
pub fn value(space: &Space, variable: Var, choices: &mut Choices) -> Rat {
    let number = number(choices);
    if space.is_integer(variable) { number.floor().into() } else { number }
}
