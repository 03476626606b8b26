//! One step of the analysis: through a segment, to all that may be next.

use super::{ContextId, Engine, Node};
use crate::AfterError;
use crate::eval::Step;
use crate::graph::End;
use crate::memory::Object;
use crate::state::State;
use crate::transfer::{
    Change, LibraryCall, Resolved, behind, bind, held, leave, perform, resolve_callee,
};
use soundline_c::{
    Action, Callee, FunctionId, Label, Meaning, Place, Storage, Terminator, Value, ValueKind, VarId,
};
use std::collections::BTreeSet;

/// An edge of the graph that control may take, with the state in which it does.
pub(crate) struct Edge {
    pub(crate) to: Node,
    pub(crate) state: State,
    /// Whether a condition on it says more than the domain can.
    pub(crate) imprecise: bool,
}

/// A call of an instruction.
pub(crate) struct CallSite<'p> {
    pub(crate) result: Option<&'p Place>,
    pub(crate) callee: &'p Callee,
    pub(crate) arguments: &'p [Value],
}

/// A function calls itself only as long as at most so many numbers are followed: those of all its calls are.
const MOST_NUMBERS: usize = 56;

/// So many calls of a function by itself are followed before it is asked whether they get on.
const PATIENT_CALLS: usize = 4;

/// As many calls of one function can wait: their number is a byte.
const MOST_WAITING: u32 = 200;

/// Contexts beyond this many are not made: calls are skipped instead.
const MOST_CONTEXTS: usize = 600;

impl<'p> Engine<'p> {
    pub(crate) fn function_of(&self, node: Node) -> FunctionId {
        self.contexts.borrow().get(node.context).function
    }

    /// The state after the instructions of a segment, a call at its end left out. Before each
    /// instruction `seen` looks at the state.
    pub(crate) fn walk(
        &self,
        node: Node,
        state: State,
        seen: &mut dyn FnMut(usize, &State),
    ) -> Option<State> {
        let function = self.function_of(node);
        let shape = self.shape(function);
        let segment = &shape.segments[node.segment as usize];
        let block = &shape.cfg.blocks[segment.block];
        let assumes = self.settings.after_error == AfterError::Assume;
        let mut state = state;
        for at in segment.start..segment.end {
            seen(at, &state);
            match &block.instructions[at].action {
                Action::Call { .. } => {}
                Action::Check(check) => {
                    match self.settings.known.checks.get(&(function, check.id)) {
                        Some(true) => state = held(&self.env, state, &check.kind)?,
                        Some(false) => return None,
                        None => {}
                    }
                    if assumes {
                        state = behind(&self.env, state, check, (function, check.id))?;
                    }
                }
                action => state = perform(&self.env, state, action)?,
            }
        }
        Some(state)
    }

    /// The call at the end of a segment.
    pub(crate) fn call_of(&self, node: Node) -> Option<CallSite<'p>> {
        let shape = self.shape(self.function_of(node));
        let segment = &shape.segments[node.segment as usize];
        if segment.ends != End::Call {
            return None;
        }
        let cfg = shape.cfg;
        match &cfg.blocks[segment.block].instructions[segment.end - 1].action {
            Action::Call { result, callee, arguments } => {
                Some(CallSite { result: result.as_ref(), callee, arguments })
            }
            _ => None,
        }
    }

    /// The labelled point before the call at the end of a segment, in the same block.
    pub(crate) fn label_before_call(&self, node: Node) -> Option<Label> {
        let shape = self.shape(self.function_of(node));
        let segment = &shape.segments[node.segment as usize];
        let instructions = &shape.cfg.blocks[segment.block].instructions[..segment.end];
        instructions.iter().rev().find_map(|instruction| match instruction.action {
            Action::Point(label) => Some(label),
            _ => None,
        })
    }

    /// Whether a call counts: it returns a value or may change memory.
    pub(crate) fn call_counts(&self, call: &CallSite<'_>) -> bool {
        match call.callee {
            Callee::Pointer(_) => true,
            Callee::Function(id) => {
                let returns = !matches!(
                    self.program.types.get(self.program.function(*id).result),
                    soundline_c::Type::Void
                );
                returns || Change::of_function(self.program, *id) != Change::default()
            }
        }
    }

    /// All that may come after a segment.
    pub(crate) fn step(&self, node: Node, state: State) -> Vec<Edge> {
        let Some(state) = self.walk(node, state, &mut |_, _| {}) else { return Vec::new() };
        match self.call_of(node) {
            Some(call) => self.call(node, &call, state),
            None => self.terminate(node, state),
        }
    }

    fn call(&self, node: Node, call: &CallSite<'_>, state: State) -> Vec<Edge> {
        let next = self.land(node, node.segment + 1, false);
        let edge = |to: Node, state: State| Edge { to, state, imprecise: false };
        let functions = match resolve_callee(&self.env, &state, call.callee) {
            Resolved::Functions(functions) => functions,
            Resolved::Unknown => {
                self.skip_unknown();
                let mut step = Step::new(&self.env, state);
                let change = Change::everything().but(self.hidden_from_call(node));
                step.skip_call(&change, true, call.result);
                return step.finish().map(|state| edge(next, state)).into_iter().collect();
            }
        };
        let mut edges = Vec::new();
        let mut skipped: Option<State> = None;
        for function in functions {
            let entered = self.enter(node, function, &state);
            let folded = |context: &ContextId| self.contexts.borrow().get(*context).folded;
            if let Some(context) = entered.filter(folded) {
                let (begins, ends) = self.call_folded(node, call, function, context, &state);
                edges.extend(begins.map(|state| edge(Node::new(context, 0), state)));
                skipped = joined(self, skipped, ends);
                continue;
            }
            if let Some(context) = entered {
                let frame = self.contexts.borrow().waiting(context);
                let bound = bind(&self.env, state.clone(), function, frame, call.arguments);
                let to = Node::new(context, 0);
                edges.extend(bound.map(|state| edge(to, state)));
                continue;
            }
            let mut step = Step::new(&self.env, state.clone());
            let callee = self.program.function(function);
            let effects = self.program.effects.function(function);
            // Lowered code calls what these call.
            let alone = callee.model.filter(|model| model.is_written_out());
            if effects.does_anything() && alone.is_none() {
                self.skip_unknown();
            }
            if callee.cfg.is_some() {
                self.skipped.borrow_mut().insert(function);
            }
            match alone.or(callee.model.filter(|_| !effects.does_anything())) {
                Some(model) => {
                    let site = self.site(node);
                    let (arguments, result) = (call.arguments, call.result);
                    let caller = self.function_of(node);
                    let segment = &self.shape(caller).segments[node.segment as usize];
                    let kept = self.env.is_kept((caller, segment.block, segment.end - 1));
                    let call =
                        LibraryCall { function, caller, model, arguments, result, site, kept };
                    step.library_call(&call);
                    let change = step.change_of(&call);
                    step.disturb_by_call(&change, result);
                    if matches!(
                        model.meaning,
                        Meaning::Free | Meaning::Reallocate(_) | Meaning::Line
                    ) {
                        self.env.drop_pointer_claims(&mut step.state);
                    }
                }
                None => {
                    let change = Change::of_function(self.program, function);
                    let change = change.but(self.hidden_from_call(node));
                    step.skip_call(&change, self.frees(function), call.result);
                    if let (Some(promise), Callee::Function(id)) =
                        (self.promise(function), call.callee)
                    {
                        promise.keep(&mut step, *id, call.result);
                    }
                }
            }
            let comes_back = !callee.no_return && !self.endless.contains(&function);
            let after = step.finish().filter(|_| comes_back);
            skipped = joined(self, skipped, after);
        }
        edges.extend(skipped.map(|state| edge(next, state)));
        edges
    }

    /// Whether control may not come back from the call at the end of a segment, where that was not
    /// followed.
    pub(crate) fn may_stop(&self, node: Node) -> bool {
        let ends = |id: &FunctionId| self.program.effects.function(*id).may_end();
        match self.call_of(node).map(|call| call.callee) {
            Some(Callee::Function(id)) => {
                let calls_back = self.program.effects.function(*id).does_anything();
                ends(id) || (calls_back && self.open.iter().any(ends))
            }
            Some(Callee::Pointer(_)) => true,
            None => false,
        }
    }

    /// Whether something without a model is in a segment: assembly may end the program.
    pub(crate) fn has_unknown(&self, node: Node) -> bool {
        let shape = self.shape(self.function_of(node));
        let segment = &shape.segments[node.segment as usize];
        let instructions = &shape.cfg.blocks[segment.block].instructions;
        let unknown = |action: &Action| matches!(action, Action::Unknown { .. });
        instructions[segment.start..segment.end].iter().any(|one| unknown(&one.action))
    }

    /// Whatever can be called from elsewhere may be called by what is not known.
    fn skip_unknown(&self) {
        self.skipped.borrow_mut().extend(&self.open);
    }

    /// The context of a function that is analysed where it is called.
    fn enter(&self, node: Node, function: FunctionId, state: &State) -> Option<ContextId> {
        let own =
            self.shapes[function.index()].is_some() && !self.program.function(function).replaceable;
        if !self.is_whole() || !own {
            return None;
        }
        let node = node.first();
        let place = self.shape(self.function_of(node)).order.place[node.segment as usize];
        let contexts = self.contexts.borrow();
        // A call that was followed once is followed always: what comes to it later must come there too.
        if let Some(known) = contexts.known(node, function) {
            return Some(known);
        }
        if contexts.folding(node.context, function).is_some() {
            drop(contexts);
            return self.fold(node, function);
        }
        let stack = contexts.recent(node.context);
        let distinct: BTreeSet<FunctionId> = stack.iter().copied().collect();
        let deep = distinct.len() > self.settings.inline_depth as usize;
        let waiting = stack.iter().filter(|running| **running == function).count();
        let again = distinct.len() < stack.len() || waiting > 0;
        let many = match again {
            true => contexts.again() >= self.settings.recursion_budget as usize,
            false => contexts.calls() >= MOST_CONTEXTS,
        };
        let nested = waiting > self.settings.recursion.min(MOST_WAITING) as usize
            || (waiting > 0 && (state.dims.len() > MOST_NUMBERS || self.is_on_stack(function)));
        drop(contexts);
        if deep || many || nested || self.is_hopeless(node, function, waiting, state) {
            return if waiting > 0 { self.fold(node, function) } else { None };
        }
        Some(self.contexts.borrow_mut().called(node, place, function))
    }

    /// Whether a call of a function by itself gets on too slowly: no number that it is given has so much less room than that of
    /// the call before that following the calls would come to an end.
    fn is_hopeless(&self, node: Node, function: FunctionId, waiting: usize, state: &State) -> bool {
        let Some(call) = self.call_of(node).filter(|_| waiting >= PATIENT_CALLS) else {
            return false;
        };
        let parameters = &self.program.function(function).parameters;
        let mut numbers = 0;
        for (id, argument) in parameters.iter().zip(call.arguments) {
            let mut step = Step::new(&self.env, state.clone());
            let Some(ty) = step.int_type(self.program.variable(*id).ty) else { return false };
            let new = step.integer(argument);
            let new = step.tightened(new).range;
            let spot = self.env.layout.spot(Object::Variable(*id), 0, 1);
            let cell = spot.and_then(|spot| {
                let (cells, ty) = (&self.env.cells, self.program.variable(*id).ty);
                self.env.layout.cell(cells, Object::Variable(*id), spot, ty)
            });
            let old =
                cell.map_or(crate::numeric::Range::of(ty), |cell| self.env.bounds(state, cell));
            let room = |range: crate::numeric::Range| range.high.saturating_sub(range.low);
            let steps = i128::from(self.settings.recursion.max(1)) * 2;
            if room(new) <= steps || room(old).saturating_sub(room(new)) > room(old) / steps {
                return false;
            }
            numbers += 1;
        }
        numbers > 0 && self.function_of(node) == function
    }

    /// Whether a function allocates memory that ends with it: of which of its calls that is, is not known.
    pub(super) fn is_on_stack(&self, function: FunctionId) -> bool {
        let blocks = &self.shape(function).cfg.blocks;
        let on_stack = |id: &FunctionId| {
            let meaning = self.program.function(*id).model.map(|model| model.meaning);
            matches!(meaning, Some(Meaning::Allocate { may_fail: false, .. }))
        };
        let allocates = |action: &Action| match action {
            Action::Call { callee: Callee::Function(id), .. } => on_stack(id),
            Action::Call { callee: Callee::Pointer(_), .. } => self.addressed.iter().any(on_stack),
            _ => false,
        };
        blocks.iter().flat_map(|block| &block.instructions).any(|one| allocates(&one.action))
    }

    fn terminate(&self, node: Node, state: State) -> Vec<Edge> {
        let function = self.function_of(node);
        let shape = self.shape(function);
        let block = &shape.cfg.blocks[shape.segments[node.segment as usize].block];
        let first =
            |id: &soundline_c::BlockId| Node::new(node.context, shape.first[id.index()] as u32);
        let mut edges = match &block.terminator {
            Terminator::Stop => Vec::new(),
            Terminator::Goto(next) => {
                vec![Edge { to: first(next), state, imprecise: false }]
            }
            Terminator::Branch(value, then, otherwise) => {
                let sides = [(then, true), (otherwise, false)];
                let edge = |(to, wanted): (&soundline_c::BlockId, bool)| {
                    let side = (function, shape.segments[node.segment as usize].block, wanted);
                    if self.settings.known.branches.contains(&side) {
                        return None;
                    }
                    let step = Step::new(&self.env, state.clone()).assume(value, wanted)?;
                    let imprecise = step.imprecise;
                    Some(Edge { to: first(to), state: step.finish()?, imprecise })
                };
                merged(self, sides.into_iter().filter_map(edge).collect())
            }
            Terminator::Switch { value, cases, default } => {
                self.switch(&state, value, cases, default, &first)
            }
            Terminator::GotoAddress(_, targets) => merged(
                self,
                targets
                    .iter()
                    .map(|to| Edge { to: first(to), state: state.clone(), imprecise: true })
                    .collect(),
            ),
            Terminator::Return(value) => {
                return self.give_back(node, function, state, value.as_ref());
            }
        };
        let targets: Vec<u32> = edges.iter().map(|edge| edge.to.segment).collect();
        self.note_leaving(node, &targets);
        for edge in &mut edges {
            self.forget_dead(function, edge.to, &mut edge.state);
            // A loop that could end here, and cannot, certainly goes on.
            let head = edge.to.segment;
            let certain = self.exits_of(node, head)
                && targets.iter().all(|to| !self.leaves(node, *to as usize, head));
            edge.to = self.land_with(node, head, certain, Some(&edge.state));
        }
        edges
    }

    fn switch(
        &self,
        state: &State,
        value: &Value,
        cases: &[(i128, i128, soundline_c::BlockId)],
        default: &soundline_c::BlockId,
        first: &dyn Fn(&soundline_c::BlockId) -> Node,
    ) -> Vec<Edge> {
        let mut edges = Vec::new();
        // One number for all cases, so that each knows what the ones before it left.
        let mut base = Step::new(&self.env, state.clone());
        base.compares = true;
        let number = base.integer(value);
        let lin = base.lin(&number);
        let number = crate::eval::Number { lin: Some(lin), range: number.range };
        let mut rest = Some(base);
        for (low, high, to) in cases {
            let Some(left) = rest else { break };
            let inside = left.with(left.state.clone()).assume_within(value, &number, *low, *high);
            if let Some(state) = inside.and_then(Step::finish) {
                edges.push(Edge { to: first(to), state, imprecise: false });
            }
            rest = left.assume_outside(&number, *low, *high);
        }
        // What cases leave between those that they cover is no range: the ends are taken off when all cases are known.
        let covered = cases.iter().map(|(low, high, _)| (*low, *high));
        let rest = rest.zip(number.range.without(covered.collect()));
        let rest = rest.and_then(|(rest, left)| match left == number.range {
            true => Some(rest),
            false => rest.assume_within(value, &number, left.low, left.high),
        });
        if let Some(state) = rest.and_then(Step::finish) {
            edges.push(Edge { to: first(default), state, imprecise: false });
        }
        merged(self, edges)
    }

    fn give_back(
        &self,
        node: Node,
        function: FunctionId,
        state: State,
        value: Option<&Value>,
    ) -> Vec<Edge> {
        if let Some(context) = self.folded_of(node.context) {
            self.note_exit(context, function, state, value);
            return Vec::new();
        }
        let caller = self.contexts.borrow().get(node.context).caller;
        let Some(caller) = caller else { return Vec::new() };
        let result = self.call_of(caller).and_then(|call| call.result);
        let to = self.land(caller, caller.segment + 1, false);
        let frame = self.contexts.borrow().waiting(node.context);
        let after = leave(&self.env, state, function, frame, value, result);
        after.map(|state| Edge { to, state, imprecise: false }).into_iter().collect()
    }

    /// Variables that are read no more are forgotten: temporaries always, others in functions that
    /// have many.
    fn forget_dead(&self, function: FunctionId, to: Node, state: &mut State) {
        let shape = self.shape(function);
        let live = &shape.live[shape.segments[to.segment as usize].block];
        let many = shape.cfg.locals.len() > self.settings.keep_dead_up_to;
        let dead = |id: VarId| {
            let variable = self.program.variable(id);
            let temporary = variable.storage == Storage::Temporary;
            let local = matches!(variable.storage, Storage::Local | Storage::Parameter);
            variable.function == Some(function)
                && !variable.address_taken
                && (temporary || (local && many))
                && !live.contains(&id)
        };
        self.env
            .forget_where(state, |cell| matches!(cell.object, Object::Variable(id) if dead(id)));
        self.env.forget_claims(state, dead);
    }
}

/// Both states, if there are two.
fn joined(engine: &Engine<'_>, one: Option<State>, other: Option<State>) -> Option<State> {
    match (one, other) {
        (Some(one), Some(other)) => Some(engine.env.join(&one, &other)),
        (one, other) => one.or(other),
    }
}

/// Edges to one node become one.
fn merged(engine: &Engine<'_>, edges: Vec<Edge>) -> Vec<Edge> {
    let mut merged: Vec<Edge> = Vec::new();
    for edge in edges {
        match merged.iter_mut().find(|other| other.to == edge.to) {
            Some(other) => {
                other.state = engine.env.join(&other.state, &edge.state);
                other.imprecise |= edge.imprecise;
            }
            None => merged.push(edge),
        }
    }
    merged
}

impl Step<'_, '_> {
    fn assume_within(
        self,
        value: &Value,
        number: &crate::eval::Number,
        low: i128,
        high: i128,
    ) -> Option<Self> {
        let step = self.between(number, low, high)?;
        match value.kind {
            // What equality says of conversions.
            ValueKind::Convert(_) if low == high => {
                step.compare_with(soundline_c::BinaryOp::Eq, value, low)
            }
            ValueKind::Binary(..) => step.narrow(value, crate::numeric::Range::new(low, high)),
            _ => Some(step),
        }
    }

    fn assume_outside(self, number: &crate::eval::Number, low: i128, high: i128) -> Option<Self> {
        if low == high {
            return self.differs(number, low);
        }
        let below = self.with(self.state.clone()).between(number, i128::MIN, low - 1);
        let above = self.between(number, high + 1, i128::MAX);
        match (below, above) {
            (Some(mut one), Some(other)) => {
                one.join(other);
                Some(one)
            }
            (one, other) => one.or(other),
        }
    }
}
