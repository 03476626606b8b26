//! What checks really do: the seed compiled with sanitizers and run, within limits.
//!
//! ```text
//! Seed ──► instrumented text ──► two programs ──► Plan ──► driver ──► Told ──► Truth
//!          each value is told     differ in what   inputs   a process  what      of each
//!          to the driver          is uninitialised          per run    failed    check
//! ```
//!
//! One program serves all checks of a seed: it tells the value of every expression that is checked, and
//! goes on when a check fails. It stops where behaviour is undefined, so that whatever failed did so
//! before. Memory that the program did not initialise has other contents in the second program: a
//! failure counts only if both show it.
//!
//! Programs run only if the user asked for it.

mod examine;
mod instrument;
mod plan;
mod repeat;
mod told;
mod workshop;

pub use examine::{Effort, Examination, Truth, Undefined, examine, examine_plain};
pub use plan::{Mode, Plan};
pub use repeat::{inputs_file, repeat_command};
pub use told::{Input, Run, RunEnd, Told};
pub use workshop::{Built, Filling, NotRunnable, Workshop};
