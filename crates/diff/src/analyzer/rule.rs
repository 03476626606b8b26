//! The rules of a description: how an analyzer's output is read.

use super::answer::Verdict;
use super::json::Fields;
use regex::Regex;
use serde::{Deserialize, Serialize};

/// A rule fits if all that it asks for holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    #[serde(default)]
    pub(super) stdout: Option<Pattern>,
    #[serde(default)]
    pub(super) stderr: Option<Pattern>,
    /// In the file that it writes.
    #[serde(default)]
    pub(super) file: Option<Pattern>,
    /// In what it prints, if that is JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) json: Option<Fields>,
    #[serde(default)]
    pub(super) exit: Option<Vec<i32>>,
    pub(super) verdict: Meaning,
}

/// What an output means by a rule: a verdict, or what is to be done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Meaning {
    Safe,
    Unknown,
    Unsafe,
    Definite,
    /// The next command is to be tried; after the last one it is unknown.
    Next,
    /// What it says of the single checks, taken together.
    Checks,
    /// It stopped because of its time.
    Timeout,
    /// It stopped because of its memory.
    Memory,
    /// It could not do its work, and says so.
    Error,
}

impl Meaning {
    /// The verdict that it is, if it is one.
    pub(super) fn verdict(self) -> Option<Verdict> {
        match self {
            Meaning::Safe => Some(Verdict::Safe),
            Meaning::Unknown => Some(Verdict::Unknown),
            Meaning::Unsafe => Some(Verdict::Unsafe),
            Meaning::Definite => Some(Verdict::Definite),
            _ => None,
        }
    }
}

/// A line about one check. The patterns name groups `line` and, if there is one, `column`; objects of JSON
/// have fields of these names.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckRule {
    #[serde(default)]
    pub(super) stdout: Option<Pattern>,
    #[serde(default)]
    pub(super) stderr: Option<Pattern>,
    #[serde(default)]
    pub(super) file: Option<Pattern>,
    /// Among the objects that `checks_in` leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) json: Option<Fields>,
    pub(super) verdict: Verdict,
}

/// A regular expression, in which `^` and `$` are the ends of lines.
#[derive(Clone, Debug)]
pub(super) struct Pattern(pub(super) Regex);

impl Serialize for Pattern {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Pattern, D::Error> {
        let text = String::deserialize(deserializer)?;
        let built = regex::RegexBuilder::new(&text).multi_line(true).build();
        built.map(Pattern).map_err(serde::de::Error::custom)
    }
}
