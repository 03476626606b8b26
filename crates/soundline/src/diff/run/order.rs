//! What campaigns of one command share: seeds, analyzers, limits.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use soundline_c::{Clang, DataModel};
use soundline_diff::analyzer::Analyzer;
use soundline_diff::batch::Unknowns;
use soundline_diff::campaign::{
    Concrete, Order, Outcome, Panel, Progress, Reducer, Settings, SkipRecord, run,
};
use soundline_diff::concrete::{RunLimits, observe};
use soundline_diff::findings::execution::Effort;
use soundline_diff::store::Store;
use soundline_diff::{Constants, Generator, Plan, Pool, Seed, Strategy};
use soundline_isolate::{Limits, Warden};

use super::{model, seeds};
use crate::diff::selection::{Selection, default_jobs, find};
use crate::ending::Complaint;
use crate::test::duration;

/// Seeds and analyzers on the command line.
#[derive(clap::Args)]
pub struct Chosen {
    /// C files, folders of them, or task files (.yml) of SV-COMP
    seeds: Vec<PathBuf>,
    /// That many random programs by csmith
    #[arg(long, default_value_t = 0, value_name = "N")]
    csmith: u64,
    /// The data model where no task says it: 32 or 64
    #[arg(long, default_value = "32", value_name = "BITS", value_parser = model)]
    model: DataModel,
    #[command(flatten)]
    selection: Selection,
    /// Variants of each seed [default: a fifth of its candidates, at most 100]
    #[arg(long, value_name = "N")]
    budget: Option<usize>,
    /// Constants in checks: pool (of the program, and random), or trace (values seen in runs, and those
    /// just outside; compiles and runs the seeds)
    #[arg(long, default_value = "pool", value_name = "KIND", value_parser = ["pool", "trace"])]
    constants: String,
    /// Where all randomness comes from
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,
    /// Analyzers at a time [default: the number of cores]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Processor time of an analyzer for one variant
    #[arg(long, default_value = "30s", value_name = "TIME", value_parser = duration)]
    time_limit: Duration,
    /// Memory of an analyzer, in MiB
    #[arg(long, default_value_t = 8192, value_name = "MIB")]
    memory_limit: u64,
    /// Also split batches about which analyzers only do not know
    #[arg(long)]
    split_unknown: bool,
}

/// What one campaign is to do.
#[derive(Clone)]
pub struct Wish {
    pub strategy: Strategy,
    pub batch: usize,
    pub seed: u64,
    pub budget: Option<usize>,
    pub time: Option<Duration>,
    pub reduce: usize,
    pub reduce_time: Duration,
    /// The folder to run seeds in, if they are to be run.
    pub concrete: Option<PathBuf>,
}

/// Seeds that were read and analyzers that were found.
pub struct Made {
    pub seeds: Vec<Arc<Seed>>,
    pub panel: Panel,
    pub warden: Warden,
    skipped: Vec<SkipRecord>,
    constants: String,
    limits: Limits,
    jobs: usize,
    unknowns: Unknowns,
}

impl Made {
    /// Reads the seeds and finds the analyzers.
    pub fn new(chosen: &Chosen, store: &Path) -> Result<Made, Complaint> {
        if chosen.jobs == Some(0) {
            return Err(Complaint::new("--jobs must be at least 1"));
        }
        let jobs = chosen.jobs.unwrap_or_else(default_jobs);
        let warden = Warden::this_program()
            .map_err(|error| Complaint::new(format!("this program cannot find itself: {error}")))?;
        let seeds = seeds::read(&chosen.seeds, chosen.csmith, chosen.seed, chosen.model, &warden)?;
        let limits = Limits {
            time: chosen.time_limit,
            memory: chosen.memory_limit.max(64) << 20,
            ..Limits::default()
        };
        let analyzers = analyzers(&chosen.selection)?;
        let store = Store::open(store).map_err(|error| Complaint::new(error.to_string()))?;
        Ok(Made {
            seeds: seeds.seeds,
            panel: Panel::new(analyzers, limits, store),
            warden,
            skipped: seeds.skipped,
            constants: chosen.constants.clone(),
            limits,
            jobs,
            unknowns: if chosen.split_unknown { Unknowns::Split } else { Unknowns::Trust },
        })
    }

    /// What the user asked for, as far as it is the same for all commands.
    pub fn wish(&self, chosen: &Chosen) -> Wish {
        let plan = Plan::default();
        Wish {
            strategy: plan.strategy,
            batch: plan.batch,
            seed: chosen.seed,
            budget: chosen.budget,
            time: None,
            reduce: 0,
            reduce_time: Duration::from_secs(120),
            concrete: None,
        }
    }

    /// Runs a campaign.
    pub fn run(
        &self,
        wish: &Wish,
        interrupted: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Outcome, Complaint> {
        let seeds = self.seeds.iter().map(|seed| (Arc::clone(seed), self.generator(wish, seed)));
        let effort = Effort { seed: wish.seed, ..Effort::default() };
        let concrete = wish.concrete.clone().map(|folder| Concrete {
            folder,
            warden: self.warden.clone(),
            effort,
        });
        let clang = Clang::find().map_err(|error| Complaint::new(error.to_string()))?;
        let reducer = (wish.reduce > 0).then(|| Reducer {
            clang: &clang,
            panel: &self.panel,
            concrete: concrete.clone(),
            warden: self.warden.clone(),
            examples: wish.reduce,
            time: wish.reduce_time,
            client: predicate_client(),
        });
        let order = Order {
            seeds: seeds.collect(),
            settings: Settings {
                seed: wish.seed,
                strategy: wish.strategy.to_string(),
                batch: wish.batch,
                budget: wish.budget,
                constants: self.constants.clone(),
                limits: format!(
                    "{} s, {} MiB",
                    self.limits.time.as_secs_f64(),
                    self.limits.memory >> 20
                ),
                concrete: concrete.is_some(),
            },
            analyzers: self.panel.records(),
            asked: &self.panel,
            unknowns: self.unknowns,
            jobs: self.jobs,
            time: wish.time,
            concrete,
            reducer,
            interrupted,
        };
        let mut outcome = run(order, progress);
        outcome.campaign.skipped = self.skipped.clone();
        Ok(outcome)
    }

    fn generator(&self, wish: &Wish, seed: &Arc<Seed>) -> Generator {
        let Wish { strategy, batch, budget, .. } = *wish;
        let plan = Plan { strategy, batch, budget, seed: wish.seed };
        Generator::new(Arc::clone(seed), plan, self.constants(wish, seed))
    }

    /// Where a seed cannot be run, its own constants have to do.
    fn constants(&self, wish: &Wish, seed: &Seed) -> Constants {
        let pool = Pool::of(&seed.program);
        if self.constants == "trace"
            && let Ok(observations) = observe(seed, 20, wish.seed, RunLimits::default())
        {
            return Constants::Trace(pool, observations);
        }
        Constants::Pool(pool)
    }
}

/// This program asks the predicate for cvise.
fn predicate_client() -> Option<Vec<OsString>> {
    let own = std::env::current_exe().ok()?;
    Some(vec![own.into(), "diff".into(), "interesting".into()])
}

/// The analyzers that are installed and wanted. One that is named must be there.
fn analyzers(selection: &Selection) -> Result<Vec<Analyzer>, Complaint> {
    let mut found: Vec<Analyzer> = Vec::new();
    for analyzer in find(&selection.descriptions()?)? {
        match analyzer {
            Ok(analyzer) => found.push(analyzer),
            Err(missing) if selection.asks_for(&missing.name) => {
                return Err(Complaint::new(missing.to_string()));
            }
            Err(_) => {}
        }
    }
    if found.len() < 2 {
        return Err(Complaint::new(
            "comparing takes at least two analyzers: `soundline diff analyzers` says how to get more",
        ));
    }
    Ok(found)
}
