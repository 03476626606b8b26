//! `soundline eval papers`: every row of docs/papers.md, in its short form.

#[path = "support/schema.rs"]
mod schema;

use std::process::{Command, Output};

use serde_json::Value;

fn soundline(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_soundline")).args(arguments).output().unwrap()
}

/// Run all rows of a paper: each does its work and leaves its output, or names what is not installed.
fn run(paper: &str) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let output = soundline(&["eval", "papers", paper, "--json", "--out", out]);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let document: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{stderr}"));
    schema::assert_documented(&document);
    let rows = document["rows"].as_array().unwrap();
    assert!(rows.len() >= 3, "{rows:?}");
    let mut ran = 0;
    for row in rows {
        match row["ended"].as_str().unwrap() {
            "run" => {
                ran += 1;
                let text = std::fs::read_to_string(row["output"].as_str().unwrap()).unwrap();
                let (command, told) = text.split_once('\n').unwrap();
                assert_eq!(command, format!("$ {}", row["command"].as_str().unwrap()));
                assert!(told.trim().lines().count() > 1, "{row}: {text}");
            }
            // ELINA is nowhere to be installed from; the others are packages.
            "missing" => {
                assert!(row["row"] == "ase18-table5" || !soundline_needs::APRON.found(), "{row}")
            }
            "elsewhere" => assert!(row["output"].is_null(), "{row}"),
            other => panic!("{other}: {row}"),
        }
    }
    assert!(ran > 0, "{rows:?}");
    assert_eq!(output.status.code(), Some(0), "{stderr}");
}

#[test]
fn ase18() {
    run("ase18");
}

#[test]
fn stvr17() {
    run("stvr17");
}

#[test]
fn sas16() {
    if soundline_needs::LIBCLANG.found() {
        run("sas16");
    }
}

#[test]
fn issta19() {
    if soundline_needs::LIBCLANG.found() {
        run("issta19");
    }
}

#[test]
fn rows_are_listed_and_wrong_names_are_refused() {
    let listed = soundline(&["eval", "papers", "--list"]);
    assert_eq!(listed.status.code(), Some(0));
    let text = String::from_utf8(listed.stdout).unwrap();
    assert!(text.contains("ase18-fig5") && text.contains("soundline replay fig5.trace"), "{text}");
    let full = soundline(&["eval", "papers", "ase18-table8", "--list", "--full"]);
    let text = String::from_utf8(full.stdout).unwrap();
    assert!(text.contains("--engine all --time 1m --seeds 3"), "{text}");
    // A row that reads the results of another one brings it along.
    let reads = soundline(&["eval", "papers", "issta19-table2", "--list"]);
    let text = String::from_utf8(reads.stdout).unwrap();
    assert!(text.contains("2 rows") && text.contains("issta19-fig1"), "{text}");
    let wrong = soundline(&["eval", "papers", "ase19"]);
    assert_eq!(wrong.status.code(), Some(2));
    let sentence = String::from_utf8(wrong.stderr).unwrap();
    assert!(sentence.contains("no row \"ase19\"") && sentence.lines().count() == 1, "{sentence}");
}
