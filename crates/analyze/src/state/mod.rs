//! Abstract states: numbers in a domain, pointers, and the heap.

mod behind;
mod bits;
mod claims;
mod floats;
mod frames;
mod lattice;
mod numbers;
mod origins;
mod recency;
mod segments;

pub(crate) use claims::{Claim, Root, SavedClaim, SavedSubject, SubjectId, Touch};
pub(crate) use frames::Frame;
pub(crate) use segments::Segment;

use claims::{Claims, Subjects};

use crate::graph::{CallAt, Held};
use crate::memory::{Bases, Cell, CellId, CellKind, Cells, Layout, Object, Pointer};
use crate::numeric::{Bits, Domains, Floats, Range, Word};
use crate::{Kind, Overflow, Scope, Settings};
use soundline_c::{
    Action, Check, CheckKind, FunctionId, Place, Program, RecordId, Step, Storage, Value,
    ValueKind, VarId,
};
use soundline_domains::{AnyElem, Domain};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// What is known about memory at a point that control may reach. A cell that is not mentioned may
/// have any value of its type. No reachable state at all is `None` wherever that can be.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The cells that the element is about, sorted: its dimensions.
    pub(crate) dims: Rc<Vec<CellId>>,
    pub(crate) elem: AnyElem,
    /// What pointers may point to; those that are not mentioned, anything.
    pub(crate) pointers: Rc<BTreeMap<CellId, Pointer>>,
    /// What was allocated.
    pub(crate) heap: Rc<BTreeMap<u32, Block>>,
    /// A value that a cell does not have, where the domain cannot say so: `x != 0` most of all.
    pub(crate) excluded: Rc<BTreeMap<CellId, i128>>,
    /// What floating numbers may be; those that are not mentioned, anything.
    pub(crate) floats: Rc<BTreeMap<CellId, Floats>>,
    /// Bits of integers that are known beyond what the range says.
    pub(crate) bits: Rc<BTreeMap<CellId, Bits>>,
    /// Bits of integers that are those of other cells.
    pub(crate) origins: Rc<BTreeMap<CellId, Word>>,
    /// What holds for all elements of arrays between two bounds.
    pub(crate) segments: segments::Segments,
    /// What is assumed because of checks that may have failed.
    pub(crate) claims: Claims,
}

/// A heap object that was allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// Whether it may stand for several.
    pub(crate) many: bool,
    pub(crate) freed: Freed,
    /// Whether its content is followed: it is known how large it is.
    pub(crate) followed: bool,
    /// Its size is counted in so many bytes; the call decides.
    pub(crate) unit: u64,
    pub(crate) owner: Owner,
    /// Whether its address is only in variables of the function that allocated it: no other code can use or free it.
    pub(crate) kept: bool,
}

/// To whom memory belongs that is no variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The program, which frees it.
    Program,
    /// A call of this function: it is on the stack and ends with it.
    Call(FunctionId),
    /// The system, or the library: the arguments of `main`, the environment.
    System,
}

/// Whether a heap object is freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Freed {
    No,
    Maybe,
    Yes,
}

/// What all states of an analysis share.
pub(crate) struct Env<'p> {
    pub(crate) program: &'p Program,
    pub(crate) domains: Domains,
    pub(crate) cells: Cells,
    pub(crate) layout: Layout<'p>,
    pub(crate) overflow: Overflow,
    /// The kinds of checks that are made.
    pub(crate) checks: BTreeSet<Kind>,
    /// Whether it is followed what memory was written.
    pub(crate) marks: bool,
    /// Of which variables that is followed.
    pub(crate) marked: Vec<bool>,
    /// Whether it is followed of allocated memory.
    pub(crate) marks_heap: bool,
    /// Variables that pointers of unknown origin may point to.
    pub(crate) exposed: Vec<bool>,
    /// Variables that may change at any time.
    pub(crate) restless: Vec<bool>,
    /// Local variables whose address is only given to library functions that read there.
    shown: BTreeSet<VarId>,
    /// Local variables whose address is only given to library functions that do not keep it.
    lent: BTreeSet<VarId>,
    /// The records of which the program itself reads or writes members.
    opened: BTreeSet<RecordId>,
    /// The parameters that have the value throughout that they were called with.
    given: Vec<bool>,
    /// The calls that allocate memory which nobody else gets to know.
    kept: BTreeSet<CallAt>,
    /// Whether other threads or handlers may change memory at any time.
    pub(crate) concurrent: bool,
    /// The values of cells that never change, which states do not mention.
    constants: RefCell<HashMap<CellId, Range>>,
    constant_pointers: RefCell<HashMap<CellId, Pointer>>,
    constant_floats: RefCell<HashMap<CellId, Floats>>,
    /// The constants of the program, sorted: where widenings stop.
    pub(crate) thresholds: Vec<i128>,
    /// Whether floating operations round to the nearest number of their type.
    nearest: bool,
    /// Whether the known bits of integers are followed.
    pub(crate) follows_bits: bool,
    /// Whether segments of arrays are followed.
    pub(crate) follows_segments: bool,
    /// Whether it is followed what is behind pointers of unknown origin.
    follows_behind: bool,
    /// Whether indices are as they come: no check before them is assumed to hold.
    pub(crate) any_index: bool,
    /// Whether every access is checked, and assumed to be fine behind the check.
    pub(crate) assumes_access: bool,
    /// Where widenings of floating numbers stop.
    float_thresholds: Vec<f64>,
    /// What can be claimed.
    subjects: Subjects,
    /// Who may have the addresses of local variables, by function.
    held: RefCell<HashMap<FunctionId, Rc<Held>>>,
}

impl<'p> Env<'p> {
    /// Whether no pointer leads to a variable by which it may be written.
    pub(crate) fn is_named(&self, id: VarId) -> bool {
        !self.program.variable(id).address_taken || self.shown.contains(&id)
    }

    /// Whether a pointer of unknown origin may lead to a variable.
    pub(crate) fn is_reachable(&self, id: VarId) -> bool {
        self.exposed[id.index()] && !self.lent.contains(&id)
    }

    /// Whether the program itself reads or writes members of a record.
    pub(crate) fn is_opened(&self, id: RecordId) -> bool {
        self.opened.contains(&id)
    }

    /// Whether nobody else gets to know the memory that a call allocates.
    pub(crate) fn is_kept(&self, call: CallAt) -> bool {
        self.kept.contains(&call)
    }

    pub(crate) fn new(program: &'p Program, settings: &Settings) -> Self {
        let concurrent = program.effects.is_concurrent();
        let shown = crate::graph::shown(program);
        let exposed = |id: VarId| {
            let variable = program.variable(id);
            let taken = variable.address_taken && !shown.contains(&id);
            taken || variable.external || variable.storage == Storage::Extern
        };
        let restless = |id: VarId| {
            let variable = program.variable(id);
            let shared = !matches!(
                variable.storage,
                Storage::Local | Storage::Parameter | Storage::Temporary | Storage::Literal(_)
            ) || exposed(id);
            let literal = matches!(variable.storage, Storage::Literal(_));
            variable.volatile || (concurrent && shared && !literal && !variable.constant)
        };
        let marked = marked(program, settings, concurrent);
        Self {
            program,
            marks: marked.heap || marked.variables.contains(&true),
            marks_heap: marked.heap,
            marked: marked.variables,
            domains: Domains::new(&settings.domain),
            cells: Cells::default(),
            layout: Layout { program, most_elements: settings.expand_arrays_up_to },
            overflow: settings.overflow,
            checks: settings.checks.clone(),
            exposed: program.variable_ids().map(exposed).collect(),
            concurrent,
            restless: program.variable_ids().map(restless).collect(),
            shown,
            lent: crate::graph::lent(program),
            opened: opened(program),
            given: given(program),
            kept: crate::graph::kept(program),
            constants: RefCell::default(),
            constant_pointers: RefCell::default(),
            constant_floats: RefCell::default(),
            thresholds: crate::graph::thresholds(program),
            follows_bits: settings.bits,
            // Functions alone start with any values: segments cost more there than they say.
            follows_segments: settings.segments && matches!(settings.scope, Scope::Whole { .. }),
            follows_behind: settings.after_error == crate::AfterError::Assume
                && matches!(settings.scope, Scope::Modular)
                && [Kind::Access, Kind::Index].iter().all(|kind| settings.checks.contains(kind))
                && !concurrent,
            any_index: settings.after_error == crate::AfterError::Continue
                || !settings.checks.contains(&Kind::Index),
            nearest: floats::rounds_to_nearest(program),
            assumes_access: settings.after_error == crate::AfterError::Assume
                && settings.checks.contains(&Kind::Access),
            float_thresholds: crate::graph::float_thresholds(program),
            subjects: Subjects::default(),
            held: RefCell::default(),
        }
    }

    /// Nothing is known.
    pub(crate) fn top(&self) -> State {
        State {
            dims: Rc::new(Vec::new()),
            elem: self.domains.over(0).universe(),
            pointers: Rc::default(),
            heap: Rc::default(),
            excluded: Rc::default(),
            floats: Rc::default(),
            bits: Rc::default(),
            origins: Rc::default(),
            segments: Rc::default(),
            claims: Rc::default(),
        }
    }

    /// What a pointer cell may point to.
    pub(crate) fn pointer(&self, state: &State, cell: CellId) -> Pointer {
        let known = state.pointers.get(&cell).cloned();
        let constant = || self.constant_pointers.borrow().get(&cell).cloned();
        known.or_else(constant).unwrap_or_else(Pointer::any)
    }

    /// The values of a cell that never changes.
    pub(crate) fn constant(&self, cell: CellId) -> Option<Range> {
        self.constants.borrow().get(&cell).copied()
    }

    /// All that a state says will always hold.
    pub(crate) fn keep_constants(&self, state: &State) {
        for cell in state.dims.iter() {
            self.constants.borrow_mut().insert(*cell, self.bounds(state, *cell));
        }
        for (cell, pointer) in state.pointers.iter() {
            self.constant_pointers.borrow_mut().insert(*cell, pointer.clone());
        }
        for (cell, floats) in state.floats.iter() {
            self.constant_floats.borrow_mut().insert(*cell, *floats);
        }
    }

    /// Adds what another state says about other cells.
    pub(crate) fn add_independent(&self, state: &mut State, other: &State) {
        for cell in other.dims.iter() {
            self.assign_range(state, *cell, self.bounds(other, *cell));
        }
        for (cell, pointer) in other.pointers.iter() {
            self.set_pointer(state, *cell, pointer.clone());
        }
        for (cell, floats) in other.floats.iter() {
            self.set_floats(state, *cell, *floats);
        }
        for (cell, bits) in other.bits.iter() {
            self.set_bits(state, *cell, *bits);
        }
    }

    /// Whether a state says something about a cell.
    pub(crate) fn says_something(&self, state: &State, cell: CellId) -> bool {
        self.is_known(state, cell)
            || state.pointers.contains_key(&cell)
            || state.floats.contains_key(&cell)
            || state.bits.contains_key(&cell)
    }

    pub(crate) fn set_pointer(&self, state: &mut State, cell: CellId, pointer: Pointer) {
        if pointer.bases.any {
            if state.pointers.contains_key(&cell) {
                Rc::make_mut(&mut state.pointers).remove(&cell);
            }
        } else if state.pointers.get(&cell) != Some(&pointer) {
            Rc::make_mut(&mut state.pointers).insert(cell, pointer);
        }
    }

    /// Cells get any value. Memory that was written stays so.
    pub(crate) fn forget(&self, state: &mut State, cells: &[CellId]) {
        let stays = |id: &CellId| {
            let cell = self.cells.get(*id);
            let mark = cell.is_mark() && cell.segment == 0 && self.is_known(state, *id);
            mark && self.bounds(state, *id) == Range::point(1)
        };
        match self.marks && cells.iter().any(stays) {
            true => {
                let gone: Vec<CellId> = cells.iter().copied().filter(|id| !stays(id)).collect();
                self.erase(state, &gone);
            }
            false => self.erase(state, cells),
        }
    }

    /// No more is known what was written anywhere.
    pub(crate) fn unmark_all(&self, state: &mut State) {
        let mut gone: Vec<CellId> = state.dims.to_vec();
        gone.retain(|id| self.cells.get(*id).is_mark());
        self.erase(state, &gone);
    }

    /// Nothing is known of cells any more, nor whether they were written.
    pub(crate) fn erase(&self, state: &mut State, cells: &[CellId]) {
        self.drop_numbers(state, cells);
        if cells.iter().any(|cell| state.pointers.contains_key(cell)) {
            let pointers = Rc::make_mut(&mut state.pointers);
            cells.iter().for_each(|cell| {
                pointers.remove(cell);
            });
        }
        if cells.iter().any(|cell| state.floats.contains_key(cell)) {
            let floats = Rc::make_mut(&mut state.floats);
            cells.iter().for_each(|cell| {
                floats.remove(cell);
            });
        }
    }

    /// Every cell for which that holds gets any value.
    pub(crate) fn forget_where(&self, state: &mut State, wanted: impl Fn(&Cell) -> bool) {
        let gone = self.all_where(state, wanted);
        self.forget(state, &gone);
    }

    /// The same, and nothing is known of whether they were written.
    pub(crate) fn erase_where(&self, state: &mut State, wanted: impl Fn(&Cell) -> bool) {
        let gone = self.all_where(state, wanted);
        self.erase(state, &gone);
    }

    /// The cells of which a state says something, and for which that holds.
    fn all_where(&self, state: &State, wanted: impl Fn(&Cell) -> bool) -> Vec<CellId> {
        let numbers = state.dims.iter().chain(state.bits.keys());
        let known = numbers.chain(state.pointers.keys()).chain(state.floats.keys());
        let known = known.chain(state.excluded.keys()).copied().chain(Env::origin_cells(state));
        let known = known.chain(Env::bounding_cells(state));
        let mut gone: Vec<CellId> = known.filter(|id| wanted(&self.cells.get(*id))).collect();
        gone.sort_unstable();
        gone.dedup();
        gone
    }

    /// All that other code can reach through pointers gets any value. It does not know the addresses of some variables.
    pub(crate) fn forget_reachable(&self, state: &mut State, hidden: &BTreeSet<VarId>) {
        let heap = state.heap.clone();
        self.forget_exposed_but(state, |object| match object {
            Object::Heap(site) => heap.get(&site).is_some_and(|block| block.kept),
            Object::Variable(id) => hidden.contains(&id) || !self.is_reachable(id),
            _ => false,
        });
    }

    /// All that a pointer of unknown origin may point to gets any value.
    pub(crate) fn forget_exposed(&self, state: &mut State) {
        self.forget_exposed_but(state, |_| false);
    }

    /// The same, but for some objects.
    pub(crate) fn forget_exposed_but(&self, state: &mut State, spared: impl Fn(Object) -> bool) {
        self.forget_where(state, |cell| match cell.object {
            object if spared(object) => false,
            Object::Variable(id) | Object::Waiting(id, _) => {
                self.exposed[id.index()] && !self.is_constant_object(id)
            }
            Object::Heap(_) | Object::Behind(_) => true,
            Object::Scratch(_) | Object::Size(_) => false,
        });
    }

    /// A write goes astray: everything that is in memory gets any value. Scalar variables whose
    /// address the program never takes are out of its reach, as if they were registers.
    pub(crate) fn forget_memory(&self, state: &mut State) {
        self.forget_where(state, |cell| match cell.object {
            Object::Variable(id) | Object::Waiting(id, _) => {
                let variable = self.program.variable(id);
                let register = self.program.types.is_scalar(variable.ty)
                    && !variable.address_taken
                    && matches!(
                        variable.storage,
                        Storage::Local | Storage::Parameter | Storage::Temporary
                    );
                !register && !self.is_constant_object(id)
            }
            Object::Heap(_) | Object::Behind(_) => true,
            Object::Scratch(_) | Object::Size(_) => false,
        });
    }

    /// Whether an object lies in memory that cannot be written.
    pub(crate) fn is_constant_object(&self, id: VarId) -> bool {
        let variable = self.program.variable(id);
        let local = matches!(variable.storage, Storage::Local | Storage::Parameter);
        matches!(variable.storage, Storage::Literal(_))
            || (variable.constant && !local && !variable.volatile)
    }

    /// Pointers to an object that is no more may point to anything.
    pub(crate) fn detach(&self, state: &mut State, gone: impl Fn(Object) -> bool) {
        let dangling: Vec<CellId> = state
            .pointers
            .iter()
            .filter(|(_, pointer)| pointer.bases.objects.iter().any(|object| gone(*object)))
            .map(|(cell, _)| *cell)
            .collect();
        self.forget(state, &dangling);
    }

    /// Objects end: what points to them dangles.
    pub(crate) fn dangle(&self, state: &mut State, gone: impl Fn(Object) -> bool) {
        let points = |pointer: &Pointer| pointer.bases.objects.iter().any(|object| gone(*object));
        let dangling: Vec<(CellId, Pointer)> = state
            .pointers
            .iter()
            .filter(|(_, pointer)| points(pointer))
            .map(|(cell, pointer)| (*cell, pointer.clone()))
            .collect();
        for (cell, mut pointer) in dangling {
            pointer.bases.objects.retain(|object| !gone(*object));
            pointer.bases.allocated = false;
            pointer.bases.dangling = true;
            if !has_offset(&pointer.bases) {
                self.drop_numbers(state, &[cell]);
            }
            self.set_pointer(state, cell, pointer);
        }
    }

    /// An allocation turns out to have failed: there is no such object.
    pub(crate) fn unallocate(&self, state: &mut State, site: u32) {
        let object = Object::Heap(site);
        let pointing: Vec<(CellId, Pointer)> = (state.pointers.iter())
            .filter(|(_, pointer)| pointer.bases.objects.contains(&object))
            .map(|(cell, pointer)| (*cell, pointer.clone()))
            .collect();
        for (cell, mut pointer) in pointing {
            pointer.bases.remove(object);
            // Control does not get here where it is sure to point there.
            pointer.bases.dangling |= pointer.bases.is_empty();
            if !has_offset(&pointer.bases) {
                self.drop_numbers(state, &[cell]);
            }
            self.set_pointer(state, cell, pointer);
        }
        self.erase(state, &self.cells.of_object(object));
        self.drop_numbers(state, &[self.cells.size(site)]);
        Rc::make_mut(&mut state.heap).remove(&site);
    }

    /// An allocation turns out not to have failed: what it returned is not null in any place that holds it.
    pub(crate) fn allocated(&self, state: &mut State, site: u32) {
        let object = Object::Heap(site);
        let own = |bases: &Bases| bases.allocated && bases.objects.contains(&object);
        let holding: Vec<(CellId, Pointer)> = (state.pointers.iter())
            .filter(|(_, pointer)| pointer.bases.null && own(&pointer.bases))
            .map(|(cell, pointer)| (*cell, pointer.clone()))
            .collect();
        for (cell, mut pointer) in holding {
            pointer.bases.null = false;
            self.set_pointer(state, cell, pointer);
        }
    }

    /// A function returns: what it had on the stack ends.
    pub(crate) fn free_frame(&self, state: &mut State, function: FunctionId) {
        let own = |block: &Block| block.owner == Owner::Call(function) && block.freed != Freed::Yes;
        if !state.heap.values().any(own) {
            return;
        }
        let heap = Rc::make_mut(&mut state.heap);
        let ended = heap.iter_mut().filter(|(_, block)| own(block));
        let sites: Vec<u32> = ended
            .map(|(site, block)| {
                block.freed = Freed::Yes;
                *site
            })
            .collect();
        for site in sites {
            let cells = self.cells.of_object(Object::Heap(site));
            self.forget(state, &cells);
        }
    }

    /// At least so many bytes are in a heap object.
    pub(crate) fn least_size(&self, state: &State, site: u32) -> i128 {
        let unit = state.heap.get(&site).map_or(1, |block| block.unit);
        self.bounds(state, self.cells.size(site)).low.saturating_mul(unit.into())
    }

    /// Whether what the cell says is of no account, because its object does not exist or its pointer
    /// has no object.
    fn is_free(&self, state: &State, id: CellId) -> bool {
        let cell = self.cells.get(id);
        match cell.object {
            Object::Heap(site) | Object::Size(site) if !state.heap.contains_key(&site) => true,
            _ if cell.kind == CellKind::Pointer => state
                .pointers
                .get(&id)
                .is_some_and(|pointer| !pointer.bases.any && pointer.bases.objects.is_empty()),
            _ => false,
        }
    }

    /// The bases of a pointer cell in a state where its object may not exist yet: none at all.
    fn bases_or_none(&self, state: &State, id: CellId) -> Option<Pointer> {
        if let Object::Heap(site) = self.cells.get(id).object
            && !state.heap.contains_key(&site)
        {
            return None;
        }
        Some(self.pointer(state, id))
    }
}

impl Block {
    pub(crate) fn join(self, other: Block) -> Block {
        let freed = if self.freed == other.freed { self.freed } else { Freed::Maybe };
        Block {
            many: self.many || other.many,
            freed,
            followed: self.followed && other.followed,
            unit: self.unit,
            owner: self.owner,
            kept: self.kept && other.kept,
        }
    }

    fn leq(self, other: Block) -> bool {
        self.join(other) == other
    }
}

/// Of what it is followed whether it was written.
struct Marked {
    variables: Vec<bool>,
    heap: bool,
}

/// Local variables of which a check asks that, and all memory if there are checks of reads.
fn marked(program: &Program, settings: &Settings, concurrent: bool) -> Marked {
    let mut variables = vec![false; program.variables.len()];
    let mut heap = false;
    if !settings.checks.contains(&Kind::Uninitialised) || concurrent {
        return Marked { variables, heap };
    }
    let blocks = program.bodies().flat_map(|(_, _, cfg)| &cfg.blocks);
    for instruction in blocks.flat_map(|block| &block.instructions) {
        match &instruction.action {
            Action::Check(Check { kind: CheckKind::Written(_), .. }) => heap = true,
            Action::Check(Check { kind: CheckKind::Initialised { variable, .. }, .. }) => {
                variables[variable.index()] = true;
            }
            _ => {}
        }
    }
    for id in program.variable_ids().filter(|_| heap) {
        let variable = program.variable(id);
        let scalar = program.types.is_scalar(variable.ty);
        variables[id.index()] |= match variable.storage {
            Storage::Local => (!scalar || variable.address_taken) && !variable.volatile,
            Storage::Parameter => !scalar,
            _ => false,
        };
    }
    Marked { variables, heap }
}

/// The records of which members are read or written.
fn opened(program: &Program) -> BTreeSet<RecordId> {
    fn visit(place: &Place, found: &mut BTreeSet<RecordId>) {
        found.extend(place.path.iter().filter_map(|step| match step {
            Step::Field(record, _) => Some(*record),
            Step::Index(_) => None,
        }));
    }
    let mut found = BTreeSet::new();
    for (_, _, cfg) in program.bodies() {
        let mut left: Vec<&Value> = Vec::new();
        for block in &cfg.blocks {
            left.extend(block.values());
            for instruction in &block.instructions {
                match &instruction.action {
                    Action::Assign(place, _) | Action::Zero(place) | Action::Havoc(place, _) => {
                        visit(place, &mut found);
                    }
                    Action::Call { result, .. } => {
                        result.iter().for_each(|place| visit(place, &mut found));
                    }
                    Action::Unknown { places, .. } => {
                        places.iter().for_each(|place| visit(place, &mut found));
                    }
                    _ => {}
                }
            }
        }
        while let Some(value) = left.pop() {
            if let ValueKind::Load(place) | ValueKind::AddressOf(place) = &value.kind {
                visit(place, &mut found);
            }
            left.extend(value.operands());
        }
    }
    found
}

/// Of each variable, whether it is a parameter that is never written.
fn given(program: &Program) -> Vec<bool> {
    let plain = |id: VarId| {
        let variable = program.variable(id);
        let parameter = variable.storage == Storage::Parameter;
        parameter && !variable.address_taken && !variable.volatile
    };
    let mut given: Vec<bool> = program.variable_ids().map(plain).collect();
    for (_, _, cfg) in program.bodies() {
        let actions = cfg.blocks.iter().flat_map(|block| &block.instructions);
        for id in actions.flat_map(|one| crate::graph::written(&one.action)) {
            given[id.index()] = false;
        }
    }
    given
}

/// Whether the bases say nothing that a number belongs to.
pub(crate) fn has_offset(bases: &Bases) -> bool {
    !bases.any && !bases.objects.is_empty()
}
