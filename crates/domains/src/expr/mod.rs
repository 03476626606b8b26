//! Expressions and constraints over numbered variables.
//!
//! [`LinearExpr`] and [`Constraint`] are exact and have a text syntax (`2*x0 - x3 + 1/2 >= 0`).
//! [`Expr`] is a tree with products, divisions, bit operations and casts; it is evaluated exactly
//! at a point, or linearised into a [`LinearForm`] given the ranges of its variables. A
//! [`Space`] says how many variables there are and which of them are integers.

mod bits;
mod boxed;
mod constraint;
mod eval;
mod form;
mod linear;
mod linearise;
mod space;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod within;

pub use constraint::{Constraint, Relation};
pub use form::LinearForm;
pub use linear::LinearExpr;
pub use linearise::Linearisation;
pub use space::{Space, VarKind};
pub use tree::{BinaryOp, Expr, IntType, UnaryOp};

pub(crate) use within::{ends, upper_bounds, within};

/// The number of a variable, from 0; in text, variable 3 is `x3`.
pub type Var = usize;
