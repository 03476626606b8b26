//! Checks that misbehave in every way, in a worker: this test binary started again.

use super::*;
use soundline_lattice::apart::{Judged, run_apart};
use soundline_lattice::{Case, Check, Class, Outcome, Report, Runner};
use std::fs;

/// What checks do to their process when the one of their choices is the largest.
fn checks() -> [Check; 5] {
    let check = |name: &str, misdeed: fn()| {
        Check::new(name, Class::Operator, "it behaves", move |case: &mut Case| {
            let choice = case.generator().draw(3);
            case.note("choice", || choice.to_string());
            if choice == 3 {
                misdeed();
            }
            Outcome::Holds
        })
    };
    [
        check("hangs", || {
            loop {
                std::hint::spin_loop();
            }
        }),
        check("grows", || {
            let mut all: Vec<Vec<u8>> = Vec::new();
            loop {
                all.push(vec![1; 1 << 20]);
            }
        }),
        check("aborts", || std::process::abort()),
        check("flees", || {
            let script = "setsid sleep 1000 & echo $! > \"$SOUNDLINE_APART/fled\"";
            let _ = Command::new("sh").args(["-c", script]).status();
            std::process::exit(0);
        }),
        check("behaves", || {}),
    ]
}

#[test]
#[ignore = "the worker of the test below"]
fn worker() {
    let Some(child) = apart::Child::here() else { return };
    let heart = Heart::here(child.folder()).expect("the supervisor made it");
    child.run_watched(
        &checks(),
        |begins| heart.beat(begins),
        |check, watch| verdict(&Runner::new().run_watched(check, None, watch)),
    );
}

fn verdict(report: &Report) -> Judged {
    Judged { bad: report.is_violated(), text: report.to_string() }
}

#[test]
fn whatever_a_worker_does_is_told_and_nothing_is_left() {
    // As long as the test runs, so that what fled can be looked for.
    let folder = tempfile::tempdir().expect("there is room");
    let fled = folder.path().join("fled");
    let command = || {
        let mut command = Command::new(std::env::current_exe().ok()?);
        let worker = "laws::supervisor::tests::worker";
        command.args([worker, "--exact", "--ignored", "--nocapture", "--test-threads=1"]);
        Some(command)
    };
    let interrupt = Interrupt::never();
    let limits = apart::Limits { time: Duration::from_secs(1), memory: 256 << 20 };
    let supervisor = Supervisor { command: &command, limits, interrupt: &interrupt };
    let remembering = Remembering { supervisor, fled: &fled };
    let judged = run_apart(&checks(), &remembering, verdict).expect("workers start");
    let told: Vec<&str> =
        judged.iter().map(|one| one.text.lines().next().unwrap_or_default()).collect();
    assert_eq!(
        told,
        [
            "hangs: does not end within 1 s",
            "grows: uses more than 256 MiB of memory",
            "aborts: ends the process: killed by signal 6 (SIGABRT)",
            "flees: ends the process: exit code 0",
            "behaves: passed 1000",
        ]
    );
    assert!(judged[..4].iter().all(|one| one.bad && one.text.contains("choice = 3")));
    let fled = fs::read_to_string(&fled).expect("it fled");
    assert!(!Path::new("/proc").join(fled.trim()).exists(), "{fled} is still there");
}

/// Keeps what a worker left in its folder, which goes with the run.
struct Remembering<'a> {
    supervisor: Supervisor<'a>,
    fled: &'a Path,
}

impl Starter for Remembering<'_> {
    fn start(&self, folder: &Path, environment: &[(&str, &OsStr)]) -> Option<Ended> {
        let ended = self.supervisor.start(folder, environment);
        let _ = fs::copy(folder.join("fled"), self.fled);
        ended
    }
}
