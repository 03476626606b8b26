//! Points that travel: concrete points of initial elements are carried through every operation of a
//! trace. What a point becomes is concrete semantics alone, so that no constraints of any result are
//! needed, and what several steps lose together shows at the end.

use soundline_domains::expr::Space;
use soundline_domains::numbers::Rat;
use soundline_lattice::Choices;
use soundline_targets::{Operation, Slot};

use super::concrete::Moves;
use super::{Points, draw, lies_in};

/// Points that are carried for each element.
const CARRIED: usize = 4;
/// How far back it is asked whether an element must have a point.
const DEPTH: usize = 4;

/// Points that the elements of a trace must have.
pub struct Travel<'a> {
    operations: &'a [&'a Operation],
    space: &'a Space,
    /// For each element; none for those that were not asked for.
    arrived: Vec<Vec<Vec<Rat>>>,
    /// The elements that lead to the one that was asked for, in their order.
    way: Vec<Slot>,
}

impl<'a> Travel<'a> {
    /// Carry points to an element that these operations make.
    pub fn to(
        goal: Slot,
        operations: &'a [&'a Operation],
        space: &'a Space,
        choices: &mut Choices,
    ) -> Travel<'a> {
        let mut needed = vec![false; operations.len()];
        let mut waiting = vec![goal];
        while let Some(slot) = waiting.pop() {
            if !std::mem::replace(&mut needed[slot.0], true) {
                waiting.extend(operations[slot.0].operands());
            }
        }
        let way: Vec<Slot> =
            (0..operations.len()).map(Slot).filter(|slot| needed[slot.0]).collect();
        let arrived = vec![Vec::new(); operations.len()];
        let mut travel = Travel { operations, space, arrived, way: Vec::new() };
        for slot in &way {
            travel.arrived[slot.0] = travel.arriving(operations[slot.0], choices);
        }
        Travel { way, ..travel }
    }

    /// The elements that lead to the goal, which is the last one.
    pub fn way(&self) -> &[Slot] {
        &self.way
    }

    /// Points that an element must have.
    pub fn points(&self, slot: Slot) -> &[Vec<Rat>] {
        &self.arrived[slot.0]
    }

    fn arriving(&self, operation: &Operation, choices: &mut Choices) -> Vec<Vec<Rat>> {
        let of = |slot: &Slot| self.arrived[slot.0].iter().cloned();
        let mut points: Vec<Vec<Rat>> = match operation {
            Operation::Bottom => Vec::new(),
            Operation::Top => self.drawn(&[], choices),
            Operation::Constraints(constraints) => self.drawn(constraints, choices),
            Operation::Join(a, b) | Operation::Widen(a, b) => of(a).chain(of(b)).collect(),
            Operation::Meet(a, b) | Operation::Narrow(a, b) => {
                let both = |p: &Vec<Rat>| self.must(*a, p, DEPTH) && self.must(*b, p, DEPTH);
                of(a).chain(of(b)).filter(both).collect()
            }
            Operation::Guard(a, constraint) => {
                of(a).filter(|point| constraint.holds_at(point) == Ok(true)).collect()
            }
            Operation::Assign(a, _) | Operation::Forget(a, _) | Operation::Embed(a, _) => {
                let moves = Moves::of(operation);
                of(a).filter_map(|point| moves.image(&point, self.space, choices)).collect()
            }
        };
        points.sort();
        points.dedup();
        choices.shuffle(&mut points);
        points.truncate(CARRIED);
        points
    }

    /// Points that satisfy constraints.
    fn drawn(
        &self,
        constraints: &[soundline_domains::expr::Constraint],
        choices: &mut Choices,
    ) -> Vec<Vec<Rat>> {
        let mut points = Points::new(constraints.to_vec(), self.space);
        let mut one = || {
            let direction = draw::expression(self.space, 3, choices);
            points.toward(&direction, choices)
        };
        (0..CARRIED).filter_map(|_| one()).collect()
    }

    /// Must an element have a point, as far as that is known from how it was made?
    fn must(&self, slot: Slot, point: &[Rat], depth: usize) -> bool {
        if self.arrived[slot.0].iter().any(|known| known == point) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        let must = |slot: &Slot| self.must(*slot, point, depth - 1);
        match self.operations[slot.0] {
            Operation::Top => true,
            Operation::Constraints(constraints) => lies_in(point, constraints, self.space),
            Operation::Join(a, b) | Operation::Widen(a, b) => must(a) || must(b),
            Operation::Meet(a, b) | Operation::Narrow(a, b) => must(a) && must(b),
            Operation::Guard(a, constraint) => constraint.holds_at(point) == Ok(true) && must(a),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Trace;

    fn arrived(lines: &str) -> Vec<Vec<Rat>> {
        let text = format!("# soundline trace 1\ntarget t\nvars 1\n{lines}\n");
        let trace: Trace = text.parse().expect("it is a trace");
        let operations: Vec<&Operation> = trace.operations().collect();
        let mut choices = Choices::random(1);
        let goal = trace.check.arguments.elements[0];
        let travel = Travel::to(goal, &operations, &trace.space, &mut choices);
        assert_eq!(travel.way().last(), Some(&goal));
        travel.points(goal).to_vec()
    }

    #[test]
    fn points_go_through_all_operations() {
        let five = vec![vec![Rat::from(5)]];
        assert_eq!(
            arrived("p0 = constraint x0 = 4\np1 = assign p0 x0 := x0 + 1\ncheck P3 x=p1"),
            five
        );
        let guarded = "p0 = constraint x0 = 5\np1 = constraint x0 = 4\np2 = join p0 p1\n\
            p3 = guard p2 x0 - 5 >= 0\ncheck P3 x=p3";
        assert_eq!(arrived(guarded), five);
        let met = "p0 = constraint x0 = 5\np1 = constraint x0 >= 1\np2 = meet p1 p0\ncheck P3 x=p2";
        assert_eq!(arrived(met), five);
        let moved = "p0 = constraint x0 = 5\np1 = embed p0 x0\np2 = widen p1 p0\ncheck P3 x=p2";
        assert_eq!(arrived(moved), five);
        let right = "p0 = bottom\np1 = constraint x0 = 5\np2 = join p0 p1\np3 = widen p0 p2\n\
            check P3 x=p3";
        assert_eq!(arrived(right), five);
    }

    #[test]
    fn where_there_is_no_point_none_arrives() {
        assert!(arrived("p0 = bottom\np1 = forget p0 x0\ncheck P3 x=p1").is_empty());
        let met = "p0 = constraint x0 = 5\np1 = constraint x0 = 4\np2 = meet p1 p0\ncheck P3 x=p2";
        assert!(arrived(met).is_empty());
    }
}
