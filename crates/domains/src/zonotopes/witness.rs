//! Why one affine set contains another: values for the symbols of the larger one, given those of
//! the smaller one.
//!
//! Such a witness is easily checked, and for joins and widenings easily found: shared symbols keep
//! their values, and the fresh symbol of a variable takes what is missing. Where none is found this
//! way there may be others.

use std::collections::BTreeMap;

use super::affine::{Affine, Symbol};
use super::program::Program;
use crate::expr::LinearExpr;

/// For each symbol of the larger set an expression over the symbols of the smaller one.
type Witness = BTreeMap<Symbol, LinearExpr>;

/// Is there an easy witness that `b` contains `a`?
pub(super) fn contains(b: &Affine, a: &Affine) -> bool {
    find(b, a).is_some_and(|witness| is_valid(&witness, b, a))
}

/// Expressions with which the forms of `b` are those of `a`.
fn find(b: &Affine, a: &Affine) -> Option<Witness> {
    let shared = b.ranges.keys().filter(|symbol| a.ranges.contains_key(symbol));
    let mut witness: Witness = shared.map(|s| (*s, LinearExpr::variable(*s))).collect();
    for (in_b, in_a) in b.forms.iter().zip(&a.forms) {
        let open: Vec<_> =
            in_b.terms().iter().filter(|(symbol, _)| !witness.contains_key(symbol)).collect();
        witness.extend(open.iter().map(|(symbol, _)| (*symbol, LinearExpr::zero())));
        let missing = in_a - &apply(&witness, in_b);
        match open.last() {
            Some((symbol, factor)) => {
                witness.insert(*symbol, missing.scale(&factor.recip()?));
            }
            None if missing == LinearExpr::zero() => {}
            None => return None,
        }
    }
    Some(witness)
}

/// The values are in their ranges and satisfy the constraints of `b`.
fn is_valid(witness: &Witness, b: &Affine, a: &Affine) -> bool {
    let hidden = b.ranges.keys().any(|symbol| !witness.contains_key(symbol));
    let mut program = Program::new(a);
    !hidden
        && witness.iter().all(|(symbol, value)| b.ranges[symbol].includes(&program.range(value)))
        && b.constraints.iter().all(|constraint| program.entails(&apply(witness, constraint)))
}

fn apply(witness: &Witness, expr: &LinearExpr) -> LinearExpr {
    let start = LinearExpr::constant(expr.constant_term().clone());
    expr.terms().iter().fold(start, |sum, (s, factor)| sum.add_scaled(&witness[s], factor))
}
