//! Accesses that a check could not show to be fine, and that are assumed to be: they stay in the objects that they may be in.
//!
//! The numbers of a state often cannot say so: an index that is read from an array, or that a widening led far away.

use super::Step;
use crate::Kind;
use crate::memory::Object;
use soundline_c::{Base, Place, Type, Value};

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

    fn is_claimed(&self, pointer: &Value, bytes: Option<u64>) -> bool {
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
                    if !self.is_inside_array(index, *length) {
                        return false;
                    }
                    ty = *element;
                }
                _ => return false,
            }
        }
        true
    }

    /// Whether an index is in an array of so many elements, or claimed to be.
    fn is_inside_array(&mut self, index: &Value, length: u64) -> bool {
        let number = self.integer(index);
        let range = self.tightened(number).range;
        let inside = range.low >= 0 && range.high < i128::from(length);
        inside || self.env.claims_index(&self.state, index, length)
    }

    /// The array behind a pointer of unknown origin that access to a place stays in: its object, first bit and number of bits.
    /// It is the outermost one whose index is not constant.
    pub(super) fn array_behind(&mut self, place: &Place) -> Option<(Object, u64, u64)> {
        let Base::Pointer(pointer) = &place.base else { return None };
        let known = self.env.follows_behind() && self.frame.is_none() && !place.volatile;
        (known && self.indices_are_claimed(place)).then_some(())?;
        let types = &self.env.program.types;
        let (subject, from) = self.env.pointer_subject(pointer)?;
        let mut bits = i128::from(from).checked_mul(8)?;
        let mut ty = types.pointee(pointer.ty)?;
        for step in &place.path {
            match (step, types.get(ty)) {
                (soundline_c::Step::Field(record, field), _) => {
                    let field = &types.record(*record).fields[*field];
                    bits = bits.checked_add(field.offset_bits.into())?;
                    ty = field.ty;
                }
                (soundline_c::Step::Index(index), Type::Array { element, .. }) => {
                    let Some(index) = index.as_int() else {
                        let all = types.size(ty)?.checked_mul(8)?;
                        return Some((Object::Behind(subject), u64::try_from(bits).ok()?, all));
                    };
                    let size = i128::from(types.size(*element)?).checked_mul(8)?;
                    bits = bits.checked_add(index.checked_mul(size)?)?;
                    ty = *element;
                }
                _ => return None,
            }
        }
        None
    }
}
