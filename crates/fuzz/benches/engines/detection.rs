//! Tests and CPU time until each planted bug is found, by engine.

use soundline_fuzz::engine::{Job, Machines, Memory};
use soundline_fuzz::guide::Guide;
use soundline_fuzz::{Config, Search, run};
use soundline_targets::Registry;
use soundline_targets::seeded::{self, Bug, Harm, PREFIX};

use crate::{Failure, cpu_time};

/// Tests and CPU milliseconds.
type Effort = (u64, f64);

/// Medians over the seeds for each bug, and over the bugs. What each seed took goes to standard error.
pub fn print(seeds: u64, most: u64, held_out: bool, engines: &[Search]) -> Result<(), Failure> {
    let bugs: Vec<&Bug> = match held_out {
        true => seeded::held_out().collect(),
        false => seeded::bugs().collect(),
    };
    let mut all: Vec<Vec<Effort>> = vec![Vec::new(); engines.len()];
    let names: String = engines.iter().map(|engine| format!("{:>20}", engine.name())).collect();
    println!("{:<36}{names}", "tests and CPU ms");
    for bug in bugs.into_iter().filter(|bug| bug.harm != Harm::Robustness) {
        let mut line = format!("{:<36}", bug.name);
        for (engine, column) in engines.iter().zip(&mut all) {
            let trials = (0..seeds).map(|seed| search(bug, *engine, seed, most));
            let trials = trials.collect::<Result<Vec<_>, _>>()?;
            let tests: Vec<u64> = trials.iter().map(|(tests, _)| *tests).collect();
            eprintln!("{} {engine} {tests:?}", bug.name);
            let (tests, millis) = medians(trials);
            line += &format!("{tests:>10}{millis:>10.1}");
            column.push((tests, millis));
        }
        println!("{line}");
    }
    for (engine, column) in engines.iter().zip(all) {
        let mean = |of: &dyn Fn(&Effort) -> f64| {
            (column.iter().map(|effort| of(effort).ln()).sum::<f64>() / column.len() as f64).exp()
        };
        let (tests, millis) = (mean(&|effort| effort.0 as f64), mean(&|effort| effort.1.max(1e-3)));
        let middle = medians(column.clone());
        println!(
            "{engine}: median {} tests, {:.1} ms; geometric mean {tests:.0} tests, {millis:.1} ms",
            middle.0, middle.1
        );
    }
    Ok(())
}

/// The medians of both.
fn medians(mut efforts: Vec<Effort>) -> Effort {
    let middle = efforts.len() / 2;
    efforts.sort_by_key(|effort| effort.0);
    let tests = efforts[middle].0;
    efforts.sort_by(|a, b| a.1.total_cmp(&b.1));
    (tests, efforts[middle].1)
}

/// What it takes until a bug is found; a bug that is missed takes all tests.
fn search(bug: &Bug, search: Search, seed: u64, most: u64) -> Result<Effort, Failure> {
    let registry = Registry::builtin();
    let target = registry.get(&format!("{PREFIX}{}", bug.name))?;
    let config = Config { search, ..Config::default() };
    let memory = Memory::default();
    let job = Job { target, against: None, config, seed, wanted: &|_| true, memory };
    let mut machines = Machines::new(target, None);
    let plan = job.plan(&mut machines)?;
    let mut guide = search.is_guided().then(|| Guide::new(&plan, None, &[]));
    let start = cpu_time();
    let mut tests = most;
    for index in 0..most {
        let trace = match &mut guide {
            Some(guide) => guide.trace(&plan, index),
            None => plan.trace(index),
        };
        let (machine, _) = machines.both(&trace.space)?;
        let outcome = run(machine, &trace);
        if outcome.is_violated() {
            tests = index + 1;
            break;
        }
        if let Some(guide) = &mut guide {
            guide.learn(index, machine, &trace, outcome.ending);
        }
    }
    Ok((tests, (cpu_time() - start).as_secs_f64() * 1e3))
}
