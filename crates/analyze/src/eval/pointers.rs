//! Addresses, and what is between them.

use super::{Address, Evaluated, Number, Step};
use crate::memory::{Bases, Object};
use crate::numeric::{Lin, Range};
use soundline_c::{Base, IntType, Place, Type, Value, ValueKind, VarId};

impl Step<'_, '_> {
    /// The address that a value of pointer type is.
    pub(crate) fn address(&mut self, value: &Value) -> Address {
        match &value.kind {
            ValueKind::Load(place) => {
                let targets = self.resolve(place);
                let read = self.load_address(&targets);
                match self.env.has_arguments(&self.state) {
                    true => self.past_arguments(place, read),
                    false => read,
                }
            }
            ValueKind::AddressOf(place) => self.address_of(place),
            ValueKind::Function(id) => {
                let null = self.env.program.function(*id).absent;
                let bases = Bases { null, ..Bases::function(*id) };
                Address { bases, offset: Lin::constant(0) }
            }
            ValueKind::Int(0) => Address::null(),
            ValueKind::PointerAdd { pointer, index, element_size } => {
                let address = self.address(pointer);
                let index = self.integer(index);
                self.moved(address, &index, *element_size)
            }
            ValueKind::Convert(operand) => match self.env.program.types.get(operand.ty) {
                Type::Pointer(_) => self.address(operand),
                _ => match self.eval(operand) {
                    Evaluated::Int(number) if number.range == Range::point(0) => Address::null(),
                    _ => Address::any(),
                },
            },
            _ => Address::any(),
        }
    }

    pub(crate) fn load_address(&mut self, targets: &super::Targets) -> Address {
        if targets.is_unknown() || targets.cells.is_empty() {
            return match self.is_null_in_segment(targets) {
                true => Address::null(),
                false => Address::any(),
            };
        }
        if let [cell] = targets.cells[..]
            && targets.strong
        {
            let bases = self.env.pointer(&self.state, cell).bases;
            if bases.any && self.is_null_in_segment(targets) {
                return Address::null();
            }
            if bases.any || bases.objects.is_empty() {
                return Address { bases, offset: Lin::constant(0) };
            }
            if let Some(range) = self.env.constant(cell) {
                let offset = self.lin(&Number::within(range));
                return Address { bases, offset };
            }
            self.env.add_numbers(&mut self.state, &[cell]);
            return Address { bases, offset: Lin::cell(cell) };
        }
        let mut bases = Bases::default();
        let mut range: Option<Range> = None;
        for cell in &targets.cells {
            let own = self.env.pointer(&self.state, *cell).bases;
            if !own.objects.is_empty() {
                let offsets = self.env.bounds(&self.state, *cell);
                range = Some(range.map_or(offsets, |range| range.join(offsets)));
            }
            bases = bases.join(&own);
        }
        let offset = match range {
            Some(range) => self.lin(&Number::within(range)),
            None => Lin::constant(0),
        };
        Address { bases, offset }
    }

    /// The address of a place.
    pub(crate) fn address_of(&mut self, place: &Place) -> Address {
        let (mut bases, bits) = self.way(place);
        if let Base::Variable(id) = place.base {
            bases.null |= self.env.program.variable(id).absent;
        }
        let only_null = bases.objects.is_empty() || matches!(place.base, Base::Variable(_));
        match bits.exact_div(8) {
            // A part of what the null pointer points to is somewhere else.
            Some(offset) if bases.null && only_null && offset != Lin::constant(0) => Address::any(),
            Some(offset) => Address { bases, offset },
            None => Address::any(),
        }
    }

    /// An address some elements further.
    fn moved(&mut self, address: Address, index: &Number, element_size: Option<u64>) -> Address {
        let index_is_zero = index.range == Range::point(0);
        if address.bases.any || index_is_zero {
            return address;
        }
        if address.bases.null {
            // Null plus something is no address that anything is known of.
            return Address::any();
        }
        let Some(size) = element_size else {
            return Address {
                offset: self.lin(&Number::within(Range::new(-(1 << 62), 1 << 62))),
                ..address
            };
        };
        let index = self.lin(index);
        let moved = index.scale(size.into()).and_then(|way| way.add(&address.offset));
        match moved {
            Some(offset) => Address { offset, ..address },
            None => Address::any(),
        }
    }

    pub(super) fn pointer_difference(
        &mut self,
        left: &Value,
        right: &Value,
        element_size: Option<u64>,
        ty: IntType,
    ) -> Number {
        let (a, b) = (self.address(left), self.address(right));
        let all = Range::of(ty);
        let same =
            a.bases.only().is_some_and(|own| b.bases.only() == Some(own) && self.is_single(own));
        let (true, Some(size)) = (same, element_size.filter(|size| *size > 0)) else {
            return Number::within(all);
        };
        let Some(bytes) = a.offset.sub(&b.offset) else { return Number::within(all) };
        let range = self.env.range_of(&self.state, &bytes);
        let Some(quotients) = range.div(Range::point(size.into())) else {
            return Number::within(all);
        };
        let number = Number { lin: bytes.exact_div(size.into()), range: quotients };
        self.wrapped(number, ty)
    }

    /// Whether there is at most one such object.
    pub(crate) fn is_single(&self, object: Object) -> bool {
        match object {
            Object::Heap(site) => self.state.heap.get(&site).is_some_and(|block| !block.many),
            _ => true,
        }
    }

    /// The object that a name means, in the call whose values are computed.
    fn named(&self, id: VarId) -> Object {
        match &self.frame {
            Some(frame) => self.env.waiting(*frame, id),
            None => Object::Variable(id),
        }
    }

    /// The objects that a place may be in, and how many bits from their start.
    pub(crate) fn way(&mut self, place: &Place) -> (Bases, Lin) {
        let (bases, mut offset) = match &place.base {
            Base::Variable(id) => (Bases::object(self.named(*id)), Some(Lin::constant(0))),
            Base::Pointer(pointer) => {
                let address = self.address(pointer);
                (address.bases, address.offset.scale(8))
            }
        };
        let mut ty = match &place.base {
            Base::Variable(id) => Some(self.env.program.variable(*id).ty),
            Base::Pointer(pointer) => self.env.program.types.pointee(pointer.ty),
        };
        for step in &place.path {
            match step {
                soundline_c::Step::Field(record, field) => {
                    let field = &self.env.program.types.record(*record).fields[*field];
                    offset = offset.and_then(|offset| offset.plus(field.offset_bits.into()));
                    ty = Some(field.ty);
                }
                soundline_c::Step::Index(index) => {
                    let element = ty.and_then(|ty| match self.env.program.types.get(ty) {
                        Type::Array { element, .. } => Some(*element),
                        _ => None,
                    });
                    let size = element.and_then(|ty| self.env.program.types.size(ty));
                    let number = self.integer(index);
                    let index = self.lin(&number);
                    offset =
                        offset.and_then(|offset| index.scale(i128::from(size?) * 8)?.add(&offset));
                    ty = element;
                }
            }
        }
        match offset {
            Some(offset) => (bases, offset),
            None => (Bases::any(), Lin::constant(0)),
        }
    }

    /// Whether an index on the way to a place may leave its array, which compilers take for impossible: `p->a[2]` is never
    /// a member behind `a`. An array at the end of a struct has as many elements as there is memory for.
    pub(crate) fn strays(&mut self, place: &Place) -> bool {
        let types = &self.env.program.types;
        let mut ty = match &place.base {
            Base::Variable(id) => self.env.program.variable(*id).ty,
            Base::Pointer(pointer) => match types.pointee(pointer.ty) {
                Some(ty) => ty,
                None => return true,
            },
        };
        let mut at_end = false;
        for step in &place.path {
            match (step, types.get(ty)) {
                (soundline_c::Step::Field(record, field), _) => {
                    let record = types.record(*record);
                    at_end = record.is_union || *field + 1 == record.fields.len();
                    ty = record.fields[*field].ty;
                }
                (soundline_c::Step::Index(index), Type::Array { element, length }) => {
                    if let Some(length) = length.filter(|_| !at_end) {
                        let number = self.integer(index);
                        let range = self.tightened(number).range;
                        if range.low < 0 || range.high >= i128::from(length) {
                            return true;
                        }
                    }
                    (at_end, ty) = (false, *element);
                }
                _ => return true,
            }
        }
        false
    }
}
