//! A bounded abstract interpreter for C (Christakis and Wüstholz, "Bounded abstract interpretation",
//! SAS 2016).
//!
//! [`analyze`] computes what holds at every labelled point of a program in a numerical domain, or
//! stops at bounds and says what it assumed there. Every check of the program is reported as
//! verified, possibly failing, definitely failing or unreachable, with the assumptions that this
//! depends on.
//!
//! What the states mean:
//!
//! - A state has numbers in a domain, what pointers may point to, and what was allocated. A cell of
//!   memory that it does not mention has any value of its type.
//! - Undefined behaviour is nondeterminism plus a warning: after a check that may fail the analysis goes
//!   on with any value. A write that may leave its object changes everything in memory; only scalar
//!   variables whose address is never taken are out of its reach, as if they were registers. Access to
//!   the null pointer stops the program.
//! - Unsigned arithmetic and conversions wrap; signed overflow is as [`Overflow`] says.
//! - Arrays of more than [`Settings::expand_arrays_up_to`] elements have one cell for all; large heap
//!   objects have none.
//! - With [`Settings::segments`] and [`Scope::Whole`] it is known of an array what holds for all its elements between two bounds.
//! - Floating numbers are intervals, with NaN apart. Each operation rounds to the nearest number of its type, as on x86-64
//!   without fused operations; with 32 bits, in programs that change the rounding mode and for `long double`, any result between
//!   the neighbours of the exact one is possible. The two zeros are one number.
//! - With [`Settings::unroll`] the first turns of a loop are kept apart, with [`Settings::bits`] the known bits of integers.
//! - Of the heap objects that are allocated at one place the last one is kept apart from all others.
//! - Library functions are known by name and prototype and stay within the objects that they are given; unknown
//!   functions may change whatever they can reach, call every function that is not static, and end the program.
//!   If threads or signals are used, shared variables have any value at any time, and heap objects may be freed.
//! - With [`Scope::Whole`], functions are analysed where they are called; recursive calls and those that
//!   are too deep change all that the callee may change, and such functions are analysed alone as well.
//!
//! ```
//! use soundline_analyze::{Settings, Status, analyze};
//! # if matches!(soundline_c::Clang::find(), Err(soundline_c::Error::LibraryMissing)) { return Ok(()); }
//! let text = "void f(int n) { int a[10]; for (int i = 0; i < 10; i++) { a[i] = n; } }";
//! let program = soundline_c::Clang::find()?.parse("f.c", text, Default::default())?;
//! let analysis = analyze(&program, &Settings::default(), &|| false);
//! assert_eq!(analysis.checks[0].status, Status::Verified);
//! # Ok::<(), soundline_c::Error>(())
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`Settings`], [`Bounds`], [`DomainChoice`] | how to analyse |
//! | [`Crew`] | who works on it: functions that are analysed alone can be at the same time |
//! | [`Analysis`], [`CheckReport`], [`PointReport`], [`Assumption`] | what came of it |
//! | [`Contract`] | what functions need of others |
//! | [`Checkpoint`] | where to go on |
//! | [`outcome`] | what was found, in the terms of the file |

mod bounds;
mod checkpoint;
mod choice;
mod conclude;
mod contract;
mod crew;
mod engine;
mod escalate;
mod eval;
mod graph;
mod known;
mod memory;
mod numeric;
pub mod outcome;
pub mod render;
mod report;
mod run;
mod settings;
mod stack;
mod state;
mod transfer;

pub use bounds::{BoundKind, Bounds, Counts};
pub use checkpoint::Checkpoint;
pub use choice::DomainChoice;
pub use contract::{Contract, Family, Party, Takers};
pub use known::Known;
pub use report::{
    Analysis, Assumption, AssumptionId, CheckReport, Fact, FunctionReport, Grant, Kind, Lvalue,
    Origin, PointReport, Predicate, Reason, Status, StopReason, Term, VerifiedBranch,
};
pub use settings::{AfterError, AtGuards, Infer, Overflow, Scope, Settings};

pub use crew::{Begun, Crew, analyze_by};
pub use escalate::escalate;
pub use run::{analyze, resume};
pub use stack::on_a_deep_stack;
