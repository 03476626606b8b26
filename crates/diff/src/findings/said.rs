//! How the run of an analyzer ended, in one word.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::table::Opinion;
use crate::analyzer::{Ending, Verdict};

/// What an analyzer said about a variant, or why it said nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Said {
    /// All checks hold.
    Safe,
    /// A check may fail.
    Unsafe,
    /// A check fails whenever it is reached.
    Definite,
    /// It does not know.
    Unknown,
    /// Its time was used up.
    Timeout,
    /// Its memory was used up.
    Memory,
    /// A signal killed it.
    Crash,
    /// What it said is no verdict.
    Unreadable,
}

impl Said {
    /// All of them.
    pub const ALL: [Said; 8] = [
        Said::Safe,
        Said::Unsafe,
        Said::Definite,
        Said::Unknown,
        Said::Timeout,
        Said::Memory,
        Said::Crash,
        Said::Unreadable,
    ];

    /// An ending in a word; none for a run that nobody waited for.
    pub fn of(ending: &Ending) -> Option<Said> {
        Some(match ending {
            Ending::Verdict(Verdict::Safe) => Said::Safe,
            Ending::Verdict(Verdict::Unsafe) => Said::Unsafe,
            Ending::Verdict(Verdict::Definite) => Said::Definite,
            Ending::Verdict(Verdict::Unknown) => Said::Unknown,
            Ending::TimedOut => Said::Timeout,
            Ending::OutOfMemory => Said::Memory,
            Ending::Crashed(_) => Said::Crash,
            Ending::Unreadable(_) => Said::Unreadable,
            Ending::Interrupted => return None,
        })
    }

    /// As the paper counts it. Timeouts, crashes and unreadable output say nothing about the
    /// program.
    pub fn opinion(self) -> Opinion {
        match self {
            Said::Safe => Opinion::Safe,
            Said::Unsafe | Said::Definite => Opinion::Unsafe,
            _ => Opinion::Unknown,
        }
    }

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Said::Safe => "safe",
            Said::Unsafe => "unsafe",
            Said::Definite => "definite",
            Said::Unknown => "unknown",
            Said::Timeout => "timeout",
            Said::Memory => "memory",
            Said::Crash => "crash",
            Said::Unreadable => "unreadable",
        }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
