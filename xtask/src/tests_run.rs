//! Test runs: started, shown as they go, and counted.
//!
//! A test whose package is missing returns early, and its runner counts it as passed. It says so in a
//! file (crate `needs`), and is counted here as what it is: skipped.

use crate::test_programs;
use crate::tree::{Tree, shown};
use soundline_needs::{SKIPPED, Skip};
use std::collections::BTreeSet;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::AddAssign;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// How many tests ended in which way, as their runner counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub passed: usize,
    pub failed: usize,
    /// Those that run by their name alone.
    pub ignored: usize,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
    }
}

/// Where a runner prints its counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// `test result: ok. 5 passed; 0 failed; 1 ignored; ...` on stdout, once for each binary.
    CargoTest,
    /// `Summary [ 1.2s] 9 tests run: 8 passed (1 slow), 1 failed, 2 skipped` on stderr, once.
    Nextest,
}

impl Runner {
    /// The count in a line of output, if there is one.
    pub fn count(self, line: &str) -> Option<Count> {
        let line = without_colour(line);
        let counts = match self {
            Runner::CargoTest => line.trim_start().strip_prefix("test result: ")?,
            Runner::Nextest => line.trim_start().strip_prefix("Summary [")?.split_once(" run: ")?.1,
        };
        // The number stands before its word.
        let before = |wanted: &str| {
            let words: Vec<&str> = counts.split([' ', ',', ';']).collect();
            let at = words.iter().position(|word| *word == wanted)?;
            words[..at].iter().rev().find_map(|word| word.parse().ok())
        };
        let ignored = before(if self == Runner::Nextest { "skipped" } else { "ignored" });
        let timed_out = before("timed").unwrap_or(0);
        Some(Count {
            passed: before("passed").unwrap_or(0),
            failed: before("failed").unwrap_or(0) + timed_out,
            ignored: ignored.unwrap_or(0),
        })
    }
}

fn without_colour(line: &str) -> String {
    let mut text = String::new();
    let mut parts = line.split('\u{1b}');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        text.push_str(part.split_once('m').map_or("", |(_, rest)| rest));
    }
    text
}

/// All test runs of one command.
pub struct TestRuns {
    pub count: Count,
    skipped: PathBuf,
}

impl TestRuns {
    pub fn new() -> TestRuns {
        let name = format!("soundline-skipped-{}", std::process::id());
        TestRuns { count: Count::default(), skipped: std::env::temp_dir().join(name) }
    }

    /// Run tests to their end, their output going where ours goes.
    pub fn run(&mut self, runner: Runner, command: &mut Command) -> Result<(), String> {
        match runner {
            Runner::CargoTest => self.run_to(runner, command, std::io::stdout()),
            Runner::Nextest => self.run_to(runner, command, std::io::stderr()),
        }
    }

    /// Run tests to their end. What is counted is shown at another place.
    fn run_to(
        &mut self,
        runner: Runner,
        command: &mut Command,
        to: impl Write,
    ) -> Result<(), String> {
        let shown = shown(command);
        command.env(SKIPPED, &self.skipped);
        match runner {
            Runner::CargoTest => command.stdout(Stdio::piped()),
            Runner::Nextest => command.stderr(Stdio::piped()),
        };
        let cannot = |error: std::io::Error| format!("'{shown}' could not be started: {error}");
        let mut child = command.spawn().map_err(cannot)?;
        let count = match runner {
            Runner::CargoTest => follow(runner, child.stdout.take().expect("it is piped"), to),
            Runner::Nextest => follow(runner, child.stderr.take().expect("it is piped"), to),
        };
        self.count += count;
        match child.wait() {
            Ok(status) if status.success() && count == Count::default() => {
                Err(format!("'{shown}' ran no test"))
            }
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("'{shown}' failed ({status})")),
            Err(error) => Err(format!("'{shown}': {error}")),
        }
    }

    /// Run the test programs of the workspace, as many at a time as there are cores, with this variable set.
    pub fn run_programs(
        &mut self,
        tree: &Tree,
        kinds: &[&str],
        set: (&str, String),
    ) -> Result<(), String> {
        let prepare = |command: &mut Command| {
            command.env(SKIPPED, &self.skipped).env(set.0, &set.1);
        };
        test_programs::run(tree, kinds, prepare, &mut self.count)
    }

    /// Which tests were skipped, and the counts; nothing if no test ran.
    pub fn summary(&self) -> Option<Summary> {
        let text = std::fs::read_to_string(&self.skipped).unwrap_or_default();
        let summary = Summary { count: self.count, skips: Skip::read(&text) };
        (self.count != Count::default()).then_some(summary)
    }
}

impl Drop for TestRuns {
    fn drop(&mut self) {
        // It is not there if nothing was skipped.
        let _ = std::fs::remove_file(&self.skipped);
    }
}

/// Print what comes as it comes, and count.
fn follow(runner: Runner, from: impl Read, mut to: impl Write) -> Count {
    let mut count = Count::default();
    for line in BufReader::new(from).split(b'\n').map_while(Result::ok) {
        // Whoever does not read our output still wants the tests to run.
        let _ = to.write_all(&line).and_then(|()| to.write_all(b"\n"));
        count += runner.count(&String::from_utf8_lossy(&line)).unwrap_or_default();
    }
    count
}

/// What is told at the end: the skipped tests by reason, and the counts over all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    count: Count,
    skips: Vec<Skip>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tests: BTreeSet<&str> = self.skips.iter().map(|skip| skip.test.as_str()).collect();
        if !tests.is_empty() {
            writeln!(f, "skipped, because something is missing:")?;
        }
        let reasons: BTreeSet<&str> = self.skips.iter().map(|skip| skip.reason.as_str()).collect();
        for reason in reasons {
            writeln!(f, "  {reason}")?;
            for skip in self.skips.iter().filter(|skip| skip.reason == reason) {
                writeln!(f, "    {}", skip.test)?;
            }
        }
        let Count { passed, failed, ignored } = self.count;
        if ignored > 0 {
            writeln!(f, "{ignored} more run only when asked for by name")?;
        }
        let passed = passed.saturating_sub(tests.len());
        write!(f, "{passed} passed, {failed} failed, {} skipped", tests.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(runner: Runner, line: &str, counts: [usize; 3]) {
        let [passed, failed, ignored] = counts;
        assert_eq!(runner.count(line), Some(Count { passed, failed, ignored }), "{line}");
    }

    #[test]
    fn the_lines_of_both_runners_are_read() {
        use Runner::{CargoTest, Nextest};
        let line = "test result: FAILED. 3 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out";
        check(CargoTest, line, [3, 2, 1]);
        check(Nextest, "     Summary [   1.204s] 1 test run: 1 passed, 0 skipped", [1, 0, 0]);
        let line = "     Summary [ 440.1s] 12/14 tests run: 9 passed (2 slow), 2 failed, 1 timed out, 5 skipped";
        check(Nextest, line, [9, 3, 5]);
        check(
            Nextest,
            "\u{1b}[32m     Summary\u{1b}[0m [ 1s] 2 tests run: \u{1b}[1m2\u{1b}[0m passed",
            [2, 0, 0],
        );
        assert_eq!(Nextest.count("        PASS [ 0.1s] x::passed"), None);
        assert_eq!(CargoTest.count("test passed ... ok"), None);
    }

    #[test]
    fn a_skipped_test_is_not_a_passed_one() {
        let skip = |test: &str, reason: &str| Skip { test: test.into(), reason: reason.into() };
        let skips = vec![
            skip("corpus::a", "csmith is not installed"),
            skip("corpus::b", "cbmc is not installed"),
            skip("corpus::b", "csmith is not installed"),
        ];
        let count = Count { passed: 10, failed: 0, ignored: 1 };
        let told = Summary { count, skips }.to_string();
        assert_eq!(
            told,
            "skipped, because something is missing:\n  cbmc is not installed\n    corpus::b\n  \
             csmith is not installed\n    corpus::a\n    corpus::b\n\
             1 more run only when asked for by name\n8 passed, 0 failed, 2 skipped"
        );
    }

    #[test]
    fn what_a_run_prints_is_counted_and_its_failure_is_one() {
        let script = "echo 'test result: ok. 4 passed; 0 failed; 0 ignored'; exit $0";
        let mut runs = TestRuns::new();
        let mut run = |words: [&str; 3]| {
            runs.run_to(Runner::CargoTest, Command::new("sh").args(words), Vec::new())
        };
        assert_eq!(run(["-c", script, "0"]), Ok(()));
        assert!(run(["-c", script, "3"]).is_err_and(|error| error.contains("exit status: 3")));
        assert!(run(["-c", "true", "0"]).is_err_and(|error| error.contains("ran no test")));
        assert_eq!(runs.count.passed, 8);
    }
}
