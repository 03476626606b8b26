//! Checks value domains of fixed-width words, such as LLVM's `KnownBits`, Linux' `tnum` and intervals that wrap around.
//!
//! A domain is a library with the C interface of `include/soundline_value.h`, or a program that speaks the line protocol of
//! `docs/exec-protocol.md`. The lattice laws come from crate `lattice`. Operators are checked for soundness against
//! their concrete function, for monotony and strictness, and for how often their result is the best that the domain can
//! express. Where all elements can be listed this is a proof for that width; elsewhere it is a sample.
//!
//! ```text
//!  supervise ──► worker: jobs ──► World: machine, meanings, universes ──► exhaustive, sampled, lattice ──► Outcome
//!     ▲ watches     │ pulse says which call runs                                                             │
//!     └─────────────┴──────────────── lines ◄────────────────────────────────────────────────────────────────┘
//! ```

mod between;
mod case;
mod exhaustive;
mod lattice;
mod outcome;
mod plan;
mod pulse;
mod row;
mod sampled;
mod supervise;
mod universe;
mod words;
mod worker;
mod world;

pub use between::{Difference, between_widths};
pub use case::{Case, Input};
pub use outcome::{Example, LawRow, LawsRow, OperatorRow, Outcome, Precision, Verdict};
pub use plan::Settings;
pub use supervise::{CallLimits, Checked, NotChecked, supervise};
pub use worker::{About, Assignment, Subject, WORKER, work};
