//! Lattice crates that others published, checked as a user of `soundline-lattice` would.
//!
//! There is one adapter for each crate: [`sparta_domains`] for sparta, [`hydro`] for the crate
//! lattices of the Hydro project, [`ascent`] for ascent_base. What the checks find is kept as data
//! ([`Known`](known::Known)), so that a test fails when the situation changes. An older sparta is
//! checked by the package in the folder `sparta-0.1.2`, with the same adapter.

pub mod ascent;
pub mod hydro;
pub mod known;
pub mod sparta_domains;
