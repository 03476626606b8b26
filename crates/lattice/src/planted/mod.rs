//! Planted bugs: for every law a faulty lattice that the law catches.
//!
//! A checker that never complains is worth nothing, so each law has to prove itself on a lattice with
//! one deliberate bug. `soundline laws planted:NAME` shows what a finding looks like.

mod masks;
mod naturals;
mod operators;
mod shared;
mod spare;
mod zones;

use crate::Check;

/// A faulty lattice or operator, and the law that catches it.
#[non_exhaustive]
pub struct Planted {
    /// The law, or the operator property.
    pub law: &'static str,
    /// What is wrong, in words.
    pub bug: &'static str,
    /// Its name where another bug is caught by the same law.
    called: Option<&'static str>,
    suite: fn() -> Vec<Check>,
}

impl Planted {
    /// The name under which the command line finds it: mostly the law with dashes.
    pub fn name(&self) -> String {
        format!("planted:{}", self.called.unwrap_or(self.law).replace(' ', "-"))
    }

    /// Everything that the faulty lattice is checked against.
    pub fn checks(&self) -> Vec<Check> {
        let mut checks = (self.suite)();
        for check in &mut checks {
            check.subject = self.name();
        }
        checks
    }

    /// The check that must catch the bug.
    pub fn check(&self) -> Check {
        let found = self.checks().into_iter().find(|check| check.name == self.law);
        found.expect("a planted bug names a law of its suite")
    }
}

/// All planted bugs, in the order of the tables of laws.
pub fn all() -> Vec<Planted> {
    let mut all = masks::planted();
    all.extend(shared::planted());
    all.extend(spare::planted());
    all.extend(naturals::planted());
    all.extend(operators::planted());
    all.extend(zones::planted());
    all
}
