//! The table of libclang's functions, opened at run time.
#![allow(non_snake_case, reason = "the functions have libclang's names")]

use libloading::Library as Opened;
use std::{
    ffi::{CStr, c_char, c_int, c_longlong, c_uint, c_ulong, c_ulonglong, c_void},
    mem::ManuallyDrop,
    path::Path,
    ptr,
};

#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct CxCursor {
    pub(super) kind: c_int,
    pub(super) xdata: c_int,
    pub(super) data: [*const c_void; 3],
}

#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct CxType {
    pub(super) kind: c_int,
    pub(super) data: [*mut c_void; 2],
}

#[repr(C)]
pub(super) struct CxString {
    pub(super) data: *const c_void,
    pub(super) private_flags: c_uint,
}

#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct CxLocation {
    pub(super) ptr_data: [*const c_void; 2],
    pub(super) int_data: c_uint,
}

#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct CxRange {
    pub(super) ptr_data: [*const c_void; 2],
    pub(super) begin_int_data: c_uint,
    pub(super) end_int_data: c_uint,
}

#[repr(C)]
pub(super) struct CxUnsavedFile {
    pub(super) filename: *const c_char,
    pub(super) contents: *const c_char,
    pub(super) length: c_ulong,
}

pub(super) type Handle = *mut c_void;
type Visitor = extern "C" fn(CxCursor, CxCursor, *mut c_void) -> c_int;
type FieldVisitor = extern "C" fn(CxCursor, *mut c_void) -> c_int;

macro_rules! functions {
    ($($name:ident($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// libclang, opened. It is never closed: its threads and exit handlers do not survive that.
        pub(crate) struct Library {
            _opened: ManuallyDrop<Opened>,
            $(pub(super) $name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl Library {
            /// Opens a file, or says why it is not a libclang that can be used.
            pub(crate) fn open(path: &Path) -> Result<Self, String> {
                // SAFETY: libclang's initialisers have no requirements. Each symbol has the type that
                // clang-c/Index.h declares for it, and is called only while the library is open.
                unsafe {
                    let opened = Opened::new(path).map_err(reason)?;
                    $(let $name = *opened
                        .get(concat!(stringify!($name), "\0").as_bytes())
                        .map_err(|_| missing(stringify!($name)))?;)*
                    Ok(Library { _opened: ManuallyDrop::new(opened), $($name,)* })
                }
            }
        }
    };
}

fn reason(error: libloading::Error) -> String {
    std::error::Error::source(&error).map_or(error.to_string(), |source| source.to_string())
}

fn missing(function: &str) -> String {
    format!("it has no {function}; version 17 or newer is needed")
}

functions! {
    clang_getClangVersion() -> CxString;
    clang_createIndex(c_int, c_int) -> Handle;
    clang_disposeIndex(Handle);
    clang_parseTranslationUnit2(
        Handle, *const c_char, *const *const c_char, c_int, *mut CxUnsavedFile, c_uint, c_uint,
        *mut Handle) -> c_int;
    clang_disposeTranslationUnit(Handle);
    clang_getTranslationUnitCursor(Handle) -> CxCursor;
    clang_getNumDiagnostics(Handle) -> c_uint;
    clang_getDiagnostic(Handle, c_uint) -> Handle;
    clang_disposeDiagnostic(Handle);
    clang_getDiagnosticSeverity(Handle) -> c_int;
    clang_getDiagnosticSpelling(Handle) -> CxString;
    clang_getDiagnosticLocation(Handle) -> CxLocation;
    clang_getFileLocation(CxLocation, *mut Handle, *mut c_uint, *mut c_uint, *mut c_uint);
    clang_getCString(CxString) -> *const c_char;
    clang_disposeString(CxString);
    clang_visitChildren(CxCursor, Visitor, *mut c_void) -> c_uint;
    clang_Type_visitFields(CxType, FieldVisitor, *mut c_void) -> c_uint;
    clang_getCursorExtent(CxCursor) -> CxRange;
    clang_getRangeStart(CxRange) -> CxLocation;
    clang_getRangeEnd(CxRange) -> CxLocation;
    clang_getCursorSpelling(CxCursor) -> CxString;
    clang_getCursorType(CxCursor) -> CxType;
    clang_getCursorReferenced(CxCursor) -> CxCursor;
    clang_getCanonicalCursor(CxCursor) -> CxCursor;
    clang_Cursor_isNull(CxCursor) -> c_int;
    clang_equalCursors(CxCursor, CxCursor) -> c_uint;
    clang_hashCursor(CxCursor) -> c_uint;
    clang_isCursorDefinition(CxCursor) -> c_uint;
    clang_Cursor_getNumArguments(CxCursor) -> c_int;
    clang_Cursor_getArgument(CxCursor, c_uint) -> CxCursor;
    clang_Cursor_getVarDeclInitializer(CxCursor) -> CxCursor;
    clang_Cursor_getStorageClass(CxCursor) -> c_int;
    clang_Cursor_hasVarDeclGlobalStorage(CxCursor) -> c_int;
    clang_getCursorLinkage(CxCursor) -> c_int;
    clang_getCursorBinaryOperatorKind(CxCursor) -> c_int;
    clang_getBinaryOperatorKindSpelling(c_int) -> CxString;
    clang_getCursorUnaryOperatorKind(CxCursor) -> c_int;
    clang_getEnumConstantDeclValue(CxCursor) -> c_longlong;
    clang_getEnumConstantDeclUnsignedValue(CxCursor) -> c_ulonglong;
    clang_getEnumDeclIntegerType(CxCursor) -> CxType;
    clang_getFieldDeclBitWidth(CxCursor) -> c_int;
    clang_Cursor_getOffsetOfField(CxCursor) -> c_longlong;
    clang_Cursor_isAnonymous(CxCursor) -> c_uint;
    clang_Cursor_isFunctionInlined(CxCursor) -> c_uint;
    clang_Cursor_Evaluate(CxCursor) -> Handle;
    clang_EvalResult_getKind(Handle) -> c_int;
    clang_EvalResult_getAsLongLong(Handle) -> c_longlong;
    clang_EvalResult_isUnsignedInt(Handle) -> c_uint;
    clang_EvalResult_getAsUnsigned(Handle) -> c_ulonglong;
    clang_EvalResult_getAsDouble(Handle) -> f64;
    clang_EvalResult_dispose(Handle);
    clang_getCanonicalType(CxType) -> CxType;
    clang_isVolatileQualifiedType(CxType) -> c_uint;
    clang_isConstQualifiedType(CxType) -> c_uint;
    clang_getTypeSpelling(CxType) -> CxString;
    clang_Type_getSizeOf(CxType) -> c_longlong;
    clang_getPointeeType(CxType) -> CxType;
    clang_getArrayElementType(CxType) -> CxType;
    clang_getArraySize(CxType) -> c_longlong;
    clang_getResultType(CxType) -> CxType;
    clang_getNumArgTypes(CxType) -> c_int;
    clang_getArgType(CxType, c_uint) -> CxType;
    clang_isFunctionTypeVariadic(CxType) -> c_uint;
    clang_getTypeDeclaration(CxType) -> CxCursor;
    clang_Type_getValueType(CxType) -> CxType;
}

impl Library {
    pub(crate) fn version(&self) -> String {
        // SAFETY: the function takes nothing and the string is disposed of once.
        unsafe { self.text((self.clang_getClangVersion)()) }
    }

    /// Copies and frees a string of libclang.
    ///
    /// # Safety
    /// `string` comes from libclang and is used nowhere else.
    pub(super) unsafe fn text(&self, string: CxString) -> String {
        // SAFETY: getCString gives null or a zero-terminated text that lives until disposeString.
        unsafe {
            let start = (self.clang_getCString)(CxString { ..string });
            let text = match start.is_null() {
                true => String::new(),
                false => CStr::from_ptr(start).to_string_lossy().into_owned(),
            };
            (self.clang_disposeString)(string);
            text
        }
    }

    /// The offset in the file, whatever line markers say.
    ///
    /// # Safety
    /// `location` belongs to a unit that is alive.
    pub(super) unsafe fn offset(&self, location: CxLocation) -> u32 {
        let mut offset = 0;
        let unwanted: *mut c_uint = ptr::null_mut();
        // SAFETY: null is allowed for what is not wanted.
        unsafe {
            (self.clang_getFileLocation)(location, ptr::null_mut(), unwanted, unwanted, &mut offset)
        };
        offset
    }
}
