//! Campaigns on many machines: a shard runs its part of a command and writes it into a folder; `soundline merge` makes the
//! campaign of the parts. Between the machines there is only a folder that they share.

mod invocation;
mod manifest;
pub mod merge;
mod parts;
pub mod slurm;

pub use invocation::{invocation, invocation_without};
pub use manifest::Manifest;
pub use parts::Parts;
pub use soundline_fuzz::engine::Shard;
