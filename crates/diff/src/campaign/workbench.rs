//! A workbench: the seeds, analyzers and limits that several campaigns of one command share.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use soundline_c::{Clang, Error};

use super::{Concrete, Interrogator, Order, Outcome, Panel, Progress, Reducer, Settings, run};
use crate::batch::Unknowns;
use crate::concrete::{Effort, Workshop, observe};
use crate::seed::Seeds;
use crate::{Constants, Generator, Kinds, Plan, Pool, Seed};
use soundline_isolate::{Limits, Scratch, Stop, Warden};

/// Runs of a seed that constants are taken from, and the time that one may take.
const OBSERVED: u64 = 20;
const OBSERVED_TIME: Duration = Duration::from_secs(2);

/// Where the constants in checks come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConstantSource {
    /// The program, and random ones.
    #[default]
    Pool,
    /// Values that were seen in runs, and those just outside; seeds are compiled and run.
    Trace,
}

impl ConstantSource {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            ConstantSource::Pool => "pool",
            ConstantSource::Trace => "trace",
        }
    }
}

impl std::str::FromStr for ConstantSource {
    type Err = String;

    fn from_str(text: &str) -> Result<ConstantSource, String> {
        match text {
            "pool" => Ok(ConstantSource::Pool),
            "trace" => Ok(ConstantSource::Trace),
            _ => Err(format!("constants come from `pool` or `trace`, not `{text}`")),
        }
    }
}

/// What one campaign is to do with what is on the workbench.
#[derive(Clone, Debug)]
pub struct Request {
    /// How variants are made.
    pub plan: Plan,
    /// How long in all, if that is limited.
    pub time: Option<Duration>,
    /// How many examples are reduced.
    pub reduce: usize,
    /// How long reducing one may take.
    pub reduce_time: Duration,
    /// Variants of each seed with metamorphic checks.
    pub metamorphic: usize,
    /// The folder to run seeds in, if they are to be run.
    pub concrete: Option<PathBuf>,
    /// The options with which `soundline diff try` does the same.
    pub again: String,
}

impl Request {
    /// Variants as planned; nothing is run or reduced.
    pub fn new(plan: Plan) -> Request {
        let reduce_time = Duration::from_secs(120);
        Request {
            plan,
            time: None,
            reduce: 0,
            reduce_time,
            metamorphic: 0,
            concrete: None,
            again: String::new(),
        }
    }
}

/// Seeds that were read, analyzers that were found, and how they are put together.
pub struct Workbench {
    /// The seeds, and what is none.
    pub seeds: Seeds,
    /// The analyzers with their store.
    pub panel: Panel,
    /// Who watches foreign programs.
    pub warden: Warden,
    /// Where constants come from.
    pub constants: ConstantSource,
    /// The kinds of checks that the seeds were read for.
    pub kinds: Kinds,
    /// What an analyzer may use.
    pub limits: Limits,
    /// How many things are done at the same time.
    pub jobs: usize,
    /// What is made of analyzers without an opinion.
    pub unknowns: Unknowns,
}

impl Workbench {
    /// Runs a campaign.
    pub fn run(
        &self,
        request: &Request,
        interrupted: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Outcome, Error> {
        let plan = &request.plan;
        let tracing = self.tracing();
        let generator = |seed: &Arc<Seed>| {
            let workshop = tracing.as_ref().map(|(workshop, _)| workshop);
            let constants = constants(workshop, plan.seed, seed);
            Generator::new(Arc::clone(seed), plan.clone(), constants)
        };
        let seeds = self.seeds.seeds.iter().map(|seed| (Arc::clone(seed), generator(seed)));
        let effort = Effort { seed: plan.seed, ..Effort::default() };
        let concrete = request.concrete.clone().map(|folder| Concrete {
            folder,
            warden: self.warden.clone(),
            effort,
        });
        let clang = Clang::find()?;
        let reducer = (request.reduce > 0).then(|| Reducer {
            clang: &clang,
            panel: &self.panel,
            concrete: concrete.clone(),
            warden: self.warden.clone(),
            examples: request.reduce,
            time: request.reduce_time,
            client: predicate_client(),
        });
        let interrogator = (request.metamorphic > 0).then(|| Interrogator {
            clang: &clang,
            panel: &self.panel,
            concrete: concrete.clone(),
            variants: request.metamorphic,
            jobs: self.jobs,
        });
        let mut limits =
            format!("{} s, {} MiB", self.limits.time.as_secs_f64(), self.limits.memory >> 20);
        limits.extend(self.limits.cores.map(|cores| format!(", {cores} cores")));
        let order = Order {
            seeds: seeds.collect(),
            settings: Settings {
                seed: plan.seed,
                strategy: plan.strategy.to_string(),
                batch: plan.batch,
                budget: plan.budget,
                kinds: if self.kinds == Kinds::default() { Vec::new() } else { self.kinds.names() },
                constants: self.constants.name().to_string(),
                limits,
                concrete: concrete.is_some(),
                metamorphic: request.metamorphic,
                again: request.again.clone(),
            },
            analyzers: self.panel.records(),
            asked: &self.panel,
            unknowns: self.unknowns,
            jobs: self.jobs,
            time: request.time,
            concrete,
            interrogator,
            reducer,
            interrupted,
        };
        let mut outcome = run(order, progress);
        outcome.campaign.skipped = self.seeds.skipped.clone();
        Ok(outcome)
    }

    /// Where seeds are run for their values, if that is wanted and there is room.
    fn tracing(&self) -> Option<(Workshop, Scratch)> {
        if self.constants != ConstantSource::Trace {
            return None;
        }
        let scratch = Scratch::new().ok()?;
        let workshop = Workshop::new(scratch.path(), self.warden.clone(), Stop::default());
        Some((workshop.ok()?, scratch))
    }
}

/// Where a seed cannot be run, its own constants have to do.
fn constants(workshop: Option<&Workshop>, random: u64, seed: &Seed) -> Constants {
    let pool = Pool::of(&seed.program);
    let seen = workshop.map(|shop| observe(shop, seed, OBSERVED, random, OBSERVED_TIME));
    match seen {
        Some(Ok(observations)) => Constants::Trace(pool, observations),
        _ => Constants::Pool(pool),
    }
}

/// This program asks the predicate for cvise.
fn predicate_client() -> Option<Vec<OsString>> {
    let own = std::env::current_exe().ok()?;
    Some(vec![own.into(), "diff".into(), "interesting".into()])
}
