//! The values that expressions have in concrete runs.

use super::{BuildError, Ending, Executable, Inputs, RunLimits, Sanitizers};
use crate::{Candidate, Encoding, Form, Pool, Seed, variant::render_arguments};
use soundline_c::IntType;
use soundline_lattice::choices::derived_seed;
use std::{collections::BTreeMap, path::Path};

/// What was seen of one expression.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// Its values, each with the number of the first run that had it.
    pub values: BTreeMap<i128, usize>,
}

/// What was seen of a seed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observations {
    /// For each candidate, in their order.
    pub candidates: Vec<Observed>,
    /// The inputs of each run: replaying them shows the same values again.
    pub inputs: Vec<Vec<i128>>,
    /// How each run ended.
    pub endings: Vec<Ending>,
}

impl Observed {
    /// Values next to observed ones that were not observed themselves.
    pub fn outside(&self, ty: IntType) -> Vec<i128> {
        let around = self.values.keys().flat_map(|value| [value - 1, value + 1]);
        let mut outside: Vec<i128> =
            around.filter(|v| ty.contains(*v) && !self.values.contains_key(v)).collect();
        outside.sort_unstable();
        outside.dedup();
        outside
    }
}

/// Runs a seed with random inputs and watches all of its candidates. Runs that end in undefined
/// behaviour add nothing.
pub fn observe(
    seed: &Seed,
    runs: usize,
    random_seed: u64,
    limits: RunLimits,
) -> Result<Observations, BuildError> {
    let all: Vec<&Candidate> = seed.candidates.all.iter().collect();
    let executable = Executable::build(
        &watched(seed, &all, Form::default()),
        seed.model,
        Sanitizers::default(),
    )?;
    let pool = Pool::of(&seed.program).values(IntType { bits: 64, ..IntType::INT });
    let mut observations = Observations {
        candidates: vec![Observed::default(); all.len()],
        inputs: Vec::new(),
        endings: Vec::new(),
    };
    // The same inputs wherever the file is.
    let name = Path::new(&seed.name).file_name().unwrap_or_default().to_string_lossy();
    for number in 0..runs {
        let random = derived_seed(random_seed, &name, number as u64);
        let inputs = Inputs::Random { seed: random, pool: pool.clone() };
        let run = executable.run(&inputs, limits)?;
        if run.ending.is_defined() {
            for (site, values) in &run.seen {
                let Some(observed) = observations.candidates.get_mut(*site as usize) else {
                    continue;
                };
                let ty = all[*site as usize].int;
                for value in values.iter().filter_map(|value| ty.wrap(*value)) {
                    observed.values.entry(value).or_insert(number);
                }
            }
        }
        observations.inputs.push(run.inputs);
        observations.endings.push(run.ending);
    }
    Ok(observations)
}

/// The seed with every candidate reported under its number, by the placements that checks have.
pub fn watched(seed: &Seed, candidates: &[&Candidate], form: Form) -> Vec<u8> {
    let check = match form {
        Form::Expression => "soundline_see({condition})",
        Form::Statement => "{ soundline_see({condition}); }",
    };
    let prelude = "extern void soundline_see(int, long long);\n".into();
    let encoding = Encoding { prelude, check: check.into(), form };
    let arguments = candidates.iter().enumerate().map(|(number, candidate)| {
        let text = seed.program.source.slice(candidate.site.span);
        (**candidate, format!("{number}, (long long)({text})"))
    });
    render_arguments(seed, arguments, &encoding)
}
