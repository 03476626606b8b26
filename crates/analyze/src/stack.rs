//! Room for what recurses over programs.

use std::{io, panic, thread};

/// Trees of programs may be deep, and what walks over them recurses.
const STACK: usize = 512 << 20;

/// Runs something that recurses over programs on a thread with a large stack; an error if there is no
/// room for one.
pub fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let worker = with_a_deep_stack().spawn_scoped(scope, work)?;
        worker.join().map_err(|reason| panic::resume_unwind(reason))
    })
}

/// A thread with a large stack, to be started.
pub(crate) fn with_a_deep_stack() -> thread::Builder {
    thread::Builder::new().stack_size(STACK)
}
