//! A limit on the size of files, as `ulimit -f` sets it, ends a program without a word: its signal does, not the error
//! behind it.

use std::ffi::c_int;

/// From now on, writing more than the limit allows is an error (`File too large`) and no death. Programs that are
/// started are not affected: a handler, other than a signal that is ignored, does not outlive `exec`.
pub fn outlive_file_limits() {
    extern "C" fn nothing(_: c_int) {}
    let handler: extern "C" fn(c_int) = nothing;
    // SAFETY: the handler does nothing, which is allowed whenever a signal arrives.
    unsafe { libc::signal(libc::SIGXFSZ, handler as *const () as libc::sighandler_t) };
}
