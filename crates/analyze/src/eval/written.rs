//! Which memory was written before: marks beside the cells of values.
//!
//! A mark is a cell that is 1 where its part of an object was written and 0 where it was not. One mark is about the whole
//! object: 0 until the first write, 1 once all of it is written. Whatever forgets values forgets marks that are 0, so that
//! a write that is not followed accuses nobody; marks that are 1 stay, but where bytes are copied of which that is not known.

use super::segments::Left;
use super::{Element, Evaluated, Number, Step, Targets};
use crate::Grant;
use crate::memory::{Cell, CellId, Object, WRITTEN};
use crate::numeric::Range;
use crate::state::{Env, Owner, State};
use crate::transfer::Outcome;
use soundline_c::{IntType, Place, Value, ValueKind, VarId};

/// So many equal parts an object is divided into at most by the first write to one of them.
const MOST_PARTS: u64 = 64;

impl Env<'_> {
    fn whole_mark(&self, object: Object) -> CellId {
        let cell = Cell { object, offset: 0, bits: 1, kind: WRITTEN, extent: u64::MAX, segment: 0 };
        self.cells.number(cell)
    }

    fn mark(&self, object: Object, offset: u64, bits: u32) -> CellId {
        let extent = u64::from(bits);
        self.cells.number(Cell { object, offset, bits, kind: WRITTEN, extent, segment: 0 })
    }

    /// Whether what a mark is about was written, if that is certain.
    fn marked_as(&self, state: &State, mark: CellId) -> Option<bool> {
        let known = self.is_known(state, mark).then(|| self.bounds(state, mark).as_point())?;
        known.map(|value| value == 1)
    }

    /// Whether it is followed which parts of an object were written.
    fn is_marked(&self, object: Object) -> bool {
        match object {
            Object::Variable(id) | Object::Waiting(id, _) => self.marked[id.index()],
            Object::Heap(_) => self.marks_heap,
            Object::Behind(_) | Object::Scratch(_) | Object::Size(_) => false,
        }
    }

    /// Nothing is known any more of what was written in a part of an object.
    pub(crate) fn unmark(&self, state: &mut State, object: Object, first: u64, bits: u64) {
        if self.is_marked(object) {
            let mut gone = self.cells.in_region(object, first, bits);
            gone.retain(|id| self.cells.get(*id).is_mark());
            self.erase(state, &gone);
        }
    }
}

impl Step<'_, '_> {
    fn set_mark(&mut self, mark: CellId, written: bool) {
        self.env.assign_range(&mut self.state, mark, Range::point(i128::from(written)));
    }

    /// How many bits an object has, if that is certain.
    fn whole_bits(&self, object: Object) -> Option<u64> {
        match object {
            Object::Variable(_) | Object::Waiting(..) => {
                self.env.layout.size(object)?.checked_mul(8)
            }
            Object::Heap(site) => {
                let block = self.state.heap.get(&site)?;
                let units = self.env.bounds(&self.state, self.env.cells.size(site)).as_point()?;
                u64::try_from(units).ok()?.checked_mul(block.unit)?.checked_mul(8)
            }
            _ => None,
        }
    }

    /// All of an object was written, or nothing of it.
    pub(crate) fn mark_whole(&mut self, object: Object, written: bool) {
        if self.env.is_marked(object) {
            self.env.unmark(&mut self.state, object, 0, u64::MAX);
            let whole = self.env.whole_mark(object);
            self.set_mark(whole, written);
        }
    }

    /// A part of an object was certainly written.
    pub(crate) fn mark_region(&mut self, object: Object, first: u64, bits: u64) {
        if !self.env.is_marked(object) || bits == 0 {
            return;
        }
        let whole = self.env.whole_mark(object);
        let before = self.env.marked_as(&self.state, whole);
        if before == Some(true) {
            return;
        }
        let size = self.whole_bits(object);
        let covers = first == 0 && size.is_some_and(|size| size <= bits);
        if covers {
            self.set_mark(whole, true);
        } else {
            self.env.erase(&mut self.state, &[whole]);
            if before == Some(false) {
                self.divide(object, size, first, bits);
            }
        }
        for id in self.marks_in(object, first, bits) {
            let cell = self.env.cells.get(id);
            let inside = first <= cell.offset && cell.offset + cell.extent <= first + bits;
            match (inside, self.env.marked_as(&self.state, id)) {
                (true, _) => self.set_mark(id, true),
                (false, Some(true)) => {}
                (false, _) => self.env.erase(&mut self.state, &[id]),
            }
        }
        if let (false, Ok(bits)) = (covers, u32::try_from(bits)) {
            let mark = self.env.mark(object, first, bits);
            self.set_mark(mark, true);
        }
    }

    /// Nothing of an object was written so far: equal parts of it get marks of their own.
    fn divide(&mut self, object: Object, size: Option<u64>, first: u64, bits: u64) {
        let Some(parts) =
            size.filter(|size| size.is_multiple_of(bits) && first.is_multiple_of(bits))
        else {
            return;
        };
        let parts = parts / bits;
        let Ok(bits) = u32::try_from(bits) else { return };
        if parts > MOST_PARTS {
            return;
        }
        let marks: Vec<CellId> =
            (0..parts).map(|at| self.env.mark(object, at * u64::from(bits), bits)).collect();
        self.env.make_room(&mut self.state, &marks);
        marks.into_iter().for_each(|mark| self.set_mark(mark, false));
    }

    /// The marks of parts that share bits with a region and of which something is known.
    fn marks_in(&self, object: Object, first: u64, bits: u64) -> Vec<CellId> {
        let mut found = self.env.cells.in_region(object, first, bits);
        found.retain(|id| {
            let cell = self.env.cells.get(*id);
            let part = cell.is_mark() && cell.segment == 0 && cell.extent == u64::from(cell.bits);
            part && self.env.is_known(&self.state, *id)
        });
        found
    }

    /// Whether a region was written, if that is certain.
    fn region_written(&self, object: Object, first: u64, bits: u64) -> Option<bool> {
        let owner = match object {
            Object::Heap(site) => self.state.heap.get(&site).map(|block| block.owner),
            _ => None,
        };
        if !self.env.is_marked(object) || owner == Some(Owner::System) {
            return Some(true);
        }
        let whole = self.env.whole_mark(object);
        if let Some(known) = self.env.marked_as(&self.state, whole) {
            return Some(known);
        }
        let marks = self.marks_in(object, first, bits);
        let known = marks.iter().map(|id| (*id, self.env.marked_as(&self.state, *id)));
        let known: Vec<(CellId, Option<bool>)> = known.collect();
        // A part that was not written makes the rest no value.
        if known.iter().any(|(_, written)| *written == Some(false)) {
            return Some(false);
        }
        let mut written: Vec<(u64, u64)> = known
            .iter()
            .filter(|(_, written)| *written == Some(true))
            .map(|(id, _)| self.env.cells.get(*id))
            .map(|cell| (cell.offset, cell.offset + cell.extent))
            .collect();
        written.sort_unstable();
        let end = written.into_iter().fold(first, |end, (from, to)| match from <= end {
            true => end.max(to),
            false => end,
        });
        (end >= first + bits).then_some(true)
    }

    /// Whether what a value reads was written.
    pub(crate) fn was_written(&mut self, value: &Value) -> Outcome {
        let ValueKind::Load(place) = &value.kind else { return Outcome::Holds };
        let (bases, _) = self.way(place);
        if bases.any {
            return Outcome::HoldsIf(Grant::Elsewhere);
        }
        let targets = self.resolve(place);
        let mut found = Vec::new();
        for object in &bases.objects {
            let cells = targets.cells.iter().map(|id| self.env.cells.get(*id));
            let own: Vec<Cell> = cells.filter(|cell| cell.object == *object).collect();
            let blurred = targets.blurred.iter().any(|(other, ..)| other == object);
            let single = own.iter().all(|cell| !cell.is_summary()) && !blurred && !own.is_empty();
            let all: Vec<Option<bool>> = match single {
                true => own
                    .iter()
                    .map(|cell| self.region_written(*object, cell.offset, cell.bits.into()))
                    .collect(),
                // Nobody wrote anything, or everything was written.
                false => vec![self.region_written(*object, 0, u64::MAX / 4)],
            };
            let first = all.first().copied().flatten();
            let known = first.filter(|_| all.iter().all(|one| *one == first));
            // Of a region that is not certain, "not all" does not say that this was not.
            let whole = self.env.marked_as(&self.state, self.env.whole_mark(*object));
            let known = known.filter(|written| *written || single || whole == Some(false));
            found.push(known.or_else(|| self.segment_written(&targets)));
        }
        match () {
            () if found.iter().all(|one| *one == Some(true)) => Outcome::Holds,
            () if found.iter().all(|one| *one == Some(false)) => Outcome::Fails,
            () => Outcome::MayFail,
        }
    }

    /// Whether a local variable has a value, if that is certain.
    pub(crate) fn has_value(&self, id: VarId) -> Option<bool> {
        let object = Object::Variable(id);
        let known = || self.env.marked_as(&self.state, self.env.whole_mark(object));
        self.env.is_marked(object).then(known)?
    }

    /// The mark of an element, where an access has one.
    fn element_mark(&self, targets: &Targets) -> Option<Targets> {
        let element = targets.element.as_ref().filter(|one| self.env.is_marked(one.object))?;
        let element = Element { kind: WRITTEN, ..element.clone() };
        let (any, astray) = (targets.any, targets.astray);
        Some(Targets { element: Some(element), any, astray, ..Targets::default() })
    }

    fn segment_written(&mut self, targets: &Targets) -> Option<bool> {
        let marks = self.element_mark(targets)?;
        let found = self.number_in_segment(&marks, WRITTEN_TYPE)?;
        (found.range == Range::point(1)).then_some(true)
    }

    /// The segments of marks that a write of one element leaves.
    pub(super) fn left_marks(&mut self, targets: &Targets) -> Vec<Left> {
        let Some(marks) = self.element_mark(targets) else { return Vec::new() };
        let mut left = self.left_segments(&marks, &Evaluated::Int(Number::constant(1)));
        left.retain(|one| self.env.cells.get(one.content).is_mark());
        left
    }

    /// The one place that a write goes to is written.
    pub(super) fn mark_targets(&mut self, targets: &Targets) {
        if !targets.strong || targets.any || targets.astray {
            return;
        }
        match (&targets.cells[..], &targets.blurred[..]) {
            ([id], []) => {
                let cell = self.env.cells.get(*id);
                self.mark_region(cell.object, cell.offset, cell.bits.into());
            }
            ([], [(object, first, bits)]) => self.mark_region(*object, *first, *bits),
            _ => {}
        }
    }

    /// What is copied to a place may have no value.
    pub(crate) fn doubt_written(&mut self, place: &Place) {
        if !self.env.marks {
            return;
        }
        let targets = self.resolve(place);
        for id in &targets.cells {
            let cell = self.env.cells.get(*id);
            self.env.unmark(&mut self.state, cell.object, cell.offset, cell.extent);
        }
        for (object, first, bits) in &targets.blurred {
            self.env.unmark(&mut self.state, *object, *first, *bits);
        }
        if targets.any || targets.astray || targets.shared {
            self.env.unmark_all(&mut self.state);
        }
    }

    /// Bytes were copied: what was written of one region is written of the other one.
    pub(crate) fn copy_marks(&mut self, from: (Object, u64), to: (Object, u64), bits: u64) {
        if !self.env.is_marked(to.0) {
            return;
        }
        if self.region_written(from.0, from.1, bits) == Some(true) {
            return self.mark_region(to.0, to.1, bits);
        }
        let nothing = self.env.marked_as(&self.state, self.env.whole_mark(from.0)) == Some(false);
        let marks = self.marks_in(from.0, from.1, bits).into_iter();
        let marks = marks.filter_map(|id| Some((id, self.env.marked_as(&self.state, id)?)));
        let marks: Vec<(Cell, bool)> =
            marks.map(|(id, written)| (self.env.cells.get(id), written)).collect();
        self.env.unmark(&mut self.state, to.0, to.1, bits);
        let all = to.1 == 0 && self.whole_bits(to.0).is_some_and(|size| size <= bits);
        if nothing && all {
            return self.mark_whole(to.0, false);
        }
        for (cell, written) in marks {
            let inside = from.1 <= cell.offset && cell.offset + cell.extent <= from.1 + bits;
            if inside {
                let mark = self.env.mark(to.0, cell.offset - from.1 + to.1, cell.bits);
                self.set_mark(mark, written);
            }
        }
    }

    /// Whether all of an object was certainly written.
    pub(crate) fn is_all_written(&self, object: Object) -> bool {
        !self.env.is_marked(object)
            || self.env.marked_as(&self.state, self.env.whole_mark(object)) == Some(true)
    }
}

const WRITTEN_TYPE: IntType = IntType { rank: soundline_c::Rank::Int128, bits: 1, signed: false };
