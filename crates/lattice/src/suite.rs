//! A suite: a lattice with all the laws it should be checked against, its exemptions and operators.

use crate::erased::{Abilities, Erased, Operation};
use crate::laws::{self, LawSession, ids};
use crate::{Check, Class, Concrete, Generate, Law, LawId, Narrowing, Widening};
use std::hash::Hash;
use std::sync::Arc;

/// The laws that a lattice is to be checked against. Add what the lattice has, then take the
/// [`checks`](Suite::checks).
///
/// ```
/// use soundline_lattice::{Runner, Suite, lattices::IntInterval};
/// let suite = Suite::new("interval", IntInterval).widening().narrowing().equality();
/// for report in Runner::new().run_all(&suite.checks()) {
///     assert!(!report.is_violated(), "{report}");
/// }
/// ```
pub struct Suite<L: Generate> {
    lattice: Arc<L>,
    abilities: Abilities<L>,
    plan: Plan,
}

/// All of a suite that does not depend on the type of the lattice, so that it is compiled once.
struct Plan {
    name: String,
    rows: Vec<Row>,
    exemptions: Vec<(Exempt, String)>,
    operators: Vec<Check>,
}

/// A law of this crate, or one that knows the lattice's type and is bound to the lattice already.
enum Row {
    Table(Law<Erased>),
    Own(Check),
}

/// What is exempt: a law, all laws of a class, or a property of an operator by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exempt {
    /// A law.
    Law(LawId),
    /// A class of laws.
    Class(Class),
    /// A property of an operator, `"add sound"`, whose name comes from its signature.
    Operator(&'static str),
}

impl From<LawId> for Exempt {
    fn from(law: LawId) -> Exempt {
        Exempt::Law(law)
    }
}

impl From<Class> for Exempt {
    fn from(class: Class) -> Exempt {
        Exempt::Class(class)
    }
}

impl<L: Generate + Send + Sync + 'static> Suite<L> {
    /// The laws of every lattice.
    pub fn new(name: impl Into<String>, lattice: L) -> Suite<L> {
        let has_top = lattice.top().is_some();
        let suite = Suite {
            lattice: Arc::new(lattice),
            abilities: Abilities::none(),
            plan: Plan::new(name.into(), has_top),
        };
        suite.table(laws::lattice())
    }

    /// And the laws of its widening.
    pub fn widening(mut self) -> Self
    where
        L: Widening,
    {
        self.abilities.add_widening();
        self.table(laws::widening())
    }

    /// And the laws of its narrowing.
    pub fn narrowing(mut self) -> Self
    where
        L: Narrowing,
    {
        self.abilities.add_narrowing();
        self.table(laws::narrowing())
    }

    /// And that order, join and meet mean what the concretisation says.
    pub fn concretisation(mut self) -> Self
    where
        L: Concrete,
    {
        self.abilities.add_meaning();
        self.table(laws::concretisation())
    }

    /// And that `==` agrees with the order.
    pub fn equality(mut self) -> Self
    where
        L::Elem: PartialEq,
    {
        self.abilities.add_equality();
        self.table(laws::equality())
    }

    /// And that `Hash` agrees with the order.
    pub fn hashing(mut self) -> Self
    where
        L::Elem: Hash,
    {
        self.abilities.add_hash();
        self.table(laws::hashing())
    }

    /// And that `Ord` agrees with the order's equality.
    pub fn ordering(mut self) -> Self
    where
        L::Elem: Ord,
    {
        self.abilities.add_ordering();
        self.table(laws::ordering())
    }

    /// And that `PartialOrd` is the order.
    pub fn partial_order(mut self) -> Self
    where
        L::Elem: PartialOrd,
    {
        self.abilities.add_partial_order();
        self.table(laws::partial_order())
    }

    fn table(mut self, laws: Vec<Law<Erased>>) -> Self {
        self.plan.rows.extend(laws.into_iter().map(Row::Table));
        self
    }

    /// And other laws, for instance your own.
    pub fn with(mut self, laws: Vec<Law<L>>) -> Self {
        let bound = laws.into_iter().map(|law| Row::Own(Check::of_law(law, &self.lattice)));
        self.plan.rows.extend(bound);
        self
    }

    /// Do not check a law, or a whole class of laws, for the given reason; reports show it.
    ///
    /// ```
    /// use soundline_lattice::{Class, Suite, laws::ids, lattices::IntInterval};
    /// Suite::new("interval", IntInterval)
    ///     .exempt(ids::JOIN_ASSOCIATIVE, "only to show it")
    ///     .exempt(Class::Best, "a whole class");
    /// ```
    ///
    /// A law that does not exist does not compile:
    ///
    /// ```compile_fail
    /// use soundline_lattice::{Suite, laws::ids, lattices::IntInterval};
    /// Suite::new("interval", IntInterval).exempt(ids::JOIN_ASOCIATIVE, "misspelt");
    /// ```
    ///
    /// # Panics
    /// When the suite has nothing of the kind: an exemption that exempts nothing is a mistake.
    pub fn exempt(mut self, what: impl Into<Exempt>, reason: &str) -> Self {
        self.plan.exempt(what.into(), reason);
        self
    }

    /// And the properties of an operator, from its [`signature!`](crate::signature!).
    pub fn operator(mut self, checks: Vec<Check>) -> Self {
        self.plan.operators.extend(checks);
        self
    }

    /// Traces ([`Runner::traces`](crate::Runner::traces)) build elements by this operation too. Nothing is checked about it.
    pub fn unary(mut self, name: &'static str, f: fn(&L, &L::Elem) -> L::Elem) -> Self {
        self.abilities.operations.push((name, Operation::Unary(f)));
        self
    }

    /// The same for an operation of two operands.
    ///
    /// ```
    /// use soundline_lattice::{Runner, Suite, lattices::IntInterval};
    /// let suite = Suite::new("interval", IntInterval)
    ///     .unary("neg", |l, a| l.neg(a))
    ///     .binary("add", |l, a, b| l.add(a, b));
    /// let runner = Runner { traces: true, ..Runner::new() };
    /// assert!(runner.run_all(&suite.checks()).iter().all(|report| !report.is_violated()));
    /// ```
    pub fn binary(mut self, name: &'static str, f: fn(&L, &L::Elem, &L::Elem) -> L::Elem) -> Self {
        self.abilities.operations.push((name, Operation::Binary(f)));
        self
    }

    /// All of it as checks, in the order in which it was added.
    pub fn checks(self) -> Vec<Check> {
        let Suite { lattice, abilities, plan } = self;
        plan.checks(Arc::new(move || Erased::new(Arc::clone(&lattice), abilities.clone())))
    }
}

impl Plan {
    fn new(name: String, has_top: bool) -> Plan {
        let exemptions = match has_top {
            true => vec![],
            false => vec![(ids::TOP_IS_UPPER_BOUND.into(), "the lattice has no top".into())],
        };
        Plan { name, rows: vec![], exemptions, operators: vec![] }
    }

    fn exempt(&mut self, what: Exempt, reason: &str) {
        let is_about = |row: &Row| match row {
            Row::Table(law) => match what {
                Exempt::Law(exempt) => exempt == law.id,
                Exempt::Class(exempt) => exempt == law.class,
                Exempt::Operator(_) => false,
            },
            Row::Own(check) => exempts(&what, check),
        };
        assert!(
            self.rows.iter().any(is_about)
                || self.operators.iter().any(|check| exempts(&what, check)),
            "the suite of {} does not have {what:?}, which is to be exempt",
            self.name
        );
        self.exemptions.push((what, reason.into()));
    }

    fn checks(self, open: Arc<dyn Fn() -> Erased + Send + Sync>) -> Vec<Check> {
        let Plan { name, rows, exemptions, operators } = self;
        let table: Arc<[Law<Erased>]> = rows
            .iter()
            .filter_map(|row| match row {
                Row::Table(law) => Some(*law),
                Row::Own(_) => None,
            })
            .collect();
        let of_laws = rows.into_iter().map(|row| match row {
            Row::Own(check) => check,
            Row::Table(law) => LawSession::check(law, Arc::clone(&table), Arc::clone(&open)),
        });
        let mut checks: Vec<Check> = of_laws.collect();
        checks.extend(operators);
        for check in &mut checks {
            check.subject.clone_from(&name);
            let exemption = exemptions.iter().find(|(what, _)| exempts(what, check));
            check.exempt = exemption.map(|(_, reason)| reason.clone());
        }
        checks
    }
}

fn exempts(what: &Exempt, check: &Check) -> bool {
    match what {
        Exempt::Law(law) => check.law == Some(*law),
        Exempt::Class(class) => check.class == *class,
        Exempt::Operator(name) => check.law.is_none() && check.name == *name,
    }
}
