//! Some steps of an analysis cannot be interrupted: parsing, and single operations of expensive domains. If one of
//! them goes on for too long after the request to stop, the program ends with what it knows: of other files, and from
//! earlier stages.

use soundline_test::command::Interrupt;
use std::{
    process,
    sync::atomic::{AtomicBool, Ordering},
    thread::{self, Thread},
    time::{Duration, Instant},
};

/// Results are worked out for less than that.
const GRACE: Duration = Duration::from_millis(1500);
/// As long as the program is being read there are no results to wait for.
const READING: Duration = Duration::from_millis(1200);
const GLANCE: Duration = Duration::from_millis(50);

/// Does the work on a file. If that does not end soon after the request to stop, `give_up` tells what is known, and the
/// program ends with the code that it returns.
pub fn watched<T>(
    interrupt: &Interrupt,
    reading: &AtomicBool,
    give_up: impl FnOnce() -> i32 + Send,
    work: impl FnOnce() -> T,
) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(interrupt, reading, &done, give_up));
        let _release = Release { done: &done, watcher: watcher.thread().clone() };
        work()
    })
}

/// Lets the watcher go when the work is done, or has panicked.
struct Release<'d> {
    done: &'d AtomicBool,
    watcher: Thread,
}

impl Drop for Release<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::SeqCst);
        self.watcher.unpark();
    }
}

fn watch(
    interrupt: &Interrupt,
    reading: &AtomicBool,
    done: &AtomicBool,
    give_up: impl FnOnce() -> i32,
) {
    let mut asked: Option<Instant> = None;
    while !done.load(Ordering::SeqCst) {
        thread::park_timeout(GLANCE);
        if !interrupt.is_asked() || done.load(Ordering::SeqCst) {
            continue;
        }
        let grace = if reading.load(Ordering::SeqCst) { READING } else { GRACE };
        if asked.get_or_insert_with(Instant::now).elapsed() >= grace {
            process::exit(give_up());
        }
    }
}
