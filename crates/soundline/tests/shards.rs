//! Commands in shards, beyond those of crate `test`.

mod support;

use std::path::Path;
use std::process::{Command, Output};

use support::{Folder, stderr, stdout};

fn run(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soundline"));
    command.args(line.split(' ')).current_dir(folder).output().expect("it starts")
}

/// The laws of all shards together are those of one machine, stored counterexamples included.
#[test]
fn laws_in_shards_are_those_of_one_machine() {
    let folder = Folder::new("laws-shards");
    let at = folder.path();
    let line =
        "laws interval parity planted:join-associative sign planted:meet-commutative --cases 50";
    let alone = run(at, &format!("{line} --json --out merged"));
    assert_eq!(alone.status.code(), Some(1), "{}", stderr(&alone));
    std::fs::remove_dir_all(at.join("merged")).expect("there were counterexamples");
    for shards in [1, 3, 8] {
        for shard in 1..=shards {
            let part = format!("{line} --shard {shard}/{shards} --out parts-{shards}/{shard}");
            let output = run(at, &part);
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        }
        let merged = run(at, &format!("merge parts-{shards} --json --out merged"));
        assert_eq!(merged.status.code(), Some(1), "{}", stderr(&merged));
        assert_eq!(stdout(&merged), stdout(&alone), "{shards} shards");
        let cases = std::fs::read_dir(at.join("merged/laws")).expect("they were copied");
        let case = cases.flatten().next().expect("there is one").path();
        let replayed = run(at, &format!("laws --replay {}", case.display()));
        assert_eq!(replayed.status.code(), Some(1), "{}", stderr(&replayed));
        std::fs::remove_dir_all(at.join("merged")).expect("it is ours");
    }
    std::fs::remove_dir_all(at.join("parts-3/2")).expect("it is ours");
    let refused = run(at, "merge parts-3 --out merged");
    assert_eq!(refused.status.code(), Some(2), "{}", stdout(&refused));
    assert!(stderr(&refused).contains("shard 2/3 is missing"), "{}", stderr(&refused));
    let partial = run(at, "merge parts-3 --out merged --partial");
    assert!(stdout(&partial).contains("shard 2/3 is missing"), "{}", stdout(&partial));
}

/// Verdicts of real analyzers: the seeds of all shards together give the campaign of one machine.
#[test]
fn a_comparison_in_shards_is_that_of_one_machine() {
    use soundline_needs::{CPPCHECK, LIBCLANG};
    if !CPPCHECK.found() || !LIBCLANG.found() {
        return;
    }
    let folder = Folder::new("diff-shards");
    let at = folder.path();
    for (name, bound) in [("a.c", 7), ("b.c", 12), ("c.c", 100)] {
        let text = format!(
            "extern unsigned char __VERIFIER_nondet_uchar(void);\n\
             int main(void) {{\n  unsigned char x = __VERIFIER_nondet_uchar();\n  int y = x / 2;\n  \
             if (x < {bound}) y = y * 3 + 1;\n  return y;\n}}\n"
        );
        std::fs::write(at.join(name), text).expect("there is room");
    }
    let line =
        "diff run a.c b.c c.c --only soundline* --only cppcheck --budget 1 --reduce 0 --batch 2";
    let alone = run(at, &format!("{line} --out alone"));
    assert!(matches!(alone.status.code(), Some(0 | 1)), "{}", stderr(&alone));
    let campaign = |out: &str| {
        let text = std::fs::read_to_string(at.join(out).join("campaign.json"));
        let mut campaign: serde_json::Value =
            serde_json::from_str(&text.expect("it was written")).expect("it is JSON");
        let fields = campaign.as_object_mut().expect("it has fields");
        fields.remove("timings").expect("it took time");
        campaign
    };
    assert_eq!(campaign("alone")["seeds"].as_array().map(Vec::len), Some(3));
    for shards in [1, 3, 8] {
        for shard in 1..=shards {
            let part = format!("{line} --shard {shard}/{shards} --out parts-{shards}/{shard}");
            let output = run(at, &part);
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        }
        let merged = run(at, &format!("merge parts-{shards} --out merged-{shards}"));
        assert_eq!(merged.status.code(), alone.status.code(), "{}", stderr(&merged));
        assert_eq!(campaign(&format!("merged-{shards}")), campaign("alone"), "{shards} shards");
    }
    std::fs::remove_dir_all(at.join("parts-3/2")).expect("it is ours");
    let partial = run(at, "merge parts-3 --out partial --partial");
    assert!(matches!(partial.status.code(), Some(1 | 3)), "{}", stderr(&partial));
    let skipped = &campaign("partial")["skipped"][0];
    assert_eq!(skipped["reason"], "its shard is missing", "{skipped}");
}

/// Trials of planted bugs.
#[test]
fn planted_bugs_in_shards_give_the_tables_of_one_machine() {
    let folder = Folder::new("seeded-shards");
    let at = folder.path();
    let line =
        "eval seeded interval-overflow interval-join-forgets-upper --seeds 2 --budget 300 --whole";
    let part = |shard: &str| {
        let output = run(at, &format!("{line} --shard {shard}/3 --out parts/{shard}"));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    };
    ["1", "2", "3"].into_iter().for_each(part);
    let results = |line: &str| {
        let output = run(at, line);
        let json: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
        let trials = |bug: &serde_json::Value| {
            let trials = bug["trials"].as_array().expect("there are some").clone();
            trials
                .into_iter()
                .map(|t| (t["first_test"].clone(), t["tests"].clone()))
                .collect::<Vec<_>>()
        };
        let bugs = json["bugs"].as_array().expect("there are some");
        (output.status.code(), bugs.iter().map(trials).collect::<Vec<_>>())
    };
    let alone = results(&format!("{line} --json"));
    assert_eq!(alone.1.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
    assert_eq!(results("merge parts --json --out merged"), alone);
}
