//! Further bugs of octagons, such as those of real libraries.

use soundline_domains::expr::Constraint;
use soundline_domains::numbers::Rat;

use super::bug::{Bug, Harm};
use super::edit::{keeping, wrapped};
use super::machine::{Fault, Inside, Replaced};
use super::matrix::Matrix;
use super::octagons::{both, bug, rebuilt};
use crate::operation::{Operation, Question, Slot, Touch};

/// The bugs beyond those of the paper.
pub(super) const BUGS: &[Bug] = &[
    bug(
        "octagon-forget-unclosed",
        Harm::Precision,
        "forgetting a variable drops its constraints without closing first",
        Fault::making(|inside, operation| match operation {
            Operation::Forget(a, variables) if !inside.is_bottom(*a)? => {
                let closed = Matrix::of(&inside.constraints(*a)?, inside.dimensions()).closed();
                let lost = |m: Matrix, v: &usize| m.without_paths_through(*v);
                rebuilt(inside, &variables.iter().fold(closed, lost))
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "octagon-stale-guard",
        Harm::Soundness,
        "guards keep their result by operand: another guard of the same element gets it too",
        Fault::making(stale_guard),
    ),
    bug(
        "octagon-widening-overwrites",
        Harm::Soundness,
        "widening is done in place on a shared copy, so that its first operand changes too",
        Fault::overwriting(|_, operation, result| match operation {
            Operation::Widen(..) => Ok(Some(result)),
            _ => Ok(None),
        }),
    ),
    bug(
        "octagon-print-forgets",
        Harm::Precision,
        "printing an element drops what it says about two variables",
        Fault::looking(|inside, slot, how| match how {
            Touch::Print if !inside.is_bottom(slot)? => {
                keeping(inside, slot, |c| c.expr().terms().len() == 1).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "octagon-join-aliased",
        Harm::Precision,
        "join of an element with itself reads the bounds that it has just overwritten",
        Fault::making(|inside, operation| match operation {
            Operation::Join(a, b) if a == b && inside.dimensions() > 0 => {
                inside.apply(&Operation::Forget(*a, vec![0])).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "octagon-self-assign-bottom",
        Harm::Soundness,
        "assigning an expression of the variable itself and another one gives bottom",
        Fault::making(|inside, operation| match operation {
            Operation::Assign(_, all) => match all.as_slice() {
                [(v, e)] if e.terms().len() > 1 && !e.coefficient(*v).is_zero() => {
                    inside.apply(&Operation::Bottom).map(Some)
                }
                _ => Ok(None),
            },
            _ => Ok(None),
        }),
    ),
    bug(
        "octagon-widening-doubles",
        Harm::Convergence,
        "widening doubles a bound that grows, and never gives it up",
        Fault::making(|inside, operation| match operation {
            Operation::Widen(a, b) => {
                let Some((a, b)) = both(inside, *a, *b)? else { return Ok(None) };
                let doubled =
                    |a: Rat, b: Rat| if b > a { b.abs() * Rat::from(2) + Rat::ONE } else { a };
                rebuilt(inside, &a.combined(&b, |a, b| a.zip(b).map(|(a, b)| doubled(a, b))))
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "octagon-widening-closes-left",
        Harm::Convergence,
        "widening closes its left operand, and so gets back the bounds that it gave up",
        Fault::making(|inside, operation| match operation {
            Operation::Widen(a, b) => {
                let Some((a, b)) = both(inside, *a, *b)? else { return Ok(None) };
                let stable =
                    |a: Option<Rat>, b: Option<Rat>| a.filter(|a| b.is_some_and(|b| b <= *a));
                rebuilt(inside, &a.combined(&b, stable))
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "octagon-overflow",
        Harm::Soundness,
        "entries are doubled in 64 bits, so that bounds beyond 2^62 wrap around",
        Fault::making(|inside, operation| match operation {
            Operation::Constraints(all) if all.iter().any(wraps) => {
                let all = all.iter().map(doubled_in_64_bits).collect();
                inside.apply(&Operation::Constraints(all)).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "octagon-leq-bottom-first",
        Harm::Precision,
        "the order denies that bottom is below another element",
        Fault::answering(|inside, question| match question {
            Question::Leq(a, b) if a != b && inside.is_bottom(a)? => {
                Ok(Some(inside.ask(Question::IsBottom(b))?))
            }
            _ => Ok(None),
        }),
    ),
];

/// The result is kept by kind of operation and operand; the constraint is forgotten.
fn stale_guard(inside: &mut Inside, operation: &Operation) -> Replaced<Slot> {
    let Operation::Guard(a, _) = operation else { return Ok(None) };
    let known = inside.cache.iter().find(|(kind, of, _)| (*kind, of) == (operation.kind(), a));
    if let Some((_, _, result)) = known {
        return Ok(Some(*result));
    }
    let result = inside.apply(operation)?;
    inside.cache.push((operation.kind(), *a, result));
    Ok(Some(result))
}

/// A bound of one variable is kept twice as large.
fn wraps(constraint: &Constraint) -> bool {
    doubled_in_64_bits(constraint) != *constraint
}

fn doubled_in_64_bits(constraint: &Constraint) -> Constraint {
    let expr = constraint.expr();
    match expr.terms().len() {
        1 => {
            let doubled = wrapped(&(expr.constant_term() * Rat::from(2)));
            let bound = Rat::ZERO.midpoint(&doubled);
            Constraint::new(expr.clone().with_constant(bound), constraint.relation())
        }
        _ => constraint.clone(),
    }
}
