//! A campaign: from seeds to findings.
//!
//! ```text
//! seeds ──► test ──────────► evidence ─────► findings ──► reduce ──► Campaign
//!           variants, store,  seeds are run,  grouped by   smallest   kept as JSON
//!           divide & conquer  if asked for    cause        programs
//! ```
//!
//! All that costs time goes through the store of verdicts. So a campaign that was stopped, by the user or
//! by a kill, is continued by starting it again: what is known is not asked again.

mod ask;
mod course;
mod interrogate;
mod panel;
mod predicate;
mod record;
mod reduce;
mod running;
mod test;
mod watch;
mod workbench;

pub use ask::{Ask, Question, Reply};
pub use interrogate::{Changed, Interrogator};
pub use panel::Panel;
pub use predicate::ask_predicate;
pub use record::{
    AnalyzerRecord, Campaign, SeedRecord, Settings, SkipRecord, StopReason, Timings, VariantRecord,
};
pub use reduce::Reducer;
pub use test::{Judged, Step, Tested, Testing};
pub use watch::until;
pub use workbench::{ConstantSource, Request, Workbench};

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::batch::Unknowns;
use crate::concrete::Effort;
use crate::{Generator, Seed, Variant};
use course::{Clock, Course};
use interrogate::Asked;
use running::Running;
use soundline_isolate::Warden;

/// What a campaign is to do.
pub struct Order<'a> {
    /// The seeds, each with what makes its variants.
    pub seeds: Vec<(Arc<Seed>, Generator)>,
    /// What is kept about the order.
    pub settings: Settings,
    /// The analyzers as they are kept.
    pub analyzers: Vec<AnalyzerRecord>,
    /// Those who are asked.
    pub asked: &'a dyn Ask,
    /// What is made of analyzers without an opinion.
    pub unknowns: Unknowns,
    /// How many things are done at the same time.
    pub jobs: usize,
    /// How long it may take in all.
    pub time: Option<Duration>,
    /// Running the seeds, if the user asked for it.
    pub concrete: Option<Concrete>,
    /// Asking analyzers about changed variants, if wanted.
    pub interrogator: Option<Interrogator<'a>>,
    /// Making examples smaller, if wanted.
    pub reducer: Option<Reducer<'a>>,
    /// Whether the user wants it to end.
    pub interrupted: &'a AtomicBool,
}

/// How seeds are run.
#[derive(Clone, Debug)]
pub struct Concrete {
    /// A folder to work in.
    pub folder: PathBuf,
    /// Who watches.
    pub warden: Warden,
    /// How much of it.
    pub effort: Effort,
}

/// How a campaign goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Variants are judged.
    Testing(Step),
    /// So many of so many seeds were run for evidence.
    Running(usize, usize),
    /// So many of so many examples were made smaller.
    Reducing(usize, usize),
    /// A finding is confirmed, the first one of its cause: a sentence.
    Confirmed(String),
    /// So many times an analyzer contradicts itself about programs that mean the same.
    Contradictions(usize),
}

/// What came of an order: the campaign, and the variants that its disputes and groups are about.
#[non_exhaustive]
pub struct Outcome {
    /// The campaign.
    pub campaign: Campaign,
    /// The variants with one check, one for each dispute.
    pub variants: Vec<Variant>,
    /// The variants that were judged as a whole, one for each record of the campaign.
    pub judged: Vec<Variant>,
    /// The programs of metamorphic checks, one for each change.
    pub changed: Vec<Changed>,
}

/// Runs a campaign.
pub fn run(order: Order<'_>, progress: &(dyn Fn(Progress) + Sync)) -> Outcome {
    let start = Instant::now();
    let (seeds, generators): (Vec<Arc<Seed>>, Vec<Generator>) = order.seeds.into_iter().unzip();
    let records: Vec<SeedRecord> = seeds
        .iter()
        .zip(&generators)
        .map(|(seed, generator)| seed_record(seed, generator))
        .collect();
    let hints: Vec<Vec<Vec<u64>>> = generators.iter().map(Generator::inputs).collect();
    let (jobs, columns) = (order.jobs.max(1), order.asked.columns());
    let running = order.concrete.as_ref().map(|concrete| Running {
        concrete,
        seeds: &seeds,
        hints: &hints,
        jobs,
        columns: &columns,
        progress,
        truths: HashMap::new(),
        compilers: Vec::new(),
    });
    let mut course = Course {
        clock: Clock { start, time: order.time, interrupted: order.interrupted },
        seeds: &seeds,
        columns: &columns,
        testing: Testing::new(generators, order.asked, order.unknowns, jobs),
        running,
        interrogator: order.interrogator.as_ref(),
        reducer: order.reducer.as_ref(),
        progress,
        records,
        disputes: Vec::new(),
        variants: Vec::new(),
        groups: Vec::new(),
        reductions: BTreeMap::new(),
        asked: Asked::default(),
        told: BTreeSet::new(),
    };
    course.run();
    let stop = match (course.testing.is_complete(), order.interrupted.load(Ordering::Relaxed)) {
        (_, true) => StopReason::Interrupted,
        (true, _) => StopReason::Budget,
        (false, _) => StopReason::Time,
    };
    let (tested, asked) = (course.testing.tested(), course.asked);
    tested.variants.iter().for_each(|judged| course.records[judged.seed].judged += 1);
    let campaign = Campaign {
        soundline: env!("CARGO_PKG_VERSION").to_string(),
        settings: order.settings,
        analyzers: order.analyzers,
        seeds: course.records,
        skipped: Vec::new(),
        compilers: course.running.map_or(Vec::new(), |running| running.compilers),
        variants: tested.variants.iter().map(variant_record).collect(),
        disputes: course.disputes,
        groups: course.groups,
        metamorphic: asked.interrogation,
        stop,
        timings: Timings {
            elapsed: start.elapsed().as_secs_f64(),
            analyzers: (tested.time + asked.time).as_secs_f64(),
            driver: own_time().as_secs_f64(),
            answers: tested.answers + asked.answers,
            known: tested.known + asked.known,
            cost: (tested.cost + asked.cost).as_secs_f64(),
        },
    };
    let judged = tested.variants.iter().map(|judged| judged.question.variant.clone()).collect();
    Outcome { campaign, variants: course.variants, judged, changed: asked.changed }
}

fn seed_record(seed: &Seed, generator: &Generator) -> SeedRecord {
    SeedRecord {
        name: seed.name.clone(),
        bits: seed.model.pointer_bits(),
        candidates: seed.candidates.all.len(),
        planned: generator.budget(),
        judged: 0,
        runs: 0,
        not_runnable: None,
        unrepeated: None,
        undefined: None,
    }
}

fn variant_record(judged: &Judged) -> VariantRecord {
    let Judged { seed, number, question, said, .. } = judged;
    let checks = question.variant.checks().iter();
    VariantRecord {
        seed: *seed,
        number: *number,
        key: question.key.to_string(),
        checks: checks.map(|check| question.variant.shown(check)).collect(),
        said: said.clone(),
    }
}

/// Processor time of this process so far, wardens not among it.
fn own_time() -> Duration {
    let usage = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(usage.tv_sec.unsigned_abs(), usage.tv_nsec.unsigned_abs() as u32)
}
