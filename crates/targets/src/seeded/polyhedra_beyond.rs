//! Further bugs of polyhedra, such as those of real libraries.

use soundline_domains::expr::{Constraint, Relation};
use soundline_domains::numbers::Rat;

use super::bug::{Bug, Harm};
use super::edit::{halves, within};
use super::machine::Fault;
use super::polyhedra::bug;
use crate::operation::{Operation, Question, Touch};

/// The bugs beyond those of the paper.
pub(super) const BUGS: &[Bug] = &[
    bug(
        "polyhedra-leq-ignores-rays",
        Harm::Soundness,
        "the order looks at points near the origin and not at rays",
        Fault::answering(|inside, question| match question {
            Question::Leq(a, b) => {
                let near = within(inside, a, NEAR)?;
                inside.ask(Question::Leq(near, b)).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "polyhedra-equal-one-way",
        Harm::Soundness,
        "equality checks one inclusion of the two",
        Fault::answering(|inside, question| match question {
            Question::Equal(a, b) => inside.ask(Question::Leq(a, b)).map(Some),
            _ => Ok(None),
        }),
    ),
    bug(
        "polyhedra-flat-is-bottom",
        Harm::Soundness,
        "elements without an inner point count as bottom",
        Fault::answering(|inside, question| match question {
            Question::IsBottom(a) => {
                let flat = |c: &Constraint| c.relation() == Relation::Eq;
                let flat = inside.constraints(a)?.iter().any(flat);
                Ok(flat.then_some(soundline_lattice::Answer::Yes))
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "polyhedra-embed-keeps-dropped",
        Harm::Soundness,
        "a new dimension takes the place and the constraints of one that was removed",
        Fault::making(|inside, operation| match operation {
            Operation::Embed(a, sources) => {
                let unused = |v: &usize| !sources.contains(&Some(*v));
                let mut free = (0..inside.dimensions()).filter(unused);
                let kept = sources.iter().map(|source| source.or_else(|| free.next())).collect();
                inside.apply(&Operation::Embed(*a, kept)).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "polyhedra-guard-rounds",
        Harm::Soundness,
        "the constant of a guard is rounded down when it is made an integer",
        Fault::making(|inside, operation| match operation {
            Operation::Guard(a, c) if !c.expr().constant_term().is_integer() => {
                let rounded = Rat::from(c.expr().constant_term().floor());
                let guard = Constraint::new(c.expr().clone().with_constant(rounded), c.relation());
                inside.apply(&Operation::Guard(*a, guard)).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "polyhedra-meet-overwrites",
        Harm::Soundness,
        "meet adds the constraints of its second operand to a shared copy of the first",
        Fault::overwriting(|_, operation, result| match operation {
            Operation::Meet(..) => Ok(Some(result)),
            _ => Ok(None),
        }),
    ),
    bug(
        "polyhedra-canonical-drops",
        Harm::Precision,
        "reading the constraints of an element removes one that is not redundant",
        Fault::looking(|inside, slot, how| match how {
            Touch::Constraints if !inside.is_bottom(slot)? => {
                let mut constraints = halves(&inside.constraints(slot)?);
                if constraints.len() < 3 {
                    return Ok(None);
                }
                constraints.pop();
                inside.apply(&Operation::Constraints(constraints)).map(Some)
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "polyhedra-meet-aborts",
        Harm::Robustness,
        "an assertion fails when a meet of two elements that are not bottom is bottom",
        Fault::making(|inside, operation| match operation {
            Operation::Meet(a, b) if !inside.is_bottom(*a)? && !inside.is_bottom(*b)? => {
                let right = inside.apply(operation)?;
                if inside.is_bottom(right)? {
                    std::process::abort();
                }
                Ok(Some(right))
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "polyhedra-extreme-hangs",
        Harm::Robustness,
        "conversion never ends once two constraints have constants beyond 2^62",
        Fault::making(|inside, operation| match operation {
            Operation::Join(a, b) => {
                let limit = Rat::from(2).pow(62);
                let extreme = |c: &Constraint| c.expr().constant_term().abs() > limit;
                let mut of_both = halves(&inside.constraints(*a)?);
                of_both.extend(halves(&inside.constraints(*b)?));
                while of_both.iter().filter(|c| extreme(c)).count() > 1 {
                    std::hint::spin_loop();
                }
                Ok(None)
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "polyhedra-widening-is-join",
        Harm::Convergence,
        "widening falls back to the join when both operands have as many constraints",
        Fault::making(|inside, operation| match operation {
            Operation::Widen(a, b) => {
                let (of_a, of_b) = (inside.constraints(*a)?.len(), inside.constraints(*b)?.len());
                match of_a == of_b {
                    true => inside.apply(&Operation::Join(*a, *b)).map(Some),
                    false => Ok(None),
                }
            }
            _ => Ok(None),
        }),
    ),
    bug(
        "polyhedra-parallel-reversed",
        Harm::Soundness,
        "assignments that should happen at once are done one after the other, the last one first",
        Fault::making(|inside, operation| match operation {
            Operation::Assign(a, all) if all.len() > 1 => {
                let step = |a, one: &(usize, soundline_domains::expr::LinearExpr)| {
                    inside.apply(&Operation::Assign(a, vec![one.clone()]))
                };
                all.iter().rev().try_fold(*a, step).map(Some)
            }
            _ => Ok(None),
        }),
    ),
];

/// How far from the origin a comparison without rays can see.
const NEAR: i64 = 1000;
