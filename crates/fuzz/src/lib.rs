//! Tests of abstract domains.

pub mod bench;
pub mod campaign;
mod cause;
mod config;
pub mod engine;
pub mod exact;
mod generate;
pub mod guide;
pub mod property;
mod run;
mod shrink;
pub mod trace;
mod verdict;

pub use campaign::{Campaign, Cause, Counts, Ending, Finding, StopReason};
pub use config::{Config, Kinds, Predefined};
pub use generate::Plan;
pub use guide::Search;
pub use property::Property;
pub use run::{run, run_beside, run_recording};
pub use shrink::shrink_trace;
pub use trace::{Arguments, Check, Statement, Trace, TraceError};
pub use verdict::{Evidence, Stop, Verdict};
