//! Waiting for file descriptors until a deadline.

use std::io;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, Timespec, poll};
use rustix::io::Errno;

/// A moment until which one waits; `None` is never reached.
#[derive(Clone, Copy)]
pub(crate) struct Deadline(Option<Instant>);

impl Deadline {
    /// So long from now. What the clock cannot express is never.
    pub(crate) fn after(patience: Duration) -> Deadline {
        Deadline(Instant::now().checked_add(patience))
    }

    /// A moment that never comes.
    pub(crate) fn never() -> Deadline {
        Deadline(None)
    }

    /// The earlier one of two moments.
    pub(crate) fn or(self, other: Deadline) -> Deadline {
        Deadline(self.0.into_iter().chain(other.0).min())
    }

    /// Whether the moment has come.
    pub(crate) fn is_over(self) -> bool {
        self.0.is_some_and(|moment| moment <= Instant::now())
    }

    /// Waits until one of the descriptors is ready, and says whether one is. Interruptions by
    /// signals do not lengthen the wait.
    pub(crate) fn wait_for(self, descriptors: &mut [PollFd<'_>]) -> io::Result<bool> {
        loop {
            let rest = self.0.map(|moment| moment.saturating_duration_since(Instant::now()));
            // More seconds than the kernel can count are as good as forever.
            let timeout = rest.and_then(|rest| Timespec::try_from(rest).ok());
            match poll(descriptors, timeout.as_ref()) {
                Err(Errno::INTR) => {}
                ready => return Ok(ready? > 0),
            }
        }
    }
}
