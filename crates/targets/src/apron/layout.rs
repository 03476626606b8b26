//! APRON's data as it lies in memory, the same in 0.9.10 to 0.9.15 and in ELINA.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::mem::offset_of;

use crate::dynamic::gmp::Mpq;
use crate::dynamic::mpfr::Mpfr;

/// The number of entries in the table of operations.
pub(super) const TABLE: usize = 51;
/// The number of exceptions, "none" included.
pub(super) const EXCEPTIONS: usize = 6;

/// `ap_scalar_t`: a number of one of three kinds.
#[repr(C)]
pub(super) struct Scalar {
    /// One of [`DOUBLE`], [`MPQ`], [`MPFR`].
    pub(super) kind: c_int,
    pub(super) value: ScalarValue,
}

/// The number of a scalar; its kind says which.
#[repr(C)]
pub(super) union ScalarValue {
    pub(super) double: f64,
    pub(super) mpq: *const Mpq,
    pub(super) mpfr: *const Mpfr,
}

pub(super) const DOUBLE: c_int = 0;
pub(super) const MPQ: c_int = 1;
pub(super) const MPFR: c_int = 2;

/// `ap_interval_t`.
#[repr(C)]
pub(super) struct RawInterval {
    pub(super) low: *const Scalar,
    pub(super) high: *const Scalar,
}

/// `ap_coeff_t`: a scalar or an interval.
#[repr(C)]
pub(super) struct Coefficient {
    /// 0 for a scalar, 1 for an interval.
    pub(super) kind: c_int,
    pub(super) value: *const c_void,
}

/// `ap_linterm_t`: a coefficient and the dimension that it belongs to.
#[repr(C)]
pub(super) struct Term {
    pub(super) dimension: c_uint,
    pub(super) coefficient: Coefficient,
}

/// The dimension of a term that is not in use.
pub(super) const NO_DIMENSION: c_uint = c_uint::MAX;

/// `ap_linexpr0_t`: a linear expression.
#[repr(C)]
pub(super) struct Expression {
    pub(super) constant: Coefficient,
    /// One of [`DENSE`], [`SPARSE`].
    pub(super) shape: c_int,
    pub(super) size: usize,
    /// [`Coefficient`]s of a dense expression, [`Term`]s of a sparse one.
    pub(super) parts: *mut c_void,
}

pub(super) const DENSE: c_int = 0;
pub(super) const SPARSE: c_int = 1;

/// `ap_lincons0_t`: an expression and its relation to 0.
#[repr(C)]
pub(super) struct Constraint {
    pub(super) expression: *mut Expression,
    pub(super) relation: c_int,
    /// The modulus of a congruence, or NULL.
    pub(super) modulus: *mut Scalar,
}

pub(super) const EQUAL: c_int = 0;
pub(super) const AT_LEAST: c_int = 1;
pub(super) const ABOVE: c_int = 2;
pub(super) const CONGRUENT: c_int = 3;
pub(super) const DIFFERENT: c_int = 4;

/// `ap_lincons0_array_t`.
#[repr(C)]
pub(super) struct Constraints {
    pub(super) first: *mut Constraint,
    pub(super) size: usize,
}

/// `ap_dimchange_t`: dimensions that are added or removed, integers first.
#[repr(C)]
pub(super) struct DimensionChange {
    pub(super) dimensions: *mut c_uint,
    pub(super) integers: usize,
    pub(super) reals: usize,
}

/// `ap_dimperm_t`: dimension `i` becomes `dimensions[i]`.
#[repr(C)]
pub(super) struct Permutation {
    pub(super) dimensions: *mut c_uint,
    pub(super) size: usize,
}

/// `ap_abstract0_t`: an element. Only its address is used.
#[repr(C)]
pub(super) struct Element {
    value: *mut c_void,
    manager: *mut Manager,
}

/// `ap_exclog_t`: an exception that was raised.
#[repr(C)]
pub(super) struct Exception {
    pub(super) kind: c_int,
    pub(super) operation: c_int,
    pub(super) message: *const c_char,
    next: *mut Exception,
}

/// `ap_funopt_t`: how an operation is to be done; left as the library sets it.
#[repr(C)]
struct OperationOptions {
    algorithm: c_int,
    timeout: usize,
    max_object_size: usize,
    exact_wanted: u8,
    best_wanted: u8,
}

/// `ap_manager_t`: the context of a library. Booleans are bytes here, because foreign code might
/// store something else than 0 and 1.
#[repr(C)]
pub(super) struct Manager {
    pub(super) library: *const c_char,
    pub(super) version: *const c_char,
    internal: *mut c_void,
    pub(super) table: [*const c_void; TABLE],
    options: [OperationOptions; TABLE],
    pub(super) abort_if_exception: [u8; EXCEPTIONS],
    preferred_scalar: c_int,
    pub(super) exceptions: *const Exception,
    pub(super) exception: c_int,
    pub(super) flag_exact: u8,
    pub(super) flag_best: u8,
    internal_free: *const c_void,
    count: usize,
}

/// Where operations are in the table.
pub(super) mod entry {
    pub(crate) const COPY: usize = 1;
    pub(crate) const CANONICALIZE: usize = 5;
    pub(crate) const PRINT: usize = 8;
    pub(crate) const BOTTOM: usize = 13;
    pub(crate) const TOP: usize = 14;
    pub(crate) const IS_BOTTOM: usize = 17;
    pub(crate) const IS_TOP: usize = 18;
    pub(crate) const IS_LEQ: usize = 19;
    pub(crate) const IS_EQ: usize = 20;
    pub(crate) const BOUND_DIMENSION: usize = 25;
    pub(crate) const TO_CONSTRAINTS: usize = 29;
    pub(crate) const MEET: usize = 32;
    pub(crate) const MEET_CONSTRAINTS: usize = 34;
    pub(crate) const JOIN: usize = 36;
    pub(crate) const ASSIGN: usize = 39;
    pub(crate) const ADD_DIMENSIONS: usize = 43;
    pub(crate) const REMOVE_DIMENSIONS: usize = 44;
    pub(crate) const PERMUTE_DIMENSIONS: usize = 45;
    pub(crate) const FORGET: usize = 46;
    pub(crate) const WIDENING: usize = 49;
}

const _: () = {
    assert!(size_of::<Scalar>() == 16);
    assert!(size_of::<Coefficient>() == 16);
    assert!(size_of::<RawInterval>() == 16);
    assert!(size_of::<Term>() == 24);
    assert!(size_of::<Expression>() == 40 && offset_of!(Expression, parts) == 32);
    assert!(size_of::<Constraint>() == 24);
    assert!(size_of::<Constraints>() == 16);
    assert!(size_of::<Element>() == 16);
    assert!(offset_of!(Manager, table) == 24);
    assert!(offset_of!(Manager, options) == 432);
    assert!(offset_of!(Manager, abort_if_exception) == 432 + 1632);
    assert!(offset_of!(Manager, exceptions) == 2080);
    assert!(offset_of!(Manager, exception) == 2088);
    assert!(offset_of!(Manager, flag_exact) == 2092);
    assert!(offset_of!(Manager, flag_best) == 2093);
    assert!(size_of::<Manager>() == 2112);
};
