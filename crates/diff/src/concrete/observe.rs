//! The values that expressions have in concrete runs.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use soundline_c::ValueRange;
use soundline_lattice::choices::derived_seed;

use super::plan::{Mode, Plan, Watch};
use super::told::RunEnd;
use super::workshop::{Filling, NotRunnable, Workshop};
use crate::variant::render_arguments;
use crate::{Candidate, Encoding, Form, Pool, Seed};

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
    /// The bits of the inputs of each run: replaying them shows the same values again.
    pub inputs: Vec<Vec<u64>>,
    /// How each run ended.
    pub endings: Vec<RunEnd>,
}

impl Observed {
    /// Values next to observed ones that were not observed themselves.
    pub fn outside(&self, values: ValueRange) -> Vec<i128> {
        let around = self.values.keys().flat_map(|value| [value - 1, value + 1]);
        let mut outside: Vec<i128> =
            around.filter(|v| values.contains(*v) && !self.values.contains_key(v)).collect();
        outside.sort_unstable();
        outside.dedup();
        outside
    }
}

/// Runs a seed with random inputs and watches all of its candidates. Runs that end in undefined
/// behaviour add nothing. A seed without inputs has one run only.
pub fn observe(
    workshop: &Workshop,
    seed: &Seed,
    runs: u64,
    random_seed: u64,
    run_time: Duration,
) -> Result<Observations, NotRunnable> {
    let all: Vec<&Candidate> = seed.candidates.all.iter().collect();
    let text = watched(seed, &all, Form::default());
    let built = workshop.build(&text, seed.model, workshop.first()?, Filling::Pattern)?;
    // The same inputs wherever the file is.
    let name = Path::new(&seed.name).file_name().unwrap_or_default().to_string_lossy();
    let pool = Pool::of(&seed.program)
        .values(ValueRange { least: i64::MIN.into(), most: i64::MAX.into() });
    let mode = Mode::Random {
        seed: derived_seed(random_seed, &name, 0),
        constants: pool.iter().map(|value| *value as u64).collect(),
    };
    let all_time = run_time.saturating_mul(u32::try_from(runs).unwrap_or(u32::MAX));
    let watch = Watch { expressions: all.len(), events: false };
    let plan = Plan { mode, runs, run_time, all_time, checks: Vec::new(), watch };
    let told = workshop.run(&built, &plan);
    let told = told.ok_or_else(|| NotRunnable("its runs did not come to an end".to_string()))?;
    let mut observations = Observations {
        candidates: vec![Observed::default(); all.len()],
        inputs: Vec::new(),
        endings: Vec::new(),
    };
    for (number, run) in told.news.iter().enumerate() {
        let counts = run.seen.iter().filter(|_| run.end.is_defined());
        for (site, values) in counts {
            let Some(observed) = observations.candidates.get_mut(*site) else { continue };
            let ty = all[*site].int;
            for value in values.iter().filter_map(|value| ty.wrap(i128::from(*value as i64))) {
                observed.values.entry(value).or_insert(number);
            }
        }
        observations.inputs.push(run.inputs.iter().map(|input| input.raw).collect());
        observations.endings.push(run.end);
    }
    Ok(observations)
}

/// The seed with every candidate whose value is compared told under its number, by the placements that checks have.
pub fn watched(seed: &Seed, candidates: &[&Candidate], form: Form) -> Vec<u8> {
    let check = match form {
        Form::Expression => "soundline_saw({condition})",
        Form::Statement => "{ soundline_saw({condition}); }",
    };
    let prelude = super::instrument::PRELUDE.into();
    let encoding = Encoding { prelude, check: check.into(), form };
    let valued = candidates.iter().enumerate().filter(|(_, candidate)| candidate.claim.is_none());
    let arguments = valued.map(|(number, candidate)| {
        let text = seed.program.source.slice(candidate.site.span);
        (**candidate, vec![format!("{number}, (unsigned long long)({text})")])
    });
    render_arguments(seed, arguments, &encoding)
}
