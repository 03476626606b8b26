//! A finding as a program that shows it without Soundline's harness: for the library's authors.

mod apron;
pub mod c;
mod dimensions;
mod dry;
pub mod rust;

pub use apron::Library;

/// A word for a shell.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Why there is no program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EmitError {
    /// The target has another interface.
    #[error("{target} has no C interface that is known here; --emit rust works for every target")]
    NotApron {
        /// The target.
        target: String,
    },
    /// It is about two targets.
    #[error("the trace compares two targets, which no emitted program does")]
    Compares,
    /// Nobody knows the headers that declare it.
    #[error("no headers are known for an interface whose functions begin with {prefix}")]
    NoHeaders {
        /// How its functions begin.
        prefix: String,
    },
    /// The trace asks for something that cannot be said in C.
    #[error("the trace cannot be written in C: {0}")]
    Unwritable(String),
}
