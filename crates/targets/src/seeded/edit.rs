//! What planted bugs are made of: elements rebuilt from edited constraints.

use soundline_domains::expr::{Constraint, LinearExpr, Relation, Var};
use soundline_domains::numbers::Rat;

use super::machine::Inside;
use crate::machine::Refusal;
use crate::operation::{Operation, Slot};

/// The inequalities that say the same as some constraints.
pub(super) fn halves(constraints: &[Constraint]) -> Vec<Constraint> {
    constraints.iter().filter_map(Constraint::as_inequalities).flatten().collect()
}

/// The element of the inequalities of another one that are kept.
pub(super) fn keeping(
    inside: &mut Inside,
    slot: Slot,
    keep: impl Fn(&Constraint) -> bool,
) -> Result<Slot, Refusal> {
    let mut constraints = halves(&inside.constraints(slot)?);
    constraints.retain(keep);
    inside.apply(&Operation::Constraints(constraints))
}

/// Does the constraint say something about the variable?
pub(super) fn mentions(constraint: &Constraint, variable: Var) -> bool {
    !constraint.expr().coefficient(variable).is_zero()
}

/// Is it an upper bound of a variable or of more than one, by the sign of the first factor?
pub(super) fn is_upper(constraint: &Constraint) -> bool {
    constraint.expr().terms().first().is_some_and(|(_, factor)| factor.is_negative())
}

/// The points of an element where no variable is further from 0 than the bound.
pub(super) fn within(inside: &mut Inside, slot: Slot, bound: i64) -> Result<Slot, Refusal> {
    let bound = LinearExpr::constant(bound);
    let side = |v: LinearExpr| Constraint::new(&v + &bound, Relation::Ge);
    let cube = (0..inside.dimensions())
        .map(LinearExpr::variable)
        .flat_map(|v| [side(-&v), side(v)])
        .collect();
    let cube = inside.apply(&Operation::Constraints(cube))?;
    inside.apply(&Operation::Meet(slot, cube))
}

/// A number as 64 bits hold it after an overflow; fractions stay.
pub(super) fn wrapped(number: &Rat) -> Rat {
    match number.to_int() {
        Some(int) if int.to_i64().is_none() => {
            let modulus = Rat::from(2).pow(64);
            let half = Rat::from(2).pow(63);
            let turns =
                (number + &half).div(&modulus).map_or(Rat::ZERO, |turns| Rat::from(turns.floor()));
            number - turns * modulus
        }
        _ => number.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap_at_the_ends_of_64_bits() {
        let check = |number: &str, expected: i64| {
            let number: Rat = number.parse().expect("it is a number");
            assert_eq!(wrapped(&number), Rat::from(expected), "{number}");
        };
        check("9223372036854775807", i64::MAX);
        check("9223372036854775808", i64::MIN);
        check("-9223372036854775809", i64::MAX);
        check("18446744073709551616", 0);
        check("-5", -5);
    }
}
