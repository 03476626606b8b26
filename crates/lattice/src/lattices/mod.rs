//! Ready lattices.

mod sign;
pub use sign::{Sign, SignElem};
