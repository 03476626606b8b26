//! One trial: a bug, a configuration, a seed, and a campaign that looks for the bug.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use soundline_fuzz::engine::{Budget, Limits, Order, Progress, Shard, Workers, supervise};
use soundline_fuzz::{Campaign, Config, Ending, Finding};
use soundline_isolate::Scratch;
use soundline_targets::seeded::Harm;

use super::healthy;
use super::select::Plant;
use soundline_test::command::Complaint;
use soundline_test::test::worker::Setup;
use soundline_test::test::{Described, Properties};

/// What all trials have in common.
pub struct Setting<'a> {
    /// The properties that are wanted.
    pub properties: &'a Properties,
    /// How long a bug is looked for.
    pub budget: Budget,
    /// Also after it is found?
    pub whole: bool,
    /// CPU time and memory that a single test may take.
    pub limits: (Duration, u64),
    /// Set when the user wants to stop.
    pub interrupted: &'a AtomicBool,
}

/// When a bug was first seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct First {
    /// Tests until then, that one included.
    pub tests: u64,
    /// Milliseconds until then, the start of the worker included.
    pub millis: u64,
}

/// How a trial went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// When the bug was first seen; nothing if it was not.
    pub first: Option<First>,
    /// The properties that were violated.
    pub violated: Vec<u16>,
    /// The properties whose tests died or timed out.
    pub broken: Vec<u16>,
    /// Operations of the smallest trace.
    pub smallest: Option<usize>,
    /// All tests.
    pub tests: u64,
}

/// Look for a bug.
pub fn run(
    plant: &Plant,
    config: &Config,
    seed: u64,
    setting: &Setting,
) -> Result<Trial, Complaint> {
    let folder = Scratch::new()
        .map_err(|error| Complaint::new(format!("there is no room for results: {error}")))?;
    let board = folder.path().join("board");
    let setup = Setup {
        target: &plant.target,
        config,
        seed,
        properties: setting.properties,
        library: &Described::default(),
        against: None,
        board: &board,
        corpus: None,
    };
    let command = |role| setup.command(role);
    let order = Order {
        target: &plant.target,
        config: config.clone(),
        seed,
        fingerprint: setup.fingerprint(),
        shard: Shard::WHOLE,
        budget: setting.budget,
        slack: Duration::from_secs(60),
        jobs: 1,
        board: &board,
        workers: Workers { command: &command, limits: limits(setting) },
        interrupted: setting.interrupted,
    };
    // A library may die of something else; only a bug that kills is found by a death.
    let shows = |ending| {
        matches!(ending, Ending::Violated | Ending::WrongAnswer)
            || plant.bug.harm == Harm::Robustness
    };
    let stop_when_found = |progress: Progress| {
        if let Progress::Testing(tally) = progress
            && !setting.whole
            && tally.sightings(1).iter().any(|sighting| shows(sighting.ending))
        {
            tally.stop();
        }
    };
    let campaign = supervise(&order, &stop_when_found);
    let campaign = campaign.map_err(|error| Complaint::new(error.to_string()))?;
    judged(&campaign, plant, setting)
}

/// The limits of a worker.
pub fn limits(setting: &Setting) -> Limits {
    let (time, memory) = setting.limits;
    Limits { time, memory }
}

/// Only what came again when it was run alone counts, and what the healthy domain does not show.
fn judged(campaign: &Campaign, plant: &Plant, setting: &Setting) -> Result<Trial, Complaint> {
    let findings: Vec<&Finding> = campaign.causes.iter().flat_map(|c| &c.findings).collect();
    let fine = healthy::comparison(plant.base, &findings, setting)?;
    let compared = || findings.iter().zip(&fine);
    let blamed: Vec<&Finding> =
        compared().filter(|(_, (found_as, _))| *found_as).map(|(finding, _)| *finding).collect();
    let smallest = compared().filter(|(_, (_, smallest))| *smallest);
    let numbers = |verdict: bool| {
        let of_kind = blamed.iter().filter(|f| f.outcome.ending.is_verdict() == verdict);
        let mut numbers: Vec<u16> = of_kind.map(|f| f.property).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    let (violated, broken) = (numbers(true), numbers(false));
    let confirmed = |property: &u16| violated.contains(property) || broken.contains(property);
    let rows = campaign.rows.iter().filter(|row| confirmed(&row.property));
    let millis = rows.filter_map(|row| row.first_millis).min();
    let tests = blamed.iter().map(|finding| finding.index + 1).min();
    Ok(Trial {
        first: tests.zip(millis).map(|(tests, millis)| First { tests, millis }),
        smallest: smallest.map(|(finding, _)| finding.trace.operations().count()).min(),
        tests: campaign.totals().tests,
        violated,
        broken,
    })
}
