//! Ci: all that must hold before a commit, step by step.

use crate::tree::{SIDE_PACKAGES, Tree, succeed};
use crate::{check, setup};
use std::time::{Duration, Instant};

/// One step of the whole.
struct Step {
    name: &'static str,
    run: fn(&Tree) -> Result<Ending, String>,
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

const STEPS: [Step; 7] = [
    Step { name: "setup", run: set_up },
    Step { name: "fmt", run: fmt },
    Step { name: "clippy", run: clippy },
    Step { name: "tests", run: tests },
    Step { name: "doc tests", run: doc_tests },
    Step { name: "docs", run: docs },
    Step { name: "check", run: |tree| check::run(tree).map(|()| Ending::Ok) },
];

/// Run every step; the first that fails is the last.
pub fn run(tree: &Tree) -> Result<(), String> {
    let rows = run_steps(&STEPS, tree);
    println!("\n{}", table(&rows));
    match rows.iter().find_map(|row| row.ending.as_ref().err().map(|error| (row.name, error))) {
        Some((name, error)) => Err(format!("step '{name}': {error}")),
        None => Ok(()),
    }
}

fn run_steps(steps: &[Step], tree: &Tree) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for step in steps {
        let failed = rows.iter().find(|row| row.ending.is_err()).map(|row| row.name);
        let started = Instant::now();
        let ending = match failed {
            Some(name) => Ok(Ending::Skipped(format!("step '{name}' failed"))),
            None => {
                println!("\n== {}", step.name);
                (step.run)(tree)
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

fn set_up(_: &Tree) -> Result<Ending, String> {
    Ok(setup::set_up().map_or(Ending::Ok, Ending::Skipped))
}

fn fmt(tree: &Tree) -> Result<Ending, String> {
    succeed(&mut tree.cargo(&["fmt", "--all", "--check"]))?;
    for_side_packages(tree, &["fmt", "--check"], &[])
}

fn clippy(tree: &Tree) -> Result<Ending, String> {
    let strict = ["--", "-D", "warnings"];
    succeed(tree.cargo(&["clippy", "--workspace", "--all-targets"]).args(strict))?;
    for_side_packages(tree, &["clippy", "--all-targets"], &strict)
}

fn tests(tree: &Tree) -> Result<Ending, String> {
    let ending = workspace_tests(tree)?;
    for_side_packages(tree, &["test"], &[])?;
    Ok(ending)
}

/// What has tests, and the examples that tests run. Of the others clippy sees that they compile.
const KINDS: [&str; 7] =
    ["--lib", "--bins", "--tests", "--example", "fakes", "--example", "my_domain"];

/// With nextest, which runs tests of different crates side by side, or else without.
fn workspace_tests(tree: &Tree) -> Result<Ending, String> {
    let has_nextest = tree.cargo(&["nextest", "--version"]).output();
    let required = setup::required_tests();
    if has_nextest.is_ok_and(|output| output.status.success()) {
        let mut command = tree.cargo(&["nextest", "run", "--workspace", "--no-fail-fast"]);
        succeed(command.args(KINDS).envs(required))?;
        return Ok(Ending::Ok);
    }
    let note = "cargo-nextest is not installed, so cargo test ran instead";
    println!("tests: {note}");
    succeed(tree.cargo(&["test", "--workspace"]).args(KINDS).envs(required))?;
    Ok(Ending::OkBut(note.into()))
}

fn doc_tests(tree: &Tree) -> Result<Ending, String> {
    succeed(&mut tree.cargo(&["test", "--doc", "--workspace"]))?;
    Ok(Ending::Ok)
}

fn docs(tree: &Tree) -> Result<Ending, String> {
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

    const GOOD: Step = Step { name: "good", run: |_| Ok(Ending::Ok) };
    const HALF: Step = Step { name: "half", run: |_| Ok(Ending::Skipped("no cbmc".into())) };
    const BAD: Step = Step { name: "bad", run: |_| Err("'cargo x' failed".into()) };

    fn outcomes(steps: &[Step]) -> Vec<String> {
        let rows = run_steps(steps, &Tree::of_this_workspace());
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
