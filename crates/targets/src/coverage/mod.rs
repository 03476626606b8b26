//! Code coverage of what is under test, where it was compiled with counters.
//!
//! Compilers that instrument code leave the counting to whoever runs it: the code calls functions with
//! fixed names, and the callbacks are ours. Three kinds are understood: inline 8-bit counters (clang,
//! rustc), guards at edges (clang's `trace-pc-guard`) and calls from basic blocks (gcc's `trace-pc`). A
//! library that is loaded at run time finds the callbacks if the executable exports them, which the
//! program `soundline` does.
//!
//! Counters belong to the process, not to a machine: whoever clears them and asks what was
//! [visited] must be the only one who runs tests.

#[cfg(feature = "coverage")]
mod callbacks;
mod counters;

pub use counters::{clear, places, visited};
