//! The C interface, as `include/soundline_value.h` declares it.

use std::ffi::{c_char, c_int, c_void};

/// The version of the interface.
pub(super) const VERSION: u32 = 1;

/// The function that returns the table.
pub(super) const ENTRY: &str = "soundline_value_domain";

pub(super) type Entry = unsafe extern "C" fn() -> *const Domain;
pub(super) type Make = unsafe extern "C" fn(u32, *mut c_void);
pub(super) type Relation = unsafe extern "C" fn(u32, *const c_void, *const c_void) -> c_int;
pub(super) type Binary = unsafe extern "C" fn(u32, *const c_void, *const c_void, *mut c_void);
pub(super) type Meet =
    unsafe extern "C" fn(u32, *const c_void, *const c_void, *mut c_void) -> c_int;
pub(super) type Contains = unsafe extern "C" fn(u32, *const c_void, u64) -> c_int;
pub(super) type Best = unsafe extern "C" fn(u32, *const u64, usize, *mut c_void);
pub(super) type Count = unsafe extern "C" fn(u32) -> u64;
pub(super) type Element = unsafe extern "C" fn(u32, u64, *mut c_void);
pub(super) type Show = unsafe extern "C" fn(u32, *const c_void, *mut c_char, usize) -> usize;
pub(super) type Abstract = unsafe extern "C" fn(u32, *const Operand, *mut c_void);
pub(super) type Concrete = unsafe extern "C" fn(u32, *const u64, *mut u64) -> c_int;

#[derive(Clone, Copy)]
#[repr(C)]
pub(super) union Operand {
    pub element: *const c_void,
    pub value: u64,
}

/// `soundline_operator`.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Operator {
    pub name: *const c_char,
    pub operands: *const c_char,
    pub claims: u32,
    pub result_width: u32,
    pub apply: Option<Abstract>,
    pub concrete: Option<Concrete>,
}

/// `soundline_domain`.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Domain {
    pub version: u32,
    pub size: u32,
    pub name: *const c_char,
    pub about: *const c_char,
    pub widths: *const u32,
    pub width_count: usize,
    pub element_size: usize,
    pub top: Option<Make>,
    pub bottom: Option<Make>,
    pub leq: Option<Relation>,
    pub equal: Option<Relation>,
    pub join: Option<Binary>,
    pub meet: Option<Meet>,
    pub contains: Option<Contains>,
    pub widen: Option<Binary>,
    pub narrow: Option<Binary>,
    pub best: Option<Best>,
    pub count: Option<Count>,
    pub element: Option<Element>,
    pub show: Option<Show>,
    pub exempt: *const *const c_char,
    pub operators: *const Operator,
    pub operator_count: usize,
    pub operator_size: usize,
}
