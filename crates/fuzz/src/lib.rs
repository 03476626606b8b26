//! Tests of abstract domains.

pub mod bench;
pub mod exact;
pub mod property;
pub mod trace;
mod verdict;

pub use property::Property;
pub use trace::{Arguments, Check, Statement, Trace, TraceError};
pub use verdict::{Evidence, Stop, Verdict};
