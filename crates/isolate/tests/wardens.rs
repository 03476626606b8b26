//! Programs that misbehave, under the warden's limits.

use soundline_isolate::{Call, End, Limits, Outcome, Stop, Warden};
use std::fs;
use std::time::{Duration, Instant};

const WARDEN: &str = env!("CARGO_BIN_EXE_isolate-warden");

fn call(script: &str) -> Call {
    Call {
        program: "/bin/sh".into(),
        arguments: vec!["-c".into(), script.into()],
        folder: "/".into(),
        environment: vec![("GIVEN".into(), "yes".into())],
    }
}

fn small() -> Limits {
    Limits { time: Duration::from_secs(20), memory: 256 << 20, output: 1 << 20, processes: 40 }
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
    assert_eq!(outcome.end, End::Signalled(25), "SIGXFSZ");
    assert!(fs::metadata(file).expect("it was begun").len() <= 16 << 20);
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
