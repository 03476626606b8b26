//! Accesses that a check could not show to be fine, and that are assumed to be: they stay in the objects that they may be in.
//!
//! The numbers of a state often cannot say so: an index that is read from an array, or that a widening led far away.

use super::Step;
use crate::Kind;
use soundline_c::{Base, Place, Type};

impl Step<'_, '_> {
    /// Whether access to a place is claimed to stay in what the place is in.
    pub(crate) fn is_confined(&mut self, place: &Place) -> bool {
        let checked = |kind: Kind| self.env.checks.contains(&kind);
        // The variables of another call are not what claims are about.
        if self.state.claims.is_empty() || self.frame.is_some() || !checked(Kind::Access) {
            return false;
        }
        let types = &self.env.program.types;
        let indexed = place.path.iter().any(|step| matches!(step, soundline_c::Step::Index(_)));
        let ty = match &place.base {
            Base::Variable(id) => Some(self.env.program.variable(*id).ty),
            Base::Pointer(pointer) => types.pointee(pointer.ty),
        };
        let inside = match (&place.base, indexed) {
            (Base::Variable(_), indexed) => indexed,
            (Base::Pointer(pointer), false) => self.is_claimed(pointer, self.end_of(place)),
            (Base::Pointer(pointer), true) => {
                self.is_claimed(pointer, ty.and_then(|ty| types.size(ty)))
            }
        };
        inside && (!indexed || (checked(Kind::Index) && self.indices_are_claimed(place)))
    }

    fn is_claimed(&self, pointer: &soundline_c::Value, bytes: Option<u64>) -> bool {
        let room = self.env.claimed_room(&self.state, pointer);
        let wanted = bytes.and_then(|bytes| i64::try_from(bytes).ok());
        room.zip(wanted).is_some_and(|((room, ..), wanted)| wanted <= room)
    }

    /// How many bytes it is from the start of what a place is in to its end, where that is a member of members.
    fn end_of(&self, place: &Place) -> Option<u64> {
        let types = &self.env.program.types;
        let mut bits = types.size(place.ty)?.checked_mul(8)?;
        for step in &place.path {
            let soundline_c::Step::Field(record, field) = step else { return None };
            let field = &types.record(*record).fields[*field];
            bits = bits.checked_add(field.offset_bits)?;
        }
        Some(bits.div_ceil(8))
    }

    /// Whether each index on the way to a place is in its array, or claimed to be.
    fn indices_are_claimed(&mut self, place: &Place) -> bool {
        let types = &self.env.program.types;
        let mut ty = match &place.base {
            Base::Variable(id) => self.env.program.variable(*id).ty,
            Base::Pointer(pointer) => match types.pointee(pointer.ty) {
                Some(ty) => ty,
                None => return false,
            },
        };
        for step in &place.path {
            match (step, types.get(ty)) {
                (soundline_c::Step::Field(record, field), _) => {
                    ty = types.record(*record).fields[*field].ty;
                }
                // Arrays of 0 or 1 elements may stand for longer ones.
                (
                    soundline_c::Step::Index(index),
                    Type::Array { element, length: Some(length @ 2..) },
                ) => {
                    let number = self.integer(index);
                    let range = self.tightened(number).range;
                    let inside = range.low >= 0 && range.high < i128::from(*length);
                    if !inside && !self.env.claims_index(&self.state, index, *length) {
                        return false;
                    }
                    ty = *element;
                }
                _ => return false,
            }
        }
        true
    }
}
