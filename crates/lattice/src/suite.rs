//! A suite: a lattice with all the laws it should be checked against, its exemptions and operators.

use crate::erased::{Abilities, Erased};
use crate::laws::{self, LawSession, ids};
use crate::{Check, Class, Concrete, Generate, Law, LawId, Narrowing, Widening};
use std::hash::Hash;
use std::sync::Arc;

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
pub struct Suite<L: Generate> {
    name: String,
    lattice: Arc<L>,
    abilities: Abilities<L>,
    laws: Vec<Row<L>>,
    exemptions: Vec<(Exempt, String)>,
    operators: Vec<Check>,
}

/// A law of this crate, compiled once for all lattices, or one that knows the lattice's type.
enum Row<L: Generate> {
    Table(Law<Erased>),
    Own(Law<L>),
}

impl<L: Generate> Row<L> {
    fn names(&self) -> (LawId, Class) {
        match self {
            Row::Table(law) => (law.id, law.class),
            Row::Own(law) => (law.id, law.class),
        }
    }
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
        let exemptions = match lattice.top() {
            Some(_) => vec![],
            None => vec![(ids::TOP_IS_UPPER_BOUND.into(), "the lattice has no top".into())],
        };
        let suite = Suite {
            name: name.into(),
            lattice: Arc::new(lattice),
            abilities: Abilities::none(),
            laws: vec![],
            exemptions,
            operators: vec![],
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
        self.laws.extend(laws.into_iter().map(Row::Table));
        self
    }

    /// And other laws, for instance your own.
    pub fn with(mut self, laws: Vec<Law<L>>) -> Self {
        self.laws.extend(laws.into_iter().map(Row::Own));
        self
    }

    /// Do not check a law, or a whole class of laws, for the given reason; reports show it.
    ///
    /// ```
    /// use soundline_lattice::{Class, Suite, laws::ids, lattices::Interval};
    /// Suite::new("interval", Interval)
    ///     .exempt(ids::JOIN_ASSOCIATIVE, "only to show it")
    ///     .exempt(Class::Best, "a whole class");
    /// ```
    ///
    /// A law that does not exist does not compile:
    ///
    /// ```compile_fail
    /// use soundline_lattice::{Suite, laws::ids, lattices::Interval};
    /// Suite::new("interval", Interval).exempt(ids::JOIN_ASOCIATIVE, "misspelt");
    /// ```
    ///
    /// # Panics
    /// When the suite has nothing of the kind: an exemption that exempts nothing is a mistake.
    pub fn exempt(mut self, what: impl Into<Exempt>, reason: &str) -> Self {
        let what = what.into();
        assert!(
            self.laws.iter().map(Row::names).any(|(id, class)| match what {
                Exempt::Law(law) => law == id,
                Exempt::Class(exempt) => exempt == class,
                Exempt::Operator(_) => false,
            }) || self.operators.iter().any(|check| exempts(&what, check)),
            "the suite of {} does not have {what:?}, which is to be exempt",
            self.name
        );
        self.exemptions.push((what, reason.into()));
        self
    }

    /// And the properties of an operator, from its [`signature!`](crate::signature!).
    pub fn operator(mut self, checks: Vec<Check>) -> Self {
        self.operators.extend(checks);
        self
    }

    /// All of it as checks, in the order in which it was added.
    pub fn checks(self) -> Vec<Check> {
        let Suite { name, lattice, abilities, laws, exemptions, operators } = self;
        let table: Arc<[Law<Erased>]> = laws
            .iter()
            .filter_map(|row| match row {
                Row::Table(law) => Some(*law),
                Row::Own(_) => None,
            })
            .collect();
        let of_laws = laws.into_iter().map(|row| match row {
            Row::Own(law) => Check::of_law(law, &lattice),
            Row::Table(law) => {
                let (lattice, table) = (Arc::clone(&lattice), Arc::clone(&table));
                let open = move || Erased::new(Arc::clone(&lattice), abilities);
                LawSession::check(law, table, open)
            }
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
