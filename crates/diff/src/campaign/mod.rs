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
mod panel;
mod predicate;
mod record;
mod reduce;
mod running;
mod test;
mod watch;
mod workbench;

pub use ask::{Answer, Ask, Question};
pub use panel::Panel;
pub use predicate::ask_predicate;
pub use record::{
    AnalyzerRecord, Campaign, SeedRecord, Settings, SkipRecord, StopReason, Timings, VariantRecord,
};
pub use reduce::Reducer;
pub use test::{Judged, Step, Tested, test};
pub use watch::until;
pub use workbench::{ConstantSource, Request, Workbench};

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::batch::Unknowns;
use crate::concrete::{Effort, Truth};
use crate::findings::{Dispute, findings, group, merge_by_shape, table_of};
use crate::{Generator, Seed, Variant};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Variants are judged.
    Testing(Step),
    /// So many of so many seeds were run for evidence.
    Running(usize, usize),
    /// So many of so many examples were made smaller.
    Reducing(usize, usize),
}

/// What came of an order: the campaign, and the variants that its disputes and groups are about.
pub struct Outcome {
    /// The campaign.
    pub campaign: Campaign,
    /// The variants with one check, one for each dispute.
    pub variants: Vec<Variant>,
}

/// Of the time for all, the share until which variants are judged, and that until which seeds are
/// run. The rest is for making examples smaller.
const TESTING: f64 = 0.7;
const RUNNING: f64 = 0.85;

/// Runs a campaign.
pub fn run(order: Order<'_>, progress: &(dyn Fn(Progress) + Sync)) -> Outcome {
    let start = Instant::now();
    let (jobs, interrupted) = (order.jobs.max(1), order.interrupted);
    let deadline = |share: f64| order.time.map(|time| start + time.mul_f64(share));
    let (seeds, generators): (Vec<Arc<Seed>>, Vec<Generator>) = order.seeds.into_iter().unzip();
    let mut records: Vec<SeedRecord> = seeds
        .iter()
        .zip(&generators)
        .map(|(seed, generator)| seed_record(seed, generator))
        .collect();
    let hints: Vec<Vec<Vec<u64>>> = generators.iter().map(Generator::inputs).collect();
    let tested = until(interrupted, deadline(TESTING), |stop| {
        let step = |step| progress(Progress::Testing(step));
        test(generators, order.asked, order.unknowns, jobs, stop, &step)
    });
    let disputed: Vec<&Judged> =
        tested.singles.iter().filter(|judged| judged.is_disputed()).collect();
    let mut disputes: Vec<Dispute> =
        disputed.iter().map(|judged| dispute(&seeds, judged)).collect();
    let mut variants: Vec<Variant> =
        disputed.iter().map(|judged| judged.question.variant.clone()).collect();
    drop_repeated(&mut disputes, &mut variants);
    tested.variants.iter().for_each(|judged| records[judged.seed].judged += 1);
    let mut compilers = Vec::new();
    if let Some(concrete) = &order.concrete {
        let columns = order.asked.columns();
        let running = Running { seeds: &seeds, hints: &hints, jobs, columns: &columns, progress };
        compilers = until(interrupted, deadline(RUNNING), |stop| {
            running.evidence(concrete, &mut records, &mut disputes, &variants, stop)
        });
    }
    let table = table_of(order.asked.columns(), &disputes);
    let mut groups = group(&findings(&table, &disputes), &disputes);
    if let Some(reducer) = &order.reducer {
        until(interrupted, deadline(1.0), |stop| {
            let step = |done, all| progress(Progress::Reducing(done, all));
            reducer.reduce_groups(&mut groups, &disputes, &variants, stop, &step);
        });
        groups = merge_by_shape(groups);
    }
    let stop = match (tested.complete, interrupted.load(Ordering::Relaxed)) {
        (_, true) => StopReason::Interrupted,
        (true, _) => StopReason::Budget,
        (false, _) => StopReason::Time,
    };
    let campaign = Campaign {
        soundline: env!("CARGO_PKG_VERSION").to_string(),
        settings: order.settings,
        analyzers: order.analyzers,
        seeds: records,
        skipped: Vec::new(),
        compilers,
        variants: tested.variants.iter().map(variant_record).collect(),
        disputes,
        groups,
        stop,
        timings: Timings {
            elapsed: start.elapsed().as_secs_f64(),
            analyzers: tested.time.as_secs_f64(),
            driver: own_time().as_secs_f64(),
            answers: tested.answers,
            known: tested.known,
        },
    };
    Outcome { campaign, variants }
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
    let Judged { seed, number, question, said } = judged;
    let checks = question.variant.checks().iter();
    VariantRecord {
        seed: *seed,
        number: *number,
        key: question.key.to_string(),
        checks: checks.map(|check| question.variant.shown(check)).collect(),
        said: said.clone(),
    }
}

fn dispute(seeds: &[Arc<Seed>], judged: &Judged) -> Dispute {
    let (seed, variant) = (&seeds[judged.seed], &judged.question.variant);
    let check = &variant.checks()[0];
    let place = seed.program.source.locate(check.candidate.site.span.start);
    Dispute {
        seed: judged.seed,
        variant: judged.number,
        key: judged.question.key.to_string(),
        check: variant.shown(check),
        function: seed.program.function(check.candidate.site.function).name.clone(),
        line: place.line,
        column: place.column,
        said: judged.said.clone(),
        truth: Truth::Open,
    }
}

/// The same check may come up in several variants of a seed; it is one dispute.
fn drop_repeated(disputes: &mut Vec<Dispute>, variants: &mut Vec<Variant>) {
    let mut known = std::collections::HashSet::new();
    let keep: Vec<bool> =
        disputes.iter().map(|dispute| known.insert(dispute.key.clone())).collect();
    let mut flags = keep.iter();
    disputes.retain(|_| *flags.next().expect("one for each"));
    let mut flags = keep.iter();
    variants.retain(|_| *flags.next().expect("one for each"));
}

/// Processor time of this process so far, wardens not among it.
fn own_time() -> Duration {
    let usage = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(usage.tv_sec.unsigned_abs(), usage.tv_nsec.unsigned_abs() as u32)
}
