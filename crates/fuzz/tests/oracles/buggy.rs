//! A domain with a bug: a healthy one behind a wrapper that does some things wrong.

use soundline_domains::expr::{Constraint, Space};
use soundline_lattice::Answer;
use soundline_targets::{
    Claims, Machine, Operation, OperationKind, Profile, Question, Refusal, Slot, Touch,
};

/// Makes an element, wrongly.
pub type Make = fn(&mut Inside, &Operation) -> Result<Slot, Refusal>;
/// Answers a question, wrongly.
pub type Ask = fn(&mut Inside, Question) -> Result<Answer, Refusal>;
/// What an element becomes when something happens to it, if that changes it.
pub type Spoil = fn(Event, Slot) -> Option<Operation>;

/// What may happen to an element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// It was looked at.
    Touched(Touch),
    /// It was an operand.
    Used(OperationKind),
}

/// What is wrong.
#[derive(Clone, Copy)]
pub struct Bug {
    make: Make,
    ask: Ask,
    spoil: Spoil,
    in_place: Option<Make>,
    claims: Claims,
}

impl Bug {
    /// Nothing is.
    pub const NONE: Bug = Bug {
        make: |inside, operation| inside.apply(operation),
        ask: |inside, question| inside.machine.ask(question),
        spoil: |_, _| None,
        in_place: None,
        claims: Claims { exact: false, best: false },
    };

    pub const fn making(make: Make) -> Bug {
        Bug { make, ..Bug::NONE }
    }

    pub const fn answering(ask: Ask) -> Bug {
        Bug { ask, ..Bug::NONE }
    }

    pub const fn spoiling(spoil: Spoil) -> Bug {
        Bug { spoil, ..Bug::NONE }
    }

    pub const fn in_place(make: Make) -> Bug {
        Bug { in_place: Some(make), ..Bug::NONE }
    }

    /// Every result is flagged exact and best.
    pub const fn boasting(self) -> Bug {
        Bug { claims: Claims { exact: true, best: true }, ..self }
    }
}

/// The healthy domain, and how each of its elements was made.
pub struct Inside {
    pub machine: Box<dyn Machine>,
    pub made: Vec<OperationKind>,
}

impl Inside {
    /// Make an element rightly.
    pub fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        let slot = self.machine.apply(operation)?;
        self.made.push(operation.kind());
        Ok(slot)
    }
}

/// A domain with a bug.
pub struct Buggy {
    inside: Inside,
    bug: Bug,
    /// That of the healthy machine, with flags and operations in place, for bugs in those.
    profile: Profile,
    /// The healthy element behind each element; several may be made for one.
    slots: Vec<Slot>,
}

impl Buggy {
    pub fn new(machine: Box<dyn Machine>, bug: Bug) -> Buggy {
        let profile = Profile { flags: true, in_place: true, ..machine.profile().clone() };
        Buggy { inside: Inside { machine, made: vec![] }, bug, profile, slots: vec![] }
    }

    /// The same, as one whose constraints describe its elements exactly or not.
    pub fn describing(mut self, exactly: bool) -> Buggy {
        self.profile.constraints_exact = exactly;
        self
    }

    fn spoil(&mut self, slot: Slot, event: Event) -> Result<(), Refusal> {
        if let Some(operation) = (self.bug.spoil)(event, self.slots[slot.0]) {
            self.slots[slot.0] = self.inside.apply(&operation)?;
        }
        Ok(())
    }

    fn make(&mut self, operation: &Operation, make: Make) -> Result<Slot, Refusal> {
        let inner = operation.map_operands(|slot| self.slots[slot.0]);
        let made = make(&mut self.inside, &inner)?;
        for operand in operation.operands() {
            self.spoil(operand, Event::Used(operation.kind()))?;
        }
        self.slots.push(made);
        Ok(Slot(self.slots.len() - 1))
    }
}

impl Machine for Buggy {
    fn space(&self) -> &Space {
        self.inside.machine.space()
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn reset(&mut self) {
        self.inside.machine.reset();
        self.inside.made.clear();
        self.slots.clear();
    }

    fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        self.make(operation, self.bug.make)
    }

    fn apply_in_place(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        let make = self.bug.in_place.ok_or(Refusal::Unsupported("operations in place"))?;
        self.make(operation, make)
    }

    fn ask(&mut self, question: Question) -> Result<Answer, Refusal> {
        let inner = match question {
            Question::Leq(a, b) => Question::Leq(self.slots[a.0], self.slots[b.0]),
            Question::Equal(a, b) => Question::Equal(self.slots[a.0], self.slots[b.0]),
            Question::IsBottom(a) => Question::IsBottom(self.slots[a.0]),
            Question::IsTop(a) => Question::IsTop(self.slots[a.0]),
        };
        (self.bug.ask)(&mut self.inside, inner)
    }

    fn touch(&mut self, slot: Slot, how: Touch) -> Result<(), Refusal> {
        self.inside.machine.touch(self.slots[slot.0], how)?;
        self.spoil(slot, Event::Touched(how))
    }

    fn constraints(&mut self, slot: Slot) -> Result<Vec<Constraint>, Refusal> {
        self.inside.machine.constraints(self.slots[slot.0])
    }

    fn claims(&self) -> Claims {
        self.bug.claims
    }
}
