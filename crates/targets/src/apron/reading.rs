//! Constraints read from a library, as exact rationals.

use std::ffi::{c_int, c_uint};

use soundline_domains::expr::{Constraint, LinearExpr, Relation, Var};
use soundline_domains::numbers::Rat;

use super::dimensions::Dimensions;
use super::layout::{self, Coefficient, Expression, RawInterval, Scalar, Term};
use crate::dynamic::gmp::Value;
use crate::dynamic::mpfr::Reader;
use crate::machine::Refusal;

/// The constraints of an array that the library made.
///
/// # Safety
/// The array and all that it points to are as the library made them.
pub(super) unsafe fn constraints(
    array: &layout::Constraints,
    dimensions: &Dimensions,
    mpfr: &Reader,
) -> Result<Vec<Constraint>, Refusal> {
    let mut found = Vec::with_capacity(array.size);
    for index in 0..array.size {
        // SAFETY: the array has so many constraints.
        unsafe {
            let constraint = &*array.first.add(index);
            if let Some(expression) = constraint.expression.as_ref() {
                let terms = terms(expression, dimensions, mpfr)?;
                let constant = range(&expression.constant, mpfr);
                let relation = relation(constraint, mpfr);
                add(terms, constant, relation, &mut found)?;
            }
        }
    }
    Ok(found)
}

/// The relation of a constraint; `None` for a congruence, which no linear constraint expresses.
///
/// # Safety
/// As for [`constraints`].
unsafe fn relation(constraint: &layout::Constraint, mpfr: &Reader) -> Option<c_int> {
    if constraint.relation != layout::CONGRUENT {
        return Some(constraint.relation);
    }
    // SAFETY: the modulus is NULL or a scalar. Congruent modulo 0 is equal.
    let modulus = unsafe { constraint.modulus.as_ref().map(|modulus| scalar(modulus, mpfr)) };
    modulus.is_none_or(|modulus| modulus == Value::Finite(Rat::ZERO)).then_some(layout::EQUAL)
}

/// Add what the constraint says to those found. A constant that is an interval stands for any
/// number in it, so that only its bounds can be said.
fn add(
    terms: Vec<(Var, Rat)>,
    constant: (Value, Value),
    relation: Option<c_int>,
    found: &mut Vec<Constraint>,
) -> Result<(), Refusal> {
    let (low, high) = constant;
    let expr = LinearExpr::new(terms, 0);
    let at_most = |bound: &Value| at_least(&-&expr, &negated(bound), Relation::Ge);
    match (relation, &low) {
        (None, _) => {}
        (Some(layout::EQUAL), Value::Finite(value)) if low == high => {
            found.push(Constraint::new(expr.with_constant(value.clone()), Relation::Eq));
        }
        (Some(layout::EQUAL), _) => {
            found.extend(at_least(&expr, &high, Relation::Ge)?);
            found.extend(at_most(&low)?);
        }
        (Some(layout::AT_LEAST), _) => found.extend(at_least(&expr, &high, Relation::Ge)?),
        (Some(layout::ABOVE), _) => found.extend(at_least(&expr, &high, Relation::Gt)?),
        (Some(layout::DIFFERENT), Value::Finite(value)) if low == high => {
            found.push(Constraint::new(expr.with_constant(value.clone()), Relation::Ne));
        }
        (Some(layout::DIFFERENT), _) => {}
        (Some(other), _) => return Err(unreadable(&format!("of an unknown type {other}"))),
    }
    Ok(())
}

/// The expression plus a constant that may be infinite is at least, or above, 0.
fn at_least(
    expr: &LinearExpr,
    constant: &Value,
    relation: Relation,
) -> Result<Option<Constraint>, Refusal> {
    match constant {
        Value::Finite(value) => {
            Ok(Some(Constraint::new(expr.clone().with_constant(value.clone()), relation)))
        }
        Value::PlusInfinity => Ok(None),
        Value::MinusInfinity => Ok(Some(Constraint::falsity())),
        Value::Nothing => Err(unreadable("whose constant is not a number")),
    }
}

fn negated(value: &Value) -> Value {
    match value {
        Value::Finite(number) => Value::Finite(-number),
        Value::PlusInfinity => Value::MinusInfinity,
        Value::MinusInfinity => Value::PlusInfinity,
        Value::Nothing => Value::Nothing,
    }
}

/// The terms of an expression, over variables.
///
/// # Safety
/// As for [`constraints`].
unsafe fn terms(
    expression: &Expression,
    dimensions: &Dimensions,
    mpfr: &Reader,
) -> Result<Vec<(Var, Rat)>, Refusal> {
    let mut found = Vec::new();
    let mut add = |dimension: c_uint, coefficient: &Coefficient| {
        // SAFETY: the coefficient is the library's.
        let (low, high) = unsafe { range(coefficient, mpfr) };
        let (Value::Finite(factor), true) = (&low, low == high) else {
            return Err(unreadable("whose coefficients are not numbers"));
        };
        if !factor.is_zero() {
            let variable = dimensions.variable(dimension);
            let variable = variable.ok_or_else(|| unreadable("over a dimension too many"))?;
            found.push((variable, factor.clone()));
        }
        Ok(())
    };
    for index in 0..expression.size {
        // SAFETY: the expression has so many parts, of the type that its shape says.
        unsafe {
            if expression.shape == layout::DENSE {
                add(index as c_uint, &*expression.parts.cast::<Coefficient>().add(index))?;
            } else {
                let term = &*expression.parts.cast::<Term>().add(index);
                if term.dimension != layout::NO_DIMENSION {
                    add(term.dimension, &term.coefficient)?;
                }
            }
        }
    }
    Ok(found)
}

/// The bounds of a coefficient, which are equal for a scalar.
///
/// # Safety
/// As for [`constraints`].
unsafe fn range(coefficient: &Coefficient, mpfr: &Reader) -> (Value, Value) {
    // SAFETY: the kind says what the pointer points to.
    unsafe {
        if coefficient.kind == 0 {
            let value = scalar(&*coefficient.value.cast::<Scalar>(), mpfr);
            return (value.clone(), value);
        }
        let interval = &*coefficient.value.cast::<RawInterval>();
        (scalar(&*interval.low, mpfr), scalar(&*interval.high, mpfr))
    }
}

/// # Safety
/// As for [`constraints`].
unsafe fn scalar(scalar: &Scalar, mpfr: &Reader) -> Value {
    // SAFETY: the kind says which number it is.
    unsafe {
        match scalar.kind {
            layout::DOUBLE => of_double(scalar.value.double),
            layout::MPQ => (*scalar.value.mpq).get(),
            layout::MPFR => mpfr.get(scalar.value.mpfr),
            _ => Value::Nothing,
        }
    }
}

fn of_double(value: f64) -> Value {
    match Rat::from_f64(value) {
        Some(number) => Value::Finite(number),
        None if value == f64::INFINITY => Value::PlusInfinity,
        None if value == f64::NEG_INFINITY => Value::MinusInfinity,
        None => Value::Nothing,
    }
}

fn unreadable(what: &str) -> Refusal {
    Refusal::Exception(format!("it gives a constraint {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(low: Value, high: Value, relation: c_int, expected: &str) {
        let mut found = Vec::new();
        let terms = vec![(0, Rat::ONE)];
        let text = match add(terms, (low, high), Some(relation), &mut found) {
            Ok(()) => found.iter().map(|c| c.to_string()).collect::<Vec<_>>().join(", "),
            Err(refusal) => refusal.to_string(),
        };
        assert_eq!(text, expected);
    }

    fn number(value: i64) -> Value {
        Value::Finite(Rat::from(value))
    }

    #[test]
    fn infinite_constants_say_nothing_or_everything() {
        let (low, high) = (Value::MinusInfinity, Value::PlusInfinity);
        check(high.clone(), high.clone(), layout::AT_LEAST, "");
        check(low.clone(), low.clone(), layout::AT_LEAST, "1 = 0");
        check(low.clone(), low.clone(), layout::EQUAL, "1 = 0");
        check(low.clone(), high.clone(), layout::EQUAL, "");
        check(low, number(3), layout::ABOVE, "x0 + 3 > 0");
    }

    #[test]
    fn intervals_are_read_by_their_bounds() {
        check(number(1), number(1), layout::EQUAL, "x0 + 1 = 0");
        check(number(1), number(2), layout::EQUAL, "x0 + 2 >= 0, -x0 - 1 >= 0");
        check(number(1), number(2), layout::DIFFERENT, "");
        check(number(1), number(1), layout::DIFFERENT, "x0 + 1 != 0");
    }

    #[test]
    fn what_is_no_number_is_refused() {
        let fault = "it raised an exception: it gives a constraint whose constant is not a number";
        check(Value::Nothing, Value::Nothing, layout::AT_LEAST, fault);
        assert_eq!(of_double(f64::NAN), Value::Nothing);
        assert_eq!(of_double(0.5), Value::Finite(Rat::new(1, 2).expect("2 is not 0")));
    }
}
