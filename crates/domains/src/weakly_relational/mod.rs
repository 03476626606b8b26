//! Weakly relational domains, in the words of Miné (HOSC 2006): bounds of variables and of pairs of
//! variables. [`Octagons`](crate::octagons::Octagons) and [`Zones`](crate::zones::Zones) are the same
//! code over two [shapes](Shape) and two number types, f64 that is rounded soundly or [exact](Exact).
//!
//! The bounds are the entries of a matrix over nodes. Most operations want it *closed*: each entry the
//! least bound that all of them imply. An element is closed at most once, when an operation needs it,
//! and only matrices of the type `Closed` are handed to operations that rely on it.

mod assign;
mod domain;
mod element;
mod exact;
mod float;
mod guard;
mod lattice;
mod layout;
mod linear;
mod matrix;
mod rationals;
#[cfg(test)]
mod tests;
mod tighten;
mod wide;

pub use element::Element;
pub use exact::Exact;
pub use float::Float;
pub use lattice::WeaklyRelational;
pub use layout::Shape;
pub use matrix::Matrix;

pub(crate) use layout::Entry;
pub(crate) use sealed::Sealed;

/// Shapes and matrices speak of types of this crate, so that others cannot make any.
mod sealed {
    pub trait Sealed {}
}
