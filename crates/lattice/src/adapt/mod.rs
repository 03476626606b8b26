//! Less to write for a lattice of your own: generators from a list or from constructors, a lattice
//! from the diagram of its order, and the meaning of elements as integers of a width.
//!
//! | you have | use |
//! |---|---|
//! | an enum with a few elements and its order as a diagram | [`Hasse`] |
//! | a lattice with a few elements | [`generate_listed!`](crate::generate_listed!) |
//! | elements that need no context | [`Element`], [`Own`] |
//! | elements made of numbers, such as intervals | [`generate!`](crate::generate!) |
//! | an operator whose arguments must be related | [`Pairs`] |
//! | elements that stand for machine integers | [`concrete_integers!`](crate::concrete_integers!), [`Integers`] |
#![cfg_attr(feature = "proptest", doc = "| a strategy of `proptest` | [`Drawer`] |")]

mod draw;
mod element;
mod hasse;
mod integers;
mod listed;
mod pairs;
#[cfg(feature = "proptest")]
mod strategy;

pub use draw::{Construct, Draw};
pub use element::{Element, Own};
pub use hasse::Hasse;
pub use integers::Integers;
pub use pairs::Pairs;
#[cfg(feature = "proptest")]
pub use strategy::Drawer;
