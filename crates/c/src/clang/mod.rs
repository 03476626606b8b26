//! libclang: found and opened at run time, and seen through a small safe surface.
//!
//! Everything foreign ends here: [`library`] looks for the file, `foreign` (the only unsafe code of the
//! crate) calls it, `kinds` names its numbers. The rest of the crate sees units, cursors and types.

mod foreign;
pub(crate) mod kinds;
mod library;

pub(crate) use foreign::{ClangType, Constant, Cursor, Library, ParseFailure, Unit};

use crate::Error;
use std::{path::PathBuf, sync::Arc};

/// A libclang that was found and can be used, from any number of threads.
#[derive(Clone)]
pub struct Clang {
    library: Arc<Library>,
    path: PathBuf,
}

impl Clang {
    /// Looks for libclang 17 or newer: `LIBCLANG_PATH` (a file or a folder), the usual library
    /// folders (the newest version wins), the wheel of PyPI.
    pub fn find() -> Result<Clang, Error> {
        foreign::parse_on_own_stack();
        let mut first_fault = None;
        for path in library::candidates() {
            match Library::open(&path) {
                Ok(library) => return Ok(Clang { library: Arc::new(library), path }),
                Err(reason) => {
                    first_fault.get_or_insert(Error::LibraryUnusable { path, reason });
                }
            };
        }
        Err(first_fault.unwrap_or(Error::LibraryMissing))
    }

    /// Where it is.
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// What it calls itself, such as `Debian clang version 19.1.7`.
    pub fn version(&self) -> String {
        self.library.version()
    }

    pub(crate) fn library(&self) -> &Arc<Library> {
        &self.library
    }
}
