//! Running code that may crash, hang, exit, abort, flee or eat memory, without going down with it.
//!
//! There are two ways, both for processes of Linux 5.3 or later. The crate knows nothing about tests,
//! domains or analyzers.
//!
//! **A program within limits.** A [`Warden`] runs a [`Call`] within [`Limits`] and gives an [`Outcome`]: how it
//! ended, what it wrote and what it used. When it returns, nothing that the program started is left.
//!
//! ```standalone_crate
//! use std::process::ExitCode;
//! use soundline_isolate::{Call, End, Limits, Stop, Warden, warden_was_asked_for};
//!
//! fn main() -> ExitCode {
//!     // First of all: this very program is the warden too.
//!     if let Some(code) = warden_was_asked_for() {
//!         return code;
//!     }
//!     let call = Call {
//!         program: "/bin/sh".into(),
//!         arguments: vec!["-c".into(), "echo hello; setsid sleep 1000 & exit 3".into()],
//!         folder: "/".into(),
//!         ..Call::default()
//!     };
//!     let warden = Warden::this_program().expect("it runs");
//!     let outcome = warden.run(&call, &Limits::default(), &Stop::default());
//!     assert_eq!((outcome.end, &outcome.stdout[..]), (End::Exited(3), &b"hello\n"[..]));
//!     ExitCode::SUCCESS // and nobody sleeps
//! }
//! ```
//!
//! Control groups would help, but ordinary users often have none. So the warden is a small process of its own:
//!
//! ```text
//!  driver ──starts──► warden ──starts──► program ──► its children ...
//!    │  ◄──report──────┘  ▲                 │
//!    │                    └── orphans ──────┤      all that the program starts stays below
//!    └ ◄──────── stdout, stderr ────────────┘      the warden, which kills it to the last one
//! ```
//!
//! It is the reaper of all orphans below it, so that nothing that the program starts can leave
//! the tree. It looks at the tree many times a second, adds up what it uses, and kills all of it
//! when the program has ended, when a limit is passed, or when the driver is gone: a driver that is
//! killed closes the line to the warden, whatever killed it. The driver in turn watches the warden: should the program
//! kill or stop it, the driver inherits the tree, and kills it to the last one too.
//!
//! A library whose users start no wardens runs a command by [`gather`], which keeps what it can of this.
//!
//! **A worker that is watched.** A supervisor starts workers as processes of their own and keeps every result itself:
//!
//! | noun | what it is |
//! |---|---|
//! | [`Board`] | counters in a file, shared by the supervisor and its workers |
//! | [`Child`] | a confined process that dies with its supervisor, and how it [ended](End) |
//! | [`Watch`] | the rule that says when a worker has had enough time or memory |
//! | [`Dialogue`] | requests and replies over a child's pipes, with a deadline |
//! | [`Lines`] | the same line by line, where most lines need no answer |
//!
//! A worker that drives itself bumps its heartbeat on the board before each test. The supervisor
//! sleeps in [`Child::wait_timeout`], wakes at once when the worker dies, and otherwise samples it:
//!
//! ```
//! use std::process::Command;
//! use std::sync::atomic::AtomicU64;
//! use std::time::{Duration, Instant};
//! use soundline_isolate::{Allowance, Child, Confinement, End, Ruling, Watch};
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
mod capture;
mod child;
mod confinement;
mod cores;
mod dialogue;
mod disk;
mod end;
mod family;
mod file_limit;
mod gather;
mod limits;
mod line;
mod lines;
mod patience;
mod replace;
mod run;
mod scratch;
mod stat;
mod tail;
mod text;
mod tree;
mod warden;
mod watch;

pub use block::{read_block, reserve_stdout, write_block};
pub use board::{Board, BoardError, Words};
pub use child::Child;
pub use confinement::{Confinement, Streams, confine_worker};
pub use dialogue::{Dialogue, NoReply};
pub use end::{End, Usage};
pub use file_limit::outlive_file_limits;
pub use gather::gather;
pub use limits::Limits;
pub use lines::{LineLimits, Lines, NoLine};
pub use replace::replace_by;
pub use run::{Call, Outcome, Stop, Warden};
pub use scratch::Scratch;
pub use text::printable;
pub use warden::warden_was_asked_for;
pub use watch::{Allowance, Ruling, Sample, Watch};
