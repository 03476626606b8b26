//! A manager of APRON's interface with the functions that take it: what every call needs.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::NonNull;

use super::functions::{Extrapolation, Functions};
use super::layout::{EXCEPTIONS, Manager, TABLE};
use crate::dynamic::is_code;
use crate::machine::{Claims, Refusal};

const NOT_IMPLEMENTED: c_int = 5;
const EXCEPTION_NAMES: [&str; EXCEPTIONS] =
    ["nothing", "timeout", "out of space", "overflow", "invalid argument", "not implemented"];

/// The manager that a library made for us.
pub(super) struct Context {
    manager: NonNull<Manager>,
    /// The functions of the library.
    pub(super) functions: Functions,
    /// Its narrowing, which is no part of the interface.
    pub(super) narrowing: Option<Extrapolation>,
    /// The names of the operations, as the library calls them.
    operation_names: Option<NonNull<c_void>>,
    /// Which operations of the table are functions.
    present: [bool; TABLE],
}

impl Context {
    /// Take a manager over. From now on an exception does not end the process.
    pub(super) fn new(
        manager: NonNull<Manager>,
        functions: Functions,
        narrowing: Option<Extrapolation>,
        operation_names: Option<NonNull<c_void>>,
    ) -> Context {
        // SAFETY: the manager was just made, and nobody else knows it.
        let table = unsafe {
            (*manager.as_ptr()).abort_if_exception = [0; EXCEPTIONS];
            (*manager.as_ptr()).table
        };
        // ELINA's zones leave entries unset in memory that nobody has cleared.
        let present = table.map(is_code);
        Context { manager, functions, narrowing, operation_names, present }
    }

    /// The manager, for calls.
    #[inline]
    pub(super) fn manager(&self) -> *mut Manager {
        self.manager.as_ptr()
    }

    /// Does the library have the operation? Calling one that it lacks would crash.
    #[inline]
    pub(super) fn has(&self, entry: usize) -> bool {
        self.present[entry]
    }

    /// What the library says about its last result.
    #[inline]
    pub(super) fn claims(&self) -> Claims {
        // SAFETY: the manager lives as long as we do, and flags are bytes.
        unsafe {
            let manager = self.manager();
            Claims { exact: (*manager).flag_exact != 0, best: (*manager).flag_best != 0 }
        }
    }

    /// Was there an exception in the last call? It is cleared, because the library never does.
    #[inline]
    pub(super) fn check(&self, what: &'static str) -> Result<(), Refusal> {
        // SAFETY: the manager lives as long as we do.
        match unsafe { (*self.manager()).exception } {
            0 => Ok(()),
            raised => Err(self.refusal(raised, what)),
        }
    }

    /// The library's name for itself and its version.
    pub(super) fn version(&self) -> String {
        // SAFETY: both are NULL or strings that live as long as the manager.
        let (library, version) = unsafe {
            let manager = self.manager();
            (text((*manager).library), text((*manager).version))
        };
        let parts = [library, version].into_iter().flatten();
        parts.map(|part| part.trim().to_string()).collect::<Vec<_>>().join(" ")
    }

    #[cold]
    fn refusal(&self, raised: c_int, what: &'static str) -> Refusal {
        let kind = usize::try_from(raised).ok().and_then(|index| EXCEPTION_NAMES.get(index));
        let kind = kind.copied().unwrap_or("an unknown exception");
        // SAFETY: the manager lives as long as we do; the log is NULL or its newest exception,
        // whose message is NULL or a string, and which stays until it is cleared.
        let (operation, message) = unsafe {
            let newest = (*self.manager()).exceptions;
            let operation = newest.as_ref().and_then(|newest| self.operation(newest.operation));
            let message = newest.as_ref().and_then(|newest| text(newest.message));
            (*self.manager()).exception = 0;
            (self.functions.clear_exceptions)(self.manager());
            (operation, message)
        };
        if raised == NOT_IMPLEMENTED {
            return Refusal::Unsupported(what);
        }
        let operation = operation.unwrap_or_else(|| what.to_string());
        let message = message.filter(|text| !text.is_empty()).map(|text| format!(" ({text})"));
        Refusal::Exception(format!("{kind} in {operation}{}", message.unwrap_or_default()))
    }

    fn operation(&self, number: c_int) -> Option<String> {
        let names = self.operation_names?.cast::<*const c_char>();
        let index = usize::try_from(number).ok().filter(|index| *index < TABLE)?;
        // SAFETY: the library's table has a name for each of its operations.
        unsafe { text(*names.as_ptr().add(index)) }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the manager is ours, and all elements that refer to it are gone or count it.
        unsafe { (self.functions.manager_free)(self.manager()) }
    }
}

/// A string of C, if there is one.
///
/// # Safety
/// The pointer is NULL or that of a string.
unsafe fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: it is a string.
    Some(unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
}
