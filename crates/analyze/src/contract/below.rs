//! Accesses to an element of an array whose index was found to be less than a number that others provide: `a[i]` behind `i < n`.

use super::clause::{Elements, Need};
use super::reaching::Reaching;
use super::source::{Distance, Tracer};
use super::{Party, Subject};
use crate::conclude::At;
use crate::engine::Engine;
use crate::graph::written;
use soundline_c::{
    Action, Base, BinaryOp, FunctionId, Place, Program, RecordId, Step, Storage, Terminator, Type,
    UnaryOp, Value, ValueKind, VarId,
};
use std::collections::BTreeSet;

/// An element that a pointer points to, and what of it.
struct Element<'v> {
    array: &'v Value,
    index: VarId,
    /// The size of an element, and how many bytes into it the pointer points.
    size: u64,
    offset: u64,
}

/// The number that an index is less than.
enum Bound {
    /// A parameter that always has the value of the call.
    Parameter(VarId),
    /// The member of what this variable points to that is always the same here.
    Member(VarId, (RecordId, usize)),
}

/// The variable that the index of an element is read from, if it is the only part of a pointer that is not constant.
pub(crate) fn index_of<'v>(program: &Program, pointer: &'v Value) -> Option<&'v Value> {
    let (_, index, ..) = parts(program, pointer)?;
    Some(plain(index))
}

/// What an access needs of the array and of the number that the index is less than.
pub(super) fn needs(
    engine: &Engine<'_>,
    tracer: &Tracer<'_, '_>,
    at: At,
    pointer: &Value,
    (bytes, write): (i64, bool),
    (null, lasts): (bool, bool),
) -> Option<Vec<(Subject, Need)>> {
    let element = element(engine, pointer)?;
    let end = element.offset.checked_add(u64::try_from(bytes).ok()?)?;
    (end <= element.size).then_some(())?;
    let bound = bound(engine, &tracer.reaching, at, &element)?;
    let sources = tracer.sources(element.array, (at.1, at.2))?;
    let elements = |length| Elements { length, size: element.size, write, null, lasts };
    let of = |(subject, distance): (Subject, Distance)| {
        (distance == Distance::POINT && subject.itself()).then_some(())?;
        let length = match (&bound, subject.party) {
            (Bound::Parameter(id), Party::Function(own)) if own == at.0 => Subject {
                party: subject.party,
                parameter: Some(*id),
                depth: 0,
                each: false,
                mask: 0,
            },
            (Bound::Member(base, (record, field)), Party::Member(own, _)) => {
                (own == *record && member_of(element.array)?.0 == *base).then_some(())?;
                Subject {
                    party: Party::Member(*record, *field),
                    parameter: None,
                    depth: 0,
                    each: false,
                    mask: 0,
                }
            }
            _ => return None,
        };
        Some((subject, Need::Elements(elements(length))))
    };
    sources.all.into_iter().map(of).collect()
}

fn element<'v>(engine: &Engine<'_>, pointer: &'v Value) -> Option<Element<'v>> {
    let (array, index, size, offset) = parts(engine.program, pointer)?;
    let ValueKind::Load(place) = &same(engine, index, false)?.kind else { return None };
    let index = place.as_variable()?;
    let variable = engine.program.variable(index);
    let own = matches!(variable.storage, Storage::Local | Storage::Parameter | Storage::Temporary);
    (own && !variable.address_taken && !variable.volatile).then_some(())?;
    Some(Element { array, index, size, offset })
}

/// The array, the index, the size of an element, and the constant way into it.
fn parts<'v>(program: &Program, pointer: &'v Value) -> Option<(&'v Value, &'v Value, u64, u64)> {
    match &pointer.kind {
        ValueKind::Convert(inner) => {
            let types = &program.types;
            matches!(types.get(inner.ty), Type::Pointer(_)).then_some(())?;
            parts(program, inner)
        }
        ValueKind::PointerAdd { pointer, index, element_size: Some(size) } => {
            index.as_int().is_none().then_some((pointer, index, *size, 0))
        }
        ValueKind::AddressOf(Place { base: Base::Pointer(inner), path, .. }) => {
            let mut bits = 0u64;
            for step in path {
                let Step::Field(record, field) = step else { return None };
                let record = program.types.record(*record);
                bits = bits.checked_add(record.fields[*field].offset_bits)?;
            }
            let (array, index, size, offset) = parts(program, inner)?;
            Some((array, index, size, offset.checked_add(bits / 8)?))
        }
        _ => None,
    }
}

/// A number without its conversions.
fn plain(value: &Value) -> &Value {
    match &value.kind {
        ValueKind::Convert(inner) => plain(inner),
        _ => value,
    }
}

/// The variable and the member of what it points to that a value is read from.
pub(super) fn member_of(value: &Value) -> Option<(VarId, (RecordId, usize))> {
    let ValueKind::Load(place) = &value.kind else { return None };
    let Base::Pointer(pointer) = &place.base else { return None };
    let ValueKind::Load(base) = &pointer.kind else { return None };
    let [Step::Field(record, field)] = place.path[..] else { return None };
    (!place.volatile).then_some((base.as_variable()?, (record, field)))
}

/// The number that the index of an element is less than on all ways to an access.
fn bound(
    engine: &Engine<'_>,
    reaching: &Reaching<'_, '_>,
    at: At,
    element: &Element<'_>,
) -> Option<Bound> {
    let cfg = engine.shape(at.0).cfg;
    let branches = cfg.blocks.iter().filter_map(|block| match &block.terminator {
        Terminator::Branch(value, ..) => Some(value),
        _ => None,
    });
    let candidates = branches.filter_map(|value| {
        [true, false].iter().find_map(|side| less(engine, value, element.index, *side))
    });
    candidates
        .filter(|end| is_below(engine, reaching, at, element.index, end))
        .find_map(|end| kept(engine, at.0, end))
}

/// The end of a range that is the same in all of a function.
fn kept(engine: &Engine<'_>, function: FunctionId, end: &Value) -> Option<Bound> {
    let assigned = |id: VarId| {
        let blocks = engine.shape(function).cfg.blocks.iter();
        let mut all = blocks.flat_map(|block| &block.instructions);
        all.any(|instruction| written(&instruction.action).contains(&id))
    };
    let steady = |id: VarId| {
        let variable = engine.program.variable(id);
        variable.storage == Storage::Parameter && !variable.address_taken && !assigned(id)
    };
    if let Some((base, member)) = member_of(end) {
        let alone = !engine.env.concurrent;
        return (alone && steady(base)).then_some(Bound::Member(base, member));
    }
    let ValueKind::Load(place) = &end.kind else { return None };
    let id = place.as_variable().filter(|id| steady(*id))?;
    Some(Bound::Parameter(id))
}

/// What a variable is less than if a condition holds, or if it does not. Conversions on the way keep the value.
fn less<'v>(engine: &Engine<'_>, value: &'v Value, index: VarId, holds: bool) -> Option<&'v Value> {
    match &value.kind {
        ValueKind::Convert(inner) => less(engine, inner, index, holds),
        ValueKind::Unary(UnaryOp::Not, inner) => less(engine, inner, index, !holds),
        ValueKind::Binary(op, left, right) => {
            let (small, large) = match (op, holds) {
                (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => (left, right),
                (BinaryOp::Gt, true) | (BinaryOp::Le, false) => (right, left),
                _ => return None,
            };
            let own = same(engine, small, false)?;
            let ValueKind::Load(place) = &own.kind else { return None };
            (place.as_variable() == Some(index)).then_some(())?;
            same(engine, large, true)
        }
        _ => None,
    }
}

/// A number without conversions that keep its value; or keep it if it is not negative.
fn same<'v>(engine: &Engine<'_>, value: &'v Value, negative: bool) -> Option<&'v Value> {
    let ValueKind::Convert(inner) = &value.kind else { return Some(value) };
    let types = &engine.program.types;
    let (to, from) = (types.integer(value.ty)?, types.integer(inner.ty)?);
    let room = to.bits > from.bits || (to.bits == from.bits && to.signed == from.signed);
    let room = room || (!negative && to.bits == from.bits && !to.signed);
    let sign = to.signed || !from.signed || !negative;
    (room && sign).then_some(())?;
    same(engine, inner, negative)
}

/// Whether an index was found to be less than a number on all ways, and neither changed since.
fn is_below(
    engine: &Engine<'_>,
    reaching: &Reaching<'_, '_>,
    at: At,
    index: VarId,
    end: &Value,
) -> bool {
    let blocks = &engine.shape(at.0).cfg.blocks;
    let in_memory = member_of(end).is_some();
    let changes = |action: &Action| {
        let memory = match action {
            Action::Call { .. } | Action::Unknown { .. } => true,
            Action::Assign(place, _) | Action::Zero(place) | Action::Havoc(place, _) => {
                // Members of integers keep their values where others are written.
                let number = engine.program.types.integer(place.ty).is_some();
                matches!(place.base, Base::Pointer(_))
                    && (!number || place.path.is_empty() || same_member(place, end))
            }
            _ => false,
        };
        written(action).contains(&index) || (in_memory && memory)
    };
    let says = |value: &Value, side: bool| {
        less(engine, value, index, side).is_some_and(|own| is_same(own, end))
    };
    let stays = |number: usize, until: usize| {
        let all = &blocks[number].instructions;
        !all[..until.min(all.len())].iter().any(|one| changes(&one.action))
    };
    if !stays(at.1, at.2) {
        return false;
    }
    let (mut seen, mut left) = (BTreeSet::from([at.1]), vec![at.1]);
    while let Some(number) = left.pop() {
        if number == 0 {
            return false;
        }
        for before in reaching.before(number) {
            let shown = match &blocks[*before].terminator {
                Terminator::Branch(value, then, otherwise) if then != otherwise => {
                    says(value, then.index() == number)
                }
                _ => false,
            };
            if shown {
                continue;
            }
            if !stays(*before, usize::MAX) {
                return false;
            }
            if seen.insert(*before) {
                left.push(*before);
            }
        }
    }
    true
}

/// Whether a place is the member that a value is read from, of whatever struct.
fn same_member(place: &Place, end: &Value) -> bool {
    let own = member_of(end).map(|(_, member)| member);
    let last = place.path.iter().rev().find_map(|step| match step {
        Step::Field(record, field) => Some((*record, *field)),
        Step::Index(_) => None,
    });
    last.is_none() || last == own
}

/// Whether two values are the same variable, or the same member of what the same one points to.
fn is_same(one: &Value, other: &Value) -> bool {
    if let (Some(one), Some(other)) = (member_of(one), member_of(other)) {
        return one == other;
    }
    match (&one.kind, &other.kind) {
        (ValueKind::Load(one), ValueKind::Load(other)) => {
            one.as_variable().is_some() && one.as_variable() == other.as_variable()
        }
        _ => false,
    }
}
