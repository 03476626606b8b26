//! Campaigns that are killed, interrupted or short of time, and clocks that jump.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::*;
use crate::support::{stderr, stdout};

/// Killed at any moment: what was known is not asked again, and the end is the same.
#[test]
fn a_killed_campaign_goes_on() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-kill");
    folder.describe(&slow());
    let arguments = ["diff", "run", "seed.c", "--analyzers", "fakes", "--only", "slow-*"];
    let more = ["--budget", "4", "--reduce", "0"];
    let arguments: Vec<&str> = arguments.iter().chain(&more).copied().collect();
    let within = |out, jobs| [&arguments[..], &["--out", out, "--jobs", jobs]].concat();
    for _ in 0..2 {
        let before = folder.runs().len();
        let mut command = Command::new(env!("CARGO_BIN_EXE_soundline"));
        command.args(within("killed", "2")).current_dir(folder.path());
        let mut child = command.stdout(Stdio::null()).spawn().expect("it starts");
        wait_for(|| folder.runs().len() >= before + 4);
        child.kill().expect("it runs");
        child.wait().expect("it is gone");
    }
    let killed_after = folder.runs().len();
    let whole = folder.soundline(&within("killed", "2"));
    assert_eq!(whole.status.code(), Some(1), "{}", stderr(&whole));
    let asked = folder.runs();
    let mut different = asked.clone();
    different.sort();
    different.dedup();
    assert!(killed_after >= 8 && asked.len() > killed_after);
    // At most what was in flight at each of two kills is asked again.
    assert!(asked.len() <= different.len() + 4, "{} {}", asked.len(), different.len());
    let again = folder.soundline(&within("killed", "2"));
    assert_eq!(folder.runs().len(), asked.len(), "nothing is asked twice");
    assert!(stdout(&again).contains("known before"));
    folder.soundline(&within("other", "1"));
    let (one, other) = (folder.campaign("killed"), folder.campaign("other"));
    assert_eq!(without_timings(one), without_timings(other));
}

/// Ctrl-C ends it soon, with what there is.
#[test]
fn interruption_keeps_what_there_is() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-interrupt");
    let fakes = [fake("quick", "echo safe"), fake("sleepy", "sleep 1; echo safe")];
    folder.describe(&fakes);
    let arguments =
        ["diff", "run", "seed.c", "--analyzers", "fakes", "--only", "quick", "--only", "sleepy"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_soundline"));
    command.args(arguments).args(["--budget", "50", "--out", "out"]).current_dir(folder.path());
    let mut child = command.stdout(Stdio::null()).spawn().expect("it starts");
    wait_for(|| folder.runs().len() >= 4);
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(3));
    let campaign = folder.campaign("out");
    assert_eq!(campaign["stop"], "interrupted");
    assert!(campaign["variants"].as_array().is_some_and(|variants| !variants.is_empty()));
}

#[test]
fn the_time_for_all_is_kept() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-time");
    let fakes = [fake("quick", "echo safe"), fake("sleepy", "sleep 0.5; echo safe")];
    folder.describe(&fakes);
    let output = folder.diff(&fakes, &["--budget", "200", "--time", "4s", "--out", "out"]);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    let campaign = folder.campaign("out");
    assert_eq!(campaign["stop"], "time");
    let elapsed = campaign["timings"]["elapsed"].as_f64().expect("a number");
    assert!((3.9..20.0).contains(&elapsed), "{elapsed}");
    // Nothing is found that could be run or reduced, so that the rest of the time is for verdicts too.
    let more = ["--budget", "200", "--time", "6s", "--concrete", "--out", "all"];
    let output = folder.diff(&fakes, &more);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    let elapsed = folder.campaign("all")["timings"]["elapsed"].as_f64().expect("a number");
    assert!((5.5..25.0).contains(&elapsed), "{elapsed}");
}

/// A library that makes the clock on the wall jump by days, forwards and backwards, each time that somebody looks.
const JUMPING_CLOCK: &str = r#"
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long jump(void) {
    static long looks;
    long n = __atomic_add_fetch(&looks, 1, __ATOMIC_RELAXED);
    return (n % 2 ? 1 : -1) * 86400 * (1 + n % 3000);
}
int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = syscall(SYS_clock_gettime, clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += jump();
    return failed;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}
time_t time(time_t *now) {
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    if (now) *now = precise.tv_sec;
    return precise.tv_sec;
}
"#;

/// Neither limits nor results depend on a clock that can be set.
#[test]
fn a_clock_that_jumps_changes_nothing() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("diff-clock");
    let library = folder.path().join("clock.so");
    fs::write(folder.path().join("clock.c"), JUMPING_CLOCK).expect("there is room");
    let mut compiler = Command::new("gcc");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(folder.path().join("clock.c"));
    match compiler.status() {
        Ok(status) => assert!(status.success(), "the library is right"),
        Err(missing) => return soundline_needs::skip(format!("there is no gcc: {missing}")),
    }
    let library = library.display().to_string();
    let clock = [("LD_PRELOAD", library.as_str())];
    let date = || {
        let said =
            Command::new("sh").args(["-c", "date +%s"]).envs(clock).output().expect("it starts");
        stdout(&said).trim().parse::<i64>().expect("seconds")
    };
    assert!((date() - now()).abs() > 3600, "it jumps");
    let mut fakes = slow();
    fakes.push(fake("hangs", "sleep 1000"));
    folder.describe(&fakes);
    let run = |environment: &[(&str, &str)], out: &str| {
        let mut arguments = vec!["diff", "run", "seed.c", "--analyzers", "fakes", "--reduce", "0"];
        fakes.iter().for_each(|fake| arguments.extend(["--only", fake.name]));
        arguments.extend(["--budget", "1", "--time", "5m", "--time-limit", "2s", "--out", out]);
        let start = Instant::now();
        let output = folder.soundline_with(environment, &arguments);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(start.elapsed() < Duration::from_secs(200), "{:?}", start.elapsed());
        without_timings(folder.campaign(out))
    };
    let still = run(&[], "still");
    assert_eq!(still["stop"], "budget");
    assert_eq!(still["variants"][0]["said"][2], "timeout");
    assert_eq!(run(&clock, "jumping"), still);
}

/// Seconds on the clock on the wall, as `date` says without the library.
fn now() -> i64 {
    let said = Command::new("sh").args(["-c", "date +%s"]).output().expect("it starts");
    stdout(&said).trim().parse().expect("seconds")
}

fn wait_for(mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !condition() {
        assert!(Instant::now() < deadline, "it takes too long");
        std::thread::sleep(Duration::from_millis(10));
    }
}
