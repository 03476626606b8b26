//! What the driver is told to do.

use std::fmt::Write;
use std::time::Duration;

/// Where inputs come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Drawn at random, often near these constants of the program.
    Random {
        /// All randomness comes from here.
        seed: u64,
        /// The constants.
        constants: Vec<u64>,
    },
    /// All that there are, one after the other.
    Enumerate,
    /// These, once; zeros where they are too few.
    Replay(Vec<u64>),
}

/// What is told of the values that expressions have, beyond failed checks. Then every run is told of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// The expressions before this number are watched: up to 48 different values of each.
    pub expressions: usize,
    /// Whether every single value is told too, up to a million in a run.
    pub events: bool,
}

/// Runs of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Where inputs come from.
    pub mode: Mode,
    /// The most runs.
    pub runs: u64,
    /// The processor time that one may take.
    pub run_time: Duration,
    /// The processor time that all may take.
    pub all_time: Duration,
    /// The checks: an expression and the value that it never has, sorted by expression.
    pub checks: Vec<(usize, u64)>,
    /// What else is told.
    pub watch: Watch,
}

impl Plan {
    /// The text that the driver reads.
    pub(super) fn text(&self) -> String {
        let (word, seed) = match &self.mode {
            Mode::Random { seed, .. } => ("random", *seed),
            Mode::Enumerate => ("enumerate", 0),
            Mode::Replay(_) => ("replay", 0),
        };
        let (one, all) = (self.run_time.as_millis(), self.all_time.as_millis());
        let mut text = format!("{word} {seed} {} {one} {all}\n", self.runs);
        let (kind, values) = match &self.mode {
            Mode::Random { constants, .. } => ("constant", constants.as_slice()),
            Mode::Enumerate => ("", [].as_slice()),
            Mode::Replay(inputs) => ("input", inputs.as_slice()),
        };
        for value in values {
            let _ = writeln!(text, "{kind} {value}");
        }
        if self.watch.expressions > 0 {
            let _ = writeln!(text, "watch {}", self.watch.expressions);
        }
        if self.watch.events {
            text.push_str("events 1\n");
        }
        for (site, value) in &self.checks {
            let _ = writeln!(text, "check {site} {value}");
        }
        text
    }
}
