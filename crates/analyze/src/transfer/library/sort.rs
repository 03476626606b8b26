//! Arrays whose elements change places.

use super::LibraryCall;
use crate::eval::Step;
use crate::memory::{CellId, CellKind, Object, Pointer};
use crate::numeric::{Floats, Range};
use crate::state::has_offset;
use std::collections::HashMap;

/// A member of the elements of an array: where it starts in them, in bits, its kind, and how many bits it has.
type Member = (u64, CellKind, u32);

impl Step<'_, '_> {
    /// Each member of an element may be that of any element behind the call.
    pub(super) fn permute(&mut self, call: &LibraryCall<'_>) {
        let (Some(base), Some(count), Some(size)) =
            (call.argument(0), call.argument(1), call.argument(2))
        else {
            return;
        };
        let address = self.address(base);
        let (count, size) = (self.integer(count), self.integer(size));
        let count = self.tightened(count).range;
        if count.high <= 1 {
            return;
        }
        let start = self.env.range_of(&self.state, &address.offset).as_point();
        let object = address.bases.only().filter(|object| self.is_single(*object));
        let region = || {
            let object = object?;
            let bits = |bytes: i128| u64::try_from(bytes).ok()?.checked_mul(8);
            let size = bits(size.range.as_point().filter(|size| *size > 0)?)?;
            let room = match object {
                Object::Variable(_) | Object::Waiting(..) => self.env.layout.size(object)? * 8,
                Object::Heap(site) => bits(self.env.least_size(&self.state, site))?,
                _ => return None,
            };
            let start = bits(start?)?;
            let most = room.checked_sub(start)? / size;
            let count = u64::try_from(count.high).map_or(most, |count| count.min(most));
            Some((object, start, size, count))
        };
        match region() {
            Some((object, start, size, count)) => self.permute_region(object, start, size, count),
            None => self.blur_objects(&address.bases),
        }
    }

    fn permute_region(&mut self, object: Object, start: u64, size: u64, count: u64) {
        let mut members: HashMap<Member, Vec<CellId>> = HashMap::new();
        let mut lost = Vec::new();
        let end = start + size * count;
        for id in self.env.cells.in_region(object, start, size * count) {
            let cell = self.env.cells.get(id);
            let inside = start <= cell.offset && cell.offset + u64::from(cell.bits) <= end;
            let first = cell.offset.saturating_sub(start) % size;
            match cell.is_summary() || cell.segment != 0 {
                // What holds for all elements holds in any order.
                true if u64::from(cell.bits) == size && cell.segment == 0 => {}
                true => lost.push(id),
                false if inside && first + u64::from(cell.bits) <= size => {
                    members.entry((first, cell.kind, cell.bits)).or_default().push(id);
                }
                false => lost.push(id),
            }
        }
        for ((_, kind, _), cells) in members {
            let known =
                cells.iter().filter(|id| self.env.says_something(&self.state, **id)).count();
            if known as u64 != count || known != cells.len() {
                lost.extend(cells);
                continue;
            }
            match kind {
                CellKind::Int(_) => {
                    let ranges = cells.iter().map(|id| self.env.bounds(&self.state, *id));
                    let Some(all) = ranges.reduce(Range::join) else { continue };
                    for id in cells {
                        self.env.assign_range(&mut self.state, id, all);
                    }
                }
                CellKind::Float(_) => {
                    let floats = cells.iter().map(|id| self.env.floats(&self.state, *id));
                    let Some(all) = floats.reduce(Floats::join) else { continue };
                    for id in cells {
                        self.env.set_floats(&mut self.state, id, all);
                    }
                }
                CellKind::Pointer => self.permute_pointers(&cells),
            }
        }
        lost.sort_unstable();
        self.env.forget(&mut self.state, &lost);
    }

    fn permute_pointers(&mut self, cells: &[CellId]) {
        let pointers: Vec<Pointer> =
            cells.iter().map(|id| self.env.pointer(&self.state, *id)).collect();
        let counted = cells.iter().zip(&pointers).filter(|(_, one)| has_offset(&one.bases));
        let ranges: Vec<Range> = counted.map(|(id, _)| self.env.bounds(&self.state, *id)).collect();
        let Some(all) = pointers.into_iter().reduce(|a, b| a.join(&b)) else { return };
        let offsets = ranges.into_iter().reduce(Range::join);
        self.env.forget(&mut self.state, cells);
        for id in cells {
            if let Some(offsets) = offsets.filter(|_| has_offset(&all.bases)) {
                self.env.assign_range(&mut self.state, *id, offsets);
            }
            self.env.set_pointer(&mut self.state, *id, all.clone());
        }
    }
}
