//! What is declared constant: objects, and members of objects that are not.
//!
//! C defines no write to that, whatever the pointer says, and machines let some happen. So nothing is known of it
//! behind a write, and what lies in memory that cannot be written stays.

use crate::eval::{Step, Targets};
use crate::memory::{CellId, Object};
use crate::numeric::Lin;
use crate::state::Env;
use soundline_c::{Base, Place, Type, TypeId};

/// Whether something can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constancy {
    /// It lies in memory that cannot be written.
    ReadOnly,
    /// It is declared constant. C defines no write to it, but machines let it happen.
    Declared,
    None,
}

/// What is written through a pointer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Written {
    /// A value of a type; of a struct any member that is not constant itself.
    As(TypeId),
    /// So many bytes at most.
    Bytes(i128),
}

/// Offsets that are looked at one by one.
const MOST_OFFSETS: i128 = 64;

impl Env<'_> {
    /// Whether some bits of an object can be written.
    pub(super) fn constancy(&self, object: Object, first: u64, bits: u64) -> Constancy {
        let Some(id) = object.variable() else { return Constancy::None };
        let variable = self.program.variable(id);
        let member =
            || self.program.types.touches_constant(variable.ty, first, first.saturating_add(bits));
        match () {
            () if self.is_constant_object(id) => Constancy::ReadOnly,
            () if variable.constant || member() => Constancy::Declared,
            () => Constancy::None,
        }
    }
}

impl Step<'_, '_> {
    /// Where a write to a place goes. What the program names is written when it comes into being, constant or not.
    pub(crate) fn written_to(&mut self, place: &Place) -> Targets {
        let targets = self.resolve(place);
        match place.base {
            Base::Variable(_) => targets,
            Base::Pointer(_) => self.but_constants(targets),
        }
    }

    /// What a write can change of what it may go to.
    pub(super) fn but_constants(&self, mut targets: Targets) -> Targets {
        let env = self.env;
        let part = |id: &CellId| {
            let cell = env.cells.get(*id);
            (cell.object, cell.offset, cell.extent)
        };
        let constancy =
            |(object, first, bits): (Object, u64, u64)| env.constancy(object, first, bits);
        let (constant, rest): (Vec<CellId>, Vec<CellId>) = std::mem::take(&mut targets.cells)
            .into_iter()
            .partition(|id| constancy(part(id)) != Constancy::None);
        targets.strong &= constant.is_empty();
        targets.element = targets
            .element
            .filter(|element| env.constancy(element.object, 0, u64::MAX) == Constancy::None);
        targets.cells = rest;
        targets.blurred.extend(constant.iter().map(part));
        targets.blurred.retain(|part| constancy(*part) != Constancy::ReadOnly);
        targets
    }

    /// Whether an object lies in memory that cannot be written.
    pub(super) fn is_read_only(&self, object: Object) -> bool {
        object.variable().is_some_and(|id| self.env.is_constant_object(id))
    }

    /// What is constant in a region that was written through a pointer may have any value.
    pub(super) fn doubt_constants(&mut self, object: Object, first: u64, bits: u64) {
        let cells = self.env.cells.in_region(object, first, bits).into_iter();
        let constant = |id: &CellId| {
            let cell = self.env.cells.get(*id);
            self.env.constancy(object, cell.offset, cell.extent) == Constancy::Declared
        };
        let gone: Vec<CellId> = cells.filter(constant).collect();
        self.env.forget(&mut self.state, &gone);
    }

    /// Whether a write through a pointer to an object may be one to something constant.
    pub(super) fn constancy_at(&self, object: Object, offset: &Lin, written: Written) -> Constancy {
        let Some(id) = object.variable() else { return Constancy::None };
        let whole = self.env.constancy(object, 0, u64::MAX);
        let types = &self.env.program.types;
        if self.env.program.variable(id).constant || whole != Constancy::Declared {
            return whole;
        }
        let range = self.offset_range(offset);
        let modulus = i128::from(self.stride(offset).modulus.max(1));
        if range.is_cut() || (range.high - range.low) / modulus >= MOST_OFFSETS {
            return whole;
        }
        let mut start = range.low;
        while start <= range.high {
            let bits = u64::try_from(start).ok().and_then(|start| start.checked_mul(8));
            let found = bits.is_none_or(|bits| {
                let mut parts = Vec::new();
                let known = match written {
                    Written::As(ty) => variable_parts(types, ty, bits, &mut parts).is_some(),
                    Written::Bytes(bytes) => {
                        let width =
                            u64::try_from(bytes).ok().and_then(|bytes| bytes.checked_mul(8));
                        parts.extend(width.map(|width| (bits, width)));
                        width.is_some()
                    }
                };
                let is = |(first, bits): &(u64, u64)| {
                    self.env.constancy(object, *first, *bits) != Constancy::None
                };
                !known || parts.iter().any(is)
            });
            if found {
                return whole;
            }
            start += modulus;
        }
        Constancy::None
    }
}

/// The parts of a type that are not constant, each with its first bit and its width; none if that is not known.
fn variable_parts(
    types: &soundline_c::Types,
    ty: TypeId,
    start: u64,
    parts: &mut Vec<(u64, u64)>,
) -> Option<()> {
    if let Type::Record(id) = types.get(ty) {
        for field in types.record(*id).fields.iter().filter(|field| !field.constant) {
            let first = start.checked_add(field.offset_bits)?;
            match field.bit_width {
                Some(bits) => parts.push((first, bits.into())),
                None => variable_parts(types, field.ty, first, parts)?,
            }
        }
        return Some(());
    }
    if let Type::Array { length: None, .. } = types.get(ty) {
        return Some(());
    }
    parts.push((start, types.size(ty)?.checked_mul(8)?));
    Some(())
}
