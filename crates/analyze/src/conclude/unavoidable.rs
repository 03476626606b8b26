//! Which nodes control passes whatever happens.

use crate::engine::{Engine, Node, Run};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The edges that control may take in a run.
pub(crate) struct Unavoidable {
    root: Node,
    next: BTreeMap<Node, Vec<Node>>,
    /// Calls that were not followed and what else control may not come back from.
    stops: BTreeSet<Node>,
    known: RefCell<BTreeMap<Vec<Node>, bool>>,
}

impl Unavoidable {
    pub(crate) fn new(engine: &Engine<'_>, run: &Run) -> Self {
        let mut next: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
        let mut stops = BTreeSet::new();
        for (from, to) in run.edges.keys() {
            next.entry(*from).or_default().push(*to);
            let skipped = engine.contexts.borrow().get(to.context).caller != Some(from.first());
            if engine.has_unknown(*from) || (skipped && engine.may_stop(*from)) {
                stops.insert(*from);
            }
        }
        // Under the assumptions control goes on at bounds as it was followed.
        Self { root: run.root, next, stops, known: RefCell::default() }
    }

    /// Whether every path that ends passes one of the nodes.
    pub(crate) fn passes(&self, nodes: &[Node]) -> bool {
        if let Some(known) = self.known.borrow().get(nodes) {
            return *known;
        }
        let passes = !self.ends_without(nodes);
        self.known.borrow_mut().insert(nodes.to_vec(), passes);
        passes
    }

    /// Whether control gets to the node whenever it passes the last labelled points before it: there is
    /// no other way from there.
    pub(crate) fn is_only_way(&self, node: Node, labelled: &dyn Fn(Node) -> bool) -> bool {
        let mut seen = BTreeSet::from([node]);
        let mut left = vec![node];
        let mut starts = Vec::new();
        while let Some(at) = left.pop() {
            let before =
                self.next.iter().filter(|(_, next)| next.contains(&at)).map(|(from, _)| *from);
            for from in before.filter(|from| seen.insert(*from)).collect::<Vec<_>>() {
                if labelled(from) { starts.push(from) } else { left.push(from) }
            }
        }
        let mut seen: BTreeSet<Node> = starts.iter().copied().collect();
        while let Some(at) = starts.pop() {
            let Some(next) = self.next.get(&at) else { return false };
            for to in next.iter().filter(|to| **to != node) {
                if labelled(*to) {
                    return false;
                }
                if seen.insert(*to) {
                    starts.push(*to);
                }
            }
        }
        true
    }

    fn ends_without(&self, avoided: &[Node]) -> bool {
        let mut seen = BTreeSet::from([self.root]);
        let mut left = vec![self.root];
        while let Some(node) = left.pop() {
            if avoided.contains(&node) {
                continue;
            }
            let Some(next) = self.next.get(&node).filter(|_| !self.stops.contains(&node)) else {
                return true;
            };
            left.extend(next.iter().copied().filter(|node| seen.insert(*node)));
        }
        false
    }
}
