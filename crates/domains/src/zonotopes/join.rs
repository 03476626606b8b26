//! The join: an affine set that contains two others.
//!
//! Of each form, what both have in common stays: for every shared symbol the smaller of two factors
//! of the same sign, 0 otherwise (the argmin of Ghorbal, Goubault and Putot 2009). The rest goes
//! into a fresh symbol for each variable, or one for several where the rests are proportional. This
//! is an upper bound; in general there is no least one among zonotopes.

use std::collections::BTreeMap;

use super::affine::{Affine, Symbol};
use super::program::Program;
use crate::expr::LinearExpr;
use crate::numbers::{Bound, Interval, Rat};

/// A set that contains both.
///
/// Why it does: a point of `a` comes from values of its symbols. The shared symbols keep these
/// values, and each fresh symbol takes what is then missing of its variable.
pub(super) fn join(a: &Affine, b: &Affine) -> Affine {
    let mut both = Both { a: Program::new(a), b: Program::new(b) };
    let shared = |symbol: &&Symbol| b.ranges.contains_key(symbol);
    let ranges: BTreeMap<Symbol, Interval> = a
        .ranges
        .keys()
        .filter(shared)
        .map(|symbol| (*symbol, both.range(&LinearExpr::variable(*symbol))))
        .collect();
    let mut result = Affine { forms: vec![], ranges, constraints: vec![] };
    let start = a.next_symbol().max(b.next_symbol());
    let mut rests: Vec<Rest> = Vec::new();
    for (v, (one, other)) in a.forms.iter().zip(&b.forms).enumerate() {
        let common = common_part(one, other);
        let mut rest =
            Rest { in_a: one - &common, in_b: other - &common, form: LinearExpr::zero() };
        rest.form =
            rests.iter().find_map(|earlier| rest.in_terms_of(earlier)).unwrap_or_else(|| {
                let range = both.range_of_two(&rest.in_a, &rest.in_b);
                result.fresh(start + v, range)
            });
        result.forms.push(&common + &rest.form);
        rests.push(rest);
    }
    relax_constraints(&mut result, a, b, &mut both);
    keep_hull(&mut result, a, b, &mut both);
    result.tidy().expect("a set that contains others is not empty")
}

/// Two affine sets, of which an expression has the values of both.
struct Both<'a> {
    a: Program<'a>,
    b: Program<'a>,
}

impl Both<'_> {
    fn range(&mut self, expr: &LinearExpr) -> Interval {
        self.range_of_two(expr, expr)
    }

    fn range_of_two(&mut self, in_a: &LinearExpr, in_b: &LinearExpr) -> Interval {
        self.a.range(in_a).join(&self.b.range(in_b))
    }
}

/// What the common part of a form lacks in `a` and in `b`, and what stands for it in the join.
struct Rest {
    in_a: LinearExpr,
    in_b: LinearExpr,
    form: LinearExpr,
}

impl Rest {
    /// The form of this rest if it is `factor * earlier + constant` both in `a` and in `b`: so
    /// relations between two variables survive (the simplest case of Goubault, Le Gall and Putot,
    /// An Accurate Join for Zonotopes, 2012).
    fn in_terms_of(&self, earlier: &Rest) -> Option<LinearExpr> {
        let factor = match (earlier.in_a.terms(), earlier.in_b.terms()) {
            ([(symbol, first), ..], _) => self.in_a.coefficient(*symbol).div(first)?,
            (_, [(symbol, first), ..]) => self.in_b.coefficient(*symbol).div(first)?,
            _ => {
                let step = |rest: &Rest| rest.in_b.constant_term() - rest.in_a.constant_term();
                step(self).div(&step(earlier))?
            }
        };
        let constant = self.in_a.add_scaled(&earlier.in_a, &-&factor);
        let same = constant == self.in_b.add_scaled(&earlier.in_b, &-&factor);
        let is_constant = same && constant.as_constant().is_some();
        is_constant.then(|| constant.add_scaled(&earlier.form, &factor))
    }
}

fn common_part(one: &LinearExpr, other: &LinearExpr) -> LinearExpr {
    let smaller = |(symbol, factor): &(Symbol, Rat)| {
        let second = other.coefficient(*symbol);
        let same_sign = factor.sign() == second.sign();
        same_sign
            .then(|| (*symbol, if factor.abs() <= second.abs() { factor } else { second }.clone()))
    };
    LinearExpr::new(one.terms().iter().filter_map(smaller), 0)
}

/// Constraints over shared symbols hold in the join, with the weaker constant.
fn relax_constraints(result: &mut Affine, a: &Affine, b: &Affine, both: &mut Both) {
    for constraint in a.constraints.iter().chain(&b.constraints) {
        let shared = constraint
            .terms()
            .iter()
            .all(|(symbol, _)| a.ranges.contains_key(symbol) && b.ranges.contains_key(symbol));
        if !shared {
            continue;
        }
        if let Bound::Finite(low) = both.range(constraint).low() {
            let relaxed = constraint.clone().plus(&-low);
            result.constrain(&relaxed).expect("the points of both satisfy it");
        }
    }
}

/// The forms alone may reach further than the variables do in `a` and `b`.
fn keep_hull(result: &mut Affine, a: &Affine, b: &Affine, both: &mut Both) {
    for (v, form) in result.forms.clone().iter().enumerate() {
        let hull = both.range_of_two(&a.forms[v], &b.forms[v]);
        if !hull.includes(&Program::new(result).range(form)) {
            result.confine(form, &hull).expect("the points of both satisfy it");
        }
    }
}
