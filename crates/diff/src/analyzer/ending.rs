//! What an analyzer says about a program, and the ways to say nothing.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What an analyzer says about the checks of a program, taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All checks hold.
    Safe,
    /// It does not know.
    Unknown,
    /// A check may fail.
    Unsafe,
    /// A check fails whenever it is reached.
    Definite,
}

impl Verdict {
    /// Whether a check fails or may fail.
    pub fn is_unsafe(self) -> bool {
        matches!(self, Verdict::Unsafe | Verdict::Definite)
    }

    /// What is said about two checks together.
    pub fn and(self, other: Verdict) -> Verdict {
        self.max(other)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::Unknown => "unknown",
            Verdict::Unsafe => "unsafe",
            Verdict::Definite => "definite",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// How the run of an analyzer ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "ending", content = "detail")]
pub enum Ending {
    /// With a verdict.
    Verdict(Verdict),
    /// Its time was used up.
    TimedOut,
    /// Its memory was used up.
    OutOfMemory,
    /// A signal of this number killed it.
    Crashed(i32),
    /// What it said is no verdict.
    Unreadable(Unreadable),
    /// It was stopped because nobody wants the result any more; such a run is not kept.
    Interrupted,
}

/// Why there is no verdict in what an analyzer said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unreadable {
    /// What is wrong with it.
    pub reason: String,
    /// What it said last.
    pub tail: String,
    /// Whether the machine is to blame, which was out of something, and it may be otherwise next time. Such a run is not kept.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub passing: bool,
}

impl Ending {
    /// The verdict, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Ending::Verdict(verdict) => Some(*verdict),
            _ => None,
        }
    }

    /// Whether it would end so again.
    pub fn is_lasting(&self) -> bool {
        match self {
            Ending::Interrupted => false,
            Ending::Unreadable(unreadable) => !unreadable.passing,
            _ => true,
        }
    }

    /// The word for it, as in tables.
    pub fn word(&self) -> &'static str {
        match self {
            Ending::Verdict(verdict) => verdict.word(),
            Ending::TimedOut => "timeout",
            Ending::OutOfMemory => "memory",
            Ending::Crashed(_) => "crash",
            Ending::Unreadable(_) => "unreadable",
            Ending::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Crashed(signal) => write!(f, "crash (signal {signal})"),
            Ending::Unreadable(unreadable) => write!(f, "unreadable ({})", unreadable.reason),
            other => f.pad(other.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_of_two_checks_counts() {
        use Verdict::{Definite, Safe, Unknown, Unsafe};
        let check = |a: Verdict, b, both| assert_eq!((a.and(b), b.and(a)), (both, both));
        check(Safe, Safe, Safe);
        check(Safe, Unknown, Unknown);
        check(Unknown, Unsafe, Unsafe);
        check(Unsafe, Definite, Definite);
    }

    #[test]
    fn endings_survive_json() {
        let tail = "é\n".to_string();
        let unreadable = Unreadable { reason: "exit code 3".into(), tail, passing: false };
        let endings = [
            Ending::Verdict(Verdict::Definite),
            Ending::TimedOut,
            Ending::Crashed(11),
            Ending::Unreadable(unreadable),
        ];
        for ending in endings {
            let text = serde_json::to_string(&ending).expect("it is plain data");
            assert_eq!(serde_json::from_str::<Ending>(&text).expect("it was written so"), ending);
        }
    }
}
