//! Of the objects that are allocated at one place the last one is kept apart from all others (recency abstraction, Balakrishnan
//! and Reps 2006): what is written to it is known for certain, until it becomes one of the others.

use super::{Block, Env, Freed, Owner, State, has_offset};
use crate::memory::{Cell, CellId, CellKind, Object};
use crate::numeric::Floats;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The objects of a place but the last have the number of the last with this bit.
const OLD: u32 = 1 << 31;

impl Env<'_> {
    /// The last object of a place becomes one of the earlier ones: a new one takes its place.
    pub(crate) fn age(&self, state: &mut State, site: u32) {
        let Some(block) = state.heap.get(&site).copied() else { return };
        let (new, old) = (Object::Heap(site), Object::Heap(site | OLD));
        let before = state.heap.get(&(site | OLD)).copied();
        self.rename(state, new, old);
        let both = [new, old].map(|object| self.cells.of_object(object));
        let cells: BTreeSet<CellId> = (both.iter().flat_map(|cells| cells.iter()))
            .map(|id| self.cells.number(Cell { object: old, ..self.cells.get(*id) }))
            .collect();
        // What both do not know in the same way is lost.
        for to in cells {
            let from = self.cells.number(Cell { object: new, ..self.cells.get(to) });
            self.merge(state, from, to, before.is_some());
        }
        let (from, to) = (self.cells.size(site), self.cells.size(site | OLD));
        self.merge(state, from, to, before.is_some());
        let joined = before.map_or(block, |before| before.join(block));
        let same_unit = before.is_none_or(|before| before.unit == block.unit);
        if !same_unit {
            self.drop_numbers(state, &[to]);
        }
        let heap = Rc::make_mut(&mut state.heap);
        heap.remove(&site);
        heap.insert(site | OLD, Block { many: true, ..joined });
    }

    /// There may be further objects, of which nothing is known, of those of some places that another state has.
    pub(crate) fn add_blocks(&self, state: &mut State, other: &State, of: impl Fn(u32) -> bool) {
        let left = |block: &Block| block.freed != Freed::Yes && block.owner == Owner::Program;
        let new = other.heap.iter().filter(|(site, block)| left(block) && of(*site & !OLD));
        let new: Vec<(u32, Block)> = new.map(|(site, block)| (*site, *block)).collect();
        if new.is_empty() {
            return;
        }
        let heap = Rc::make_mut(&mut state.heap);
        for (site, block) in new {
            let new = Block { many: true, freed: Freed::Maybe, followed: false, ..block };
            let old = heap.entry(site | OLD).or_insert(new);
            if old.freed == Freed::Yes {
                old.freed = Freed::Maybe;
            }
        }
    }

    /// Pointers to an object point to another one.
    fn rename(&self, state: &mut State, from: Object, to: Object) {
        let pointing = |state: &State| -> Vec<CellId> {
            let all = state.pointers.iter();
            all.filter(|(_, pointer)| pointer.bases.objects.contains(&from))
                .map(|(cell, _)| *cell)
                .collect()
        };
        for cell in pointing(state) {
            let mut pointer = self.pointer(state, cell);
            pointer.bases.remove(from);
            pointer.bases.objects.insert(to);
            self.set_pointer(state, cell, pointer);
        }
    }

    /// A cell that stands for several objects may have its value or that of another one, which is no more. If there
    /// were none of these objects, it has the value of the other one.
    fn merge(&self, state: &mut State, from: CellId, to: CellId, existed: bool) {
        match self.cells.get(to).kind {
            CellKind::Float(_) => {
                let own = if existed { Some(self.floats(state, to)) } else { None };
                let other = self.floats(state, from);
                let joined: Floats = own.map_or(other, |own| own.join(other));
                self.set_floats(state, to, joined);
            }
            kind => {
                // The size of an object is a number, though of the width of a pointer.
                let size = matches!(self.cells.get(to).object, Object::Size(_));
                let is_pointer = kind == CellKind::Pointer && !size;
                let known = self.is_known(state, from) && (!existed || self.is_known(state, to));
                let mut range = self.bounds(state, from);
                if existed {
                    range = range.join(self.bounds(state, to));
                }
                let mut pointer = self.pointer(state, from);
                let mut offset = known;
                if is_pointer {
                    let other = self.pointer(state, to);
                    let sides = [(&pointer, from), (&other, to)];
                    let sides = if existed { &sides[..] } else { &sides[..1] };
                    // A pointer to no object has no offset that counts.
                    let counted: Vec<CellId> = sides
                        .iter()
                        .filter(|(pointer, _)| has_offset(&pointer.bases))
                        .map(|(_, cell)| *cell)
                        .collect();
                    offset = counted.iter().all(|cell| self.is_known(state, *cell));
                    let ranges = counted.iter().map(|cell| self.bounds(state, *cell));
                    range = ranges.reduce(crate::numeric::Range::join).unwrap_or(range);
                    offset &= !counted.is_empty();
                    if existed {
                        pointer = pointer.join(&other);
                    }
                }
                self.erase(state, &[to]);
                if offset {
                    self.assign_range(state, to, range);
                }
                if is_pointer {
                    self.set_pointer(state, to, pointer);
                }
            }
        }
        self.erase(state, &[from]);
    }
}
