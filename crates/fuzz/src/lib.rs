//! Tests of abstract domains.

pub mod bench;
pub mod campaign;
mod cause;
mod config;
mod contract;
pub mod engine;
pub mod exact;
mod generate;
pub mod guide;
mod magnitude;
mod outcome;
pub mod property;
mod run;
mod shrink;
pub mod trace;

pub use campaign::{Campaign, Cause, Counts, Finding, StopReason};
pub use config::{Config, Kinds, Predefined};
pub use contract::{Beyond, beyond};
pub use generate::Plan;
pub use guide::Search;
pub use outcome::{Ending, Outcome, Region, Stop};
pub use property::Property;
pub use run::{run, run_beside, run_recording};
pub use shrink::shrink_trace;
pub use trace::{Arguments, Check, Statement, Trace, TraceError};
