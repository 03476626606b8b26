//! Results of before: traces, cases and campaigns in `before/`, written by version 0.1.0 as it stood in November 2026,
//! are still read, and mean the same.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use support::{Folder, stderr, stdout};

fn before() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/before")
}

/// The files of a folder, in order.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(before().join(folder)).expect("it is there").flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// Every file, given to a command, ends with one of these codes.
fn all_end_with(files: &[PathBuf], command: &[&str], codes: &[i32]) {
    let folder = Folder::new("before");
    let mut faults = Vec::new();
    for file in files {
        let output = folder.soundline(&[command, &[&*file.to_string_lossy()]].concat());
        if !output.status.code().is_some_and(|code| codes.contains(&code)) {
            let name = file.file_name().unwrap_or_default().display();
            faults.push(format!(
                "{name}: {}\n{}{}",
                output.status,
                stdout(&output),
                stderr(&output)
            ));
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), files.len(), faults.join("\n"));
}

/// Whether a trace is one of a foreign library.
fn is_foreign(file: &Path) -> bool {
    let text = fs::read_to_string(file).expect("it is a text");
    ["target apron:", "target ppl:"].iter().any(|target| text.contains(target))
}

#[test]
fn traces_of_planted_bugs_still_show_them() {
    let mut traces = files("traces");
    traces.retain(|file| !is_foreign(file));
    assert!(traces.len() > 40, "{}", traces.len());
    all_end_with(&traces, &["replay"], &[1]);
}

/// What such a trace shows may lie beyond the contract of the library: then it is no violation any more.
#[test]
fn traces_of_libraries_are_still_read() {
    let mut traces = files("traces");
    traces.retain(|file| is_foreign(file));
    assert!(traces.len() > 20, "{}", traces.len());
    if soundline_needs::APRON.found() && soundline_needs::PPL.found() {
        all_end_with(&traces, &["replay"], &[0, 1, 3]);
    }
}

#[test]
fn cases_of_planted_lattices_still_violate_their_laws() {
    let cases = files("cases");
    assert_eq!(cases.len(), 62);
    all_end_with(&cases, &["laws", "--replay"], &[1]);
}

/// A campaign of `soundline diff run` is shown again.
#[test]
fn verdicts_of_before_are_still_read() {
    let folder = Folder::new("before");
    for name in ["campaign.json", "verdicts.sqlite"] {
        let copy = folder.path().join(name);
        fs::copy(before().join("diff").join(name), copy).expect("there is room");
    }
    let output = folder.soundline(&["diff", "report", "."]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let shown = stdout(&output);
    assert!(shown.contains("cppcheck") && shown.contains("gcc-O2"), "{shown}");
}
