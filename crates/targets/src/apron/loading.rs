//! Opening a library with APRON's interface, in the order that its missing dependencies demand.
//!
//! Debian's domain libraries name none of the libraries that they need, so those are opened first
//! and for all to see. The domain library itself must be visible to nobody: the variants for other
//! numbers have the same names inside, and would call each other.

use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;

use super::context::Context;
use super::description::{Constructor, Description, Location};
use super::functions::{Extrapolation, Functions};
use super::layout::Manager;
use crate::dynamic::gmp::Gmp;
use crate::dynamic::mpfr::Reader;
use crate::dynamic::{Library, Scope, find, find_beside, settle};
use crate::target::TargetError;

/// The libraries behind each prefix, each with the names that its file may have.
const COMPANIONS: [(&str, &[&[&str]]); 2] = [
    ("ap_", &[&["libapron.so.0", "libapron.so"]]),
    ("elina_", &[&["libelinaux.so"], &["libelinalinearize.so"], &["libpartitions.so"]]),
];

/// A library that was opened, with a fresh manager.
pub(super) struct Loaded {
    /// The manager and the functions.
    pub(super) context: Context,
    /// For writing numbers.
    pub(super) gmp: Gmp,
    /// For reading floats.
    pub(super) mpfr: Reader,
}

/// The file of the domain library, if it is there. Nothing is loaded.
pub(super) fn locate(description: &Description) -> Option<PathBuf> {
    match &description.location {
        Location::File(path) => path.is_file().then(|| path.clone()),
        Location::Installed(names) => {
            let path = find(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
            let mut behind = behind(&description.prefixes);
            behind.any(|names| find_beside(&path, names).is_some()).then_some(path)
        }
    }
}

/// The libraries behind some prefixes.
fn behind(prefixes: &[String]) -> impl Iterator<Item = &'static [&'static str]> {
    let wanted = COMPANIONS.iter().filter(|(own, _)| prefixes.iter().any(|prefix| prefix == own));
    wanted.flat_map(|(_, libraries)| libraries.iter().copied())
}

/// Open the library and all that it needs, and make a manager. This runs foreign code.
pub(super) fn open(description: &Description) -> Result<Loaded, TargetError> {
    let path = locate(description).ok_or_else(|| TargetError::Missing {
        name: description.name.clone(),
        advice: description.advice.clone(),
    })?;
    let loaded = open_at(&path, description);
    // Loading PPL, and the constructors of boxes and octagons, change the rounding mode.
    settle();
    loaded
}

fn open_at(path: &Path, description: &Description) -> Result<Loaded, TargetError> {
    Library::open(Path::new("libm.so.6"), Scope::Global)?;
    let gmp = Gmp::open()?;
    let mpfr = Reader::open(gmp)?;
    let companions = companions(path, &description.prefixes)?;
    let domain = Library::open(path, Scope::Local)?;
    let mut libraries = vec![domain.clone()];
    libraries.extend(companions);
    let (prefix, functions) = functions(&libraries, &description.prefixes)?;
    let manager = manager(&domain, &description.constructor)?;
    let narrowing = ["oct_narrowing", "opt_oct_narrowing"]
        .iter()
        .find_map(|name| domain.symbol(&format!("{prefix}abstract0_{name}")));
    // SAFETY: APRON's and ELINA's headers give narrowings this type.
    let narrowing = narrowing.map(|symbol| unsafe {
        std::mem::transmute::<*mut c_void, Extrapolation>(symbol.as_ptr())
    });
    let names = libraries.iter().find_map(|l| l.symbol(&format!("{prefix}name_of_funid")));
    Ok(Loaded { context: Context::new(manager, functions, narrowing, names), gmp, mpfr })
}

fn companions(domain: &Path, prefixes: &[String]) -> Result<Vec<Library>, TargetError> {
    behind(prefixes)
        // Who is not there may not be needed; if it is, a function will be missing.
        .filter_map(|names| find_beside(domain, names))
        .map(|path| Library::open(&path, Scope::Global))
        .collect()
}

/// The functions with the first prefix for which all of them are there.
fn functions<'a>(
    libraries: &[Library],
    prefixes: &'a [String],
) -> Result<(&'a str, Functions), TargetError> {
    let mut fault = TargetError::BadDescription("a library needs a prefix, such as ap_".into());
    for prefix in prefixes {
        match Functions::find(libraries, prefix) {
            Ok(functions) => return Ok((prefix, functions)),
            Err(missing) => fault = missing,
        }
    }
    Err(fault)
}

/// Make something while the C allocator fills with zeros what it hands out. Managers are made of memory
/// that nobody cleared, and ELINA's zones leave entries of the table unset: what an earlier owner of the
/// memory left there may well be the address of a function.
fn cleared<T>(make: impl FnOnce() -> T) -> T {
    // SAFETY: the setting changes only what memory that nobody has written to holds. The allocator fills
    // it with the complement of this byte, blocks of its smallest sizes excepted.
    let perturb = |byte| unsafe { libc::mallopt(libc::M_PERTURB, byte) };
    perturb(0xff);
    let made = make();
    perturb(0);
    made
}

fn manager(domain: &Library, constructor: &Constructor) -> Result<NonNull<Manager>, TargetError> {
    let symbol = domain.require(&constructor.symbol)?.as_ptr();
    // SAFETY: the description says that this function makes managers, and what it takes.
    let manager = cleared(|| unsafe {
        match constructor.strict {
            None => {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> *mut Manager>(symbol)()
            }
            Some(strict) => std::mem::transmute::<
                *mut c_void,
                unsafe extern "C" fn(bool) -> *mut Manager,
            >(symbol)(strict),
        }
    });
    NonNull::new(manager).ok_or_else(|| {
        let path = domain.path().display();
        TargetError::BadDescription(format!("{} of {path} made no manager", constructor.symbol))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The block of a manager, as an earlier owner of the memory left it.
    #[test]
    fn managers_are_made_of_cleared_memory() {
        let size = size_of::<Manager>();
        // SAFETY: the block is as large as it is said to be, and freed once.
        unsafe {
            let earlier = libc::malloc(size);
            std::ptr::write_bytes(earlier.cast::<u8>(), 0xab, size);
            libc::free(earlier);
            let block = cleared(|| libc::malloc(size));
            let bytes = std::slice::from_raw_parts(block.cast::<u8>(), size);
            assert!(bytes.iter().all(|byte| *byte == 0));
            libc::free(block);
        }
    }
}
