//! `soundline eval seeded`, as a user runs it.

#[path = "support/schema.rs"]
mod schema;

use std::process::{Command, Output};

fn soundline(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soundline"));
    command.args(arguments).output().expect("the program starts")
}

fn json(arguments: &[&str]) -> serde_json::Value {
    let output = soundline(arguments);
    let value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    schema::assert_documented(&value);
    value
}

/// A budget in tests gives the same results every time, crashes and hangs included.
#[test]
fn results_repeat_and_name_the_properties() {
    let arguments = [
        ["eval", "seeded", "interval-join-forgets-upper", "polyhedra-meet-aborts"].as_slice(),
        &["--whole", "--budget", "300", "--properties", "9,10,26", "--json"],
    ]
    .concat();
    let forgetful = |mut value: serde_json::Value| {
        // Times differ.
        for bug in value["bugs"].as_array_mut().expect("there are bugs") {
            bug["median_millis"].take();
            bug["trials"][0]["first_millis"].take();
        }
        value["engines"][0]["median_millis"].take();
        value
    };
    let results = json(&arguments);
    let (upper, aborts) = (&results["bugs"][0], &results["bugs"][1]);
    assert_eq!((&upper["found"], &aborts["found"]), (&1.into(), &1.into()));
    assert_eq!(upper["violated"], serde_json::json!([9, 10]));
    assert_eq!(aborts["violated"], serde_json::json!([]));
    let dead = aborts["dead_or_hung"].as_array().expect("it is a list");
    assert!(dead.contains(&26.into()), "{dead:?}");
    assert!(upper["smallest_trace"].as_u64().is_some_and(|operations| operations <= 4));
    assert_eq!(forgetful(results), forgetful(json(&arguments)));
}

#[test]
fn a_missed_bug_is_an_exit_code_and_wrong_words_are_another() {
    let found = soundline(&["eval", "seeded", "interval-overflow", "--properties", "35"]);
    assert_eq!(found.status.code(), Some(0));
    let text = String::from_utf8(found.stdout).expect("it prints text");
    assert!(text.contains("1 of 1 found") && text.contains("P35"), "{text}");
    let missed = ["eval", "seeded", "interval-overflow", "--properties", "6", "--budget", "500"];
    assert_eq!(soundline(&missed).status.code(), Some(1));
    let wrong = soundline(&["eval", "seeded", "nonsense"]);
    assert_eq!(wrong.status.code(), Some(2));
}

/// Planted bugs have names, but nobody tests or lists them without asking.
#[test]
fn planted_bugs_are_listed_apart() {
    let text = |arguments: &[&str]| {
        String::from_utf8(soundline(arguments).stdout).expect("it prints text")
    };
    assert!(!text(&["targets"]).contains("seeded:"));
    let listed = text(&["targets", "--seeded"]);
    let count = listed.lines().filter(|line| line.starts_with("seeded:")).count();
    assert!(count >= 30, "{count}");
}
