//! Mutants: the pool of a trace made again, with operations inserted, deleted, replaced and aimed at
//! other elements, constants nudged, two traces spliced; then elements next to what the library told,
//! and a property on them.
//!
//! A mutant is made by going through its parent and making every operation again in a new pool, so
//! that it is well formed whatever was changed, and what operations demand of their operands holds.

use soundline_domains::expr::{Constraint, LinearExpr, Relation};
use soundline_domains::numbers::Rat;
use soundline_lattice::choices::Random;
use soundline_targets::{Operation, Slot, WideningContract};

use super::corpus::Entry;
use super::neighbour::guard;
use crate::generate::{Plan, Pool};
use crate::property::{ConstraintShape, Property};
use crate::trace::{Statement, Trace};

/// The most statements of a trace that is spliced.
const LONGEST: usize = 48;
/// The most changes of a mutant's parent.
const MOST_EDITS: usize = 1;
/// The most operations on the favoured elements.
const MOST_MORE: usize = 2;
/// Elements next to one that the library told of.
const SIBLINGS: usize = 4;

/// One change of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edit {
    Insert,
    Delete,
    Replace,
    Reaim,
    Nudge,
}

const EDITS: [Edit; 8] = [
    Edit::Insert,
    Edit::Insert,
    Edit::Delete,
    Edit::Replace,
    Edit::Reaim,
    Edit::Reaim,
    Edit::Nudge,
    Edit::Nudge,
];

/// A mutant of a trace, perhaps spliced with another one, that checks a property.
pub(super) fn mutant(
    plan: &Plan,
    random: &mut Random,
    parent: &Entry,
    other: &Trace,
    property: &'static Property,
) -> Trace {
    let space = &parent.trace.space;
    let pool = plan.pool(random, space).focused();
    let constants = parent.trace.operations().flat_map(constants).cloned().collect();
    let mut mutation = Mutation { pool, slots: Vec::new(), constants };
    let spliced = parent.trace.statements.len() + other.statements.len() <= LONGEST;
    if spliced && *space == other.space && mutation.pool.draw.once_in(8) {
        mutation.copy(&other.statements, 0);
    }
    let edits = mutation.pool.draw.below(MOST_EDITS + 1);
    mutation.copy(&parent.trace.statements, edits);
    let facts = mutation.favour(parent);
    let more = mutation.pool.draw.below(MOST_MORE + 1);
    for _ in 0..more {
        let made = mutation.pool.apply_any();
        mutation.pool.favour(made);
    }
    let mut arguments = plan.arguments(property, &mut mutation.pool);
    let any = property.inputs.constraint == Some(ConstraintShape::Any);
    if any && mutation.pool.draw.once_in(2) {
        let fact = mutation.pool.draw.below(facts.len());
        arguments.constraint = Some(guard(&mut mutation.pool.draw, &facts[fact]));
    }
    plan.trace_of(property, space.clone(), mutation.pool, arguments)
}

/// A test of direct search whose elements are made after those of a trace, and of another one over the
/// same variables.
pub(super) fn direct(
    plan: &Plan,
    random: &mut Random,
    parent: &Trace,
    other: &Trace,
    property: &'static Property,
) -> Trace {
    let space = &parent.space;
    let others = (other.space == *space).then_some(other);
    let operations = [parent].into_iter().chain(others).flat_map(Trace::operations);
    let initial = |operation: &Operation| match operation {
        Operation::Constraints(constraints) => Some(constraints.clone()),
        _ => None,
    };
    let models: Vec<Vec<Constraint>> = operations.filter_map(initial).collect();
    let mut pool = plan.pool(random, space).after(&models);
    let arguments = plan.arguments(property, &mut pool);
    plan.trace_of(property, space.clone(), pool, arguments)
}

/// A mutant in the making.
struct Mutation<'a> {
    pool: Pool<'a>,
    /// The new number of each element of the trace that is being copied.
    slots: Vec<Slot>,
    /// Constants of the parent: what coincides is what goes wrong.
    constants: Vec<Rat>,
}

impl<'a> Mutation<'a> {
    /// Let the pool favour an element that the library told of, another one, and neighbours of the
    /// first. What it told of the first.
    fn favour(&mut self, parent: &'a Entry) -> &'a [Constraint] {
        let mut any = || &parent.facts[self.pool.draw.below(parent.facts.len())];
        let ((first, facts), (second, _)) = (any(), any());
        self.pool.favour(self.slots[first.0]);
        self.pool.favour(self.slots[second.0]);
        self.pool.favour_siblings(facts, SIBLINGS);
        facts
    }

    /// Make the statements again, with so many changes.
    fn copy(&mut self, statements: &[Statement], edits: usize) {
        self.slots.clear();
        let edits: Vec<(usize, Edit)> = (0..edits.min(statements.len()))
            .map(|_| (self.pool.draw.below(statements.len()), self.pool.draw.pick(&EDITS)))
            .collect();
        for (position, statement) in statements.iter().enumerate() {
            let edit = edits.iter().find(|(at, _)| *at == position).map(|(_, edit)| *edit);
            if edit == Some(Edit::Insert) {
                self.pool.apply_any();
            }
            match statement {
                Statement::Make(operation) => {
                    let slot = self.make(operation, edit);
                    self.slots.push(slot);
                }
                Statement::Touch(..) if edit == Some(Edit::Delete) => {}
                Statement::Touch(slot, how) => self.pool.touch_as(self.slots[slot.0], *how),
            }
        }
    }

    fn make(&mut self, operation: &Operation, edit: Option<Edit>) -> Slot {
        let mut operation = operation.map_operands(|slot| self.slots[slot.0]);
        match edit {
            None | Some(Edit::Insert) => {}
            Some(Edit::Delete) => {
                let first = operation.operands().next();
                return first.unwrap_or_else(|| self.pool.pick());
            }
            Some(Edit::Replace) => return self.pool.apply_any(),
            Some(Edit::Reaim) => {
                let aimed = self.pool.draw.below(2);
                let mut place = 0;
                operation = operation.map_operands(|slot| {
                    place += 1;
                    if place - 1 == aimed { self.pool.pick() } else { slot }
                });
            }
            Some(Edit::Nudge) => self.nudge(&mut operation),
        }
        self.make_within_contracts(operation)
    }

    /// Make an element; operands that are not known to be in order are put in order.
    fn make_within_contracts(&mut self, operation: Operation) -> Slot {
        let increasing = self.pool.draw.profile.widening == WideningContract::Increasing;
        match operation {
            Operation::Widen(a, b) if increasing && !self.is_above(b, a) => self.pool.widen(a, b),
            Operation::Narrow(a, b) if !self.is_below(b, a) => {
                let below = self.pool.make(Operation::Meet(a, b));
                self.pool.make(Operation::Narrow(a, below))
            }
            operation => self.pool.make(operation),
        }
    }

    /// Is the first a join with the second?
    fn is_above(&self, upper: Slot, lower: Slot) -> bool {
        let join = matches!(self.pool.operation(upper),
            Some(Operation::Join(a, b)) if *a == lower || *b == lower);
        join || upper == lower
    }

    /// Is the first a meet with the second?
    fn is_below(&self, lower: Slot, upper: Slot) -> bool {
        let meet = matches!(self.pool.operation(lower),
            Some(Operation::Meet(a, b)) if *a == upper || *b == upper);
        meet || lower == upper
    }

    /// Change a constant of an operation.
    fn nudge(&mut self, operation: &mut Operation) {
        match operation {
            Operation::Constraints(all) if !all.is_empty() => {
                let position = self.pool.draw.below(all.len());
                all[position] = self.nudged_constraint(&all[position]);
            }
            Operation::Guard(_, constraint) => *constraint = self.nudged_constraint(constraint),
            Operation::Assign(_, assignments) => {
                let position = self.pool.draw.below(assignments.len());
                assignments[position].1 = self.nudged(&assignments[position].1);
            }
            _ => {}
        }
    }

    fn nudged_constraint(&mut self, constraint: &Constraint) -> Constraint {
        if constraint.relation() == Relation::Ge && self.pool.draw.once_in(6) {
            return Constraint::new(constraint.expr().clone(), Relation::Eq);
        }
        Constraint::new(self.nudged(constraint.expr()), constraint.relation())
    }

    /// With another constant: next to the old one, the same with the other sign, one that occurs
    /// elsewhere, or one that is likely to be a boundary.
    fn nudged(&mut self, expr: &LinearExpr) -> LinearExpr {
        let constant = expr.constant_term();
        let nudged = match self.pool.draw.below(8) {
            0 => constant + &Rat::ONE,
            1 => constant - &Rat::ONE,
            2 => -constant,
            3 => Rat::ZERO,
            4 | 5 if !self.constants.is_empty() => {
                let position = self.pool.draw.below(self.constants.len());
                self.constants[position].clone()
            }
            _ => self.pool.draw.constant(),
        };
        expr.clone().with_constant(nudged)
    }
}

/// The constants that an operation mentions.
pub(super) fn constants(operation: &Operation) -> impl Iterator<Item = &Rat> {
    let exprs: Vec<&LinearExpr> = match operation {
        Operation::Constraints(all) => all.iter().map(Constraint::expr).collect(),
        Operation::Guard(_, constraint) => vec![constraint.expr()],
        Operation::Assign(_, assignments) => assignments.iter().map(|(_, e)| e).collect(),
        _ => Vec::new(),
    };
    exprs.into_iter().map(LinearExpr::constant_term)
}
