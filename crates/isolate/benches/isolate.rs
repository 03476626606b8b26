//! What isolation costs: a heartbeat, a look at a worker, a question, and a new worker.
//!
//! `cargo bench -p soundline-isolate --bench isolate`

use std::hint::black_box;
use std::process::Command;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Relaxed, Release};
use std::time::{Duration, Instant};

use soundline_isolate::{Board, Child, Confinement, Dialogue, End, Streams, confine_worker};

const WORKER: &str = "ISOLATE_BENCH_WORKER";
const AGES: Duration = Duration::from_secs(60);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if std::env::var_os(WORKER).is_some() {
        confine_worker()?;
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let board = Board::create(&folder.path().join("board"), 8)?;
    let beat = &board.words()[0];
    let count = 100_000_000;
    report("heartbeat: store", count, |i| black_box(beat).store(i, Release));
    report("heartbeat: load and store", count, |_| {
        black_box(beat).store(beat.load(Relaxed) + 1, Release);
    });
    report("heartbeat: fetch_add", count, |_| {
        black_box(beat).fetch_add(1, Relaxed);
    });

    let mut cat = Command::new("cat");
    cat.env_clear();
    let piped = Confinement { streams: Streams::Piped, ..Confinement::default() };
    let cat = Child::spawn(cat, &piped)?;
    report("sample of a worker", 10_000, |_| {
        cat.sample(&AtomicU64::new(0), Duration::ZERO).expect("the worker lives");
    });
    let mut dialogue = Dialogue::open(cat, 1 << 20)?;
    report("question and answer", 10_000, |_| {
        dialogue.ask("hello", AGES).expect("cat replies");
    });

    report_median("new worker", 500, || restart(true));
    report_median("new worker by fork", 500, || restart(false));
    for megabytes in [32, 256] {
        let ballast = vec![1_u8; megabytes << 20];
        let supervisor = format!("supervisor of {megabytes} MB");
        report_median(&format!("new worker, {supervisor}"), 200, || restart(true));
        report_median(&format!("new worker by fork, {supervisor}"), 200, || restart(false));
        drop(black_box(ballast));
    }
    report_median("new worker by std, not confined", 500, plain_restart);
    Ok(())
}

fn worker() -> Command {
    let mut command = Command::new(std::env::current_exe().expect("the program has a path"));
    command.env(WORKER, "1");
    command
}

/// From the decision to start a worker until its end is known.
fn restart(by_worker: bool) {
    let confinement = Confinement { by_worker, ..Confinement::default() };
    let mut child = Child::spawn(worker(), &confinement).expect("the worker starts");
    assert_eq!(child.wait_timeout(AGES).expect("waiting works"), Some(End::Exited(0)));
}

/// The floor: no confinement, nothing captured.
fn plain_restart() {
    assert!(worker().status().expect("the worker starts").success());
}

/// The mean, for what is too short to be timed alone.
fn report(what: &str, count: u64, mut act: impl FnMut(u64)) {
    let start = Instant::now();
    (0..count).for_each(&mut act);
    let each = start.elapsed().as_secs_f64() * 1e6 / count as f64;
    println!("{what:40} {each:12.4} us");
}

/// The median and the fastest, for what a busy machine disturbs.
fn report_median(what: &str, count: usize, act: impl Fn()) {
    let timed = |_| {
        let start = Instant::now();
        act();
        start.elapsed().as_secs_f64() * 1e6
    };
    let mut times: Vec<f64> = (0..count).map(timed).collect();
    times.sort_by(f64::total_cmp);
    println!("{what:40} {:12.1} us, fastest {:.1} us", times[count / 2], times[0]);
}
