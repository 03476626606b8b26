//! Ci: all that must hold before a commit, step by step.

use crate::tests_run::{Runner, TestRuns};
use crate::tree::{SIDE_PACKAGES, Tree, succeed};
use crate::{check, package, setup};
use soundline_needs::REQUIRE;
use std::time::{Duration, Instant};

/// One step of the whole.
struct Step {
    name: &'static str,
    run: fn(&Tree, &mut TestRuns) -> Result<Ending, String>,
}

/// How a step ended that did not fail.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Ending {
    Ok,
    /// It held, with something to know about how.
    OkBut(String),
    /// It, or a part of it, was not done, for the given reason.
    Skipped(String),
}

/// A row of the table at the end.
struct Row {
    name: &'static str,
    /// An error is the sentence that says why the step failed.
    ending: Result<Ending, String>,
    time: Duration,
}

const STEPS: [Step; 8] = [
    Step { name: "setup", run: set_up },
    Step { name: "fmt", run: fmt },
    Step { name: "clippy", run: clippy },
    Step { name: "tests", run: tests },
    Step { name: "doc tests", run: doc_tests },
    Step { name: "docs", run: docs },
    Step { name: "check", run: |tree, _| check::run(tree).map(|()| Ending::Ok) },
    Step { name: "package", run: |tree, _| package::run(tree).map(|()| Ending::Ok) },
];

/// Run every step; the first that fails is the last.
pub fn run(tree: &Tree) -> Result<(), String> {
    let mut runs = TestRuns::new();
    let rows = run_steps(&STEPS, tree, &mut runs);
    println!("\n{}", table(&rows));
    if let Some(summary) = runs.summary() {
        println!("{summary}");
    }
    match rows.iter().find_map(|row| row.ending.as_ref().err().map(|error| (row.name, error))) {
        Some((name, error)) => Err(format!("step '{name}': {error}")),
        None => Ok(()),
    }
}

fn run_steps(steps: &[Step], tree: &Tree, runs: &mut TestRuns) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for step in steps {
        let failed = rows.iter().find(|row| row.ending.is_err()).map(|row| row.name);
        let started = Instant::now();
        let ending = match failed {
            Some(name) => Ok(Ending::Skipped(format!("step '{name}' failed"))),
            None => {
                println!("\n== {}", step.name);
                (step.run)(tree, runs)
            }
        };
        rows.push(Row { name: step.name, ending, time: started.elapsed() });
    }
    rows
}

fn table(rows: &[Row]) -> String {
    let mut text = format!("{:<10} {:>8}  outcome\n", "step", "seconds");
    for row in rows {
        let outcome = match &row.ending {
            Ok(Ending::Ok) => "ok".into(),
            Ok(Ending::OkBut(note)) => format!("ok ({note})"),
            Ok(Ending::Skipped(reason)) => format!("skipped ({reason})"),
            Err(_) => "failed".to_string(),
        };
        text.push_str(&format!("{:<10} {:>8.1}  {outcome}\n", row.name, row.time.as_secs_f64()));
    }
    text
}

fn set_up(_: &Tree, _: &mut TestRuns) -> Result<Ending, String> {
    let missing = setup::verdict(setup::set_up(), setup::is_ci())?;
    Ok(missing.map_or(Ending::Ok, |missing| Ending::Skipped(missing.0)))
}

fn fmt(tree: &Tree, _: &mut TestRuns) -> Result<Ending, String> {
    succeed(&mut tree.cargo(&["fmt", "--all", "--check"]))?;
    for_side_packages(tree, &["fmt", "--check"], &[])
}

fn clippy(tree: &Tree, _: &mut TestRuns) -> Result<Ending, String> {
    let strict = ["--", "-D", "warnings"];
    succeed(tree.cargo(&["clippy", "--workspace", "--all-targets"]).args(strict))?;
    for_side_packages(tree, &["clippy", "--all-targets"], &strict)
}

/// All of them run, whatever fails on the way.
fn tests(tree: &Tree, runs: &mut TestRuns) -> Result<Ending, String> {
    let workspace = workspace_tests(tree, runs);
    let mut sides = Ok(());
    for package in SIDE_PACKAGES {
        let mut command = tree.side_cargo(package, &["test", "--no-fail-fast"]);
        sides = sides.and(runs.run(Runner::CargoTest, &mut command));
    }
    let ending = workspace?;
    sides.map(|()| ending)
}

/// What has tests. Of the examples that no test runs clippy sees that they compile.
const KINDS: [&str; 3] = ["--lib", "--bins", "--tests"];

/// The examples that tests run, with the features of the tests, so that nothing is compiled twice. `cargo test` would
/// make tests of them if it were asked for them by name.
const EXAMPLES: [&str; 10] = [
    "build",
    "--workspace",
    "--profile",
    "test",
    "--example",
    "fakes",
    "--example",
    "my_domain",
    "--example",
    "my_wrong_domain",
];

/// With nextest, which runs tests of different crates side by side, or else without.
fn workspace_tests(tree: &Tree, runs: &mut TestRuns) -> Result<Ending, String> {
    let has_nextest = tree.cargo(&["nextest", "--version"]).output();
    let required = (REQUIRE, setup::required());
    succeed(&mut tree.cargo(&EXAMPLES))?;
    if has_nextest.is_ok_and(|output| output.status.success()) {
        let mut command = tree.cargo(&["nextest", "run", "--workspace", "--no-fail-fast"]);
        runs.run(Runner::Nextest, command.args(KINDS).envs([required]))?;
        return Ok(Ending::Ok);
    }
    runs.run_programs(tree, &KINDS, required)?;
    Ok(Ending::OkBut("without cargo-nextest".into()))
}

fn doc_tests(tree: &Tree, runs: &mut TestRuns) -> Result<Ending, String> {
    let mut command = tree.cargo(&["test", "--doc", "--workspace", "--no-fail-fast"]);
    runs.run(Runner::CargoTest, &mut command)?;
    Ok(Ending::Ok)
}

fn docs(tree: &Tree, _: &mut TestRuns) -> Result<Ending, String> {
    let mut command = tree.cargo(&["doc", "--no-deps", "--workspace"]);
    succeed(command.env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Ending::Ok)
}

/// Run a cargo command on each package that is not a member of the workspace.
fn for_side_packages(tree: &Tree, command: &[&str], more: &[&str]) -> Result<Ending, String> {
    for package in SIDE_PACKAGES {
        succeed(tree.side_cargo(package, command).args(more))?;
    }
    Ok(Ending::Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Step = Step { name: "good", run: |_, _| Ok(Ending::Ok) };
    const HALF: Step = Step { name: "half", run: |_, _| Ok(Ending::Skipped("no cbmc".into())) };
    const BAD: Step = Step { name: "bad", run: |_, _| Err("'cargo x' failed".into()) };

    fn outcomes(steps: &[Step]) -> Vec<String> {
        let rows = run_steps(steps, &Tree::of_this_workspace(), &mut TestRuns::new());
        let text = table(&rows);
        text.lines().skip(1).map(|line| line[21..].to_string()).collect()
    }

    #[test]
    fn the_first_failure_is_the_last_step_that_runs() {
        let expected = ["ok", "failed", "skipped (step 'bad' failed)"];
        assert_eq!(outcomes(&[GOOD, BAD, GOOD]), expected);
    }

    #[test]
    fn a_skipped_part_is_shown_with_its_reason() {
        assert_eq!(outcomes(&[HALF, GOOD]), ["skipped (no cbmc)", "ok"]);
    }
}
