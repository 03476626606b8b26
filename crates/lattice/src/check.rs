//! A check: a law bound to a lattice, or a property bound to an operator, ready to be run.

use crate::{Argument, Case, Class, Law, Outcome, Subject};
use std::rc::Rc;

/// Something that can be checked case by case, whatever types are behind it.
pub struct Check {
    /// What is checked: a lattice.
    pub subject: String,
    /// The law or operator property, in words.
    pub name: String,
    /// What it is about.
    pub class: Class,
    /// The law as a formula.
    pub statement: String,
    /// Why it is not checked, if it is not.
    pub exempt: Option<String>,
    test: Box<dyn Fn(&mut Case) -> Outcome>,
}

impl Check {
    /// A check made of a function on cases.
    pub fn new(
        name: impl Into<String>,
        class: Class,
        statement: impl Into<String>,
        test: impl Fn(&mut Case) -> Outcome + 'static,
    ) -> Check {
        Check {
            subject: String::new(),
            name: name.into(),
            class,
            statement: statement.into(),
            exempt: None,
            test: Box::new(test),
        }
    }

    /// A law bound to a lattice.
    pub fn of_law<L: Argument + 'static>(law: Law<L>, subject: &Rc<Subject<L>>) -> Check {
        let subject = Rc::clone(subject);
        Check::new(law.name, law.class, law.statement, move |case| (law.check)(&subject, case))
    }

    /// Run one case.
    pub fn run(&self, case: &mut Case) -> Outcome {
        (self.test)(case)
    }
}
