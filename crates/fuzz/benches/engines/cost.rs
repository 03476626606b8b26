//! What guidance costs: CPU time per test of the guided engine, over that of running the same tests
//! without learning and making as many random ones.

use soundline_fuzz::engine::{Job, Machines, Memory};
use soundline_fuzz::guide::Guide;
use soundline_fuzz::{Config, Search, Trace, run};
use soundline_targets::{Presence, Registry};

use crate::{Failure, cpu_time};

const TARGETS: [&str; 7] = [
    "boxes:exact",
    "octagons:f64",
    "octagons:exact",
    "polyhedra",
    "apron:oct:d",
    "apron:pk:mpq",
    "ppl:poly",
];
/// Tests of a round: an epoch.
const TESTS: u64 = 8192;
const ROUNDS: u64 = 3;
const BAR: f64 = 1.3;

/// The ratio for each target that is here.
pub fn print() -> Result<(), Failure> {
    println!("{:<16}{:>14}{:>14}{:>8}   bar {BAR}", "us per test", "guided", "random", "ratio");
    let registry = Registry::builtin();
    for name in TARGETS {
        if let Presence::Missing { .. } = registry.get(name)?.presence() {
            println!("{name:<16}  not installed");
            continue;
        }
        let mut rounds =
            (0..ROUNDS).map(|seed| round(name, seed)).collect::<Result<Vec<_>, _>>()?;
        rounds.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
        let (guided, random) = rounds[rounds.len() / 2];
        let verdict = if guided <= BAR * random { "met" } else { "MISSED" };
        println!("{name:<16}{guided:>14.1}{random:>14.1}{:>8.2}   {verdict}", guided / random);
    }
    Ok(())
}

/// CPU microseconds per test: guided, and the same tests as a random engine would run them.
fn round(name: &str, seed: u64) -> Result<(f64, f64), Failure> {
    let registry = Registry::builtin();
    let target = registry.get(name)?;
    let config = Config { search: Search::Guided, ..Config::default() };
    // APRON's widening of boxes, and others, kill the process on what the engine survives elsewhere.
    let wanted = |p: &soundline_fuzz::Property| p.number <= 28;
    let memory = Memory::default();
    let job = Job { target, against: None, config, seed, wanted: &wanted, memory };
    let mut machines = Machines::new(target, None);
    let plan = job.plan(&mut machines)?;
    let mut guide = Guide::new(&plan, None, &[]);
    let mut traces: Vec<Trace> = Vec::new();
    let start = cpu_time();
    for index in 0..TESTS {
        let trace = guide.trace(&plan, index);
        let (machine, _) = machines.both(&trace.space)?;
        let outcome = run(machine, &trace);
        guide.learn(index, machine, &trace, outcome.ending);
        traces.push(trace);
    }
    let guided = cpu_time() - start;
    let start = cpu_time();
    for (index, trace) in traces.iter().enumerate() {
        std::hint::black_box(plan.trace(index as u64));
        let (machine, _) = machines.both(&trace.space)?;
        std::hint::black_box(run(machine, trace));
    }
    let random = cpu_time() - start;
    let per_test = |time: std::time::Duration| time.as_secs_f64() * 1e6 / TESTS as f64;
    Ok((per_test(guided), per_test(random)))
}
