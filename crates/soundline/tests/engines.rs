//! Engines and corpora, as a user has them: `--engine`, `--corpus`, `soundline corpus min`, and code
//! coverage of libraries that were compiled for it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

fn soundline(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soundline"));
    command.current_dir(folder.path()).args(arguments).output().expect("the program starts")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for a folder")
}

/// `soundline test` as JSON, without what differs from run to run.
fn campaign(folder: &TempDir, arguments: &[&str]) -> Value {
    let all = [&["test"][..], arguments, &["--json", "--fresh"]].concat();
    let output = soundline(folder, &all);
    let parsed = serde_json::from_slice(&output.stdout);
    let mut value: Value = parsed.unwrap_or_else(|_| {
        panic!("it prints JSON, not {}", String::from_utf8_lossy(&output.stderr))
    });
    for target in value["targets"].as_array_mut().expect("there are targets") {
        target["timings"].take();
        for property in target["properties"].as_array_mut().expect("there are properties") {
            property["first_finding_millis"].take();
        }
    }
    value
}

/// The worker dies dozens of times, and what it learned is not lost with it: several workers, and a
/// second run, come to the same.
#[test]
fn guided_search_is_the_same_every_time_however_often_its_worker_dies() {
    let (one, other) = (folder(), folder());
    let common = ["seeded:polyhedra-meet-aborts", "--engine", "guided", "--budget", "700"];
    let run = |folder: &TempDir, jobs: &str| {
        campaign(folder, &[&common[..], &["--jobs", jobs, "--properties", "10,26,28,66"]].concat())
    };
    let first = run(&one, "1");
    assert_eq!(first, run(&other, "3"));
    let died: u64 = first["targets"][0]["properties"]
        .as_array()
        .expect("there are properties")
        .iter()
        .map(|property| property["died"].as_u64().unwrap_or_default())
        .sum();
    assert!(died > 20, "only {died} deaths in\n{first:#}");
    assert_eq!(first["targets"][0]["unconfirmed"], serde_json::json!([]));
}

#[test]
fn a_corpus_is_stored_used_again_merged_and_minimised() {
    let folder = folder();
    let test = |seed: &str, corpus: &str| {
        let words = ["boxes:exact", "--seed", seed, "--budget", "1500", "--corpus", corpus];
        campaign(&folder, &words)
    };
    let count = |name: &str| {
        let entries = std::fs::read_dir(folder.path().join(name)).expect("there is a folder");
        entries
            .filter(|entry| {
                entry.as_ref().is_ok_and(|e| e.path().extension().is_some_and(|e| e == "trace"))
            })
            .count()
    };
    test("1", "one");
    test("2", "two");
    let (one, two) = (count("one"), count("two"));
    assert!(one > 16 && two > 16, "{one} and {two} traces");
    let merged = soundline(&folder, &["corpus", "min", "one", "two", "--out", "both"]);
    assert_eq!(merged.status.code(), Some(0), "{}", String::from_utf8_lossy(&merged.stderr));
    let both = count("both");
    assert!(both > 8 && both < one + two, "{both} of {one} and {two}");
    assert_eq!((count("one"), count("two")), (one, two), "they stay as they are");
    let again = soundline(&folder, &["corpus", "min", "both"]);
    let text = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(text.starts_with(&format!("{both} of {both} traces are kept")), "{text}");
    // Another run begins with these traces, and adds to them.
    assert_eq!(test("3", "both")["targets"][0]["summary"]["tests"], 1500);
    assert!(count("both") >= both);
    let wrong =
        soundline(&folder, &["test", "boxes:exact", "--engine", "random", "--corpus", "one"]);
    assert_eq!(wrong.status.code(), Some(2));
}

/// A library with a join of its own in front of APRON's boxes: many branches, a table to change.
const LIBRARY: &str = r#"
typedef void *(*binary)(void *, int, void *, void *);
void *box_manager_alloc(void);
static binary healthy;
static int steps;
static void *join(void *manager, int destructive, void *a, void *b) {
  steps++;
  if (a == b) steps += 2;
  if (steps % 3 == 0) steps++;
  return healthy(manager, destructive, a, b);
}
void *counted_manager_alloc(void) {
  char *manager = box_manager_alloc();
  void **table = (void **)(manager + 24);
  healthy = (binary)table[36];
  table[36] = (void *)join;
  table[49] = 0; /* the widening of APRON's boxes kills */
  return manager;
}
"#;

/// The library.
fn library(folder: &Path, compiler: &str, flags: &[&str]) -> PathBuf {
    let boxes = ["/usr/lib/libboxMPQ.so", "/usr/lib/x86_64-linux-gnu/libboxMPQ.so"];
    let boxes = boxes.iter().find(|path| Path::new(path).exists()).expect("APRON is installed");
    let (source, library) = (folder.join("counted.c"), folder.join("libcounted.so"));
    std::fs::write(&source, LIBRARY).expect("temporary files can be written");
    let mut command = Command::new(compiler);
    command.args(["-shared", "-fPIC", "-O1"]).args(flags).arg("-o").args([&library, &source]);
    let compiled = command.arg(boxes).output().expect("the compiler starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    library
}

/// How many counters a run sees in a library that is compiled in this way.
fn counters(compiler: &str, flags: &[&str]) -> u64 {
    let folder = folder();
    library(folder.path(), compiler, flags);
    let words = ["counted", "--lib", "./libcounted.so", "--ctor", "counted_manager_alloc"];
    let more = ["--kind", "intervals", "--budget", "300", "--properties", "1-28"];
    let seen = campaign(&folder, &[&words[..], &more].concat());
    let target = &seen["targets"][0];
    assert_eq!(target["summary"]["tests"], 300, "{target:#}");
    target["coverage"]["places"].as_u64().unwrap_or_default()
}

#[test]
fn instrumented_libraries_are_noticed() {
    if !soundline_needs::APRON.found() {
        return;
    }
    assert_eq!(counters("cc", &[]), 0, "a library without counters has none");
    assert!(counters("gcc", &["-fsanitize-coverage=trace-pc"]) > 0);
    if !soundline_needs::CLANG.found() {
        return;
    }
    for how in ["trace-pc-guard", "inline-8bit-counters,pc-table"] {
        let seen = counters("clang-19", &[&format!("-fsanitize-coverage={how}")]);
        assert!((1..1000).contains(&seen), "{how}: {seen}");
    }
}

#[test]
fn engines_have_names_and_replay_does_not_keep_silent() {
    let folder = folder();
    let wrong = soundline(&folder, &["test", "boxes:exact", "--engine", "clever"]);
    assert_eq!(wrong.status.code(), Some(2));
    for engine in ["random", "direct"] {
        let run = campaign(&folder, &["boxes:exact", "--engine", engine, "--budget", "200"]);
        let config = run["targets"][0]["config"].as_str().expect("it is a text").to_string();
        assert_eq!(config.contains("engine=direct"), engine == "direct", "{config}");
    }
    let trace = "# soundline trace 1\ntarget polyhedra\nvars 1\np0 = top\np1 = bottom\n\
                 p2 = narrow p0 p1\ncheck P3 x=p2\n";
    std::fs::write(folder.path().join("narrow.trace"), trace).expect("it can be written");
    let refused = soundline(&folder, &["replay", "narrow.trace"]);
    let said = String::from_utf8_lossy(&refused.stdout).into_owned();
    assert_eq!(refused.status.code(), Some(3), "{said}");
    assert!(said.contains("refused"), "{said}");
}

/// Figures 5 and 6 of the ASE'18 paper as inputs. The first one needs somebody who asks before; the second one hangs.
#[test]
fn the_figures_of_the_paper_are_inputs() {
    if !soundline_needs::APRON.found() {
        return;
    }
    let folder = folder();
    let replay = |lines: &str| {
        let trace = format!("# soundline trace 1\n{lines}\n");
        std::fs::write(folder.path().join("figure.trace"), trace).expect("it can be written");
        let output = soundline(&folder, &["replay", "figure.trace", "--time-limit", "1s"]);
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let five = "target apron:oct:d\nvars 8:int\np0 = constraint -x0 - x5 + 1 >= 0\n\
                p1 = assign p0 x2 := -9223372036854775808\n\
                p2 = constraint x0 + 9223372036854775807 >= 0\np3 = meet p2 p1\n";
    let (code, said) = replay(&format!("{five}check P17 x=p3"));
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = replay(&format!("{five}touch p3 is_bottom\ncheck P17 x=p3"));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("inexact"), "{said}");
    let (code, said) = replay(
        "target apron:pk:rll\nvars 8:int\n\
         p0 = constraint -x5 - x6 + x7 - 9223372036854775807 >= 0\n\
         p1 = constraint -x4 - x5 - x6 - x7 - 9223372036854775808 >= 0\ncheck P3 x=p0",
    );
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("it does not end"), "{said}");
}
