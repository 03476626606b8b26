//! Abstract domains under test, whatever they are made of, behind one interface.
//!
//! A [`Target`] is a named way to get a [`Machine`]; a machine makes elements by [`Operation`]s and
//! answers [`Question`]s about them. Its [`Profile`] says what the domain can do. All foreign code
//! and all `unsafe` of the workspace (other than vector kernels) is in this crate.
//!
//! ```
//! use soundline_domains::expr::Space;
//! use soundline_lattice::Answer;
//! use soundline_targets::{Operation, Question, Registry};
//!
//! let registry = Registry::builtin();
//! let space = Space::reals(2);
//! let mut machine = registry.get("octagons:exact")?.open(&space)?;
//! let half = Operation::Constraints(vec![space.parse("x0 + x1 >= 1").unwrap()]);
//! let (top, half) = (machine.apply(&Operation::Top)?, machine.apply(&half)?);
//! let join = machine.apply(&Operation::Join(top, half))?;
//! assert_eq!(machine.ask(Question::Equal(join, top))?, Answer::Yes);
//! assert_eq!(machine.ask(Question::Leq(top, half))?, Answer::No);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod apron;
mod builtin;
pub mod coverage;
mod dynamic;
mod exec;
mod machine;
mod native;
mod operation;
pub mod ppl;
mod profile;
pub mod seeded;
mod target;
pub mod values;

pub use exec::Exec;
pub use machine::{Claims, Machine, Refusal};
pub use native::Native;
pub use operation::{Operation, OperationKind, Question, Slot, Touch};
pub use profile::{Exempt, NarrowingContract, Numbers, Overflow, Profile, WideningContract};
pub use target::{Presence, Registry, Target, TargetError};
