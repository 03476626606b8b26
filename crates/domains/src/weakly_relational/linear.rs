//! Bounds of linear expressions in a closed matrix.

use super::element::Closed;
use super::lattice::WeaklyRelational;
use super::layout::Shape;
use super::matrix::Matrix;
use crate::expr::{LinearExpr, Var};
use crate::numbers::{Bound, Interval, Rat};

/// A variable or its negation.
type Signed = (Var, bool);

/// The sum, where `None` is infinity.
fn plus(a: Option<Rat>, b: Option<Rat>) -> Option<Rat> {
    Some(&a? + &b?)
}

/// The smaller bound, where `None` is infinity.
fn least(a: Option<Rat>, b: Option<Rat>) -> Option<Rat> {
    match (a, b) {
        (Some(a), Some(b)) => Some(Ord::min(a, b)),
        (a, b) => a.or(b),
    }
}

/// Half of a number, which is often even.
pub(super) fn half(value: &Rat) -> Rat {
    match value.to_i64() {
        Some(whole) if whole % 2 == 0 => Rat::from(whole / 2),
        _ => value.midpoint(&Rat::ZERO),
    }
}

impl<S: Shape, M: Matrix> WeaklyRelational<S, M> {
    /// The least upper bound of a variable or its negation; `None` if there is none.
    pub(super) fn unary_bound(
        &self,
        closed: &Closed<M>,
        (variable, positive): Signed,
    ) -> Option<Rat> {
        let entry = S::unary(variable, positive);
        let bound = closed.matrix.get(self.layout.rows, entry)?;
        match self.factor(entry) {
            1 => Some(bound),
            _ => Some(half(&bound)),
        }
    }

    /// The least upper bound of a sum of two variables or negations.
    fn binary_bound(&self, closed: &Closed<M>, one: Signed, other: Signed) -> Option<Rat> {
        match S::binary(one, other) {
            Some(entry) => closed.matrix.get(self.layout.rows, entry),
            None => plus(self.unary_bound(closed, one), self.unary_bound(closed, other)),
        }
    }

    /// An upper bound of an expression without its constant. Exact for one and two variables: there
    /// the direction lies between two neighbouring directions of the shape, and the corner between
    /// their edges is the extreme point. For more, the
    /// first is paired with each of the others; more than six are taken one by one.
    pub(super) fn upper(&self, closed: &Closed<M>, terms: &[(Var, Rat)]) -> Option<Rat> {
        match terms {
            [] => Some(Rat::ZERO),
            [(variable, factor)] => {
                let bound = self.unary_bound(closed, (*variable, factor.is_positive()))?;
                Some(&bound * &factor.abs())
            }
            [one, other] => self.pair(closed, one, other),
            _ if terms.len() > 6 => self.interval_upper(closed, terms),
            // Every way to take two of three together.
            [_, _, _] => [[0, 1, 2], [0, 2, 1], [1, 2, 0]].iter().fold(None, |best, [i, j, k]| {
                let Some(rest) = self.upper(closed, &terms[*k..=*k]) else { return best };
                least(best, plus(self.pair(closed, &terms[*i], &terms[*j]), Some(rest)))
            }),
            [first, others @ ..] => (0..others.len()).fold(
                plus(self.upper(closed, &terms[..1]), self.interval_upper(closed, others)),
                |best, partner| {
                    let mut rest = others.to_vec();
                    let partner = rest.remove(partner);
                    let together = self.pair(closed, first, &partner);
                    least(best, plus(together, self.upper(closed, &rest)))
                },
            ),
        }
    }

    /// An upper bound from the bounds of single variables.
    pub(super) fn interval_upper(&self, closed: &Closed<M>, terms: &[(Var, Rat)]) -> Option<Rat> {
        terms.chunks(1).try_fold(Rat::ZERO, |sum, term| Some(&sum + &self.upper(closed, term)?))
    }

    /// An upper bound of a sum of two terms.
    pub(super) fn pair(
        &self,
        closed: &Closed<M>,
        one: &(Var, Rat),
        other: &(Var, Rat),
    ) -> Option<Rat> {
        let (size, other_size) = (one.1.abs(), other.1.abs());
        if size < other_size {
            return self.pair(closed, other, one);
        }
        let (first, second) = ((one.0, one.1.is_positive()), (other.0, other.1.is_positive()));
        let together = self.binary_bound(closed, first, second)?;
        if size == other_size {
            return Some(if size == 1 { together } else { &together * &size });
        }
        let rest = self.unary_bound(closed, first)?;
        Some(&together * &other_size + &rest * &(&size - &other_size))
    }

    /// An upper bound of an expression.
    pub(super) fn upper_of(&self, closed: &Closed<M>, expr: &LinearExpr) -> Option<Rat> {
        Some(&self.upper(closed, expr.terms())? + expr.constant_term())
    }

    /// The values that an expression may have. Rounded bounds of an empty set may cross: then the
    /// answer is `None`, as for bottom.
    pub(super) fn range(&self, closed: &Closed<M>, expr: &LinearExpr) -> Option<Interval> {
        let high = self.upper(closed, expr.terms());
        let low = self.upper(closed, (-expr).terms());
        let constant = expr.constant_term();
        Interval::new(
            low.map_or(Bound::MinusInfinity, |low| Bound::Finite(constant - &low)),
            high.map_or(Bound::PlusInfinity, |high| Bound::Finite(&high + constant)),
        )
    }
}
