//! A law of the tables while it is run, and whether its failures are those of a more basic law.

use super::ids::*;
use crate::check::Session;
use crate::erased::{Erased, Used};
use crate::panics::caught;
use crate::{Case, Check, Choices, Law, LawId, Order, Outcome, Recipe, Subject};
use std::sync::Arc;

pub(crate) struct LawSession {
    subject: Subject<Erased>,
    law: Law<Erased>,
    /// All laws of the lattice.
    table: Arc<[Law<Erased>]>,
}

/// Elements of a failing case that a suspected law is tried on.
const ELEMENTS: usize = 9;

impl LawSession {
    /// The law as a check.
    pub(crate) fn check(
        law: Law<Erased>,
        table: Arc<[Law<Erased>]>,
        open: Arc<dyn Fn() -> Erased + Send + Sync>,
    ) -> Check {
        let mut check = Check::opened(law.id.name(), law.class, law.statement, move || {
            let subject = Subject::new(open());
            subject.keep();
            Box::new(LawSession { subject, law, table: Arc::clone(&table) })
        });
        check.law = Some(law.id);
        check
    }

    /// Is the law violated by some of the elements that the subject is restricted to?
    fn fails_here(&self, law: &Law<Erased>) -> bool {
        let mut case = Case::exhaustive(Choices::replay(&[]));
        loop {
            self.subject.reset();
            let outcome = caught(|| (law.check)(&self.subject, &mut case));
            if case.was_generated() {
                return false;
            }
            if outcome == Ok(Outcome::Violated) {
                return true;
            }
            if !case.choices.next_in_order() {
                return false;
            }
        }
    }
}

impl Session for LawSession {
    fn run(&mut self, case: &mut Case) -> Outcome {
        self.subject.reset();
        self.subject.trace(case.is_traced());
        (self.law.check)(&self.subject, case)
    }

    fn explained_by(&mut self, failing: &Recipe, suspects: &[LawId]) -> Option<LawId> {
        let mut case = Case::of_recipe(failing);
        let _ = caught(|| self.run(&mut case));
        let used = self.subject.used();
        let (impure, others): (Vec<LawId>, Vec<LawId>) =
            suspects.iter().partition(|law| spoils(**law).is_some());
        let spoilt = |law: &&LawId| spoils(**law).is_some_and(|by| by(used));
        if let Some(law) = impure.iter().find(spoilt) {
            return Some(*law);
        }
        let elements = self.subject.of_last_case(ELEMENTS);
        let floor = self.subject.keep();
        let all = self.subject.restrict(Some(elements));
        let table = Arc::clone(&self.table);
        let found = others
            .into_iter()
            .find(|suspect| table.iter().any(|law| law.id == *suspect && self.fails_here(law)));
        self.subject.restrict(all);
        self.subject.keep_first(floor);
        found
    }

    fn fault_of(&self, recipe: &Recipe) -> Option<String> {
        self.subject.fault_of(&recipe.script)
    }

    fn order(&self) -> Option<Order> {
        Order::of(&*self.subject)
    }
}

/// Which cases an operation that changes its operands spoils: those that used it. What it did to
/// them cannot be seen afterwards.
fn spoils(law: LawId) -> Option<fn(Used) -> bool> {
    Some(match law {
        LEQ_PURE => |used| used.leq,
        JOIN_PURE => |used| used.join,
        MEET_PURE => |used| used.meet,
        WIDENING_PURE => |used| used.widen,
        NARROWING_PURE => |used| used.narrow,
        _ => return None,
    })
}
