//! A suite: a lattice with all the laws it should be checked against, its exemptions and operators.

use crate::{Argument, Check, Class, Concrete, Generate, Law, Narrowing, Subject, Widening, laws};
use std::hash::Hash;
use std::rc::Rc;

/// The laws that a lattice is to be checked against. Add what the lattice has, then take the
/// [`checks`](Suite::checks).
///
/// ```
/// use soundline_lattice::{Runner, Suite, lattices::Interval};
/// let suite = Suite::new("interval", Interval).widening().narrowing().equality();
/// for report in Runner::new().run_all(&suite.checks()) {
///     assert!(!report.is_violated(), "{report}");
/// }
/// ```
pub struct Suite<L: Argument> {
    name: String,
    subject: Rc<Subject<L>>,
    laws: Vec<Law<L>>,
    exemptions: Vec<(String, String)>,
    operators: Vec<Check>,
}

impl<L: Generate + 'static> Suite<L> {
    /// The laws of every lattice.
    pub fn new(name: impl Into<String>, lattice: L) -> Suite<L> {
        let exemptions = match lattice.top() {
            Some(_) => vec![],
            None => vec![("top is upper bound".into(), "the lattice has no top".into())],
        };
        Suite {
            name: name.into(),
            subject: Rc::new(Subject::new(lattice)),
            laws: laws::lattice(),
            exemptions,
            operators: vec![],
        }
    }

    /// And the laws of its widening.
    pub fn widening(self) -> Self
    where
        L: Widening,
    {
        self.with(laws::widening())
    }

    /// And the laws of its narrowing.
    pub fn narrowing(self) -> Self
    where
        L: Narrowing,
    {
        self.with(laws::narrowing())
    }

    /// And that order, join and meet mean what the concretisation says.
    pub fn concretisation(self) -> Self
    where
        L: Concrete,
    {
        self.with(laws::concretisation())
    }

    /// And that `==` agrees with the order.
    pub fn equality(self) -> Self
    where
        L::Elem: PartialEq,
    {
        self.with(laws::equality())
    }

    /// And that `Hash` agrees with the order.
    pub fn hashing(self) -> Self
    where
        L::Elem: Hash,
    {
        self.with(laws::hashing())
    }

    /// And that `Ord` agrees with the order's equality.
    pub fn ordering(self) -> Self
    where
        L::Elem: Ord,
    {
        self.with(laws::ordering())
    }

    /// And that `PartialOrd` is the order.
    pub fn partial_order(self) -> Self
    where
        L::Elem: PartialOrd,
    {
        self.with(laws::partial_order())
    }

    /// And other laws, for instance the user's own.
    pub fn with(mut self, laws: Vec<Law<L>>) -> Self {
        self.laws.extend(laws);
        self
    }

    /// Do not check a law, or a whole class of laws, for the given reason; reports show it.
    ///
    /// # Panics
    /// When nothing in the suite has that name: an exemption that exempts nothing is a mistake.
    pub fn exempt(mut self, law_or_class: &str, reason: &str) -> Self {
        let named = |name: &str, class: Class| name == law_or_class || class.name() == law_or_class;
        assert!(
            self.laws.iter().any(|law| named(law.name, law.class))
                || self.operators.iter().any(|check| named(&check.name, check.class)),
            "no law or class is called '{law_or_class}' in the suite of {}",
            self.name
        );
        self.exemptions.push((law_or_class.into(), reason.into()));
        self
    }

    /// And the properties of an operator, from its [`signature!`](crate::signature!).
    pub fn operator(mut self, checks: Vec<Check>) -> Self {
        self.operators.extend(checks);
        self
    }

    /// All of it as checks, in the order in which it was added.
    pub fn checks(self) -> Vec<Check> {
        let of_laws = self.laws.iter().map(|law| Check::of_law(*law, &self.subject));
        let mut checks: Vec<Check> = of_laws.collect();
        checks.extend(self.operators);
        for check in &mut checks {
            check.subject = self.name.clone();
            check.exempt = self
                .exemptions
                .iter()
                .find(|(name, _)| *name == check.name || name == check.class.name())
                .map(|(_, reason)| reason.clone());
        }
        checks
    }
}
