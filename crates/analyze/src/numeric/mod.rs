//! Numbers of the analysis: ranges, linear sums over cells, and numerical domains that are chosen
//! when the program runs.

mod bits;
mod choose;
mod floats;
mod format;
mod linear;
mod origins;
mod range;

pub(crate) use bits::Bits;
pub(crate) use choose::Domains;
pub(crate) use floats::{Floats, Order};
pub(crate) use format::{Format, Size};
pub(crate) use linear::Lin;
pub(crate) use origins::{Origin, Word};
pub(crate) use range::Range;
