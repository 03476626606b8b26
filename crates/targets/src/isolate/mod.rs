//! Running code that may crash, hang, exit, abort or eat memory, without going down with it.
//!
//! A supervisor starts workers as processes of their own and keeps every result itself. The module
//! knows nothing about tests or domains, only about processes (of Linux 5.3 or later, which can wait
//! for a process by descriptor):
//!
//! | noun | what it is |
//! |---|---|
//! | [`Board`] | counters in a file, shared by the supervisor and its workers |
//! | [`Child`] | a confined process that dies with its supervisor, and how it [ended](End) |
//! | [`Watch`] | the rule that says when a worker has had enough time or memory |
//! | [`Dialogue`] | requests and replies over a child's pipes, with a deadline |
//!
//! A worker that drives itself bumps its heartbeat on the board before each test. The supervisor
//! sleeps in [`Child::wait_timeout`], wakes at once when the worker dies, and otherwise samples it:
//!
//! ```
//! use std::process::Command;
//! use std::sync::atomic::AtomicU64;
//! use std::time::{Duration, Instant};
//! use soundline_targets::isolate::{Allowance, Child, Confinement, End, Ruling, Watch};
//!
//! let heartbeat = AtomicU64::new(0); // in earnest: a word of a board
//! let mut command = Command::new("sh");
//! command.args(["-c", "echo no more ideas >&2; exit 3"]);
//! let mut child = Child::spawn(command, &Confinement::default())?;
//! let mut watch = Watch::new(Allowance::of_time(Duration::from_secs(1)));
//! let start = Instant::now();
//! let end = loop {
//!     if let Some(end) = child.wait_timeout(Duration::from_millis(20))? {
//!         break end;
//!     }
//!     if watch.judge(child.sample(&heartbeat, start.elapsed())?) != Ruling::Continue {
//!         break child.kill()?;
//!     }
//! };
//! assert_eq!(end, End::Exited(3));
//! assert_eq!(child.stderr_tail(), "no more ideas\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod block;
mod board;
mod child;
mod confinement;
mod dialogue;
mod end;
mod patience;
mod tail;
mod usage;
mod watch;

pub use block::{read_block, reserve_stdout, write_block};
pub use board::{Board, BoardError};
pub use child::Child;
pub use confinement::{Confinement, Streams, confine_worker};
pub use dialogue::{Dialogue, NoReply};
pub use end::End;
pub use watch::{Allowance, Ruling, Sample, Watch};
