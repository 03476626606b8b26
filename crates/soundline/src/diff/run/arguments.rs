//! Seeds, analyzers and limits on the command line: the same for all commands that run campaigns.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use soundline_diff::analyzer::Analyzer;
use soundline_diff::batch::Unknowns;
use soundline_diff::campaign::{ConstantSource, Panel, Request, Workbench, until};
use soundline_diff::seed::{Wanted, collect};
use soundline_diff::store::Store;
use soundline_diff::{Kinds, Plan};
use soundline_isolate::{Limits, Warden};
use soundline_test::command::Complaint;
use soundline_test::command::arguments::{Jobs, Model, RunLimits, Seed};

use crate::diff::selection::{Cores, Selection, find};
use crate::model::data_model;

/// Seeds and analyzers on the command line.
#[derive(clap::Args)]
pub struct CampaignArguments {
    /// C files, folders of them, or task files (.yml) of SV-COMP
    seeds: Vec<PathBuf>,
    /// That many random programs by csmith
    #[arg(long, default_value_t = 0, value_name = "N")]
    csmith: u64,
    #[command(flatten)]
    model: Model,
    #[command(flatten)]
    selection: Selection,
    /// Kinds of checks: names of built-in ones (`soundline diff checks`), all, files or folders
    /// [default: value]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    check_kinds: Vec<String>,
    /// Variants of each seed [default: a fifth of its candidates, at most 100]
    #[arg(long, value_name = "N")]
    budget: Option<usize>,
    /// Constants in checks: pool (of the program, and random), or trace (values seen in runs, and those
    /// just outside; compiles and runs the seeds)
    #[arg(long, default_value = "pool", value_name = "KIND")]
    constants: ConstantSource,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    limits: RunLimits,
    #[command(flatten)]
    cores: Cores,
    /// Also split batches about which analyzers only do not know
    #[arg(long)]
    split_unknown: bool,
}

impl CampaignArguments {
    /// How much is done at the same time.
    pub fn jobs(&self) -> Jobs {
        self.jobs
    }

    /// From what everything random is drawn.
    pub fn random(&self) -> u64 {
        self.seed.seed
    }

    /// What the user asked for, as far as it is the same for all commands.
    pub fn request(&self) -> Request {
        let plan = Plan { budget: self.budget, seed: self.seed.seed, ..Plan::default() };
        Request { again: self.again(), ..Request::new(plan) }
    }

    /// The options with which `soundline diff try` asks the same analyzers within the same limits.
    fn again(&self) -> String {
        let (time, memory) = self.limits.of_an_analyzer();
        let time = match time.subsec_millis() {
            0 => format!("{}s", time.as_secs()),
            _ => format!("{}ms", time.as_millis()),
        };
        let limits = format!("--time-limit {time} --memory-limit {}M", memory >> 20);
        let cores = self.cores.limit().map(|cores| format!("--cores {cores}"));
        [limits]
            .into_iter()
            .chain(cores)
            .chain(self.selection.again())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Reads the seeds and finds the analyzers. What is started for that ends when the user interrupts it.
    pub fn workbench(
        &self,
        store: &Path,
        interrupted: &AtomicBool,
    ) -> Result<Workbench, Complaint> {
        let complain = |error: &dyn std::fmt::Display| Complaint::new(error.to_string());
        let warden = Warden::this_program()
            .map_err(|error| Complaint::new(format!("this program cannot find itself: {error}")))?;
        let kinds = Kinds::select(&self.check_kinds).map_err(|error| complain(&error))?;
        let wanted = Wanted {
            paths: &self.seeds,
            random: self.csmith,
            first: self.seed.seed,
            model: data_model(self.model),
            kinds: &kinds,
        };
        let seeds = until(interrupted, None, |stop| collect(&wanted, &warden, stop));
        let seeds = seeds.map_err(|error| complain(&error))?;
        let (time, memory) = self.limits.of_an_analyzer();
        let limits = Limits { time, memory, cores: self.cores.limit(), ..Limits::default() };
        let analyzers = self.analyzers()?;
        let store = Store::open(store).map_err(|error| complain(&error))?;
        Ok(Workbench {
            seeds,
            panel: Panel::new(analyzers, limits, store),
            warden,
            constants: self.constants,
            kinds,
            limits,
            jobs: self.jobs.count(),
            unknowns: if self.split_unknown { Unknowns::Split } else { Unknowns::Trust },
        })
    }

    /// The analyzers that are installed and wanted. One that is named must be there.
    fn analyzers(&self) -> Result<Vec<Analyzer>, Complaint> {
        let mut found: Vec<Analyzer> = Vec::new();
        for analyzer in find(&self.selection.descriptions()?)? {
            match analyzer {
                Ok(analyzer) => found.push(analyzer),
                Err(missing) if self.selection.asks_for(&missing.name) => {
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
}
