//! What can be wrong with an expression, a constraint, or their text.

/// A fault in what a caller handed in. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A variable that the space or point does not have.
    #[error("there is no variable x{variable} among {dimensions} dimensions")]
    UnknownVariable {
        /// The number of the variable.
        variable: usize,
        /// How many there are.
        dimensions: usize,
    },
    /// Two things that must have the same number of dimensions do not.
    #[error("{expected} dimensions are expected, not {found}")]
    DimensionMismatch {
        /// What would be right.
        expected: usize,
        /// What was given.
        found: usize,
    },
    /// A variable that is assigned, or the source of a variable, twice.
    #[error("x{variable} is given twice")]
    AssignedTwice {
        /// The number of the variable.
        variable: usize,
    },
    /// The text goes on where it should end.
    #[error("column {column}: the text should end here")]
    TrailingText {
        /// Where it should end.
        column: usize,
    },
    /// The text continues with something else than it must.
    #[error("column {column}: {expected} is expected")]
    Syntax {
        /// Where it goes wrong.
        column: usize,
        /// What would be right.
        expected: &'static str,
    },
    /// A division by a constant that is 0.
    #[error("column {column}: division by zero")]
    DivisionByZero {
        /// Where the divisor starts.
        column: usize,
    },
    /// `nan` or an infinity.
    #[error("column {column}: only finite numbers can be used")]
    NotFinite {
        /// Where it is.
        column: usize,
    },
    /// A product of two variables, or a division by one.
    #[error("column {column}: the expression is not linear")]
    NotLinear {
        /// Where the second factor or the divisor starts.
        column: usize,
    },
    /// Too many parentheses in each other.
    #[error("column {column}: parentheses are nested too deeply")]
    NestedTooDeeply {
        /// Where the depth is reached.
        column: usize,
    },
    /// A name that no variable has.
    #[error("column {column}: there is no variable {name}")]
    UnknownName {
        /// Where it is.
        column: usize,
        /// The name.
        name: String,
    },
    /// A name that no variable can have, or that another one has.
    #[error("{name:?} cannot be the name of a further variable")]
    UnusableName {
        /// The name.
        name: String,
    },
    /// No domain of the [registry](crate::registry) has this name.
    #[error("there is no domain {name:?}")]
    UnknownDomain {
        /// What was asked for.
        name: String,
    },
    /// A `!=` where only convex constraints make sense.
    #[error("the constraint {constraint} is not convex")]
    NotConvex {
        /// Its text.
        constraint: String,
    },
}
