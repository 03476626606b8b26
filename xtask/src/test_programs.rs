//! The test programs of the workspace, as many at a time as the machine has cores.
//!
//! `cargo test` runs one after the other, and each ends with a test that the other cores wait for.

use crate::tests_run::{Count, Runner};
use crate::tree::{Tree, shown};
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::thread;

/// A program made of the tests of one crate or file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TestProgram {
    path: PathBuf,
    /// The package's own folder, in which cargo runs its tests.
    folder: PathBuf,
}

impl TestProgram {
    /// The program that a message of cargo tells about, if it is one of tests.
    fn told(message: &str) -> Option<TestProgram> {
        let message: Value = serde_json::from_str(message).ok()?;
        if message["profile"]["test"] != true {
            return None;
        }
        let manifest = PathBuf::from(message["manifest_path"].as_str()?);
        let path = PathBuf::from(message["executable"].as_str()?);
        Some(TestProgram { path, folder: manifest.parent()?.to_path_buf() })
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command
    }
}

/// Build the tests of the workspace, of the given kinds, and run them, prepared by `prepare`. What a program prints is printed
/// when it has ended.
pub fn run(
    tree: &Tree,
    kinds: &[&str],
    prepare: impl Fn(&mut Command),
    count: &mut Count,
) -> Result<(), String> {
    let mut build = tree.cargo(&["test", "--workspace", "--no-run"]);
    build.args(kinds).arg("--message-format=json-render-diagnostics");
    let programs = programs(&mut build)?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut commands: Vec<Command> = programs.iter().map(TestProgram::command).collect();
    commands.iter_mut().for_each(prepare);
    run_all(commands, cores, count, &mut std::io::stdout())
}

/// The test programs that a build made.
fn programs(build: &mut Command) -> Result<Vec<TestProgram>, String> {
    let shown = shown(build);
    let built = build.stderr(Stdio::inherit()).output();
    let built = built.map_err(|error| format!("'{shown}' could not be started: {error}"))?;
    if !built.status.success() {
        return Err(format!("'{shown}' failed ({})", built.status));
    }
    let messages = String::from_utf8_lossy(&built.stdout);
    let programs: Vec<_> = messages.lines().filter_map(TestProgram::told).collect();
    if programs.is_empty() {
        return Err(format!("'{shown}' made no test program"));
    }
    Ok(programs)
}

/// Run all, so many at a time, whatever fails on the way; the failures are the error.
fn run_all(
    commands: Vec<Command>,
    at_a_time: usize,
    count: &mut Count,
    to: &mut (impl Write + Send),
) -> Result<(), String> {
    let queue = Mutex::new(commands.into_iter());
    let results = Mutex::new((count, to, Vec::new()));
    thread::scope(|scope| {
        for _ in 0..at_a_time {
            scope.spawn(|| {
                while let Some(mut command) = next(&queue) {
                    let (name, output) = (shown(&command), command.output());
                    let mut results = results.lock().expect("no thread panics with it");
                    let (count, to, failures) = &mut *results;
                    if let Err(failure) = conclude(&name, output, count, to) {
                        failures.push(failure);
                    }
                }
            });
        }
    });
    let (_, _, failures) = results.into_inner().expect("no thread panicked");
    if failures.is_empty() { Ok(()) } else { Err(failures.join(", ")) }
}

fn next(queue: &Mutex<impl Iterator<Item = Command>>) -> Option<Command> {
    queue.lock().expect("no thread panics with it").next()
}

/// Print what a program printed, and count. Its tests count even if it failed.
fn conclude(
    name: &str,
    output: std::io::Result<Output>,
    count: &mut Count,
    to: &mut impl Write,
) -> Result<(), String> {
    let output = output.map_err(|error| format!("'{name}' could not be started: {error}"))?;
    // Whoever does not read our output still wants the tests to run.
    let _ = writeln!(to, "\n     Running {name}");
    for stream in [&output.stdout, &output.stderr] {
        let _ = to.write_all(stream);
    }
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        *count += Runner::CargoTest.count(line).unwrap_or_default();
    }
    if output.status.success() {
        Ok(())
    } else {
        Err(format!("'{name}' failed ({})", output.status))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_test_programs_are_taken() {
        let told = |test: bool, executable: &str| {
            let message = format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/w/c/Cargo.toml","profile":{{"test":{test}}},"executable":{executable}}}"#
            );
            TestProgram::told(&message)
        };
        let expected = TestProgram { path: "/t/deps/c-1".into(), folder: "/w/c".into() };
        assert_eq!(told(true, r#""/t/deps/c-1""#), Some(expected));
        assert_eq!(told(false, r#""/t/soundline""#), None);
        assert_eq!(told(true, "null"), None);
        assert_eq!(TestProgram::told(r#"{"reason":"build-finished","success":true}"#), None);
    }

    fn printing(line: &str, code: i32) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("echo 'test result: {line}'; exit {code}")]);
        command
    }

    #[test]
    fn all_run_and_are_counted() {
        let lines = ["ok. 4 passed; 0 failed; 1 ignored", "ok. 3 passed; 0 failed; 0 ignored"];
        let commands = || lines.map(|line| printing(line, 0)).into();
        for at_a_time in [1, 2] {
            let mut count = Count::default();
            assert_eq!(run_all(commands(), at_a_time, &mut count, &mut Vec::new()), Ok(()));
            assert_eq!(count, Count { passed: 7, failed: 0, ignored: 1 });
        }
    }

    #[test]
    fn a_failure_and_a_program_that_is_not_there_are_named() {
        let commands = vec![
            printing("FAILED. 4 passed; 1 failed; 0 ignored", 101),
            Command::new("/nowhere/tests"),
            printing("ok. 1 passed; 0 failed; 0 ignored", 0),
        ];
        let mut count = Count::default();
        let mut printed = Vec::new();
        let failures = run_all(commands, 2, &mut count, &mut printed).expect_err("two fail");
        assert!(String::from_utf8_lossy(&printed).contains("4 passed; 1 failed"));
        assert_eq!(count, Count { passed: 5, failed: 1, ignored: 0 });
        assert!(failures.contains("exit status: 101"), "{failures}");
        assert!(failures.contains("'tests' could not be started"), "{failures}");
    }
}
