//! The analyzers: described as data, found on this machine, run within limits, and read.
//!
//! | noun | what it is |
//! |---|---|
//! | [`Description`] | what one analyzer needs and says, as a short TOML text |
//! | [`Catalogue`] | all descriptions: those that are built in, those of the user, BenchExec's |
//! | [`Analyzer`] | a described analyzer that was found here, with its version |
//! | [`Task`] | a program with checks in the analyzer's encoding |
//! | [`Run`] | what came of it: the analyzer's [`Answer`], what it used, its commands |
//!
//! Nothing is ever guessed: what cannot be read as a verdict is no verdict ([`Answer`]).

mod answer;
mod apart;
mod benchexec;
mod catalogue;
mod command;
mod description;
mod found;
mod json;
mod kept;
mod meaning;
mod parallel;
mod place;
mod read;
mod rule;
mod run;
mod tried;
mod written;

pub use answer::{Answer, AnswerKind, Unreadable, Verdict};
pub(crate) use apart::apart;
pub use catalogue::{Catalogue, CatalogueError};
pub use description::{Contract, Description, DescriptionError, Find};
pub(crate) use found::in_search_path;
pub use found::{Analyzer, Missing, Search};
pub use kept::{LAST, read_question};
pub use parallel::in_parallel;
pub use run::{Run, Task, quoted};
pub use tried::{Tried, disagree};
pub use written::{AssertedError, AssertedProgram};
