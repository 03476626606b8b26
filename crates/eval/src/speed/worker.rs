//! The worker: this program, started again, in which foreign code is timed.
//!
//! It is asked twice about each row: first to try each contender alone, so that whoever crashes or
//! does not end is known; then to measure those that could do it, in turn.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use soundline_domains::expr::Space;
use soundline_isolate::{confine_worker, read_block, reserve_stdout, write_block};
use soundline_targets::Registry;

use super::contest;
use super::elements::Scene;
use super::stage::Stage;
use super::work::Row;
use soundline_test::command::{Complaint, Ending};
use soundline_test::test::Described;

/// Time operations for a supervisor; not for users
#[derive(clap::Args)]
pub struct Arguments {
    /// The native domain
    native: String,
    /// The number of variables
    #[arg(long)]
    vars: usize,
    #[command(flatten)]
    library: Described,
}

/// What a worker is asked.
#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    /// Can the target do the row?
    Try { row: String, target: String },
    /// Measure the row for all of them, the native domain first.
    Measure { row: String, targets: Vec<String> },
}

/// What it answers.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    /// It can.
    Fine,
    /// It cannot, for a reason.
    Refused(String),
    /// The times, in the order of the targets.
    Times(Vec<Time>),
}

/// How long a target takes for a row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Time {
    /// Nanoseconds for each pair of elements: the median of the samples.
    pub nanoseconds: f64,
    /// How many times as long as the native domain: the median of the rounds.
    pub ratio: f64,
    /// Questions that were answered with yes in a pass.
    pub yes: usize,
    /// Guards that left their operand as it was.
    pub idle: usize,
}

const MOST_ROUNDS: usize = 31;
const FEWEST_ROUNDS: usize = 5;
/// What the rounds of a row may take for each contender.
const PATIENCE: Duration = Duration::from_millis(250);

/// Run the command.
pub fn run(arguments: &Arguments, mut registry: Registry) -> Result<Ending, Complaint> {
    let complain = |error: &dyn std::fmt::Display| Complaint::new(error.to_string());
    confine_worker().map_err(|error| complain(&error))?;
    arguments.library.register(&mut registry, Some(super::DESCRIBED))?;
    let contests = contest::all(None);
    let contest = contests.iter().find(|contest| contest.native == arguments.native);
    let kind = contest.ok_or_else(|| Complaint::new("there is no such contest"))?.kind;
    let space = Space::reals(arguments.vars);
    let scene = Scene::new(kind, arguments.vars);
    let mut worker = Worker { registry, space, scene, stages: BTreeMap::new() };
    let mut replies = reserve_stdout().map_err(|error| complain(&error))?;
    let mut requests = std::io::stdin().lock();
    while let Ok(Some(request)) = read_block(&mut requests) {
        let reply = match serde_json::from_str(&request) {
            Ok(request) => worker.answer(&request),
            Err(error) => Reply::Refused(error.to_string()),
        };
        let reply = serde_json::to_string(&reply).map_err(|error| complain(&error))?;
        if write_block(&mut replies, &reply).is_err() {
            break;
        }
    }
    Ok(Ending::Nothing)
}

struct Worker {
    registry: Registry,
    space: Space,
    scene: Scene,
    /// Contenders by their target.
    stages: BTreeMap<String, Stage>,
}

impl Worker {
    fn answer(&mut self, request: &Request) -> Reply {
        let answer = match request {
            Request::Try { row, target } => self.rehearse(row, target).map(|()| Reply::Fine),
            Request::Measure { row, targets } => self.measure(row, targets).map(Reply::Times),
        };
        answer.unwrap_or_else(Reply::Refused)
    }

    fn rehearse(&mut self, row: &str, target: &str) -> Result<(), String> {
        let row = Row::named(row).ok_or("there is no such row")?;
        if !self.stages.contains_key(target) {
            let found = self.registry.get(target).map_err(|error| error.to_string())?;
            self.stages.insert(target.to_string(), Stage::open(found, &self.space)?);
        }
        let stage = self.stages.get_mut(target).expect("it was just opened");
        stage.rehearse(row, &self.scene)
    }

    /// Short samples of all contenders in turn: whatever disturbs the machine disturbs all of them.
    fn measure(&mut self, row: &str, targets: &[String]) -> Result<Vec<Time>, String> {
        for target in targets {
            self.rehearse(row, target)?;
        }
        let mut samples: Vec<Vec<f64>> = vec![Vec::new(); targets.len()];
        let start = Instant::now();
        for round in 0..MOST_ROUNDS {
            if round >= FEWEST_ROUNDS && start.elapsed() > PATIENCE * targets.len() as u32 {
                break;
            }
            for (target, samples) in targets.iter().zip(&mut samples) {
                let stage = self.stages.get_mut(target).expect("it rehearsed");
                samples.push(stage.sample()?);
            }
        }
        let time = |(target, own): (&String, &Vec<f64>)| Time {
            nanoseconds: median(own.iter().copied()),
            ratio: median(own.iter().zip(&samples[0]).map(|(own, native)| own / native)),
            yes: self.stages[target].yes,
            idle: self.stages[target].idle,
        };
        Ok(targets.iter().zip(&samples).map(time).collect())
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
