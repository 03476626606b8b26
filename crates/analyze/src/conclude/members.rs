//! Members: which of them a function assigns to through pointers, and which an expression reads there.

use super::causes::Spot;
use crate::engine::Engine;
use soundline_c::{Action, Base, FunctionId, Place, Step, Type, TypeId, Value, ValueKind};
use std::collections::BTreeSet;

/// A member, by where it is in its struct and its type; none is a whole struct.
pub(super) type Stored = Option<(u64, TypeId)>;

/// The members to which a function assigns through pointers, and where.
pub(super) fn stored_members(engine: &Engine<'_>, function: FunctionId) -> Vec<(Stored, Spot)> {
    let cfg = engine.shape(function).cfg;
    let mut found = Vec::new();
    for (number, block) in cfg.blocks.iter().enumerate() {
        for (at, instruction) in block.instructions.iter().enumerate() {
            let place = match &instruction.action {
                Action::Assign(place, _) | Action::Zero(place) | Action::Havoc(place, _) => place,
                Action::Call { result: Some(place), .. } => place,
                _ => continue,
            };
            let whole = matches!(engine.program.types.get(place.ty), Type::Record(_));
            if is_memory(engine, place) {
                let stored = (!whole).then(|| (member(engine, place), place.ty));
                found.push((stored, (number, at)));
            }
        }
    }
    found
}

/// Whether what is stored may be a member that is read: one at the same place, and not a pointer to another type.
pub(super) fn may_be(engine: &Engine<'_>, stored: Stored, read: (u64, TypeId)) -> bool {
    let Some((offset, ty)) = stored else { return true };
    let types = &engine.program.types;
    let other = match (types.get(ty), types.get(read.1)) {
        (Type::Pointer(own), Type::Pointer(other)) => own != other,
        _ => false,
    };
    offset == read.0 && !other
}

/// The members that an expression reads through pointers.
pub(super) fn read_members(
    engine: &Engine<'_>,
    value: &Value,
    found: &mut BTreeSet<(u64, TypeId)>,
) {
    if let ValueKind::Load(place) = &value.kind
        && is_memory(engine, place)
    {
        found.insert((member(engine, place), place.ty));
    }
    value.operands().into_iter().for_each(|operand| read_members(engine, operand, found));
}

fn is_memory(engine: &Engine<'_>, place: &Place) -> bool {
    match place.base {
        Base::Pointer(_) => true,
        Base::Variable(id) => engine.env.exposed[id.index()],
    }
}

/// Where the last member of a way is in its struct.
pub(super) fn member(engine: &Engine<'_>, place: &Place) -> u64 {
    let fields = place.path.iter().rev().filter_map(|step| match step {
        Step::Field(record, field) => {
            Some(engine.program.types.record(*record).fields[*field].offset_bits)
        }
        Step::Index(_) => None,
    });
    fields.into_iter().next().unwrap_or(0)
}
