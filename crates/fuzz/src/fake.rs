//! A machine for tests of checkers: what its elements tell and what it answers are given.

use soundline_domains::expr::{Constraint, Space};
use soundline_lattice::Answer;
use soundline_targets::{Machine, Operation, Profile, Question, Refusal, Registry, Slot, Touch};

use crate::trace::Trace;

/// It claims to be exact boxes, over one real variable.
pub struct Fake<'a> {
    pub profile: Profile,
    space: Space,
    elements: Vec<Vec<Constraint>>,
    answer: Box<dyn FnMut(Question) -> Answer + 'a>,
    /// What an element tells that was made of others.
    result: &'a str,
}

impl<'a> Fake<'a> {
    /// It answers so. What it makes of others is ⊤.
    pub fn new(answer: impl FnMut(Question) -> Answer + 'a) -> Fake<'a> {
        let space = Space::reals(1);
        let registry = Registry::builtin();
        let boxes = registry.get("boxes:exact").expect("it is built in");
        let profile = boxes.open(&space).expect("it opens").profile().clone();
        Fake { profile, space, elements: Vec::new(), answer: Box::new(answer), result: "" }
    }

    /// Whatever it makes of others tells this.
    pub fn making(mut self, result: &'a str) -> Fake<'a> {
        self.result = result;
        self
    }

    /// With elements that tell this.
    pub fn with(mut self, elements: &[&str]) -> Fake<'a> {
        self.elements = elements.iter().map(|told| told_by(told)).collect();
        self
    }
}

impl Machine for Fake<'_> {
    fn space(&self) -> &Space {
        &self.space
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn reset(&mut self) {
        self.elements.clear();
    }

    fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        self.elements.push(match operation {
            Operation::Constraints(constraints) => constraints.clone(),
            Operation::Bottom => vec![Constraint::falsity()],
            Operation::Top => Vec::new(),
            _ => told_by(self.result),
        });
        Ok(Slot(self.elements.len() - 1))
    }

    fn ask(&mut self, question: Question) -> Result<Answer, Refusal> {
        Ok((self.answer)(question))
    }

    fn touch(&mut self, _: Slot, _: Touch) -> Result<(), Refusal> {
        Ok(())
    }

    fn constraints(&mut self, slot: Slot) -> Result<Vec<Constraint>, Refusal> {
        Ok(self.elements[slot.0].clone())
    }
}

/// Constraints, with commas between them; none for ⊤.
pub fn told_by(text: &str) -> Vec<Constraint> {
    let parts = text.split(',').filter(|part| !part.is_empty());
    parts.map(|part| Space::reals(1).parse(part).expect("it is a constraint")).collect()
}

/// A trace over one variable.
pub fn trace(lines: &str) -> Trace {
    let text = format!("# soundline trace 1\ntarget boxes:exact\nvars 1\n{lines}\n");
    text.parse().expect("it is a trace")
}
