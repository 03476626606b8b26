//! Structs and arrays as a whole: copies and zeros.

use crate::eval::Address;
use crate::eval::{Evaluated, Number, Step};
use crate::memory::{Bases, Cell, CellId, CellKind, Object};
use crate::numeric::{Floats, Lin};
use soundline_c::{Base, Place, Value, ValueKind};

impl Step<'_, '_> {
    /// All bytes become zero.
    pub(crate) fn zero(&mut self, place: &Place) {
        let Some((object, offset)) = self.exact(place) else {
            let value = match self.env.layout.kind(place.ty) {
                Some((CellKind::Int(_), _)) => Evaluated::Int(Number::constant(0)),
                Some((CellKind::Pointer, _)) => Evaluated::Pointer(Address::null()),
                Some((CellKind::Float(_), _)) => Evaluated::Float(Floats::point(0.0)),
                None => return self.havoc(place),
            };
            let targets = self.resolve(place);
            return self.store(&targets, &value);
        };
        self.zero_region(object, offset, place.ty);
    }

    pub(crate) fn zero_region(&mut self, object: Object, offset: u64, ty: soundline_c::TypeId) {
        let bits = self.env.program.types.size(ty).unwrap_or(u64::MAX / 16).saturating_mul(8);
        self.mark_region(object, offset, bits);
        let gone = self.env.cells.in_region(object, offset, bits);
        self.env.forget(&mut self.state, &gone);
        let restless = object.variable().is_some_and(|id| self.env.restless[id.index()]);
        let leaves = self.env.layout.leaves(&self.env.cells, object, offset, ty);
        // An element of a large array is zero only if all of them are.
        let covered = |cell: &CellId| self.covers(offset, bits, &self.env.cells.get(*cell));
        let zeros: Vec<CellId> =
            leaves.unwrap_or_default().into_iter().filter(|_| !restless).filter(covered).collect();
        let is_number = |cell: &CellId| matches!(self.env.cells.get(*cell).kind, CellKind::Int(_));
        let numbers: Vec<CellId> = zeros.iter().copied().filter(is_number).collect();
        self.env.make_room(&mut self.state, &numbers);
        zeros.into_iter().for_each(|cell| self.set_zero(cell));
    }

    fn covers(&self, offset: u64, bits: u64, cell: &Cell) -> bool {
        offset <= cell.offset
            && cell.offset.saturating_add(cell.extent) <= offset.saturating_add(bits)
    }

    pub(crate) fn set_zero(&mut self, cell: CellId) {
        match self.env.cells.get(cell).kind {
            CellKind::Int(_) => self.set_number(cell, &Number::constant(0)),
            CellKind::Pointer => self.set_address(cell, &Address::null()),
            CellKind::Float(_) => {
                self.env.set_floats(&mut self.state, cell, Floats::point(0.0));
            }
        }
    }

    /// The object and first bit of a place that is certainly there.
    pub(crate) fn exact(&mut self, place: &Place) -> Option<(Object, u64)> {
        let (bases, offset) = self.way(place);
        self.exact_at(&bases, &offset, place.ty).filter(|_| !place.volatile)
    }

    pub(crate) fn exact_at(
        &mut self,
        bases: &Bases,
        offset: &Lin,
        ty: soundline_c::TypeId,
    ) -> Option<(Object, u64)> {
        let sure = Bases { null: false, ..bases.clone() };
        let object = sure.only().filter(|object| self.is_single(*object))?;
        let first = self.env.range_of(&self.state, offset).as_point()?;
        let first = u64::try_from(first).ok()?;
        let bits = self.env.program.types.size(ty)?.checked_mul(8)?;
        let size = match object {
            Object::Variable(_) | Object::Waiting(..) => self.env.layout.size(object)?,
            Object::Heap(site)
                if self.state.heap.get(&site).is_some_and(|block| block.followed) =>
            {
                u64::try_from(self.env.least_size(&self.state, site)).ok()?
            }
            _ => return None,
        };
        (first.checked_add(bits)? <= size.checked_mul(8)?).then_some((object, first))
    }

    /// A struct or union is copied, cell by cell where both places are certain.
    pub(crate) fn copy(&mut self, place: &Place, value: &Value) {
        let from = self.copied(value);
        self.copy_from(from, place);
    }

    /// The object and first bit of what is copied, if that is certain.
    pub(crate) fn copied(&mut self, value: &Value) -> Option<(Object, u64)> {
        match &value.kind {
            ValueKind::Load(source) => self.exact(source),
            _ => None,
        }
    }

    /// A place becomes a copy of a region; anything if it is not certain which.
    pub(crate) fn copy_from(&mut self, from: Option<(Object, u64)>, place: &Place) {
        let named = matches!(place.base, Base::Variable(_));
        let to = self.exact(place).filter(|(object, _)| named || !self.is_read_only(*object));
        let (Some(from), Some(to)) = (from, to) else {
            self.havoc(place);
            return self.doubt_written(place);
        };
        let bits = self.env.program.types.size(place.ty).unwrap_or(0).saturating_mul(8);
        self.copy_region(from, to, bits);
        if !named {
            self.doubt_constants(to.0, to.1, bits);
        }
    }

    /// What is known about a region is known about another one afterwards.
    pub(crate) fn copy_region(&mut self, from: (Object, u64), to: (Object, u64), bits: u64) {
        let sources: Vec<(CellId, Cell)> = self
            .env
            .cells
            .in_region(from.0, from.1, bits)
            .into_iter()
            .map(|id| (id, self.env.cells.get(id)))
            .filter(|(_, cell)| !cell.is_mark())
            .filter(|(id, cell)| {
                let known =
                    self.env.says_something(&self.state, *id) || self.env.constant(*id).is_some();
                known && self.covers(from.1, bits, cell)
            })
            .collect();
        // Through numbers of their own, because the regions may be one.
        let values: Vec<(Cell, Evaluated)> =
            sources.into_iter().map(|(id, cell)| (cell, self.kept(id, &cell))).collect();
        if self.env.marks {
            self.copy_marks(from, to, bits);
        }
        let gone = self.env.cells.in_region(to.0, to.1, bits).into_iter();
        let gone: Vec<CellId> = gone.filter(|id| !self.env.cells.get(*id).is_mark()).collect();
        self.env.forget(&mut self.state, &gone);
        if to.0.variable().is_some_and(|id| self.env.restless[id.index()]) {
            return;
        }
        for (cell, value) in values {
            let offset = cell.offset - from.1 + to.1;
            let spot = self.env.layout.spot(to.0, offset, cell.bits.into());
            let alike = spot.is_some_and(|spot| {
                let extent = spot.extent.unwrap_or(0).max(cell.bits.into());
                spot.offset == offset && extent == cell.extent
            });
            if !alike {
                continue;
            }
            let target = self.env.cells.number(Cell { object: to.0, offset, ..cell });
            match &value {
                Evaluated::Int(number) => self.set_number(target, number),
                Evaluated::Pointer(address) => self.set_address(target, address),
                Evaluated::Float(floats) => {
                    self.env.set_floats(&mut self.state, target, *floats);
                }
                Evaluated::Other => {}
            }
        }
    }

    fn kept(&mut self, id: CellId, cell: &Cell) -> Evaluated {
        let range = self.env.bounds(&self.state, id);
        let known = self.env.is_known(&self.state, id);
        let lin = match (cell.is_summary(), known) {
            // What never changes is not in states.
            (_, false) if self.env.constant(id).is_some() => self.lin(&Number::within(range)),
            (_, false) => Lin::constant(0),
            (true, true) => match range.as_point() {
                Some(value) => Lin::constant(value),
                None => Lin::cell(self.scratch(range)),
            },
            (false, true) => {
                let scratch = self.scratch(range);
                self.env.assign(&mut self.state, scratch, &Lin::cell(id));
                Lin::cell(scratch)
            }
        };
        match cell.kind {
            CellKind::Int(_) => Evaluated::Int(Number { lin: Some(lin), range }),
            CellKind::Pointer => {
                let bases = self.env.pointer(&self.state, id).bases;
                Evaluated::Pointer(Address { bases, offset: lin })
            }
            CellKind::Float(_) => Evaluated::Float(self.env.floats(&self.state, id)),
        }
    }
}
