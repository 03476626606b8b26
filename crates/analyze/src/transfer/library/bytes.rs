//! Regions of bytes: functions that fill and copy them.

use crate::eval::{Address, BYTE, Common, Element, Number, Step};
use crate::memory::{Bases, CellKind, Object, WRITTEN};
use crate::numeric::Lin;
use soundline_c::{IntType, Place, Type, TypeId, Value, ValueKind};

/// Whether the values of a type are whole bytes.
fn is_bytes(ty: IntType) -> bool {
    ty.rank != soundline_c::Rank::Bool && ty.bits.is_multiple_of(8)
}

/// A pointer before it was converted.
fn unconverted(pointer: &Value) -> &Value {
    match &pointer.kind {
        ValueKind::Convert(inner) => unconverted(inner),
        _ => pointer,
    }
}

impl Step<'_, '_> {
    pub(super) fn fill(&mut self, arguments: &[Value], result: Option<&Place>) {
        let [pointer, byte, length, ..] = arguments else { return self.unknown_result(result) };
        let address = self.address(pointer);
        let (byte, length) = (self.integer(byte), self.integer(length));
        let place = self.exact_bytes(&address, &length);
        match (place, byte.range.as_point()) {
            (Some((object, offset, bits)), Some(byte)) if !self.is_read_only(object) => {
                let ty = self.env.program.types.pointee(unconverted(pointer).ty);
                self.fill_region(object, offset, bits, byte & 0xff, ty);
                self.doubt_constants(object, offset, bits);
            }
            _ => self.blur_objects(&address.bases),
        }
        if let Some(byte) = byte.range.as_point() {
            self.fill_segment(pointer, &address, &length, byte & 0xff);
        }
        self.first_argument(&address, result);
    }

    /// All elements that were filled have a value, if it is of the type that the pointer had before it was converted.
    fn fill_segment(&mut self, pointer: &Value, address: &Address, length: &Number, byte: i128) {
        let pointee = self.env.program.types.pointee(unconverted(pointer).ty);
        let Some((kind @ CellKind::Int(ty), bits)) =
            pointee.and_then(|ty| self.env.layout.kind(ty))
        else {
            return;
        };
        let bytes = (0..ty.bits / 8).fold(0i128, |all, _| (all << 8) | byte);
        if let Some(value) = ty.wrap(bytes).filter(|_| is_bytes(ty)) {
            self.spread(address, length, (kind, bits), Common::number(bits, value));
        }
        if self.env.marks {
            self.spread(address, length, (WRITTEN, bits), Common::number(bits, 1));
        }
    }

    /// What elements have in common that were written to so many bytes behind an address.
    fn spread(
        &mut self,
        address: &Address,
        length: &Number,
        (kind, bits): (CellKind, u32),
        value: Common,
    ) {
        let sure = Bases { null: false, ..address.bases.clone() };
        let Some(object) = sure.only().filter(|object| !self.is_read_only(*object)) else { return };
        let length = self.lin(length).scale(8);
        if let (Some(offset), Some(length)) = (address.offset.scale(8), length) {
            self.set_segment(&Element { object, offset, kind, bits }, &length, value);
        }
    }

    /// All bytes of a new object are zero.
    pub(super) fn zero_segment(&mut self, object: Object, size: &Lin) {
        let first = Element { object, offset: Lin::constant(0), kind: BYTE, bits: 8 };
        self.set_segment(&first, size, Common::number(8, 0));
    }

    /// All bytes of a region have a value. The type of what is there is that of the object, if it has one.
    pub(super) fn fill_region(
        &mut self,
        object: Object,
        offset: u64,
        bits: u64,
        byte: i128,
        ty: Option<TypeId>,
    ) {
        let leaves = match self.env.layout.type_of(object) {
            Some(ty) => self.env.layout.leaves(&self.env.cells, object, 0, ty).unwrap_or_default(),
            None => {
                let record = ty.filter(|ty| {
                    let size =
                        self.env.program.types.size(*ty).and_then(|size| size.checked_mul(8));
                    matches!(self.env.program.types.get(*ty), Type::Record(_)) && size == Some(bits)
                });
                let members = |ty| self.env.layout.leaves(&self.env.cells, object, offset, ty);
                let members = record.and_then(members).unwrap_or_default();
                let known = self.env.cells.of_object(object);
                members.iter().chain(known.iter()).copied().collect()
            }
        };
        self.mark_region(object, offset, bits);
        let gone = self.env.cells.in_region(object, offset, bits);
        self.env.forget(&mut self.state, &gone);
        if object.variable().is_some_and(|id| self.env.restless[id.index()]) {
            return;
        }
        for id in leaves {
            let cell = self.env.cells.get(id);
            if cell.is_mark() {
                continue;
            }
            let inside = offset <= cell.offset
                && cell.offset.saturating_add(cell.extent) <= offset.saturating_add(bits);
            // Bytes that were just written: only the last of several views stays.
            let overlaps = self.env.cells.overlaps(id);
            let overlapped = overlaps.iter().any(|other| {
                !self.env.cells.get(*other).is_mark()
                    && self.env.says_something(&self.state, *other)
            });
            if !inside || overlapped {
                continue;
            }
            match cell.kind {
                CellKind::Pointer if byte == 0 => self.set_zero(id),
                // All bits are alike, wherever the field starts.
                CellKind::Int(ty) if ty.rank != soundline_c::Rank::Bool && byte == 0xff => {
                    if let Some(value) = ty.wrap(-1) {
                        self.set_number(id, &Number::constant(value));
                    }
                }
                CellKind::Int(ty) if is_bytes(ty) && cell.offset.is_multiple_of(8) => {
                    let bytes = (0..ty.bits / 8).fold(0i128, |all, _| (all << 8) | byte);
                    if let Some(value) = ty.wrap(bytes) {
                        self.set_number(id, &Number::constant(value));
                    }
                }
                _ if byte == 0 => self.set_zero(id),
                _ => {}
            }
        }
    }

    /// A certain region of so many bytes.
    pub(super) fn exact_bytes(
        &mut self,
        address: &Address,
        length: &Number,
    ) -> Option<(Object, u64, u64)> {
        let sure = Bases { null: false, ..address.bases.clone() };
        let object = sure.only().filter(|object| self.is_single(*object))?;
        let offset = self.env.range_of(&self.state, &address.offset).as_point()?;
        let bytes = length.range.as_point()?;
        let size = match object {
            Object::Variable(_) | Object::Waiting(..) => i128::from(self.env.layout.size(object)?),
            Object::Heap(site) => self.env.least_size(&self.state, site),
            _ => return None,
        };
        if offset < 0 || bytes < 0 || offset.checked_add(bytes)? > size {
            return None;
        }
        let bits = |bytes: i128| u64::try_from(bytes).ok()?.checked_mul(8);
        Some((object, bits(offset)?, bits(bytes)?))
    }

    pub(super) fn copy_bytes(&mut self, arguments: &[Value], result: Option<&Place>) {
        let [to, from, length, ..] = arguments else { return self.unknown_result(result) };
        let (target, source) = (self.address(to), self.address(from));
        let length = self.integer(length);
        let bits = self.lin(&length).scale(8);
        let common = bits.map_or(Vec::new(), |bits| self.common_values(&source, &bits));
        let regions = (self.exact_bytes(&target, &length), self.exact_bytes(&source, &length));
        match regions {
            (Some(to), Some(from)) if !self.is_read_only(to.0) => {
                self.copy_region((from.0, from.1), (to.0, to.1), to.2);
                self.doubt_constants(to.0, to.1, to.2);
            }
            _ => {
                self.blur_objects(&target.bases);
                let sources = source.bases.objects.iter();
                let written = !source.bases.any
                    && sources.into_iter().all(|object| self.is_all_written(*object));
                for object in target.bases.objects.iter().filter(|_| !written) {
                    self.env.unmark(&mut self.state, *object, 0, u64::MAX);
                }
            }
        }
        for (kind, bits, value) in common {
            self.spread(&target, &length, (kind, bits), value);
        }
        self.first_argument(&target, result);
    }
}
