//! Linear expressions over a box: their largest value, and the bounds that a guard implies.
//!
//! For one inequality over the reals one pass over its variables gives the best bounds, because the
//! pass reads the one side of each variable and writes the other. For an equation two passes do.
//! Integer variables round bounds, which may give further bounds, so there are more passes then.

use super::row::{Row, Sum, place};
use crate::expr::{Constraint, LinearExpr, Relation, Space, Var};
use crate::numbers::Rat;

/// Passes over an equation with integer variables; each is sound, so any number is.
const MOST_PASSES: usize = 8;

/// Which of two expressions is meant: the given one or its negation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Itself,
    Negated,
}

use Side::{Itself, Negated};

impl Side {
    /// The sign that a factor has on this side.
    fn is_positive(self, factor: &Rat) -> bool {
        factor.is_positive() == (self == Itself)
    }

    fn constant(self, expr: &LinearExpr) -> Rat {
        match self {
            Itself => expr.constant_term().clone(),
            Negated => -expr.constant_term(),
        }
    }
}

/// The largest value of a term.
#[inline]
fn term<R: Row>(row: &R, (variable, factor): &(Var, Rat), side: Side) -> R::Sum {
    let bound = row.upper(place(*variable, side.is_positive(factor)));
    if factor.is_positive() { bound.times(factor) } else { bound.times(&-factor) }
}

/// The largest value of the expression, or of its negation.
pub(super) fn most<R: Row>(row: &R, expr: &LinearExpr, side: Side) -> R::Sum {
    let mut sum = R::Sum::of(&side.constant(expr));
    for one in expr.terms() {
        sum = sum.plus(&term(row, one, side));
        if sum.is_infinite() {
            break;
        }
    }
    sum
}

/// Replace the bounds of a variable; false if nothing is between them.
pub(super) fn assign<R: Row>(
    row: &mut R,
    space: &Space,
    variable: Var,
    [negated_low, high]: [R::Sum; 2],
) -> bool {
    let integer = space.is_integer(variable);
    let tight = |bound: R::Sum| if integer { bound.floor() } else { bound };
    let (negated_low, high) = (tight(negated_low), tight(high));
    row.set(place(variable, false), &negated_low);
    row.set(place(variable, true), &high);
    !high.crosses(&negated_low)
}

/// Restrict the row to a constraint; false if nothing is left.
pub(super) fn restrict<R: Row>(row: &mut R, space: &Space, constraint: &Constraint) -> bool {
    let integers = constraint.expr().terms().iter().all(|(v, _)| space.is_integer(*v));
    if integers && constraint.relation() != Relation::Ge {
        restrict_tight(row, space, &constraint.sharpened(space))
    } else {
        restrict_tight(row, space, constraint)
    }
}

fn restrict_tight<R: Row>(row: &mut R, space: &Space, constraint: &Constraint) -> bool {
    if let Some(holds) = constraint.as_constant() {
        return holds;
    }
    let expr = constraint.expr();
    match constraint.relation() {
        Relation::Ge => pass(row, space, expr, Itself).is_some(),
        // A box that only touches the hyperplane has no point beyond it.
        Relation::Gt => {
            most(row, expr, Itself) > R::Sum::of(&Rat::ZERO)
                && pass(row, space, expr, Itself).is_some()
        }
        Relation::Eq => equate(row, space, expr),
        Relation::Ne => separate(row, space, expr),
    }
}

/// One pass for `expr >= 0`, or for `-expr >= 0`. Says whether a bound moved; `None` if nothing is
/// left.
fn pass<R: Row>(row: &mut R, space: &Space, expr: &LinearExpr, side: Side) -> Option<bool> {
    let after = sums_after(row, expr, side);
    let mut before = R::Sum::of(&side.constant(expr));
    let mut moved = false;
    for (index, one @ (variable, factor)) in expr.terms().iter().enumerate() {
        let rest = after.get(index).map_or_else(|| before.clone(), |after| before.plus(after));
        if !rest.is_infinite() {
            let towards = !side.is_positive(factor);
            moved |= limit(row, space, *variable, towards, rest.over(&factor.abs()))?;
        }
        if index + 1 < expr.terms().len() {
            before = before.plus(&term(row, one, side));
        }
        if before.is_infinite() {
            break;
        }
    }
    Some(moved)
}

/// For each term but the last, the largest value of all terms after it.
fn sums_after<R: Row>(row: &R, expr: &LinearExpr, side: Side) -> Vec<R::Sum> {
    let Some((_, others)) = expr.terms().split_first() else { return Vec::new() };
    let mut sums = Vec::with_capacity(others.len());
    let mut sum = R::Sum::of(&Rat::ZERO);
    for one in others.iter().rev() {
        sum = sum.plus(&term(row, one, side));
        sums.push(sum.clone());
    }
    sums.reverse();
    sums
}

/// Lower a bound of a variable, or of its negation. Says whether it moved; `None` if the bounds
/// cross.
fn limit<R: Row>(
    row: &mut R,
    space: &Space,
    variable: Var,
    of_itself: bool,
    bound: R::Sum,
) -> Option<bool> {
    let bound = if space.is_integer(variable) { bound.floor() } else { bound };
    if bound >= row.upper(place(variable, of_itself)) {
        return Some(false);
    }
    if bound.crosses(&row.upper(place(variable, !of_itself))) {
        return None;
    }
    row.set(place(variable, of_itself), &bound);
    Some(true)
}

fn equate<R: Row>(row: &mut R, space: &Space, expr: &LinearExpr) -> bool {
    let several = expr.terms().len() > 1;
    let rounding = several && expr.terms().iter().any(|(v, _)| space.is_integer(*v));
    for _ in 0..if rounding { MOST_PASSES } else { 1 } {
        let Some(below) = pass(row, space, expr, Itself) else { return false };
        let Some(above) = pass(row, space, expr, Negated) else { return false };
        if !below && !above {
            break;
        }
    }
    true
}

/// `expr != 0`: an integer variable, when all others are fixed, loses an end that it must not have.
fn separate<R: Row>(row: &mut R, space: &Space, expr: &LinearExpr) -> bool {
    let zero = R::Sum::of(&Rat::ZERO);
    if most(row, expr, Itself) == zero && most(row, expr, Negated) == zero {
        return false;
    }
    let fixed = |v: Var| row.upper(place(v, true)).opposes(&row.upper(place(v, false)));
    let mut free = expr.terms().iter().filter(|(v, _)| !fixed(*v));
    let (Some((variable, factor)), None) = (free.next(), free.next()) else { return true };
    if !space.is_integer(*variable) {
        return true;
    }
    // The one value that the variable must not have, from both sides.
    let rest = expr.substitute(*variable, &LinearExpr::zero());
    let [one, other] = [Itself, Negated].map(|side| most(row, &rest, side).over(&factor.abs()));
    let [negated, value] = if factor.is_positive() { [one, other] } else { [other, one] };
    if !value.opposes(&negated) {
        return true;
    }
    [(true, value), (false, negated)].into_iter().all(|(of_itself, excluded)| {
        let reached = row.upper(place(*variable, of_itself)) == excluded;
        let next = excluded.plus(&R::Sum::of(&Rat::from(-1)));
        !reached || limit(row, space, *variable, of_itself, next).is_some()
    })
}
