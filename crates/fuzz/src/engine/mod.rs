//! The engine: workers that drive themselves, a supervisor that keeps what they found.

mod audit;
mod digest;
mod drive;
mod in_process;
mod judge;
mod panics;
mod part;
mod place;
mod sequence;
mod serve;
mod shard;
mod supervise;
mod talk;
mod tally;
mod workers;

pub use digest::{Digest, digest};
pub use drive::{Job, Machines, Memory, drive};
pub use in_process::in_process;
pub use judge::{Detail, Judge, judge_here, judge_on};
pub use part::{Counted, Part};
pub use sequence::block;
pub use serve::{Described, serve};
pub use shard::Shard;
pub use supervise::{
    Budget, CampaignError, Order, Progress, conclude, merge, supervise, supervise_part,
};
pub use tally::{Agreed, LANES, OperandKind, Sighting, Tally, WORDS};
pub use workers::{Limits, Remote, Role, Workers};
