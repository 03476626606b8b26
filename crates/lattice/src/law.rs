//! A law: a row of a table that a lattice is checked against.

use crate::{Argument, Case, Outcome, Subject};
use std::fmt;

/// What a law is about, to choose laws by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Class {
    /// The order is one.
    Order,
    /// Bottom and top are where they belong.
    Bounds,
    /// Algebra of joins.
    Join,
    /// Algebra of meets.
    Meet,
    /// Joins and meets absorb each other.
    Absorption,
    /// Order, join and meet tell the same story.
    Compatibility,
    /// Join is the least and meet the greatest bound.
    Best,
    /// Generators keep what they promise.
    Generators,
    /// Operations leave their operands alone.
    Purity,
    /// Representation does not show: equal in, equal out; `Eq`, `Ord` and `Hash` agree with the order.
    Representation,
    /// Widening covers its operands and converges.
    Widening,
    /// Narrowing stays between its operands and converges.
    Narrowing,
    /// Order, join and meet mean what the concretisation says.
    Concretisation,
    /// Properties of operators, from their signatures.
    Operator,
}

impl Class {
    /// All classes, in the order in which they are listed.
    pub const ALL: [Class; 14] = [
        Class::Order,
        Class::Bounds,
        Class::Join,
        Class::Meet,
        Class::Absorption,
        Class::Compatibility,
        Class::Best,
        Class::Generators,
        Class::Purity,
        Class::Representation,
        Class::Widening,
        Class::Narrowing,
        Class::Concretisation,
        Class::Operator,
    ];

    /// The name by which users choose the class.
    pub fn name(self) -> &'static str {
        match self {
            Class::Order => "order",
            Class::Bounds => "bounds",
            Class::Join => "join",
            Class::Meet => "meet",
            Class::Absorption => "absorption",
            Class::Compatibility => "compatibility",
            Class::Best => "best",
            Class::Generators => "generators",
            Class::Purity => "purity",
            Class::Representation => "representation",
            Class::Widening => "widening",
            Class::Narrowing => "narrowing",
            Class::Concretisation => "concretisation",
            Class::Operator => "operator",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The identity of a law: its name in lower-case words. Those of this crate are in
/// [`laws::ids`](crate::laws::ids), so that an exemption of a law that does not exist does not compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LawId(&'static str);

impl LawId {
    /// The identity of a law of your own.
    pub const fn new(name: &'static str) -> LawId {
        LawId(name)
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for LawId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A law that every lattice of type `L` should satisfy.
#[non_exhaustive]
pub struct Law<L: Argument> {
    /// Its identity, by which it is chosen and exempted.
    pub id: LawId,
    /// What it is about.
    pub class: Class,
    /// The law as a formula.
    pub statement: &'static str,
    /// Draws a case and checks it. It looks at its own precondition.
    pub check: fn(&Subject<L>, &mut Case) -> Outcome,
}

impl<L: Argument> Law<L> {
    /// A row of a table.
    pub const fn new(
        id: LawId,
        class: Class,
        statement: &'static str,
        check: fn(&Subject<L>, &mut Case) -> Outcome,
    ) -> Law<L> {
        Law { id, class, statement, check }
    }
}

impl<L: Argument> Clone for Law<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Argument> Copy for Law<L> {}
