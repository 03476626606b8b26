//! Known bugs of APRON 0.9.10, which a test run must survive: they happen in a child process.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use soundline_domains::expr::{LinearExpr, Space, VarKind};
use soundline_lattice::Answer;
use soundline_targets::{Operation, Question, Slot, Touch};

use crate::support::{alone, constraints, installed, open, same_points};

/// The variable that names the target for a child.
const TARGET: &str = "SOUNDLINE_TEST_CHILD_TARGET";
/// What a child prints before the call that goes wrong.
const READY: &str = "the next call is the faulty one";
/// The number of that signal.
const SEGMENTATION_FAULT: i32 = 11;
/// How long a hang is watched.
const PATIENCE: Duration = Duration::from_secs(3);

/// Start a test of this program in a process of its own.
fn child(test: &str, target: &str) -> Child {
    let program = std::env::current_exe().expect("the test program knows its path");
    Command::new(program)
        .args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"])
        .env(TARGET, target)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the test program starts")
}

fn machine_of_child(space: &Space) -> Option<Box<dyn soundline_targets::Machine>> {
    let name = std::env::var(TARGET).ok()?;
    open(&name, space)
}

#[test]
#[ignore = "run in a child process by boxes_crash_when_widened_with_bottom"]
fn child_widens_with_bottom() {
    let _alone = alone();
    let space = Space::reals(2);
    let Some(mut machine) = machine_of_child(&space) else { return };
    let some = machine.apply(&constraints(&space, &["x0 >= 1"])).expect("it is made");
    let bottom = machine.apply(&Operation::Bottom).expect("it is made");
    println!("{READY}");
    machine.apply(&Operation::Widen(some, bottom)).expect("it is made");
    println!("it came back");
}

#[test]
fn boxes_crash_when_widened_with_bottom() {
    let _alone = alone();
    if installed().is_empty() {
        return;
    }
    for target in ["apron:box:d", "apron:box:mpq", "apron:box:mpfr"] {
        let output = child("bugs::child_widens_with_bottom", target)
            .wait_with_output()
            .expect("the child can be waited for");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains(READY), "{target}: {said}");
        assert_eq!(output.status.signal(), Some(SEGMENTATION_FAULT), "{target}: {said}");
    }
}

#[test]
#[ignore = "run in a child process by polyhedra_of_machine_integers_hang"]
fn child_runs_figure_6() {
    let _alone = alone();
    let space = Space::reals(8);
    let Some(mut machine) = machine_of_child(&space) else { return };
    let first = constraints(&space, &["-x5 - x6 + x7 + 9223372036854775807 >= 0"]);
    machine.apply(&first).expect("it is made");
    println!("{READY}");
    // The constant of the expression is the least number that fits, whose negation does not.
    let second = constraints(&space, &["-x4 - x5 - x6 - x7 - 9223372036854775808 >= 0"]);
    let second = machine.apply(&second).expect("it is made");
    machine.ask(Question::IsBottom(second)).expect("it answers");
    println!("it came back");
}

#[test]
fn polyhedra_of_machine_integers_hang() {
    let _alone = alone();
    if installed().is_empty() {
        return;
    }
    let mut child = child("bugs::child_runs_figure_6", "apron:pk:rll");
    let stdout = child.stdout.take().expect("it is piped");
    let mut lines = BufReader::new(stdout);
    let mut line = String::new();
    while !line.contains(READY) {
        line.clear();
        let read = lines.read_line(&mut line).expect("the child prints text");
        assert!(read > 0, "the child ended before the faulty call");
    }
    let since = Instant::now();
    let mut ended = None;
    while ended.is_none() && since.elapsed() < PATIENCE {
        ended = child.try_wait().expect("the child can be waited for");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("the child can be ended");
    child.wait().expect("the child can be waited for");
    let mut rest = String::new();
    lines.read_to_string(&mut rest).expect("the child prints text");
    assert_eq!(ended, None, "the child came back: {rest}");
}

/// Fig. 5 of the paper, with the element touched first: is ⊤ ⊓ x = x, as the library says and as
/// its constraints say?
fn figure_5(target: &str) -> Option<(Answer, bool)> {
    let space = Space::reals(8);
    let mut machine = open(target, &space)?;
    let top = machine.apply(&Operation::Top).expect("it is made");
    let first = machine.apply(&constraints(&space, &["-x0 - x5 + 1 >= 0"])).expect("it is made");
    let least = space.parse_expr("-9223372036854775808").expect("linear");
    let second = machine.apply(&Operation::Assign(first, vec![(2, least)])).expect("it is made");
    let third = constraints(&space, &["x0 + 9223372036854775807 >= 0"]);
    let third = machine.apply(&third).expect("it is made");
    let fourth = machine.apply(&Operation::Meet(third, second)).expect("it is made");
    machine.touch(fourth, Touch::IsBottom).expect("it answers");
    let meet = machine.apply(&Operation::Meet(top, fourth)).expect("it is made");
    let answer = machine.ask(Question::Equal(meet, fourth)).expect("it answers");
    let [left, right] = [meet, fourth].map(|slot| machine.constraints(slot).expect("it has them"));
    Some((answer, same_points(8, &left, &right)))
}

#[test]
fn octagons_of_doubles_do_not_know_that_they_are_equal() {
    let _alone = alone();
    let Some((answer, same)) = figure_5("apron:oct:d") else { return };
    // The library says no, but does not vouch for it: its octagons of doubles never do. Exactly
    // computed both are the same; only redundant bounds differ, by the rounding of the closure.
    assert_eq!((answer, same), (Answer::Unknown, true));
    assert_eq!(figure_5("apron:oct:mpq"), Some((Answer::Yes, true)));
}

#[test]
fn the_bridge_to_ppl_forgets_reals_that_are_assigned_together_with_integers() {
    let _alone = alone();
    let space = Space::new([VarKind::Int, VarKind::Real]);
    let check = |target: &str, expected: &[&str]| {
        let Some(mut machine) = open(target, &space) else { return };
        machine.apply(&Operation::Top).expect("it is made");
        let values = vec![(0, LinearExpr::constant(1)), (1, LinearExpr::constant(2))];
        let slot = machine.apply(&Operation::Assign(Slot(0), values)).expect("it is made");
        let read = machine.constraints(slot).expect("it has them");
        let expected: Vec<_> =
            expected.iter().map(|text| space.parse(text).expect("it fits")).collect();
        assert!(same_points(2, &read, &expected), "{target}: {read:?}");
    };
    check("apron:pk:mpq", &["x0 = 1", "x1 = 2"]);
    check("apron:ppl:poly", &["x0 = 1"]);
}
