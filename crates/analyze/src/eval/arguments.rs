//! The arguments of `main`: pointers to strings, and a null pointer behind them.

use super::{Address, Step};
use crate::memory::{Cell, CellId, CellKind, Object};
use crate::numeric::{Lin, Range};
use crate::state::{Env, State};
use soundline_c::{IntType, Place, Rank};

/// What is known of the arguments.
pub(crate) struct ArgumentCells {
    /// All pointers but the last one.
    pub(crate) pointers: CellId,
    /// A part of the same memory that no program accesses as such: it is known until something is written there.
    pub(crate) untouched: CellId,
    /// How many pointers there are, with the null pointer.
    pub(crate) size: CellId,
    /// How many bytes a string has, with the zero at its end.
    pub(crate) string: CellId,
}

impl Env<'_> {
    /// Whether it is known what `main` was given.
    pub(crate) fn has_arguments(&self, state: &State) -> bool {
        matches!(Object::ARGUMENTS, Object::Heap(list) if state.heap.contains_key(&list))
    }

    pub(crate) fn argument_cells(&self) -> Option<ArgumentCells> {
        let (Object::Heap(list), Object::Heap(strings)) =
            (Object::ARGUMENTS, Object::ARGUMENT_STRINGS)
        else {
            return None;
        };
        let bits = self.program.types.model().pointer_bits();
        let extent = self.layout.spot(Object::ARGUMENTS, 0, bits.into())?.extent?;
        let whole = Cell {
            object: Object::ARGUMENTS,
            offset: 0,
            bits,
            kind: CellKind::Pointer,
            extent,
            segment: 0,
        };
        let bit = CellKind::Int(IntType { rank: Rank::BitField, bits: 1, signed: false });
        Some(ArgumentCells {
            pointers: self.cells.number(whole),
            untouched: self.cells.number(Cell { bits: 1, kind: bit, ..whole }),
            size: self.cells.size(list),
            string: self.cells.size(strings),
        })
    }
}

impl Step<'_, '_> {
    /// What was read as a pointer: behind the arguments of `main` is the null pointer.
    pub(super) fn past_arguments(&mut self, place: &Place, read: Address) -> Address {
        let env = self.env;
        let Some(all) = env.argument_cells().filter(|_| !read.bases.any) else { return read };
        let (bases, offset) = self.way(place);
        if !bases.objects.contains(&Object::ARGUMENTS) || !env.is_known(&self.state, all.size) {
            return read;
        }
        let bits = i128::from(env.program.types.model().pointer_bits());
        let last = Lin::cell(all.size).plus(-1).and_then(|last| last.scale(bits));
        let Some(ahead) = last.and_then(|last| last.sub(&offset)) else { return read };
        let ahead = env.range_of(&self.state, &ahead);
        let untouched = env.is_known(&self.state, all.untouched) && bases.objects.len() == 1;
        match () {
            () if ahead.low > 0 => read,
            () if ahead == Range::point(0) && untouched => Address::null(),
            () => Address { bases: read.bases.or_null(), ..read },
        }
    }
}
