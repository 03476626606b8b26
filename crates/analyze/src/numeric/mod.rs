//! Numbers of the analysis: ranges, linear sums over cells, and numerical domains that are chosen
//! when the program runs.

mod choose;
mod linear;
mod range;

pub(crate) use choose::Domains;
pub(crate) use linear::Lin;
pub(crate) use range::Range;
