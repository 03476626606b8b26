//! A parsed text.

use super::{
    cursor::Cursor,
    table::{CxUnsavedFile, Handle, Library},
};
use std::{
    ffi::{CString, c_char, c_int, c_ulong},
    ptr,
    sync::Arc,
};

const SEVERITY_ERROR: c_int = 3;

/// Why there is no unit.
pub(crate) enum ParseFailure {
    /// libclang's error number.
    Code(i32),
    /// The first error in the text.
    Malformed { offset: u32, message: String },
}

/// A parsed text.
pub(crate) struct Unit {
    pub(super) library: Arc<Library>,
    /// The offset of its first byte in the program.
    pub(super) base: u32,
    index: Handle,
    unit: Handle,
}

impl Unit {
    /// Parses a preprocessed text. Its first byte has the offset `base` in the program that it is part of.
    pub(crate) fn parse(
        library: &Arc<Library>,
        bytes: &[u8],
        arguments: &[&str],
        base: u32,
    ) -> Result<Unit, ParseFailure> {
        let owned: Vec<CString> = arguments
            .iter()
            .map(|argument| CString::new(*argument).expect("our arguments have no zero bytes"))
            .collect();
        let pointers: Vec<*const c_char> = owned.iter().map(|argument| argument.as_ptr()).collect();
        let filename = c"source.i".as_ptr();
        let length = bytes.len() as c_ulong;
        let mut file = CxUnsavedFile { filename, contents: bytes.as_ptr().cast(), length };
        let mut unit =
            Unit { library: library.clone(), base, index: ptr::null_mut(), unit: ptr::null_mut() };
        // SAFETY: all pointers live during the call, the counts are those of the arrays, and libclang
        // copies what it keeps. `unit` frees both handles, also if only the first was made.
        let code = unsafe {
            unit.index = (library.clang_createIndex)(0, 0);
            (library.clang_parseTranslationUnit2)(
                unit.index,
                filename,
                pointers.as_ptr(),
                pointers.len() as c_int,
                &mut file,
                1,
                0,
                &mut unit.unit,
            )
        };
        if code != 0 || unit.unit.is_null() {
            return Err(ParseFailure::Code(code));
        }
        unit.first_error().map_or(Ok(()), Err)?;
        Ok(unit)
    }

    fn first_error(&self) -> Option<ParseFailure> {
        let library = &*self.library;
        // SAFETY: the unit is alive, each diagnostic is disposed of once.
        unsafe {
            for number in 0..(library.clang_getNumDiagnostics)(self.unit) {
                let diagnostic = (library.clang_getDiagnostic)(self.unit, number);
                let severity = (library.clang_getDiagnosticSeverity)(diagnostic);
                let offset = library.offset((library.clang_getDiagnosticLocation)(diagnostic));
                let message = library.text((library.clang_getDiagnosticSpelling)(diagnostic));
                (library.clang_disposeDiagnostic)(diagnostic);
                if severity >= SEVERITY_ERROR {
                    return Some(ParseFailure::Malformed { offset, message });
                }
            }
        }
        None
    }

    /// The whole text.
    pub(crate) fn root(&self) -> Cursor<'_> {
        // SAFETY: the unit is alive.
        let raw = unsafe { (self.library.clang_getTranslationUnitCursor)(self.unit) };
        Cursor::new(self, raw)
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        // SAFETY: both handles are ours; cursors and types borrow the unit and are gone.
        unsafe {
            if !self.unit.is_null() {
                (self.library.clang_disposeTranslationUnit)(self.unit);
            }
            if !self.index.is_null() {
                (self.library.clang_disposeIndex)(self.index);
            }
        }
    }
}
