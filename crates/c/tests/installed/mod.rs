//! What the tests need and a machine may not have.

use soundline_c::{Clang, Error};

/// libclang; without it a test says that it is skipped.
pub fn clang() -> Option<Clang> {
    match Clang::find() {
        Ok(clang) => Some(clang),
        Err(missing @ Error::LibraryMissing) => {
            soundline_needs::LIBCLANG.missing(missing);
            None
        }
        Err(fault) => panic!("{fault}"),
    }
}
