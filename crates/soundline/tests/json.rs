//! What commands print for other programs is what docs/json.md says.

#[path = "support/schema.rs"]
mod schema;
mod support;

use schema::assert_documented;
use serde_json::Value;
use support::Folder;

const TRACE: &str = "# soundline trace 1\ntarget boxes:exact\nvars 1\np0 = top\ncheck P3 x=p0\n";

/// A command prints one documented object.
#[track_caller]
fn check(folder: &Folder, arguments: &str, code: i32) -> Value {
    let words: Vec<&str> = arguments.split(' ').collect();
    let output = folder.soundline(&words);
    assert_eq!(output.status.code(), Some(code), "{}", support::stderr(&output));
    let value: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    assert_documented(&value);
    value
}

#[test]
fn lists_are_documented() {
    let folder = Folder::new("json-lists");
    let targets = check(&folder, "targets --json", 0);
    assert!(targets["targets"].as_array().is_some_and(|all| all.len() > 20), "{targets}");
    let bugs = check(&folder, "targets --seeded --json", 0);
    assert!(bugs["bugs"].as_array().is_some_and(|all| all.len() > 30), "{bugs}");
}

#[test]
fn traces_that_are_run_again_are_documented() {
    let folder = Folder::new("json-traces");
    let write = |name: &str, text: &str| {
        let path = folder.path().join("traces").join(name);
        std::fs::create_dir_all(folder.path().join("traces")).expect("there is room");
        std::fs::write(path, text).expect("there is room");
    };
    write("good.trace", TRACE);
    let held = check(&folder, "replay traces/good.trace --json", 0);
    assert_eq!((&held["outcome"], &held["point"]), (&"held".into(), &Value::Null));
    let bad = "# soundline trace 1\ntarget seeded:interval-join-forgets-upper\nvars 1\n\
               p0 = constraint x0 >= 0 and x0 <= 1\np1 = constraint x0 >= 2 and x0 <= 3\n\
               check P9 x=p0 y=p1\n";
    write("bad.trace", bad);
    let violated = check(&folder, "replay traces/bad.trace --json", 1);
    assert_eq!(violated["outcome"], "violated");
    assert!(violated["regions"].as_array().is_some_and(|all| !all.is_empty()), "{violated}");
    let kept = check(&folder, "corpus min traces --out kept --json", 0);
    assert_eq!(kept["traces"], 2);
}

#[test]
fn laws_are_documented() {
    let folder = Folder::new("json-laws");
    let run = check(&folder, "laws planted:join-pure planted:meet-pure sign --json", 1);
    assert_eq!(run["complete"], true);
    let laws = run["lattices"][0]["laws"].as_array().expect("laws are a list");
    let pure = laws.iter().find(|law| law["law"] == "join pure").expect("it has this law");
    assert_eq!(pure["status"], "violated");
    let file = pure["counterexample"]["file"].as_str().expect("it is stored");
    assert!(folder.path().join(file).exists());

    let replay = check(&folder, &format!("laws --json --replay {file}"), 1);
    assert_eq!(
        (&replay["outcome"], &replay["lattice"]),
        (&"violated".into(), &"planted:join-pure".into())
    );
    let list = check(&folder, "laws --list --json", 0);
    let lattices = list["lattices"].as_array().expect("lattices are a list");
    assert!(lattices.iter().any(|entry| entry["name"] == "interval"));
}

#[test]
fn manual_pages_are_written_for_all_commands() {
    let folder = Folder::new("man");
    assert_eq!(folder.soundline(&["man", "--out", "pages"]).status.code(), Some(0));
    for name in ["soundline", "soundline-test", "soundline-diff-run", "soundline-eval-seeded"] {
        let page = std::fs::read_to_string(folder.path().join("pages").join(format!("{name}.1")));
        let page = page.unwrap_or_else(|_| panic!("there is no page {name}.1"));
        assert!(page.contains(".SH NAME") && page.contains("SYNOPSIS"), "{name}");
    }
    assert!(!folder.path().join("pages/soundline-worker.1").exists());
    let printed = support::stdout(&folder.soundline(&["man"]));
    assert!(printed.contains(".SH NAME"), "{printed}");
}

/// The first command that people run ends with what to try next.
#[test]
fn a_test_of_everything_says_what_to_try_next() {
    let folder = Folder::new("next");
    let output = folder.soundline(&["test", "--budget", "2", "--properties", "3"]);
    assert_eq!(output.status.code(), Some(0), "{}", support::stderr(&output));
    let told = support::stdout(&output);
    let (_, next) = told.split_once("What to try next:\n").expect("it says what to try");
    assert!(next.contains("soundline targets "), "{next}");
    let planted = next.lines().next().and_then(|line| line.split_whitespace().nth(2));
    let planted = planted.expect("a command has a target");
    let found = folder.soundline(&["test", planted, "--budget", "2000"]);
    assert_eq!(found.status.code(), Some(1), "{}", support::stdout(&found));
    assert!(!support::stdout(&found).contains("What to try next"));
}

/// Spellings of earlier versions are not shown, and mean what they meant.
#[test]
fn old_spellings_still_work() {
    let folder = Folder::new("spellings");
    for old in ["--budget 50ms", "--budget 20 --memory-limit 2048", "--budget 20 --time-limit 2s"] {
        let words: Vec<&str> = old.split(' ').collect();
        let output = folder.soundline(&[&["test", "boxes:exact", "--fresh"], &words[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{old}: {}", support::stderr(&output));
    }
    let help = support::stdout(&folder.soundline(&["diff", "try", "--help"]));
    for name in ["--model", "--time-limit", "--memory-limit", "--jobs"] {
        assert!(help.contains(name), "{help}");
    }
    assert!(!help.contains("--memory ") && !help.contains("--32"), "{help}");
}
