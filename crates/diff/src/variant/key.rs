//! Names of programs that are made of their contents.

use sha2::{Digest, Sha256};
use soundline_c::DataModel;
use std::fmt;

/// The SHA-256 of a program and its data model: who has seen one result need not ask again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContentKey([u8; 32]);

impl ContentKey {
    /// The key of a text under a data model.
    pub fn of(model: DataModel, text: &[u8]) -> ContentKey {
        let mut hash = Sha256::new();
        hash.update(b"soundline variant 1\0");
        hash.update(model.flag());
        hash.update(text);
        ContentKey(hash.finalize().into())
    }
}

/// In hexadecimal digits.
impl fmt::Display for ContentKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
