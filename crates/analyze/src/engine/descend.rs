//! Once all is stable, the states are computed again from those before them. Every such state is
//! still above all that can happen, so any number of rounds is sound. Labels at which a bound was
//! reached keep what was assumed there.

use super::fixpoint::edges_of;
use super::{Engine, Node, Run};
use crate::state::State;
use std::collections::HashMap;

impl Engine<'_> {
    /// Computes the states of a run again, so many times.
    pub(crate) fn descend(&self, run: &mut Run, rounds: u32, interrupted: &dyn Fn() -> bool) {
        let initial = self.initial(self.function_of(run.root));
        for _ in 0..rounds {
            let changed = self.descend_once(run, &initial, interrupted);
            if interrupted() || !(self.narrow_folds(run) || changed) {
                break;
            }
        }
    }

    fn descend_once(&self, run: &mut Run, initial: &State, interrupted: &dyn Fn() -> bool) -> bool {
        let mut nodes: Vec<_> = run.pre.keys().map(|node| self.place(*node)).collect();
        nodes.sort();
        let mut sources: HashMap<Node, Vec<Node>> = HashMap::new();
        for (from, to) in run.edges.keys() {
            sources.entry(*to).or_default().push(*from);
        }
        let mut changed = false;
        for (_, node) in nodes {
            if interrupted() {
                self.hurry();
                return false;
            }
            let Some(old) = run.pre.get(&node).cloned() else { continue };
            if run.bounded.contains_key(&node) {
                continue;
            }
            let sources = sources.get(&node).map_or(&[][..], |all| all);
            let state = self.incoming(run, node, sources, initial);
            let state = match state {
                Some(state) if self.env.leq(&state, &old) => state,
                Some(_) => old.clone(),
                None => {
                    changed = true;
                    self.remove(run, node);
                    continue;
                }
            };
            if self.env.leq(&old, &state) {
                continue;
            }
            changed = true;
            self.replace_edges(run, node, &state);
            run.pre.insert(node, state);
        }
        changed
    }

    /// The join of all that comes to a node.
    fn incoming(&self, run: &Run, node: Node, sources: &[Node], initial: &State) -> Option<State> {
        let mut all = (node == run.root).then(|| initial.clone());
        for state in sources.iter().filter_map(|from| run.edges.get(&(*from, node))) {
            all = Some(match all {
                Some(other) => self.env.join(&other, state),
                None => state.clone(),
            });
        }
        all
    }

    fn remove(&self, run: &mut Run, node: Node) {
        run.pre.remove(&node);
        self.take_edges(run, node);
    }

    fn take_edges(&self, run: &mut Run, node: Node) {
        let out: Vec<_> = run.edges.range(edges_of(node)).map(|(edge, _)| *edge).collect();
        out.iter().for_each(|edge| {
            run.edges.remove(edge);
        });
    }

    /// The edges out of a node in its new state. Where one of them leads to what was never stepped
    /// to, as when a pointer to functions is known only now, those of the old state stay.
    fn replace_edges(&self, run: &mut Run, node: Node, state: &State) {
        if run.cut_calls.contains(&node) {
            return;
        }
        let mut edges = self.step(node, state.clone());
        for edge in &mut edges {
            let Some(known) = run.taken(node, edge.to) else { return };
            edge.to = known;
        }
        self.take_edges(run, node);
        run.edges.extend(edges.into_iter().map(|edge| ((node, edge.to), edge.state)));
    }
}
