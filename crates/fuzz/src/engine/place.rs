//! Where inside a trace a machine is, written down before every instruction, so that it is known
//! which one did not come back.

use std::sync::atomic::{AtomicU64, Ordering};

use soundline_domains::expr::{Constraint, Space};
use soundline_lattice::Answer;
use soundline_targets::{
    Claims, Machine, Operation, OperationKind, Profile, Question, Refusal, Slot, Touch,
};

/// An instruction of a machine: an operation, a question or a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u8);

impl Place {
    /// As a word that processes share; 0 is nowhere.
    pub(super) fn word(self) -> u64 {
        u64::from(self.0) + 1
    }

    /// From such a word.
    pub(super) fn of_word(word: u64) -> Option<Place> {
        let known = OperationKind::ALL.len() + QUESTIONS.len() + Touch::ALL.len();
        let number = word.checked_sub(1).filter(|number| *number < known as u64)?;
        Some(Place(number as u8))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let names = OperationKind::ALL.map(OperationKind::name).into_iter().chain(QUESTIONS);
        let mut names = names.chain(Touch::ALL.map(Touch::name));
        names.nth(self.0.into()).expect("only known places are made")
    }
}

const QUESTIONS: [&str; 4] = ["leq", "equal", "is_bottom", "is_top"];

/// A machine that writes down what it is about to do.
pub struct Watched<'a> {
    machine: &'a mut dyn Machine,
    word: &'a AtomicU64,
}

impl<'a> Watched<'a> {
    /// Write to this word.
    pub fn new(machine: &'a mut dyn Machine, word: &'a AtomicU64) -> Watched<'a> {
        word.store(0, Ordering::Release);
        Watched { machine, word }
    }

    fn enter(&self, number: usize) {
        self.word.store(number as u64 + 1, Ordering::Release);
    }
}

impl Machine for Watched<'_> {
    fn space(&self) -> &Space {
        self.machine.space()
    }

    fn profile(&self) -> &Profile {
        self.machine.profile()
    }

    fn reset(&mut self) {
        self.machine.reset();
    }

    fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        self.enter(operation.kind() as usize);
        self.machine.apply(operation)
    }

    fn apply_in_place(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        self.enter(operation.kind() as usize);
        self.machine.apply_in_place(operation)
    }

    fn ask(&mut self, question: Question) -> Result<Answer, Refusal> {
        let number = match question {
            Question::Leq(..) => 0,
            Question::Equal(..) => 1,
            Question::IsBottom(_) => 2,
            Question::IsTop(_) => 3,
        };
        self.enter(OperationKind::ALL.len() + number);
        self.machine.ask(question)
    }

    fn touch(&mut self, slot: Slot, how: Touch) -> Result<(), Refusal> {
        self.enter(OperationKind::ALL.len() + QUESTIONS.len() + how as usize);
        self.machine.touch(slot, how)
    }

    fn constraints(&mut self, slot: Slot) -> Result<Vec<Constraint>, Refusal> {
        let number = Touch::Constraints as usize;
        self.enter(OperationKind::ALL.len() + QUESTIONS.len() + number);
        self.machine.constraints(slot)
    }

    fn claims(&self) -> Claims {
        self.machine.claims()
    }

    fn rest(&mut self) {
        self.machine.rest();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instruction_has_its_name() {
        let name_of = |word: u64| Place::of_word(word).map(Place::name);
        assert_eq!(name_of(0), None);
        assert_eq!(name_of(OperationKind::Widen as u64 + 1), Some("widen"));
        let questions = OperationKind::ALL.len() as u64;
        assert_eq!(name_of(questions + 1), Some("leq"));
        assert_eq!(name_of(questions + 5 + Touch::Print as u64), Some("print"));
        assert_eq!(name_of(questions + 10), None);
    }
}
