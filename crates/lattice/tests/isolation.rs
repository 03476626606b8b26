//! What a lattice does to its process is a finding of `law_tests!`. The tests that are ignored are
//! run by the others, as a user would see them.

mod support;

use soundline_lattice::harness::{Test, assert_checks, assert_law};
use soundline_lattice::laws::ids;
use soundline_lattice::{LawId, Suite, signature};
use std::process::Command;
use support::{NUMBERS, Numbers};

/// A test as `law_tests!` writes it, but for its folder.
fn test(path: &'static str) -> Test {
    Test { path, folder: env!("CARGO_TARGET_TMPDIR"), package: "mine" }
}

fn assert_numbers(path: &'static str, numbers: Numbers, law: LawId) {
    assert_law(test(path), Suite::new(path, numbers).checks(), law);
}

const ENDLESS: Numbers = Numbers {
    join: |a, b| {
        if a == 6 {
            loop {
                std::hint::spin_loop();
            }
        }
        a.max(b)
    },
    ..NUMBERS
};

#[test]
#[ignore = "run by `an_endless_loop_is_a_finding`"]
fn endless() {
    assert_numbers("isolation::endless", ENDLESS, ids::JOIN_COMMUTATIVE);
}

#[test]
#[ignore = "run by `what_happens_before_the_first_case_is_a_finding`"]
fn listing_aborts() {
    let listing = Numbers { listed: true, list: || std::process::abort(), ..NUMBERS };
    assert_numbers("isolation::listing_aborts", listing, ids::JOIN_COMMUTATIVE);
}

#[test]
#[ignore = "run by `what_happens_before_the_first_case_is_a_finding`"]
fn listing_hangs() {
    let list = || loop {
        std::hint::spin_loop();
    };
    let listing = Numbers { listed: true, list, ..NUMBERS };
    assert_numbers("isolation::listing_hangs", listing, ids::JOIN_COMMUTATIVE);
}

#[test]
#[ignore = "run by `a_memory_explosion_is_a_finding`"]
fn greedy() {
    let greedy = Numbers {
        join: |a, b| {
            if a == 6 {
                let mut all = Vec::new();
                loop {
                    all.push(vec![1u8; 1 << 20]);
                }
            }
            a.max(b)
        },
        ..NUMBERS
    };
    assert_numbers("isolation::greedy", greedy, ids::JOIN_COMMUTATIVE);
}

#[test]
#[ignore = "run by `an_abort_is_a_finding`"]
fn aborting() {
    let aborting = Numbers {
        meet: |a, b| {
            if b == 6 {
                std::process::abort();
            }
            a.min(b)
        },
        ..NUMBERS
    };
    assert_numbers("isolation::aborting", aborting, ids::MEET_COMMUTATIVE);
}

#[test]
#[ignore = "run by `an_exit_is_a_finding`"]
fn exiting() {
    let exiting = Numbers {
        join: |a, b| {
            if a == 6 {
                std::process::exit(0);
            }
            a.max(b)
        },
        ..NUMBERS
    };
    assert_numbers("isolation::exiting", exiting, ids::JOIN_COMMUTATIVE);
}

#[test]
#[ignore = "run by `all_properties_of_an_operator_are_told`"]
fn operator() {
    fn step(x: &u8) -> u8 {
        match *x {
            3 => panic!("three"),
            4 => std::process::abort(),
            5 => 0,
            x => x,
        }
    }
    let few = |choices: &mut soundline_lattice::Choices| [0, 2, 5][choices.index(3)];
    let no_three = Numbers { arbitrary: few, listed: false, ..NUMBERS };
    let mut checks = signature!(step: NUMBERS -~-> NUMBERS);
    checks.extend(signature!("only panics" = |x| { assert!(*x != 2, "two"); *x };
        no_three -^-> no_three));
    checks.extend(signature!("shrinks" = |x| if *x == 5 { 0 } else { *x }; no_three -^-> no_three));
    for check in &mut checks {
        check.subject = "operator".into();
    }
    assert_checks(test("isolation::operator"), &checks);
}

#[test]
#[ignore = "run by `a_law_that_follows_is_not_red`"]
fn basic() {
    let strict = Numbers { leq: |a, b| (a < b).into(), ..NUMBERS };
    assert_numbers("isolation::basic", strict, ids::LEQ_REFLEXIVE);
}

#[test]
#[ignore = "run by `a_law_that_follows_is_not_red`"]
fn following() {
    let strict = Numbers { leq: |a, b| (a < b).into(), ..NUMBERS };
    assert_numbers("isolation::following", strict, ids::JOIN_IMPLIES_LEQ);
}

#[test]
#[ignore = "run by `a_panic_is_printed_once`"]
fn panicking() {
    let panicking = Numbers { join: |_, _| panic!("no joins here"), ..NUMBERS };
    assert_numbers("isolation::panicking", panicking, ids::JOIN_COMMUTATIVE);
}

/// Run one of the tests above: did it pass, and what did it print?
fn run(name: &str) -> (bool, String) {
    run_within("2", name)
}

/// The same with a time limit in seconds.
fn run_within(time_limit: &str, name: &str) -> (bool, String) {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([name, "--exact", "--ignored", "--nocapture"])
        .envs([("SOUNDLINE_TIME_LIMIT", time_limit), ("SOUNDLINE_MEMORY_LIMIT", "200")])
        .output()
        .unwrap();
    let text =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).to_string());
    (output.status.success(), text.concat())
}

fn fails(name: &str, words: &[&str]) {
    says(run(name), words);
}

fn says((passed, text): (bool, String), words: &[&str]) {
    assert!(!passed, "{text}");
    for word in words {
        assert!(text.contains(word), "'{word}' is not in: {text}");
    }
}

#[test]
fn an_endless_loop_is_a_finding() {
    fails("endless", &["join commutative: does not end within 2 s", "  a = 6", "tried first next"]);
}

#[test]
fn what_happens_before_the_first_case_is_a_finding() {
    let aborts = "join commutative: ends the process: killed by signal 6";
    fails("listing_aborts", &[aborts, "case = none was begun"]);
    // What is not a case may take ten times as long.
    let hangs = run_within("1", "listing_hangs");
    says(hangs, &["join commutative: does not end within 10 s", "case = none was begun"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_memory_explosion_is_a_finding() {
    // Growing takes its time on a busy machine.
    let greedy = run_within("60", "greedy");
    says(greedy, &["join commutative: uses more than 200 MiB of memory", "  a = 6"]);
}

#[test]
fn an_abort_is_a_finding() {
    fails("aborting", &["meet commutative: ends the process: killed by signal 6", "  b = 6"]);
}

#[test]
fn an_exit_is_a_finding() {
    fails("exiting", &["join commutative: ends the process: exit code 0", "  a = 6"]);
}

#[test]
fn all_properties_of_an_operator_are_told() {
    let abort = "step invariant in argument 1: ends the process";
    let panic = "panicked = two";
    fails("operator", &[abort, panic, "only panics extensive", "shrinks extensive", "f(x) = 0"]);
}

#[test]
fn a_law_that_follows_is_not_red() {
    fails("basic", &["leq reflexive: violated"]);
    let (passed, text) = run("following");
    assert!(passed && text.contains("follows from: leq reflexive"), "{text}");
}

#[test]
fn a_panic_is_printed_once() {
    let (passed, text) = run("panicking");
    assert!(!passed);
    assert_eq!(text.matches("no joins here").count(), 1, "{text}");
    assert!(text.contains("isolation.rs:"), "{text}");
}
