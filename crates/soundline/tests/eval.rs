//! `soundline eval` as a user calls it.

#[path = "support/schema.rs"]
mod schema;

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn soundline(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_soundline")).args(arguments).output().unwrap()
}

fn figures(output: &Output) -> Vec<Value> {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    schema::assert_documented(&value);
    value["figures"].as_array().unwrap().clone()
}

/// Wrong use: one sentence on stderr that says `what`, nothing on stdout, exit code 2.
fn refused(arguments: &[&str], what: &str) {
    let output = soundline(arguments);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains(what), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(output.stdout.is_empty());
}

/// A project that is there is described, analyzed in all ways, and left as it was.
#[test]
fn projects_are_measured() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("bzip2-9.9");
    std::fs::create_dir(&own).unwrap();
    let text = "int f(int *p, int n) { p[0] = n; p[1] = n; return 100 / n; }\n";
    std::fs::write(own.join("a.c"), text).unwrap();
    std::fs::write(own.join("bad.c"), "int f( {\n").unwrap();
    std::fs::write(own.join("spewG.c"), "int left_out;\n").unwrap();
    let dir = folder.path().to_str().unwrap();
    let output = soundline(&["eval", "projects", "bzip2", "--dir", dir, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    schema::assert_documented(&value);
    let project = &value["projects"][0];
    let counts = ["files", "left_out", "checks", "may_fail", "contracts", "may_fail_continued"];
    let counts = counts.map(|name| project[name].as_u64().unwrap());
    assert_eq!(counts, [1, 1, 3, 1, 1, 3], "{project}");
    assert_eq!(project["same"], true, "{project}");
    assert_eq!(std::fs::read_to_string(own.join("a.c")).unwrap(), text);
    let output = soundline(&["eval", "projects", "bzip2", "--dir", dir, "--sample", "5"]);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("bzip2: 1 of 1 roots, seed 1"), "{shown}");
    assert!(shown.contains("a.c:1:1 contract `f requires"), "{shown}");
    refused(&["eval", "projects", "nothing"], "`nothing` is not a project of this evaluation");
    refused(&["eval", "projects", "--dir", "/no/such/folder"], "no project is in /no/such/folder");
}

/// Figures are times and their ratios; what is not installed is named on stderr.
#[test]
fn speed_measures_what_is_installed() {
    let arguments =
        ["eval", "speed", "join+", "meets-leq", "--vars", "3", "--domain", "boxes", "--json"];
    let output = soundline(&arguments);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let figures = figures(&output);
    for rival in ["apron:box:mpq", "apron:box:d", "ppl:box:rational"] {
        let own: Vec<&Value> = figures.iter().filter(|figure| figure["rival"] == rival).collect();
        if own.is_empty() {
            assert!(stderr.contains(&format!("{rival} is left out")), "{stderr}");
            continue;
        }
        // "join+" is also the end of "meets-join+".
        assert_eq!(own.len(), 3, "{own:?}");
        for figure in own {
            let number = |name: &str| figure[name].as_f64().unwrap();
            assert!(number("native_nanoseconds") > 0.0 && number("ratio") > 0.0, "{figure}");
            let bar = (rival == "apron:box:mpq").then_some(5.0);
            assert_eq!(figure["bar"].as_f64(), bar, "{figure}");
        }
    }
}

/// A library that ends its process is a cell of the table, and the other figures are there.
#[test]
fn speed_survives_a_library_that_aborts() {
    let folder = tempfile::tempdir().unwrap();
    let library =
        library(folder.path(), "#include <stdlib.h>\nvoid *bad_manager_alloc(void) { abort(); }\n");
    let output = soundline(&[
        "eval",
        "speed",
        "leq-no",
        "--vars",
        "2",
        "--domain",
        "boxes:f64",
        "--json",
        "--lib",
        &library,
        "--ctor",
        "bad_manager_alloc",
        "--kind",
        "intervals",
    ]);
    let figures = figures(&output);
    let own = figures.iter().find(|figure| figure["rival"] == "lib").unwrap();
    let reason = own["reason"].as_str().unwrap();
    assert!(own["ratio"].is_null() && own["native_nanoseconds"].as_f64().is_some(), "{own}");
    // Without APRON the library cannot even be loaded.
    let apron = figures.iter().any(|figure| figure["rival"] == "apron:box:d");
    assert!(!apron || reason.contains("died"), "{reason}");
}

fn library(folder: &Path, source: &str) -> String {
    let (code, library) = (folder.join("bad.c"), folder.join("libbad.so"));
    std::fs::write(&code, source).unwrap();
    let mut command = Command::new("cc");
    command.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&code);
    assert!(command.status().unwrap().success());
    library.to_str().unwrap().to_string()
}

#[test]
fn wrong_use_is_named() {
    refused(&["eval", "speed", "--vars", "0"], "--vars are from 1 to 64, not 0");
    refused(&["eval", "speed", "jion"], "there is no operation \"jion\"; there are constraints+");
    refused(
        &["eval", "speed", "--domain", "grids"],
        "no domain that is compared is called \"grids\"",
    );
    refused(
        &["eval", "speed", "--exec", "cat"],
        "a program at the other end of a pipe is not timed",
    );
    let missing = ["--lib", "/nowhere.so", "--ctor", "f"];
    let with_kind = |kind| [&["eval", "speed", "--kind", kind], &missing[..]].concat();
    refused(&with_kind("octagons"), "not installed");
    refused(&with_kind("grids"), "there is no kind \"grids\"");
}

/// Truth stands in the program: what is proved and fails is wrong.
#[test]
fn precision_holds_answers_against_the_truth() {
    if !soundline_needs::LIBCLANG.found() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let text = "extern void __VERIFIER_assert(int);\nextern int __VERIFIER_nondet_int(void);\n\
                int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x > 3) {\n    \
                __VERIFIER_assert(x > 2);\n    __VERIFIER_assert(x > 4); /* FAILS */\n    \
                __VERIFIER_assert(x > 3 - 1); /* FAILS */\n  }\n  return 0;\n}\n";
    std::fs::write(folder.path().join("a.c"), text).unwrap();
    let path = folder.path().to_str().unwrap();
    let arguments = ["eval", "precision", path, "--only", "soundline:fast", "--json"];
    let output = soundline(&arguments);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    schema::assert_documented(&document);
    let row = &document["rows"][0];
    // The third is marked wrongly, so that the answer contradicts the mark.
    let counts = ["proved", "may_fail", "definite", "wrong", "silent"].map(|name| &row[name]);
    assert_eq!(counts, [1, 1, 0, 1, 0], "{row}");
    let told = soundline(&arguments[..5]);
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.contains("wrong: soundline:fast about"), "{told}");
    refused(&["eval", "precision", path, "--only", "nobody"], "nobody is called `nobody`");
    refused(&["eval", "precision", "/nowhere"], "/nowhere");
}

/// One program with a loop, with and without annotations. Nothing may be proved that fails.
#[test]
fn annotations_are_evaluated() {
    if !soundline_needs::LIBCLANG.found() || !soundline_needs::CBMC_6.found() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let programs = folder.path().join("programs");
    std::fs::create_dir(&programs).unwrap();
    let text = "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assert(int);\n\
        int main(void) {\n  int c = 0;\n  while (__VERIFIER_nondet_int()) { if (c < 7) { c++; } }\n\
        \x20 __VERIFIER_assert(c < 585);\n  __VERIFIER_assert(7 != c); /* FAILS */\n  return 0;\n}\n";
    std::fs::write(programs.join("fig1.c"), text).unwrap();
    let path = programs.display().to_string();
    let words = ["eval", "annotations", &path, "--only", "cbmc", "--time-limit", "3s", "--json"];
    let output = soundline(&words);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    schema::assert_documented(&json);
    assert_eq!((&json["programs"], &json["checks"]), (&1.into(), &2.into()));
    let rows = json["rows"].as_array().unwrap();
    let names: Vec<&str> = rows.iter().filter_map(|row| row["annotations"].as_str()).collect();
    assert_eq!(names, ["plain", "W0", "Inf"]);
    for row in rows {
        assert_eq!(row["tally"]["wrong"], 0, "{row}");
    }
    let runs = json["runs"].as_array().unwrap();
    assert!(runs.iter().all(|run| run["annotated_programs"] == 1), "{json}");
}

#[test]
fn annotations_need_programs_with_assertions() {
    if !soundline_needs::LIBCLANG.found() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    refused(&["eval", "annotations", &path], "there is no .c or .i file");
    std::fs::write(folder.path().join("plain.c"), "int main(void) { return 0; }\n").unwrap();
    let output = soundline(&["eval", "annotations", &path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("none of the files"));
}

/// Where apt has no sources, or the package is none, that is said in a sentence.
#[test]
fn packages_that_cannot_be_fetched_are_refused() {
    if !soundline_needs::LIBCLANG.found() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let sources = folder.path().display().to_string();
    let words = ["eval", "bounds", "--sources", &sources, "--debian"];
    refused(&[&words[..], &["../etc"]].concat(), "is not a name of a Debian package");
    let output = soundline(&[&words[..], &["no-such-package-soundline"]].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
}
