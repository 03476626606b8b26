//! A kind of check: where it may stand, and what it claims there.
//!
//! A kind is a file of a few lines. The condition is C text with placeholders; it only compares, so that it has no undefined
//! behaviour of its own, and it calls and changes nothing. The built-in files in `checks/` show all places.

mod catalogue;
mod claim;
mod condition;
mod spots;

pub use catalogue::{KindError, Kinds};
pub use claim::Claim;
pub use condition::ConditionError;
pub(crate) use spots::{Spot, spots};

use serde::{Deserialize, Serialize};

/// A kind of check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// What it is called.
    pub name: String,
    /// What it claims, in a few words.
    pub about: String,
    /// At which expressions.
    pub at: At,
    /// Which constants `{k}` stands for.
    #[serde(default)]
    pub constants: Choice,
    /// The condition, an `int` expression of C in which placeholders stand in braces.
    pub condition: String,
}

/// The expressions that a kind is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum At {
    /// Integers.
    Number,
    /// Pointers.
    Pointer,
    /// Pointers, each with each object of its type that lives as long as the program.
    PointsTo,
    /// Indices of arrays whose length is known.
    Index,
    /// `+`, `-` and `*` of numbers with at most 32 bits.
    Arithmetic,
}

impl At {
    /// What may stand in braces in a condition, apart from `k`.
    pub fn placeholders(self) -> &'static [&'static str] {
        match self {
            At::Number | At::Index => &["e", "wide"],
            At::Pointer => &["e"],
            At::PointsTo => &["e", "object"],
            At::Arithmetic => &["e", "wide", "exact", "low"],
        }
    }
}

/// Which constants a kind compares with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Choice {
    /// None: there is one check for each expression.
    #[default]
    None,
    /// Those of a family.
    Family(Family),
    /// These.
    List(Vec<i64>),
}

/// Constants that depend on the expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Values of the number, from the program and at random.
    Values,
    /// The length of the array, and smaller ones.
    Length,
    /// The numbers of elements of the object.
    Elements,
    /// The bounds of the type and of narrower ones: 2 to the power of 7, 15, 31, or of 8, 16, 32 without a sign.
    Widths,
}

impl Family {
    /// Where it means something.
    fn fits(self, at: At) -> bool {
        match self {
            Family::Values => matches!(at, At::Number | At::Index | At::Arithmetic),
            Family::Length => at == At::Index,
            Family::Elements => at == At::PointsTo,
            Family::Widths => at == At::Arithmetic,
        }
    }
}

impl Kind {
    /// Whether it compares a number with values, as the paper does. Then runs tell the value itself, and one run serves all
    /// constants.
    pub fn compares_values(&self) -> bool {
        let values = Choice::Family(Family::Values);
        self.at == At::Number && self.constants == values && self.condition == "{e} != {k}"
    }
}
