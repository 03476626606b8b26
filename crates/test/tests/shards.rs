//! Campaigns in shards: the parts together are the campaign of one machine.

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use support::{Folder, all_gone, campaign_of, example, processes_of, stderr, stdout};

/// Fake libraries: one that dies, one that is wrong, one that is fine.
const TARGETS: [&str; 3] = ["crashes", "joins-too-little", "healthy"];

fn soundline(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(example("fakes"));
    command.args(line.split(' ')).current_dir(folder).stdin(Stdio::null());
    command
}

fn run(folder: &Path, line: &str) -> Output {
    soundline(folder, line).output().expect("it starts")
}

/// Run all shards of a command and put their parts together; how the merge ended.
fn in_shards(folder: &Path, line: &str, shards: usize) -> Output {
    for shard in 1..=shards {
        let part = format!("{line} --shard {shard}/{shards} --out parts-{shards}/{shard}");
        let output = run(folder, &part);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    run(folder, &format!("merge parts-{shards} --out merged-{shards}"))
}

#[test]
fn shards_give_the_campaign_of_one_machine() {
    let folder = Folder::new("shards");
    let line = format!("test {} --budget 700 --engine random --seed 5", TARGETS.join(" "));
    let alone = run(folder.path(), &format!("{line} --out alone"));
    assert_eq!(alone.status.code(), Some(1), "{}", stderr(&alone));
    for shards in [1, 3, 8] {
        let merged = in_shards(folder.path(), &line, shards);
        assert_eq!(merged.status.code(), Some(1), "{}", stderr(&merged));
        assert_eq!(
            campaign_of(folder.path(), "alone"),
            campaign_of(folder.path(), &format!("merged-{shards}"))
        );
    }
    // One that was done is not done again.
    let done = run(folder.path(), &format!("{line} --shard 2/3 --out parts-3/2"));
    assert!(stdout(&done).starts_with("Part 2/3 is there already"), "{}", stdout(&done));
    // A shard that is done again makes the same part.
    let part = |name: &str| {
        fs::read_to_string(folder.path().join("parts-3/2").join(name)).expect("it is there")
    };
    let counted = |text: &str| {
        text.lines()
            .filter(|l| !l.starts_with("elapsed"))
            .map(|l| l.split(" first").next().map(str::to_string))
            .collect::<Vec<_>>()
    };
    let before = part("counted/joins-too-little.txt");
    let again = run(folder.path(), &format!("{line} --shard 2/3 --out parts-3/2 --fresh"));
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    assert_eq!(counted(&part("counted/joins-too-little.txt")), counted(&before));
}

/// Epochs stay what they are, and traces of findings are made again from what their shard had learned.
#[test]
fn guided_search_is_the_same_in_shards() {
    let folder = Folder::new("shards-guided");
    let line = "test joins-too-little --budget 20000 --properties 1-20";
    let alone = run(folder.path(), &format!("{line} --out alone"));
    assert_eq!(alone.status.code(), Some(1), "{}", stderr(&alone));
    let merged = in_shards(folder.path(), line, 3);
    assert_eq!(merged.status.code(), Some(1), "{}", stderr(&merged));
    assert_eq!(campaign_of(folder.path(), "alone"), campaign_of(folder.path(), "merged-3"));
}

/// A shard that is killed goes on where it was.
#[test]
fn a_shard_that_is_killed_goes_on() {
    let folder = Folder::new("shards-killed");
    let line = "test crashes joins-too-little --budget 700 --engine random";
    run(folder.path(), &format!("{line} --out alone"));
    let out = folder.path().join("parts-2/1");
    let part = format!("{line} --shard 1/2 --out {}", out.display());
    let mut child =
        soundline(folder.path(), &part).stdout(Stdio::null()).spawn().expect("it starts");
    let deadline = Instant::now() + Duration::from_secs(60);
    while processes_of(folder.path(), "--lane").is_empty() {
        assert!(Instant::now() < deadline, "it does not get under way");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it runs");
    child.wait().expect("it is ours");
    all_gone(folder.path());
    assert!(!folder.path().join("parts-2/1/part.json").exists(), "it had not ended");
    let merged = in_shards(folder.path(), line, 2);
    assert_eq!(merged.status.code(), Some(1), "{}", stderr(&merged));
    assert_eq!(campaign_of(folder.path(), "alone"), campaign_of(folder.path(), "merged-2"));
}

/// Parts that do not fit together get a sentence that names them.
#[test]
fn parts_that_do_not_fit_are_named() {
    let folder = Folder::new("shards-refused");
    let at = folder.path();
    let part = |line: &str| {
        let output = run(at, &format!("test healthy --engine random {line}"));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    };
    let refused = |line: &str, why: &[&str]| {
        let output = run(at, line);
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        let told = stderr(&output);
        assert_eq!(told.lines().count(), 1, "{told}");
        why.iter().for_each(|word| assert!(told.contains(word), "{told}"));
    };
    part("--budget 300 --shard 1/3 --out a/1");
    part("--budget 300 --shard 3/3 --out a/3");
    refused("merge a --out m", &["shard 2/3 is missing", "--partial"]);
    refused("merge nowhere --out m", &["nowhere"]);
    refused("merge a/1/state --out m", &["there is no part in a/1/state"]);
    part("--budget 300 --shard 1/3 --out b/1");
    refused("merge a b --out m", &["a/1 and b/1 are both shard 1/3"]);
    part("--budget 300 --seed 9 --shard 2/3 --out c/2");
    refused("merge a c --out m", &["a/1 and c/2", "seeds are 0 and 9"]);
    part("--budget 400 --shard 2/3 --out d/2");
    refused("merge a d --out m", &["a/1 and d/2", "--budget 300", "--budget 400"]);
    part("--budget 300 --shard 2/2 --out e/2");
    refused("merge a e --out m", &["a/1 and e/2", "1/3 and 2/2"]);
    let output = run(at, "test healthy --shard 4/3 --out f");
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).contains("the third of eight is 3/8"), "{}", stderr(&output));

    // What is missing is in the results.
    let partial = run(at, "merge a --out partial --partial");
    assert_eq!(partial.status.code(), Some(3), "{}", stderr(&partial));
    assert!(stdout(&partial).contains("shard 2/3 is missing"), "{}", stdout(&partial));
    let target = &campaign_of(at, "partial")["targets"][0];
    assert_eq!(
        (&target["stop"], &target["trouble"]),
        (&"partial".into(), &"shard 2/3 is missing".into())
    );
    let report = fs::read_to_string(at.join("partial/report.html")).expect("it was written");
    assert!(report.contains("shard 2/3 is missing"));

    part("--budget 300 --shard 2/3 --out a/2");
    let merged = run(at, "merge a --out whole");
    assert_eq!(merged.status.code(), Some(0), "{}", stderr(&merged));
    let counted = at.join("a/2/counted/healthy.txt");
    let text = fs::read_to_string(&counted).expect("it was written");
    fs::write(&counted, text.replace("operands", "operand")).expect("it can be written");
    refused("merge a --out m", &["the part a/2 is damaged", "counted/healthy.txt"]);
    let manifest = at.join("a/2/part.json");
    let text = fs::read_to_string(&manifest).expect("it was written");
    fs::write(&manifest, text.replacen("\"soundline\": \"", "\"soundline\": \"9", 1))
        .expect("it can be written");
    refused("merge a --out m", &["a/2 was made by soundline 9"]);
    fs::write(&manifest, "{").expect("it can be written");
    refused("merge a --out m", &["a/2/part.json is damaged"]);
}
