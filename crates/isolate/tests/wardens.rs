//! Programs that misbehave, under the warden's limits.

use soundline_isolate::{Call, End, Limits, Outcome, Stop, Warden};
use std::fs;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

const WARDEN: &str = env!("CARGO_BIN_EXE_isolate-warden");

fn call(script: &str) -> Call {
    Call {
        program: "/bin/sh".into(),
        arguments: vec!["-c".into(), script.into()],
        folder: "/".into(),
        environment: vec![("GIVEN".into(), "yes".into())],
        ..Call::default()
    }
}

fn small() -> Limits {
    Limits {
        time: Duration::from_secs(20),
        memory: 256 << 20,
        output: 1 << 20,
        files: 16 << 20,
        processes: 40,
        cores: None,
    }
}

fn run(script: &str, limits: &Limits) -> Outcome {
    Warden::at(WARDEN).run(&call(script), limits, &Stop::default())
}

/// A number of seconds that no other process sleeps.
fn own_nap(test: u32) -> String {
    format!("9{test:03}.{}", std::process::id())
}

/// The processes that have a word among their arguments.
fn processes_with(word: &str) -> usize {
    let entries = fs::read_dir("/proc").expect("this is Linux").flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| line.split(|byte| *byte == 0).any(|part| part == word.as_bytes())).count()
}

fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !holds() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_good_program_is_left_alone() {
    let outcome = run("echo out; echo err >&2; echo $GIVEN; exit 3", &small());
    assert_eq!(outcome.end, End::Exited(3));
    assert_eq!(outcome.stdout, b"out\nyes\n");
    assert_eq!(outcome.stderr, b"err\n");
    assert!(outcome.usage.wall > Duration::ZERO && outcome.usage.warden > Duration::ZERO);
}

#[test]
fn a_missing_program_is_said_to_be_missing() {
    let missing = Call { program: "/no/such/program".into(), ..call("") };
    let outcome = Warden::at(WARDEN).run(&missing, &small(), &Stop::default());
    assert!(matches!(&outcome.end, End::NotStarted(why) if why.contains("No such file")));
    let outcome = Warden::at("/no/such/warden").run(&call(""), &small(), &Stop::default());
    assert!(matches!(&outcome.end, End::NotStarted(why) if why.contains("/no/such/warden")));
}

/// The program and what it starts see as many cores as they may use, and two that run at the same time see different ones.
#[test]
fn cores_can_be_limited() {
    let script = "grep Cpus_allowed_list /proc/self/status; sh -c 'grep Cpus_allowed_list /proc/self/status'";
    let limits = Limits { cores: NonZeroU32::new(1), ..small() };
    let seen = |outcome: Outcome| {
        let text = String::from_utf8(outcome.stdout).expect("numbers are text");
        let cores =
            text.lines().map(|line| line.split_whitespace().last().unwrap_or("").to_string());
        cores.collect::<Vec<String>>()
    };
    let cores = seen(run(script, &limits));
    assert_eq!(cores.len(), 2, "{cores:?}");
    assert!(cores[0] == cores[1] && cores[0].parse::<usize>().is_ok(), "one core: {cores:?}");
    let free = seen(run(script, &small()));
    let own = fs::read_to_string("/proc/self/status").expect("this is Linux");
    let own = own.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    assert_eq!(Some(free[0].as_str()), own.map(str::trim), "not limited unless asked for");
    if std::thread::available_parallelism().is_ok_and(|count| count.get() > 1) {
        let both = std::thread::scope(|scope| {
            let slow = format!("{script}; sleep 1");
            let one = scope.spawn(move || run(&slow, &limits));
            let other = run(&format!("{script}; sleep 1"), &limits);
            [seen(one.join().expect("it does not panic")), seen(other)]
        });
        assert_ne!(both[0][0], both[1][0]);
    }
}

#[test]
fn a_crash_is_a_signal() {
    assert_eq!(run("kill -SEGV $$", &small()).end, End::Signalled(11));
    assert_eq!(run("kill -KILL $$", &small()).end, End::Signalled(9));
}

#[test]
fn a_sleeper_is_stopped_by_the_clock_on_the_wall() {
    let limits = Limits { time: Duration::from_millis(200), ..small() };
    let nap = own_nap(1);
    let outcome = run(&format!("sleep {nap}"), &limits);
    assert_eq!(outcome.end, End::TimedOut);
    assert!(outcome.usage.wall >= limits.wall());
    assert_eq!(processes_with(&nap), 0);
}

#[test]
fn a_busy_program_is_stopped_by_its_processor_time() {
    let limits = Limits { time: Duration::from_millis(500), ..small() };
    let outcome = run("(while :; do :; done) & (while :; do :; done) & wait", &limits);
    assert_eq!(outcome.end, End::TimedOut);
    // On a machine that is busy with other things the clock on the wall may be faster.
    let by_clock = outcome.usage.wall >= limits.wall();
    assert!(by_clock || outcome.usage.cpu >= limits.time, "{:?}", outcome.usage);
}

#[test]
fn all_that_a_program_starts_ends_with_it() {
    let nap = own_nap(2);
    // Children, grandchildren, and one that flees into a session of its own.
    let script =
        format!("sleep {nap} & (sleep {nap} & sleep {nap} &) & setsid sleep {nap} & exit 0");
    assert_eq!(run(&script, &small()).end, End::Exited(0));
    assert_eq!(processes_with(&nap), 0);
}

#[test]
fn a_fork_bomb_is_stopped() {
    let nap = own_nap(3);
    // It doubles seven times, so that a test that fails harms nobody.
    let script = format!(
        "bomb() {{ if [ $1 -gt 0 ]; then bomb $(($1 - 1)) & bomb $(($1 - 1)) & fi; \
         sleep {nap}; }}; bomb 7"
    );
    assert_eq!(run(&script, &small()).end, End::TooManyProcesses);
    assert_eq!(processes_with(&nap), 0);
}

#[test]
fn a_memory_eater_is_stopped_also_in_several_processes() {
    // tail keeps its input, which has no line break, until the end.
    let outcome = run("head -c 2G /dev/zero | tail -n 1 | wc -c", &small());
    assert_eq!(outcome.end, End::OutOfMemory);
    assert!(outcome.usage.memory > 256 << 20, "{:?}", outcome.usage);
    let eaters =
        "for i in 1 2 3; do head -c 120M /dev/zero | tail -n 1 | (sleep 9; wc -c) & done; wait";
    assert_eq!(run(eaters, &small()).end, End::OutOfMemory);
}

#[test]
fn a_gigabyte_of_output_is_neither_kept_nor_waited_for() {
    for stream in ["", ">&2"] {
        let outcome = run(&format!("head -c 1G /dev/zero {stream}; sleep 9"), &small());
        assert_eq!(outcome.end, End::TooMuchOutput);
        assert_eq!(outcome.stdout.len().max(outcome.stderr.len()), 1 << 20);
        assert!(outcome.usage.wall < Duration::from_secs(9));
    }
}

#[test]
fn a_gigabyte_in_a_file_is_stopped_too() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let file = folder.path().join("big");
    let outcome = run(&format!("exec head -c 1G /dev/zero > {}", file.display()), &small());
    assert_eq!(outcome.end, End::FilesTooLarge);
    assert!(fs::metadata(file).expect("it was begun").len() <= 16 << 20);
}

/// In a folder of its own, whatever the program makes of it.
fn run_in_own_folder(script: &str, limits: &Limits) -> (Outcome, u64) {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let call = Call { folder: folder.path().into(), owns_folder: true, ..call(script) };
    let outcome = Warden::at(WARDEN).run(&call, limits, &Stop::default());
    let files = fs::read_dir(folder.path()).expect("it is there").flatten();
    (outcome, files.map(|file| file.metadata().expect("it is there").len()).sum())
}

#[test]
fn two_gigabytes_are_stopped_however_the_program_takes_it() {
    // The limits of a campaign, and a shell that says nothing about the signal that killed its child.
    let (outcome, size) =
        run_in_own_folder("head -c 2G /dev/zero > big; exit 0", &Limits::default());
    assert_eq!(outcome.end, End::FilesTooLarge);
    assert!(size <= 256 << 20, "{size}");
    // With the signal ignored, writing fails.
    let (outcome, size) =
        run_in_own_folder("trap '' XFSZ; head -c 1G /dev/zero > big; exit 0", &small());
    assert_eq!(outcome.end, End::FilesTooLarge);
    assert!(size <= 16 << 20, "{size}");
}

#[test]
fn many_files_count_together() {
    let script = "for i in 1 2 3 4 5 6 7 8; do head -c 8M /dev/zero > $i; sleep 0.2; done; sleep 9";
    let (outcome, size) = run_in_own_folder(script, &small());
    assert_eq!(outcome.end, End::FilesTooLarge);
    assert!(size < 64 << 20, "{size}");
    let (outcome, size) = run_in_own_folder("head -c 8M /dev/zero > one", &small());
    assert_eq!((outcome.end, size), (End::Exited(0), 8 << 20));
}

#[test]
fn a_program_that_kills_its_warden_neither_hangs_the_driver_nor_escapes() {
    let nap = own_nap(6);
    // In its own session, in another one, and without a parent.
    let flee = format!("sleep {nap} & setsid sleep {nap} & (setsid sh -c 'sleep {nap} & exit' &)");
    let start = Instant::now();
    let outcome = run(&format!("echo said; {flee}; kill -KILL $PPID; sleep {nap}"), &small());
    assert_eq!(outcome.end, End::Unwatched);
    assert_eq!(outcome.stdout, b"said\n");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(processes_with(&nap), 0);
}

#[test]
fn a_program_that_stops_its_warden_is_stopped_by_the_driver() {
    let (nap, limits) = (own_nap(7), Limits { time: Duration::from_millis(100), ..small() });
    let script = format!("setsid sleep {nap} & kill -STOP $PPID; sleep {nap}");
    assert_eq!(run(&script, &limits).end, End::TimedOut);
    assert_eq!(processes_with(&nap), 0);
}

#[test]
fn a_killed_warden_harms_no_other_run() {
    let nap = own_nap(8);
    std::thread::scope(|scope| {
        let others: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| run("(setsid sleep 1 &) ; sleep 1; echo fine", &small())))
            .collect();
        for _ in 0..5 {
            let outcome = run(&format!("setsid sleep {nap} & kill -KILL $PPID"), &small());
            assert_eq!(outcome.end, End::Unwatched);
        }
        for other in others {
            let outcome = other.join().expect("it does not panic");
            assert_eq!((outcome.end, &outcome.stdout[..]), (End::Exited(0), &b"fine\n"[..]));
        }
    });
    assert_eq!(processes_with(&nap), 0);
}

#[test]
fn a_program_that_kills_its_group_does_not_reach_the_warden() {
    assert_eq!(run("kill -TERM 0", &small()).end, End::Signalled(15));
}

#[test]
fn an_interrupted_run_ends_soon() {
    let (stop, nap) = (Stop::default(), own_nap(4));
    let sleeper = call(&format!("sleep {nap}"));
    std::thread::scope(|scope| {
        let run = scope.spawn(|| Warden::at(WARDEN).run(&sleeper, &small(), &stop));
        eventually("the program starts", || processes_with(&nap) > 0);
        stop.now();
        assert_eq!(run.join().expect("it does not panic").end, End::Interrupted);
    });
    assert_eq!(processes_with(&nap), 0);
}

#[test]
fn when_the_driver_is_killed_the_whole_tree_goes_with_it() {
    // A driver of our own, so that there is something to kill: this very test, run alone.
    if std::env::var_os("SOUNDLINE_TEST_DRIVER").is_some() {
        let nap = std::env::var("SOUNDLINE_TEST_NAP").expect("it is set along");
        run(&format!("sleep {nap} & setsid sleep {nap} & wait"), &small());
        return;
    }
    let nap = own_nap(5);
    let name = "when_the_driver_is_killed_the_whole_tree_goes_with_it";
    let mut driver = std::process::Command::new(std::env::current_exe().expect("it runs"))
        .args([name, "--exact"])
        .env("SOUNDLINE_TEST_DRIVER", "1")
        .env("SOUNDLINE_TEST_NAP", &nap)
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("this test can run again");
    eventually("the program starts", || processes_with(&nap) >= 2);
    driver.kill().expect("it runs");
    driver.wait().expect("it was killed");
    eventually("nothing is left", || processes_with(&nap) == 0);
}
