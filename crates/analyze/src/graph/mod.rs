//! What is known about functions before the analysis starts: the order of their parts, what is read
//! later, what they may change, and the program's constants.

mod constants;
mod effects;
mod liveness;
mod order;
mod scopes;
mod shape;

pub(crate) use constants::{of_graph as values, thresholds};
pub(crate) use effects::{Effects, effects};
pub(crate) use scopes::Scopes;
pub(crate) use shape::{End, Shape};
