//! Calls with constants for some arguments: which clauses of the callee's contract they need. `copy(p, n, 0)` needs nothing of
//! what only `copy(p, n, 1)` uses.

use super::clause::{Clauses, Need, Subject};
use super::reaching::is_zero;
use super::summaries::Summary;
use crate::engine::Engine;
use crate::graph::written;
use soundline_c::{
    Action, BinaryOp, Callee, FunctionId, IntType, Terminator, Type, Types, UnaryOp, Value,
    ValueKind, VarId,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;
use std::sync::Arc;

/// The parameters of a function that are known numbers.
pub(super) type Constants = BTreeMap<VarId, i128>;

/// A clause that a function requires, and what in it needs that.
#[derive(Clone, Debug)]
pub(crate) struct Required {
    pub(super) subject: Subject,
    pub(super) need: Need,
    /// Whether it is needed whichever way control takes.
    pub(super) certain: bool,
    pub(super) by: By,
}

impl Required {
    /// Whether it is a part of this clause. Clauses that say what a pointer is like say that it is not null, too.
    fn is_of(&self, (subject, need): &(Subject, Need)) -> bool {
        let same = discriminant(&self.need) == discriminant(need);
        self.subject == *subject && (same || matches!(self.need, Need::NotNull))
    }
}

/// What needs a clause.
#[derive(Clone, Debug)]
pub(super) enum By {
    /// Checks in these blocks.
    Checks(Vec<usize>),
    /// A call in one of these blocks, whose callee requires it of one of its own parameters; if only some of what makes up its clause
    /// does, that.
    Call {
        blocks: Vec<usize>,
        callee: FunctionId,
        arguments: Vec<Given>,
        clause: (Subject, Need),
        part: Option<Need>,
    },
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub(super) enum Given {
    Number(i128),
    Parameter(VarId),
    Other,
}

/// The clauses that are left, by their places; none if that is all of them.
pub(super) type Left = Option<Arc<[usize]>>;

/// The arguments of a call, as far as they are constants or parameters that always have the values of the call.
pub(super) fn given(types: &Types, steady: &BTreeSet<VarId>, arguments: &[Value]) -> Vec<Given> {
    let own = |argument: &Value| match number(types, argument, &Constants::new()) {
        Some(number) => Given::Number(number),
        None => match plain(types, argument).filter(|id| steady.contains(id)) {
            Some(id) => Given::Parameter(id),
            None => Given::Other,
        },
    };
    arguments.iter().map(own).collect()
}

/// What a function requires if it is called with these arguments.
pub(crate) fn required<'e>(
    engine: &'e Engine<'_>,
    callee: FunctionId,
    arguments: &[Value],
) -> Option<Cow<'e, Clauses>> {
    let summary = engine.summaries.of(callee)?;
    let given = given(&engine.program.types, &BTreeSet::new(), arguments);
    let constants = bound(engine, callee, &given, &Constants::new());
    let needed = match constants.is_empty() {
        true => None,
        false => left(engine, callee, &constants),
    };
    let Some(needed) = needed else { return Some(Cow::Borrowed(&summary.requires)) };
    let mut clauses = Clauses::default();
    let needed = needed.iter().map(|at| &summary.needed[*at]);
    needed.for_each(|one| clauses.add(one.subject, one.need));
    Some(Cow::Owned(clauses))
}

/// What makes up a clause of a function that is called with these arguments, if some of it needs less than all: a call with other
/// constants may need only that.
pub(super) fn parts(
    engine: &Engine<'_>,
    callee: FunctionId,
    arguments: &[Given],
    (subject, need): (Subject, Need),
) -> Vec<Need> {
    let Some(summary) = engine.summaries.of(callee) else { return Vec::new() };
    let constants = bound(engine, callee, arguments, &Constants::new());
    let needed = if constants.is_empty() { None } else { left(engine, callee, &constants) };
    let is_left = |at: usize| needed.as_ref().is_none_or(|needed| needed.contains(&at));
    let all = summary.needed.iter().enumerate().filter(|(at, _)| is_left(*at));
    let mut found: Vec<Need> = Vec::new();
    for (_, one) in all.filter(|(_, one)| one.is_of(&(subject, need))) {
        if !found.contains(&one.need) {
            found.push(one.need);
        }
    }
    let alike = found.iter().all(|part| matches!(part, Need::Valid(_)));
    match alike && found.len() > 1 && found.len() <= MOST_PARTS {
        true => found,
        false => Vec::new(),
    }
}

/// So many parts of a clause are told apart.
pub(super) const MOST_PARTS: usize = 8;

/// The clauses of a function that are needed if some of its parameters are these numbers, by their places in its summary; none if
/// that is all of them. Functions whose summaries name each other are not done at the same time, so that this ends.
fn left(engine: &Engine<'_>, function: FunctionId, constants: &Constants) -> Left {
    let summary = engine.summaries.of(function)?;
    if let Some(known) = summary.left.lock().ok()?.get(constants) {
        return known.clone();
    }
    let reached = reached(engine, function, constants);
    // Further calls of it by itself, with other numbers, may need the rest.
    if calls_itself_otherwise(engine, function, &summary.steady, constants, &reached)
        || calls_back(engine, function, &reached)
    {
        return None;
    }
    let is_needed = |one: &Required| {
        let get_there = |blocks: &[usize]| blocks.iter().any(|block| reached.contains(block));
        match &one.by {
            By::Checks(blocks) => get_there(blocks),
            By::Call { blocks, .. } if !get_there(blocks) => false,
            By::Call { callee, arguments, clause, part, .. } => {
                let inner = bound(engine, *callee, arguments, constants);
                let all = if inner.is_empty() { None } else { left(engine, *callee, &inner) };
                let own = engine.summaries.of(*callee);
                let is_left = |all: Arc<[usize]>, own: &Summary| {
                    let mut all = all.iter().map(|at| &own.needed[*at]);
                    all.any(|one| one.is_of(clause) && part.is_none_or(|part| one.need == part))
                };
                all.zip(own).is_none_or(|(all, own)| is_left(all, own))
            }
        }
    };
    let all = summary.needed.iter().enumerate();
    let needed: Arc<[usize]> = all.filter(|(_, one)| is_needed(one)).map(|(at, _)| at).collect();
    let found = (needed.len() < summary.needed.len()).then_some(needed);
    summary.left.lock().ok()?.insert(constants.clone(), found.clone());
    found
}

/// Whether a function calls itself in some of these blocks, and does not give on the parameters that are constants as they are.
fn calls_itself_otherwise(
    engine: &Engine<'_>,
    function: FunctionId,
    steady: &BTreeSet<VarId>,
    constants: &Constants,
    blocks: &BTreeSet<usize>,
) -> bool {
    let program = engine.program;
    let parameters = &program.function(function).parameters;
    let all = &engine.shape(function).cfg.blocks;
    let instructions = blocks.iter().flat_map(|at| &all[*at].instructions);
    let mut calls = instructions.filter_map(|one| match &one.action {
        Action::Call { callee: Callee::Function(id), arguments, .. } if *id == function => {
            Some(given(&program.types, steady, arguments))
        }
        _ => None,
    });
    calls.any(|given| {
        let mut all = parameters.iter().zip(given);
        all.any(|(id, given)| match (constants.get(id), given) {
            (None, _) => false,
            (Some(known), Given::Number(number)) => *known != number,
            (Some(_), Given::Parameter(own)) => own != *id,
            (Some(_), Given::Other) => true,
        })
    })
}

/// Whether a function calls others in some of these blocks that call it.
fn calls_back(engine: &Engine<'_>, function: FunctionId, blocks: &BTreeSet<usize>) -> bool {
    let all = &engine.shape(function).cfg.blocks;
    let mut instructions = blocks.iter().flat_map(|at| &all[*at].instructions);
    instructions.any(|one| match &one.action {
        Action::Call { callee: Callee::Function(id), .. } => {
            engine.summaries.call_each_other(function, *id)
        }
        _ => false,
    })
}

/// The parameters of a function that a call gives constants.
fn bound(
    engine: &Engine<'_>,
    callee: FunctionId,
    arguments: &[Given],
    known: &Constants,
) -> Constants {
    let parameters = &engine.program.function(callee).parameters;
    let number = |given: &Given| match given {
        Given::Number(number) => Some(*number),
        Given::Parameter(id) => known.get(id).copied(),
        Given::Other => None,
    };
    let Some(summary) = engine.summaries.of(callee) else { return Constants::new() };
    let all = parameters.iter().zip(arguments).filter(|(id, _)| summary.steady.contains(id));
    all.filter_map(|(id, given)| Some((*id, number(given)?))).collect()
}

/// The parameters of a function that always have the values of the call.
pub(super) fn steady(engine: &Engine<'_>, function: FunctionId) -> BTreeSet<VarId> {
    let instructions = engine.shape(function).cfg.blocks.iter().flat_map(|one| &one.instructions);
    let assigned: BTreeSet<VarId> = instructions.flat_map(|one| written(&one.action)).collect();
    let kept = |id: &VarId| {
        let variable = engine.program.variable(*id);
        !variable.address_taken && !variable.volatile && !assigned.contains(id)
    };
    engine.program.function(function).parameters.iter().copied().filter(kept).collect()
}

/// The blocks that control may get to.
fn reached(engine: &Engine<'_>, function: FunctionId, constants: &Constants) -> BTreeSet<usize> {
    let types = &engine.program.types;
    let blocks = &engine.shape(function).cfg.blocks;
    let (mut seen, mut left) = (BTreeSet::from([0]), vec![0]);
    while let Some(at) = left.pop() {
        let block = &blocks[at];
        let stops = block.instructions.iter().any(|one| match &one.action {
            Action::Assume(value) => number(types, value, constants) == Some(0),
            _ => false,
        });
        if stops {
            continue;
        }
        let value = match &block.terminator {
            Terminator::Branch(value, ..) | Terminator::Switch { value, .. } => {
                number(types, value, constants)
            }
            _ => None,
        };
        let next = match (&block.terminator, value) {
            (Terminator::Branch(_, then, _), Some(value)) if value != 0 => vec![*then],
            (Terminator::Branch(_, _, otherwise), Some(_)) => vec![*otherwise],
            (Terminator::Switch { cases, default, .. }, Some(value)) => {
                let own = cases.iter().find(|(low, high, _)| *low <= value && value <= *high);
                vec![own.map_or(*default, |(_, _, to)| *to)]
            }
            (other, _) => other.successors(),
        };
        left.extend(next.iter().map(|id| id.index()).filter(|id| seen.insert(*id)));
    }
    seen
}

/// The variable that a number is, converted to types with as much room.
fn plain(types: &Types, value: &Value) -> Option<VarId> {
    match &value.kind {
        ValueKind::Load(place) if !place.volatile => place.as_variable(),
        ValueKind::Convert(inner) => {
            let pointers = is_pointer(types, value) && is_pointer(types, inner);
            let keeps = || {
                let (to, from) = (types.integer(value.ty)?, types.integer(inner.ty)?);
                Some(to.signed == from.signed && to.bits >= from.bits)
            };
            (pointers || keeps()?).then(|| plain(types, inner)).flatten()
        }
        _ => None,
    }
}

fn is_pointer(types: &Types, value: &Value) -> bool {
    matches!(types.get(value.ty), Type::Pointer(_))
}

/// What a number is if these parameters are what they are. The null pointer is 0, and no other pointer is a number.
fn number(types: &Types, value: &Value, constants: &Constants) -> Option<i128> {
    if is_pointer(types, value) {
        return match &value.kind {
            _ if is_zero(value) => Some(0),
            ValueKind::Load(place) => constants.get(&place.as_variable()?).copied(),
            ValueKind::Convert(inner) if is_pointer(types, inner) => {
                number(types, inner, constants)
            }
            _ => None,
        }
        .filter(|number| *number == 0);
    }
    let ty: IntType = types.integer(value.ty)?;
    match &value.kind {
        ValueKind::Int(number) => Some(*number),
        ValueKind::Load(place) => constants.get(&place.as_variable()?).copied(),
        ValueKind::Convert(inner) => {
            (is_pointer(types, inner) || types.integer(inner.ty).is_some()).then_some(())?;
            ty.wrap(number(types, inner, constants)?)
        }
        ValueKind::Unary(UnaryOp::Not, inner) => {
            Some(i128::from(number(types, inner, constants)? == 0))
        }
        ValueKind::Binary(op, left, right) => {
            let (a, b) = (number(types, left, constants)?, number(types, right, constants)?);
            let says = |holds: bool| Some(i128::from(holds));
            match op {
                BinaryOp::Eq => says(a == b),
                BinaryOp::Ne => says(a != b),
                BinaryOp::Lt => says(a < b),
                BinaryOp::Le => says(a <= b),
                BinaryOp::Gt => says(a > b),
                BinaryOp::Ge => says(a >= b),
                BinaryOp::BitAnd => ty.wrap(a & b),
                BinaryOp::BitOr => ty.wrap(a | b),
                BinaryOp::Add => ty.wrap(a.checked_add(b)?),
                BinaryOp::Sub => ty.wrap(a.checked_sub(b)?),
                _ => None,
            }
        }
        _ => None,
    }
}
