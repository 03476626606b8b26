//! What an analyzer answers, with its evidence; its kind, as it is counted; and the verdict that there is in it.

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

    /// Whether another analyzer says the same, as the paper counts it: it knows no definite failures.
    pub fn agrees_with(self, other: Verdict) -> bool {
        self == other || self.is_unsafe() && other.is_unsafe()
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

/// What an analyzer answered about a program. How its processes ended is an [`End`](soundline_isolate::End), of which
/// this keeps what matters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "ending", content = "detail")]
pub enum Answer {
    /// A verdict.
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

impl Answer {
    /// The verdict, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Answer::Verdict(verdict) => Some(*verdict),
            _ => None,
        }
    }

    /// Whether it would end so again.
    pub fn is_lasting(&self) -> bool {
        match self {
            Answer::Interrupted => false,
            Answer::Unreadable(unreadable) => !unreadable.passing,
            _ => true,
        }
    }

    /// Its kind; none if nobody waited for it.
    pub fn kind(&self) -> Option<AnswerKind> {
        Some(match self {
            Answer::Verdict(Verdict::Safe) => AnswerKind::Safe,
            Answer::Verdict(Verdict::Unsafe) => AnswerKind::Unsafe,
            Answer::Verdict(Verdict::Definite) => AnswerKind::Definite,
            Answer::Verdict(Verdict::Unknown) => AnswerKind::Unknown,
            Answer::TimedOut => AnswerKind::Timeout,
            Answer::OutOfMemory => AnswerKind::Memory,
            Answer::Crashed(_) => AnswerKind::Crash,
            Answer::Unreadable(_) => AnswerKind::Unreadable,
            Answer::Interrupted => return None,
        })
    }

    /// The word for it, as in tables.
    pub fn word(&self) -> &'static str {
        self.kind().map_or("interrupted", AnswerKind::word)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Crashed(signal) => write!(f, "crash (signal {signal})"),
            Answer::Unreadable(unreadable) => write!(f, "unreadable ({})", unreadable.reason),
            other => f.pad(other.word()),
        }
    }
}

/// The kind of an answer: what campaigns count and keep. The evidence, which differs from run to run, stays in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerKind {
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

impl AnswerKind {
    /// All of them.
    pub const ALL: [AnswerKind; 8] = [
        AnswerKind::Safe,
        AnswerKind::Unsafe,
        AnswerKind::Definite,
        AnswerKind::Unknown,
        AnswerKind::Timeout,
        AnswerKind::Memory,
        AnswerKind::Crash,
        AnswerKind::Unreadable,
    ];

    /// The verdict, as the paper counts it: timeouts, crashes and unreadable output say nothing about the program.
    pub fn verdict(self) -> Verdict {
        match self {
            AnswerKind::Safe => Verdict::Safe,
            AnswerKind::Unsafe => Verdict::Unsafe,
            AnswerKind::Definite => Verdict::Definite,
            _ => Verdict::Unknown,
        }
    }

    /// Whether it is a verdict, be it that the analyzer does not know.
    pub fn is_verdict(self) -> bool {
        self <= AnswerKind::Unknown
    }

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            AnswerKind::Timeout => "timeout",
            AnswerKind::Memory => "memory",
            AnswerKind::Crash => "crash",
            AnswerKind::Unreadable => "unreadable",
            verdict => verdict.verdict().word(),
        }
    }
}

impl fmt::Display for AnswerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
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
    fn answers_survive_json() {
        let tail = "é\n".to_string();
        let unreadable = Unreadable { reason: "exit code 3".into(), tail, passing: false };
        let answers = [
            Answer::Verdict(Verdict::Definite),
            Answer::TimedOut,
            Answer::Crashed(11),
            Answer::Unreadable(unreadable),
        ];
        for answer in answers {
            let text = serde_json::to_string(&answer).expect("it is plain data");
            assert_eq!(serde_json::from_str::<Answer>(&text).expect("it was written so"), answer);
        }
    }
}
