//! Numerical abstract domains: exact, sound and fast.
//!
//! A [`Domain`] is a lattice whose elements stand for sets of points, with the operations that an
//! analysis needs. All of them compute with exact numbers or round soundly, never change their
//! operands, and answer faulty input with an [`Error`].
//!
//! ```
//! use soundline_domains::{Domain, expr::Space, octagons::Octagons};
//! use soundline_lattice::{Lattice, Widening};
//!
//! // i := 0; while i < 10 { i := i + 1 }
//! let space = Space::integers(1);
//! let domain = Octagons::exact(space.clone());
//! let start = domain.guard(&domain.universe(), &space.parse("x0 = 0")?)?;
//! let mut head = start.clone();
//! loop {
//!     let inside = domain.guard(&head, &space.parse("x0 < 10")?)?;
//!     let after = domain.assign(&inside, 0, &space.parse_expr("x0 + 1")?)?;
//!     let next = domain.join(&start, &after);
//!     if domain.leq(&next, &head).is_yes() {
//!         break;
//!     }
//!     head = domain.widen(&head, &next);
//! }
//! assert_eq!(domain.show(&head), "x0 >= 0");
//! # Ok::<(), soundline_domains::Error>(())
//! ```
//!
//! | module | elements |
//! |---|---|
//! | [`boxes`] | intervals over rationals, integers or f64 |
//! | [`values`] | a value of a lattice for each variable: sign, parity, constant, interval, congruence |
//! | [`zones`], [`octagons`] | bounds of differences, and of sums; exact or f64 ([`weakly_relational`]) |
//! | [`equalities`] | affine equalities |
//! | [`polyhedra`] | convex polyhedra, closed or with strict inequalities |
//! | [`zonotopes`] | affine forms |
//! | [`disjunctions`] | finite unions of intervals |
//!
//! [`Product`] combines two domains, [`Precise`] makes zones and octagons as precise as they can be,
//! and [`blocks`] decomposes elements into independent blocks of variables.
//!
//! Underneath: [`numbers`] (exact integers and rationals, sound rounding), [`expr`] (linear and
//! other expressions, constraints, their text) and [`simplex`] (exact linear programming).
//! [`registry`] has all domains of this crate by name, and [`AnyDomain`] is any of them, chosen at run time;
//! a [`Pool`] is one with the elements that it made.
//! [`analysis`] has more for writers of analyses: variables with names, states, fixpoints, and a whole
//! analyzer in 60 lines.
//!
//! With the feature `serde`, numbers, expressions, constraints and spaces can be written and read. With the feature `testing`, module `trial` puts any domain on trial.

pub mod analysis;
mod any;
pub mod blocks;
pub mod boxes;
pub mod capabilities;
pub mod disjunctions;
mod domain;
pub mod equalities;
mod error;
pub mod expr;
mod kernels;
mod linear;
mod nonlinear;
pub mod numbers;
pub mod octagons;
pub mod polyhedra;
mod pool;
mod precise;
mod product;
pub mod registry;
#[cfg(feature = "serde")]
mod serialise;
pub mod simplex;
#[cfg(test)]
mod tests;
mod thresholds;
#[cfg(any(test, feature = "testing"))]
pub mod trial;
pub mod values;
pub mod weakly_relational;
pub mod zones;
pub mod zonotopes;

pub use any::{AnyDomain, AnyElem};
pub use domain::{Domain, Part};
pub use error::Error;
pub use pool::{Pool, Pooled};
pub use precise::Precise;
pub use product::{Pair, Product};
