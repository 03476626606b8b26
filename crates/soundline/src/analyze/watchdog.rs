//! Some steps of an analysis cannot be interrupted: parsing, and single operations of expensive domains. If one of
//! them goes on for too long after the request to stop, the program ends.

use soundline_test::command::Interrupt;
use std::{
    path::Path,
    process,
    sync::atomic::{AtomicBool, Ordering},
    thread::{self, Thread},
    time::{Duration, Instant},
};

/// Results are worked out for less than that.
const GRACE: Duration = Duration::from_millis(1700);
const GLANCE: Duration = Duration::from_millis(50);

/// The code of a command that was stopped early.
const STOPPED: i32 = 3;

/// Does the work on a file, and ends the program if it does not end soon after the request to stop.
pub fn watched<T>(file: &Path, interrupt: &Interrupt, work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(file, interrupt, &done));
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

fn watch(file: &Path, interrupt: &Interrupt, done: &AtomicBool) {
    let mut asked: Option<Instant> = None;
    while !done.load(Ordering::SeqCst) {
        thread::park_timeout(GLANCE);
        if !interrupt.is_asked() || done.load(Ordering::SeqCst) {
            continue;
        }
        if asked.get_or_insert_with(Instant::now).elapsed() >= GRACE {
            let name = file.display();
            anstream::eprintln!(
                "error: {name}: stopped in the middle of a step: nothing is known about it"
            );
            process::exit(STOPPED);
        }
    }
}
