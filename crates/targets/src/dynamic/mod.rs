//! Libraries that are loaded while the program runs, and the numbers that they share.
//!
//! Nothing here is linked in: a [`Library`] is opened by name, [`find`] looks for one without
//! running any of its code, [`gmp`] and [`mpfr`] read and write the numbers of those libraries, and
//! [`Upward`] keeps the rounding mode that interval code expects.

pub(crate) mod gmp;
mod library;
pub(crate) mod mpfr;
mod rounding;
mod search;

pub(crate) use library::{Library, Scope, is_code};
pub(crate) use rounding::{Upward, settle};
pub(crate) use search::{find, find_beside};
