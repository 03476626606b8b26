//! What is known about functions before the analysis starts: the order of their parts, what is read
//! later, and the program's constants.

mod beside;
mod callees;
mod closed;
mod constants;
mod definitions;
mod endless;
mod frees;
mod held;
mod kept;
mod liveness;
mod order;
mod scopes;
mod shape;
mod shown;
mod taken;
mod ways;

pub(crate) use beside::beside;
pub(crate) use callees::{called, callees_first, cycles};
pub(crate) use closed::is_closed;
pub(crate) use constants::{float_thresholds, of_graph as values, thresholds};
pub(crate) use definitions::{Definition, Definitions, written};
pub(crate) use endless::endless;
pub(crate) use frees::freeing;
pub(crate) use held::{Held, note};
pub(crate) use kept::{CallAt, kept};
pub(crate) use scopes::Scopes;
pub(crate) use shape::{End, Segment, Shape};
pub(crate) use shown::{address, lent, only_reads, shown};
pub(crate) use taken::Taken;
pub(crate) use ways::Ways;
