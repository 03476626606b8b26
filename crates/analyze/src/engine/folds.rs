//! Recursion beyond what is followed: all further calls of a function are one context, which is said to be folded.
//!
//! What comes to a folded context is joined, and widened, at its start; what leaves it is one state, its exit: what may be known
//! of the result and of variables when a call ends, and how that relates to what arguments and variables were when it began. A call
//! goes on as one that is not followed, with any value in all that it may change, and what the exit says of it
//! (a summary by relations, as of Cousot and Cousot 1977, "Static determination of dynamic properties of recursive procedures").
//! Exits grow from nothing, so that calls of which no end is known yet have no state behind them; whenever one grows, its
//! calls are stepped through again.
//!
//! An exit speaks of what has the same name in all these calls: variables with static storage, and local ones of functions that cannot
//! run while the function does. What points to other variables of calls that wait may point to anything.

use super::{ContextId, Engine, Node, Run, step::CallSite};
use crate::eval::{Evaluated, Number, Step};
use crate::graph::End;
use crate::memory::{Cell, CellId, CellKind, Object};
use crate::numeric::Lin;
use crate::state::{Env, Frame, State};
use crate::transfer::{Change, bind, is_automatic};
use soundline_c::{Action, Callee, FunctionId, Place, Terminator, Value, VarId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The number of calls that wait outside of a folded context.
const ASIDE: u8 = 203;

/// What names had when the call began that is under way.
const ENTRY: u8 = 201;

/// What names had before a call that has returned.
const BEFORE: u8 = 202;

/// What a call returns is a number without a name.
const RESULT: Object = Object::Scratch(u32::MAX);

/// The values of so many variables are related to what they were before.
const MOST_RELATED: usize = 8;

/// After so many rounds thresholds are left out, and after twice as many all numbers.
const MOST_ROUNDS: u32 = 20;

/// What is known of a folded context.
#[derive(Default)]
pub(super) struct Fold {
    exit: Option<State>,
    /// How often the exit grew.
    rounds: u32,
    /// Where it is called.
    callers: BTreeSet<Node>,
}

impl Engine<'_> {
    /// Whether calls may be folded. Bounds and checkpoints are about graphs in which all calls are followed or skipped.
    fn folds(&self) -> bool {
        self.settings.recursion > 0
            && !self.settings.checkpoint
            && self.settings.bounds == crate::Bounds::default()
    }

    /// The folded context of a function that runs already, if its calls can be folded.
    pub(super) fn fold(&self, node: Node, function: FunctionId) -> Option<ContextId> {
        if !self.folds() || self.inside(function).iter().any(|id| self.is_on_stack(*id)) {
            return None;
        }
        let place = self.shape(self.function_of(node)).order.place[node.segment as usize];
        Some(self.contexts.borrow_mut().folded(node, place, function))
    }

    /// The functions with a body that may run while a function does, itself included.
    pub(crate) fn inside(&self, function: FunctionId) -> Rc<BTreeSet<FunctionId>> {
        if let Some(known) = self.insides.borrow().get(&function) {
            return known.clone();
        }
        let mut found = BTreeSet::from([function]);
        let mut left = vec![function];
        while let Some(id) = left.pop() {
            let mut called = crate::graph::called(self.program, id);
            if self.program.effects.function(id).does_anything() || self.calls_pointers(id) {
                called.extend(self.addressed.iter().chain(&self.open));
            }
            let own = called.into_iter().filter(|id| found.insert(*id));
            left.extend(own.collect::<Vec<_>>());
        }
        found.retain(|id| self.program.function(*id).cfg.is_some());
        let found = Rc::new(found);
        self.insides.borrow_mut().insert(function, found.clone());
        found
    }

    fn calls_pointers(&self, function: FunctionId) -> bool {
        let blocks = self.program.function(function).cfg.iter().flat_map(|cfg| &cfg.blocks);
        blocks.flat_map(|block| &block.instructions).any(|one| {
            matches!(
                one.action,
                Action::Call { callee: Callee::Pointer(_), .. } | Action::Unknown { .. }
            )
        })
    }

    /// The folded context that a context is a part of, if it is one itself or a turn of a loop in one.
    pub(crate) fn folded_of(&self, context: ContextId) -> Option<ContextId> {
        let contexts = self.contexts.borrow();
        let call = contexts.call_of(context);
        contexts.get(call).folded.then_some(call)
    }

    /// The state in which a folded context begins, and the one behind the call as far as it is known how it ends.
    pub(super) fn call_folded(
        &self,
        node: Node,
        call: &CallSite<'_>,
        function: FunctionId,
        context: ContextId,
        state: &State,
    ) -> (Option<State>, Option<State>) {
        let begins = self.begins(state.clone(), function, call);
        let exit = {
            let mut folds = self.folds.borrow_mut();
            let fold = folds.entry(context).or_default();
            if self.is_running() {
                fold.callers.insert(node);
            }
            fold.exit.clone()
        };
        let ends = exit.and_then(|exit| self.ends(state, function, call, exit));
        (begins, ends)
    }

    fn begins(&self, state: State, function: FunctionId, call: &CallSite<'_>) -> Option<State> {
        let waits = Some(Frame { function, number: ASIDE });
        let mut state = bind(&self.env, state, function, waits, call.arguments)?;
        let inside = self.inside(function);
        let gone = |object: Object| match object {
            Object::Waiting(..) => true,
            Object::Variable(id) => {
                let owner = self.program.variable(id).function;
                is_automatic(&self.env, id)
                    && owner.is_some_and(|owner| owner != function && inside.contains(&owner))
            }
            _ => false,
        };
        self.env.detach(&mut state, gone);
        self.env.erase_where(&mut state, |cell| gone(cell.object));
        state.claims = Rc::default();
        let own = self.program.function(function).parameters.iter().copied();
        let mut step = Step::new(&self.env, state);
        for cell in own.chain(self.related(function)).filter_map(|id| integer_cell(&self.env, id)) {
            step.note_value(cell, ENTRY);
        }
        step.finish()
    }

    /// The integers with a name for all functions that a call may change.
    fn related(&self, function: FunctionId) -> impl Iterator<Item = VarId> {
        let change = Change::of_function(self.program, function);
        let written = change.written().iter().copied();
        written
            .filter(|id| !self.env.restless[id.index()])
            .take(MOST_RELATED)
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// The state behind a call.
    fn ends(
        &self,
        state: &State,
        function: FunctionId,
        call: &CallSite<'_>,
        mut exit: State,
    ) -> Option<State> {
        let mut step = Step::new(&self.env, state.clone());
        let parameters = &self.program.function(function).parameters;
        for (id, argument) in parameters.iter().zip(call.arguments) {
            let same = argument.ty == self.program.variable(*id).ty;
            if let Some(cell) = integer_cell(&self.env, *id).filter(|_| same) {
                let number = step.integer(argument);
                let cell = renamed(&self.env, cell, BEFORE);
                step.set_number(cell, &number);
            }
        }
        for cell in self.related(function).filter_map(|id| integer_cell(&self.env, id)) {
            step.note_value(cell, BEFORE);
        }
        let change = Change::of_function(self.program, function);
        step.skip_call(&change, self.frees(function), None);
        self.env.rename_objects(&mut exit, |object| match object {
            Object::Waiting(id, ENTRY) => Some(Object::Waiting(id, BEFORE)),
            _ => None,
        });
        self.env.meet_facts(&mut step.state, &exit)?;
        let sites = self.sites_in_folds();
        self.env.add_blocks(&mut step.state, &exit, |site| sites.contains(&site));
        if let Some(place) = call.result {
            match self.returned(&exit, place) {
                Some(value) => {
                    let targets = step.written_to(place);
                    step.store(&targets, &value);
                }
                None => step.unknown_result(Some(place)),
            }
            step.disturb_by_call(&change, Some(place));
        }
        let mut state = step.finish()?;
        self.env.erase_where(&mut state, |cell| {
            cell.object == RESULT || matches!(cell.object, Object::Waiting(_, BEFORE))
        });
        Some(state)
    }

    /// The places in folded contexts where memory is allocated.
    fn sites_in_folds(&self) -> BTreeSet<u32> {
        let contexts = self.contexts.borrow();
        let sites = self.sites.borrow();
        let inside = sites.iter().filter(|(node, _)| contexts.is_in_fold(node.context));
        inside.map(|(_, site)| *site).collect()
    }

    /// What an exit says of the result for a place of its type.
    fn returned(&self, exit: &State, place: &Place) -> Option<Evaluated> {
        let cell = self.result_cell(place.ty)?;
        match self.env.cells.get(cell).kind {
            CellKind::Int(_) if self.env.is_known(exit, cell) => {
                let range = self.env.bounds(exit, cell);
                Some(Evaluated::Int(Number { lin: Some(Lin::cell(cell)), range }))
            }
            CellKind::Float(_) => Some(Evaluated::Float(self.env.floats(exit, cell))),
            _ => None,
        }
    }

    fn result_cell(&self, ty: soundline_c::TypeId) -> Option<CellId> {
        let (kind, bits) =
            self.env.layout.kind(ty).filter(|(kind, _)| *kind != CellKind::Pointer)?;
        let extent = u64::from(bits);
        Some(self.env.cells.number(Cell {
            object: RESULT,
            offset: 0,
            bits,
            kind,
            extent,
            segment: 0,
        }))
    }

    /// A call in a folded context returns.
    pub(super) fn note_exit(
        &self,
        context: ContextId,
        function: FunctionId,
        state: State,
        value: Option<&Value>,
    ) {
        let Some(exit) = self.exit(function, state, value).filter(|_| self.is_running()) else {
            return;
        };
        let mut folds = self.folds.borrow_mut();
        let fold = folds.entry(context).or_default();
        let grown = match &fold.exit {
            None => exit,
            Some(old) if self.env.leq(&exit, old) => return,
            Some(old) => {
                fold.rounds += 1;
                match fold.rounds {
                    rounds if rounds > 2 * MOST_ROUNDS => self.coarse(old, &exit),
                    rounds if rounds > self.settings.widening_delay => {
                        let thresholds = self.settings.thresholds && rounds <= MOST_ROUNDS;
                        self.env.widen(old, &exit, thresholds, true)
                    }
                    _ => self.env.join(old, &exit),
                }
            }
        };
        fold.exit = Some(grown);
        self.again.borrow_mut().extend(fold.callers.iter().copied());
    }

    /// What is known at the end of a call, whoever called.
    fn exit(&self, function: FunctionId, state: State, value: Option<&Value>) -> Option<State> {
        let mut step = Step::new(&self.env, state);
        if let Some(value) = value
            && let Some(cell) = self.result_cell(value.ty)
        {
            match step.eval(value) {
                Evaluated::Int(number) => step.set_number(cell, &number),
                Evaluated::Float(floats) => self.env.set_floats(&mut step.state, cell, floats),
                _ => {}
            }
        }
        let mut state = step.finish()?;
        let inside = self.inside(function);
        let named = |object: Object| match object {
            RESULT | Object::Waiting(_, ENTRY) => true,
            Object::Variable(id) => {
                let variable = self.program.variable(id);
                !is_automatic(&self.env, id)
                    || variable.function.is_some_and(|owner| !inside.contains(&owner))
            }
            _ => false,
        };
        self.env.erase_where(&mut state, |cell| {
            let plain = !cell.is_summary() && !cell.is_mark() && cell.segment == 0;
            !plain || cell.kind == CellKind::Pointer || !named(cell.object)
        });
        let State { dims, elem, heap, excluded, floats, bits, .. } = state;
        Some(State { dims, elem, heap, excluded, floats, bits, ..self.env.top() })
    }

    /// Computes the exits again from states that have become smaller. Says whether one has.
    pub(super) fn narrow_folds(&self, run: &Run) -> bool {
        let mut exits: BTreeMap<ContextId, State> = BTreeMap::new();
        for (node, state) in &run.pre {
            let Some(context) = self.folded_of(node.context) else { continue };
            let function = self.function_of(*node);
            let shape = self.shape(function);
            let segment = &shape.segments[node.segment as usize];
            let Terminator::Return(value) = &shape.cfg.blocks[segment.block].terminator else {
                continue;
            };
            if segment.ends != End::Terminator {
                continue;
            }
            let walked = self.walk(*node, state.clone(), &mut |_, _| {});
            let exit = walked.and_then(|state| self.exit(function, state, value.as_ref()));
            let Some(exit) = exit else { continue };
            let all = match exits.remove(&context) {
                Some(other) => self.env.join(&other, &exit),
                None => exit,
            };
            exits.insert(context, all);
        }
        let mut changed = false;
        for (context, exit) in exits {
            let mut folds = self.folds.borrow_mut();
            let Some(fold) = folds.get_mut(&context) else { continue };
            let Some(old) = &fold.exit else { continue };
            if self.env.leq(&exit, old) && !self.env.leq(old, &exit) {
                fold.exit = Some(exit);
                changed = true;
            }
        }
        changed
    }
}

/// The cell of an integer variable.
fn integer_cell(env: &Env<'_>, id: VarId) -> Option<CellId> {
    let ty = env.program.variable(id).ty;
    env.program.types.integer(ty)?;
    let object = Object::Variable(id);
    let spot = env.layout.spot(object, 0, 1)?;
    env.layout.cell(&env.cells, object, spot, ty)
}

/// The cell of the same variable at another time.
fn renamed(env: &Env<'_>, cell: CellId, number: u8) -> CellId {
    let cell = env.cells.get(cell);
    let object = cell.object.variable().map_or(cell.object, |id| Object::Waiting(id, number));
    env.cells.number(Cell { object, ..cell })
}

impl Step<'_, '_> {
    /// The value of a variable now, for later.
    fn note_value(&mut self, cell: CellId, number: u8) {
        if self.env.is_known(&self.state, cell) {
            let range = self.env.bounds(&self.state, cell);
            let noted = renamed(self.env, cell, number);
            self.set_number(noted, &Number { lin: Some(Lin::cell(cell)), range });
        }
    }
}
