//! Nodes of libclang's syntax tree.

use super::{
    ask,
    clang_type::ClangType,
    table::{CxCursor, CxString},
    unit::Unit,
};
use crate::Span;
use std::{
    ffi::{c_int, c_void},
    hash::{Hash, Hasher},
    ptr,
};

pub(super) const VISIT_CONTINUE: c_int = 1;
const EVALUATED_INT: c_int = 1;
const EVALUATED_FLOAT: c_int = 2;
const LINKAGE_EXTERNAL: c_int = 4;

/// A value that libclang computed.
pub(crate) enum Constant {
    Int(i128),
    Float(f64),
}

/// A node of the syntax tree.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'u> {
    unit: &'u Unit,
    raw: CxCursor,
}

impl<'u> Cursor<'u> {
    pub(super) fn new(unit: &'u Unit, raw: CxCursor) -> Self {
        Self { unit, raw }
    }

    pub(crate) fn kind(self) -> i32 {
        self.raw.kind
    }

    pub(crate) fn children(self) -> Vec<Cursor<'u>> {
        extern "C" fn collect(child: CxCursor, _: CxCursor, list: *mut c_void) -> c_int {
            // SAFETY: `list` is the vector below, which outlives the visit.
            unsafe { (*list.cast::<Vec<CxCursor>>()).push(child) };
            VISIT_CONTINUE
        }
        let mut list: Vec<CxCursor> = Vec::new();
        ask!(self, clang_visitChildren, collect, ptr::from_mut(&mut list).cast());
        list.into_iter().map(|raw| self.with(raw)).collect()
    }

    pub(crate) fn span(self) -> Span {
        let range = ask!(self, clang_getCursorExtent);
        let library = &*self.unit.library;
        // SAFETY: the range belongs to the borrowed unit.
        unsafe {
            let start = library.offset((library.clang_getRangeStart)(range));
            let end = library.offset((library.clang_getRangeEnd)(range));
            Span::new(self.unit.base + start, self.unit.base + end)
        }
    }

    pub(crate) fn spelling(self) -> String {
        self.text(ask!(self, clang_getCursorSpelling))
    }

    pub(crate) fn ty(self) -> ClangType<'u> {
        ClangType::new(self.unit, ask!(self, clang_getCursorType))
    }

    /// The declaration that is meant.
    pub(crate) fn referenced(self) -> Option<Cursor<'u>> {
        self.some(ask!(self, clang_getCursorReferenced))
    }

    /// The first of all declarations of the same thing.
    pub(crate) fn canonical(self) -> Cursor<'u> {
        self.with(ask!(self, clang_getCanonicalCursor))
    }

    /// Whether a function is declared `inline`.
    pub(crate) fn is_inline(self) -> bool {
        ask!(self, clang_Cursor_isFunctionInlined) != 0
    }

    pub(crate) fn is_definition(self) -> bool {
        ask!(self, clang_isCursorDefinition) != 0
    }

    /// The parameters of a function's declaration.
    pub(crate) fn parameters(self) -> Vec<Cursor<'u>> {
        let count = u32::try_from(ask!(self, clang_Cursor_getNumArguments)).unwrap_or(0);
        (0..count).map(|number| self.with(ask!(self, clang_Cursor_getArgument, number))).collect()
    }

    pub(crate) fn initialiser(self) -> Option<Cursor<'u>> {
        self.some(ask!(self, clang_Cursor_getVarDeclInitializer))
    }

    pub(crate) fn is_extern(self) -> bool {
        ask!(self, clang_Cursor_getStorageClass) == 2
    }

    /// Whether a variable lives as long as the program.
    pub(crate) fn is_static_storage(self) -> bool {
        ask!(self, clang_Cursor_hasVarDeclGlobalStorage) == 1
    }

    /// Whether other files can use its name.
    pub(crate) fn is_external(self) -> bool {
        ask!(self, clang_getCursorLinkage) == LINKAGE_EXTERNAL
    }

    /// `+`, `&&`, `<<=`, ...
    pub(crate) fn binary_operator(self) -> String {
        let kind = ask!(self, clang_getCursorBinaryOperatorKind);
        // SAFETY: any number is accepted.
        self.text(unsafe { (self.unit.library.clang_getBinaryOperatorKindSpelling)(kind) })
    }

    /// libclang's number for `-`, `!`, `x++` and so on: see `kinds`.
    pub(crate) fn unary_operator(self) -> i32 {
        ask!(self, clang_getCursorUnaryOperatorKind)
    }

    pub(crate) fn enum_value(self, signed: bool) -> i128 {
        if signed {
            ask!(self, clang_getEnumConstantDeclValue).into()
        } else {
            ask!(self, clang_getEnumConstantDeclUnsignedValue).into()
        }
    }

    pub(crate) fn enum_type(self) -> ClangType<'u> {
        ClangType::new(self.unit, ask!(self, clang_getEnumDeclIntegerType))
    }

    pub(crate) fn bit_width(self) -> Option<u32> {
        u32::try_from(ask!(self, clang_getFieldDeclBitWidth)).ok()
    }

    pub(crate) fn offset_bits(self) -> Option<u64> {
        u64::try_from(ask!(self, clang_Cursor_getOffsetOfField)).ok()
    }

    /// Whether a struct, union or field has no name of its own.
    pub(crate) fn is_anonymous(self) -> bool {
        ask!(self, clang_Cursor_isAnonymous) != 0
    }

    /// The value, where libclang can compute it. It crashes on calls with one argument that are not
    /// constant and looks into constant variables, so only literals, `sizeof` and expressions that
    /// must be constant are asked about.
    pub(crate) fn evaluate(self) -> Option<Constant> {
        let library = &*self.unit.library;
        let result = ask!(self, clang_Cursor_Evaluate);
        if result.is_null() {
            return None;
        }
        // SAFETY: the result is ours, is read as what it says it is, and is disposed of once.
        unsafe {
            let constant = match (library.clang_EvalResult_getKind)(result) {
                EVALUATED_INT if (library.clang_EvalResult_isUnsignedInt)(result) != 0 => {
                    Some(Constant::Int((library.clang_EvalResult_getAsUnsigned)(result).into()))
                }
                EVALUATED_INT => {
                    Some(Constant::Int((library.clang_EvalResult_getAsLongLong)(result).into()))
                }
                EVALUATED_FLOAT => {
                    Some(Constant::Float((library.clang_EvalResult_getAsDouble)(result)))
                }
                _ => None,
            };
            (library.clang_EvalResult_dispose)(result);
            constant
        }
    }

    fn with(self, raw: CxCursor) -> Cursor<'u> {
        Cursor { unit: self.unit, raw }
    }

    fn some(self, raw: CxCursor) -> Option<Cursor<'u>> {
        // SAFETY: any cursor is accepted.
        let null = unsafe { (self.unit.library.clang_Cursor_isNull)(raw) } != 0;
        (!null).then(|| self.with(raw))
    }

    fn text(self, string: CxString) -> String {
        // SAFETY: the callers hand in strings that libclang has just made.
        unsafe { self.unit.library.text(string) }
    }
}

impl PartialEq for Cursor<'_> {
    fn eq(&self, other: &Self) -> bool {
        ask!(self, clang_equalCursors, other.raw) != 0
    }
}

impl Eq for Cursor<'_> {}

impl Hash for Cursor<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        ask!(self, clang_hashCursor).hash(state);
    }
}
