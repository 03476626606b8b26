//! Tests that were skipped: written down by the test, read by `cargo xtask ci`.

use std::fmt::Display;
use std::io::Write;

/// The variable that names the file to which skipped tests are added.
pub const SKIPPED: &str = "SOUNDLINE_SKIPPED";

/// The variable that names the packages, with commas between them, that must not be missing.
pub const REQUIRE: &str = "SOUNDLINE_REQUIRE";

/// A test that was skipped, wholly or in part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skip {
    /// The test: its binary and its name.
    pub test: String,
    /// What was missing.
    pub reason: String,
}

/// Count the test that calls this as skipped.
pub fn skip(reason: impl Display) {
    let skip = Skip { test: this_test(), reason: reason.to_string() };
    eprintln!("skipped: {}", skip.reason);
    if let Some(file) = std::env::var_os(SKIPPED) {
        let opened = std::fs::OpenOptions::new().append(true).create(true).open(&file);
        // One call of write: tests of several processes add to the file at the same time.
        let written = opened.and_then(|mut file| file.write_all(skip.line().as_bytes()));
        written.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
}

impl Skip {
    /// The line of a file of skipped tests.
    fn line(&self) -> String {
        let one_line = |text: &str| text.replace(['\n', '\t'], " ");
        format!("{}\t{}\n", one_line(&self.test), one_line(&self.reason))
    }

    /// All skipped tests of such a file, in order and once each.
    pub fn read(text: &str) -> Vec<Skip> {
        let line = |line: &str| {
            let (test, reason) = line.split_once('\t')?;
            Some(Skip { test: test.into(), reason: reason.into() })
        };
        let mut skips: Vec<Skip> = text.lines().filter_map(line).collect();
        skips.sort();
        skips.dedup();
        skips
    }
}

/// The binary, without cargo's hash, and the thread, which the test runner calls as the test.
fn this_test() -> String {
    let program = std::env::current_exe().unwrap_or_default();
    let stem = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let binary = stem.rsplit_once('-').map_or(stem.as_str(), |(name, _)| name);
    let thread = std::thread::current();
    format!("{binary}::{}", thread.name().unwrap_or("a thread of its own"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let skip = |test: &str, reason: &str| Skip { test: test.into(), reason: reason.into() };
        let (b, a) = (skip("b::x", "no\tcbmc\nat all"), skip("a::y", "no csmith"));
        let text = [b.line(), a.line(), a.line()].concat();
        assert_eq!(Skip::read(&text), [a, skip("b::x", "no cbmc at all")]);
        assert_eq!(Skip::read(""), []);
    }

    #[test]
    fn a_test_knows_its_name() {
        assert!(this_test().ends_with("::skip::tests::a_test_knows_its_name"), "{}", this_test());
    }
}
