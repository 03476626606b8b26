//! Programs written by hand, each about one thing that is easily got wrong.

use crate::execution::{compare, run};
use luatypes::{syntax, with_stack};

/// The programs, each under a line that starts with `----`.
const PROGRAMS: &str = include_str!("../programs.lua");

fn programs() -> Vec<(String, String)> {
    let parts = PROGRAMS.split("\n---- ").skip(1);
    let split = |part: &str| {
        let (title, text) = part.split_once('\n').expect("a program has lines");
        (title.to_string(), text.to_string())
    };
    parts.map(split).collect()
}

#[test]
fn inferred_types_contain_those_of_runs() {
    let programs = programs();
    assert!(programs.len() >= 60, "{} programs", programs.len());
    let failures: Vec<String> = with_stack(|| {
        let failed = |(title, text): &(String, String)| match compare(text) {
            Ok(0) => Some(format!("{title}: nothing was compared")),
            Ok(_) => None,
            Err(sentence) => Some(format!("{title}: {sentence}")),
        };
        programs.iter().filter_map(failed).collect()
    });
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// A program that fails says nothing about what comes after.
#[test]
fn programs_run_to_their_end_unless_they_say_otherwise() {
    for (title, text) in programs() {
        let program = syntax::parse(text.as_bytes()).expect("it is Lua");
        let run = run(&text, &program);
        assert_eq!(run.error.is_some(), title.contains("fails"), "{title}: {:?}", run.error);
    }
}
