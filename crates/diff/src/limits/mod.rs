//! Limits for foreign processes: time, memory, processes and output of a whole process tree.
//!
//! An analyzer may hang, fork, flee from its process group, eat all memory or write without end, and
//! must take nothing with it. Control groups would help, but ordinary users often have none. So
//! every foreign program is started by a *warden*, a small process of its own:
//!
//! ```text
//!  driver ──starts──► warden ──starts──► program ──► its children ...
//!    │  ◄──report──────┘  ▲                 │
//!    │                    └── orphans ──────┤      all that the program starts stays below
//!    └ ◄──────── stdout, stderr ────────────┘      the warden, which kills it to the last one
//! ```
//!
//! The warden is the reaper of all orphans below it, so that nothing that the program starts can leave
//! the tree. It looks at the tree many times a second, adds up what it uses, and kills all of it
//! when the program has ended, when a limit is passed, or when the driver is gone: a driver that is
//! killed closes the line to the warden, whatever killed it. There is no unsafe code in this: the
//! warden sets the limits of the kernel for itself before it starts the program, which inherits them.
//!
//! The program that uses this crate has to start as a warden when it is asked to: see
//! [`warden_was_asked_for`].

mod capture;
mod end;
mod line;
mod run;
mod tree;
mod warden;

pub use end::{End, Usage};
pub use run::{Call, Outcome, Stop, Warden};
pub use warden::warden_was_asked_for;

use std::time::Duration;

/// What a program and all that it starts may use together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Time of the processors, which does not depend on what else the machine does. By the
    /// clock on the wall the program may take twice as long, so that a sleeper ends too.
    pub time: Duration,
    /// Memory in RAM, in bytes.
    pub memory: u64,
    /// Standard output and standard error together, in bytes; also the most for any single file,
    /// sixteen times over.
    pub output: u64,
    /// How many processes there may be at once.
    pub processes: u32,
}

impl Default for Limits {
    /// Time and memory are those of the paper (section 4).
    fn default() -> Limits {
        Limits { time: Duration::from_secs(30), memory: 8 << 30, output: 16 << 20, processes: 500 }
    }
}

impl Limits {
    /// The longest that it may take by the clock on the wall.
    pub fn wall(&self) -> Duration {
        self.time.saturating_mul(2)
    }
}
