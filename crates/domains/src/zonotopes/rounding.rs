//! Numbers that are rounded to f64, so that they stay small.
//!
//! What rounding a form changes becomes the range of a fresh symbol, as in affine arithmetic
//! (Stolfi and de Figueiredo 1997). Ranges and constraints are rounded to the safe side.

use super::affine::Affine;
use super::program::Program;
use crate::expr::{LinearExpr, Var};
use crate::numbers::{Interval, Rat};

impl Affine {
    /// The same points and perhaps more, where all numbers are f64 as far as possible.
    pub(super) fn round(&mut self) {
        for range in self.ranges.values_mut() {
            *range = outward(range);
        }
        for constraint in std::mem::take(&mut self.constraints) {
            // A rounded factor may cut points off, and a large one is worth nothing.
            if constraint.terms().iter().all(|(_, factor)| factor.to_words().is_some()) {
                let constant = above(constraint.constant_term());
                self.constraints.push(constraint.with_constant(constant));
            }
        }
        for v in 0..self.forms.len() {
            self.round_form(v);
        }
    }

    /// Round the form of a variable. Factors of unbounded symbols stay as they are, because no
    /// error in them is small.
    pub(super) fn round_form(&mut self, v: Var) {
        let form = &self.forms[v];
        let terms = form.terms().iter().map(|(symbol, factor)| {
            let bounded = self.ranges[symbol].width().is_finite();
            (*symbol, if bounded { below(factor) } else { factor.clone() })
        });
        let rounded = LinearExpr::new(terms, below(form.constant_term()));
        let error = form - &rounded;
        if error == LinearExpr::zero() {
            return;
        }
        // With 0 in it the range is no point, which would be added to the constant again.
        let range = outward(&Program::new(self).range(&error).join(&Interval::ZERO));
        let fresh = self.fresh(self.next_symbol(), range);
        self.forms[v] = &rounded + &fresh;
    }
}

/// The greatest f64 that is not above; numbers beyond all of them stay.
fn below(number: &Rat) -> Rat {
    Rat::from_f64(number.to_f64_down()).unwrap_or_else(|| number.clone())
}

fn above(number: &Rat) -> Rat {
    -below(&-number)
}

fn outward(range: &Interval) -> Interval {
    let low = range.low().map(below);
    let high = range.high().map(above);
    Interval::new(low, high).expect("it has grown")
}

/// Is the assignment a copy, which computes no new number?
pub(super) fn is_copy(expr: &LinearExpr) -> bool {
    expr.constant_term().is_zero() && matches!(expr.terms(), [(_, factor)] if *factor == 1)
}
