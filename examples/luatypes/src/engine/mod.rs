//! The analysis: a forward abstract interpreter over the syntax tree.
//!
//! Functions are analyzed where they are called, in the part of the store that they can reach; what a caller has beside
//! it stays as it is. For each function a few contexts are kept apart, and all is repeated until nothing changes.

mod call;
mod expression;
mod frame;
mod library;
mod note;
mod refine;
mod statement;

pub use note::{Fault, Note, Operand};

use crate::builtins;
use crate::lattices::{Analysis, Env, Label, Name, State, Value};
use crate::syntax::{Function, Program};
use call::{Context, World};
use frame::Frame;
use soundline_lattice::adapt::Element;
use soundline_lattice::combine::Defaults;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The values of a call or of `...`: some that are known by their place, and all others.
pub type Results = Defaults<u32, Value>;

/// Beyond so many statements the analysis gives up.
const MOST_STEPS: u64 = 60_000;

/// What was found out about a program.
pub struct Outcome {
    /// The states at all points.
    pub analysis: Analysis,
    /// What operators were applied to.
    pub notes: BTreeMap<u32, Note>,
    /// The values that names get, by where that happens.
    pub assigned: BTreeMap<(usize, Name), Value>,
    /// The sites of functions that were analyzed.
    pub called: BTreeSet<u32>,
    /// Did it come to an end? If not, nothing is known.
    pub finished: bool,
}

/// Analyze a program. In a closed world there is no other code than the program and the standard library.
pub fn analyze(program: &Program, closed: bool) -> Outcome {
    analyze_within(program, closed, MOST_STEPS)
}

/// Analyze a program in at most so many steps.
pub fn analyze_within(program: &Program, closed: bool, most_steps: u64) -> Outcome {
    let functions = program.functions.iter().map(|f| (f.site, Rc::clone(f))).collect();
    let mut engine = Engine {
        functions,
        closed,
        contexts: BTreeMap::new(),
        world: World::default(),
        analysis: Analysis::default(),
        notes: BTreeMap::new(),
        assigned: BTreeMap::new(),
        thrown: Value::bottom(),
        frame: Frame::default(),
        round: 0,
        changed: true,
        steps: 0,
        most_steps,
        user_calls: 0,
    };
    while engine.changed && !engine.is_exhausted() {
        engine.changed = false;
        engine.round += 1;
        engine.run(program);
    }
    let finished = !engine.is_exhausted();
    let called = engine.contexts.keys().copied().collect();
    let Engine { analysis, notes, assigned, .. } = engine;
    Outcome { analysis, notes, assigned, called, finished }
}

struct Engine {
    functions: BTreeMap<u32, Rc<Function>>,
    closed: bool,
    contexts: BTreeMap<u32, Vec<Context>>,
    world: World,
    analysis: Analysis,
    notes: BTreeMap<u32, Note>,
    assigned: BTreeMap<(usize, Name), Value>,
    /// What `error` was called with, anywhere.
    thrown: Value,
    frame: Frame,
    round: u32,
    changed: bool,
    steps: u64,
    most_steps: u64,
    /// Calls so far of functions that may change anything.
    user_calls: u64,
}

impl Engine {
    fn is_exhausted(&self) -> bool {
        self.steps > self.most_steps
    }

    /// The whole program once: the file, then whatever others may call.
    fn run(&mut self, program: &Program) {
        let mut store = builtins::initial(self.closed);
        store.close(Label::Site(program.main.site), &Env::empty());
        let mut state = State { store, env: Env::empty() };
        let arguments = if self.closed { none() } else { anything() };
        let main = program.main.site;
        let results = self.call_function(main, &mut state, &arguments);
        if self.closed || state.is_bottom() {
            return;
        }
        let globals = state.store.prop(Label::GLOBALS).values();
        state.store.escape(&all(&results).join(&Value { tables: BTreeSet::new(), ..globals }));
        self.call_unknown(&mut state, &anything());
    }
}

/// No values: all are nil.
pub fn none() -> Results {
    Defaults::new([], Value::nil())
}

/// These values and no more.
pub fn results(values: impl IntoIterator<Item = Value>) -> Results {
    let numbered = values.into_iter().enumerate().map(|(place, value)| (place as u32, value));
    Defaults::new(numbered, Value::nil())
}

/// Any number of any values.
pub fn anything() -> Results {
    Defaults::new([], Value::outside())
}

/// All values together.
pub fn all(results: &Results) -> Value {
    results.entries().values().fold(results.rest().clone(), |all, value| all.join(value))
}
