//! Cells: the scalars of memory that the analysis gives values to.

use crate::numeric::Range;
use crate::state::SubjectId;
use serde::{Deserialize, Serialize};
use soundline_c::{IntType, VarId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Something with an address of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Object {
    /// A variable.
    Variable(VarId),
    /// A variable of a call that waits for another call of its function: which of the waiting ones, from the outside.
    Waiting(VarId, u8),
    /// What is allocated at a call, in its calling context.
    Heap(u32),
    /// The memory that a pointer of unknown origin points to, for as long as the expression that it is stays the same.
    Behind(SubjectId),
    /// No memory at all: a number in the middle of a computation.
    Scratch(u32),
    /// No memory either: how many bytes a heap object has.
    Size(u32),
}

impl Object {
    /// The arguments of `main`: the array of pointers to them.
    pub(crate) const ARGUMENTS: Object = Object::Heap(ARGUMENTS);
    /// All their strings.
    pub(crate) const ARGUMENT_STRINGS: Object = Object::Heap(ARGUMENTS - 1);

    /// The variable that it is, of the running call or of one that waits.
    pub(crate) fn variable(self) -> Option<VarId> {
        match self {
            Object::Variable(id) | Object::Waiting(id, _) => Some(id),
            Object::Behind(_) | Object::Heap(_) | Object::Scratch(_) | Object::Size(_) => None,
        }
    }
}

/// The number of heap objects that no call allocates.
const ARGUMENTS: u32 = (1 << 31) - 1;

/// What kind of value a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CellKind {
    /// An integer.
    Int(IntType),
    /// A pointer. As a number, the cell is its offset in bytes from the start of its object.
    Pointer,
    /// A floating number of so many bits.
    Float(u32),
}

/// A scalar in memory, or all elements of an array at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    pub(crate) object: Object,
    /// Where it starts, in bits.
    pub(crate) offset: u64,
    pub(crate) bits: u32,
    pub(crate) kind: CellKind,
    /// How many bits it covers: more than its own if it stands for many elements.
    pub(crate) extent: u64,
    /// Which segment of its object it is the content of, counted from 1; 0 if it is no such content.
    pub(crate) segment: u8,
}

/// Segments from this one on are about what elements are beyond a multiple of their index.
pub(crate) const SLOPED: u8 = 3;

/// The number of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct CellId(pub(crate) u32);

/// What marks are that say whether memory was written: no program has integers like that.
pub(crate) const WRITTEN: CellKind =
    CellKind::Int(IntType { rank: soundline_c::Rank::Int128, bits: 1, signed: false });

/// Offsets of pointers beyond this are not followed.
const FAR: i128 = 1 << 62;

impl Cell {
    /// Whether it stands for several scalars.
    pub(crate) fn is_summary(&self) -> bool {
        self.extent > u64::from(self.bits)
    }

    /// Whether it holds no value, but says whether there is one.
    pub(crate) fn is_mark(&self) -> bool {
        self.kind == WRITTEN
    }

    fn overlaps(&self, other: &Cell) -> bool {
        self.object == other.object
            && self.offset < other.offset.saturating_add(other.extent)
            && other.offset < self.offset.saturating_add(self.extent)
    }

    /// The values that it can have.
    pub(crate) fn range(&self) -> Range {
        match self.kind {
            // Other types may have written the byte, so that 0 or 1 says something.
            CellKind::Int(ty) if ty.rank == soundline_c::Rank::Bool => Range::new(0, 255),
            CellKind::Int(ty) => Range::of(ty),
            CellKind::Pointer => Range::new(-FAR, FAR),
            CellKind::Float(_) => Range::ALL,
        }
    }
}

/// All cells so far, by number.
#[derive(Default)]
pub(crate) struct Cells {
    inner: RefCell<Table>,
}

#[derive(Default)]
struct Table {
    cells: Vec<Cell>,
    numbers: HashMap<Cell, CellId>,
    overlaps: Vec<Rc<Vec<CellId>>>,
    of_object: HashMap<Object, Rc<Vec<CellId>>>,
    /// How many cells are behind pointers of unknown origin.
    behind: usize,
}

impl Table {
    /// Forgets the last cell.
    fn pop(&mut self) {
        let Some(cell) = self.cells.pop() else { return };
        let id = CellId(self.cells.len() as u32);
        self.behind -= usize::from(matches!(cell.object, Object::Behind(_)));
        self.numbers.remove(&cell);
        let overlapping = self.overlaps.pop().unwrap_or_default();
        for other in overlapping.iter() {
            Rc::make_mut(&mut self.overlaps[other.0 as usize]).retain(|cell| *cell != id);
        }
        if let Some(cells) = self.of_object.get_mut(&cell.object) {
            Rc::make_mut(cells).retain(|cell| *cell != id);
        }
    }
}

impl Cells {
    /// The number of a cell, new or known.
    pub(crate) fn number(&self, cell: Cell) -> CellId {
        let mut table = self.inner.borrow_mut();
        if let Some(id) = table.numbers.get(&cell) {
            return *id;
        }
        let id = CellId(table.cells.len() as u32);
        let siblings = table.of_object.get(&cell.object).cloned().unwrap_or_default();
        let overlapping: Vec<CellId> = siblings
            .iter()
            .copied()
            .filter(|other| table.cells[other.0 as usize].overlaps(&cell))
            .collect();
        for other in &overlapping {
            Rc::make_mut(&mut table.overlaps[other.0 as usize]).push(id);
        }
        table.behind += usize::from(matches!(cell.object, Object::Behind(_)));
        table.cells.push(cell);
        table.overlaps.push(Rc::new(overlapping));
        table.numbers.insert(cell, id);
        Rc::make_mut(table.of_object.entry(cell.object).or_default()).push(id);
        id
    }

    /// The number of a cell that has one.
    pub(crate) fn find(&self, cell: &Cell) -> Option<CellId> {
        self.inner.borrow().numbers.get(cell).copied()
    }

    pub(crate) fn get(&self, id: CellId) -> Cell {
        self.inner.borrow().cells[id.0 as usize]
    }

    /// Whether there are cells behind pointers of unknown origin.
    pub(crate) fn has_behind(&self) -> bool {
        self.inner.borrow().behind > 0
    }

    /// The other cells that share bits with a cell.
    pub(crate) fn overlaps(&self, id: CellId) -> Rc<Vec<CellId>> {
        self.inner.borrow().overlaps[id.0 as usize].clone()
    }

    /// The cells of an object.
    pub(crate) fn of_object(&self, object: Object) -> Rc<Vec<CellId>> {
        self.inner.borrow().of_object.get(&object).cloned().unwrap_or_default()
    }

    /// The cells that share bits with a part of an object.
    pub(crate) fn in_region(&self, object: Object, offset: u64, bits: u64) -> Vec<CellId> {
        let inside = |cell: Cell| {
            cell.offset < offset.saturating_add(bits)
                && offset < cell.offset.saturating_add(cell.extent)
        };
        self.of_object(object).iter().copied().filter(|id| inside(self.get(*id))).collect()
    }

    /// The values that a cell can have.
    pub(crate) fn range(&self, id: CellId) -> Range {
        match self.get(id) {
            // Numbers in the middle of a computation have a range of their own.
            Cell { object: Object::Scratch(_), .. } => Range::ALL,
            Cell { segment: SLOPED.., .. } => Range::ALL,
            Cell { object: Object::Size(_), .. } => Range::new(0, FAR),
            cell => cell.range(),
        }
    }

    /// A number in the middle of a computation.
    pub(crate) fn scratch(&self, number: u32) -> CellId {
        self.ghost(Object::Scratch(number))
    }

    /// The number of bytes of a heap object.
    pub(crate) fn size(&self, site: u32) -> CellId {
        self.ghost(Object::Size(site))
    }

    fn ghost(&self, object: Object) -> CellId {
        let kind = CellKind::Pointer;
        self.number(Cell { object, offset: 0, bits: 64, kind, extent: 64, segment: 0 })
    }

    pub(crate) fn len(&self) -> usize {
        self.inner.borrow().cells.len()
    }

    /// Only these cells, numbered in their order.
    pub(crate) fn reset(&self, cells: &[Cell]) {
        let mut table = self.inner.borrow_mut();
        if table.cells.starts_with(cells) {
            while table.cells.len() > cells.len() {
                table.pop();
            }
            return;
        }
        *table = Table::default();
        drop(table);
        cells.iter().for_each(|cell| {
            self.number(*cell);
        });
    }

    /// All cells, in the order of their numbers.
    pub(crate) fn all(&self) -> Vec<Cell> {
        self.inner.borrow().cells.clone()
    }
}
