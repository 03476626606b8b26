//! The engine's own loop: make a test, run it, forget it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use soundline_fuzz::engine::{Job, Machines, Memory};
use soundline_fuzz::{Config, Property, run};
use soundline_targets::Registry;

use crate::Failure;
use crate::rate::Rate;

/// Properties that the plain loop has too, by their numbers in the paper.
const SHARED: [u16; 12] = [1, 2, 3, 6, 7, 8, 10, 12, 16, 17, 18, 22];

/// Tests between two looks at the clock.
const BATCH: u64 = 64;

/// Which properties the tests check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Those that the plain loop has too.
    Shared,
    /// All of the paper that apply.
    Paper,
}

impl Wanted {
    fn includes(self, property: &Property) -> bool {
        match self {
            Wanted::Shared => SHARED.contains(&property.number),
            Wanted::Paper => property.is_from_the_paper(),
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wanted::Shared => "shared",
            Wanted::Paper => "paper",
        })
    }
}

impl FromStr for Wanted {
    type Err = String;

    fn from_str(word: &str) -> Result<Wanted, String> {
        let all = [Wanted::Shared, Wanted::Paper];
        let found = all.into_iter().find(|wanted| wanted.to_string() == word);
        found.ok_or_else(|| format!("properties are shared or paper, not {word:?}"))
    }
}

/// Run tests for so much CPU time.
pub fn drive(target: &str, wanted: Wanted, seconds: f64, seed: u64) -> Result<Rate, Failure> {
    let registry = Registry::builtin();
    let target = registry.get(target)?;
    let wanted = |property: &Property| wanted.includes(property);
    let config = Config::preset("C2").expect("it is a preset of the paper");
    let job =
        Job { target, against: None, config, seed, wanted: &wanted, memory: Memory::default() };
    let mut machines = Machines::new(target, None);
    let plan = job.plan(&mut machines)?;
    let start = cpu_time();
    let (mut tests, mut elements) = (0, 0);
    let spent = || (cpu_time() - start).as_secs_f64();
    while spent() < seconds {
        for index in tests..tests + BATCH {
            let trace = plan.trace(index);
            elements += trace.elements() as u64;
            std::hint::black_box(run(machines.both(&trace.space)?.0, &trace));
        }
        tests += BATCH;
    }
    Ok(Rate { tests, elements, seconds: spent() })
}

/// What this process has used so far.
fn cpu_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
