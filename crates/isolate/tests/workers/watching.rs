//! Workers that use too much time or memory are stopped, and only they.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

use soundline_isolate::{Allowance, Board, Child, End, Ruling, Watch};

use crate::*;

/// Watches a worker until it ends or is killed, as a supervisor does.
fn supervise(child: &mut Child, heartbeat: &AtomicU64, allowance: Allowance) -> (Ruling, End) {
    let mut watch = Watch::new(allowance);
    let start = Instant::now();
    loop {
        if let Some(end) = child.wait_timeout(Duration::from_millis(10)).unwrap() {
            return (Ruling::Continue, end);
        }
        let ruling = watch.judge(child.sample(heartbeat, start.elapsed()).unwrap());
        if ruling != Ruling::Continue {
            let end = child.kill().unwrap();
            assert_eq!(watch.accused(), Some(heartbeat.load(SeqCst)));
            return (ruling, end);
        }
        assert!(start.elapsed() < AGES, "the watch sleeps");
    }
}

#[test]
fn a_hang_that_burns_cpu_is_timed_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board");
    let board = Board::create(&path, 1).unwrap();
    let mut child = play_with_board("spin at 7", &path);
    let limit = Duration::from_millis(200);
    // On a busy machine it may be slow to start.
    let allowance = Allowance { wall: AGES, ..Allowance::of_time(limit) };
    let ruling = supervise(&mut child, &board.words()[0], allowance);
    assert_eq!(ruling, (Ruling::TimedOut, End::Signalled(9)));
    assert_eq!(board.words()[0].load(SeqCst), 7, "the board names the test that hung");
    assert!(child.cpu_time().unwrap() >= limit, "it was not accused too early");
    expect_gone(&child);
}

#[test]
fn a_hang_that_sleeps_is_timed_out() {
    let mut child = shell("sleep 1000", &NULL);
    let start = Instant::now();
    let limit = Duration::from_millis(100);
    let ruling = supervise(&mut child, &AtomicU64::new(0), Allowance::of_time(limit));
    assert_eq!(ruling, (Ruling::TimedOut, End::Signalled(9)));
    assert!(start.elapsed() >= 5 * limit);
    assert!(child.cpu_time().unwrap() < limit, "it slept");
    expect_gone(&child);
}

#[test]
fn a_busy_worker_that_makes_progress_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board");
    let board = Board::create(&path, 1).unwrap();
    let mut child = play_with_board("count", &path);
    let heartbeat = &board.words()[0];
    until("the worker counts", || heartbeat.load(SeqCst) > 0);
    let mut watch = Watch::new(Allowance::of_time(Duration::from_millis(100)));
    let start = Instant::now();
    while child.cpu_time().unwrap() < Duration::from_millis(400) {
        assert_eq!(child.wait_timeout(Duration::from_millis(10)).unwrap(), None);
        let sample = child.sample(heartbeat, start.elapsed()).unwrap();
        assert_eq!(watch.judge(sample), Ruling::Continue);
    }
}

#[test]
fn a_worker_that_eats_memory_is_stopped() {
    let mut child = play("eat");
    let allowance = Allowance::of_time(AGES).and_memory(128 << 20);
    let ruling = supervise(&mut child, &AtomicU64::new(0), allowance);
    assert_eq!(ruling, (Ruling::OutOfMemory, End::Signalled(9)));
    expect_gone(&child);
}
