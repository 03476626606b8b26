//! Where elements are printed to: nowhere.

use std::ffi::{CString, c_char};
use std::ptr::NonNull;

use super::dimensions::Dimensions;
use crate::target::TargetError;

/// A stream of C whose text is thrown away, and names for the dimensions.
pub(super) struct Sink {
    stream: NonNull<libc::FILE>,
    /// Kept because the pointers point into them.
    _names: Vec<CString>,
    pointers: Vec<*mut c_char>,
}

impl Sink {
    /// A sink that calls dimensions by the names of their variables.
    pub(super) fn new(dimensions: &Dimensions) -> Result<Sink, TargetError> {
        // SAFETY: both strings end with NUL.
        let stream = unsafe { libc::fopen(c"/dev/null".as_ptr(), c"w".as_ptr()) };
        let stream = NonNull::new(stream).ok_or_else(|| {
            TargetError::BadDescription("/dev/null cannot be opened for printing".to_string())
        })?;
        let variables = (0..dimensions.count()).filter_map(|d| dimensions.variable(d as u32));
        let names: Vec<CString> = variables
            .map(|v| CString::new(format!("x{v}")).expect("the name has no NUL"))
            .collect();
        let pointers = names.iter().map(|name| name.as_ptr().cast_mut()).collect();
        Ok(Sink { stream, _names: names, pointers })
    }

    /// The stream.
    pub(super) fn stream(&self) -> *mut libc::FILE {
        self.stream.as_ptr()
    }

    /// A name for each dimension.
    pub(super) fn names(&self) -> *const *mut c_char {
        self.pointers.as_ptr()
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        // SAFETY: the stream is open and ours.
        unsafe { libc::fclose(self.stream.as_ptr()) };
    }
}
