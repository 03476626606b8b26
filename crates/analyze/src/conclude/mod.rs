//! From stable states to reports: what came of the checks, what holds at points, what was assumed.

mod assumptions;
mod checks;
mod dependencies;
mod facts;
mod points;
mod residual;
mod unavoidable;

use crate::engine::{Engine, Node, Run};
use crate::state::State;
use crate::transfer::Outcome;
use crate::{Assumption, BoundKind, CheckReport, Counts, FunctionReport, Kind, Scope};
use dependencies::Dependencies;
use soundline_c::{Action, CheckKind, FunctionId, Label, Span};
use std::collections::{BTreeMap, BTreeSet};

/// What was seen on a last walk through all stable states.
#[derive(Default)]
pub(crate) struct Seen {
    /// The outcomes of checks, by function and the place of the instruction.
    pub(crate) outcomes: BTreeMap<(FunctionId, usize, usize), Vec<(Outcome, bool)>>,
    /// The states at points, over all contexts.
    pub(crate) points: BTreeMap<(FunctionId, Label), State>,
    /// The segments that control may reach.
    pub(crate) reached: BTreeSet<(FunctionId, u32)>,
    /// How often joins and widenings changed a state, by function and segment.
    pub(crate) imprecise: BTreeMap<(FunctionId, u32), u64>,
}

/// A part of the report.
#[derive(Default)]
pub(crate) struct Part {
    pub(crate) functions: Vec<FunctionReport>,
    pub(crate) checks: Vec<CheckReport>,
    pub(crate) assumptions: Vec<Assumption>,
}

impl Part {
    pub(crate) fn add(&mut self, other: Part) {
        self.functions.extend(other.functions);
        self.checks.extend(other.checks);
        self.assumptions.extend(other.assumptions);
    }
}

/// Makes the report of some functions from stable runs. So many assumptions were numbered before.
pub(crate) fn conclude(
    engine: &Engine<'_>,
    runs: &[Run],
    functions: &[FunctionId],
    numbered: usize,
) -> Part {
    let mut seen = Seen::default();
    for run in runs {
        look(engine, run, &mut seen);
    }
    let assumed = assumptions::assumptions(engine, runs, numbered as u32);
    let dependencies = Dependencies::new(engine, &assumed, functions);
    let checks = checks::reports(engine, &seen, &dependencies, functions);
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
    let assumptions = assumed.into_iter().map(|assumed| assumed.assumption).collect();
    Part { functions: reports, checks, assumptions }
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
    for (node, state) in &run.pre {
        let function = engine.function_of(*node);
        let shape = engine.shape(function);
        let segment = &shape.segments[node.segment as usize];
        let block = &shape.cfg.blocks[segment.block];
        seen.reached.insert((function, node.segment));
        let changes = run.imprecise.get(node).copied().unwrap_or(0);
        let calls = u64::from(run.counted_calls.contains(node));
        *seen.imprecise.entry((function, node.segment)).or_default() += changes + calls;
        let mut certain_so_far = starts;
        let mut note = |at: usize, state: &State| match &block.instructions[at].action {
            Action::Unknown { .. } => certain_so_far = false,
            Action::Point(label) if engine.settings.points && !engine.is_late() => {
                note_point(engine, seen, (function, *label), state);
            }
            Action::Check(check) if crate::transfer::is_wanted(&engine.env, &check.kind) => {
                let span = block.instructions[at].span;
                let mut outcome = match engine.is_late() {
                    true => Outcome::MayFail,
                    false => engine.outcome(state, &check.kind, span, function),
                };
                // Where only a failed condition leads, it has failed, but it may hold at other times.
                let labelled = |node: Node| engine.is_labelled(node);
                let led = matches!(&check.kind, CheckKind::Assertion(v) if v.as_int() == Some(0));
                if led && !unavoidable.is_only_way(*node, &labelled) {
                    outcome = Outcome::MayFail;
                }
                let certain =
                    outcome == Outcome::Fails && certain_so_far && unavoidable.passes(*node);
                let place = (function, segment.block, at);
                seen.outcomes.entry(place).or_default().push((outcome, certain));
            }
            _ => {}
        };
        if engine.is_late() {
            (segment.start..segment.end).for_each(|at| note(at, state));
        } else {
            engine.walk(*node, state.clone(), &mut note);
        }
    }
}

fn note_point(engine: &Engine<'_>, seen: &mut Seen, place: (FunctionId, Label), state: &State) {
    let mut state = state.clone();
    if engine.program.function(place.0).unordered {
        engine.env.forget_shared(&mut state);
    }
    match seen.points.get_mut(&place) {
        Some(known) => *known = engine.env.join(known, &state),
        None => {
            seen.points.insert(place, state);
        }
    }
}

impl Engine<'_> {
    fn outcome(
        &self,
        state: &State,
        check: &soundline_c::CheckKind,
        span: Span,
        function: FunctionId,
    ) -> Outcome {
        let in_scope = |object: crate::memory::Object, span: Span, inside: Option<FunctionId>| {
            let crate::memory::Object::Variable(id) = object else { return true };
            // Only where a variable of the same function has gone out of scope can that be told.
            let variable = self.program.variable(id);
            match self.scopes.of(id) {
                Some(scope) if variable.function == inside => {
                    span.start <= scope.end && span.end >= scope.start
                }
                _ => true,
            }
        };
        crate::transfer::outcome(&self.env, state, check, span, Some(function), &in_scope)
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
