//! Contracts: what functions that are analysed alone need of others, and whether callers satisfy it; and what they promise.

mod causes;
mod clauses;
mod family;
mod given;
mod memory;
mod promise_runs;
mod promises;
mod runs;
mod satisfied;
mod stores;
#[path = "../support/mod.rs"]
mod support;
mod ways;

use soundline_analyze::{AfterError, Analysis, Infer, Overflow, Settings, Status, analyze, render};
use soundline_c::{Clang, Program};
use std::process::Command;

fn settings() -> Settings {
    Settings {
        after_error: AfterError::Assume,
        infer: Infer::Requires,
        overflow: Overflow::Wrap,
        ..support::settings("intervals")
    }
}

fn analysed(clang: &Clang, text: &str) -> (Program, Analysis) {
    let program = support::parse(clang, text);
    let analysis = support::run(&program, &settings());
    (program, analysis)
}

/// The contracts of a program, and the checks that are warnings by themselves.
fn check(text: &str, contracts: &[&str], warnings: &[&str]) {
    check_with(Infer::Requires, text, contracts, warnings);
}

/// The same with what functions promise.
fn check_all(text: &str, contracts: &[&str], warnings: &[&str]) {
    check_with(Infer::All, text, contracts, warnings);
}

fn check_with(infer: Infer, text: &str, contracts: &[&str], warnings: &[&str]) {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, text);
    let analysis = support::run(&program, &Settings { infer, ..settings() });
    let checked = |status: Status| if status == Status::Verified { "checked: " } else { "" };
    let found = analysis.contracts.iter();
    let found = found.map(|one| format!("{}{}", checked(one.status), one.words()));
    assert_eq!(found.collect::<Vec<_>>(), contracts, "{text}");
    let left = analysis.checks.iter().filter(|check| check.is_warning());
    let line = |start: u32| program.source.locate(start).line;
    let left = left.map(|check| format!("{} {}", line(check.span.start), check.kind.name()));
    let mut left: Vec<String> = left.collect();
    left.dedup();
    assert_eq!(left, warnings, "{text}");
    // Whatever is not settled names what it rests on.
    for check in &analysis.checks {
        assert!(check.provided.iter().all(|id| analysis.assumption(*id).is_some()), "{check:?}");
    }
}

#[test]
fn without_inference_nothing_changes() {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, "int f(int *p) { return *p; }");
    let none = analyze(&program, &Settings { infer: Infer::None, ..settings() }, &|| false);
    assert!(none.contracts.is_empty() && none.checks.iter().any(|check| check.is_warning()));
    let go_on = Settings { after_error: AfterError::Continue, ..settings() };
    let go_on = analyze(&program, &go_on, &|| false);
    assert!(go_on.contracts.is_empty() && go_on.checks.iter().any(|check| check.is_warning()));
}

#[test]
fn acsl_is_what_frama_c_reads() {
    let Some(clang) = support::clang() else { return };
    if !soundline_needs::FRAMA_C.found() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = Vec::new();
    for (number, (_, text)) in runs::EXECUTED.iter().enumerate() {
        let (program, analysis) = analysed(&clang, text);
        let written = render::acsl(&program, &analysis).expect("it can be annotated");
        assert!(String::from_utf8_lossy(&written).contains("/*@ requires "), "{text}");
        let file = folder.path().join(format!("t{number}.c"));
        std::fs::write(&file, written).expect("it can be written");
        files.push(file);
    }
    for file in files {
        let read = Command::new("frama-c").arg("-typecheck").arg(&file).output().expect("it runs");
        let said = String::from_utf8_lossy(&read.stdout);
        assert!(read.status.success() && !said.contains("warning"), "{said}");
    }
}
