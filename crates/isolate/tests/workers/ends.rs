//! Every end is told apart, with the last words of the dead.

use std::fs;
use std::io;
use std::process::Command;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

use soundline_isolate::{Board, Child, Confinement, End};

use crate::*;

fn check_end(mut child: Child, expected: End) {
    let start = Instant::now();
    assert_eq!(
        child.wait_timeout(AGES).unwrap().as_ref(),
        Some(&expected),
        "{}",
        child.stderr_tail()
    );
    assert!(start.elapsed() < AGES / 2, "death wakes the waiting supervisor");
    expect_gone(&child);
    assert_eq!(
        child.wait_timeout(Duration::ZERO).unwrap().as_ref(),
        Some(&expected),
        "asked again"
    );
    assert_eq!(child.kill().unwrap(), expected, "the dead are not killed again");
    assert_eq!(child.resident_bytes().unwrap(), 0);
}

#[test]
fn crashes_aborts_and_exits_are_told_apart() {
    check_end(play("segv"), End::Signalled(11));
    check_end(play("abort"), End::Signalled(6));
    check_end(play("exit"), End::Exited(0));
    check_end(shell("exit 42", &NULL), End::Exited(42));
    check_end(shell("kill -FPE $$", &NULL), End::Signalled(8));
}

#[test]
fn a_program_that_is_not_there_is_an_error() {
    let error = Child::spawn(Command::new("/no/such/program"), &NULL).err().unwrap();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}

#[test]
fn patience_ends_without_an_end() {
    let mut child = shell("sleep 1000", &NULL);
    let start = Instant::now();
    assert_eq!(child.wait_timeout(Duration::from_millis(50)).unwrap(), None);
    assert!(start.elapsed() >= Duration::from_millis(50));
    assert_eq!(child.kill().unwrap(), End::Signalled(9));
    expect_gone(&child);
}

#[test]
fn address_space_is_limited() {
    for by_worker in [false, true] {
        let confinement = Confinement { address_space: Some(512 << 20), by_worker, ..NULL };
        let mut child = Child::spawn(this_program_as("eat"), &confinement).unwrap();
        assert_eq!(child.wait_timeout(AGES).unwrap(), Some(End::Signalled(6)));
        assert!(child.stderr_tail().contains("memory allocation of"), "{}", child.stderr_tail());
    }
}

#[test]
fn limits_are_set_in_the_child() {
    for by_worker in [false, true] {
        let confinement = Confinement { address_space: Some(1 << 30), by_worker, ..NULL };
        let mut child = Child::spawn(this_program_as("tell limits"), &confinement).unwrap();
        assert_eq!(child.wait_timeout(AGES).unwrap(), Some(End::Exited(0)));
        let table = child.stderr_tail();
        let limits = |name: &str| {
            let row = table.lines().find(|row| row.starts_with(name)).unwrap();
            row[name.len()..].split_whitespace().take(2).map(String::from).collect::<Vec<_>>()
        };
        let core = limits("Max core file size");
        assert!(core.iter().all(|limit| limit == "1" || limit == "0"), "{table}");
        assert_eq!(limits("Max address space"), ["1073741824", "1073741824"]);
    }
}

#[test]
fn a_worker_of_a_dead_supervisor_gives_up() {
    // It is told of a supervisor that is not its parent, as if that one had died at once.
    let mut command = Command::new("sh");
    let orphan = "SOUNDLINE_CONFINEMENT='1 any' \"$0\" \"$@\" >&2; echo \"ended with $?\" >&2";
    let program = this_program_as("sleep");
    command.args(["-c", orphan]).arg(program.get_program()).args(program.get_args());
    command.env(ROLE, "sleep");
    let mut child = Child::spawn(command, &NULL).unwrap();
    assert_eq!(child.wait_timeout(AGES).unwrap(), Some(End::Exited(0)));
    let tail = child.stderr_tail();
    assert!(tail.contains("No such process") && tail.ends_with("ended with 101\n"), "{tail}");
}

#[test]
fn a_gigabyte_of_stderr_blocks_nothing_and_only_its_end_is_kept() {
    let script = "head -c 1073741824 /dev/zero >&2; printf 'the end\\n' >&2";
    let mut child = shell(script, &NULL);
    assert_eq!(child.wait_timeout(AGES).unwrap(), Some(End::Exited(0)));
    let tail = child.stderr_tail();
    assert_eq!(tail.chars().count(), 8 << 10);
    assert_eq!(tail.trim_start_matches('\u{2400}'), "the end\n");
}

#[test]
fn the_last_words_of_the_dead_are_complete() {
    for _ in 0..50 {
        let mut child = shell("echo 'assertion failed: a <= b' >&2; kill -ABRT $$", &NULL);
        assert_eq!(child.wait_timeout(AGES).unwrap(), Some(End::Signalled(6)));
        assert_eq!(child.stderr_tail(), "assertion failed: a <= b\n");
    }
}

#[test]
fn a_board_survives_the_death_of_its_writer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board");
    drop(Board::create(&path, 1).unwrap());
    let mut child = play_with_board("count", &path);
    let read = || Board::open(&path).unwrap().words()[0].load(SeqCst);
    until("the worker counts", || read() > 1000);
    let before = read();
    assert_eq!(child.kill().unwrap(), End::Signalled(9));
    let after = read();
    assert!(after >= before);
    let bytes = fs::read(&path).unwrap();
    assert_eq!(bytes[bytes.len() - 8..], after.to_ne_bytes(), "the file itself holds it");
}
