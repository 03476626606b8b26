//! Nobody is left behind: children die with their supervisor, grandchildren with the children.

use std::sync::atomic::Ordering::SeqCst;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
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
    let mut child = shell("setsid sh -c 'echo $$ >&2; exec sleep 30' & wait", &NULL);
    let fled = told_process(&child);
    let start = Instant::now();
    assert_eq!(child.kill().unwrap(), End::Signalled(9));
    drop(child);
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(state_of(fled).is_some_and(|state| state != 'Z'), "it is out of reach, as documented");
    let fled = Pid::from_raw(fled.cast_signed()).expect("processes have positive numbers");
    kill_process(fled, Signal::KILL).expect("it is ours");
}

#[test]
fn a_worker_that_left_its_group_is_killed_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board");
    let board = Board::create(&path, 1).unwrap();
    let mut child = play_with_board("leave group", &path);
    until("it has left", || board.words()[0].load(SeqCst) > 0);
    assert_eq!(child.kill().unwrap(), End::Signalled(9));
    expect_gone(&child);
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
