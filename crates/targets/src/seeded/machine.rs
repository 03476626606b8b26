//! A machine with a planted bug: a healthy one behind it, and one thing that is done wrongly.

use std::collections::BTreeMap;

use soundline_domains::expr::{Constraint, Space};
use soundline_lattice::Answer;

use super::bug::{Bug, Plant};
use super::matrix::Matrix;
use crate::machine::{Claims, Machine, Refusal};
use crate::operation::{Operation, OperationKind, Question, Slot, Touch};
use crate::profile::Profile;

/// Nothing if the operation, question or look is not the faulty one.
pub(super) type Replaced<T> = Result<Option<T>, Refusal>;

/// What is done wrongly. Elements are those of the wrapped machine.
#[derive(Clone, Copy)]
pub(super) struct Fault {
    /// Makes an element.
    make: fn(&mut Inside, &Operation) -> Replaced<Slot>,
    /// Answers a question.
    ask: fn(&mut Inside, Question) -> Replaced<Answer>,
    /// What an element becomes when it is looked at.
    look: fn(&mut Inside, Slot, Touch) -> Replaced<Slot>,
    /// What the first operand becomes when the operation has given the result.
    overwrite: fn(&mut Inside, &Operation, Slot) -> Replaced<Slot>,
}

impl Fault {
    /// Nothing is.
    pub(super) const NONE: Fault = Fault {
        make: |_, _| Ok(None),
        ask: |_, _| Ok(None),
        look: |_, _, _| Ok(None),
        overwrite: |_, _, _| Ok(None),
    };

    pub(super) const fn making(make: fn(&mut Inside, &Operation) -> Replaced<Slot>) -> Fault {
        Fault { make, ..Fault::NONE }
    }

    pub(super) const fn answering(ask: fn(&mut Inside, Question) -> Replaced<Answer>) -> Fault {
        Fault { ask, ..Fault::NONE }
    }

    pub(super) const fn looking(look: fn(&mut Inside, Slot, Touch) -> Replaced<Slot>) -> Fault {
        Fault { look, ..Fault::NONE }
    }

    pub(super) const fn overwriting(
        overwrite: fn(&mut Inside, &Operation, Slot) -> Replaced<Slot>,
    ) -> Fault {
        Fault { overwrite, ..Fault::NONE }
    }

    pub(super) const fn and_answering(
        self,
        ask: fn(&mut Inside, Question) -> Replaced<Answer>,
    ) -> Fault {
        Fault { ask, ..self }
    }
}

/// The healthy machine, and what a faulty one remembers beside it.
pub(super) struct Inside {
    machine: Box<dyn Machine>,
    /// The matrices of octagons that should have been closed and were not.
    pub matrices: BTreeMap<Slot, Matrix>,
    /// Results that are kept for the next time.
    pub cache: Vec<(OperationKind, Slot, Slot)>,
}

impl Inside {
    /// Make an element rightly.
    pub fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        self.machine.apply(operation)
    }

    /// Answer a question rightly.
    pub fn ask(&mut self, question: Question) -> Result<Answer, Refusal> {
        self.machine.ask(question)
    }

    /// Is it bottom, and does the machine say so?
    pub fn is_bottom(&mut self, slot: Slot) -> Result<bool, Refusal> {
        Ok(self.ask(Question::IsBottom(slot))?.is_yes())
    }

    /// The constraints of an element.
    pub fn constraints(&mut self, slot: Slot) -> Result<Vec<Constraint>, Refusal> {
        self.machine.constraints(slot)
    }

    /// The number of variables.
    pub fn dimensions(&self) -> usize {
        self.machine.space().dimensions()
    }
}

/// A machine with a planted bug.
pub struct Seeded {
    inside: Inside,
    fault: Fault,
    /// The element of the wrapped machine behind each element; several may be made for one.
    slots: Vec<Slot>,
}

impl Seeded {
    /// A healthy machine with a bug. The machine should be of the bug's kind.
    ///
    /// A bug that belongs into the table of a library's manager cannot be planted in this way: the
    /// machine stays healthy.
    pub fn new(machine: Box<dyn Machine>, bug: &Bug) -> Seeded {
        match bug.plant {
            Plant::Machine(fault) => Seeded::with(machine, fault),
            Plant::Table(_) => Seeded::healthy(machine),
        }
    }

    /// A healthy machine behind the same wrapper, which changes nothing then.
    pub fn healthy(machine: Box<dyn Machine>) -> Seeded {
        Seeded::with(machine, Fault::NONE)
    }

    fn with(machine: Box<dyn Machine>, fault: Fault) -> Seeded {
        let inside = Inside { machine, matrices: BTreeMap::new(), cache: Vec::new() };
        Seeded { inside, fault, slots: Vec::new() }
    }

    fn inner(&self, slot: Slot) -> Result<Slot, Refusal> {
        let inner = self.slots.get(slot.0).copied();
        inner.ok_or_else(|| Refusal::Misuse(format!("there is no element {slot}")))
    }

    fn inner_operation(&self, operation: &Operation) -> Result<Operation, Refusal> {
        operation.operands().try_for_each(|slot| self.inner(slot).map(drop))?;
        Ok(operation.map_operands(|slot| self.slots[slot.0]))
    }

    /// Keep a result, and let the operation spoil its first operand if that is the bug.
    fn keep(
        &mut self,
        operation: &Operation,
        inner: &Operation,
        made: Slot,
    ) -> Result<Slot, Refusal> {
        if let Some(first) = operation.operands().next()
            && let Some(spoilt) = (self.fault.overwrite)(&mut self.inside, inner, made)?
        {
            self.slots[first.0] = spoilt;
        }
        self.slots.push(made);
        Ok(Slot(self.slots.len() - 1))
    }
}

impl Machine for Seeded {
    fn space(&self) -> &Space {
        self.inside.machine.space()
    }

    fn profile(&self) -> &Profile {
        self.inside.machine.profile()
    }

    fn reset(&mut self) {
        self.inside.machine.reset();
        self.inside.matrices.clear();
        self.inside.cache.clear();
        self.slots.clear();
    }

    fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        let inner = self.inner_operation(operation)?;
        let made = match (self.fault.make)(&mut self.inside, &inner)? {
            Some(made) => made,
            None => self.inside.apply(&inner)?,
        };
        self.keep(operation, &inner, made)
    }

    /// Libraries share the code of both variants, and so the bug.
    fn apply_in_place(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        let inner = self.inner_operation(operation)?;
        let healthy = self.inside.machine.apply_in_place(&inner)?;
        let made = (self.fault.make)(&mut self.inside, &inner)?.unwrap_or(healthy);
        self.keep(operation, &inner, made)
    }

    fn ask(&mut self, question: Question) -> Result<Answer, Refusal> {
        let inner = match question {
            Question::Leq(a, b) => Question::Leq(self.inner(a)?, self.inner(b)?),
            Question::Equal(a, b) => Question::Equal(self.inner(a)?, self.inner(b)?),
            Question::IsBottom(a) => Question::IsBottom(self.inner(a)?),
            Question::IsTop(a) => Question::IsTop(self.inner(a)?),
        };
        match (self.fault.ask)(&mut self.inside, inner)? {
            Some(answer) => Ok(answer),
            None => self.inside.ask(inner),
        }
    }

    fn touch(&mut self, slot: Slot, how: Touch) -> Result<(), Refusal> {
        let inner = self.inner(slot)?;
        self.inside.machine.touch(inner, how)?;
        if let Some(spoilt) = (self.fault.look)(&mut self.inside, inner, how)? {
            self.slots[slot.0] = spoilt;
        }
        Ok(())
    }

    fn constraints(&mut self, slot: Slot) -> Result<Vec<Constraint>, Refusal> {
        let inner = self.inner(slot)?;
        self.inside.constraints(inner)
    }

    fn claims(&self) -> Claims {
        self.inside.machine.claims()
    }

    fn rest(&mut self) {
        self.inside.machine.rest();
    }
}
