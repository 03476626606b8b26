//! The bugs that are planted, those of real libraries among them.

use soundline_domains::expr::{Constraint, LinearExpr, Relation};
use soundline_lattice::Answer;
use soundline_targets::OperationKind::{
    self, Assign, Constraints, Embed, Forget, Guard, Join, Meet, Narrow, Widen,
};
use soundline_targets::{Operation, Question, Refusal, Slot, Touch};

use crate::buggy::{Bug, Event, Inside};

/// A bug, what it is, in which domain, and the properties that must catch it.
pub struct Plant {
    pub what: &'static str,
    pub target: &'static str,
    pub bug: Bug,
    pub caught_by: &'static [u16],
}

pub const fn plant(
    what: &'static str,
    target: &'static str,
    bug: Bug,
    caught_by: &'static [u16],
) -> Plant {
    Plant { what, target, bug, caught_by }
}

const BOXES: &str = "boxes:exact";
const OCTAGONS: &str = "octagons:exact";
const POLYHEDRA: &str = "polyhedra";

/// The bugs, those of real libraries among them.
pub const PLANTS: &[Plant] = &[
    plant(
        "join forgets its right operand",
        POLYHEDRA,
        Bug::making(|inside, operation| match operation {
            Operation::Join(a, _) => Ok(*a),
            other => inside.apply(other),
        }),
        &[6, 9, 10, 13, 47, 111],
    ),
    plant("join loses points", OCTAGONS, Bug::making(|i, o| cut(i, o, Join)), &[8, 12, 15, 47, 84]),
    plant("join is coarse", BOXES, Bug::making(|i, o| coarse(i, o, Join)), &[6, 12, 15, 27, 61]),
    plant("join is coarse", POLYHEDRA, Bug::making(|i, o| coarse(i, o, Join)), &[13, 61]),
    plant("meet loses points", OCTAGONS, Bug::making(|i, o| cut(i, o, Meet)), &[17, 22, 28, 48]),
    plant(
        "meet is its left operand",
        OCTAGONS,
        Bug::making(|inside, operation| match operation {
            Operation::Meet(a, _) => Ok(*a),
            other => inside.apply(other),
        }),
        &[19, 20, 24, 26, 62],
    ),
    plant(
        "widening keeps its left operand",
        OCTAGONS,
        Bug::making(|inside, operation| match operation {
            Operation::Widen(a, _) => Ok(*a),
            other => inside.apply(other),
        }),
        &[30, 32, 49],
    ),
    plant(
        "widening of intervals is coarse",
        BOXES,
        Bug::making(|i, o| coarse(i, o, Widen)),
        &[31, 69],
    ),
    plant(
        "widening of octagons is coarse",
        OCTAGONS,
        Bug::making(|i, o| coarse(i, o, Widen)),
        &[69],
    ),
    plant(
        "widening of polyhedra is coarse",
        POLYHEDRA,
        Bug::making(|i, o| coarse(i, o, Widen)),
        &[69],
    ),
    plant(
        "widening is the join",
        BOXES,
        Bug::making(|inside, operation| match operation {
            Operation::Widen(a, b) => inside.apply(&Operation::Join(*a, *b)),
            other => inside.apply(other),
        }),
        &[99, 112],
    ),
    plant("narrowing loses points", BOXES, Bug::making(|i, o| cut(i, o, Narrow)), &[42, 50, 115]),
    plant("narrowing goes up", OCTAGONS, Bug::making(|i, o| coarse(i, o, Narrow)), &[43]),
    plant(
        "variables stay in place",
        POLYHEDRA,
        Bug::making(|inside, operation| match operation {
            Operation::Embed(a, _) => Ok(*a),
            other => inside.apply(other),
        }),
        &[51],
    ),
    plant(
        "embedding loses points",
        "octagons:f64",
        Bug::making(|i, o| cut(i, o, Embed)),
        &[51, 95, 97],
    ),
    plant("embedding is coarse", OCTAGONS, Bug::making(|i, o| coarse(i, o, Embed)), &[96, 98]),
    plant("constraints are added up", BOXES, Bug::making(|i, o| cut(i, o, Constraints)), &[52, 93]),
    plant(
        "constraints after the first are ignored",
        OCTAGONS,
        Bug::making(|inside, operation| match operation {
            Operation::Constraints(all) if !all.is_empty() => {
                inside.apply(&Operation::Constraints(all[..1].to_vec()))
            }
            other => inside.apply(other),
        }),
        &[67, 94],
    ),
    plant(
        "assignments change nothing",
        POLYHEDRA,
        Bug::making(|inside, operation| match operation {
            Operation::Assign(a, _) => Ok(*a),
            other => inside.apply(other),
        }),
        &[53],
    ),
    plant(
        "assignments are projections",
        POLYHEDRA,
        Bug::making(|inside, operation| match operation {
            Operation::Assign(a, all) => {
                inside.apply(&Operation::Forget(*a, all.iter().map(|(v, _)| *v).collect()))
            }
            other => inside.apply(other),
        }),
        &[37, 65, 90, 92],
    ),
    plant(
        "assigning gives bottom",
        OCTAGONS,
        Bug::making(|inside, operation| match operation {
            Operation::Assign(..) => inside.apply(&Operation::Bottom),
            other => inside.apply(other),
        }),
        &[35, 53, 54, 89, 91],
    ),
    plant(
        "assigning makes points of bottom",
        OCTAGONS,
        Bug::making(|inside, operation| match operation {
            Operation::Assign(..) => inside.apply(&Operation::Top),
            other => inside.apply(other),
        }),
        &[36, 38],
    ),
    plant(
        "parallel assignments are done one by one",
        BOXES,
        Bug::making(|inside, operation| match operation {
            Operation::Assign(a, all) if all.len() > 1 => {
                let one = |a, step: &(usize, LinearExpr)| {
                    inside.apply(&Operation::Assign(a, vec![step.clone()]))
                };
                all.iter().rev().try_fold(*a, one)
            }
            other => inside.apply(other),
        }),
        &[54, 88],
    ),
    plant(
        "parallel assignments forget everything",
        OCTAGONS,
        Bug::making(|inside, operation| match operation {
            Operation::Assign(_, all) if all.len() > 1 => inside.apply(&Operation::Top),
            other => inside.apply(other),
        }),
        &[92],
    ),
    plant(
        "parallel assignments are coarse",
        POLYHEDRA,
        Bug::making(|i, o| coarse(i, o, OperationKind::ParallelAssign)),
        &[88],
    ),
    plant(
        "forgetting changes nothing",
        OCTAGONS,
        Bug::making(|inside, operation| match operation {
            Operation::Forget(a, _) => Ok(*a),
            other => inside.apply(other),
        }),
        &[38, 55],
    ),
    plant("forgetting forgets x0 too", OCTAGONS, Bug::making(|i, o| coarse(i, o, Forget)), &[66]),
    plant("guards lose points", POLYHEDRA, Bug::making(|i, o| cut(i, o, Guard)), &[56]),
    plant("guards are coarse", POLYHEDRA, Bug::making(|i, o| coarse(i, o, Guard)), &[41, 63, 64]),
    plant(
        "guards with equations keep one half",
        OCTAGONS,
        Bug::making(|inside, operation| match operation {
            Operation::Guard(a, c) if c.relation() == Relation::Eq => {
                let half = Constraint::new(c.expr().clone(), Relation::Ge);
                inside.apply(&Operation::Guard(*a, half))
            }
            other => inside.apply(other),
        }),
        &[63],
    ),
    plant(
        "leq says yes",
        POLYHEDRA,
        Bug::answering(|inside, question| match question {
            Question::Leq(..) => Ok(Answer::Yes),
            other => inside.machine.ask(other),
        }),
        &[5, 57],
    ),
    plant(
        "equal says yes",
        OCTAGONS,
        Bug::answering(|inside, question| match question {
            Question::Equal(..) => Ok(Answer::Yes),
            other => inside.machine.ask(other),
        }),
        &[14, 58],
    ),
    plant(
        "everything is bottom and top",
        OCTAGONS,
        Bug::answering(|inside, question| match question {
            Question::IsBottom(_) | Question::IsTop(_) => Ok(Answer::Yes),
            other => inside.machine.ask(other),
        }),
        &[59, 60],
    ),
    plant(
        "nothing is bottom, top or below itself",
        OCTAGONS,
        Bug::answering(|inside, question| match question {
            Question::IsBottom(_) | Question::IsTop(_) => Ok(Answer::No),
            Question::Leq(a, b) if inside.machine.ask(Question::Equal(a, b))?.is_yes() => {
                Ok(Answer::No)
            }
            other => inside.machine.ask(other),
        }),
        &[3, 26, 70, 72, 73],
    ),
    plant(
        "equal elements are identical",
        POLYHEDRA,
        Bug::answering(|inside, question| match question {
            Question::Equal(a, b) => Ok((a == b).into()),
            other => inside.machine.ask(other),
        }),
        &[5, 12, 71],
    ),
    plant(
        "octagons are compared without closure",
        OCTAGONS,
        Bug::answering(unclosed_leq),
        &[68, 70],
    ),
    plant(
        "printing forgets",
        OCTAGONS,
        Bug::spoiling(|event, slot| {
            (event == Event::Touched(Touch::Print)).then(|| Operation::Forget(slot, vec![0]))
        }),
        &[74, 75],
    ),
    plant(
        "reading bounds loses points",
        "octagons:f64",
        Bug::spoiling(|event, slot| {
            (event == Event::Touched(Touch::Bounds)).then(|| Operation::Guard(slot, positive()))
        }),
        &[75],
    ),
    plant(
        "joins overwrite their operands",
        POLYHEDRA,
        Bug::spoiling(|event, slot| {
            (event == Event::Used(Join)).then(|| Operation::Forget(slot, vec![0]))
        }),
        &[76, 77],
    ),
    plant(
        "meets overwrite their operands",
        "boxes:f64",
        Bug::spoiling(|event, slot| {
            (event == Event::Used(Meet)).then(|| Operation::Guard(slot, positive()))
        }),
        &[76, 77],
    ),
    plant(
        "operands from a meet are treated worse",
        POLYHEDRA,
        Bug::making(biased),
        &[78, 80, 81, 82, 83],
    ),
    plant(
        "meets treat operands from a join worse",
        OCTAGONS,
        Bug::making(|inside, operation| {
            let from_join = |slot: Slot| inside.made[slot.0] == Join;
            let worse = operation.operands().any(from_join);
            let result = inside.apply(operation)?;
            match worse && operation.kind() == Meet {
                true => inside.apply(&Operation::Forget(result, vec![0])),
                false => Ok(result),
            }
        }),
        &[79],
    ),
    plant(
        "an element with itself is bottom",
        "octagons:f64",
        Bug::making(|inside, operation| match operation {
            Operation::Join(a, b) | Operation::Meet(a, b) if a == b => {
                inside.apply(&Operation::Bottom)
            }
            other => inside.apply(other),
        }),
        &[84],
    ),
    plant(
        "bottom has points",
        OCTAGONS,
        Bug::making(|inside, operation| match operation {
            Operation::Bottom => inside.apply(&Operation::Top),
            other => inside.apply(other),
        }),
        &[1, 6, 16, 45],
    ),
    plant(
        "guards make points of bottom",
        BOXES,
        Bug::making(|inside, operation| match operation {
            Operation::Guard(..) => inside.apply(&Operation::Top),
            other => inside.apply(other),
        }),
        &[40, 41],
    ),
    plant(
        "an element with itself is top",
        POLYHEDRA,
        Bug::making(|inside, operation| match operation {
            Operation::Join(a, b) | Operation::Widen(a, b) if a == b => {
                inside.apply(&Operation::Top)
            }
            other => inside.apply(other),
        }),
        &[12, 85],
    ),
    plant("in place loses points", BOXES, Bug::in_place(|i, o| cut(i, o, o.kind())), &[86, 87]),
    plant("in place is coarse", POLYHEDRA, Bug::in_place(|i, o| coarse(i, o, o.kind())), &[87]),
    plant("joins are flagged exact", BOXES, Bug::NONE.boasting(), &[100]),
    plant(
        "coarse joins are flagged",
        POLYHEDRA,
        Bug::making(|i, o| coarse(i, o, Join)).boasting(),
        &[100, 105],
    ),
    plant(
        "coarse meets are flagged",
        OCTAGONS,
        Bug::making(|i, o| coarse(i, o, Meet)).boasting(),
        &[101, 106],
    ),
    plant(
        "coarse assignments are flagged",
        POLYHEDRA,
        Bug::making(|i, o| coarse(i, o, Assign)).boasting(),
        &[102, 107],
    ),
    plant("assignments of octagons are flagged", OCTAGONS, Bug::NONE.boasting(), &[102]),
    plant(
        "coarse guards are flagged",
        POLYHEDRA,
        Bug::making(|i, o| coarse(i, o, Guard)).boasting(),
        &[103, 108],
    ),
    plant(
        "coarse projections are flagged",
        BOXES,
        Bug::making(|i, o| coarse(i, o, Forget)).boasting(),
        &[104, 109],
    ),
];

type Made = Result<Slot, Refusal>;

/// x0 >= 1
fn positive() -> Constraint {
    Constraint::ge(&LinearExpr::variable(0), &LinearExpr::constant(1))
}

/// Results of one kind of operation have nothing to say about x0 any more.
fn coarse(inside: &mut Inside, operation: &Operation, bad: OperationKind) -> Made {
    let result = inside.apply(operation)?;
    match operation.kind() == bad {
        true => inside.apply(&Operation::Forget(result, vec![0])),
        false => Ok(result),
    }
}

/// Results of one kind of operation lose the points where x0 is below 1.
fn cut(inside: &mut Inside, operation: &Operation, bad: OperationKind) -> Made {
    let result = inside.apply(operation)?;
    match operation.kind() == bad {
        true => inside.apply(&Operation::Guard(result, positive())),
        false => Ok(result),
    }
}

/// Operands that were made by a meet are treated worse than others.
fn biased(inside: &mut Inside, operation: &Operation) -> Made {
    let from_meet = |slot: Slot| inside.made[slot.0] == OperationKind::Meet;
    let worse = operation.operands().next().is_some_and(from_meet);
    let result = inside.apply(operation)?;
    if worse && operation.kind() != OperationKind::Meet {
        return inside.apply(&Operation::Forget(result, vec![0]));
    }
    Ok(result)
}

/// Leq as a comparison of what both tell, without anything that follows from it.
fn unclosed_leq(inside: &mut Inside, question: Question) -> Result<Answer, Refusal> {
    let Question::Leq(a, b) = question else { return inside.machine.ask(question) };
    let (of_a, of_b) = (inside.machine.constraints(a)?, inside.machine.constraints(b)?);
    let halves = |all: Vec<Constraint>| -> Vec<Constraint> {
        all.iter().filter_map(Constraint::as_inequalities).flatten().collect()
    };
    let (of_a, of_b) = (halves(of_a), halves(of_b));
    let covers = |one: &Constraint, other: &Constraint| {
        (other.expr() - one.expr()).as_constant().is_some_and(|gap| !gap.is_negative())
    };
    let found = of_b.iter().all(|b| of_a.iter().any(|a| covers(a, b)));
    Ok(if found || of_a.iter().any(|a| a.as_constant() == Some(false)) {
        Answer::Yes
    } else {
        Answer::No
    })
}
