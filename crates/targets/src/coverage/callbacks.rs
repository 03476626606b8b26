//! The functions that instrumented code calls, under the names that compilers give them.
//!
//! Programs that link another runtime with these names (libFuzzer's) must do without the feature
//! `coverage` of this crate.

use std::cell::Cell;
use std::ffi::{c_int, c_void};

use super::counters;

/// Counters that the code increments itself.
///
/// # Safety
/// All bytes between the two lie in a library that is never closed, and are written to by nobody but
/// its counting code.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, stop: *mut u8) {
    let length = (stop as usize).saturating_sub(start as usize);
    if length > 0 && !start.is_null() {
        // SAFETY: the caller promises it.
        counters::add(unsafe { counters::Region::new(start, length) });
    }
}

/// Where the counters belong in the code, which we do not want to know.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_pcs_init(_start: *const usize, _stop: *const usize) {}

/// Calls through pointers are not followed.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_pc_indir(_callee: *const c_void) {}

/// A guard for each edge: it gets the number of its place.
///
/// # Safety
/// All words between the two are guards.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_cov_trace_pc_guard_init(start: *mut u32, stop: *mut u32) {
    let count = (stop as usize).saturating_sub(start as usize) / size_of::<u32>();
    // SAFETY: the caller promises it. Guards that have numbers were here before.
    if count == 0 || unsafe { *start } != 0 {
        return;
    }
    let first = counters::number(count);
    for position in 0..count {
        // SAFETY: it is before `stop`.
        unsafe { *start.add(position) = (first + position + 1) as u32 };
    }
}

/// An edge was taken.
///
/// # Safety
/// The guard got its number from us, or is 0.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_cov_trace_pc_guard(guard: *mut u32) {
    // SAFETY: the caller promises it.
    if let Some(place) = unsafe { *guard }.checked_sub(1) {
        counters::count(place as usize);
    }
}

/// A basic block was entered: the place is the address that the call returns to.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_pc() {
    std::arch::naked_asm!("mov rdi, [rsp]", "jmp {block}", block = sym block)
}

/// A basic block was entered: the place is the address that the call returns to.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_pc() {
    std::arch::naked_asm!("mov x0, x30", "b {block}", block = sym block)
}

/// Modules are loaded anywhere; what stays is how far behind the beginning of its module an address
/// is. The last module is remembered, because the next block is mostly in the same one: for each thread
/// its own, since others may be in another one.
extern "C" fn block(address: usize) {
    thread_local! {
        static MODULE: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    }
    let (mut start, mut end) = MODULE.get();
    if !(start..end).contains(&address) {
        (start, end) = module_of(address);
        MODULE.set((start, end));
    }
    counters::count_address(address - start);
}

/// The module that an address belongs to: from its first to behind its last byte.
fn module_of(address: usize) -> (usize, usize) {
    unsafe extern "C" fn look(
        info: *mut libc::dl_phdr_info,
        _: usize,
        wanted: *mut c_void,
    ) -> c_int {
        // SAFETY: the loader gives the segments of a module, and we gave it the address.
        let (info, wanted) = unsafe { (&*info, &mut *wanted.cast::<[usize; 3]>()) };
        // SAFETY: there are so many segments.
        let segments =
            unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
        let loaded = segments.iter().filter(|segment| segment.p_type == libc::PT_LOAD);
        let ends = loaded.map(|segment| {
            let start = (info.dlpi_addr + segment.p_vaddr) as usize;
            (start, start + segment.p_memsz as usize)
        });
        let start = ends.clone().map(|(start, _)| start).min().unwrap_or_default();
        let end = ends.map(|(_, end)| end).max().unwrap_or_default();
        if !(start..end).contains(&wanted[0]) {
            return 0;
        }
        (wanted[1], wanted[2]) = (start, end);
        1
    }
    let mut wanted = [address, address, address + 1];
    // SAFETY: the function takes what it is given here, and keeps nothing.
    unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut wanted).cast()) };
    (wanted[1], wanted[2])
}

/// Keep the callbacks in the program, although nothing in Rust calls them.
pub(super) fn keep() {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    std::hint::black_box(__sanitizer_cov_trace_pc as extern "C" fn());
    std::hint::black_box((
        __sanitizer_cov_8bit_counters_init as unsafe extern "C" fn(*mut u8, *mut u8),
        __sanitizer_cov_pcs_init as extern "C" fn(*const usize, *const usize),
        __sanitizer_cov_trace_pc_indir as extern "C" fn(*const c_void),
        __sanitizer_cov_trace_pc_guard_init as unsafe extern "C" fn(*mut u32, *mut u32),
        __sanitizer_cov_trace_pc_guard as unsafe extern "C" fn(*mut u32),
    ));
}
