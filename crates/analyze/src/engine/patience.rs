//! How long results are still worked out after the analysis was asked to stop.

use super::Engine;
use std::time::{Duration, Instant};

/// Long enough to look at the states of most programs once, short enough that nobody waits for it.
const PATIENCE: Duration = Duration::from_millis(800);

impl Engine<'_> {
    /// The analysis was asked to stop: from now on results are worked out for a short time only.
    pub(crate) fn hurry(&self) {
        if self.patience.get().is_none() {
            self.patience.set(Some(Instant::now() + PATIENCE));
        }
    }

    /// Whether that time is over. What has not been looked at then may fail.
    pub(crate) fn is_late(&self) -> bool {
        self.patience.get().is_some_and(|end| Instant::now() >= end)
    }
}
