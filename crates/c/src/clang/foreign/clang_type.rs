//! libclang's types.

use super::{
    ask,
    cursor::{Cursor, VISIT_CONTINUE},
    table::{CxCursor, CxType},
    unit::Unit,
};
use std::{
    ffi::{c_int, c_void},
    ptr,
};

/// A type, with its qualifiers.
#[derive(Clone, Copy)]
pub(crate) struct ClangType<'u> {
    unit: &'u Unit,
    raw: CxType,
}

impl<'u> ClangType<'u> {
    pub(super) fn new(unit: &'u Unit, raw: CxType) -> Self {
        Self { unit, raw }
    }

    pub(crate) fn kind(self) -> i32 {
        self.raw.kind
    }

    /// Without typedefs.
    pub(crate) fn canonical(self) -> ClangType<'u> {
        self.with(ask!(self, clang_getCanonicalType))
    }

    pub(crate) fn is_volatile(self) -> bool {
        ask!(self, clang_isVolatileQualifiedType) != 0
    }

    pub(crate) fn is_const(self) -> bool {
        ask!(self, clang_isConstQualifiedType) != 0
    }

    pub(crate) fn spelling(self) -> String {
        let spelling = ask!(self, clang_getTypeSpelling);
        // SAFETY: libclang has just made the string.
        unsafe { self.unit.library.text(spelling) }
    }

    /// In bytes; none if incomplete or not constant.
    pub(crate) fn size(self) -> Option<u64> {
        u64::try_from(ask!(self, clang_Type_getSizeOf)).ok()
    }

    pub(crate) fn pointee(self) -> ClangType<'u> {
        self.with(ask!(self, clang_getPointeeType))
    }

    pub(crate) fn element(self) -> ClangType<'u> {
        self.with(ask!(self, clang_getArrayElementType))
    }

    pub(crate) fn array_length(self) -> Option<u64> {
        u64::try_from(ask!(self, clang_getArraySize)).ok()
    }

    pub(crate) fn result(self) -> ClangType<'u> {
        self.with(ask!(self, clang_getResultType))
    }

    pub(crate) fn parameters(self) -> Vec<ClangType<'u>> {
        let count = u32::try_from(ask!(self, clang_getNumArgTypes)).unwrap_or(0);
        (0..count).map(|number| self.with(ask!(self, clang_getArgType, number))).collect()
    }

    pub(crate) fn is_variadic(self) -> bool {
        ask!(self, clang_isFunctionTypeVariadic) != 0
    }

    /// What is inside `_Atomic`.
    pub(crate) fn atomic_value(self) -> ClangType<'u> {
        self.with(ask!(self, clang_Type_getValueType))
    }

    pub(crate) fn declaration(self) -> Cursor<'u> {
        Cursor::new(self.unit, ask!(self, clang_getTypeDeclaration))
    }

    pub(crate) fn fields(self) -> Vec<Cursor<'u>> {
        extern "C" fn collect(field: CxCursor, list: *mut c_void) -> c_int {
            // SAFETY: `list` is the vector below, which outlives the visit.
            unsafe { (*list.cast::<Vec<CxCursor>>()).push(field) };
            VISIT_CONTINUE
        }
        let mut list: Vec<CxCursor> = Vec::new();
        ask!(self, clang_Type_visitFields, collect, ptr::from_mut(&mut list).cast());
        list.into_iter().map(|raw| Cursor::new(self.unit, raw)).collect()
    }

    fn with(self, raw: CxType) -> ClangType<'u> {
        ClangType { unit: self.unit, raw }
    }
}
