//! Things of PPL that are given back when they are dropped.

use std::ffi::c_int;
use std::ptr;

use super::calls::{Delete, Raw};
use super::library::check;
use crate::machine::Refusal;

/// A number, expression, constraint, iterator or element of PPL that is ours.
pub(super) struct Owned {
    raw: Raw,
    delete: Delete,
}

impl Owned {
    /// What a constructor of PPL writes to the address that it is given.
    ///
    /// # Safety
    /// On success the constructor has written there the address of a thing that `delete` deletes
    /// and that nobody else does.
    pub(super) unsafe fn new(
        delete: Delete,
        construct: impl FnOnce(*mut Raw) -> c_int,
    ) -> Result<Owned, Refusal> {
        let mut raw = ptr::null_mut();
        check(construct(&mut raw))?;
        Ok(Owned { raw, delete })
    }

    /// For calls of PPL.
    pub(super) fn raw(&self) -> Raw {
        self.raw
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: it was constructed, is ours, and nobody uses it after this.
        unsafe { (self.delete)(self.raw) };
    }
}
