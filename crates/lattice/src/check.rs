//! A check: a law bound to a lattice, or a property bound to an operator, ready to be run.

use crate::{Argument, Case, Class, Law, LawId, Order, Outcome, Recipe, Subject};
use std::sync::Arc;

/// Something that can be checked case by case, whatever types are behind it. It can be sent to
/// another thread; what it needs while it runs is made there, by [`Check::open`].
#[non_exhaustive]
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
    /// The law; properties of operators have names only.
    pub law: Option<LawId>,
    open: Open,
}

/// Makes a session on the thread that runs it.
type Open = Box<dyn Fn() -> Box<dyn Session> + Send + Sync>;

/// A check that is being run, on one thread. Functions from cases to outcomes are sessions.
pub trait Session {
    /// Run one case.
    fn run(&mut self, case: &mut Case) -> Outcome;

    /// The first of the suspected laws that is violated by the elements of a failing case, drawn or
    /// computed: then the failure is no news.
    fn explained_by(&mut self, _failing: &Recipe, _suspects: &[LawId]) -> Option<LawId> {
        None
    }

    /// Why a case cannot be run here: its traces use operations that the lattice does not have.
    fn fault_of(&self, _recipe: &Recipe) -> Option<String> {
        None
    }

    /// The order of the lattice that it is about, where that is small.
    fn order(&self) -> Option<Order> {
        None
    }
}

impl<F: FnMut(&mut Case) -> Outcome> Session for F {
    fn run(&mut self, case: &mut Case) -> Outcome {
        self(case)
    }
}

impl Check {
    /// A check made of a function on cases.
    pub fn new(
        name: impl Into<String>,
        class: Class,
        statement: impl Into<String>,
        test: impl Fn(&mut Case) -> Outcome + Send + Sync + 'static,
    ) -> Check {
        let test = Arc::new(test);
        Check::opened(name, class, statement, move || {
            let test = Arc::clone(&test);
            Box::new(move |case: &mut Case| test(case))
        })
    }

    /// A check that makes something for each run: the list of all elements, for instance.
    pub fn opened(
        name: impl Into<String>,
        class: Class,
        statement: impl Into<String>,
        open: impl Fn() -> Box<dyn Session> + Send + Sync + 'static,
    ) -> Check {
        Check::boxed(name.into(), class, statement.into(), Box::new(open))
    }

    fn boxed(name: String, class: Class, statement: String, open: Open) -> Check {
        let subject = String::new();
        Check { subject, name, class, statement, exempt: None, law: None, open }
    }

    /// A law bound to a lattice.
    pub fn of_law<L>(law: Law<L>, lattice: &Arc<L>) -> Check
    where
        L: Argument + Send + Sync + 'static,
    {
        let check = Check::about(lattice, law.id.name(), law.class, law.statement, law.check);
        Check { law: Some(law.id), ..check }
    }

    /// A check that draws from a lattice, or from plain [`Values`](crate::Values).
    pub fn about<A>(
        argument: &Arc<A>,
        name: impl Into<String>,
        class: Class,
        statement: impl Into<String>,
        test: impl Fn(&Subject<A>, &mut Case) -> Outcome + Send + Sync + 'static,
    ) -> Check
    where
        A: Argument + Send + Sync + 'static,
    {
        let (argument, test) = (Arc::clone(argument), Arc::new(test));
        Check::opened(name, class, statement, move || {
            let (subject, test) = (Subject::shared(&argument), Arc::clone(&test));
            Box::new(move |case: &mut Case| test(&subject, case))
        })
    }

    /// Start to run it on this thread.
    pub fn open(&self) -> Box<dyn Session> {
        (self.open)()
    }
}
