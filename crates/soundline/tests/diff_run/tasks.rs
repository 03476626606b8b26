//! Tasks as SV-COMP has them.

use super::*;
use crate::support::{stderr, stdout};

/// A folder as SV-COMP has it: the task says which file and which data model, a broken one is named, and the rest goes on.
#[test]
fn a_folder_of_tasks_runs_as_it_is() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-tasks");
    let fakes = [fake("always-safe", "echo safe"), fake("always-unsafe", "echo unsafe")];
    folder.describe(&fakes);
    let tasks = folder.path().join("c/loops");
    fs::create_dir_all(&tasks).expect("there is room");
    let program = "extern void reach_error(void);
        void __VERIFIER_assert(int c) { if (!c) reach_error(); }
        int main(void) { long i = 0; while (i < 5) i++; __VERIFIER_assert(i == 5); return 0; }\n";
    let task = "format_version: '2.0'\ninput_files: 'count.i'\nproperties:\n  - property_file: ../properties/unreach-call.prp\n    \
        expected_verdict: true\noptions:\n  language: C\n  data_model: ILP32\n";
    fs::write(tasks.join("count.i"), program).expect("there is room");
    fs::write(tasks.join("count.c"), program).expect("there is room");
    fs::write(tasks.join("count.yml"), task).expect("there is room");
    fs::write(tasks.join("gone.yml"), task.replace("count.i", "../../seed.c"))
        .expect("there is room");
    fs::write(tasks.join("plain.c"), program).expect("there is room");
    let only = ["--analyzers", "fakes", "--only", "always-*"];
    let run = ["diff", "run", "c", "--budget", "1", "--reduce", "0", "--out", "out"];
    let output = folder.soundline(&[&run[..], &only].concat());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let campaign = folder.campaign("out");
    let seeds: Vec<(String, u64)> = campaign["seeds"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|seed| {
            (seed["name"].as_str().expect("text").into(), seed["bits"].as_u64().expect("a number"))
        })
        .collect();
    assert_eq!(seeds, [("c/loops/count.i".into(), 32), ("c/loops/plain.c".into(), 64)]);
    assert!(
        campaign["skipped"][0]["reason"]
            .as_str()
            .is_some_and(|why| why.contains("outside of the folder"))
    );
    fs::write(tasks.join("wide.yml"), task.replace("ILP32", "LP64")).expect("there is room");
    let tried =
        folder.soundline(&[&["diff", "try", "c/loops/wide.yml", "--no-run"][..], &only].concat());
    assert!(
        stdout(&tried).contains("The task says safe. Against it: always-unsafe"),
        "{}",
        stdout(&tried)
    );
    let bad = folder.soundline(&[&["diff", "try", "c/loops/gone.yml"][..], &only].concat());
    assert_eq!(bad.status.code(), Some(2), "{}", stdout(&bad));
}
