//! Alg. 1 of the paper: the bounded fixpoint.

use super::step::Edge;
use super::{ContextId, Engine, Node, Sizes};
use crate::state::State;
use crate::{BoundKind, Counts};
use soundline_c::FunctionId;
use std::collections::{BTreeMap, BTreeSet};

/// Where a node stands in the queue: nodes are stepped through in weak topological order.
type Place = (Vec<u32>, Node);

/// The state of the fixpoint of one root: a function with all that is analysed where it is called.
#[derive(Clone)]
pub(crate) struct Run {
    pub(crate) root: Node,
    /// The labels to be analysed, with the states that came there.
    pub(crate) queue: BTreeMap<Place, Vec<(Option<Node>, State)>>,
    /// The states before the segments.
    pub(crate) pre: BTreeMap<Node, State>,
    /// The last state on each edge.
    pub(crate) edges: BTreeMap<(Node, Node), State>,
    /// Where a bound was reached, and which.
    pub(crate) bounded: BTreeMap<Node, BTreeSet<BoundKind>>,
    /// Calls that were not followed because of the bound on calls.
    pub(crate) cut_calls: BTreeSet<Node>,
    /// How often a state at the head of a loop changed because of the loop.
    pub(crate) rounds: BTreeMap<Node, u32>,
    /// How often joins and widenings changed the state of a node.
    pub(crate) imprecise: BTreeMap<Node, u64>,
    pub(crate) counted_calls: BTreeSet<Node>,
    pub(crate) counted_guards: BTreeSet<(Node, Node)>,
    /// How many parts the segments have that have several.
    pub(super) parts: BTreeMap<Node, u32>,
    /// How many parts there are beyond one for each segment.
    pub(super) further_parts: u64,
}

/// What was counted so far, and whether to go on.
pub(crate) struct Budget<'i> {
    pub(crate) counts: BTreeMap<FunctionId, Counts>,
    pub(crate) interrupted: &'i dyn Fn() -> bool,
    /// Once true, it stays.
    pub(crate) stopped: bool,
}

/// After so many rounds at one head claims do not change there any more: their roots would come one by one.
const MOST_CLAIM_ROUNDS: u32 = 4;

/// After so many rounds at one head thresholds are left out; after twice as many all numbers are.
const MOST_ROUNDS: u32 = 40;

impl Run {
    /// The states that go from a node to others.
    pub(crate) fn edges_from(&self, node: Node) -> impl Iterator<Item = (Node, &State)> {
        self.edges.range(edges_of(node)).map(|((_, to), state)| (*to, state))
    }

    pub(crate) fn new(engine: &Engine<'_>, function: FunctionId) -> Run {
        let context = engine.contexts.borrow_mut().root(function);
        let root = Node::new(context, 0);
        let mut run = Run::empty(root);
        run.push(engine, None, root, engine.initial(function));
        run
    }

    /// A run with nothing to do.
    pub(crate) fn empty(root: Node) -> Run {
        Run {
            root,
            queue: BTreeMap::new(),
            pre: BTreeMap::new(),
            edges: BTreeMap::new(),
            bounded: BTreeMap::new(),
            cut_calls: BTreeSet::new(),
            rounds: BTreeMap::new(),
            imprecise: BTreeMap::new(),
            counted_calls: BTreeSet::new(),
            counted_guards: BTreeSet::new(),
            parts: BTreeMap::new(),
            further_parts: 0,
        }
    }

    fn push(&mut self, engine: &Engine<'_>, from: Option<Node>, to: Node, state: State) {
        let entries = self.queue.entry(engine.place(to)).or_default();
        match entries.iter_mut().find(|entry| entry.0 == from) {
            Some(entry) => entry.1 = state,
            None => entries.push((from, state)),
        }
    }
}

impl Budget<'_> {
    /// The bound that forbids another one, if any.
    fn reached(&self, engine: &Engine<'_>, node: Node, kind: BoundKind) -> Option<BoundKind> {
        if self.stopped {
            return Some(BoundKind::Interrupt);
        }
        let own = self.counts.get(&engine.function_of(node)).copied().unwrap_or_default();
        let mut counts = own;
        if !engine.settings.per_function {
            counts = Counts::default();
            self.counts.values().for_each(|own| counts.add(*own));
        }
        if kind == BoundKind::Ticks && own.ticks >= engine.settings.safety_ticks {
            return Some(kind);
        }
        engine.settings.bounds.of(kind).filter(|most| counts.of(kind) >= *most).map(|_| kind)
    }

    fn count(&mut self, engine: &Engine<'_>, node: Node, kind: BoundKind) {
        let counts = self.counts.entry(engine.function_of(node)).or_default();
        if let Some(count) = counts.of_mut(kind) {
            *count += 1;
        }
    }
}

impl Engine<'_> {
    /// Where a node stands among all.
    pub(super) fn place(&self, node: Node) -> Place {
        let contexts = self.contexts.borrow();
        let context = contexts.get(node.context);
        let mut path = context.path.clone();
        path.push(self.shape(context.function).order.place[node.segment as usize]);
        (path, node)
    }

    pub(crate) fn is_labelled(&self, node: Node) -> bool {
        let shape = self.shape(self.function_of(node));
        shape.segments[node.segment as usize].label.is_some()
    }

    /// Runs until nothing is left to do. Gives what the run was just before it first reached a
    /// bound, from where it can go on.
    pub(crate) fn fixpoint(&self, run: &mut Run, budget: &mut Budget<'_>) -> Option<Paused> {
        let mut checkpoint = None;
        self.running.set(true);
        while let Some((place, entries)) = run.queue.pop_first() {
            let node = place.1;
            budget.stopped |= (budget.interrupted)();
            if budget.stopped {
                self.hurry();
            }
            if self.is_late() {
                self.abandoned.set(true);
                break;
            }
            let before = Before::new(run, node, budget, self.function_of(node));
            let (sizes, skipped) = (self.sizes(), self.skipped.borrow().clone());
            let mut refused = BTreeSet::new();
            let mut changed = false;
            for (from, state) in &entries {
                match self.update(run, budget, node, *from, state) {
                    Update::Same => {}
                    Update::Changed => changed = true,
                    Update::Refused(kind) => {
                        refused.insert(kind);
                    }
                }
            }
            let mut edges = Vec::new();
            // What a call leads to has changed.
            changed |= self.again.borrow_mut().remove(&node) && run.pre.contains_key(&node);
            if changed && let Some(state) = run.pre.get(&node).cloned() {
                budget.count(self, node, BoundKind::Ticks);
                edges = self.admitted(run, budget, node, state, &mut refused);
            }
            if !refused.is_empty() && checkpoint.is_none() {
                // As it was before this node, which is taken again when the run goes on.
                let mut run = run.clone();
                let mut counts = budget.counts.clone();
                match before.restore(&mut run, node) {
                    Some(own) => counts.insert(self.function_of(node), own),
                    None => counts.remove(&self.function_of(node)),
                };
                run.queue.insert(place, entries);
                checkpoint = Some(Paused { run, counts, skipped, sizes });
            }
            for edge in edges {
                run.connect(node, edge.to, edge.state.clone());
                run.push(self, Some(node), edge.to, edge.state);
            }
            for call in self.again.borrow().iter() {
                run.queue.entry(self.place(*call)).or_default();
            }
        }
        self.running.set(false);
        checkpoint
    }

    /// The state at a label becomes the join or the widening of what is there and what came.
    fn update(
        &self,
        run: &mut Run,
        budget: &mut Budget<'_>,
        node: Node,
        from: Option<Node>,
        state: &State,
    ) -> Update {
        let shape = self.shape(self.function_of(node));
        let old = run.pre.get(&node);
        if old.is_some_and(|old| self.env.leq(state, old)) {
            return Update::Same;
        }
        let folded = node.segment == 0 && self.contexts.borrow().get(node.context).folded;
        let back = folded
            || from.is_some_and(|from| {
                from.context == node.context
                    && shape.is_back_edge(from.segment as usize, node.segment as usize)
            });
        let rounds = run.rounds.get(&node).copied().unwrap_or(0);
        let entered = u32::from(node.segment == 0);
        let alone = !folded
            && shape.predecessors[node.segment as usize] + entered <= 1
            && from
                .is_none_or(|from| !self.comes_from_turns(from, node) && run.parts_of(from) == 1);
        let follows_call = node.segment > 0
            && shape.segments[node.segment as usize - 1].ends == crate::graph::End::Call
            && shape.segments[node.segment as usize].start > 0;
        let (kind, new) = match old {
            None => (None, state.clone()),
            Some(_) if alone && !(follows_call && self.is_whole()) => (None, state.clone()),
            Some(old) if back && rounds >= self.settings.widening_delay => {
                let new = match rounds {
                    _ if rounds > 2 * MOST_ROUNDS => self.coarse(old, state),
                    _ => {
                        let thresholds = self.settings.thresholds && rounds <= MOST_ROUNDS;
                        let claims = rounds <= MOST_CLAIM_ROUNDS;
                        self.env.widen(old, state, thresholds, claims)
                    }
                };
                (Some(BoundKind::Widenings), new)
            }
            Some(old) => (Some(BoundKind::Joins), self.env.join(old, state)),
        };
        let reached = budget
            .reached(self, node, BoundKind::Ticks)
            .or_else(|| kind.and_then(|kind| budget.reached(self, node, kind)));
        if let Some(reached) = reached.filter(|_| self.is_labelled(node)) {
            run.bounded.entry(node).or_default().insert(reached);
            return Update::Refused(reached);
        }
        if let Some(kind) = kind {
            budget.count(self, node, kind);
            *run.imprecise.entry(node).or_default() += 1;
        }
        if back {
            *run.rounds.entry(node).or_default() += 1;
        }
        run.pre.insert(node, new);
        Update::Changed
    }

    /// Whether states may come to a node from several turns of a loop that they leave.
    fn comes_from_turns(&self, from: Node, to: Node) -> bool {
        if self.contexts.borrow().turns() == 0 || self.function_of(from) != self.function_of(to) {
            return false;
        }
        let shape = self.shape(self.function_of(to));
        let around = &shape.order.heads[to.segment as usize];
        let inside = &shape.order.heads[from.segment as usize];
        from.context != to.context || inside.iter().any(|head| !around.contains(head))
    }

    /// A state above both with no numbers at all, so that every chain ends.
    pub(super) fn coarse(&self, old: &State, new: &State) -> State {
        let mut joined = self.env.join(old, new);
        let all: Vec<_> = joined.dims.iter().copied().collect();
        self.env.drop_numbers(&mut joined, &all);
        joined
    }

    /// The edges out of a node that the bounds on calls and conditions let through.
    fn admitted(
        &self,
        run: &mut Run,
        budget: &mut Budget<'_>,
        node: Node,
        state: State,
        refused: &mut BTreeSet<BoundKind>,
    ) -> Vec<Edge> {
        if let Some(call) = self.call_of(node)
            && self.call_counts(&call)
            && !run.counted_calls.contains(&node)
        {
            let labelled = self.label_before_call(node).is_some();
            match budget.reached(self, node, BoundKind::Calls).filter(|_| labelled) {
                Some(kind) => {
                    refused.insert(kind);
                    run.cut_calls.insert(node);
                    return Vec::new();
                }
                None => {
                    budget.count(self, node, BoundKind::Calls);
                    run.counted_calls.insert(node);
                }
            }
        }
        let mut admitted = Vec::new();
        for mut edge in self.step(node, state) {
            edge.to = self.route(run, node, edge.to, &edge.state);
            let counted = (node, edge.to);
            if edge.imprecise && !run.counted_guards.contains(&counted) {
                let labelled = self.is_labelled(edge.to);
                if let Some(kind) =
                    budget.reached(self, node, BoundKind::Guards).filter(|_| labelled)
                {
                    refused.insert(kind);
                    run.bounded.entry(edge.to).or_default().insert(kind);
                    let below = self.approach(node, &edge);
                    run.connect(counted.0, counted.1, edge.state);
                    admitted.extend(below);
                    continue;
                }
                budget.count(self, node, BoundKind::Guards);
                run.counted_guards.insert(counted);
            }
            admitted.push(edge);
        }
        admitted
    }
}

/// A run that can go on, with what was counted until then.
#[derive(Clone)]
pub(crate) struct Paused {
    pub(crate) run: Run,
    pub(crate) counts: BTreeMap<FunctionId, Counts>,
    pub(crate) skipped: BTreeSet<FunctionId>,
    pub(crate) sizes: Sizes,
}

/// What taking one node may change.
struct Before {
    state: Option<State>,
    rounds: Option<u32>,
    imprecise: Option<u64>,
    called: bool,
    guards: Vec<(Node, Node)>,
    edges: Vec<((Node, Node), State)>,
    counts: Option<Counts>,
}

impl Before {
    fn new(run: &Run, node: Node, budget: &Budget<'_>, function: FunctionId) -> Self {
        Self {
            state: run.pre.get(&node).cloned(),
            rounds: run.rounds.get(&node).copied(),
            imprecise: run.imprecise.get(&node).copied(),
            called: run.counted_calls.contains(&node),
            guards: run.counted_guards.range(edges_of(node)).copied().collect(),
            edges: run.edges.range(edges_of(node)).map(|(k, v)| (*k, v.clone())).collect(),
            counts: budget.counts.get(&function).copied(),
        }
    }

    fn restore(self, run: &mut Run, node: Node) -> Option<Counts> {
        set(&mut run.pre, node, self.state);
        set(&mut run.rounds, node, self.rounds);
        set(&mut run.imprecise, node, self.imprecise);
        if !self.called {
            run.counted_calls.remove(&node);
        }
        run.counted_guards.retain(|edge| edge.0 != node || self.guards.contains(edge));
        run.edges.retain(|edge, _| edge.0 != node);
        run.edges.extend(self.edges);
        run.bounded.clear();
        run.cut_calls.clear();
        run.recount();
        self.counts
    }
}

fn set<V>(map: &mut BTreeMap<Node, V>, node: Node, value: Option<V>) {
    match value {
        Some(value) => map.insert(node, value),
        None => map.remove(&node),
    };
}

/// All edges out of a node.
pub(super) fn edges_of(node: Node) -> std::ops::RangeInclusive<(Node, Node)> {
    let least = Node::new(ContextId(0), 0);
    let most = Node { context: ContextId(u32::MAX), segment: u32::MAX, part: u32::MAX };
    (node, least)..=(node, most)
}

enum Update {
    Same,
    Changed,
    Refused(BoundKind),
}
