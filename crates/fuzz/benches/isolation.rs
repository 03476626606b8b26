//! What isolation costs: the same tests in one process, and in a worker under a supervisor.
//!
//! `cargo bench -p soundline-fuzz --bench isolation`
//!
//! The loop alone makes tests and runs them. The supervised worker writes down every test before it
//! runs, counts what came of it and what it covered in shared words, and is sampled while it runs. Both
//! run in turn; CPU time is that of all processes together, from their start to their end. The bar: a
//! loss below 5 %.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use soundline_fuzz::engine::{
    Budget, Job, Limits, Machines, Memory, Order, Role, Shard, Tally, Workers, drive, serve,
    supervise,
};
use soundline_fuzz::{Campaign, Config, Property, StopReason, run};
use soundline_isolate::{Board, confine_worker, reserve_stdout};
use soundline_targets::{Presence, Registry, Target};

/// Targets, each with as many tests as take a few seconds.
const TARGETS: [(&str, u64); 2] = [("boxes:exact", 1_000_000), ("apron:oct:d", 60_000)];
const ROUNDS: usize = 5;
const BAR: f64 = 5.0;

/// The words with which this program is started again.
const ALONE: &str = "loop-alone";
const WORKER: &str = "supervised-worker";

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let registry = Registry::builtin();
    match words.as_slice() {
        [ALONE, target, tests] => alone(&job(registry.get(target)?), tests.parse()?),
        [WORKER, target, board, lane @ ..] => {
            confine_worker()?;
            worker(&job(registry.get(target)?), Path::new(board), lane.first())
        }
        _ => {
            for (name, tests) in TARGETS {
                match registry.get(name)?.presence() {
                    Presence::Missing { advice } => println!("{name} is left out: {advice}"),
                    _ => compare(name, tests)?,
                }
            }
            Ok(())
        }
    }
}

/// Properties that find nothing here: shrinking what is found is no part of the loop.
fn quiet(property: &Property) -> bool {
    property.number <= 16
}

fn job(target: &dyn Target) -> Job<'_> {
    Job {
        target,
        against: None,
        config: Config::default(),
        seed: 1,
        wanted: &quiet,
        memory: Memory::default(),
    }
}

fn alone(job: &Job, tests: u64) -> Result<(), Failure> {
    let mut machines = Machines::new(job.target, None);
    let plan = job.plan(&mut machines)?;
    for index in 0..tests {
        let trace = plan.trace(index);
        std::hint::black_box(run(machines.both(&trace.space)?.0, &trace));
    }
    Ok(())
}

fn worker(job: &Job, board: &Path, lane: Option<&&str>) -> Result<(), Failure> {
    let board = Board::open(board)?;
    let tally = Tally::new(board.words());
    match lane {
        Some(lane) => drive(job, tally, lane.parse()?)?,
        None => serve(job, tally, &mut std::io::stdin().lock(), &mut reserve_stdout()?)?,
    }
    Ok(())
}

fn this_program(words: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("a running program has a path"));
    command.args(words);
    command
}

fn supervised(target: &str, tests: u64) -> Result<Campaign, Failure> {
    let folder = tempfile::tempdir()?;
    let board = folder.path().join("board");
    let path = board.to_str().ok_or("the temporary folder has a strange name")?;
    let command = |role| match role {
        Role::Drive(lane) => this_program(&[WORKER, target, path, &lane.to_string()]),
        Role::Serve => this_program(&[WORKER, target, path]),
    };
    let order = Order {
        target,
        config: Config::default(),
        seed: 1,
        fingerprint: 1,
        shard: Shard::WHOLE,
        slack: Duration::ZERO,
        budget: Budget::Tests(tests),
        jobs: 1,
        board: &board,
        workers: Workers { command: &command, limits: Limits::default() },
        interrupted: &AtomicBool::new(false),
    };
    let campaign = supervise(&order, &|_| {})?;
    let found = campaign.causes.len() + campaign.unconfirmed.len();
    if campaign.stop != StopReason::Budget || campaign.totals().tests != tests || found > 0 {
        return Err(format!("{target} was not tested as meant, {found} findings").into());
    }
    Ok(campaign)
}

fn compare(target: &str, tests: u64) -> Result<(), Failure> {
    let mut losses = Vec::new();
    let (mut times_alone, mut times_supervised) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = cpu_time()?;
        let status = this_program(&[ALONE, target, &tests.to_string()]).status()?;
        if !status.success() {
            return Err(format!("the loop of {target} ended with {status}").into());
        }
        let middle = cpu_time()?;
        supervised(target, tests)?;
        let (alone, supervised) = (middle - start, cpu_time()? - middle);
        losses.push(100.0 * (1.0 - alone.as_secs_f64() / supervised.as_secs_f64()));
        times_alone.push(alone.as_secs_f64());
        times_supervised.push(supervised.as_secs_f64());
    }
    let rate = |times: Vec<f64>| tests as f64 / median(times);
    let (alone, supervised, loss) = (rate(times_alone), rate(times_supervised), median(losses));
    let met = if loss < BAR { "met" } else { "MISSED" };
    println!("{target}, tests per CPU second: alone {alone:.0}, supervised {supervised:.0}");
    println!("  loss {loss:.1} % (bar {BAR} %): {met}");
    Ok(())
}

/// What this process and those that it waited for have used so far, in ticks of the kernel's clock.
fn cpu_time() -> Result<Duration, Failure> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // The name of the program is in parentheses and may contain anything.
    let (_, fields) = stat.rsplit_once(')').ok_or("/proc/self/stat is unreadable")?;
    let times = fields.split_whitespace().skip(11).take(4).map(str::parse::<u64>);
    let ticks = times.sum::<Result<u64, _>>()?;
    Ok(Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second()))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
