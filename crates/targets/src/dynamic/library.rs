//! A shared library that was opened at run time.

use std::ffi::{CStr, CString, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;

use crate::target::TargetError;

/// Who sees the symbols of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Libraries that are opened later, which need not say that they depend on this one.
    Global,
    /// Only those who ask for them.
    Local,
}

/// An open library. It is never closed: the numbers and elements that it made, handlers that it
/// registered and the managers of other machines may all outlive the one who opened it.
#[derive(Clone, Debug)]
pub(crate) struct Library {
    handle: NonNull<c_void>,
    path: PathBuf,
}

// SAFETY: a handle of dlopen may be used by any thread, and is never closed.
unsafe impl Send for Library {}
// SAFETY: dlsym may be called by several threads at once.
unsafe impl Sync for Library {}

impl Library {
    /// Open a library, by path or by a name that the loader looks up. This runs its constructors.
    pub(crate) fn open(path: &Path, scope: Scope) -> Result<Library, TargetError> {
        let unloadable =
            |reason: String| TargetError::Unloadable { path: path.to_path_buf(), reason };
        let name = CString::new(path.as_os_str().as_bytes())
            .map_err(|_| unloadable("the path contains a NUL".to_string()))?;
        let visible = match scope {
            Scope::Global => libc::RTLD_GLOBAL,
            Scope::Local => libc::RTLD_LOCAL,
        };
        // SAFETY: the name ends with NUL. Loading runs foreign code, which is what was asked for.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | visible) };
        match NonNull::new(handle) {
            Some(handle) => Ok(Library { handle, path: path.to_path_buf() }),
            None => Err(unloadable(loader_error())),
        }
    }

    /// Where it was opened.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The address of a symbol of the library or of one that it depends on.
    pub(crate) fn symbol(&self, name: &str) -> Option<NonNull<c_void>> {
        let name = CString::new(name).ok()?;
        // SAFETY: the handle is open and the name ends with NUL.
        NonNull::new(unsafe { libc::dlsym(self.handle.as_ptr(), name.as_ptr()) })
    }

    /// The address of a symbol without which the library is of no use.
    pub(crate) fn require(&self, name: &str) -> Result<NonNull<c_void>, TargetError> {
        self.symbol(name).ok_or_else(|| TargetError::NoSymbol {
            path: self.path.clone(),
            symbol: name.to_string(),
        })
    }
}

/// Does the address lie in a module that the loader knows? A function does; what happens to be in
/// memory that nobody has set does not.
pub(crate) fn is_code(address: *const c_void) -> bool {
    if address.is_null() {
        return false;
    }
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::uninit();
    // SAFETY: the loader compares the address and reads nothing behind it; the answer is ours.
    unsafe { libc::dladdr(address, info.as_mut_ptr()) != 0 }
}

fn loader_error() -> String {
    // SAFETY: dlerror gives NULL or a string that stays until the next call on this thread.
    let text = unsafe {
        let text = libc::dlerror();
        (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
    };
    text.unwrap_or_else(|| "the loader gives no reason".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_there_opens_and_has_its_symbols() {
        let maths = Library::open(Path::new("libm.so.6"), Scope::Global).expect("libm is there");
        assert!(maths.symbol("cos").is_some());
        let missing = maths.require("no_such_function").expect_err("libm has no such function");
        assert!(missing.to_string().contains("no function no_such_function"), "{missing}");
    }

    #[test]
    fn functions_are_told_from_what_lies_about_in_memory() {
        let maths = Library::open(Path::new("libm.so.6"), Scope::Global).expect("libm is there");
        let cosine = maths.symbol("cos").expect("it has one");
        assert!(is_code(cosine.as_ptr()));
        let heap = Box::new(7u64);
        assert!(!is_code((&raw const *heap).cast()));
        assert!(!is_code(std::ptr::null()) && !is_code(0x6_0000_0001 as *const c_void));
    }

    #[test]
    fn what_cannot_be_loaded_says_why() {
        let fault = Library::open(Path::new("/no/such/library.so"), Scope::Local);
        let Err(TargetError::Unloadable { path, reason }) = fault else {
            panic!("a library that does not exist was loaded");
        };
        assert_eq!(path, Path::new("/no/such/library.so"));
        assert!(reason.contains("No such file"), "{reason}");
        assert!(Library::open(Path::new("a\0b"), Scope::Local).is_err());
    }
}
