//! Tests of abstract domains.
//!
//! A [`Trace`] is a test case: operations that make elements, and a [`Property`] that must hold for them. It runs on
//! any [`Machine`](soundline_targets::Machine); [`engine`] makes traces and watches the workers that run them, and
//! [`shrink_trace`] makes them small.
//!
//! ```
//! use soundline_fuzz::{Ending, Trace, run};
//! use soundline_targets::Registry;
//!
//! let trace: Trace = concat!(
//!     "# soundline trace 1\n",
//!     "target octagons:exact\n",
//!     "vars 2\n",
//!     "p0 = constraint x0 + x1 - 1 >= 0\n",
//!     "check P17 x=p0\n",
//! )
//! .parse()?;
//! let registry = Registry::builtin();
//! let mut machine = registry.get(&trace.target)?.open(&trace.space)?;
//! assert_eq!(run(&mut *machine, &trace).ending, Ending::Held);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bench;
pub mod campaign;
mod cause;
mod config;
mod contract;
pub mod engine;
pub mod exact;
#[cfg(test)]
mod fake;
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
