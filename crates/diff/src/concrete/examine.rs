//! What runs of a seed, or of a variant of it, show about checks.

use std::time::Duration;

use super::bench::Bench;
use super::instrument::instrumented;
use super::truth::{Truth, Undefined};
use super::workshop::{NotRunnable, Workshop};
use crate::{Candidate, Check, Seed};
use soundline_c::Program;

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

/// A check to be examined.
#[derive(Clone, Copy, Debug)]
pub struct Suspect {
    /// The check.
    pub check: Check,
    /// Whether an analyzer that sees only executions that exist says that it fails: then it is looked
    /// for with both compilers, because that analyzer has an order of evaluation too.
    pub witnessed: bool,
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
    /// What the program depends on beside its inputs, where checks held in all runs with all inputs: these are not all runs.
    pub outside: Option<String>,
    /// Why the second compiler could not repeat what the first one showed, if it should have.
    pub unrepeated: Option<String>,
}

/// Runs a seed to see which checks fail. `hints` are inputs that somebody thinks worth a try.
pub fn examine(
    workshop: &Workshop,
    seed: &Seed,
    suspects: &[Suspect],
    hints: &[Vec<u64>],
    effort: &Effort,
) -> Result<Examination, NotRunnable> {
    let watch = Watch::new(seed, suspects);
    let text = instrumented(seed, &watch.claims);
    let bench = Bench::new(workshop, &text, seed.model, &watch.plan, effort)?;
    let mut seen = bench.examine(&seed.program, hints, &watch.witnessed);
    seen.truths = watch.places.iter().map(|place| seen.truths[*place].clone()).collect();
    Ok(seen)
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
    Ok(bench.examine(program, hints, &[false]))
}

/// The checks as the driver wants them: by expression, each once.
struct Watch {
    /// Expression and value, sorted.
    plan: Vec<(usize, u64)>,
    /// Which of them are witnessed.
    witnessed: Vec<bool>,
    /// Where each check is in the plan.
    places: Vec<usize>,
    /// What else than values is told, each once.
    claims: Vec<(Candidate, i128)>,
}

impl Watch {
    fn new(seed: &Seed, suspects: &[Suspect]) -> Watch {
        let all = &seed.candidates.all;
        let mut claims: Vec<(Candidate, i128)> = Vec::new();
        let entry = |Suspect { check, .. }: &Suspect| {
            if check.candidate.claim.is_some() {
                let claim = (check.candidate, check.constant);
                let known = claims.iter().position(|known| *known == claim);
                let place = known.unwrap_or(claims.len());
                if known.is_none() {
                    claims.push(claim);
                }
                return (all.len() + place, 1);
            }
            let number = all.iter().position(|known| *known == check.candidate);
            // A negative value has the bits of its conversion to 64 bits.
            (number.expect("checks are made of the seed's candidates"), check.constant as u64)
        };
        let entries: Vec<(usize, u64)> = suspects.iter().map(entry).collect();
        let mut plan = entries.clone();
        plan.sort_unstable();
        plan.dedup();
        let place = |entry: &(usize, u64)| plan.binary_search(entry).expect("each is listed");
        let places: Vec<usize> = entries.iter().map(place).collect();
        let mut witnessed = vec![false; plan.len()];
        for (suspect, place) in suspects.iter().zip(&places) {
            witnessed[*place] |= suspect.witnessed;
        }
        Watch { plan, witnessed, places, claims }
    }
}
