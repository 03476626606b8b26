//! What a campaign leaves in its folder: findings that can be seen again, and reduced examples.

use std::process::Command;

use super::*;
use crate::support::{stderr, stdout};

/// Everything that the folder should have, and what it is good for.
#[test]
fn results_can_be_read_and_seen_again() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-files");
    folder.describe(&three());
    folder.diff(&three(), &["--concrete", "--budget", "3", "--out", "out"]);
    let group = folder.path().join("out/findings/001-always-safe-unsound");
    for name in ["variant.c", "task.c", "task.yml", "commands.txt", "inputs.c", "again.sh"] {
        assert!(group.join(name).is_file(), "{name}");
    }
    let commands = fs::read_to_string(group.join("commands.txt")).expect("it is there");
    let again = commands.lines().next().and_then(|line| line.strip_prefix("# soundline "));
    let again = again.unwrap_or_else(|| panic!("{commands}"));
    let limits = "diff try variant.c --model 64 --time-limit 30s --memory-limit 8192M --only";
    assert!(again.starts_with(limits), "{again}");
    let mut tried = Command::new(env!("CARGO_BIN_EXE_soundline"));
    let tried = tried.args(again.split_whitespace()).current_dir(&group).output().expect("runs");
    assert_eq!(tried.status.code(), Some(1), "{}", stderr(&tried));
    assert_eq!(stdout(&tried).matches("always-").count(), 3, "{}", stdout(&tried));
    let again = Command::new("sh").arg(group.join("again.sh")).output().expect("a shell");
    assert_eq!(again.status.code(), Some(1));
    let compilers = folder.campaign("out")["compilers"].as_array().expect("a list").len();
    let failures = stderr(&again).matches("the check fails").count();
    assert!(failures >= 1 && failures == compilers, "{}", stderr(&again));
    let task = fs::read_to_string(group.join("task.yml")).expect("it is there");
    assert!(task.contains("expected_verdict: false"), "{task}");
    let report = folder.soundline(&["diff", "report", "out"]);
    assert_eq!(report.status.code(), Some(1));
    for part in ["always-safe", "Relative precision", "must-unsound", "confirmed"] {
        assert!(stdout(&report).contains(part), "{part}: {}", stdout(&report));
    }
    let pair =
        folder.soundline(&["diff", "report", "out", "--pair", "always-safe", "always-unsafe"]);
    assert!(stdout(&pair).contains("100 % (3)"), "{}", stdout(&pair));
    let json = folder.soundline(&["diff", "report", "out", "--json"]);
    let printed: Value = serde_json::from_slice(&json.stdout).expect("it is JSON");
    schema::assert_documented(&printed);
    assert_eq!(printed, folder.campaign("out"));
    let page = fs::read_to_string(folder.path().join("out/report.html")).expect("it is there");
    for outside in ["src=", "@import", "url(http", "href=\"http", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("<svg") && page.contains("always-safe"));
    let place = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part} is missing"));
    assert!(place("<h2>Findings") < place("<article") && place("<article") < place("<svg"));
}

/// A reduced example is smaller, still has its check, and still fails when it is run.
#[test]
fn examples_are_made_smaller() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-reduce");
    folder.describe(&three());
    // A try takes half a second, so that a few superfluous statements have to do.
    let seed = SEED
        .replace("int main", "int idle(int n) { return n - 1; }\nint main")
        .replace("return half", "int unused = idle(5); if (unused == 7) unused = 8; return half");
    fs::write(folder.path().join("long.c"), &seed).expect("there is room");
    // The statement remover comes to an end by itself; cvise would use up all the time there is.
    let words = "diff run long.c --analyzers fakes --only always-safe,always-unsafe,honest --budget 5 --concrete \
                 --reduce 1 --reduce-time 3m --out out";
    let words: Vec<&str> = words.split_whitespace().collect();
    let asked = |name: &str| folder.runs().iter().filter(|line| line.starts_with(name)).count();
    let names = ["always-safe ", "always-unsafe ", "honest "];
    folder.soundline(
        &words.iter().map(|word| if *word == "1" { "0" } else { word }).collect::<Vec<_>>(),
    );
    let before = names.map(asked);
    let output = folder.soundline_with(&[("SOUNDLINE_CVISE", "none")], &words);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    // It failed in a run, so that only who calls it safe is asked about smaller programs.
    let after = names.map(asked);
    assert!(after[0] > before[0] && after[1..] == before[1..], "{before:?} {after:?}");
    let once = folder.campaign("out");
    // With all answers known it would come further; but it is done once.
    folder.soundline_with(&[("SOUNDLINE_CVISE", "none")], &words);
    assert_eq!(without_timings(once), without_timings(folder.campaign("out")));
    let group = &folder.campaign("out")["groups"][0];
    let (reduced, from) = (&group["reduced"]["text"], &group["reduced"]["from"]);
    let reduced = reduced.as_str().unwrap_or_else(|| panic!("{group}"));
    assert!((reduced.len() as u64) < from.as_u64().expect("a number"), "{reduced}");
    assert_eq!(reduced.matches("__VERIFIER_assert(").count(), 2, "{reduced}");
    assert!(!reduced.contains("unused = 8"), "{reduced}");
    let again = folder.path().join("out/findings/001-always-safe-unsound/reduced.c");
    assert_eq!(fs::read_to_string(again).expect("it is there"), reduced);
}
