//! Bugs for the properties of the paper that nothing else violates.

use soundline_domains::expr::{Constraint, LinearExpr, Relation};
use soundline_domains::numbers::Rat;
use soundline_lattice::Answer;
use soundline_targets::{Operation, OperationKind, Question, Refusal, Slot};

use crate::buggy::{Bug, Inside};
use crate::bugs::{Plant, plant};

const BOXES: &str = "boxes:exact";

/// The bugs.
pub const PLANTS: &[Plant] = &[
    plant(
        "top has no negative numbers",
        BOXES,
        Bug::making(|inside, operation| match operation {
            Operation::Top => inside.apply(&Operation::Constraints(vec![natural()])),
            other => inside.apply(other),
        }),
        &[2, 7],
    ),
    plant("the order has a tolerance", BOXES, Bug::answering(tolerant), &[4]),
    plant(
        "join is a widening",
        BOXES,
        Bug::making(|inside, operation| match operation {
            Operation::Join(a, b) => {
                let join = inside.apply(&Operation::Join(*a, *b))?;
                inside.apply(&Operation::Widen(*a, join))
            }
            other => inside.apply(other),
        }),
        &[11],
    ),
    plant(
        "meet is its right operand",
        BOXES,
        Bug::making(|inside, operation| match operation {
            Operation::Meet(_, b) => Ok(*b),
            other => inside.apply(other),
        }),
        &[18, 23, 25],
    ),
    plant(
        "meet of elements apart is the first one",
        BOXES,
        Bug::making(|inside, operation| match operation {
            Operation::Meet(a, _) => {
                let meet = inside.apply(operation)?;
                Ok(if inside.machine.ask(Question::IsBottom(meet))?.is_yes() { *a } else { meet })
            }
            other => inside.apply(other),
        }),
        &[21, 26],
    ),
    plant(
        "widening is its right operand",
        BOXES,
        Bug::making(|inside, operation| match operation {
            Operation::Widen(_, b) => Ok(*b),
            other => inside.apply(other),
        }),
        &[29, 33, 113],
    ),
    plant(
        "assignments take top for bottom",
        BOXES,
        Bug::making(|i, o| top_is_bottom(i, o, OperationKind::Assign)),
        &[34],
    ),
    plant(
        "guards take top for bottom",
        BOXES,
        Bug::making(|i, o| top_is_bottom(i, o, OperationKind::Guard)),
        &[39],
    ),
    plant(
        "narrowing keeps its left operand",
        BOXES,
        Bug::making(|inside, operation| match operation {
            Operation::Narrow(a, _) => Ok(*a),
            other => inside.apply(other),
        }),
        &[44],
    ),
    plant("narrowing goes to and fro", BOXES, Bug::making(to_and_fro), &[46, 114]),
];

/// x0 >= 0
fn natural() -> Constraint {
    Constraint::new(LinearExpr::variable(0), Relation::Ge)
}

/// Every bound of the larger element counts one more.
fn tolerant(inside: &mut Inside, question: Question) -> Result<Answer, Refusal> {
    let Question::Leq(a, b) = question else { return inside.machine.ask(question) };
    let told = inside.machine.constraints(b)?;
    let sides = told.iter().filter_map(Constraint::as_inequalities).flatten();
    let wider =
        |side: Constraint| Constraint::new(side.expr().clone().plus(&Rat::ONE), side.relation());
    let wider = inside.apply(&Operation::Constraints(sides.map(wider).collect()))?;
    inside.machine.ask(Question::Leq(a, wider))
}

fn top_is_bottom(
    inside: &mut Inside,
    operation: &Operation,
    bad: OperationKind,
) -> Result<Slot, Refusal> {
    if operation.kind() == bad
        && let Some(a) = operation.operands().next()
        && inside.machine.ask(Question::IsTop(a))?.is_yes()
    {
        return inside.apply(&Operation::Bottom);
    }
    inside.apply(operation)
}

/// From top to the natural numbers, and from anything else to top.
fn to_and_fro(inside: &mut Inside, operation: &Operation) -> Result<Slot, Refusal> {
    let Operation::Narrow(a, _) = operation else { return inside.apply(operation) };
    match inside.machine.ask(Question::IsTop(*a))?.is_yes() {
        true => inside.apply(&Operation::Constraints(vec![natural()])),
        false => inside.apply(&Operation::Top),
    }
}
