//! States that are kept apart at a point (trace partitioning, Mauborgne and Rival 2005): each is a part of its own, and goes its
//! way alone. A state that is in one of the others is no new part. Once there are enough of them, a state joins
//! the one that is most like it.
//!
//! An edge that led to a part always leads there, so that parts come to rest, and edges say all about parts.

use super::{Engine, Node, Run};
use crate::Scope;
use crate::state::State;

impl Engine<'_> {
    /// The part of a segment to which an edge leads.
    pub(super) fn route(&self, run: &Run, from: Node, to: Node, state: &State) -> Node {
        let folded = to.segment == 0 && self.contexts.borrow().get(to.context).folded;
        if self.settings.parts < 2 || folded || !self.starts_known(run) {
            return to;
        }
        if let Some(taken) = run.taken(from, to) {
            return taken;
        }
        let count = run.parts_of(to);
        let all = (0..count).map(|part| Node { part, ..to });
        let there: Vec<(Node, Vec<&State>)> =
            all.map(|node| (node, run.states_at(self, node))).collect();
        let within = |states: &[&State]| states.iter().any(|known| self.env.leq(state, known));
        if let Some((node, _)) =
            there.iter().find(|(_, states)| states.is_empty() || within(states))
        {
            return *node;
        }
        let most = self.settings.parts.min(MOST_PARTS);
        if count < most && run.further_parts < self.settings.parts_budget {
            return Node { part: count, ..to };
        }
        let firsts: Vec<&State> = there.iter().map(|(_, states)| states[0]).collect();
        let closest = self.env.most_alike(state, &firsts);
        closest.map_or(to, |at| there[at].0)
    }
}

impl Engine<'_> {
    /// Whether a run starts with the program. What starts with any values gains little from being kept apart.
    fn starts_known(&self, run: &Run) -> bool {
        match self.settings.scope {
            Scope::Whole { entry } => self.function_of(run.root) == entry,
            Scope::Modular => false,
        }
    }
}

/// The number of a part is a byte.
const MOST_PARTS: u32 = 200;

impl Run {
    /// Where an edge to a segment led before.
    pub(super) fn taken(&self, from: Node, to: Node) -> Option<Node> {
        let last = Node { part: u32::MAX, ..to };
        let mut edges = self.edges.range((from, to.first())..=(from, last));
        edges.next().map(|((_, to), _)| *to)
    }

    /// How many parts a segment has; one at least.
    pub(super) fn parts_of(&self, node: Node) -> u32 {
        self.parts.get(&node.first()).copied().unwrap_or(1)
    }

    /// The state on an edge.
    pub(super) fn connect(&mut self, from: Node, to: Node, state: State) {
        self.edges.insert((from, to), state);
        self.count_part(to);
    }

    fn count_part(&mut self, node: Node) {
        if node.part > 0 {
            let count = self.parts.entry(node.first()).or_insert(1);
            self.further_parts += u64::from((node.part + 1).saturating_sub(*count));
            *count = (*count).max(node.part + 1);
        }
    }

    /// Counts all parts again, from the edges.
    pub(super) fn recount(&mut self) {
        self.parts.clear();
        self.further_parts = 0;
        let nodes: Vec<Node> = self.edges.keys().map(|(_, to)| *to).collect();
        nodes.into_iter().for_each(|node| self.count_part(node));
    }

    /// What is known at a node, and what is on its way there.
    fn states_at(&self, engine: &Engine<'_>, node: Node) -> Vec<&State> {
        let queued = self.queue.get(&engine.place(node)).into_iter().flatten();
        self.pre.get(&node).into_iter().chain(queued.map(|(_, state)| state)).collect()
    }
}
