//! Nobody is left behind: children die with their supervisor, grandchildren with the children.

use std::process::Command;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;
use std::time::{Duration, Instant};

use soundline_isolate::{Board, Child, End};

use crate::*;

/// The process number that a script wrote to its standard error.
fn told_process(child: &Child) -> u32 {
    until("the script tells a number", || child.stderr_tail().ends_with('\n'));
    child.stderr_tail().trim().parse().unwrap()
}

#[test]
fn a_dropped_child_is_gone() {
    let child = shell("sleep 1000", &NULL);
    let process = child.id();
    assert!(state_of(process).is_some());
    drop(child);
    assert_eq!(state_of(process), None);
}

#[test]
fn grandchildren_die_with_a_killed_child() {
    let mut child = shell("sleep 1000 & echo $! >&2; wait", &NULL);
    let grandchild = told_process(&child);
    assert!(state_of(grandchild).is_some());
    assert_eq!(child.kill().unwrap(), End::Signalled(9));
    expect_gone(&child);
    expect_dead(grandchild);
}

#[test]
fn grandchildren_die_after_a_crashed_child() {
    let mut child = shell("sleep 1000 & echo $! >&2; kill -SEGV $$", &NULL);
    assert_eq!(child.wait_timeout(AGES).unwrap(), Some(End::Signalled(11)));
    expect_dead(told_process(&child));
}

#[test]
fn a_grandchild_that_fled_does_not_keep_the_supervisor_waiting() {
    // It holds stderr open for longer than the test may take.
    let mut child = shell("setsid sh -c 'echo $$ >&2; exec sleep 1000' & wait", &NULL);
    let fled = told_process(&child);
    let start = Instant::now();
    assert_eq!(child.kill().unwrap(), End::Signalled(9));
    assert_eq!(state_of(fled), None, "it is dead and buried");
    drop(child);
    assert!(start.elapsed() < Duration::from_secs(20));
}

/// In a session of its own, and nobody's child: as daemons do it.
const DAEMON: &str = "(setsid sh -c 'sleep 1000 & echo $! >&2' &)";

#[test]
fn orphans_that_fled_die_with_the_child() {
    let mut child = shell(&format!("{DAEMON}; sleep 1000"), &NULL);
    let daemon = told_process(&child);
    assert_eq!(child.kill().unwrap(), End::Signalled(9));
    assert_eq!(state_of(daemon), None);
}

#[test]
fn orphans_that_fled_die_after_a_crashed_child() {
    let wait = "while [ ! -s told ]; do sleep 0.01; done";
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    let script = format!("{DAEMON} 2> told; {wait}; cat told >&2; kill -SEGV $$");
    command.args(["-c", &script]).current_dir(folder.path());
    let mut child = Child::spawn(command, &NULL).unwrap();
    assert_eq!(child.wait_timeout(AGES).unwrap(), Some(End::Signalled(11)));
    assert_eq!(state_of(told_process(&child)), None);
}

#[test]
fn the_orphans_of_one_who_lives_are_left_alone() {
    let mut alive = shell(&format!("{DAEMON}; sleep 1000"), &NULL);
    let daemon = told_process(&alive);
    for _ in 0..3 {
        let mut other = shell("exit 0", &NULL);
        assert_eq!(other.wait_timeout(AGES).unwrap(), Some(End::Exited(0)));
    }
    assert!(state_of(daemon).is_some_and(|state| state != 'Z'));
    alive.kill().unwrap();
    assert_eq!(state_of(daemon), None);
}

#[test]
fn children_that_others_started_are_left_alone() {
    let mut stranger = Command::new("cat").stdin(std::process::Stdio::piped()).spawn().unwrap();
    let mut other = shell("exit 0", &NULL);
    assert_eq!(other.wait_timeout(AGES).unwrap(), Some(End::Exited(0)));
    assert!(state_of(stranger.id()).is_some_and(|state| state != 'Z'));
    stranger.kill().unwrap();
    stranger.wait().unwrap();
}

#[test]
fn temporary_folders_of_a_killed_supervisor_go_at_the_next_start() {
    let parent = tempfile::tempdir().unwrap();
    let entries = || std::fs::read_dir(parent.path()).unwrap().count();
    let play_there = |role: &str| {
        let mut command = this_program_as(role);
        command.env("TMPDIR", parent.path());
        Child::spawn(command, &NULL).unwrap()
    };
    let mut killed = play_there("scratch and sleep");
    until("the folder is there", || killed.stderr_tail().contains("there"));
    let mut alive = play_there("scratch and sleep");
    until("the folder is there", || alive.stderr_tail().contains("there"));
    killed.kill().unwrap();
    assert_eq!(entries(), 4, "two folders and their locks");
    let mut next = play_there("scratch");
    assert_eq!(next.wait_timeout(AGES).unwrap(), Some(End::Exited(0)), "{}", next.stderr_tail());
    assert_eq!(entries(), 2, "only the one who lives has a folder");
    alive.kill().unwrap();
}

fn check_dies_with_supervisor(role: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board");
    let board = Board::create(&path, 1).unwrap();
    let mut supervisor = play_with_board(role, &path);
    until("the supervisor has a worker", || board.words()[0].load(SeqCst) > 0);
    let worker = u32::try_from(board.words()[0].load(SeqCst)).unwrap();
    assert!(state_of(worker).is_some());
    // The worker is in a group of its own, which this does not kill.
    assert_eq!(supervisor.kill().unwrap(), End::Signalled(9));
    expect_dead(worker);
}

#[test]
fn workers_die_with_their_supervisor() {
    check_dies_with_supervisor("supervise");
    check_dies_with_supervisor("supervise itself");
}

#[test]
fn several_threads_have_a_child_each() {
    thread::scope(|scope| {
        for code in 0..8 {
            scope.spawn(move || {
                for _ in 0..10 {
                    let mut child = shell(&format!("echo {code} >&2; exit {code}"), &NULL);
                    assert_eq!(child.wait_timeout(AGES).unwrap(), Some(End::Exited(code)));
                    assert_eq!(child.stderr_tail(), format!("{code}\n"));
                }
            });
        }
    });
}

/// As in many containers: the session and the group belong to a process outside, and have no number here.
#[test]
fn all_of_this_holds_where_the_session_has_no_number() {
    let container = || {
        let mut unshare = Command::new("unshare");
        unshare.args([
            "--user",
            "--map-root-user",
            "--pid",
            "--fork",
            "--kill-child",
            "--mount-proc",
        ]);
        unshare
    };
    if !container().arg("true").output().is_ok_and(|output| output.status.success()) {
        return soundline_needs::skip("this user may not make a namespace of processes");
    }
    let this_name = "families::all_of_this_holds_where_the_session_has_no_number";
    let tests = container()
        .arg(std::env::current_exe().expect("it runs"))
        .args(["families::", "--skip", this_name])
        .output()
        .expect("it worked before");
    let told = String::from_utf8_lossy(&tests.stdout);
    assert!(tests.status.success() && told.contains("test result: ok."), "{told}");
}
