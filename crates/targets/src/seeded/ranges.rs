//! The bounds of each variable, as a faulty interval domain handles them.

use soundline_domains::expr::{Constraint, LinearExpr, Relation, Var};
use soundline_domains::numbers::Rat;

use super::machine::Inside;
use crate::machine::Refusal;
use crate::operation::{Operation, Slot};

/// The bounds of a variable; nothing is infinite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Range {
    pub low: Option<Rat>,
    pub high: Option<Rat>,
}

/// The bounds of each variable.
pub(super) type Ranges = Vec<Range>;

/// The bounds of an element of an interval domain; nothing for bottom.
pub(super) fn ranges(inside: &mut Inside, slot: Slot) -> Result<Option<Ranges>, Refusal> {
    if inside.is_bottom(slot)? {
        return Ok(None);
    }
    Ok(Some(read(&inside.constraints(slot)?, inside.dimensions())))
}

/// Of both operands, if neither is bottom.
pub(super) fn both(
    inside: &mut Inside,
    a: Slot,
    b: Slot,
) -> Result<Option<(Ranges, Ranges)>, Refusal> {
    Ok(ranges(inside, a)?.zip(ranges(inside, b)?))
}

/// The bounds that constraints of a single variable give.
fn read(constraints: &[Constraint], dimensions: usize) -> Ranges {
    let mut ranges = vec![Range::default(); dimensions];
    for half in super::edit::halves(constraints) {
        let [(variable, factor)] = half.expr().terms() else { continue };
        let Some(bound) = (-half.expr().constant_term()).div(factor) else { continue };
        let range = &mut ranges[*variable];
        if factor.is_positive() {
            range.low = Some(range.low.take().map_or(bound.clone(), |low| low.max(bound)));
        } else {
            range.high = Some(range.high.take().map_or(bound.clone(), |high| high.min(bound)));
        }
    }
    ranges
}

/// The element of these bounds.
pub(super) fn element(inside: &mut Inside, ranges: &[Range]) -> Result<Slot, Refusal> {
    let sides = |(variable, range): (Var, &Range)| {
        let v = LinearExpr::variable(variable);
        let low = range.low.clone().map(|low| Constraint::new(v.clone().plus(&-low), Relation::Ge));
        let high = range.high.clone().map(|high| Constraint::new((-&v).plus(&high), Relation::Ge));
        low.into_iter().chain(high)
    };
    let constraints = ranges.iter().enumerate().flat_map(sides).collect();
    inside.apply(&Operation::Constraints(constraints))
}

/// The element whose bounds are those of two elements, combined wrongly variable by variable;
/// nothing where one of them is bottom.
pub(super) fn combined(
    inside: &mut Inside,
    a: Slot,
    b: Slot,
    combine: impl Fn(Range, Range) -> Range,
) -> Result<Option<Slot>, Refusal> {
    let Some((of_a, of_b)) = both(inside, a, b)? else { return Ok(None) };
    let ranges: Ranges = of_a.into_iter().zip(of_b).map(|(a, b)| combine(a, b)).collect();
    element(inside, &ranges).map(Some)
}

/// The element with other bounds; nothing for bottom.
pub(super) fn changed(
    inside: &mut Inside,
    slot: Slot,
    change: impl Fn(Range) -> Range,
) -> Result<Option<Slot>, Refusal> {
    let Some(ranges) = ranges(inside, slot)? else { return Ok(None) };
    let ranges: Ranges = ranges.into_iter().map(change).collect();
    element(inside, &ranges).map(Some)
}

/// Is an upper bound above another one? Nothing is infinite.
pub(super) fn above(high: &Option<Rat>, other: &Option<Rat>) -> bool {
    match (high, other) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(high), Some(other)) => high > other,
    }
}
