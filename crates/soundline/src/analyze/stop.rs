//! When an analysis is to stop before its end: Ctrl-C, or the time is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::ending::Complaint;

/// Trees of programs may be deep, and what walks over them recurses.
const STACK: usize = 512 << 20;

/// A request to stop.
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    end: Option<Instant>,
}

impl Interrupt {
    /// Asks to stop at Ctrl-C, and after a time if one is given.
    pub fn new(timeout: Option<Duration>) -> Result<Interrupt, Complaint> {
        let asked = crate::interrupt::interruptible()?;
        Ok(Interrupt { asked, end: timeout.map(|timeout| Instant::now() + timeout) })
    }

    /// Whether it is time to stop.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst) || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

/// Runs something that recurses over programs.
pub fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Complaint> {
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match worker.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(Complaint::new(format!("no thread for the analysis: {error}"))),
        }
    })
}
