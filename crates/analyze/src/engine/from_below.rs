//! The under-approximating transformer of Sect. 4.2: some of the states in which a condition holds, where the domain cannot
//! express all of them.

use super::step::Edge;
use super::{Engine, Node};
use crate::AtGuards;
use crate::eval::Step;
use soundline_c::{BinaryOp, Terminator, Value, ValueKind};

impl Engine<'_> {
    /// An edge with fewer states, which the domain can express; none if that is not wanted or not known how. The label that it
    /// leads to is not fully explored, which is recorded in any case, so that any state is sound.
    pub(super) fn approach(&self, node: Node, edge: &Edge) -> Option<Edge> {
        if self.settings.at_guards != AtGuards::Under {
            return None;
        }
        let shape = self.shape(self.function_of(node));
        let block = &shape.cfg.blocks[shape.segments[node.segment as usize].block];
        let Terminator::Branch(condition, then, _) = &block.terminator else { return None };
        let holds = shape.first[then.index()] as u32 == edge.to.segment;
        let differs = differing(condition, holds)?;
        [BinaryOp::Gt, BinaryOp::Lt].into_iter().find_map(|op| {
            let ValueKind::Binary(_, left, right) = &differs.kind else { return None };
            let kind = ValueKind::Binary(op, left.clone(), right.clone());
            let mut side = differs.clone();
            side.kind = kind;
            let step = Step::new(&self.env, edge.state.clone()).assume(&side, true)?;
            Some(Edge { to: edge.to, state: step.finish()?, imprecise: false })
        })
    }
}

/// The comparison by `!=` that a condition is on one of its sides.
fn differing(condition: &Value, holds: bool) -> Option<Value> {
    match &condition.kind {
        ValueKind::Binary(BinaryOp::Ne, ..) if holds => Some(condition.clone()),
        ValueKind::Binary(BinaryOp::Eq, ..) if !holds => Some(condition.clone()),
        ValueKind::Unary(soundline_c::UnaryOp::Not, inner) => differing(inner, !holds),
        ValueKind::Convert(inner) => differing(inner, holds),
        _ => None,
    }
}
