//! The constants that expressions are compared with.

mod pool;

pub use pool::{Pool, random_of_width};

use crate::{Candidates, concrete::Observations};
use soundline_lattice::choices::Random;

/// Where constants come from.
#[derive(Clone, Debug)]
pub enum Constants {
    /// The program, and random bits.
    Pool(Pool),
    /// Concrete runs: values that an expression had, which make a check that fails, and values
    /// next to them, which make one that may hold. Expressions that no run evaluated get
    /// theirs from the pool.
    Trace(Pool, Observations),
}

impl Constants {
    /// The inputs of the runs that constants come from, as bits, each once: values that were seen are seen
    /// again with them.
    pub fn inputs(&self) -> Vec<Vec<u64>> {
        let Constants::Trace(_, seen) = self else { return Vec::new() };
        let mut inputs: Vec<Vec<u64>> = seen.inputs.clone();
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }

    /// Up to `count` different constants for the candidate of that number. Only values are taken from runs.
    pub fn draw_many(
        &self,
        number: usize,
        candidates: &Candidates,
        count: usize,
        random: &mut Random,
    ) -> Vec<i128> {
        let (pool, observed) = match self {
            Constants::Pool(pool) => (pool, None),
            Constants::Trace(pool, seen) => (pool, seen.candidates.get(number)),
        };
        let candidate = &candidates.all[number];
        if let Some(claim) = candidates.claim_of(candidate) {
            return claim.draw_many(pool, count, random);
        }
        let values = candidate.values();
        let Some(observed) = observed.filter(|observed| !observed.values.is_empty()) else {
            return pool.draw_many(values, count, random);
        };
        let mut inside: Vec<i128> = observed.values.keys().copied().collect();
        let mut outside = observed.outside(values);
        let mut drawn = Vec::new();
        while drawn.len() < count && !(inside.is_empty() && outside.is_empty()) {
            let first = outside.is_empty() || (!inside.is_empty() && random.up_to(1) == 0);
            let from = if first { &mut inside } else { &mut outside };
            drawn.push(from.swap_remove(random.up_to(from.len() as u64 - 1) as usize));
        }
        drawn
    }
}
