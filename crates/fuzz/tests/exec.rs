//! Programs behind a pipe that fail: each is a finding like the crash of a library.

use std::io::Write;

use soundline_fuzz::{Ending, Outcome, Trace, run};
use soundline_targets::{Exec, Target};

/// What a trace comes to on a program that does this after its declaration, for each line that it reads.
fn outcome(for_each_line: &str) -> Outcome {
    let mut script = tempfile::NamedTempFile::new().expect("there is room");
    let hello = "echo hello 1 mine; echo kind intervals; echo numbers rational; echo ready";
    writeln!(script, "read line; {hello}\nwhile read line; do {for_each_line}; done")
        .expect("it can be written");
    let target = Exec::new(&format!("sh {}", script.path().display()))
        .expect("it is a command")
        .answers_within(std::time::Duration::from_millis(500));
    let trace: Trace = "# soundline trace 1\ntarget mine\nvars 1\np0 = top\ncheck P3 x=p0\n"
        .parse()
        .expect("it is a trace");
    let mut machine = target.open(&trace.space).expect("it declares itself");
    run(&mut *machine, &trace)
}

#[test]
fn a_program_that_dies_is_a_finding() {
    let outcome = outcome("exit 3");
    assert_eq!(outcome.ending, Ending::Died, "{outcome:?}");
    assert!(outcome.ending.is_finding());
}

#[test]
fn a_program_that_answers_rubbish_is_a_finding() {
    let outcome = outcome("echo what");
    assert_eq!(outcome.ending, Ending::Died, "{outcome:?}");
    assert!(outcome.what.contains("what"), "{outcome:?}");
}

#[test]
fn a_program_that_does_not_answer_is_a_finding() {
    let outcome = outcome("sleep 20");
    assert_eq!(outcome.ending, Ending::Died, "{outcome:?}");
}
