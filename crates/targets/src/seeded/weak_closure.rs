//! Octagons whose closure is less precise: shortest paths without the strengthening step.
//!
//! The paper's properties do not show such a bug, as long as all operations agree on what they do
//! not see. So joins, meets, widenings and narrowings, the order and equality work on the weaker
//! matrices throughout; transfer functions are left as they are.

use soundline_domains::numbers::Rat;
use soundline_lattice::Answer;

use super::machine::{Inside, Replaced};
use super::matrix::Matrix;
use crate::machine::Refusal;
use crate::operation::{Operation, Question, Slot};

/// Lattice operations on matrices that are closed by shortest paths alone.
pub(super) fn make(inside: &mut Inside, operation: &Operation) -> Replaced<Slot> {
    let (Operation::Join(a, b)
    | Operation::Meet(a, b)
    | Operation::Widen(a, b)
    | Operation::Narrow(a, b)) = operation
    else {
        return Ok(None);
    };
    let growing = matches!(operation, Operation::Join(..) | Operation::Widen(..));
    if inside.is_bottom(*a)? {
        return Ok(growing.then_some(*b));
    }
    if inside.is_bottom(*b)? {
        return Ok(growing.then_some(*a));
    }
    let combine = match operation {
        Operation::Join(..) => larger,
        Operation::Meet(..) => smaller,
        Operation::Widen(..) => stable,
        _ => |a: Option<Rat>, b| a.or(b),
    };
    let (of_a, of_b) = (matrix(inside, *a)?, matrix(inside, *b)?);
    let result = of_a.combined(&of_b, combine).shortest_paths();
    let slot = inside.apply(&Operation::Constraints(result.constraints()))?;
    inside.matrices.insert(slot, result);
    Ok(Some(slot))
}

/// The order and equality, entry by entry.
pub(super) fn ask(inside: &mut Inside, question: Question) -> Replaced<Answer> {
    let (Question::Leq(a, b) | Question::Equal(a, b)) = question else { return Ok(None) };
    if inside.is_bottom(a)? || inside.is_bottom(b)? {
        return Ok(None);
    }
    let (of_a, of_b) = (matrix(inside, a)?, matrix(inside, b)?);
    let back = matches!(question, Question::Leq(..)) || of_b.leq(&of_a);
    Ok(Some((of_a.leq(&of_b) && back).into()))
}

/// The matrix that an element has kept, or else the closed one.
pub(super) fn matrix(inside: &mut Inside, slot: Slot) -> Result<Matrix, Refusal> {
    match inside.matrices.get(&slot) {
        Some(matrix) => Ok(matrix.clone()),
        None => Ok(Matrix::of(&inside.constraints(slot)?, inside.dimensions()).closed()),
    }
}

fn larger(a: Option<Rat>, b: Option<Rat>) -> Option<Rat> {
    a.zip(b).map(|(a, b)| a.max(b))
}

fn smaller(a: Option<Rat>, b: Option<Rat>) -> Option<Rat> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

fn stable(a: Option<Rat>, b: Option<Rat>) -> Option<Rat> {
    a.zip(b).filter(|(a, b)| b <= a).map(|(a, _)| a)
}
