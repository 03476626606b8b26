//! The tables of the ISSTA'19 paper, in their shortest form.

use super::*;
use crate::support::{stderr, stdout};

/// The commands for the ISSTA'19 paper's tables, in their shortest form.
#[test]
fn the_tables_of_the_paper_are_made() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-tables");
    let fakes = three();
    folder.describe(&fakes);
    let with = |start: &[&str]| {
        let mut arguments = start.to_vec();
        arguments.extend(["--analyzers", "fakes"]);
        fakes.iter().for_each(|fake| arguments.extend(["--only", fake.name]));
        folder.soundline(&arguments)
    };
    for (command, rows) in [("strategies", 5), ("batches", 2)] {
        let output = with(&["eval", command, "seed.c", "--json", "--out", command]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let value: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
        schema::assert_documented(&value);
        assert_eq!(value["rows"].as_array().map(Vec::len), Some(rows), "{value}");
        assert!(
            value["rows"]
                .as_array()
                .is_some_and(|rows| rows.iter().all(|row| row["variants"] == 1))
        );
    }
    let full = with(&["eval", "batches", "seed.c", "--full", "--json", "--out", "full"]);
    let value: Value = serde_json::from_str(&stdout(&full)).expect("it is JSON");
    assert_eq!(value["rows"].as_array().map(Vec::len), Some(6), "{value}");
    let ran = folder.diff(&fakes, &["--budget", "2", "--out", "out"]);
    assert_eq!(ran.status.code(), Some(1), "{}", stderr(&ran));
    let report = folder.soundline(&["diff", "report", "out"]);
    for title in ["Relative precision", "Potential soundness issues by δ"] {
        assert!(stdout(&report).contains(title), "{title}: {}", stdout(&report));
    }
    let pair = folder.soundline(&["diff", "report", "out", "--pair", "always-safe", "honest"]);
    assert!(stdout(&pair).contains("always-safe (rows)"), "{}", stdout(&pair));
}

/// Fakes that always say the same have the same letter for all nine tasks; the truth and the developers stand above.
#[test]
fn the_survey_asks_about_nine_tasks() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-survey");
    let fakes = [fake("always-safe", "echo safe"), fake("always-unsafe", "echo unsafe")];
    folder.describe(&fakes);
    let arguments = ["diff", "survey", "--analyzers", "fakes", "--only", "always-*"];
    let output = folder.soundline(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let row = |name: &str| {
        let line =
            text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{text}"));
        line[name.len()..]
            .split_whitespace()
            .rev()
            .take(9)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect::<String>()
    };
    assert_eq!(row("can fail when run"), "UUUSSSUUU");
    assert_eq!(row("most developers"), "UUUSSSUUU");
    assert_eq!((row("always-safe"), row("always-unsafe")), ("S".repeat(9), "U".repeat(9)));
    let json = folder.soundline(&[&arguments[..], &["--json"]].concat());
    let value: Value = serde_json::from_str(&stdout(&json)).expect("it is JSON");
    schema::assert_documented(&value);
    assert_eq!(value["tasks"].as_array().map(Vec::len), Some(9));
}
