//! A variable within bounds, as constraints.

use super::{Constraint, LinearExpr, Relation, Var};
use crate::numbers::{Interval, Rat};

/// The bounds of a variable from above: of its negation, and of itself.
pub(crate) type UpperBounds = [Option<Rat>; 2];

/// The ends of an interval as bounds from above.
pub(crate) fn upper_bounds(range: &Interval) -> UpperBounds {
    [range.low().finite().map(|low| -low), range.high().finite().cloned()]
}

/// Expressions that are at least 0 just where the variable is within its bounds.
pub(crate) fn ends(
    variable: Var,
    [negated_low, high]: UpperBounds,
) -> impl Iterator<Item = LinearExpr> {
    let end = move |factor: i64, bound| LinearExpr::new([(variable, factor.into())], bound);
    let low = negated_low.map(|bound| end(1, bound));
    low.into_iter().chain(high.map(|bound| end(-1, bound)))
}

/// The bounds of a variable as constraints: one equation where there is one value.
pub(crate) fn within(variable: Var, bounds: UpperBounds) -> impl Iterator<Item = Constraint> {
    let one_value = match &bounds {
        [Some(negated_low), Some(high)] => (negated_low + high).is_zero(),
        _ => false,
    };
    let (relation, most) = if one_value { (Relation::Eq, 1) } else { (Relation::Ge, 2) };
    ends(variable, bounds).take(most).map(move |expr| Constraint::new(expr, relation))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_become_constraints() {
        let half = Rat::ONE.midpoint(&Rat::ZERO);
        for (range, expected) in [
            (Interval::ALL, vec![]),
            (Interval::at_least(half.clone()), vec!["x3 - 1/2 >= 0"]),
            (Interval::at_most(-7), vec!["-x3 - 7 >= 0"]),
            (Interval::of(-2, 5), vec!["x3 + 2 >= 0", "-x3 + 5 >= 0"]),
            (Interval::point(half), vec!["x3 - 1/2 = 0"]),
            (Interval::ZERO, vec!["x3 = 0"]),
        ] {
            let found: Vec<String> =
                within(3, upper_bounds(&range)).map(|c| c.to_string()).collect();
            assert_eq!(found, expected);
        }
    }
}
