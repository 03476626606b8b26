//! The variants of a seed, one after the other.

use crate::{Check, Constants, Feedback, Search, Seed, Strategy, Variant};
use soundline_lattice::choices::{Random, derived_seed};
use std::sync::Arc;

/// How variants are made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which candidates are checked.
    pub strategy: Strategy,
    /// How many constants one expression is compared with in a variant.
    pub batch: usize,
    /// How many variants of one seed; by default [`default_budget`].
    pub budget: Option<usize>,
    /// All randomness comes from here.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { strategy: Strategy::Uniform, batch: 8, budget: None, seed: 0 }
    }
}

/// The smaller of 100 and a fifth of the candidates, at least 1 if there are any.
pub fn default_budget(candidates: usize) -> usize {
    candidates.div_ceil(5).min(100)
}

/// Makes the variants of one seed. The same plan makes the same variants, whatever happens to other
/// seeds.
#[derive(Clone, Debug)]
pub struct Generator {
    seed: Arc<Seed>,
    plan: Plan,
    search: Search,
    constants: Constants,
    stream: u64,
    made: usize,
    budget: usize,
}

/// A variant, and the candidate that it checks.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Its place in the order of the generator, from 0.
    pub number: usize,
    /// The place of the candidate among those of the seed.
    pub candidate: usize,
    /// The variant.
    pub variant: Variant,
}

impl Generator {
    /// The generator of a seed's variants.
    pub fn new(seed: Arc<Seed>, plan: Plan, constants: Constants) -> Generator {
        let name = seed.key().to_string();
        Generator::called(&name, seed, plan, constants)
    }

    /// The same, where what is drawn depends on a name: the content of a preprocessed text depends on the folder that it was
    /// made in.
    pub fn called(name: &str, seed: Arc<Seed>, plan: Plan, constants: Constants) -> Generator {
        let count = seed.candidates.all.len();
        let budget = if count == 0 { 0 } else { plan.budget.unwrap_or(default_budget(count)) };
        let stream = derived_seed(plan.seed, name, 0);
        let search = Search::new(plan.strategy, &seed.program, &seed.candidates, stream);
        Generator { seed, plan, search, constants, stream, made: 0, budget }
    }

    /// How many variants there will be.
    pub fn budget(&self) -> usize {
        self.budget
    }

    /// Whether all variants are made.
    pub fn is_done(&self) -> bool {
        self.made >= self.budget
    }

    /// Inputs with which the seed was run to find constants, if it was.
    pub fn inputs(&self) -> Vec<Vec<u64>> {
        self.constants.inputs()
    }

    /// Tells what came of a variant.
    pub fn learn(&mut self, candidate: usize, feedback: Feedback) {
        self.search.learn(candidate, feedback);
    }
}

impl Iterator for Generator {
    type Item = Generated;

    fn next(&mut self) -> Option<Generated> {
        if self.is_done() {
            return None;
        }
        let index = self.search.pick()?;
        let candidate = self.seed.candidates.all[index];
        // Every variant has a stream of its own, so that what is drawn for one changes no other.
        let mut random = Random::new(derived_seed(self.stream, "constants", self.made as u64));
        let (candidates, count) = (&self.seed.candidates, self.plan.batch.max(1));
        let constants = self.constants.draw_many(index, candidates, count, &mut random);
        let checks = constants.into_iter().map(|constant| Check { candidate, constant }).collect();
        let number = self.made;
        self.made += 1;
        Some(Generated {
            number,
            candidate: index,
            variant: Variant::new(self.seed.clone(), checks),
        })
    }
}
