//! Runs as data that can be written to a file and read again.
//!
//! Elements are kept as their constraints. That is exact only if the element made from them is the
//! same, down to its representation: a widened octagon, say, is more than its constraints. So each is
//! tried out when it is saved, and a run with an element that does not come back is noted to be
//! computed again from its start, which gives the same result.

use super::context::{Context, ContextId, Turn};
use super::{Engine, Node, Paused, Run};
use crate::memory::{Bases, Cell, CellId, CellKind, Object, Pointer, Stride};
use crate::numeric::{Bits, Floats, Lin, Origin, Word};
use crate::state::{Block, Freed, Owner, SavedClaim, SavedSubject, Segment, State, SubjectId};
use crate::{BoundKind, Counts};
use serde::{Deserialize, Serialize};
use soundline_c::{FunctionId, IntType, Rank};
use soundline_domains::expr::Constraint;
use soundline_domains::{AnyElem, Domain};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A run, finished or paused, with all that its numbers refer to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedRoot {
    pub(crate) function: usize,
    /// None if the run must be computed again.
    run: Option<SavedRun>,
    counts: BTreeMap<usize, Counts>,
    /// The pointers that cells are behind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    subjects: Vec<SavedSubject>,
    cells: Vec<SavedCell>,
    contexts: Vec<SavedContext>,
    sites: Vec<((u32, u32), u32)>,
    pub(crate) skipped: Vec<usize>,
}

type SavedNode = (u32, u32);
type SavedFloats = (u32, Option<(u64, u64)>, bool);
type SavedContext = (usize, Option<SavedNode>, Vec<u32>, Option<(u32, u32, u32)>);
type SavedCell = (u8, u32, u64, u32, Option<(u8, u32, bool)>, u64, u8);
type SavedQueue = Vec<(Vec<u32>, SavedNode, Vec<(Option<SavedNode>, SavedState)>)>;

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedRun {
    root: SavedNode,
    queue: SavedQueue,
    pre: Vec<(SavedNode, SavedState)>,
    edges: Vec<(SavedNode, SavedNode, SavedState)>,
    rounds: Vec<(SavedNode, u32)>,
    imprecise: Vec<(SavedNode, u64)>,
    counted_calls: Vec<SavedNode>,
    counted_guards: Vec<(SavedNode, SavedNode)>,
    bounded: Vec<(SavedNode, BTreeSet<BoundKind>)>,
    cut_calls: Vec<SavedNode>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedState {
    dims: Vec<u32>,
    constraints: Vec<String>,
    pointers: Vec<(u32, SavedBases, u64, i64)>,
    heap: Vec<(u32, bool, u8, bool, u64)>,
    /// The functions with which heap objects end that are on the stack, or [`SYSTEM`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    frames: Vec<(u32, usize)>,
    /// The heap objects that only the function knows that allocated them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    kept: Vec<u32>,
    excluded: Vec<(u32, i128)>,
    /// The bits of the bounds, if it may be a number, and whether it may be NaN.
    floats: Vec<SavedFloats>,
    /// The bits that are 0, and those that are 1.
    bits: Vec<(u32, u64, u64)>,
    /// The bits of integers that are those of others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    origins: Vec<SavedOrigin>,
    /// What holds for all elements between two bounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    segments: Vec<SavedSegment>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    claims: Vec<SavedClaim>,
}

/// A cell, which of its bits, of how many, the cell that it comes from, which bit there, and whether it is the opposite of it.
type SavedOrigin = (u32, u8, u8, u32, u8, bool);

/// The cell of the content, both bounds, the stride, the remainder and the slope.
type SavedSegment = (u32, SavedLin, SavedLin, u64, u64, i128);

/// Cells with factors, and a constant.
type SavedLin = (Vec<(u32, i128)>, i128);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedBases {
    null: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    dangling: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    allocated: bool,
    objects: Vec<(u8, u32)>,
    functions: Vec<usize>,
}

const RANKS: [Rank; 9] = [
    Rank::Bool,
    Rank::BitField,
    Rank::PlainChar,
    Rank::Char,
    Rank::Short,
    Rank::Int,
    Rank::Long,
    Rank::LongLong,
    Rank::Int128,
];

/// Stands for a function where memory belongs to the system.
const SYSTEM: usize = usize::MAX;

/// Contexts are fewer than this power of two.
const PART_SHIFT: u32 = 24;

/// Kinds of objects from this on are variables of calls that wait, by their number.
const WAITING: u8 = 4;

/// What is behind a pointer, by the place of that among the subjects.
const BEHIND: u8 = u8::MAX;

/// Stands for floating numbers where integers have their rank.
const FLOAT: u8 = 100;

impl Engine<'_> {
    /// A run as data.
    pub(crate) fn save(&self, paused: &Paused) -> SavedRoot {
        let contexts = self.contexts.borrow();
        let sites = self.sites.borrow();
        let mut sites: Vec<_> = sites.iter().map(|(node, site)| (flat(*node), *site)).collect();
        sites.sort_by_key(|(_, site)| *site);
        let of = |context: &Context| {
            let turn = context.turn.map(|turn| (turn.around.0, turn.head, turn.count));
            (context.function.index(), context.caller.map(flat), context.path.clone(), turn)
        };
        let cells = &self.env.cells.all()[..paused.sizes.cells];
        let mut subjects: Vec<SubjectId> = cells.iter().filter_map(behind).collect();
        subjects.sort_unstable();
        subjects.dedup();
        SavedRoot {
            function: self.function_of(paused.run.root).index(),
            run: self.save_run(&paused.run),
            counts: paused.counts.iter().map(|(id, counts)| (id.index(), *counts)).collect(),
            subjects: subjects.iter().map(|id| self.env.save_subject(*id)).collect(),
            cells: cells.iter().map(|cell| save_cell(cell, &subjects)).collect(),
            contexts: contexts.all()[..paused.sizes.contexts].iter().map(of).collect(),
            sites: sites.into_iter().take(paused.sizes.sites).collect(),
            skipped: paused.skipped.iter().map(|id| id.index()).collect(),
        }
    }

    fn save_run(&self, run: &Run) -> Option<SavedRun> {
        let mut queue = Vec::new();
        for ((path, node), entries) in &run.queue {
            let mut saved = Vec::new();
            for (from, state) in entries {
                saved.push((from.map(flat), self.save_state(state)?));
            }
            queue.push((path.clone(), flat(*node), saved));
        }
        let mut pre = Vec::new();
        for (node, state) in &run.pre {
            pre.push((flat(*node), self.save_state(state)?));
        }
        let mut edges = Vec::new();
        for ((from, to), state) in &run.edges {
            edges.push((flat(*from), flat(*to), self.save_state(state)?));
        }
        Some(SavedRun {
            root: flat(run.root),
            queue,
            pre,
            edges,
            rounds: run.rounds.iter().map(|(node, count)| (flat(*node), *count)).collect(),
            imprecise: run.imprecise.iter().map(|(node, count)| (flat(*node), *count)).collect(),
            counted_calls: run.counted_calls.iter().copied().map(flat).collect(),
            counted_guards: run.counted_guards.iter().map(|(a, b)| (flat(*a), flat(*b))).collect(),
            bounded: run.bounded.iter().map(|(n, kinds)| (flat(*n), kinds.clone())).collect(),
            cut_calls: run.cut_calls.iter().copied().map(flat).collect(),
        })
    }

    fn save_state(&self, state: &State) -> Option<SavedState> {
        let domain = self.env.domains.over(state.dims.len());
        let constraints: Vec<String> =
            domain.to_constraints(&state.elem).iter().map(Constraint::to_string).collect();
        let again = self.load_elem(state.dims.len(), &constraints)?;
        if format!("{again:?}") != format!("{:?}", state.elem) {
            return None;
        }
        let pointers = state.pointers.iter().map(|(cell, pointer)| {
            let bases = SavedBases {
                null: pointer.bases.null,
                dangling: pointer.bases.dangling,
                allocated: pointer.bases.allocated,
                objects: pointer.bases.objects.iter().map(save_object).collect(),
                functions: pointer.bases.functions.iter().map(|id| id.index()).collect(),
            };
            (cell.0, bases, pointer.stride.modulus, pointer.stride.remainder)
        });
        let heap = state.heap.iter().map(|(site, block)| {
            let freed = match block.freed {
                Freed::No => 0,
                Freed::Maybe => 1,
                Freed::Yes => 2,
            };
            (*site, block.many, freed, block.followed, block.unit)
        });
        Some(SavedState {
            dims: state.dims.iter().map(|cell| cell.0).collect(),
            constraints,
            pointers: pointers.collect(),
            heap: heap.collect(),
            frames: state
                .heap
                .iter()
                .filter_map(|(site, block)| match block.owner {
                    Owner::Program => None,
                    Owner::Call(function) => Some((*site, function.index())),
                    Owner::System => Some((*site, SYSTEM)),
                })
                .collect(),
            kept: {
                let all = state.heap.iter().filter(|(_, block)| block.kept);
                all.map(|(site, _)| *site).collect()
            },
            excluded: state.excluded.iter().map(|(cell, value)| (cell.0, *value)).collect(),
            floats: state.floats.iter().map(save_floats).collect(),
            bits: state.bits.iter().map(|(cell, bits)| (cell.0, bits.zeros, bits.ones)).collect(),
            origins: state.origins.iter().flat_map(save_word).collect(),
            segments: state.segments.iter().map(save_segment).collect(),
            claims: self.env.save_claims(state),
        })
    }

    fn load_elem(&self, dimensions: usize, constraints: &[String]) -> Option<AnyElem> {
        let domain = self.env.domains.over(dimensions);
        let parsed: Option<Vec<Constraint>> =
            constraints.iter().map(|text| domain.space().parse(text).ok()).collect();
        domain.from_constraints(&parsed?).ok()
    }

    /// The run that was saved, in this engine, whose numbers are set to those of the run. None if it
    /// must be computed again; an error if the data is damaged.
    pub(crate) fn load(&self, saved: &SavedRoot) -> Result<Option<Paused>, String> {
        let damaged = || "the checkpoint is damaged".to_owned();
        let Some(run) = &saved.run else { return Ok(None) };
        let function = |index: usize| self.function_at(index).ok_or_else(damaged);
        let subjects = saved.subjects.iter().map(|subject| self.env.load_subject(subject));
        let subjects = subjects.collect::<Option<Vec<_>>>().ok_or_else(damaged)?;
        let mut cells = Vec::new();
        for cell in &saved.cells {
            cells.push(self.load_cell(cell, &subjects).ok_or_else(damaged)?);
        }
        self.env.cells.reset(&cells);
        let mut contexts = self.contexts.borrow_mut();
        *contexts = Default::default();
        for (id, caller, path, own) in &saved.contexts {
            let count = contexts.len() as u32;
            if own.is_some_and(|(around, _, _)| around >= count) {
                return Err(damaged());
            }
            let turn = |(around, head, count)| Turn { around: ContextId(around), head, count };
            contexts.restore(Context {
                function: function(*id)?,
                caller: caller.map(round),
                path: path.clone(),
                turn: (*own).map(turn),
                folded: false,
            });
        }
        drop(contexts);
        *self.sites.borrow_mut() =
            saved.sites.iter().map(|(node, site)| (round(*node), *site)).collect();
        let mut counts = BTreeMap::new();
        for (id, own) in &saved.counts {
            counts.insert(function(*id)?, *own);
        }
        let mut skipped = BTreeSet::new();
        for id in &saved.skipped {
            skipped.insert(function(*id)?);
        }
        let run = self.load_run(run).ok_or_else(damaged)?;
        self.recall_turns(run.edges.keys().copied());
        let sizes = self.sizes();
        Ok(Some(Paused { run, counts, skipped, sizes }))
    }

    fn load_run(&self, saved: &SavedRun) -> Option<Run> {
        let count = self.contexts.borrow().len() as u32;
        let known = |node: SavedNode| {
            let node = round(node);
            if node.context.0 >= count {
                return None;
            }
            let segments = self.shape(self.function_of(node)).segments.len();
            ((node.segment as usize) < segments).then_some(node)
        };
        let mut run = Run::empty(known(saved.root)?);
        for (path, node, entries) in &saved.queue {
            let mut loaded = Vec::new();
            for (from, state) in entries {
                let from = match from {
                    Some(from) => Some(known(*from)?),
                    None => None,
                };
                loaded.push((from, self.load_state(state)?));
            }
            run.queue.insert((path.clone(), known(*node)?), loaded);
        }
        for (node, state) in &saved.pre {
            run.pre.insert(known(*node)?, self.load_state(state)?);
        }
        for (from, to, state) in &saved.edges {
            run.edges.insert((known(*from)?, known(*to)?), self.load_state(state)?);
        }
        run.rounds = saved.rounds.iter().map(|(node, count)| (round(*node), *count)).collect();
        run.imprecise =
            saved.imprecise.iter().map(|(node, count)| (round(*node), *count)).collect();
        run.counted_calls = saved.counted_calls.iter().copied().map(round).collect();
        run.counted_guards =
            saved.counted_guards.iter().map(|(a, b)| (round(*a), round(*b))).collect();
        for (node, kinds) in &saved.bounded {
            run.bounded.insert(known(*node)?, kinds.clone());
        }
        run.cut_calls = saved.cut_calls.iter().copied().map(round).collect();
        run.recount();
        Some(run)
    }

    fn load_state(&self, saved: &SavedState) -> Option<State> {
        let count = self.env.cells.all().len() as u32;
        if saved.dims.iter().any(|cell| *cell >= count) || !saved.dims.is_sorted() {
            return None;
        }
        let mut pointers = BTreeMap::new();
        for (cell, bases, modulus, remainder) in &saved.pointers {
            let objects: Option<BTreeSet<Object>> =
                bases.objects.iter().map(|object| self.load_object(*object)).collect();
            let functions: Option<BTreeSet<FunctionId>> =
                bases.functions.iter().map(|id| self.function_at(*id)).collect();
            let SavedBases { null, dangling, allocated, .. } = *bases;
            let (objects, functions) = (objects?, functions?);
            let bases = Bases { any: false, null, dangling, objects, functions, allocated };
            let stride = Stride::new(*modulus, *remainder);
            pointers.insert(CellId(*cell), Pointer { bases, stride });
        }
        let mut heap = BTreeMap::new();
        for (site, many, freed, followed, unit) in &saved.heap {
            let freed = [Freed::No, Freed::Maybe, Freed::Yes].get(usize::from(*freed)).copied()?;
            let owner = match saved.frames.iter().find(|(own, _)| own == site) {
                Some((_, SYSTEM)) => Owner::System,
                Some((_, function)) => Owner::Call(self.function_at(*function)?),
                None => Owner::Program,
            };
            let (many, followed, unit) = (*many, *followed, *unit);
            let kept = saved.kept.contains(site);
            let block = Block { many, freed, followed, unit, owner, kept };
            heap.insert(*site, block);
        }
        Some(State {
            dims: Rc::new(saved.dims.iter().copied().map(CellId).collect()),
            elem: self.load_elem(saved.dims.len(), &saved.constraints)?,
            pointers: Rc::new(pointers),
            heap: Rc::new(heap),
            excluded: Rc::new(saved.excluded.iter().map(|(c, v)| (CellId(*c), *v)).collect()),
            floats: Rc::new(saved.floats.iter().map(load_floats).collect()),
            bits: Rc::new(saved.bits.iter().map(load_bits).collect()),
            origins: Rc::new(load_words(&saved.origins)),
            segments: Rc::new(saved.segments.iter().map(load_segment).collect()),
            claims: self.env.load_claims(&saved.claims, |index| self.function_at(index))?,
        })
    }

    fn load_cell(&self, saved: &SavedCell, subjects: &[SubjectId]) -> Option<Cell> {
        let (object, number, offset, bits, kind, extent, segment) = *saved;
        let kind = match kind {
            None => CellKind::Pointer,
            Some((FLOAT, bits, _)) => CellKind::Float(bits),
            Some((rank, bits, signed)) => {
                let rank = *RANKS.get(usize::from(rank))?;
                CellKind::Int(IntType { rank, bits, signed })
            }
        };
        let object = match object {
            BEHIND => Object::Behind(*subjects.get(number as usize)?),
            _ => self.load_object((object, number))?,
        };
        Some(Cell { object, offset, bits, kind, extent, segment })
    }

    fn load_object(&self, (kind, number): (u8, u32)) -> Option<Object> {
        match kind {
            0 => self.program.variable_ids().nth(number as usize).map(Object::Variable),
            1 => Some(Object::Heap(number)),
            2 => Some(Object::Scratch(number)),
            3 => Some(Object::Size(number)),
            // No pointer has it as its base.
            BEHIND => None,
            _ => {
                let id = self.program.variable_ids().nth(number as usize)?;
                Some(Object::Waiting(id, kind - WAITING))
            }
        }
    }

    /// The function of a number.
    pub(crate) fn function_at(&self, index: usize) -> Option<FunctionId> {
        let name = &self.program.functions.get(index)?.name;
        self.program.function_named(name).filter(|id| id.index() == index)
    }
}

/// A node as two numbers: the part is in the highest bits of the first.
fn flat(node: Node) -> SavedNode {
    (node.context.0 | node.part << PART_SHIFT, node.segment)
}

fn round((context, segment): SavedNode) -> Node {
    let part = context >> PART_SHIFT;
    Node { context: ContextId(context & ((1 << PART_SHIFT) - 1)), segment, part }
}

fn save_floats((cell, floats): (&CellId, &Floats)) -> SavedFloats {
    let numbers = floats.numbers.map(|(low, high)| (low.to_bits(), high.to_bits()));
    (cell.0, numbers, floats.nan)
}

fn load_floats(saved: &SavedFloats) -> (CellId, Floats) {
    let numbers = saved.1.map(|(low, high)| (f64::from_bits(low), f64::from_bits(high)));
    (CellId(saved.0), Floats { numbers, nan: saved.2 })
}

fn load_bits((cell, zeros, ones): &(u32, u64, u64)) -> (CellId, Bits) {
    (CellId(*cell), Bits { zeros: *zeros, ones: *ones })
}

fn save_word((cell, word): (&CellId, &Word)) -> Vec<SavedOrigin> {
    let width = word.0.len() as u8;
    let bits = word.0.iter().enumerate().filter_map(|(place, bit)| match bit {
        Origin::Of { cell: from, at, flipped } => {
            Some((cell.0, place as u8, width, from.0, *at, *flipped))
        }
        _ => None,
    });
    bits.collect()
}

fn load_words(saved: &[SavedOrigin]) -> BTreeMap<CellId, Word> {
    let mut words: BTreeMap<CellId, Word> = BTreeMap::new();
    for (cell, place, width, from, at, flipped) in saved {
        let empty = || Word(vec![Origin::Any; usize::from(*width)]);
        let word = words.entry(CellId(*cell)).or_insert_with(empty);
        if let Some(bit) = word.0.get_mut(usize::from(*place)) {
            *bit = Origin::Of { cell: CellId(*from), at: *at, flipped: *flipped };
        }
    }
    words
}

fn save_segment((cell, segment): (&CellId, &Segment)) -> SavedSegment {
    let save = |lin: &Lin| {
        let terms = lin.terms.iter().map(|(cell, factor)| (cell.0, *factor));
        (terms.collect(), lin.constant)
    };
    let Segment { low, high, stride, remainder, slope } = segment;
    (cell.0, save(low), save(high), *stride, *remainder, *slope)
}

fn load_segment((cell, low, high, stride, remainder, slope): &SavedSegment) -> (CellId, Segment) {
    let load = |(terms, constant): &SavedLin| {
        let terms = terms.iter().map(|(cell, factor)| (CellId(*cell), *factor));
        Lin { terms: terms.collect(), constant: *constant }
    };
    let (low, high) = (load(low), load(high));
    let segment = Segment { low, high, stride: *stride, remainder: *remainder, slope: *slope };
    (CellId(*cell), segment)
}

fn save_object(object: &Object) -> (u8, u32) {
    match object {
        Object::Variable(id) => (0, id.index() as u32),
        Object::Heap(site) => (1, *site),
        Object::Scratch(number) => (2, *number),
        Object::Size(site) => (3, *site),
        Object::Waiting(id, number) => (WAITING + number, id.index() as u32),
        Object::Behind(_) => (BEHIND, 0),
    }
}

/// The pointer that a cell is behind.
fn behind(cell: &Cell) -> Option<SubjectId> {
    match cell.object {
        Object::Behind(subject) => Some(subject),
        _ => None,
    }
}

fn save_cell(cell: &Cell, subjects: &[SubjectId]) -> SavedCell {
    let (object, mut number) = save_object(&cell.object);
    if let Some(at) = behind(cell).and_then(|id| subjects.binary_search(&id).ok()) {
        number = at as u32;
    }
    let kind = match cell.kind {
        CellKind::Pointer => None,
        CellKind::Float(bits) => Some((FLOAT, bits, true)),
        CellKind::Int(ty) => {
            let rank = RANKS.iter().position(|rank| *rank == ty.rank).unwrap_or(0);
            Some((rank as u8, ty.bits, ty.signed))
        }
    };
    (object, number, cell.offset, cell.bits, kind, cell.extent, cell.segment)
}
