//! What can go wrong on the way from a file to a program.

use crate::Location;
use std::path::PathBuf;

/// Why there is no program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No libclang on this machine.
    #[error(
        "libclang 17 or newer was not found: install it (Debian: `apt-get install libclang1-19`; \
         elsewhere: `pip install libclang`) or set LIBCLANG_PATH to the library or its folder"
    )]
    LibraryMissing,
    /// There is a libclang, and it cannot be used.
    #[error(
        "{} cannot be used as libclang ({reason}): install libclang 17 or newer, or set \
         LIBCLANG_PATH to it", path.display()
    )]
    LibraryUnusable {
        /// The library.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// The preprocessor failed or cannot be started.
    #[error("`{command}` failed: {message}")]
    Preprocessor {
        /// What was run.
        command: String,
        /// What it said.
        message: String,
    },
    /// The text is not C.
    #[error("{location}: {message}")]
    Malformed {
        /// Where the first error is.
        location: Location,
        /// What it is.
        message: String,
    },
    /// Expressions or statements inside each other, far beyond what people write.
    #[error("{location}: nested more than {limit} levels deep")]
    TooDeep {
        /// Where it got too deep.
        location: Location,
        /// How deep is allowed.
        limit: usize,
    },
    /// Files that cannot be parts of one program.
    #[error("{0}")]
    Conflicts(String),
    /// libclang gave up.
    #[error("libclang could not parse {name} ({reason})")]
    ParserFailed {
        /// The name of the text.
        name: String,
        /// What libclang reported.
        reason: String,
    },
}
