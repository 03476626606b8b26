//! Command lines with their placeholders filled in.

use super::description::{CommandLine, Description};
use soundline_c::DataModel;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

/// Placeholders that stand for one word or a part of it.
const WORDS: [&str; 7] =
    ["{program}", "{file}", "{each}", "{state}", "{seconds}", "{megabytes}", "{bits}"];
/// Placeholders that stand for any number of words.
const LISTS: [&str; 2] = ["{model}", "{configuration}"];

/// What the placeholders stand for in one run.
pub(super) struct Filling<'a> {
    pub(super) description: &'a Description,
    pub(super) program: &'a Path,
    /// The name of the program's file in the folder where all happens.
    pub(super) file: &'a str,
    pub(super) model: DataModel,
    /// The folder for what lasts longer than a run.
    pub(super) state: &'a Path,
    pub(super) time: Duration,
    pub(super) memory: u64,
}

impl Filling<'_> {
    /// The words of a command.
    pub(super) fn words(&self, template: &[String], each: &str) -> Vec<OsString> {
        let mut words = Vec::new();
        for word in template {
            match word.as_str() {
                "{model}" => {
                    words.extend(
                        self.description.model.arguments(self.model).iter().map(Into::into),
                    );
                }
                "{configuration}" => {
                    words.extend(self.description.configuration.iter().map(Into::into));
                }
                "{program}" => words.push(self.program.into()),
                word => words.push(self.word(word, each).into()),
            }
        }
        words
    }

    /// One word. Whole seconds are rounded up: an analyzer that stops by itself shall not do so
    /// before it has to.
    pub(super) fn word(&self, word: &str, each: &str) -> String {
        word.replace("{program}", &self.program.to_string_lossy())
            .replace("{file}", self.file)
            .replace("{each}", each)
            .replace("{state}", &self.state.to_string_lossy())
            .replace("{seconds}", &(self.time.as_secs_f64().ceil() as u64).to_string())
            .replace("{megabytes}", &(self.memory >> 20).to_string())
            .replace("{bits}", &self.model.pointer_bits().to_string())
    }
}

/// A placeholder in a word that stands for nothing.
pub(super) fn unknown_placeholder(word: &str) -> Option<String> {
    if LISTS.contains(&word) {
        return None;
    }
    let mut rest = word;
    while let Some((_, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let placeholder = format!("{{{name}}}");
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase());
        // Other braces are the analyzer's own, as in cppcheck's templates.
        if is_name && !WORDS.contains(&placeholder.as_str()) && !is_foreign(&placeholder) {
            return Some(placeholder);
        }
        rest = after;
    }
    None
}

/// Placeholders of cppcheck.
fn is_foreign(placeholder: &str) -> bool {
    ["{line}", "{column}", "{id}", "{message}", "{severity}"].contains(&placeholder)
}

/// The commands for a version, with what `{each}` stands for, in turn.
pub(super) fn in_turn<'d>(
    description: &'d Description,
    version: &str,
) -> impl Iterator<Item = (&'d CommandLine, &'d str)> {
    let version = numbers(version);
    let fits = move |command: &&CommandLine| {
        let since = command.since.as_ref().is_none_or(|since| version >= numbers(since));
        let before = command.before.as_ref().is_none_or(|before| version < numbers(before));
        since && before
    };
    description.command.iter().filter(fits).flat_map(|command| {
        let once = command.each.is_empty().then_some("");
        let each = command.each.iter().map(String::as_str);
        once.into_iter().chain(each).map(move |each| (command, each))
    })
}

/// The numbers of a version, by which versions are compared.
pub(super) fn numbers(version: &str) -> Vec<u64> {
    let digits = version.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    digits.map(|part| part.parse().unwrap_or(u64::MAX)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert!(numbers("5.12") < numbers("5.100.1"));
        assert!(numbers("6.0.0-beta") >= numbers("6"));
        assert!(numbers("25.0-beta (Manganese)") >= numbers("25"));
        assert!(numbers("") < numbers("0.1"));
    }

    #[test]
    fn placeholders_are_known() {
        let check = |word: &str, unknown: Option<&str>| {
            assert_eq!(unknown_placeholder(word).as_deref(), unknown, "{word}");
        };
        check("{program}", None);
        check("--timeout={seconds}", None);
        check("{model}", None);
        check("-x{model}", Some("{model}"));
        check("--template={line}:{id}", None);
        check("{fiel}", Some("{fiel}"));
        check("a{b", Some("{b}"));
        check("{ }", None);
    }
}
