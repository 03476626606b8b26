//! Octagons (Miné, HOSC 2006): conjunctions of bounds on ±x and ±x ±y, in f64 that is rounded
//! soundly or exact.
//!
//! The bounds are the entries of a matrix over nodes x and -x. Most operations want it *closed*:
//! each entry the least bound that all of them imply. An element is closed at most once, when an
//! operation needs it, and only matrices of the type `Closed` are handed to operations that rely
//! on it. All of this is shared with [`zones`](crate::zones), which have fewer nodes.
//!
//! ```
//! use soundline_domains::{Domain, expr::Space, octagons::Octagons};
//! use soundline_lattice::Lattice;
//! let space = Space::reals(2);
//! let octagons = Octagons::exact(space.clone());
//! let a = octagons.from_constraints(&[space.parse("x0 + x1 <= 3")?, space.parse("x0 >= x1")?])?;
//! assert_eq!(octagons.bounds_of(&a, 1)?.unwrap().to_string(), "[-oo, 3/2]");
//! assert_eq!(octagons.show(&a), "-x0 - x1 + 3 >= 0 ∧ x0 - x1 >= 0 ∧ -x1 + 3/2 >= 0");
//! # Ok::<(), soundline_domains::Error>(())
//! ```

mod assign;
mod domain;
mod element;
mod exact;
mod float;
#[cfg(test)]
mod galois;
mod guard;
mod layout;
mod linear;
mod matrix;
mod rationals;
#[cfg(test)]
mod tests;
mod tighten;
mod weak;

pub use element::Element;
pub use exact::Exact;
pub use float::Float;
pub use layout::{Octagonal, Shape};
pub use matrix::Matrix;
pub use weak::{Octagons, Weak};

pub(crate) use layout::Entry;
