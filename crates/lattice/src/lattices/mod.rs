//! Ready lattices.
//!
//! Each has generators made for it and a `suite()` with all the laws that it should satisfy and the
//! signatures of its operators. They serve as building blocks, as models to copy from, and as the
//! first customers of the checker.

mod boolean;
mod congruence;
mod flat;
mod interval;
mod parity;
mod sign;
mod strings;
mod witness;

pub use boolean::Bool;
pub use congruence::{Congruence, CongruenceElem};
pub use flat::{Flat, FlatElem};
pub use interval::{Bound, IntInterval, IntervalElem};
pub use parity::{Parity, ParityElem};
pub use sign::{Sign, SignElem};
pub use strings::Strings;

use crate::Choices;

/// An integer: half of them small, so that they coincide, the others of all magnitudes.
fn integer(choices: &mut Choices) -> i64 {
    if choices.flip() { choices.any_int() } else { choices.int(-8, 8) }
}
