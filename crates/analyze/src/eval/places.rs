//! From places to cells: what a read may see and what a write may change.

use super::segments::{Element, Left};
use super::{Address, Evaluated, Number, Step};
use crate::memory::{Bases, CellId, CellKind, Object, Pointer, Spot, Stride};
use crate::numeric::{Lin, Range};
use crate::state::{Block, Freed, Owner, has_offset};
use soundline_c::{Place, Type, TypeId};
use std::collections::BTreeMap;

/// Where an access may go.
#[derive(Clone, Debug, Default)]
pub(crate) struct Targets {
    /// The cells of the accessed type.
    pub(crate) cells: Vec<CellId>,
    /// Parts of objects in which no such cell is followed: object, first bit, number of bits.
    pub(crate) blurred: Vec<(Object, u64, u64)>,
    /// It may go to anything that a pointer of unknown origin can point to.
    pub(crate) any: bool,
    /// It may go outside of every object.
    pub(crate) astray: bool,
    /// The one scalar that it goes to, if that is in a certain object.
    pub(crate) element: Option<Element>,
    /// It certainly goes to the one cell, or the one blurred part, and that is a single place.
    pub(crate) strong: bool,
    /// The one cell is behind a pointer of unknown origin: other names may mean the same memory.
    pub(crate) shared: bool,
}

/// Of heap objects of more bytes only members of structs are followed.
pub(crate) const FOLLOWED_BYTES: u64 = 512;

/// At most so many members of a large heap object are followed.
const MOST_MEMBERS: usize = 256;

/// Offsets of one access that are looked at one by one.
const MOST_OFFSETS: i128 = 512;

/// Whether memory was allocated since the function began, where that is analysed alone.
fn is_newer(heap: &BTreeMap<u32, Block>, object: Object) -> bool {
    let Object::Heap(site) = object else { return false };
    heap.get(&site).is_some_and(|block| block.owner != Owner::System)
}

impl Targets {
    /// Whether a read may see anything.
    pub(crate) fn is_unknown(&self) -> bool {
        self.any || self.astray || !self.blurred.is_empty() || self.cells.is_empty()
    }
}

impl Step<'_, '_> {
    /// Where access to a place goes.
    pub(crate) fn resolve(&mut self, place: &Place) -> Targets {
        let (bases, offset) = self.way(place);
        let member = self.is_member(place);
        if member {
            self.see_zero_members(place);
        }
        let mut targets = self.resolve_as(&bases, &offset, place.ty, member);
        if targets.astray && self.is_confined(place) {
            self.confine(&mut targets, &bases, &offset);
        }
        if place.volatile {
            // What is read next need not be what was written.
            targets.element = None;
            let cells = std::mem::take(&mut targets.cells);
            targets.blurred.extend(cells.iter().map(|id| {
                let cell = self.env.cells.get(*id);
                (cell.object, cell.offset, cell.extent)
            }));
        }
        // An index of a variable that is an array leaves the object, or stays there.
        let inner = place.path.len() > 1 || matches!(place.base, soundline_c::Base::Pointer(_));
        if inner && self.env.any_index && self.strays(place) {
            targets.element = None;
            targets.cells.clear();
            targets.blurred.extend(bases.objects.iter().map(|object| (*object, 0, u64::MAX / 4)));
        }
        match targets.any.then(|| self.env.behind(place)).flatten() {
            Some(cell) => {
                Targets { cells: vec![cell], strong: true, shared: true, ..Targets::default() }
            }
            None => match targets.any.then(|| self.array_behind(place)).flatten() {
                Some(array) => Targets { blurred: vec![array], shared: true, ..Targets::default() },
                None => targets,
            },
        }
    }

    /// Where access to a value of a type at some bits from the start of objects goes.
    pub(crate) fn resolve_at(&mut self, bases: &Bases, offset: &Lin, ty: TypeId) -> Targets {
        self.resolve_as(bases, offset, ty, false)
    }

    fn resolve_as(&mut self, bases: &Bases, offset: &Lin, ty: TypeId, member: bool) -> Targets {
        let mut targets = Targets { any: bases.any, ..Targets::default() };
        targets.astray = !bases.functions.is_empty() || bases.dangling;
        let bits = self.width(ty);
        let range = self.offset_range(offset);
        let stride = self.stride(offset);
        for object in &bases.objects {
            let inside = self.is_in_sized_object(*object, offset, bits);
            let mut own = Targets::default();
            self.targets_in(&mut own, *object, range, stride, ty, member);
            targets.cells.extend(own.cells);
            targets.blurred.extend(own.blurred);
            targets.astray |= (own.astray && !inside) || self.may_be_freed(*object);
        }
        targets.cells.sort_unstable();
        targets.cells.dedup();
        targets.strong = self.is_strong(&targets, bases, offset);
        targets.element = self.element(bases, offset, ty);
        targets
    }

    /// Whether an access certainly goes to one single place.
    fn is_strong(&self, targets: &Targets, bases: &Bases, offset: &Lin) -> bool {
        let one = bases.objects.len() == 1 && targets.cells.len() + targets.blurred.len() == 1;
        let single = bases.objects.first().is_some_and(|object| self.is_single(*object));
        let exact = targets.cells.iter().all(|cell| !self.env.cells.get(*cell).is_summary())
            && (targets.blurred.is_empty() || self.offset_range(offset).as_point().is_some());
        one && single && exact && !targets.any && !targets.astray
    }

    /// What is left of an access that is assumed to stay in an object.
    fn confine(&self, targets: &mut Targets, bases: &Bases, offset: &Lin) {
        targets.astray = false;
        targets.strong = self.is_strong(targets, bases, offset);
    }

    /// The one scalar at some bits from the start of the only object, where segments may say something of it.
    fn element(&self, bases: &Bases, offset: &Lin, ty: TypeId) -> Option<Element> {
        let segments = !self.state.segments.is_empty() || !offset.terms.is_empty();
        let open = bases.any || bases.dangling || !bases.functions.is_empty();
        if !self.env.follows_segments || !segments || open || bases.objects.len() != 1 {
            return None;
        }
        let (kind, bits) = self.env.layout.kind(ty)?;
        Some(Element { object: *bases.objects.first()?, offset: offset.clone(), kind, bits })
    }

    fn width(&self, ty: TypeId) -> u64 {
        match self.env.layout.kind(ty) {
            Some((_, bits)) => bits.into(),
            None => self.env.program.types.size(ty).unwrap_or(u64::MAX / 16).saturating_mul(8),
        }
    }

    fn targets_in(
        &mut self,
        targets: &mut Targets,
        object: Object,
        range: Range,
        stride: Stride,
        ty: TypeId,
        member: bool,
    ) {
        let bits = self.width(ty);
        let size = match object {
            Object::Variable(_) | Object::Waiting(..) => {
                self.env.layout.size(object).map(|size| size.saturating_mul(8))
            }
            _ => self.heap_bits(object),
        };
        // Objects of unknown size: what is outside is found by checks, and here it is kept apart.
        let end = size.unwrap_or(u64::MAX / 4);
        let last = i128::from(end) - i128::from(bits);
        targets.astray |= range.low < 0 || size.is_none() || range.high > last;
        let Some(inside) = range.meet(Range::new(0, last)) else { return };
        let (low, high) = (inside.low as u64, inside.high as u64);
        let whole = (object, low, (high - low).saturating_add(bits));
        if !self.is_followed(object) || self.env.layout.kind(ty).is_none() {
            return targets.blurred.push(whole);
        }
        match self.spots(object, inside, stride, bits) {
            Some(spots) => {
                for spot in spots {
                    match spot.and_then(|spot| self.cell_at(object, spot, ty, member)) {
                        Some(cell) => targets.cells.push(cell),
                        None => targets.blurred.push(whole),
                    }
                }
            }
            None => targets.blurred.push(whole),
        }
    }

    /// The cell for values of a type at a spot. In large blocks of memory only members of structs get cells: buffers would
    /// have one for each element.
    fn cell_at(&self, object: Object, spot: Spot, ty: TypeId, member: bool) -> Option<CellId> {
        let (layout, cells) = (&self.env.layout, &self.env.cells);
        let small = |bits: u64| bits <= FOLLOWED_BYTES * 8;
        let large = matches!(object, Object::Heap(_))
            && object != Object::ARGUMENTS
            && !self.heap_bits(object).is_some_and(small);
        match large && !(member && cells.of_object(object).len() < MOST_MEMBERS) {
            true => layout.known_cell(cells, object, spot, ty),
            false => layout.cell(cells, object, spot, ty),
        }
    }

    /// Whether a place is a member of a struct behind a pointer, and no element of a large array in it.
    fn is_member(&self, place: &Place) -> bool {
        let types = &self.env.program.types;
        let soundline_c::Base::Pointer(pointer) = &place.base else { return false };
        let Some(mut ty) = types.pointee(pointer.ty) else { return false };
        for step in &place.path {
            match (step, types.get(ty)) {
                (soundline_c::Step::Field(record, field), _) => {
                    ty = types.record(*record).fields[*field].ty;
                }
                (soundline_c::Step::Index(_), Type::Array { element, length: Some(length) })
                    if *length <= self.env.layout.most_elements =>
                {
                    ty = *element;
                }
                _ => return false,
            }
        }
        matches!(place.path.first(), Some(soundline_c::Step::Field(..)))
    }

    /// Whether the relation between its size and the offset says that access stays in an object whose
    /// size is only known at run time.
    fn is_in_sized_object(&self, object: Object, offset: &Lin, bits: u64) -> bool {
        let size = match object {
            Object::Heap(site) => self.state.heap.get(&site).and_then(|block| {
                Lin::cell(self.env.cells.size(site)).scale(i128::from(block.unit) * 8)
            }),
            Object::Variable(_) | Object::Waiting(..) => self.run_time_bits(object),
            _ => None,
        };
        let known = |size: &Lin| size.terms.iter().all(|(c, _)| self.env.is_known(&self.state, *c));
        let Some(size) = size.filter(known) else { return false };
        let room = size.sub(offset).and_then(|room| room.plus(-i128::from(bits)));
        self.env.range_of(&self.state, offset).low >= 0
            && room.is_some_and(|room| self.env.is_at_least_zero(&self.state, &room))
    }

    /// The number of bits of an array of variable length.
    fn run_time_bits(&self, object: Object) -> Option<Lin> {
        let variable = self.env.program.variable(object.variable()?);
        let types = &self.env.program.types;
        let Type::Array { element, length: None } = types.get(variable.ty) else { return None };
        let size = i128::from(types.size(*element)?) * 8;
        let length = variable.length?;
        // It belongs to the same call.
        let object = match object {
            Object::Waiting(_, number) => Object::Waiting(length, number),
            _ => Object::Variable(length),
        };
        let ty = self.env.program.variable(length).ty;
        let spot = self.env.layout.spot(object, 0, 1)?;
        Lin::cell(self.env.layout.cell(&self.env.cells, object, spot, ty)?).scale(size)
    }

    /// Whether memory may belong to something else by now.
    fn may_be_freed(&self, object: Object) -> bool {
        let Object::Heap(site) = object else { return false };
        self.state.heap.get(&site).is_some_and(|block| block.freed != Freed::No)
    }

    /// The number of bits that a heap object has at least.
    fn heap_bits(&self, object: Object) -> Option<u64> {
        let Object::Heap(site) = object else { return None };
        u64::try_from(self.env.least_size(&self.state, site)).ok()?.checked_mul(8)
    }

    fn is_followed(&self, object: Object) -> bool {
        match object {
            Object::Variable(id) | Object::Waiting(id, _) => !self.env.restless[id.index()],
            Object::Heap(site) => {
                let block = self.state.heap.get(&site).filter(|_| !self.env.concurrent);
                block.is_some_and(|block| block.followed)
            }
            _ => false,
        }
    }

    /// The spots that offsets in a range come to; none if there are too many offsets.
    fn spots(
        &self,
        object: Object,
        range: Range,
        stride: Stride,
        bits: u64,
    ) -> Option<Vec<Option<Spot>>> {
        let layout = &self.env.layout;
        if let Some(ty) = layout.type_of(object)
            && range.as_point().is_none()
            && let Some(spot) = self.common(ty, range, stride, bits)
        {
            return Some(vec![Some(spot)]);
        }
        let modulus = i128::from(stride.modulus.max(1));
        let ahead = (i128::from(stride.remainder) - range.low).rem_euclid(modulus);
        let first = range.low + ahead;
        if (range.high - first) / modulus >= MOST_OFFSETS {
            return None;
        }
        let mut spots: Vec<Option<Spot>> = Vec::new();
        let mut offset = first;
        while offset <= range.high {
            let spot = layout.spot(object, offset as u64, bits);
            if spots.last() != Some(&spot) && !spots.contains(&spot) {
                spots.push(spot);
            }
            offset += modulus;
        }
        Some(spots)
    }

    /// The one spot that all offsets in a range come to, because they are in one large array.
    fn common(&self, ty: TypeId, range: Range, stride: Stride, bits: u64) -> Option<Spot> {
        let types = &self.env.program.types;
        match types.get(ty) {
            Type::Array { element, length } => {
                let size = i128::from(types.size(*element)?.checked_mul(8)?);
                let large = length.is_none_or(|length| length > self.env.layout.most_elements);
                let aligned = stride.modulus > 0 && i128::from(stride.modulus) % size == 0;
                (large && aligned).then_some(())?;
                let inside = i128::from(stride.remainder).rem_euclid(size) as u64;
                let first = self.env.layout.walk(ty, inside, bits)?;
                Some(first)
            }
            Type::Record(id) if !types.record(*id).is_union => {
                let record = types.record(*id);
                let field = record.fields.iter().find(|field| {
                    let size = types.size(field.ty).unwrap_or(0).saturating_mul(8);
                    field.bit_width.is_none()
                        && i128::from(field.offset_bits) <= range.low
                        && range.high + i128::from(bits) <= i128::from(field.offset_bits + size)
                })?;
                let start = i128::from(field.offset_bits);
                let inner = Range::new(range.low - start, range.high - start);
                let remainder = stride.remainder.checked_sub(i64::try_from(start).ok()?)?;
                let spot =
                    self.common(field.ty, inner, Stride::new(stride.modulus, remainder), bits)?;
                Some(Spot { offset: spot.offset + field.offset_bits, ..spot })
            }
            _ => None,
        }
    }

    /// All that an access may touch gets any value.
    pub(crate) fn blur(&mut self, targets: &Targets) {
        let mut left = Vec::new();
        if self.env.marks {
            left = self.left_marks(targets);
            self.mark_targets(targets);
        }
        self.blur_but(targets, &left);
        self.keep_segments(left);
        self.forget_other_names(targets);
    }

    /// The same, but for the contents of segments that are left.
    fn blur_but(&mut self, targets: &Targets, left: &[Left]) {
        let mut gone: Vec<CellId> = Vec::new();
        for cell in &targets.cells {
            gone.push(*cell);
            gone.extend(self.env.cells.overlaps(*cell).iter());
        }
        for (object, offset, bits) in &targets.blurred {
            gone.extend(self.env.cells.in_region(*object, *offset, *bits));
        }
        gone.retain(|cell| left.iter().all(|left| left.content != *cell));
        self.env.forget(&mut self.state, &gone);
        if targets.astray {
            self.env.forget_memory(&mut self.state);
        }
        if targets.any {
            self.env.forget_exposed(&mut self.state);
        }
    }

    /// Writes a value.
    pub(crate) fn store(&mut self, targets: &Targets, value: &Evaluated) {
        let mut left = self.left_segments(targets, value);
        if self.env.marks {
            left.extend(self.left_marks(targets));
            self.mark_targets(targets);
        }
        self.store_beside(targets, value, &left);
        self.keep_segments(left);
        self.forget_other_names(targets);
    }

    /// What was written may be memory behind a pointer of unknown origin, and the other way round.
    fn forget_other_names(&mut self, targets: &Targets) {
        let cells = &self.env.cells;
        if !cells.has_behind() {
            return;
        }
        let in_memory = |object: Object| match object {
            Object::Variable(id) | Object::Waiting(id, _) => self.env.is_reachable(id),
            Object::Heap(_) | Object::Behind(_) => true,
            Object::Scratch(_) | Object::Size(_) => false,
        };
        let written = targets.cells.iter().map(|cell| cells.get(*cell).object);
        let written = written.chain(targets.blurred.iter().map(|part| part.0));
        let written: Vec<Object> = written.filter(|object| in_memory(*object)).collect();
        match (targets.shared, &written[..]) {
            (true, [own, ..]) => {
                let older = matches!(own, Object::Behind(id) if self.env.is_older(*id));
                let heap = self.state.heap.clone();
                self.env.forget_exposed_but(&mut self.state, |object| {
                    object == *own || (older && is_newer(&heap, object))
                });
            }
            (true, []) => self.env.forget_exposed(&mut self.state),
            (false, []) => {}
            (false, written) => {
                let newer = written.iter().all(|object| is_newer(&self.state.heap, *object));
                let env = self.env;
                env.forget_behind(&mut self.state, |id| !(newer && env.is_older(id)));
            }
        }
    }

    /// Writes a value; segments that are left are not touched.
    fn store_beside(&mut self, targets: &Targets, value: &Evaluated, left: &[Left]) {
        let overlapping = |step: &Self, cell: CellId| -> Vec<CellId> {
            let all = step.env.cells.overlaps(cell);
            let lost = |id: &CellId| left.iter().all(|left| left.content != *id);
            all.iter().copied().filter(lost).collect()
        };
        let plain = !targets.any && !targets.astray && targets.blurred.is_empty();
        if let ([cell], true) = (&targets.cells[..], targets.strong && plain) {
            let overlapping = overlapping(self, *cell);
            match (value, self.env.cells.get(*cell).kind) {
                (Evaluated::Int(number), CellKind::Int(_)) => self.set_number(*cell, number),
                (Evaluated::Pointer(address), CellKind::Pointer) => {
                    self.set_address(*cell, address);
                }
                (Evaluated::Float(floats), CellKind::Float(_)) => {
                    self.env.set_floats(&mut self.state, *cell, *floats);
                }
                _ => self.env.forget(&mut self.state, &[*cell]),
            }
            return self.env.forget(&mut self.state, &overlapping);
        }
        for cell in &targets.cells {
            self.weak_store(*cell, value);
            let overlapping = overlapping(self, *cell);
            self.env.forget(&mut self.state, &overlapping);
        }
        if !plain {
            let rest = Targets { cells: Vec::new(), ..targets.clone() };
            self.blur_but(&rest, left);
        }
    }

    pub(crate) fn set_number(&mut self, cell: CellId, number: &Number) {
        match &number.lin {
            Some(lin) => {
                let number = self.tightened(number.clone());
                self.env.assign(&mut self.state, cell, lin);
                // Domains that cannot express the sum still know where it is.
                self.env.restrict(&mut self.state, cell, number.range);
            }
            None => {
                let all = self.env.cells.range(cell);
                let range = number.range.meet(all).unwrap_or(all);
                self.env.assign_range(&mut self.state, cell, range);
            }
        }
    }

    pub(crate) fn set_address(&mut self, cell: CellId, address: &Address) {
        let stride = self.stride(&address.offset);
        match has_offset(&address.bases) {
            true => self.env.assign(&mut self.state, cell, &address.offset),
            false => self.env.drop_numbers(&mut self.state, &[cell]),
        }
        let pointer = Pointer { bases: address.bases.clone(), stride };
        self.env.set_pointer(&mut self.state, cell, pointer);
    }

    /// The cell may keep its value or get the new one.
    fn weak_store(&mut self, cell: CellId, value: &Evaluated) {
        match (value, self.env.cells.get(cell).kind) {
            (Evaluated::Int(number), CellKind::Int(_)) => {
                if !self.env.is_known(&self.state, cell) {
                    self.env.forget(&mut self.state, &[cell]);
                } else {
                    let number = self.tightened(number.clone());
                    let hull = self.env.bounds(&self.state, cell).join(number.range);
                    let hull = hull.meet(self.env.cells.range(cell)).unwrap_or(hull);
                    self.env.assign_range(&mut self.state, cell, hull);
                }
            }
            (Evaluated::Pointer(address), CellKind::Pointer) => {
                let old = self.env.pointer(&self.state, cell);
                let stride = self.stride(&address.offset);
                let new = Pointer { bases: address.bases.clone(), stride };
                let joined = old.join(&new);
                let mut range = None;
                if has_offset(&old.bases) {
                    range = Some(self.env.bounds(&self.state, cell));
                }
                if has_offset(&new.bases) {
                    let offsets = self.env.range_of(&self.state, &address.offset);
                    range = Some(range.map_or(offsets, |range: Range| range.join(offsets)));
                }
                self.env.drop_numbers(&mut self.state, &[cell]);
                if let Some(range) = range.filter(|_| has_offset(&joined.bases)) {
                    self.env.assign_range(&mut self.state, cell, range);
                }
                self.env.set_pointer(&mut self.state, cell, joined);
            }
            (Evaluated::Float(floats), CellKind::Float(_)) => {
                let joined = self.env.floats(&self.state, cell).join(*floats);
                self.env.set_floats(&mut self.state, cell, joined);
            }
            _ => self.env.forget(&mut self.state, &[cell]),
        }
    }
}
