//! What checks really do: the seed compiled with sanitizers and run, within limits.
//!
//! ```text
//! Seed ──► instrumented text ──► three programs ──► Plan ──► driver ──► Told ──► Truth
//!          each value is told     differ in what     inputs   a process  what      of each
//!          to the driver          C leaves open               per run    failed    check
//! ```
//!
//! One program serves all checks of a seed: it tells the value of every expression that is checked, and
//! goes on when a check fails. It stops where behaviour is undefined, so that whatever failed did so
//! before. Memory that the program did not initialise has other contents in the second program, and the
//! third is made by another compiler, which evaluates arguments and operands in another order: a
//! failure counts only if all show it.
//!
//! The same driver also tells all values that expressions have, where nothing particular is looked for ([`observe`]).
//!
//! Programs run only if the user asked for it.

mod bench;
mod compiler;
mod examine;
mod instrument;
mod observe;
mod outside;
mod plan;
mod repeat;
mod told;
mod truth;
mod unwritten;
mod workshop;

pub use compiler::{Compiler, listed};
pub use examine::{Effort, Examination, Suspect, examine, examine_plain};
pub use observe::{Observations, Observed, observe, watched};
pub use plan::{Mode, Plan, Watch};
pub use repeat::{inputs_file, repeat_commands};
pub use told::{Input, Run, RunEnd, Told};
pub use truth::{Failure, Truth, Undefined};
pub use workshop::{Built, Filling, NotRunnable, Workshop};
