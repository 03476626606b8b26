//! Check lattices and the operators on them.
//!
//! Static analyses stand on lattices. This crate checks that a lattice is one: that its order is an
//! order, that joins and meets are what they should be, that widenings converge, that equal elements
//! behave alike. And it checks the operators on lattices from their signatures, which read like the
//! mathematics: monotone, strict, invariant, distributive, sound, best. It rebuilds LCheck
//! (Midtgaard and Møller, "QuickChecking Static Analysis Properties", STVR 2017) and goes beyond it.
//!
//! ```
//! use soundline_lattice::{Runner, Suite, lattices::{IntInterval, Sign}, signature};
//!
//! // A lattice: all its laws.
//! let reports = Runner::new().run_all(&Suite::new("interval", IntInterval).widening().checks());
//! assert!(reports.iter().all(|report| !report.is_violated()));
//!
//! // An operator: squaring signs is monotone and strict, but not distributive.
//! let square = signature!("square" = |s| Sign.mul(s, s); Sign -<!%-> Sign);
//! let reports = Runner::new().run_all(&square);
//! let example = reports[2].counterexample().expect("square is not distributive");
//! assert_eq!(example.notes[0].to_string(), "x = Neg");
//! assert_eq!(example.notes[1].to_string(), "x' = Pos");
//! ```
//!
//! Start with the tutorial (feature `tutorial`, or docs.rs). The parts:
//!
//! - [`Lattice`], [`Widening`], [`Narrowing`], [`Concrete`]: what you implement; [`Generate`]: how
//!   elements are drawn from recorded [`Choices`].
//! - [`laws`]: the tables of laws; [`Suite`]: a lattice with the laws it should satisfy and its
//!   exemptions; [`signature!`]: properties of operators.
//! - [`Runner`]: runs checks, exhaustively where elements can be listed; [`Report`]: what came out,
//!   with the smallest counterexample; [`Store`]: failing cases as text.
//! - [`law_tests!`]: one `#[test]` for each law in your own `cargo test`.
//! - [`lattices`], [`combine`], [`fixed`]: ready lattices, combinators, and the fixed-width domains of
//!   compilers and verifiers.
//! - [`adapt`]: generators, lattices and concretisations that need not be written by hand.
//!
//! Features, none of which is on by default: `planted` (a faulty lattice for each law, which the law catches),
//! `registry` (the ready lattices by name, as the command line offers them), `tutorial` (a module of
//! documentation) and `proptest` (elements drawn by strategies of that crate).

pub mod adapt;
mod answer;
pub mod apart;
mod case;
pub mod cause;
mod check;
pub mod choices;
pub mod combine;
pub mod erased;
pub mod fixed;
mod generate;
pub mod harness;
mod lattice;
pub mod lattices;
mod law;
pub mod laws;
mod order;
mod panics;
#[cfg(feature = "planted")]
pub mod planted;
#[cfg(feature = "registry")]
pub mod registry;
mod report;
mod run;
mod script;
pub mod shrink;
pub mod signature;
mod store;
mod subject;
mod suite;
#[cfg(feature = "tutorial")]
pub mod tutorial;
mod violations;

pub use answer::{Answer, Outcome};
pub use case::{Case, Note, Recipe, Source};
pub use check::{Check, Session};
pub use choices::recorded::Choices;
pub use generate::{Argument, Generate, Transfer, Values, any_string};
pub use lattice::{Abstraction, Concrete, Lattice, Narrowing, Widening, order_equal};
pub use law::{Class, Law, LawId};
pub use order::{Order, order_watched};
pub use report::{Counterexample, Counts, Failure, Report, Scope, Status};
pub use run::{Runner, Watch, replay, replay_watched};
pub use store::{Store, StoreError, StoredCase};
pub use subject::Subject;
pub use suite::{Exempt, Suite};
