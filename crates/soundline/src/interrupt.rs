//! Ctrl-C and SIGTERM: the first asks to stop, and what was found so far is reported; the second ends
//! the program at once.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::ending::Complaint;

/// What shells expect of a program that Ctrl-C ended.
const ENDED: i32 = 130;

/// A flag that the first of these signals sets.
pub fn interruptible() -> Result<Arc<AtomicBool>, Complaint> {
    let asked = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&asked);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::SeqCst) {
            process::exit(ENDED);
        }
    })
    .map_err(|error| Complaint::new(format!("Ctrl-C cannot be handled: {error}")))?;
    Ok(asked)
}
