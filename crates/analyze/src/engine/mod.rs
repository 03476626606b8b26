//! The analysis itself: contexts of functions, steps through them, and the fixpoint.

mod context;
mod counted;
mod descend;
mod fixpoint;
mod folds;
mod from_below;
mod initial;
mod parts;
mod patience;
mod save;
mod step;
mod unroll;

pub(crate) use context::{ContextId, Contexts, Node};
pub(crate) use fixpoint::{Budget, Paused, Run};
pub(crate) use save::SavedRoot;

use crate::contract::{Promise, Summaries};
use crate::graph::{Scopes, Shape, Taken};
use crate::memory::Cell;
use crate::state::{Env, State};
use crate::{AfterError, Infer, Scope, Settings};
use soundline_c::{FunctionId, Program, Value, ValueKind, VarId};
use std::cell::{Cell as Slot, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// As many places where memory is allocated are told apart by their contexts.
const MOST_SITES: usize = 32;

/// What an analysis of a program keeps while it runs.
pub(crate) struct Engine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) settings: Settings,
    pub(crate) env: Env<'p>,
    pub(crate) shapes: Vec<Option<Shape<'p>>>,
    pub(crate) scopes: Scopes,
    pub(crate) contexts: RefCell<Contexts>,
    /// Where memory is allocated, numbered.
    pub(crate) sites: RefCell<HashMap<Node, u32>>,
    /// Functions whose address is taken.
    pub(crate) addressed: BTreeSet<FunctionId>,
    /// Functions with a body that unknown code may call: those, and all that have a name for other files, if there may be any.
    /// That it calls `main` is taken to be out of the question.
    pub(crate) open: BTreeSet<FunctionId>,
    /// What functions need of others and promise, where that is inferred.
    pub(crate) summaries: Arc<Summaries>,
    /// The functions that may free memory, by number.
    freeing: Vec<bool>,
    /// The functions that never come back, though they do not say so.
    endless: BTreeSet<FunctionId>,
    /// Where the addresses of local variables are taken, by function.
    taken: RefCell<HashMap<FunctionId, Rc<Taken>>>,
    /// Functions that are called somewhere without being analysed there.
    pub(crate) skipped: RefCell<BTreeSet<FunctionId>>,
    /// The state after the program started, and the cells until then.
    started: OnceCell<(State, Vec<Cell>)>,
    /// Heads of loops at which control may leave them, turn by turn.
    leaving: RefCell<BTreeSet<Node>>,
    /// What is known of folded contexts.
    folds: RefCell<BTreeMap<ContextId, folds::Fold>>,
    /// The functions that may run while one does.
    insides: RefCell<HashMap<FunctionId, Rc<BTreeSet<FunctionId>>>>,
    /// Calls of folded contexts whose exits have grown.
    again: RefCell<BTreeSet<Node>>,
    /// How many segments the turns of loops have so far that are kept apart.
    turned: Slot<u64>,
    /// Whether the fixpoint is under way: only then new turns are made.
    running: Slot<bool>,
    /// Once the analysis was asked to stop: until when results are worked out.
    patience: Slot<Option<Instant>>,
    /// Whether the fixpoint was given up on the way: then nothing is known.
    pub(crate) abandoned: Slot<bool>,
}

/// How many numbers were given out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub(crate) cells: usize,
    pub(crate) contexts: usize,
    pub(crate) sites: usize,
}

impl<'p> Engine<'p> {
    pub(crate) fn new(
        program: &'p Program,
        settings: &Settings,
        summaries: Arc<Summaries>,
    ) -> Self {
        let shape = |function: &'p soundline_c::Function| {
            function.cfg.as_ref().map(|cfg| Shape::new(program, cfg))
        };
        let addressed = addressed(program);
        let whole = matches!(settings.scope, Scope::Whole { .. });
        let closed = whole && crate::graph::is_closed(program, &addressed);
        let named = program.bodies().filter(|(_, one, _)| one.external && one.name != "main");
        let named = named.filter(|_| !closed).map(|(id, _, _)| id);
        let bodies = |id: &FunctionId| program.function(*id).cfg.is_some();
        let open = addressed.iter().copied().filter(bodies).chain(named).collect();
        Self {
            program,
            settings: settings.clone(),
            env: Env::new(program, settings),
            shapes: program.functions.iter().map(shape).collect(),
            scopes: Scopes::new(program),
            contexts: RefCell::default(),
            sites: RefCell::default(),
            addressed,
            open,
            summaries,
            freeing: crate::graph::freeing(program),
            endless: crate::graph::endless(program),
            taken: RefCell::default(),
            skipped: RefCell::default(),
            started: OnceCell::new(),
            leaving: RefCell::default(),
            folds: RefCell::default(),
            insides: RefCell::default(),
            again: RefCell::default(),
            turned: Slot::new(0),
            running: Slot::new(false),
            patience: Slot::new(None),
            abandoned: Slot::new(false),
        }
    }

    pub(crate) fn shape(&self, function: FunctionId) -> &Shape<'p> {
        self.shapes[function.index()].as_ref().expect("only functions with bodies are analysed")
    }

    pub(crate) fn is_whole(&self) -> bool {
        matches!(self.settings.scope, Scope::Whole { .. })
    }

    /// Whether the fixpoint is under way.
    fn is_running(&self) -> bool {
        self.running.get()
    }

    /// Whether a call of a function may free memory.
    pub(crate) fn frees(&self, function: FunctionId) -> bool {
        self.freeing[function.index()]
    }

    /// The local variables whose addresses nobody can know when the call at the end of a segment comes back. Only of a function
    /// that is analysed alone: elsewhere the same variables may be those of another call.
    fn hidden_from_call(&self, node: Node) -> Rc<BTreeSet<VarId>> {
        if self.is_whole() {
            return Rc::default();
        }
        let function = self.function_of(node);
        let shape = self.shape(function);
        let new = || Rc::new(Taken::new(self.program, function, shape.cfg));
        let taken = self.taken.borrow_mut().entry(function).or_insert_with(new).clone();
        let segment = &shape.segments[node.segment as usize];
        taken.hidden(segment.block, segment.end - 1)
    }

    /// What a function that is done promises to those who call it directly.
    pub(crate) fn promise(&self, function: FunctionId) -> Option<&Promise> {
        Some(&self.summaries.of(function)?.promise)
    }

    /// Whether contracts are inferred.
    pub(crate) fn infers(&self) -> bool {
        let assumes = self.settings.after_error == AfterError::Assume;
        self.settings.infer != Infer::None && assumes && !self.is_whole()
    }

    /// Forgets all numbers that were given out, so that each function that is analysed alone counts
    /// from the start, whatever was analysed before it.
    pub(crate) fn reset(&self) {
        let (_, cells) = self.started();
        self.env.cells.reset(cells);
        *self.contexts.borrow_mut() = Contexts::default();
        self.sites.borrow_mut().clear();
        self.folds.borrow_mut().clear();
        self.recall_turns(std::iter::empty());
    }

    /// Functions that are analysed alone start with fresh numbers.
    pub(crate) fn reset_unless_whole(&self) {
        if !self.is_whole() {
            self.reset();
        }
    }

    pub(crate) fn sizes(&self) -> Sizes {
        Sizes {
            cells: self.env.cells.len(),
            contexts: self.contexts.borrow().len(),
            sites: self.sites.borrow().len(),
        }
    }

    /// The number of a place where memory is allocated. Once there are many, new contexts share the number of an earlier one.
    pub(crate) fn site(&self, node: Node) -> u32 {
        let mut sites = self.sites.borrow_mut();
        if let Some(known) = sites.get(&node) {
            return *known;
        }
        let next = sites.len() as u32;
        if sites.len() >= MOST_SITES {
            let contexts = self.contexts.borrow();
            let place = |node: &Node| (contexts.get(node.context).function, node.segment);
            let alike = sites.iter().filter(|(other, _)| place(other) == place(&node));
            if let Some(first) = alike.map(|(_, site)| *site).min() {
                return first;
            }
        }
        sites.insert(node, next);
        next
    }
}

/// The functions whose address is used as a value.
fn addressed(program: &Program) -> BTreeSet<FunctionId> {
    fn visit(value: &Value, found: &mut BTreeSet<FunctionId>) {
        if let ValueKind::Function(id) = value.kind {
            found.insert(id);
        }
        value.operands().into_iter().for_each(|operand| visit(operand, found));
    }
    let mut found = BTreeSet::new();
    let graphs = program.bodies().map(|(_, _, cfg)| cfg).chain([&program.startup]);
    for cfg in graphs {
        crate::graph::values(cfg, &mut |value| visit(value, &mut found));
    }
    found
}
