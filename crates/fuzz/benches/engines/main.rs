//! The engines compared in this process: what guidance costs, and tests until planted bugs are found.
//!
//! `cargo bench -p soundline-fuzz --bench engines [-- cost | detection [SEEDS [TESTS [old|held-out [ENGINE]]]]]`
//!
//! With `held-out`, the bugs on which no search is tuned. Bugs that kill or hang are left out: `soundline eval seeded --engine all` has them too.

mod cost;
mod detection;

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use soundline_fuzz::Search;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number = |at: usize, default: u64| words.get(at).map_or(Ok(default), |word| word.parse());
    let wanted = |name: &str| words.first().is_none_or(|word| word == name);
    if wanted("cost") {
        cost::print()?;
    }
    if wanted("detection") {
        let held_out = words.get(3).is_some_and(|word| word == "held-out");
        let engines = match words.get(4) {
            Some(engine) => vec![engine.parse::<Search>()?],
            None => Search::ALL.to_vec(),
        };
        detection::print(number(1, 5)?, number(2, 30_000)?, held_out, &engines)?;
    }
    Ok(())
}

/// What this process has used so far.
fn cpu_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
