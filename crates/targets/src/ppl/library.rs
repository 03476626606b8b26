//! PPL, loaded and initialised once for the process.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int};
use std::path::Path;
use std::ptr;
use std::sync::OnceLock;

use super::calls::Shared;
use crate::dynamic::gmp::Gmp;
use crate::dynamic::{self, Library, Scope};
use crate::machine::Refusal;
use crate::target::TargetError;

/// The loaded library. PPL keeps state in statics: machines on several threads must take turns.
pub(super) struct Ppl {
    pub(super) library: Library,
    pub(super) gmp: Gmp,
    pub(super) shared: Shared,
    /// It was built with integers of a fixed size, and reports overflows.
    pub(super) bounded: bool,
    /// PPL's number for no dimension.
    pub(super) not_a_dimension: usize,
}

/// PPL's answer to a second initialisation, which is not an error to us.
const INVALID_ARGUMENT: c_int = -3;

thread_local! {
    /// What PPL said about its last error.
    static LAST_ERROR: RefCell<String> = const { RefCell::new(String::new()) };
}

impl Ppl {
    /// Load and initialise PPL, unless that was done before.
    pub(super) fn open(path: &Path) -> Result<&'static Ppl, TargetError> {
        static PPL: OnceLock<Result<Ppl, TargetError>> = OnceLock::new();
        PPL.get_or_init(|| Ppl::load(path)).as_ref().map_err(TargetError::clone)
    }

    fn load(path: &Path) -> Result<Ppl, TargetError> {
        let gmp = Gmp::open()?;
        let library = Library::open(path, Scope::Local)?;
        let shared = Shared::of(&library)?;
        let mut not_a_dimension = 0;
        // SAFETY: initialisation comes before any other call, the handler lives as long as the
        // program, and the place for the dimension is ours.
        let (code, bounded) = unsafe {
            let code = (shared.initialize)();
            (shared.set_error_handler)(remember_error);
            (shared.not_a_dimension)(&mut not_a_dimension);
            (code, (shared.coefficients_are_bounded)() > 0)
        };
        // PPL rounds upwards from its initialisation on; machines ask for that when they run.
        dynamic::settle();
        if code < 0 && code != INVALID_ARGUMENT {
            let reason = format!("ppl_initialize gives {code}");
            return Err(TargetError::Unloadable { path: path.to_path_buf(), reason });
        }
        Ok(Ppl { library, gmp, shared, bounded, not_a_dimension })
    }

    /// The version that the library reports.
    pub(super) fn version(&self) -> Option<String> {
        let mut text: *const c_char = ptr::null();
        // SAFETY: PPL writes the address of a constant string that ends with NUL.
        let version = unsafe {
            (self.shared.version)(&mut text);
            (!text.is_null()).then(|| CStr::from_ptr(text))
        };
        Some(version?.to_string_lossy().into_owned())
    }
}

/// What a call gave, if that is no error.
pub(super) fn check(code: c_int) -> Result<c_int, Refusal> {
    if code >= 0 {
        return Ok(code);
    }
    let description = LAST_ERROR.with_borrow_mut(std::mem::take);
    Err(Refusal::Exception(match description.as_str() {
        "" => format!("PPL error {code}"),
        text => format!("PPL error {code}: {text}"),
    }))
}

extern "C" fn remember_error(_: c_int, description: *const c_char) {
    if description.is_null() {
        return;
    }
    // SAFETY: PPL passes a string that ends with NUL and stays until this returns.
    let text = unsafe { CStr::from_ptr(description) }.to_string_lossy().into_owned();
    // Nothing may unwind into PPL: at the end of a thread the message is lost.
    let _ = LAST_ERROR.try_with(|last| last.try_borrow_mut().map(|mut last| *last = text));
}
