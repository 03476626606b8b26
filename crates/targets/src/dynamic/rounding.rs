//! The rounding mode of the thread.
//!
//! APRON's and PPL's interval code is sound only while the processor rounds upwards; Rust's own
//! floating-point arithmetic expects rounding to nearest. Whoever runs such code holds an
//! [`Upward`]; when the last one of the thread is gone, the mode is to nearest again.

use std::cell::Cell;
use std::ffi::c_int;
use std::marker::PhantomData;

#[cfg(target_arch = "x86_64")]
const UPWARD: c_int = 0x800;
#[cfg(target_arch = "aarch64")]
const UPWARD: c_int = 0x40_0000;
const TO_NEAREST: c_int = 0;

unsafe extern "C" {
    fn fesetround(mode: c_int) -> c_int;
}

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
}

/// While it lives, floating-point operations of this thread round upwards.
#[derive(Debug)]
pub(crate) struct Upward {
    /// It belongs to its thread.
    thread: PhantomData<*const ()>,
}

impl Upward {
    /// Round upwards from now on.
    pub(crate) fn hold() -> Upward {
        HELD.set(HELD.get() + 1);
        set(UPWARD);
        Upward { thread: PhantomData }
    }

    /// Round upwards again after foreign code may have changed that.
    pub(crate) fn renew(&self) {
        set(UPWARD);
    }
}

impl Drop for Upward {
    fn drop(&mut self) {
        let held = HELD.get() - 1;
        HELD.set(held);
        if held == 0 {
            set(TO_NEAREST);
        }
    }
}

/// Round to nearest again, unless someone holds an [`Upward`]: for after a load or a constructor
/// that changed the mode unasked.
pub(crate) fn settle() {
    set(if HELD.get() == 0 { TO_NEAREST } else { UPWARD });
}

fn set(mode: c_int) {
    // SAFETY: every mode that is passed is one of the processor's; nothing else is touched.
    unsafe { fesetround(mode) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    /// 1 + 2^-60 is above 1 only when rounded upwards.
    fn rounds_upwards() -> bool {
        black_box(1.0_f64) + black_box(2.0_f64.powi(-60)) > 1.0
    }

    #[test]
    fn the_last_one_restores_the_mode() {
        assert!(!rounds_upwards());
        let first = Upward::hold();
        let second = Upward::hold();
        assert!(rounds_upwards());
        drop(first);
        assert!(rounds_upwards());
        set(TO_NEAREST);
        second.renew();
        assert!(rounds_upwards());
        drop(second);
        assert!(!rounds_upwards());
        set(UPWARD);
        settle();
        assert!(!rounds_upwards());
    }
}
