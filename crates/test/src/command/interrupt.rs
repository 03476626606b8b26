//! Ctrl-C and SIGTERM: the first asks to stop, and what was found so far is reported; the second ends
//! the program at once. All commands deal with them in this way.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::Complaint;

/// What shells expect of a program that Ctrl-C ended.
const ENDED: i32 = 130;

/// Does something at the first of these signals.
pub fn interruptible(mut ask: impl FnMut() + Send + 'static) -> Result<(), Complaint> {
    let mut asked = false;
    ctrlc::set_handler(move || {
        if asked {
            process::exit(ENDED);
        }
        asked = true;
        ask();
    })
    .map_err(|error| Complaint::new(format!("Ctrl-C cannot be handled: {error}")))
}

/// A request to stop: by a signal, or because the time is over.
#[derive(Clone, Debug)]
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    end: Option<Instant>,
}

impl Interrupt {
    /// Asks to stop at the first signal.
    pub fn new() -> Result<Interrupt, Complaint> {
        let asked = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&asked);
        interruptible(move || flag.store(true, Ordering::SeqCst))?;
        Ok(Interrupt { asked, end: None })
    }

    /// The same, and after a time if one is given.
    pub fn after(time: Option<Duration>) -> Result<Interrupt, Complaint> {
        let end = time.map(|time| Instant::now() + time);
        Ok(Interrupt { end, ..Interrupt::new()? })
    }

    /// The same, and after a time from now on, if that is earlier.
    pub fn within(&self, time: Duration) -> Interrupt {
        let end = Instant::now() + time;
        let end = self.end.map_or(end, |before| before.min(end));
        Interrupt { end: Some(end), asked: Arc::clone(&self.asked) }
    }

    /// One that only the [flag](Interrupt::flag) asks for, for code that no user interrupts.
    pub fn never() -> Interrupt {
        Interrupt { asked: Arc::default(), end: None }
    }

    /// Whether it is time to stop.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst) || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// The flag that a signal sets, and whoever else wants the command to stop.
    pub fn flag(&self) -> &AtomicBool {
        &self.asked
    }
}
