//! What a domain under test can do and does not claim, as data.

use soundline_domains::capabilities::{Best, Kind};

use crate::operation::OperationKind;

/// The numbers that a library computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// Rationals of any size.
    Rational,
    /// Integers of any size.
    Integer,
    /// Machine floats, rounded soundly as far as the library can.
    Double,
    /// Floats of a fixed larger precision.
    BigFloat,
    /// Machine integers, or fractions of two of them, which may overflow.
    Machine,
}

impl Numbers {
    /// The words for them.
    pub const WORDS: [(&'static str, Numbers); 5] = [
        ("rational", Numbers::Rational),
        ("integer", Numbers::Integer),
        ("double", Numbers::Double),
        ("bigfloat", Numbers::BigFloat),
        ("machine", Numbers::Machine),
    ];

    /// Is every number that may come up represented exactly?
    pub fn exact(self) -> bool {
        matches!(self, Numbers::Rational | Numbers::Integer)
    }
}

/// What a widening may expect of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WideningContract {
    /// Any two elements.
    Any,
    /// The first is below the second.
    Increasing,
}

/// What a narrowing may expect of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NarrowingContract {
    /// Any two elements.
    Any,
    /// The second is below the first.
    Decreasing,
}

/// What may happen, by the documentation of a library, where its numbers do not fit into the machine's
/// words. What no documentation warns of is promised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overflow {
    /// It may loop for ever.
    pub endless: bool,
    /// Results and answers may be wrong.
    pub wrong: bool,
}

impl Overflow {
    /// The documentation warns of nothing.
    pub const PROMISED: Overflow = Overflow { endless: false, wrong: false };

    /// Does the documentation warn of anything?
    pub fn is_warned_of(self) -> bool {
        self.endless || self.wrong
    }
}

/// Properties that a domain does not promise, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exempt {
    /// The name of the property or law.
    pub property: String,
    /// Why it does not hold by design.
    pub reason: String,
}

/// What a domain under test can do and does not claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Which constraints its elements are made of.
    pub kind: Kind,
    /// The numbers that it computes with.
    pub numbers: Numbers,
    /// Can its elements express strict inequalities?
    pub strict: bool,
    /// Are its variables integers whatever the space says?
    pub integers_only: bool,
    /// Do the constraints of an element describe exactly its points?
    pub constraints_exact: bool,
    /// Does it answer yes or no, with a flag beside that says whether a no is meant? Those who do
    /// not look at the flag take every no for one.
    pub flags: bool,
    /// Does it have operations that overwrite their first operand?
    pub in_place: bool,
    /// What its widening expects, by its documentation.
    pub widening: WideningContract,
    /// What its narrowing expects, by its documentation.
    pub narrowing: NarrowingContract,
    /// What its documentation warns of where numbers overflow.
    pub overflow: Overflow,
    /// Does its documentation say that results may lack points where numbers are rounded?
    pub rounds_unsoundly: bool,
    /// Which results it claims to be the best.
    pub best: Best,
    /// Operations that it does not have.
    pub missing: Vec<OperationKind>,
    /// Properties that it does not promise.
    pub exempt: Vec<Exempt>,
}

impl Profile {
    /// Does it have the operation?
    pub fn supports(&self, kind: OperationKind) -> bool {
        !self.missing.contains(&kind)
    }
}
