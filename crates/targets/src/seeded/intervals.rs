//! Bugs of intervals.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, LinearExpr, Relation};
use soundline_domains::numbers::Rat;
use soundline_lattice::Answer;

use super::bug::{Bug, Harm};
use super::edit::wrapped;
use super::machine::Fault;
use super::ranges::{Range, above, both, changed, combined};
use crate::operation::{Operation, Question};

const fn bug(name: &'static str, harm: Harm, what: &'static str, fault: Fault) -> Bug {
    Bug::of(Kind::Intervals, name, harm, what, fault)
}

/// The bugs, those of the paper first.
pub(super) const BUGS: &[Bug] = &[
    bug(
        "interval-widening-compares-wrongly",
        Harm::Soundness,
        "widening keeps upper bounds that grow and drops those that are stable",
        Fault::making(|inside, operation| match operation {
            Operation::Widen(a, b) => combined(inside, *a, *b, |a, b| {
                let low = a.low.filter(|low| b.low.is_some_and(|other| other >= *low));
                let high = if above(&b.high, &a.high) { a.high } else { None };
                Range { low, high }
            }),
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
    bug(
        "interval-widening-drops-stable",
        Harm::Precision,
        "widening drops the lower bound, stable or not, when the upper bound grows",
        Fault::making(|inside, operation| match operation {
            Operation::Widen(a, b) => combined(inside, *a, *b, |a, b| {
                let grows = above(&b.high, &a.high);
                let kept = |low: &Rat| b.low.as_ref().is_some_and(|other| other >= low);
                let low = a.low.filter(|low| !grows && kept(low));
                Range { low, high: a.high.filter(|_| !grows) }
            }),
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
    bug(
        "interval-meet-swaps-bound",
        Harm::Precision,
        "meet takes the larger of the two upper bounds",
        Fault::making(|inside, operation| match operation {
            Operation::Meet(a, b) => combined(inside, *a, *b, |a, b| Range {
                low: a.low.max(b.low),
                high: a.high.zip(b.high).map(|(a, b)| a.max(b)),
            }),
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
    bug(
        "interval-leq-upper-only",
        Harm::Soundness,
        "the order compares upper bounds only",
        Fault::answering(|inside, question| match question {
            Question::Leq(a, b) => Ok(both(inside, a, b)?.map(|(of_a, of_b)| {
                Answer::from(of_a.iter().zip(&of_b).all(|(a, b)| !above(&a.high, &b.high)))
            })),
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
    bug(
        "interval-join-skips-bottom",
        Harm::Precision,
        "join takes bottom for the bounds [1, -1] that represent it",
        Fault::making(|inside, operation| match operation {
            Operation::Join(a, b) => {
                let other = match (inside.is_bottom(*a)?, inside.is_bottom(*b)?) {
                    (true, false) => *b,
                    (false, true) => *a,
                    _ => return Ok(None),
                };
                changed(inside, other, |range| Range {
                    low: range.low.map(|low| low.min(Rat::ONE)),
                    high: range.high.map(|high| high.max(-&Rat::ONE)),
                })
            }
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
    bug(
        "interval-join-forgets-upper",
        Harm::Soundness,
        "join keeps the upper bounds of its first operand",
        Fault::making(|inside, operation| match operation {
            Operation::Join(a, b) => combined(inside, *a, *b, |a, b| Range {
                low: a.low.zip(b.low).map(|(a, b)| a.min(b)),
                high: a.high,
            }),
            _ => Ok(None),
        }),
    ),
    bug(
        "interval-strict-off-by-one",
        Harm::Soundness,
        "a strict guard is moved by one, as if all numbers were integers",
        Fault::making(|inside, operation| match operation {
            Operation::Guard(a, c) if c.relation() == Relation::Gt => {
                let moved = c.expr().clone().plus(&-Rat::ONE);
                inside.apply(&Operation::Guard(*a, Constraint::new(moved, Relation::Ge))).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "interval-rounds-inwards",
        Harm::Soundness,
        "bounds after an assignment are rounded to integers, inwards",
        Fault::making(|inside, operation| match operation {
            Operation::Assign(..) => {
                let right = inside.apply(operation)?;
                changed(inside, right, |range| Range {
                    low: range.low.map(|low| Rat::from(low.ceil())),
                    high: range.high.map(|high| Rat::from(high.floor())),
                })
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "interval-overflow",
        Harm::Soundness,
        "bounds after an assignment wrap around at 64 bits",
        Fault::making(|inside, operation| match operation {
            Operation::Assign(..) => {
                let right = inside.apply(operation)?;
                changed(inside, right, |range| Range {
                    low: range.low.as_ref().map(wrapped),
                    high: range.high.as_ref().map(wrapped),
                })
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "interval-parallel-stepwise",
        Harm::Soundness,
        "assignments that should happen at once are done one after the other",
        Fault::making(|inside, operation| match operation {
            Operation::Assign(a, all) if all.len() > 1 => {
                let step = |a, one: &(usize, LinearExpr)| {
                    inside.apply(&Operation::Assign(a, vec![one.clone()]))
                };
                all.iter().try_fold(*a, step).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "interval-widening-never-ends",
        Harm::Convergence,
        "widening goes one step beyond a bound that grows, and never to infinity",
        Fault::making(|inside, operation| match operation {
            Operation::Widen(a, b) => combined(inside, *a, *b, |a, b| Range {
                low: a.low.clone().zip(b.low).map(|(a, b)| if b < a { b - Rat::ONE } else { a }),
                high: a.high.zip(b.high).map(|(a, b)| if b > a { b + Rat::ONE } else { a }),
            }),
            _ => Ok(None),
        }),
    ),
    bug(
        "interval-forget-misses-last",
        Harm::Soundness,
        "forgetting the last variable does nothing: the loop ends one too early",
        Fault::making(|inside, operation| match operation {
            Operation::Forget(a, variables) if variables.contains(&(inside.dimensions() - 1)) => {
                let last = inside.dimensions() - 1;
                let others = variables.iter().copied().filter(|v| *v != last).collect::<Vec<_>>();
                match others.is_empty() {
                    true => Ok(Some(*a)),
                    false => inside.apply(&Operation::Forget(*a, others)).map(Some),
                }
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "interval-narrowing-off-by-one",
        Harm::Soundness,
        "narrowing replaces a missing lower bound by one that is too large by one",
        Fault::making(|inside, operation| match operation {
            Operation::Narrow(a, b) => combined(inside, *a, *b, |a, b| Range {
                low: a.low.or(b.low.map(|low| low + Rat::ONE)),
                high: a.high.or(b.high),
            }),
            _ => Ok(None),
        }),
    ),
];
