//! Loops that end after few turns, because a counter comes to a bound by then: following them turn by turn to their end costs
//! little, and joining turns would lose how far the counter is. What is found only says how far to follow: nothing rests on it.

use super::{Engine, Node};
use crate::eval::Step;
use crate::graph::written;
use crate::numeric::Range;
use crate::state::State;
use soundline_c::{Action, Base, BinaryOp, Place, Terminator, UnaryOp, Value, ValueKind, VarId};

/// Loops that have at most so many turns to go are few.
const FEW_TURNS: i128 = 12;

impl Engine<'_> {
    /// Whether a loop has few turns to go in a state at its head: some comparison that it may end at compares a variable that
    /// each turn changes by a constant.
    pub(super) fn has_few_turns(&self, from: Node, head: u32, state: &State) -> bool {
        let shape = self.shape(self.function_of(from));
        let inside: Vec<usize> = (0..shape.segments.len())
            .filter(|segment| shape.order.heads[*segment].contains(&head))
            .collect();
        let leaves =
            |segment: &usize| match &shape.cfg.blocks[shape.segments[*segment].block].terminator {
                Terminator::Branch(value, then, otherwise) => {
                    let out = [then, otherwise]
                        .map(|to| self.leaves(from, shape.first[to.index()], head));
                    (out[0] != out[1]).then_some((value, out[1]))
                }
                _ => None,
            };
        let mut exits = inside.iter().filter_map(leaves);
        exits.any(|(value, stays)| self.is_nearly_over(from, &inside, value, stays, state))
    }

    /// Whether few more turns come before a condition is not what it must be for a loop to go on.
    fn is_nearly_over(
        &self,
        from: Node,
        inside: &[usize],
        condition: &Value,
        stays: bool,
        state: &State,
    ) -> bool {
        let (left, op, right) = match &condition.kind {
            ValueKind::Unary(UnaryOp::Not, inner) => {
                return self.is_nearly_over(from, inside, inner, !stays, state);
            }
            ValueKind::Convert(inner) => {
                return self.is_nearly_over(from, inside, inner, stays, state);
            }
            ValueKind::Binary(op, left, right) if op.is_comparison() => (left, *op, right),
            _ => return false,
        };
        let range = |value: &Value| {
            let mut step = Step::new(&self.env, state.clone());
            let number = step.integer(value);
            step.tightened(number).range
        };
        let sides = [(left, right), (right, left)];
        sides.into_iter().any(|(counter, bound)| {
            let Some(id) = variable(counter) else { return false };
            let Some(way) = self.step_of(from, inside, id) else { return false };
            if !self.is_unchanged(from, inside, bound) {
                return false;
            }
            let (at, end): (Range, Range) = (range(counter), range(bound));
            let apart = match way > 0 {
                true => end.high.saturating_sub(at.low),
                false => at.high.saturating_sub(end.low),
            };
            // Other comparisons than those for equality tell on which side the loop goes on.
            let towards = match (op, stays) {
                (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => return false,
                (BinaryOp::Eq, false) | (BinaryOp::Ne, true) => true,
                (BinaryOp::Lt | BinaryOp::Le, stays) => {
                    (way > 0) == (std::ptr::eq(counter, left) == stays)
                }
                (_, stays) => (way < 0) == (std::ptr::eq(counter, left) == stays),
            };
            towards && apart >= 0 && apart / way.abs() <= FEW_TURNS
        })
    }

    /// By how much a loop changes a variable wherever it assigns to it, if that is one number.
    fn step_of(&self, from: Node, inside: &[usize], id: VarId) -> Option<i128> {
        let mut found = None;
        for action in self.actions(from, inside).filter(|action| written(action).contains(&id)) {
            let Action::Assign(_, value) = action else { return None };
            let by = increment(value, id).filter(|by| *by != 0)?;
            if found.is_some_and(|other| other != by) {
                return None;
            }
            found = Some(by);
        }
        found
    }

    /// Whether a loop assigns to nothing that a value reads by name.
    fn is_unchanged(&self, from: Node, inside: &[usize], value: &Value) -> bool {
        let reads = |id: VarId| reads(value, id);
        !self.actions(from, inside).any(|action| written(action).into_iter().any(reads))
    }

    fn actions<'e>(
        &'e self,
        from: Node,
        inside: &'e [usize],
    ) -> impl Iterator<Item = &'e Action> + 'e {
        let shape = self.shape(self.function_of(from));
        inside.iter().flat_map(move |segment| {
            let segment = &shape.segments[*segment];
            let instructions = &shape.cfg.blocks[segment.block].instructions;
            instructions[segment.start..segment.end].iter().map(|one| &one.action)
        })
    }
}

/// The variable that a value is, perhaps in another type.
fn variable(value: &Value) -> Option<VarId> {
    match &value.kind {
        ValueKind::Convert(inner) => variable(inner),
        ValueKind::Load(Place { base: Base::Variable(id), path, .. }) if path.is_empty() => {
            Some(*id)
        }
        _ => None,
    }
}

/// By how much a value is more than a variable.
fn increment(value: &Value, id: VarId) -> Option<i128> {
    match &value.kind {
        ValueKind::Convert(inner) => increment(inner, id),
        ValueKind::Binary(BinaryOp::Add, left, right) if variable(left) == Some(id) => {
            right.as_int()
        }
        ValueKind::Binary(BinaryOp::Sub, left, right) if variable(left) == Some(id) => {
            right.as_int().and_then(i128::checked_neg)
        }
        _ => None,
    }
}

fn reads(value: &Value, id: VarId) -> bool {
    variable(value) == Some(id) || value.operands().into_iter().any(|operand| reads(operand, id))
}
