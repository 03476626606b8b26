//! Constraints from which elements are made, as analyses have them.

use soundline_domains::expr::{Constraint, LinearExpr, Relation, Var};
use soundline_domains::numbers::Rat;
use soundline_lattice::choices::Random;

/// Makes the constraints of one element over so many variables.
pub type Make = fn(usize, &mut Random) -> Vec<Constraint>;

/// A number from `low` to `high`.
pub fn number(random: &mut Random, low: i64, high: i64) -> i64 {
    low + random.up_to((high - low) as u64) as i64
}

fn term(variable: Var, factor: i64) -> (Var, Rat) {
    (variable, Rat::from(factor))
}

fn at_least_zero(terms: impl IntoIterator<Item = (Var, Rat)>, constant: Rat) -> Constraint {
    Constraint::new(LinearExpr::new(terms, constant), Relation::Ge)
}

fn some_variable(variables: usize, random: &mut Random) -> Var {
    random.up_to(variables as u64 - 1) as usize
}

/// Most variables have both bounds, with denominators up to the given one.
fn bounds(variables: usize, denominators: i64, random: &mut Random) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    for v in 0..variables {
        let denominator = number(random, 1, denominators);
        let low = Rat::new(number(random, -1000, 1000), denominator).expect("not 0");
        let high = &low + &Rat::from(number(random, 1500, 2000));
        if random.up_to(9) > 0 {
            constraints.push(at_least_zero([term(v, 1)], -low));
        }
        if random.up_to(9) > 0 {
            constraints.push(at_least_zero([term(v, -1)], high));
        }
    }
    constraints
}

/// Bounds that are integers.
pub fn integer_bounds(variables: usize, random: &mut Random) -> Vec<Constraint> {
    bounds(variables, 1, random)
}

/// Bounds that are fractions.
pub fn fractional_bounds(variables: usize, random: &mut Random) -> Vec<Constraint> {
    bounds(variables, 12, random)
}

/// Bounds of all variables over a denominator, and a sum or difference with another for each.
fn pairs(variables: usize, denominator: i64, random: &mut Random) -> Vec<Constraint> {
    let rational = |value: i64| Rat::new(value, denominator).expect("not 0");
    let mut constraints = Vec::new();
    for v in 0..variables {
        let low = number(random, -100, 50);
        let high = low + number(random, 20, 100);
        constraints.push(at_least_zero([term(v, 1)], rational(-low)));
        constraints.push(at_least_zero([term(v, -1)], rational(high)));
        let other = some_variable(variables, random);
        let sign = 2 * number(random, 0, 1) - 1;
        let bound = rational(number(random, 90, 250));
        constraints.push(at_least_zero([term(v, -1), term(other, -sign)], bound));
    }
    constraints
}

/// [`pairs`] of integers.
pub fn integer_pairs(variables: usize, random: &mut Random) -> Vec<Constraint> {
    pairs(variables, 1, random)
}

/// [`pairs`] of tenths.
pub fn fractional_pairs(variables: usize, random: &mut Random) -> Vec<Constraint> {
    pairs(variables, 10, random)
}

/// Variables in which sparse elements differ. Polyhedra that differ in more have joins with too
/// many faces, and two branches of a program do not differ in all variables.
const VARIED: usize = 16;

/// Bounds of variables, copies with an offset, and differences between some. Variables beyond the
/// first sixteen are known to be positive, or to be such a copy, in all elements.
pub fn sparse(variables: usize, random: &mut Random) -> Vec<Constraint> {
    let varied = variables.min(VARIED);
    let mut constraints = Vec::new();
    let copy_of = |v: Var, other: Var, offset: i64| {
        let difference = LinearExpr::new([term(v, 1), term(other, -1)], offset);
        Constraint::new(difference, Relation::Eq)
    };
    for v in 0..varied {
        match number(random, 0, 9) {
            0..=1 => {}
            2..=5 => constraints.push(at_least_zero([term(v, 1)], number(random, 0, 4).into())),
            6..=7 => {
                constraints.push(at_least_zero([term(v, 1)], number(random, 0, 4).into()));
                constraints.push(at_least_zero([term(v, -1)], number(random, 5, 25).into()));
            }
            _ => {
                let (other, offset) = (some_variable(varied, random), number(random, 0, 3));
                constraints.extend((other != v).then(|| copy_of(v, other, offset)));
            }
        }
    }
    for _ in 0..varied / 4 {
        let (x, y) = (some_variable(varied, random), some_variable(varied, random));
        let offset = number(random, 0, 6).into();
        let difference = || at_least_zero([term(x, 1), term(y, -1)], offset);
        constraints.extend((x != y).then(difference));
    }
    constraints.extend((VARIED..variables).map(|v| match v % 2 {
        0 => copy_of(v, v - VARIED, 1),
        _ => at_least_zero([term(v, 1)], Rat::ZERO),
    }));
    constraints
}

/// Constraints of independent groups of four variables. Elements differ in the first group: what a
/// program does between two elements concerns few variables.
fn groups(variables: usize, make: Make, random: &mut Random) -> Vec<Constraint> {
    let mut constraints = make(4, random);
    let mut common = Random::new(5);
    for start in (4..variables).step_by(4) {
        constraints.extend(make(4, &mut common).iter().map(|c| c.rename(|v| start + v)));
    }
    constraints
}

/// Groups of [`integer_pairs`].
pub fn groups_of_pairs(variables: usize, random: &mut Random) -> Vec<Constraint> {
    groups(variables, integer_pairs, random)
}

/// Groups of [`sparse`] constraints.
pub fn sparse_groups(variables: usize, random: &mut Random) -> Vec<Constraint> {
    groups(variables, sparse, random)
}

/// Equations between three variables, for half of the variables.
pub fn equations(variables: usize, random: &mut Random) -> Vec<Constraint> {
    let equation = |v: Var| {
        let (x, y) = (some_variable(variables, random), some_variable(variables, random));
        let terms = [term(v, 1), term(x, number(random, -2, 2)), term(y, 1)];
        Constraint::new(LinearExpr::new(terms, number(random, -9, 9)), Relation::Eq)
    };
    (0..variables).step_by(2).map(equation).collect()
}

/// The faces of a cube.
pub fn cube(variables: usize, _: &mut Random) -> Vec<Constraint> {
    let faces =
        |v| [at_least_zero([term(v, 1)], Rat::ZERO), at_least_zero([term(v, -1)], Rat::ONE)];
    (0..variables).flat_map(faces).collect()
}

/// A cube, and planes with small factors that cut it around its middle.
pub fn cut_cube(variables: usize, random: &mut Random) -> Vec<Constraint> {
    let faces = |v| [term(v, 1), term(v, -1)].map(|face| at_least_zero([face], Rat::from(10)));
    let mut constraints: Vec<Constraint> = (0..variables).flat_map(faces).collect();
    for _ in 0..5 * variables / 2 {
        let terms: Vec<_> = (0..variables).map(|v| term(v, number(random, -3, 3))).collect();
        constraints.push(at_least_zero(terms, number(random, 5, 25).into()));
    }
    constraints
}
