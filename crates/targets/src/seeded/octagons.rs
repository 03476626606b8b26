//! Bugs of octagons, in the spirit of the paper.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, LinearExpr, Relation, Var};
use soundline_lattice::Answer;

use super::bug::{Bug, Harm};
use super::edit::{is_upper, keeping, mentions};
use super::machine::{Fault, Inside, Replaced};
use super::matrix::Matrix;
use super::weak_closure;
use crate::machine::Refusal;
use crate::operation::{Operation, Question, Slot};

/// A bug of octagons.
pub(super) const fn bug(name: &'static str, harm: Harm, what: &'static str, fault: Fault) -> Bug {
    Bug::of(Kind::Octagons, name, harm, what, fault)
}

/// The bugs of the paper.
pub(super) const BUGS: &[Bug] = &[
    bug(
        "octagon-assign-drops-closure",
        Harm::Precision,
        "an assignment of another variable plus a constant leaves the matrix unclosed",
        Fault::making(unclosed_assign).and_answering(unclosed_compare),
    )
    .in_the_paper(),
    bug(
        "octagon-weak-closure",
        Harm::Precision,
        "closure lacks the strengthening step, so that joins and the order see less",
        Fault::making(weak_closure::make).and_answering(weak_closure::ask),
    )
    .in_the_paper(),
    bug(
        "octagon-join-keeps-sums",
        Harm::Soundness,
        "join keeps what the first operand says about two variables",
        Fault::making(|inside, operation| match operation {
            Operation::Join(a, b) if !inside.is_bottom(*a)? => {
                let right = inside.apply(&Operation::Join(*a, *b))?;
                let relational = keeping(inside, *a, |c| c.expr().terms().len() > 1)?;
                inside.apply(&Operation::Meet(right, relational)).map(Some)
            }
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
    bug(
        "octagon-meet-misses-dimension",
        Harm::Precision,
        "meet leaves out the rows of the last variable in its second operand",
        Fault::making(|inside, operation| match operation {
            Operation::Meet(a, b) if inside.dimensions() > 0 => {
                let last = inside.dimensions() - 1;
                let without = keeping(inside, *b, |c| !mentions(c, last))?;
                inside.apply(&Operation::Meet(*a, without)).map(Some)
            }
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
    bug(
        "octagon-meet-skips-bottom",
        Harm::Precision,
        "meet with bottom gives the other operand",
        Fault::making(|inside, operation| match operation {
            Operation::Meet(a, b) if inside.is_bottom(*a)? => Ok(Some(*b)),
            Operation::Meet(a, b) if inside.is_bottom(*b)? => Ok(Some(*a)),
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
    bug(
        "octagon-forget-keeps-lower",
        Harm::Soundness,
        "forgetting a variable drops its upper bounds only",
        Fault::making(|inside, operation| match operation {
            Operation::Forget(a, variables) if !inside.is_bottom(*a)? => {
                let right = inside.apply(operation)?;
                let single = |c: &Constraint| c.expr().terms().len() == 1 && !is_upper(c);
                let kept = |c: &Constraint| single(c) && variables.iter().any(|v| mentions(c, *v));
                let lower = keeping(inside, *a, kept)?;
                inside.apply(&Operation::Meet(right, lower)).map(Some)
            }
            _ => Ok(None),
        }),
    )
    .in_the_paper(),
];

/// The closed matrices of both, if neither is bottom.
pub(super) fn both(
    inside: &mut Inside,
    a: Slot,
    b: Slot,
) -> Result<Option<(Matrix, Matrix)>, Refusal> {
    if inside.is_bottom(a)? || inside.is_bottom(b)? {
        return Ok(None);
    }
    let (a, b) = (inside.constraints(a)?, inside.constraints(b)?);
    let dimensions = inside.dimensions();
    Ok(Some((Matrix::of(&a, dimensions).closed(), Matrix::of(&b, dimensions).closed())))
}

/// The element of a matrix.
pub(super) fn rebuilt(inside: &mut Inside, matrix: &Matrix) -> Replaced<Slot> {
    inside.apply(&Operation::Constraints(matrix.constraints())).map(Some)
}

/// `v := ±w + c`: the rows of `v` are overwritten, and nobody asks what follows.
fn unclosed_assign(inside: &mut Inside, operation: &Operation) -> Replaced<Slot> {
    let Operation::Assign(a, assignments) = operation else { return Ok(None) };
    let [(v, e)] = assignments.as_slice() else { return Ok(None) };
    if !is_other_variable(e, *v) || inside.is_bottom(*a)? {
        return Ok(None);
    }
    let result = inside.apply(operation)?;
    let closed = Matrix::of(&inside.constraints(*a)?, inside.dimensions()).closed();
    let mut constraints = closed.constraints();
    constraints.retain(|c| !mentions(c, *v));
    constraints.push(Constraint::new(&LinearExpr::variable(*v) - e, Relation::Eq));
    inside.matrices.insert(result, Matrix::of(&constraints, inside.dimensions()));
    Ok(Some(result))
}

fn is_other_variable(e: &LinearExpr, v: Var) -> bool {
    matches!(e.terms(), [(w, factor)] if *w != v && factor.abs() == 1)
}

/// Entry by entry, which tells less where a matrix is not closed.
fn unclosed_compare(inside: &mut Inside, question: Question) -> Replaced<Answer> {
    match question {
        Question::Leq(a, b) | Question::Equal(a, b)
            if inside.matrices.contains_key(&a) || inside.matrices.contains_key(&b) =>
        {
            weak_closure::ask(inside, question)
        }
        _ => Ok(None),
    }
}
