//! Loops, turn by turn: the first turns of a loop are contexts of their own, in which nothing is joined with other turns.
//!
//! A loop whose condition certainly holds is followed further than one that may end, since it costs no more than running
//! it would.

use super::context::Turn;
use super::{ContextId, Engine, Node};
use crate::state::State;
use soundline_c::Terminator;

/// Turns in which calls were followed are few: once so many contexts are there, no more turns are made.
const MOST_CALLS: usize = 300;

impl Engine<'_> {
    /// Where a step inside of a function leads: out of the turns of loops that it leaves, and into the next turn of a loop
    /// that it goes round. `certain` says that the loop cannot end where the step starts.
    pub(super) fn land(&self, from: Node, to: u32, certain: bool) -> Node {
        self.land_with(from, to, certain, None)
    }

    /// The same, where a state is known with which the step ends.
    pub(super) fn land_with(
        &self,
        from: Node,
        to: u32,
        certain: bool,
        state: Option<&State>,
    ) -> Node {
        let context = self.left(from.context, to);
        let shape = self.shape(self.function_of(from));
        if !self.unrolls() || !shape.is_back_edge(from.segment as usize, to as usize) {
            return Node::new(context, to);
        }
        let turn = self.contexts.borrow().get(context).turn.filter(|turn| turn.head == to);
        let next = match turn {
            Some(turn) => Turn { count: turn.count + 1, ..turn },
            None => Turn { around: context, head: to, count: 1 },
        };
        let certain = certain || self.must_go_on(context, to);
        let ends = || state.is_some_and(|state| self.has_few_turns(from, to, state));
        let certain =
            certain || (next.count > self.settings.unroll && self.settings.unroll > 0 && ends());
        let context = self.next_turn(next, certain).unwrap_or(context);
        Node::new(context, to)
    }

    fn unrolls(&self) -> bool {
        self.settings.unroll > 0 || self.settings.unroll_certain > 0
    }

    /// The context of a segment that control comes to from another context of the same call.
    fn left(&self, context: ContextId, to: u32) -> ContextId {
        let contexts = self.contexts.borrow();
        let mut context = context;
        while let Some(turn) = contexts.get(context).turn {
            let shape = self.shape(contexts.get(context).function);
            if shape.order.heads[to as usize].contains(&turn.head) {
                break;
            }
            context = turn.around;
        }
        context
    }

    /// The context of the next turn, unless there are enough of them.
    fn next_turn(&self, turn: Turn, certain: bool) -> Option<ContextId> {
        let mut contexts = self.contexts.borrow_mut();
        if let Some(known) = contexts.known_turn(turn) {
            return Some(known);
        }
        let most = match certain {
            true => self.settings.unroll_certain.max(self.settings.unroll),
            // Functions alone start with any values: turns after which a loop may end say little.
            false if !self.is_whole() => self.settings.unroll.min(1),
            false => self.settings.unroll,
        };
        let calls = contexts.calls();
        let spent = self.turned.get();
        if !self.running.get() || turn.count > most || calls > MOST_CALLS {
            return None;
        }
        let shape = self.shape(contexts.get(turn.around).function);
        let inside = |heads: &&Vec<u32>| heads.contains(&turn.head);
        let size = shape.order.heads.iter().filter(inside).count() as u64;
        if spent + size > self.settings.unroll_budget {
            return None;
        }
        self.turned.set(spent + size);
        let inside = (0..shape.segments.len()).filter(|at| inside(&&shape.order.heads[*at]));
        let last = inside.map(|at| shape.order.place[at]).max().unwrap_or(0);
        Some(contexts.turned(turn, last))
    }

    /// Whether a loop that could end at its head cannot do so in a turn.
    fn must_go_on(&self, context: ContextId, head: u32) -> bool {
        let node = Node::new(context, head);
        self.exits_of(node, head) && !self.leaving.borrow().contains(&node)
    }

    /// Whether a branch at the end of a segment may leave the loop with that head.
    pub(super) fn exits_of(&self, node: Node, head: u32) -> bool {
        let shape = self.shape(self.function_of(node));
        let segment = &shape.segments[node.segment as usize];
        let terminator = &shape.cfg.blocks[segment.block].terminator;
        segment.ends == crate::graph::End::Terminator
            && matches!(terminator, Terminator::Branch(..))
            && terminator
                .successors()
                .iter()
                .any(|to| self.leaves(node, shape.first[to.index()], head))
    }

    /// Whether a segment is outside of the loop with that head.
    pub(super) fn leaves(&self, from: Node, to: usize, head: u32) -> bool {
        !self.shape(self.function_of(from)).order.heads[to].contains(&head)
    }

    /// Notes that control may leave a loop at its head.
    pub(super) fn note_leaving(&self, node: Node, targets: &[u32]) {
        let shape = self.shape(self.function_of(node));
        let is_head = shape.order.heads[node.segment as usize].contains(&node.segment);
        if self.unrolls()
            && is_head
            && targets.iter().any(|to| self.leaves(node, *to as usize, node.segment))
        {
            self.leaving.borrow_mut().insert(node.first());
        }
    }

    /// Computes anew what was noted about turns, from the contexts and edges of a run.
    pub(super) fn recall_turns(&self, edges: impl Iterator<Item = (Node, Node)>) {
        let mut spent = 0;
        for context in self.contexts.borrow().all() {
            let Some(turn) = context.turn else { continue };
            let shape = self.shape(context.function);
            spent += shape.order.heads.iter().filter(|heads| heads.contains(&turn.head)).count();
        }
        self.turned.set(spent as u64);
        self.leaving.borrow_mut().clear();
        edges.for_each(|(from, to)| {
            if self.function_of(from) == self.function_of(to) {
                self.note_leaving(from, &[to.segment]);
            }
        });
    }
}
