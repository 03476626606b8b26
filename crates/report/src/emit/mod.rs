//! A finding as a program that shows it without Soundline's harness: for the library's authors.

mod apron;
pub mod c;
mod dimensions;
mod dry;
pub mod rust;

/// Why there is no program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmitError {
    /// The target has another interface.
    #[error("{target} has no C interface that is known here; --emit rust works for every target")]
    NotApron {
        /// The target.
        target: String,
    },
    /// The trace asks for something that cannot be said in C.
    #[error("the trace cannot be written in C: {0}")]
    Unwritable(String),
}
