//! Bugs planted in a library with APRON's interface: entries of its manager's table are replaced by
//! functions that do something else, as a bug in the library itself would.
//!
//! The functions of the table take the insides of elements. What they need of the healthy library is
//! found through the manager, whose own entries are remembered when the bug is planted.

use std::collections::BTreeMap;
use std::ffi::{c_uint, c_void};
use std::sync::{Mutex, PoisonError};

use super::layout::{Expression, Manager, TABLE, entry};

/// The entries of a manager's table.
pub(crate) type Table = [*const c_void; TABLE];

/// A change of a table.
pub(crate) type Change = fn(&mut Table);

/// The inside of an element.
type Value = *mut c_void;

type Copy = unsafe extern "C" fn(*mut Manager, Value) -> Value;
type Binary = unsafe extern "C" fn(*mut Manager, bool, Value, Value) -> Value;
type Widening = unsafe extern "C" fn(*mut Manager, Value, Value) -> Value;
type Comparison = unsafe extern "C" fn(*mut Manager, Value, Value) -> u8;
type Forgetting =
    unsafe extern "C" fn(*mut Manager, bool, Value, *mut c_uint, usize, bool) -> Value;

/// The healthy tables, by the address of the manager.
static HEALTHY: Mutex<BTreeMap<usize, [usize; TABLE]>> = Mutex::new(BTreeMap::new());

/// Plant a bug in a manager.
///
/// # Safety
/// The manager is one of a library with APRON's interface that was just made.
pub(super) unsafe fn plant(manager: *mut Manager, change: Change) {
    // SAFETY: the caller promises it.
    let table = unsafe { &mut (*manager).table };
    let mut healthy = HEALTHY.lock().unwrap_or_else(PoisonError::into_inner);
    healthy.insert(manager as usize, table.map(|function| function as usize));
    change(table);
}

/// A function of the healthy library.
///
/// # Safety
/// A bug was planted in the manager, and the entry has this type.
unsafe fn healthy<F: std::marker::Copy>(manager: *mut Manager, entry: usize) -> F {
    assert_eq!(size_of::<F>(), size_of::<usize>(), "functions are addresses");
    let tables = HEALTHY.lock().unwrap_or_else(PoisonError::into_inner);
    let address = tables.get(&(manager as usize)).map_or(0, |table| table[entry]);
    assert_ne!(address, 0, "a bug calls only what the library has");
    // SAFETY: the entry has this type.
    unsafe { std::mem::transmute_copy(&address) }
}

/// The first operand, given away if it is to be overwritten.
///
/// # Safety
/// A bug was planted in the manager, and the value is one of its.
unsafe fn same(manager: *mut Manager, destructive: bool, value: Value) -> Value {
    if destructive {
        return value;
    }
    // SAFETY: APRON's headers give this entry this type.
    unsafe { healthy::<Copy>(manager, entry::COPY)(manager, value) }
}

unsafe extern "C" fn first(manager: *mut Manager, destructive: bool, a: Value, _: Value) -> Value {
    // SAFETY: the library is called as it calls us.
    unsafe { same(manager, destructive, a) }
}

unsafe extern "C" fn widen_by_join(manager: *mut Manager, a: Value, b: Value) -> Value {
    // SAFETY: the library is called as it calls us.
    unsafe { healthy::<Binary>(manager, entry::JOIN)(manager, false, a, b) }
}

unsafe extern "C" fn widen_to_second(manager: *mut Manager, _: Value, b: Value) -> Value {
    // SAFETY: the library is called as it calls us.
    unsafe { same(manager, false, b) }
}

unsafe extern "C" fn leq_swapped(manager: *mut Manager, a: Value, b: Value) -> u8 {
    // SAFETY: the library is called as it calls us.
    unsafe { healthy::<Comparison>(manager, entry::IS_LEQ)(manager, b, a) }
}

unsafe extern "C" fn equal_if_leq(manager: *mut Manager, a: Value, b: Value) -> u8 {
    // SAFETY: the library is called as it calls us.
    unsafe { healthy::<Comparison>(manager, entry::IS_LEQ)(manager, a, b) }
}

unsafe extern "C" fn never(manager: *mut Manager, _: Value) -> u8 {
    // SAFETY: the manager lives. It claims to be sure.
    unsafe { ((*manager).flag_exact, (*manager).flag_best) = (1, 1) };
    0
}

unsafe extern "C" fn forget_nothing(
    manager: *mut Manager,
    destructive: bool,
    value: Value,
    _: *mut c_uint,
    _: usize,
    _: bool,
) -> Value {
    // SAFETY: the library is called as it calls us.
    unsafe { same(manager, destructive, value) }
}

unsafe extern "C" fn assign_by_forgetting(
    manager: *mut Manager,
    destructive: bool,
    value: Value,
    dimensions: *mut c_uint,
    _: *mut *mut Expression,
    size: usize,
    _: Value,
) -> Value {
    // SAFETY: the library is called as it calls us.
    unsafe {
        let forget = healthy::<Forgetting>(manager, entry::FORGET);
        forget(manager, destructive, value, dimensions, size, false)
    }
}

unsafe extern "C" fn meet_aborts(
    manager: *mut Manager,
    destructive: bool,
    a: Value,
    b: Value,
) -> Value {
    if a == b {
        std::process::abort();
    }
    // SAFETY: the library is called as it calls us.
    unsafe { healthy::<Binary>(manager, entry::MEET)(manager, destructive, a, b) }
}

unsafe extern "C" fn boastful_join(
    manager: *mut Manager,
    destructive: bool,
    a: Value,
    b: Value,
) -> Value {
    // SAFETY: the library is called as it calls us, and the manager lives.
    unsafe {
        let join = healthy::<Binary>(manager, entry::JOIN)(manager, destructive, a, b);
        ((*manager).flag_exact, (*manager).flag_best) = (1, 1);
        join
    }
}

pub(crate) const JOIN_IS_FIRST: Change =
    |table| table[entry::JOIN] = first as Binary as *const c_void;
pub(crate) const MEET_IS_FIRST: Change =
    |table| table[entry::MEET] = first as Binary as *const c_void;
pub(crate) const WIDENING_IS_JOIN: Change =
    |table| table[entry::WIDENING] = widen_by_join as Widening as *const c_void;
pub(crate) const WIDENING_IS_SECOND: Change =
    |table| table[entry::WIDENING] = widen_to_second as Widening as *const c_void;
pub(crate) const LEQ_SWAPPED: Change =
    |table| table[entry::IS_LEQ] = leq_swapped as Comparison as *const c_void;
pub(crate) const EQUAL_IF_LEQ: Change =
    |table| table[entry::IS_EQ] = equal_if_leq as Comparison as *const c_void;
pub(crate) const NEVER_BOTTOM: Change = |table| {
    let never: unsafe extern "C" fn(*mut Manager, Value) -> u8 = never;
    table[entry::IS_BOTTOM] = never as *const c_void;
};
pub(crate) const FORGET_NOTHING: Change =
    |table| table[entry::FORGET] = forget_nothing as Forgetting as *const c_void;
pub(crate) const ASSIGN_FORGETS: Change =
    |table| table[entry::ASSIGN] = assign_by_forgetting as *const c_void;
pub(crate) const MEET_ABORTS: Change =
    |table| table[entry::MEET] = meet_aborts as Binary as *const c_void;
pub(crate) const JOIN_BOASTS: Change =
    |table| table[entry::JOIN] = boastful_join as Binary as *const c_void;
