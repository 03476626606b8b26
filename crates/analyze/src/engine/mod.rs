//! The analysis itself: contexts of functions, steps through them, and the fixpoint.

mod context;
mod descend;
mod fixpoint;
mod initial;
mod save;
mod step;

pub(crate) use context::{Contexts, Node};
pub(crate) use fixpoint::{Budget, Paused, Run};
pub(crate) use save::SavedRoot;

use crate::graph::{Effects, Scopes, Shape, effects};
use crate::memory::Cell;
use crate::state::{Env, State};
use crate::{Scope, Settings};
use soundline_c::{FunctionId, Program, Value, ValueKind};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};

/// What an analysis of a program keeps while it runs.
pub(crate) struct Engine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) settings: Settings,
    pub(crate) env: Env<'p>,
    pub(crate) shapes: Vec<Option<Shape<'p>>>,
    pub(crate) effects: Vec<Effects>,
    pub(crate) scopes: Scopes,
    pub(crate) contexts: RefCell<Contexts>,
    /// Where memory is allocated, numbered.
    pub(crate) sites: RefCell<HashMap<Node, u32>>,
    /// Functions whose address is taken.
    pub(crate) addressed: BTreeSet<FunctionId>,
    /// Functions that are called somewhere without being analysed there.
    pub(crate) skipped: RefCell<BTreeSet<FunctionId>>,
    /// The state after the program started, and the cells until then.
    started: OnceCell<(State, Vec<Cell>)>,
}

/// How many numbers were given out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub(crate) cells: usize,
    pub(crate) contexts: usize,
    pub(crate) sites: usize,
}

impl<'p> Engine<'p> {
    pub(crate) fn new(program: &'p Program, settings: &Settings) -> Self {
        let shape = |function: &'p soundline_c::Function| {
            function.cfg.as_ref().map(|cfg| Shape::new(program, cfg))
        };
        Self {
            program,
            settings: settings.clone(),
            env: Env::new(program, settings),
            shapes: program.functions.iter().map(shape).collect(),
            effects: effects(program),
            scopes: Scopes::new(program),
            contexts: RefCell::default(),
            sites: RefCell::default(),
            addressed: addressed(program),
            skipped: RefCell::default(),
            started: OnceCell::new(),
        }
    }

    pub(crate) fn shape(&self, function: FunctionId) -> &Shape<'p> {
        self.shapes[function.index()].as_ref().expect("only functions with bodies are analysed")
    }

    pub(crate) fn is_whole(&self) -> bool {
        matches!(self.settings.scope, Scope::Whole { .. })
    }

    /// Forgets all numbers that were given out, so that each function that is analysed alone counts
    /// from the start, whatever was analysed before it.
    pub(crate) fn reset(&self) {
        let (_, cells) = self.started();
        self.env.cells.reset(cells);
        *self.contexts.borrow_mut() = Contexts::default();
        self.sites.borrow_mut().clear();
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

    /// The number of a place where memory is allocated.
    pub(crate) fn site(&self, node: Node) -> u32 {
        let mut sites = self.sites.borrow_mut();
        let next = sites.len() as u32;
        *sites.entry(node).or_insert(next)
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
