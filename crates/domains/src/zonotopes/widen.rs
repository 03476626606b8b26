//! The widening: an affine set that contains two others, such that chains stabilise.

use std::collections::BTreeMap;

use super::affine::Affine;
use super::program::Program;
use crate::expr::LinearExpr;
use crate::numbers::{Bound, Interval};

/// A set that contains both, such that every chain of widenings stabilises.
///
/// Variables whose forms differ get a symbol of their own. Unstable ends of ranges become infinite,
/// constraints of `a` that `b` does not satisfy are dropped. So with each step there are fewer
/// variables without a symbol of their own, fewer constraints, or fewer finite ends, never more.
pub(super) fn widen(a: &Affine, b: &Affine) -> Affine {
    let differs: Vec<bool> =
        a.forms.iter().zip(&b.forms).map(|(one, other)| one != other).collect();
    widen_apart(a, b, &differs)
}

/// The widening where every variable gets a symbol of its own, for sets that cannot be compared.
pub(super) fn widen_hulls(a: &Affine, b: &Affine) -> Affine {
    widen_apart(a, b, &vec![true; a.forms.len()])
}

/// The widening with symbols of their own for the given variables; other forms are the same.
fn widen_apart(a: &Affine, b: &Affine, apart: &[bool]) -> Affine {
    let (mut in_a, mut in_b) = (Program::new(a), Program::new(b));
    let mut result = Affine { forms: vec![], ranges: BTreeMap::new(), constraints: vec![] };
    let start = a.next_symbol().max(b.next_symbol());
    for (v, form) in a.forms.iter().enumerate() {
        let form = match apart[v] {
            true => {
                let range = widen_range(&in_a.range(form), &in_b.range(&b.forms[v]));
                result.fresh(start + v, range)
            }
            false => form.clone(),
        };
        result.forms.push(form);
    }
    for (symbol, _) in
        a.forms.iter().zip(apart).filter(|(_, apart)| !**apart).flat_map(|(f, _)| f.terms())
    {
        let range = widen_range(&a.ranges[symbol], &in_b.range(&LinearExpr::variable(*symbol)));
        result.ranges.insert(*symbol, range);
    }
    for constraint in &a.constraints {
        let kept = constraint.terms().iter().all(|(symbol, _)| result.ranges.contains_key(symbol));
        if kept && in_b.entails(constraint) {
            result.constraints.push(constraint.clone());
        }
    }
    result
}

fn widen_range(a: &Interval, b: &Interval) -> Interval {
    let low = if b.low() < a.low() { &Bound::MinusInfinity } else { a.low() };
    let high = if b.high() > a.high() { &Bound::PlusInfinity } else { a.high() };
    Interval::new(low.clone(), high.clone()).expect("it contains both")
}
