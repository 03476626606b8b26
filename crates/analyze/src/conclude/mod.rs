//! From stable states to reports: what came of the checks, what holds at points, what was assumed.

mod assumptions;
mod causes;
mod checks;
mod dependencies;
mod facts;
mod known;
mod losses;
mod members;
mod origins;
mod points;
mod residual;
mod roots;
mod slices;
mod sources;
mod straight;
mod unavoidable;
mod ways;

use crate::contract::{Argument, Given, Inferred, Party};
use crate::engine::{Engine, Node, Run};
use crate::graph::{End, called};
use crate::memory::{Cell, CellKind, Object};
use crate::numeric::Range;
use crate::state::{Root, State};
use crate::transfer::{Change, Outcome};
use crate::{
    AfterError, Assumption, AssumptionId, BoundKind, CheckReport, Counts, FunctionReport, Grant,
    Kind, Scope,
};
pub(crate) use causes::Needed;
use dependencies::Dependencies;
pub(crate) use known::Known;
use soundline_c::{
    Action, Callee, CheckKind, FunctionId, Label, Meaning, Model, Span, Terminator, Type, Value,
    VarId,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// An instruction: its function, block and place there.
pub(crate) type At = (FunctionId, usize, usize);

/// What was seen on a last walk through all stable states.
#[derive(Default)]
pub(crate) struct Seen {
    /// The outcomes of checks, by function and the place of the instruction.
    pub(crate) outcomes: BTreeMap<(FunctionId, usize, usize), Vec<(Outcome, bool)>>,
    /// Why checks may fail, in the first context in which they do.
    pub(crate) why: BTreeMap<(FunctionId, usize, usize), String>,
    /// What is taken for granted: where, and which segments rest on it.
    pub(crate) granted: BTreeMap<(FunctionId, Label, Grant), Granted>,
    /// The checks that hold if something is true that nothing else rests on.
    pub(crate) alone: BTreeMap<(FunctionId, usize, usize), (Label, Grant)>,
    /// The roots that checks rest on which hold because of them.
    pub(crate) under: BTreeMap<(FunctionId, usize, usize), BTreeSet<Root>>,
    /// The roots behind which more is known, or nothing comes: in which segments, from which instructions on.
    pub(crate) refining: BTreeMap<Root, BTreeSet<(dependencies::Spot, usize)>>,
    /// What the roots of several accesses need of their pointers.
    pub(crate) needed: BTreeMap<Root, causes::Needed>,
    /// Where these accesses are, and what each needs.
    pub(crate) united: BTreeMap<Root, Vec<(At, causes::Needed)>>,
    /// Where the other checks are that a root stands for.
    pub(crate) alike: BTreeMap<Root, Vec<At>>,
    /// What is known of the arguments of calls about each clause of the function's contract.
    pub(crate) arguments: BTreeMap<At, Vec<Argument>>,
    /// The numbers that checks which may fail want in a range, where contracts are inferred.
    pub(crate) ranges: BTreeMap<At, (i128, i128)>,
    /// What is given back, by the function and the block of the return.
    pub(crate) given: BTreeMap<(FunctionId, usize), Given>,
    /// What all returns leave behind.
    pub(crate) exit: Option<Exit>,
    /// The segments behind calls of functions whose promises depend on assumptions.
    pub(crate) promised: BTreeMap<FunctionId, BTreeSet<dependencies::Spot>>,
    /// The states at points, over all contexts.
    pub(crate) points: BTreeMap<(FunctionId, Label), State>,
    /// The segments that control may reach.
    pub(crate) reached: BTreeSet<(FunctionId, u32)>,
    /// Where what was known of pointers and memory is lost.
    pub(crate) lost: losses::Lost,
    /// How often joins and widenings changed a state, by function and segment.
    pub(crate) imprecise: BTreeMap<(FunctionId, u32), u64>,
}

/// What a function leaves behind.
pub(crate) struct Exit {
    /// What is in variables with static storage that it writes.
    pub(crate) globals: Vec<(Cell, Range)>,
}

/// Where something is taken for granted.
pub(crate) struct Granted {
    pub(crate) span: Span,
    /// The segments from which on results depend on it; none if only single checks do.
    pub(crate) origins: BTreeSet<(FunctionId, u32)>,
    /// The instructions from which on they do, in the middle of segments.
    pub(crate) inside: BTreeSet<((FunctionId, u32), usize)>,
}

impl Seen {
    /// Behind an instruction more is known because a root is assumed not to fail.
    fn refines(&mut self, root: Root, spot: dependencies::Spot, at: usize) {
        self.refining.entry(root).or_default().insert((spot, at));
    }
}

/// A part of the report.
#[derive(Default)]
pub(crate) struct Part {
    pub(crate) functions: Vec<FunctionReport>,
    pub(crate) checks: Vec<CheckReport>,
    pub(crate) assumptions: Vec<Assumption>,
    /// What rests on contracts.
    pub(crate) inferred: Vec<Inferred>,
}

impl Part {
    /// Adds another part, whose assumptions have numbers of their own.
    pub(crate) fn add(&mut self, other: Part) {
        self.functions.extend(other.functions);
        self.checks.extend(other.checks);
        self.assumptions.extend(other.assumptions);
        self.inferred.extend(other.inferred);
    }

    /// Adds another part, whose assumptions are numbered from 1 on and get the next numbers.
    pub(crate) fn append(&mut self, mut other: Part) {
        let by = self.assumptions.len() as u32;
        other.renumber(&|id| AssumptionId(id.0 + by));
        self.add(other);
    }

    /// Gives assumptions other numbers, wherever they are named.
    fn renumber(&mut self, number: &dyn Fn(AssumptionId) -> AssumptionId) {
        let moved = |ids: &mut BTreeSet<AssumptionId>| {
            *ids = ids.iter().map(|id| number(*id)).collect();
        };
        self.assumptions.iter_mut().for_each(|assumption| assumption.id = number(assumption.id));
        for check in &mut self.checks {
            moved(&mut check.provided);
            check.root = check.root.map(number);
        }
        for point in self.functions.iter_mut().flat_map(|function| &mut function.points) {
            moved(&mut point.provided);
        }
        self.inferred.iter_mut().for_each(|inferred| inferred.renumber(number));
    }
}

/// Makes the report of some functions from stable runs. Assumptions are numbered from 1 on.
pub(crate) fn conclude(engine: &Engine<'_>, runs: &[Run], functions: &[FunctionId]) -> Part {
    let mut seen = Seen::default();
    for run in runs {
        look(engine, run, &mut seen);
    }
    if engine.assumes() && !engine.is_late() {
        causes::unite(engine, &mut seen, functions);
    }
    let assumed = assumptions::assumptions(engine, runs, &seen);
    let dependencies = Dependencies::new(engine, &assumed, functions);
    let mut checks = checks::reports(engine, &seen, &dependencies, &assumed, functions);
    let mut reports = Vec::new();
    for id in functions.iter().copied() {
        let points = match engine.settings.points && !engine.is_late() {
            true => points::reports(engine, &seen, &dependencies, id),
            false => Vec::new(),
        };
        reports.push(FunctionReport {
            function: id,
            name: engine.program.function(id).name.clone(),
            counts: Counts::default(),
            bounds_reached: bounds_reached(engine, runs, id),
            points,
            verified_branches: residual::verified_branches(engine, id, &checks, &dependencies),
            reached: seen.reached.contains(&(id, 0)) || engine.abandoned.get(),
        });
    }
    let mut inferred = Vec::new();
    if let ([function], true) = (functions, engine.infers() && !engine.is_late()) {
        let known = Known::new(engine, &seen, &dependencies, &assumed);
        let mut own = crate::contract::infer(engine, &known, *function, &mut checks);
        // What others promise is settled with them.
        let promised = assumed.iter().filter_map(|one| Some((one.assumption.id, one.promise?)));
        own.roots.extend(promised.map(|(id, callee)| (id, [Party::Promise(callee)].into())));
        inferred.push(own);
    }
    checks::tell_losses(engine, &seen, &dependencies, functions, &mut checks);
    let assumptions = assumed.into_iter().map(|assumed| assumed.assumption).collect();
    Part { functions: reports, checks, assumptions, inferred }
}

fn bounds_reached(engine: &Engine<'_>, runs: &[Run], id: FunctionId) -> BTreeSet<BoundKind> {
    let mut reached = BTreeSet::new();
    for run in runs {
        for (node, kinds) in &run.bounded {
            if engine.function_of(*node) == id {
                reached.extend(kinds);
            }
        }
        if run.cut_calls.iter().any(|node| engine.function_of(*node) == id) {
            reached.insert(BoundKind::Calls);
        }
    }
    reached
}

/// Walks through all states of a run once more, and notes what is there.
fn look(engine: &Engine<'_>, run: &Run, seen: &mut Seen) {
    let unavoidable = unavoidable::Unavoidable::new(engine, run);
    // Nobody knows whether a function is ever called that only something unknown may call.
    let starts = match engine.settings.scope {
        Scope::Whole { entry } => {
            let root = engine.function_of(run.root);
            root == entry || engine.program.function(root).constructor
        }
        Scope::Modular => true,
    };
    // Where checks fail in all states that get there.
    let mut failing: BTreeMap<(FunctionId, usize, usize), Vec<Node>> = BTreeMap::new();
    for (node, state) in &run.pre {
        let function = engine.function_of(*node);
        let shape = engine.shape(function);
        let segment = &shape.segments[node.segment as usize];
        let block = &shape.cfg.blocks[segment.block];
        seen.reached.insert((function, node.segment));
        let changes = run.imprecise.get(node).copied().unwrap_or(0);
        *seen.imprecise.entry((function, node.segment)).or_default() += changes;
        if run.counted_calls.contains(node) && engine.loses_something(*node) {
            // What a call may change is lost behind it.
            *seen.imprecise.entry((function, node.segment + 1)).or_default() += 1;
        }
        let mut certain_so_far = starts;
        let seen = &mut *seen;
        let mut note = |at: usize, state: &State| match &block.instructions[at].action {
            Action::Unknown { what, .. } => {
                certain_so_far = false;
                // Of the others it is known what they do.
                let grant = match *what {
                    "asm" => Some(Grant::Assembly),
                    "builtin" | "expression" | "statement" => Some(Grant::Unmodelled),
                    _ => None,
                };
                if let Some(grant) = grant {
                    engine.grant_inside(seen, grant, (function, segment.block, at), node.segment);
                }
            }
            Action::Granted(granted) => {
                let grant = match granted {
                    soundline_c::Granted::Order => Grant::Order,
                    soundline_c::Granted::Sequence => Grant::Sequence,
                };
                engine.grant_inside(seen, grant, (function, segment.block, at), node.segment);
            }
            Action::Call { callee: Callee::Function(id), arguments, .. } => {
                if engine.infers() && !engine.is_late() {
                    engine.note_arguments(
                        seen,
                        (function, segment.block, at),
                        state,
                        (*id, arguments),
                    );
                }
                let promise = engine.promise(*id).filter(|one| one.rests && one.is_used());
                if promise.is_some() {
                    let after = (function, node.segment + 1);
                    seen.promised.entry(*id).or_default().insert(after);
                }
                let after = [(function, node.segment + 1)];
                if let Some(grant) = engine.granted_of(*id) {
                    engine.grant(seen, grant, (function, segment.block, at), after);
                }
            }
            Action::Point(label) if engine.settings.points && !engine.is_late() => {
                note_point(engine, seen, (function, *label), state);
            }
            Action::Check(check) if crate::transfer::is_wanted(&engine.env, &check.kind) => {
                let place = (function, segment.block, at);
                let (mut outcome, roots) = match engine.is_late() {
                    true => (Outcome::MayFail, None),
                    false => engine.outcome(state, &check.kind, *node),
                };
                let root = (function, check.id);
                let open = matches!(outcome, Outcome::MayFail | Outcome::Fails);
                let assumed = open && engine.assumes() && !engine.is_late();
                let confining = (assumed || roots.is_some())
                    && crate::transfer::is_confining(&engine.env, state, &check.kind);
                let refined = || {
                    let behind = crate::transfer::behind(&engine.env, state.clone(), check, root);
                    crate::transfer::is_refined(&engine.env, state, behind.as_ref())
                };
                if assumed && (confining || refined()) {
                    seen.refines(root, (function, node.segment), at);
                }
                if let Some(roots) = roots {
                    seen.under.entry(place).or_default().extend(roots.iter());
                    for root in roots.iter().filter(|_| confining) {
                        seen.refines(*root, (function, node.segment), at);
                    }
                }
                // Where only a failed condition leads, it has failed, but it may hold at other times.
                let labelled = |node: Node| engine.is_labelled(node);
                let led = matches!(&check.kind, CheckKind::Assertion(v) if v.as_int() == Some(0));
                if led && !unavoidable.is_only_way(*node, &labelled) {
                    outcome = Outcome::MayFail;
                }
                if let Outcome::HoldsIf(grant) = outcome {
                    engine.grant(seen, grant, place, []);
                    let label = engine.label_at(function, segment.block, at);
                    seen.alone.insert(place, (label, grant));
                }
                if outcome == Outcome::MayFail
                    && engine.infers()
                    && let Some((low, high)) =
                        crate::transfer::ranged(&engine.env, state, &check.kind)
                {
                    let known = seen.ranges.entry(place).or_insert((low, high));
                    *known = (known.0.min(low), known.1.max(high));
                }
                let open = matches!(outcome, Outcome::MayFail | Outcome::Fails);
                if open && !engine.is_late() && !seen.why.contains_key(&place) {
                    let why = crate::transfer::explain(&engine.env, state, &check.kind);
                    let why: Vec<String> = why.into_iter().chain(engine.way_to(*node)).collect();
                    if !why.is_empty() {
                        seen.why.insert(place, why.join("; "));
                    }
                }
                if outcome == Outcome::Fails && certain_so_far {
                    failing.entry(place).or_default().push(*node);
                }
                seen.outcomes.entry(place).or_default().push((outcome, false));
            }
            _ => {}
        };
        if engine.is_late() {
            (segment.start..segment.end).for_each(|at| note(at, state));
            continue;
        }
        let mut watch = losses::Watch::new(engine, *node);
        let end = engine.walk(*node, state.clone(), &mut |at, state| {
            watch.pass(at, state);
            note(at, state);
        });
        watch.end(run, end.as_ref(), &mut seen.lost);
        if let Some(end) = end {
            let returns = segment.ends != End::Call;
            if let (Terminator::Return(value), true) = (&block.terminator, returns) {
                engine.note_return(seen, (function, segment.block), &end, value.as_ref());
            }
        }
    }
    for (place, nodes) in failing {
        let outcomes = seen.outcomes.entry(place).or_default();
        let fail = outcomes.iter().all(|(outcome, _)| *outcome == Outcome::Fails);
        if fail && unavoidable.passes(&nodes) {
            outcomes.iter_mut().for_each(|(_, certain)| *certain = true);
        }
    }
}

fn note_point(engine: &Engine<'_>, seen: &mut Seen, place: (FunctionId, Label), state: &State) {
    let mut state = state.clone();
    if engine.program.function(place.0).unordered {
        engine.env.forget_shared(&mut state, &BTreeSet::new());
    }
    // Only what has a name there is told.
    let named = |id: VarId| {
        let variable = engine.program.variable(id);
        variable.function.is_none_or(|function| function == place.0)
    };
    engine
        .env
        .forget_where(&mut state, |cell| !matches!(cell.object, Object::Variable(id) if named(id)));
    state.heap = Default::default();
    match seen.points.get_mut(&place) {
        Some(known) => *known = engine.env.join(known, &state),
        None => {
            seen.points.insert(place, state);
        }
    }
}

impl Engine<'_> {
    /// Notes whether a call satisfies the contract of a function that is known already.
    fn note_arguments(
        &self,
        seen: &mut Seen,
        at: At,
        state: &State,
        (callee, arguments): (FunctionId, &[Value]),
    ) {
        let Some(required) = crate::contract::required(self, callee, arguments) else { return };
        let found = crate::contract::arguments(self, &required, state, callee, arguments);
        match seen.arguments.get_mut(&at) {
            Some(known) => {
                let both = std::mem::take(known).into_iter().zip(found);
                *known = both.map(|(one, other)| one.and(other)).collect();
            }
            None => drop(seen.arguments.insert(at, found)),
        }
    }

    /// Notes what a function gives back and leaves behind.
    fn note_return(
        &self,
        seen: &mut Seen,
        (function, block): (FunctionId, usize),
        state: &State,
        value: Option<&Value>,
    ) {
        if !self.infers() || !self.settings.infer.ensures() {
            return;
        }
        if let Some(value) = value {
            let own = Given::new(&self.env, state, value);
            let own = match seen.given.remove(&(function, block)) {
                Some(known) => known.join(own),
                None => own,
            };
            seen.given.insert((function, block), own);
        }
        let written = self.program.effects.function(function).written();
        let known = |cell: Cell| {
            let id = self.env.cells.number(cell);
            let range = self.env.bounds(state, id);
            (self.env.is_known(state, id) && range != cell.range()).then_some((cell, range))
        };
        let globals = match &seen.exit {
            Some(exit) => exit
                .globals
                .iter()
                .filter_map(|(cell, range)| {
                    let (cell, own) = known(*cell)?;
                    let both = range.join(own);
                    (both != cell.range()).then_some((cell, both))
                })
                .collect(),
            None => {
                let cells = state.dims.iter().map(|id| self.env.cells.get(*id));
                let own = cells.filter(|cell| {
                    let whole = !cell.is_summary() && cell.segment == 0;
                    let number = matches!(cell.kind, CellKind::Int(_)) && whole;
                    number && cell.object.variable().is_some_and(|id| written.contains(&id))
                });
                own.filter_map(known).collect()
            }
        };
        seen.exit = Some(Exit { globals });
    }

    /// Whether something that states know may be lost behind a call that was not followed. What library functions do is known.
    fn loses_something(&self, node: Node) -> bool {
        let Some(call) = self.call_of(node) else { return false };
        let Callee::Function(id) = call.callee else { return true };
        let model = self.program.function(*id).model;
        let known = model.is_some_and(|model| model.meaning != Meaning::Any);
        !known && Change::of_function(self.program, *id) != Change::default()
    }

    /// Whether errors are assumed away.
    fn assumes(&self) -> bool {
        self.settings.after_error == AfterError::Assume
    }

    /// What a check comes to, and the roots that it rests on if it holds because of them.
    fn outcome(
        &self,
        state: &State,
        check: &CheckKind,
        node: Node,
    ) -> (Outcome, Option<Rc<BTreeSet<Root>>>) {
        let (outcome, mut roots) = crate::transfer::settle(&self.env, state, check);
        if outcome == Outcome::Holds && roots.is_none() {
            roots = crate::transfer::resting(&self.env, state, check);
        }
        (self.in_context(outcome, check, node), roots)
    }

    fn in_context(&self, outcome: Outcome, check: &CheckKind, node: Node) -> Outcome {
        let caller = self.contexts.borrow().get(node.context).caller;
        match (check, caller) {
            // Some calls may use the result, and others not.
            (CheckKind::Return, _) if self.folded_of(node.context).is_some() => Outcome::MayFail,
            // C only asks for a result that is used.
            (CheckKind::Return, Some(caller)) => {
                let used = self.call_of(caller).is_some_and(|call| call.result.is_some());
                if used { Outcome::Fails } else { Outcome::Holds }
            }
            (CheckKind::Return, None) => Outcome::MayFail,
            (CheckKind::Freed, _) if outcome == Outcome::Holds && !self.knows_allocations() => {
                Outcome::MayFail
            }
            _ => outcome,
        }
    }

    /// Whether all memory is known that the program allocates.
    fn knows_allocations(&self) -> bool {
        let hidden = |id: &FunctionId| {
            let function = self.program.function(*id);
            function.cfg.is_none()
                && function.model.is_none_or(|model| {
                    let result = self.program.types.get(function.result);
                    model.meaning == Meaning::Any && matches!(result, Type::Pointer(_))
                })
        };
        let mut called = self.program.bodies().flat_map(|(id, ..)| called(self.program, id));
        self.is_whole()
            && !called.any(|id| hidden(&id))
            && !self.addressed.iter().any(hidden)
            && !self.skipped.borrow().iter().any(|id| self.may_allocate(*id))
    }

    /// Whether a function with a body may allocate memory that the program must free: itself, or by what it calls.
    fn may_allocate(&self, id: FunctionId) -> bool {
        let allocates = |id: &FunctionId| {
            let model = self.program.function(*id).model.map(|model| model.meaning);
            matches!(
                model,
                Some(
                    Meaning::Allocate { may_fail: true, .. }
                        | Meaning::AllocateZeroed
                        | Meaning::Reallocate(_)
                        | Meaning::Duplicate(_)
                        | Meaning::PrintNew
                        | Meaning::Line
                )
            )
        };
        let inside = self.inside(id);
        inside.iter().any(|id| called(self.program, *id).iter().any(allocates))
            || self.addressed.iter().any(allocates)
    }

    /// What is taken for granted of a function that is called.
    fn granted_of(&self, id: FunctionId) -> Option<Grant> {
        let function = self.program.function(id);
        if function.cfg.is_some() && !function.replaceable {
            return None;
        }
        match Model::named(&function.name) {
            Some(model) if model.concurrent => Some(Grant::Threads),
            _ if function.model.is_none() && function.role == soundline_c::Role::Ordinary => {
                Some(Grant::Strangers)
            }
            _ => None,
        }
    }

    /// Notes that something is taken for granted at an instruction.
    fn grant(
        &self,
        seen: &mut Seen,
        grant: Grant,
        (function, block, at): (FunctionId, usize, usize),
        origins: impl IntoIterator<Item = (FunctionId, u32)>,
    ) {
        let label = self.label_at(function, block, at);
        let span = self.shape(function).cfg.blocks[block].instructions[at].span;
        let fresh = || Granted { span, origins: BTreeSet::new(), inside: BTreeSet::new() };
        let granted = seen.granted.entry((function, label, grant)).or_insert_with(fresh);
        granted.origins.extend(origins);
        // What a thread runs is called from elsewhere.
        if grant == Grant::Threads && self.is_whole() {
            granted.origins.extend(self.open.iter().map(|id| (*id, 0)));
        }
    }

    /// Notes that something is taken for granted from an instruction in the middle of a segment on.
    fn grant_inside(
        &self,
        seen: &mut Seen,
        grant: Grant,
        (function, block, at): (FunctionId, usize, usize),
        segment: u32,
    ) {
        self.grant(seen, grant, (function, block, at), []);
        let label = self.label_at(function, block, at);
        if let Some(granted) = seen.granted.get_mut(&(function, label, grant)) {
            granted.inside.insert(((function, segment), at));
        }
    }

    /// The labelled point before an instruction; the first of the function if there is none in its block.
    fn label_at(&self, function: FunctionId, block: usize, at: usize) -> Label {
        self.point_before(function, block, at).unwrap_or(Label(0))
    }

    /// The labelled point before an instruction, in its block.
    fn point_before(&self, function: FunctionId, block: usize, at: usize) -> Option<Label> {
        let instructions = &self.shape(function).cfg.blocks[block].instructions[..at];
        instructions.iter().rev().find_map(|instruction| match instruction.action {
            Action::Point(label) => Some(label),
            _ => None,
        })
    }
}

/// The node of a function and segment, whatever the context.
pub(crate) fn spot(engine: &Engine<'_>, node: Node) -> (FunctionId, u32) {
    (engine.function_of(node), node.segment)
}

/// The kind of an instruction's check.
fn kind_of(check: &soundline_c::Check) -> Kind {
    Kind::of(&check.kind)
}
