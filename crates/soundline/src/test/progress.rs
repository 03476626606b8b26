//! Progress of a campaign on a terminal.

use indicatif::ProgressBar;
use soundline_fuzz::engine::{Budget, Progress};

use crate::screen;

/// A progress bar for one target.
pub struct Bar {
    bar: ProgressBar,
    budget: Budget,
    target: String,
}

impl Bar {
    /// The bar for a target.
    pub fn new(target: &str, budget: Budget) -> Bar {
        let steps = match budget {
            Budget::Time(time) => time.as_millis() as u64,
            Budget::Tests(tests) => tests,
        };
        Bar { bar: screen::progress(steps, "test"), budget, target: target.to_string() }
    }

    /// Show how far it is.
    pub fn show(&self, progress: Progress) {
        match progress {
            Progress::Testing(tally) => {
                let tests = tally.tests();
                self.bar.set_position(match self.budget {
                    Budget::Time(_) => tally.elapsed_millis(),
                    Budget::Tests(_) => tests,
                });
                let found = tally.sightings(1).len();
                let found = if found == 0 { String::new() } else { format!(", {found} found") };
                self.bar.set_message(format!("{}: {tests} tests{found}", self.target));
            }
            Progress::Shrinking(done, all) => {
                self.bar.set_message(format!("{}: shrinking {done} of {all}", self.target));
            }
        }
    }

    /// Take it away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
