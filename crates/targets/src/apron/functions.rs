//! The functions of APRON's interface, looked up once when a library is opened.

use std::ffi::{c_char, c_int, c_long, c_uint, c_ulong, c_void};
use std::ptr::NonNull;

use super::layout::{
    Coefficient, Constraints, DimensionChange, Element, Expression, Manager, Permutation,
    RawInterval,
};
use crate::dynamic::Library;
use crate::dynamic::gmp::Mpq;
use crate::target::TargetError;

/// Predicates give a C `bool`, taken as a byte because foreign code might give something else than
/// 0 and 1.
type Byte = u8;

/// A binary operation that may overwrite its first operand.
pub(super) type Binary =
    unsafe extern "C" fn(*mut Manager, bool, *mut Element, *mut Element) -> *mut Element;
/// A widening or narrowing.
pub(super) type Extrapolation =
    unsafe extern "C" fn(*mut Manager, *mut Element, *mut Element) -> *mut Element;
/// Top or bottom over so many integers and reals.
pub(super) type Constant = unsafe extern "C" fn(*mut Manager, usize, usize) -> *mut Element;
/// A question about one element.
pub(super) type Predicate = unsafe extern "C" fn(*mut Manager, *mut Element) -> Byte;
/// A question about two elements.
pub(super) type Comparison = unsafe extern "C" fn(*mut Manager, *mut Element, *mut Element) -> Byte;

/// Assignments of expressions to dimensions; the last argument is NULL.
type Assignment = unsafe extern "C" fn(
    *mut Manager,
    bool,
    *mut Element,
    *mut c_uint,
    *mut *mut Expression,
    usize,
    *mut Element,
) -> *mut Element;
/// Forgetting dimensions; the last argument says whether they become 0.
type Forgetting = unsafe extern "C" fn(
    *mut Manager,
    bool,
    *mut Element,
    *mut c_uint,
    usize,
    bool,
) -> *mut Element;
/// Adding dimensions; the last argument says whether they are 0.
type Addition = unsafe extern "C" fn(
    *mut Manager,
    bool,
    *mut Element,
    *mut DimensionChange,
    bool,
) -> *mut Element;

/// Declares the table of functions and how it is filled.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident: $Type:ty = $symbol:literal;)*) => {
        /// The functions that every machine needs.
        #[derive(Clone, Copy)]
        pub(super) struct Functions {
            $($(#[$doc])* pub(super) $name: $Type,)*
        }

        impl Functions {
            /// Look all functions up; their names begin with the prefix.
            pub(super) fn find(
                libraries: &[Library],
                prefix: &str,
            ) -> Result<Functions, TargetError> {
                $(let $name = symbol(libraries, prefix, $symbol)?;)*
                // SAFETY: APRON's headers give the functions of these names these types.
                unsafe {
                    Ok(Functions {
                        $($name: std::mem::transmute::<*mut c_void, $Type>($name.as_ptr()),)*
                    })
                }
            }
        }
    };
}

functions! {
    copy: unsafe extern "C" fn(*mut Manager, *mut Element) -> *mut Element = "abstract0_copy";
    free: unsafe extern "C" fn(*mut Manager, *mut Element) = "abstract0_free";
    canonicalize: unsafe extern "C" fn(*mut Manager, *mut Element) = "abstract0_canonicalize";
    print: unsafe extern "C" fn(*mut libc::FILE, *mut Manager, *mut Element, *const *mut c_char)
        = "abstract0_fprint";
    top: Constant = "abstract0_top";
    bottom: Constant = "abstract0_bottom";
    is_bottom: Predicate = "abstract0_is_bottom";
    is_top: Predicate = "abstract0_is_top";
    is_leq: Comparison = "abstract0_is_leq";
    is_eq: Comparison = "abstract0_is_eq";
    bound_dimension: unsafe extern "C" fn(*mut Manager, *mut Element, c_uint) -> *mut RawInterval
        = "abstract0_bound_dimension";
    to_constraints: unsafe extern "C" fn(*mut Manager, *mut Element) -> Constraints
        = "abstract0_to_lincons_array";
    of_constraints:
        unsafe extern "C" fn(*mut Manager, usize, usize, *mut Constraints) -> *mut Element
        = "abstract0_of_lincons_array";
    meet_constraints:
        unsafe extern "C" fn(*mut Manager, bool, *mut Element, *mut Constraints) -> *mut Element
        = "abstract0_meet_lincons_array";
    join: Binary = "abstract0_join";
    meet: Binary = "abstract0_meet";
    widening: Extrapolation = "abstract0_widening";
    assign: Assignment = "abstract0_assign_linexpr_array";
    forget: Forgetting = "abstract0_forget_array";
    add_dimensions: Addition = "abstract0_add_dimensions";
    remove_dimensions:
        unsafe extern "C" fn(*mut Manager, bool, *mut Element, *mut DimensionChange) -> *mut Element
        = "abstract0_remove_dimensions";
    permute_dimensions:
        unsafe extern "C" fn(*mut Manager, bool, *mut Element, *mut Permutation) -> *mut Element
        = "abstract0_permute_dimensions";
    expression_alloc: unsafe extern "C" fn(c_int, usize) -> *mut Expression = "linexpr0_alloc";
    expression_free: unsafe extern "C" fn(*mut Expression) = "linexpr0_free";
    set_int: unsafe extern "C" fn(*mut Coefficient, c_long) = "coeff_set_scalar_int";
    set_fraction: unsafe extern "C" fn(*mut Coefficient, c_long, c_ulong)
        = "coeff_set_scalar_frac";
    set_mpq: unsafe extern "C" fn(*mut Coefficient, *mut Mpq) = "coeff_set_scalar_mpq";
    constraints_clear: unsafe extern "C" fn(*mut Constraints) = "lincons0_array_clear";
    interval_free: unsafe extern "C" fn(*mut RawInterval) = "interval_free";
    manager_free: unsafe extern "C" fn(*mut Manager) = "manager_free";
    clear_exceptions: unsafe extern "C" fn(*mut Manager) = "manager_clear_exclog";
}

/// The first library that has the function, or what is missing in the first library.
fn symbol(libraries: &[Library], prefix: &str, name: &str) -> Result<NonNull<c_void>, TargetError> {
    let symbol = format!("{prefix}{name}");
    libraries.iter().find_map(|library| library.symbol(&symbol)).ok_or_else(|| {
        let path = libraries.first().map(|library| library.path().to_path_buf());
        TargetError::NoSymbol { path: path.unwrap_or_default(), symbol }
    })
}
