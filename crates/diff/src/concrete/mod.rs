//! Concrete runs: a program compiled with sanitizers, run on random or given inputs, under limits.
//!
//! What a run shows is a fact: a value that an expression had, a check that failed. Undefined
//! behaviour ends a run, so nothing after it counts.

mod build;
mod observe;
mod record;
mod run;

pub use build::{BuildError, Executable, Sanitizers};
pub use observe::{Observations, Observed, observe, watched};
pub use record::{Ending, Run};
pub use run::{Inputs, RunLimits};
