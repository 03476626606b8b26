//! Fake workers that crash, hang, exit, abort, flood and eat memory: each ends as expected, and
//! leaves no process behind.
//!
//! A fake worker is a shell script, or this very test program again with its role in the
//! environment.

mod dialogue;
mod ends;
mod families;
mod watching;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;
use std::time::{Duration, Instant};

use soundline_isolate::{
    Board, Child, Confinement, Scratch, Streams, confine_worker, read_block, reserve_stdout,
    write_block,
};

const ROLE: &str = "ISOLATE_TEST_ROLE";
const BOARD: &str = "ISOLATE_TEST_BOARD";
/// Longer than anything takes, even on a busy machine.
const AGES: Duration = Duration::from_secs(60);
const NULL: Confinement =
    Confinement { streams: Streams::Null, address_space: None, by_worker: false };
const PIPED: Confinement =
    Confinement { streams: Streams::Piped, address_space: None, by_worker: false };
/// For this program as a worker.
const BY_WORKER: Confinement =
    Confinement { streams: Streams::Null, address_space: None, by_worker: true };

#[test]
#[ignore = "no test but the entry of the fake workers"]
fn role() {
    confine_worker().expect("the supervisor lives");
    let role = std::env::var(ROLE).expect("a fake worker has a role");
    let board = std::env::var_os(BOARD).map(|path| Board::open(Path::new(&path)).unwrap());
    let words = board.as_ref().map_or(&[][..], Board::words);
    match &*role {
        // SAFETY: it is not safe, and has to die of it: nothing is mapped at so low an address.
        "segv" => unsafe { std::ptr::dangling_mut::<u64>().write_volatile(1) },
        "abort" => std::process::abort(),
        "sleep" => thread::sleep(AGES),
        "exit" => std::process::exit(0),
        "eat" => eat(1 << 30),
        "tell limits" => eprint!("{}", fs::read_to_string("/proc/self/limits").unwrap()),
        "count" => loop {
            words[0].fetch_add(1, SeqCst);
        },
        "spin at 7" => {
            (1..=7).for_each(|beat| words[0].store(beat, SeqCst));
            loop {
                std::hint::spin_loop();
            }
        }
        "scratch" => drop(Scratch::new().unwrap()),
        "scratch and sleep" => {
            let scratch = Scratch::new().unwrap();
            fs::write(scratch.folder().unwrap().keep().join("file"), "x").unwrap();
            eprintln!("there");
            thread::sleep(AGES);
        }
        "supervise" | "supervise itself" => {
            let worker = match &*role {
                "supervise" => shell("exec sleep 1000", &NULL),
                _ => Child::spawn(this_program_as("sleep"), &BY_WORKER).unwrap(),
            };
            words[0].store(worker.id().into(), SeqCst);
            thread::sleep(AGES);
        }
        "echo" => {
            let mut replies = File::options().write(true).open("/dev/fd/3").unwrap();
            while let Some(request) = read_block(&mut io::stdin().lock()).unwrap() {
                write_block(&mut replies, &request).unwrap();
            }
        }
        "reserve" => {
            let mut replies = reserve_stdout().unwrap();
            io::stdout().write_all(b"library talk\n").unwrap();
            replies.write_all(b"the reply\n").unwrap();
            std::process::exit(0);
        }
        _ => panic!("no such role: {role}"),
    }
}

/// Takes memory and uses it, then keeps it.
fn eat(bytes: usize) {
    let portion = 4 << 20;
    let mut eaten = Vec::new();
    for _ in 0..bytes / portion {
        eaten.push(std::hint::black_box(vec![1_u8; portion]));
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(AGES);
}

fn this_program_as(role: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "role", "--ignored", "--nocapture"]).env(ROLE, role);
    command
}

fn play(role: &str) -> Child {
    Child::spawn(this_program_as(role), &NULL).unwrap()
}

fn play_with_board(role: &str, board: &Path) -> Child {
    let mut command = this_program_as(role);
    command.env(BOARD, board);
    Child::spawn(command, &NULL).unwrap()
}

fn shell(script: &str, confinement: &Confinement) -> Child {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    Child::spawn(command, confinement).unwrap()
}

/// The state letter of a process; `None` if there is no such process.
fn state_of(process: u32) -> Option<char> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    stat.rsplit_once(") ")?.1.chars().next()
}

/// Waits until something is so.
fn until(what: &str, so: impl Fn() -> bool) {
    let start = Instant::now();
    while !so() {
        assert!(start.elapsed() < AGES, "never came true: {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// A process that is not our own child may stay a zombie until its new parent looks.
fn expect_dead(process: u32) {
    until("the process is dead", || matches!(state_of(process), None | Some('Z')));
}

/// Our own child must be reaped.
fn expect_gone(child: &Child) {
    assert_eq!(state_of(child.id()), None, "process {} is left behind", child.id());
}
