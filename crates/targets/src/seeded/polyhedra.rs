//! Bugs of polyhedra, in the spirit of the paper.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, Relation};

use super::bug::{Bug, Harm};
use super::edit::halves;
use super::machine::Fault;
use crate::operation::Operation;

/// A bug of polyhedra.
pub(super) const fn bug(name: &'static str, harm: Harm, what: &'static str, fault: Fault) -> Bug {
    Bug::of(Kind::Polyhedra, name, harm, what, fault)
}

/// The bugs of the paper.
pub(super) const BUGS: &[Bug] = &[
    bug(
        "polyhedra-assign-forgets",
        Harm::Precision,
        "assigning a variable only forgets it",
        Fault::making(|inside, operation| match operation {
            Operation::Assign(a, all) => {
                let assigned = all.iter().map(|(v, _)| *v).collect();
                inside.apply(&Operation::Forget(*a, assigned)).map(Some)
            }
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
    bug(
        "polyhedra-join-keeps-constraint",
        Harm::Soundness,
        "join keeps the first constraint of its first operand, whatever the second one says",
        Fault::making(|inside, operation| match operation {
            Operation::Join(a, b) if !inside.is_bottom(*a)? => {
                let first = halves(&inside.constraints(*a)?).into_iter().next();
                let right = inside.apply(&Operation::Join(*a, *b))?;
                let Some(first) = first else { return Ok(Some(right)) };
                inside.apply(&Operation::Guard(right, first)).map(Some)
            }
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
    bug(
        "polyhedra-assign-skips-bottom",
        Harm::Precision,
        "an assignment to bottom gives top",
        Fault::making(|inside, operation| match operation {
            Operation::Assign(a, _) if inside.is_bottom(*a)? => {
                inside.apply(&Operation::Top).map(Some)
            }
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
    bug(
        "polyhedra-join-misses-dimension",
        Harm::Precision,
        "join leaves out the last coordinate of all generators",
        Fault::making(|inside, operation| match operation {
            Operation::Join(..) if inside.dimensions() > 0 => {
                let right = inside.apply(operation)?;
                let last = inside.dimensions() - 1;
                inside.apply(&Operation::Forget(right, vec![last])).map(Some)
            }
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
    bug(
        "polyhedra-meet-halves-equations",
        Harm::Precision,
        "meet takes the equations of its second operand for inequalities",
        Fault::making(|inside, operation| match operation {
            Operation::Meet(a, b) if !inside.is_bottom(*b)? => {
                let half = |c: &Constraint| match c.relation() {
                    Relation::Eq => Constraint::new(c.expr().clone(), Relation::Ge),
                    _ => c.clone(),
                };
                let constraints = inside.constraints(*b)?.iter().map(half).collect();
                let halved = inside.apply(&Operation::Constraints(constraints))?;
                inside.apply(&Operation::Meet(*a, halved)).map(Some)
            }
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
    bug(
        "polyhedra-widening-keeps-equations",
        Harm::Soundness,
        "widening keeps the equations of its first operand without asking the second one",
        Fault::making(|inside, operation| match operation {
            Operation::Widen(a, _) if !inside.is_bottom(*a)? => {
                let mut equations = inside.constraints(*a)?;
                equations.retain(|c| c.relation() == Relation::Eq);
                let right = inside.apply(operation)?;
                let kept = inside.apply(&Operation::Constraints(equations))?;
                inside.apply(&Operation::Meet(right, kept)).map(Some)
            }
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
];
