//! The numbers that a library computes with, found out from what it says of itself or by trying.

use soundline_domains::expr::{Constraint, LinearExpr};
use soundline_domains::numbers::Rat;

use super::machine::Apron;
use crate::machine::Machine;
use crate::operation::Operation;
use crate::profile::Numbers;

/// The numbers of a library that was opened for one real variable.
pub(super) fn found_out(sample: &mut Apron) -> Numbers {
    said(&sample.context.version()).unwrap_or_else(|| tried(sample))
}

/// Most of APRON's libraries name their numbers behind their version: `1.0 with NUM_MPQ`.
fn said(version: &str) -> Option<Numbers> {
    let (_, numbers) = version.rsplit_once(" with ")?;
    match numbers.trim().to_lowercase().trim_start_matches("num_") {
        "mpq" => Some(Numbers::Rational),
        "mpz" => Some(Numbers::Integer),
        "mpfr" => Some(Numbers::BigFloat),
        "longint" | "longrat" | "longlongint" | "longlongrat" => Some(Numbers::Machine),
        "double" | "longdouble" => Some(Numbers::Double),
        _ => None,
    }
}

/// Machine fractions hold 2/3 and overflow beyond 64 bits, large floats the other way round.
fn tried(sample: &mut Apron) -> Numbers {
    let third = Rat::new(2, 3).expect("3 is not 0");
    let large = &(&Rat::from(i64::MAX) + &Rat::from(i64::MAX)) + &Rat::from(3);
    match (holds(sample, &third), holds(sample, &large)) {
        (true, true) => Numbers::Rational,
        (true, false) => Numbers::Machine,
        (false, true) => Numbers::BigFloat,
        (false, false) => Numbers::Double,
    }
}

/// Does the element of `x0 = value` stand for this point alone?
fn holds(sample: &mut Apron, value: &Rat) -> bool {
    sample.reset();
    let equation = Constraint::eq(&LinearExpr::variable(0), &LinearExpr::constant(value.clone()));
    let told = sample
        .apply(&Operation::Constraints(vec![equation]))
        .and_then(|element| sample.constraints(element));
    sample.rest();
    let Ok(told) = told else { return false };
    let contains =
        |point: Rat| told.iter().all(|c| c.holds_at(std::slice::from_ref(&point)) == Ok(true));
    let step = Rat::new(1, 1i64 << 62).expect("it is not 0");
    contains(value.clone()) && !contains(value + &step) && !contains(value - &step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_name_numbers() {
        assert_eq!(said("oct 1.0 with NUM_MPQ"), Some(Numbers::Rational));
        assert_eq!(said("oct 1.0 with NUM_MPZ"), Some(Numbers::Integer));
        assert_eq!(said("box 1.0 with NUM_DOUBLE"), Some(Numbers::Double));
        assert_eq!(said("oct 1.0 with NUM_LONGLONGRAT"), Some(Numbers::Machine));
        assert_eq!(said("polka, loose mode 2.1"), None);
    }
}
