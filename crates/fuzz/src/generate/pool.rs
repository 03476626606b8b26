//! The pool of elements: those of step 1 are made when something needs them, those of step 2 always.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, LinearExpr, Var};
use soundline_targets::{Operation, OperationKind, Slot, Touch, WideningContract};

use super::draw::Draw;
use crate::guide::sibling;
use crate::property::{ConstraintShape, ExprShape};
use crate::trace::Statement;

/// The most elements of a chain of widenings.
const LONGEST_CHAIN: usize = 4;
/// Initial elements of a pool that is about those that were made: top, bottom and two more.
const FOCUSED: usize = 4;

pub(crate) struct Pool<'a> {
    pub draw: Draw<'a>,
    /// Initial elements that were needed so far.
    initial: Vec<Option<Slot>>,
    /// What the initial elements behind top and bottom are, where all tests share them.
    shared: &'a [Vec<Constraint>],
    statements: Vec<Statement>,
    made: usize,
    /// Elements that are picked before all others; those that are not made yet are next to what was told.
    favoured: Vec<Option<Slot>>,
    /// What a library told of an element.
    told: &'a [Constraint],
    /// Elements of earlier tests that direct search changes.
    models: &'a [Vec<Constraint>],
}

impl<'a> Pool<'a> {
    pub fn new(draw: Draw<'a>, shared: &'a [Vec<Constraint>]) -> Pool<'a> {
        let initial = vec![None; draw.config.pool.max(2)];
        let (statements, favoured) = (Vec::with_capacity(48), Vec::new());
        Pool { draw, initial, shared, statements, made: 0, favoured, told: &[], models: &[] }
    }

    /// Let direct search make its elements after these.
    pub fn after(self, models: &'a [Vec<Constraint>]) -> Pool<'a> {
        Pool { models, ..self }
    }

    /// With so few initial elements that most picks are elements that were made.
    pub fn focused(mut self) -> Pool<'a> {
        self.initial.truncate(FOCUSED);
        self
    }

    /// Pick this element and the others that are favoured before all others.
    pub fn favour(&mut self, slot: Slot) {
        self.favoured.push(Some(slot));
    }

    /// The same for so many elements next to one that the library told of. Each is made when it is picked, so that
    /// those that nothing needs cost nothing.
    pub fn favour_siblings(&mut self, told: &'a [Constraint], count: usize) {
        self.told = told;
        self.favoured.resize(self.favoured.len() + count, None);
    }

    pub fn into_statements(self) -> Vec<Statement> {
        self.statements
    }

    /// Make an element.
    pub fn make(&mut self, operation: Operation) -> Slot {
        self.statements.push(Statement::Make(operation));
        self.made += 1;
        Slot(self.made - 1)
    }

    /// An element: one of the initial ones or of those made since. Outside of the paper's presets
    /// the latest ones are more likely, so that operations build on each other.
    pub fn pick(&mut self) -> Slot {
        if self.draw.config.search.is_direct() {
            let constraints = match self.models.is_empty() || self.draw.once_in(4) {
                true => self.draw.direct(),
                false => self.draw.direct_after(self.models),
            };
            return self.make(Operation::Constraints(constraints));
        }
        if !self.favoured.is_empty() && !self.draw.once_in(4) {
            let at = self.draw.below(self.favoured.len());
            return self.favoured[at].unwrap_or_else(|| {
                let sibling = sibling(&mut self.draw, self.told);
                let made = self.make(Operation::Constraints(sibling));
                self.favoured[at] = Some(made);
                made
            });
        }
        if !self.draw.config.paper && self.made > 0 && self.draw.once_in(2) {
            let recent = self.made.min(6);
            return Slot(self.made - 1 - self.draw.below(recent));
        }
        let choice = self.draw.below(self.initial.len() + self.made);
        if choice >= self.initial.len() {
            return Slot(choice - self.initial.len());
        }
        match self.initial[choice] {
            Some(slot) => slot,
            None => {
                let operation = match choice {
                    0 => Operation::Top,
                    1 => Operation::Bottom,
                    _ => Operation::Constraints(match self.shared.get(choice - 2) {
                        Some(constraints) => constraints.clone(),
                        None => self.draw.initial(),
                    }),
                };
                let slot = self.make(operation);
                self.initial[choice] = Some(slot);
                slot
            }
        }
    }

    /// Step 2: apply operations to elements of the pool.
    pub fn extend(&mut self) {
        let most = self.draw.config.operations;
        let count = if self.draw.config.paper || most == 0 {
            most
        } else {
            // Short tests are quick, and most bugs need few operations.
            let short = self.draw.once_in(2);
            1 + self.draw.below(if short { most.min(4) } else { most })
        };
        self.extend_by(count);
    }

    /// So many operations of step 2.
    pub fn extend_by(&mut self, count: usize) {
        for _ in 0..count {
            let slot = self.apply_any();
            if self.draw.config.paper {
                // Fig. 5 of the paper fails only if somebody asked before: its drivers must have done so.
                self.touch_as(slot, Touch::IsBottom);
            } else if self.draw.once_in(6) {
                self.touch(slot);
            }
        }
    }

    /// An operation of step 2 on elements of the pool.
    pub fn apply_any(&mut self) -> Slot {
        let kind = self.draw.step_two();
        self.apply(kind)
    }

    fn apply(&mut self, kind: OperationKind) -> Slot {
        let a = self.pick();
        let operation = match kind {
            OperationKind::Meet => Operation::Meet(a, self.pick()),
            OperationKind::Widen => {
                let b = self.pick();
                return self.widen(a, b);
            }
            OperationKind::Narrow => {
                let b = self.pick();
                let below = self.make(Operation::Meet(a, b));
                Operation::Narrow(a, below)
            }
            OperationKind::Assign => {
                let variable = self.draw.variable();
                let shape = match self.draw.tame && !self.draw.profile.best.assign {
                    true => ExprShape::Represented,
                    false => ExprShape::Any,
                };
                Operation::Assign(a, vec![(variable, self.draw.expr_for(shape, Some(variable)))])
            }
            OperationKind::ParallelAssign => Operation::Assign(a, self.assignments()),
            OperationKind::Forget => Operation::Forget(a, self.draw.forgotten()),
            OperationKind::Guard => {
                Operation::Guard(a, self.draw.constraint_for(ConstraintShape::Any))
            }
            OperationKind::Embed => Operation::Embed(a, self.draw.sources()),
            _ => Operation::Join(a, self.pick()),
        };
        self.make(operation)
    }

    /// a ∇ b, with b made larger where the widening wants that.
    pub fn widen(&mut self, a: Slot, b: Slot) -> Slot {
        let upper = match self.draw.profile.widening {
            WideningContract::Any => b,
            WideningContract::Increasing if self.is_as_in_the_paper() => b,
            WideningContract::Increasing => self.make(Operation::Join(a, b)),
        };
        self.make(Operation::Widen(a, upper))
    }

    /// The paper's presets widen any two elements but for polyhedra, whatever manuals say.
    fn is_as_in_the_paper(&self) -> bool {
        use Kind::{Intervals, Octagons, Zones};
        let kind = self.draw.profile.kind;
        self.draw.config.paper && matches!(kind, Intervals | Zones | Octagons)
    }

    fn assignments(&mut self) -> Vec<(Var, LinearExpr)> {
        let first = self.draw.variable();
        let mut assignments = vec![(first, self.draw.expr())];
        for _ in 0..1 + self.draw.below(2) {
            let variable = self.draw.variable();
            let expr = self.draw.expr();
            if assignments.iter().all(|(other, _)| *other != variable) {
                assignments.push((variable, expr));
            }
        }
        assignments
    }

    /// Elements to widen or narrow with.
    pub fn chain(&mut self) -> Vec<Slot> {
        let length = 1 + self.draw.below(LONGEST_CHAIN);
        (0..length).map(|_| self.pick()).collect()
    }

    /// Look at an element, because that changes inner states.
    fn touch(&mut self, slot: Slot) {
        let how = self.draw.pick(&Touch::ALL);
        self.touch_as(slot, how);
    }

    /// Look at an element in this way.
    pub fn touch_as(&mut self, slot: Slot, how: Touch) {
        self.statements.push(Statement::Touch(slot, how));
    }

    /// How an element is made.
    pub fn operation(&self, slot: Slot) -> Option<&Operation> {
        let mut operations = self.statements.iter().filter_map(|statement| match statement {
            Statement::Make(operation) => Some(operation),
            Statement::Touch(..) => None,
        });
        operations.nth(slot.0)
    }

    /// Look at some of the operands of the property.
    pub fn touch_some(&mut self, elements: &[Slot]) {
        if self.draw.config.paper {
            return;
        }
        for slot in elements {
            if self.draw.once_in(3) {
                self.touch(*slot);
            }
        }
    }
}
