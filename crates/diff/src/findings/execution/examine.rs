//! The truth about checks, as far as runs show it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::instrument::instrumented;
use super::plan::{Mode, Plan};
use super::told::{Input, RunEnd, Told};
use super::workshop::{Built, Filling, NotRunnable, Workshop};
use crate::{Check, Seed};
use soundline_c::{DataModel, Program};

/// What is known about a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Truth {
    /// It failed in a run with these inputs, before any undefined behaviour.
    Fails(Vec<Input>),
    /// It held in all runs that there are, of which there are so many; none had undefined behaviour.
    Holds(u64),
    /// Neither was seen.
    Open,
}

/// Undefined behaviour that was seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undefined {
    /// What the sanitizer said.
    pub reason: String,
    /// The inputs of the run.
    pub inputs: Vec<Input>,
}

/// How much running is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most runs.
    pub runs: u64,
    /// The processor time that one may take.
    pub run_time: Duration,
    /// The processor time that all runs of one program may take.
    pub all_time: Duration,
    /// All randomness comes from here.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        let (run_time, all_time) = (Duration::from_millis(500), Duration::from_secs(8));
        Effort { runs: 2048, run_time, all_time, seed: 0 }
    }
}

/// What runs of a seed showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examination {
    /// About each check.
    pub truths: Vec<Truth>,
    /// Undefined behaviour of the seed, if some was seen.
    pub undefined: Option<Undefined>,
    /// How many runs there were.
    pub runs: u64,
}

/// Runs a seed to see which checks fail. `hints` are inputs that somebody thinks worth a try.
pub fn examine(
    workshop: &Workshop,
    seed: &Seed,
    checks: &[Check],
    hints: &[Vec<u64>],
    effort: &Effort,
) -> Result<Examination, NotRunnable> {
    let watch = Watch::new(seed, checks);
    let text = instrumented(seed, &seed.candidates.all);
    let bench = Bench::new(workshop, &text, seed.model, &watch.plan, effort)?;
    let (truths, undefined, runs) = bench.examine(&seed.program, hints);
    let truths = watch.places.iter().map(|place| truths[*place].clone()).collect();
    Ok(Examination { truths, undefined, runs })
}

/// Runs a program in plain form to see whether a check of it fails: no matter which one.
pub fn examine_plain(
    workshop: &Workshop,
    program: &Program,
    hints: &[Vec<u64>],
    effort: &Effort,
) -> Result<Examination, NotRunnable> {
    // The driver's own `__VERIFIER_assert` tells the value 1 of expression 0 when it fails.
    let (text, model) = (program.source.bytes(), program.types.model());
    let bench = Bench::new(workshop, text, model, &[(0, 1)], effort)?;
    let (truths, undefined, runs) = bench.examine(program, hints);
    Ok(Examination { truths, undefined, runs })
}

/// The checks as the driver wants them: by expression, each once.
struct Watch {
    /// Expression and value, sorted.
    plan: Vec<(usize, u64)>,
    /// Where each check is in the plan.
    places: Vec<usize>,
}

impl Watch {
    fn new(seed: &Seed, checks: &[Check]) -> Watch {
        let all = &seed.candidates.all;
        let entry = |check: &Check| {
            let number = all.iter().position(|known| *known == check.candidate);
            // A negative value has the bits of its conversion to 64 bits.
            (number.expect("checks are made of the seed's candidates"), check.constant as u64)
        };
        let entries: Vec<(usize, u64)> = checks.iter().map(entry).collect();
        let mut plan = entries.clone();
        plan.sort_unstable();
        plan.dedup();
        let place = |entry: &(usize, u64)| plan.binary_search(entry).expect("each is listed");
        let places = entries.iter().map(place).collect();
        Watch { plan, places }
    }
}

/// The constants of a program with their neighbours, as bits.
fn constants(program: &Program) -> Vec<u64> {
    let constants = program.constants();
    let around = constants
        .iter()
        .flat_map(|c| [*c as u64, (*c as u64).wrapping_add(1), (*c as u64).wrapping_sub(1)]);
    let mut around: Vec<u64> = around.collect();
    around.sort_unstable();
    around.dedup();
    around.truncate(1000);
    around
}

/// Both programs of a seed, and what they are run for.
struct Bench<'a> {
    workshop: &'a Workshop,
    effort: &'a Effort,
    checks: &'a [(usize, u64)],
    builds: [Built; 2],
}

type Seen = (Vec<Truth>, Option<Undefined>, u64);

impl<'a> Bench<'a> {
    fn new(
        workshop: &'a Workshop,
        text: &[u8],
        model: DataModel,
        checks: &'a [(usize, u64)],
        effort: &'a Effort,
    ) -> Result<Bench<'a>, NotRunnable> {
        let build = |filling| workshop.build(text, model, filling);
        let builds = [build(Filling::Pattern)?, build(Filling::Zeros)?];
        Ok(Bench { workshop, effort, checks, builds })
    }

    fn examine(&self, program: &Program, hints: &[Vec<u64>]) -> Seen {
        self.enumerate().unwrap_or_else(|| self.search(constants(program), hints))
    }

    fn run(&self, build: usize, mode: Mode) -> Option<Told> {
        let Effort { runs, run_time, all_time, .. } = *self.effort;
        let plan = Plan { mode, runs, run_time, all_time, checks: self.checks.to_vec() };
        self.workshop.run(&self.builds[build], &plan)
    }

    /// All runs, if there are few enough inputs, and both programs do the same.
    fn enumerate(&self) -> Option<Seen> {
        let told = self.run(0, Mode::Enumerate).filter(|told| told.complete)?;
        let other = self.run(1, Mode::Enumerate).filter(|told| told.complete)?;
        let (failures, others) = (failures(&told), failures(&other));
        let undefined = undefined(&told).or_else(|| undefined(&other)).or_else(|| {
            let reason = "what it does depends on memory that it did not initialise".to_string();
            (told.digest != other.digest).then_some(Undefined { reason, inputs: Vec::new() })
        });
        let truth = |check: usize| match (failures.get(&check), others.contains_key(&check)) {
            (Some(inputs), true) => Truth::Fails(inputs.clone()),
            (None, false) if undefined.is_none() => Truth::Holds(told.runs),
            _ => Truth::Open,
        };
        let truths = (0..self.checks.len()).map(truth).collect();
        Some((truths, undefined, told.runs + other.runs))
    }

    /// Random runs and hints. What fails is run again in the other program.
    fn search(&self, constants: Vec<u64>, hints: &[Vec<u64>]) -> Seen {
        let mut told: Vec<Told> = Vec::new();
        for hint in hints {
            told.extend(self.run(0, Mode::Replay(hint.clone())));
        }
        told.extend(self.run(0, Mode::Random { seed: self.effort.seed, constants }));
        let mut truths = vec![Truth::Open; self.checks.len()];
        let mut undefined_seen = None;
        for told in &told {
            undefined_seen = undefined_seen.or_else(|| undefined(told));
            for run in told.news.iter().filter(|run| !run.failed.is_empty()) {
                let inputs = run.inputs.iter().map(|input| input.raw).collect();
                let Some(again) = self.run(1, Mode::Replay(inputs)) else { continue };
                let again = failures(&again);
                for (check, _) in &run.failed {
                    let until = run.inputs_until(*check).unwrap_or_default();
                    if truths[*check] == Truth::Open && again.contains_key(check) {
                        truths[*check] = Truth::Fails(until.to_vec());
                    }
                }
            }
        }
        (truths, undefined_seen, told.iter().map(|told| told.runs).sum())
    }
}

/// The checks that failed, with the inputs of the first run that showed it.
fn failures(told: &Told) -> BTreeMap<usize, Vec<Input>> {
    let mut failures = BTreeMap::new();
    for run in &told.news {
        for (check, _) in &run.failed {
            let inputs = run.inputs_until(*check).unwrap_or_default();
            failures.entry(*check).or_insert_with(|| inputs.to_vec());
        }
    }
    failures
}

fn undefined(told: &Told) -> Option<Undefined> {
    let run = told.news.iter().find(|run| run.end == RunEnd::Undefined)?;
    let reason = run.reason.clone().unwrap_or_else(|| "a signal".to_string());
    Some(Undefined { reason, inputs: run.inputs.clone() })
}
