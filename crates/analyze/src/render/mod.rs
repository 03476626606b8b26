//! What an analysis found, said in the text of the program: annotations and what is left of it.
//!
//! The annotations of Alg. 2 come in three forms: in the [notation of the paper](paper), as C that
//! [compiles](instrument), and as a [witness](Witness) for other verifiers. [`acsl`] writes contracts. [`residual`] is the program
//! without the branches in which nothing is left to verify. All of them are functions from a program
//! and its [`Analysis`](crate::Analysis) to text; nothing here reads or writes files.

mod acsl;
mod conditions;
mod instrument;
mod listing;
mod notes;
mod occurrence;
mod paper;
mod prelude;
mod residual;
mod spots;
mod uses;
mod witness;

pub use acsl::acsl;
pub use instrument::instrument;
pub use listing::{Listing, Mark};
pub use notes::{Choice, Note, Said};
pub use paper::paper;
pub use prelude::Assume;
pub use residual::residual;
pub use spots::{Asserted, Insertion, Loop, Spot, Spots};
pub use witness::{Task, Witness};
