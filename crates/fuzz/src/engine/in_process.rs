//! A whole campaign in this process, for domains in Rust inside of a unit test, which cannot start
//! itself again as a worker.
//!
//! A panic is a finding. A crash or a hang ends or stops the process: for domains that do such things
//! there is the [supervisor](super::supervise).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use soundline_targets::TargetError;

use super::digest::digest;
use super::drive::{Job, Machines, test};
use super::judge::{Detail, Judge, judge_on};
use super::panics::caught;
use super::place::{Place, Watched};
use super::sequence::{Sequence, block};
use super::serve::{Described, describe};
use super::shard::Shard;
use super::supervise::CampaignError;
use super::tally::{Agreed, Exercised, Sighting, Tally, WORDS};
use crate::campaign::{Campaign, Coverage, Row, StopReason};
use crate::outcome::{Ending, Outcome};
use crate::trace::Trace;

/// Sightings of a property and kind that are tried until one comes again.
const KEPT: usize = 3;
/// There is only one lane.
const LANE: usize = 0;

/// Run so many tests, one after the other.
pub fn in_process(job: &Job, tests: u64) -> Result<Campaign, CampaignError> {
    let words: Vec<AtomicU64> = (0..WORDS).map(|_| AtomicU64::new(0)).collect();
    let tally = Tally::new(&words);
    let block = block(job.config.search);
    tally.begin(&Agreed { fingerprint: 1, shard: Shard::WHOLE, limit: Some(tests), block });
    let cannot_start = |reason: String| {
        let target = job.target.name().to_string();
        CampaignError::CannotStart { target, reason }
    };
    let mut machines = Machines::new(job.target, job.against);
    let plan = caught(|| job.plan(&mut machines)).map_err(cannot_start)?;
    let plan = plan.map_err(|error| cannot_start(error.to_string()))?;
    let mut here = Here { job, machines, place: AtomicU64::new(0), found: BTreeMap::new() };
    let mut tests = Sequence::new(job, &plan);
    if !plan.is_empty() {
        while let Some(index) = tally.next(LANE) {
            let trace = tests.next(index);
            let (ending, exercised) = here.test(&trace, index, &mut tests);
            let ending = job.beyond(plan.profile(), &trace).ending(ending);
            let property = trace.check.property;
            if ending.is_finding() {
                here.remember(index, ending, trace);
            }
            tally.finish(LANE, Sighting { property, ending, index, place: None }, &exercised);
        }
    }
    let elapsed_millis = tally.elapsed_millis();
    let described = Described::read(&describe(job, &plan)).unwrap_or_default();
    let mut tested = described.schedule;
    tested.sort_unstable();
    tested.dedup();
    let row = |property: u16| {
        let (counts, first_millis) = tally.counts(property);
        Row { property, counts, first_millis }
    };
    let digest = digest(&tally.sightings(KEPT), &mut here, |_, _| {});
    Ok(Campaign {
        target: job.target.name().to_string(),
        version: described.version,
        path: None,
        config: job.config(),
        seed: job.seed,
        rows: tested.into_iter().map(row).collect(),
        not_tested: described.not_tested,
        causes: digest.causes,
        unconfirmed: digest.unconfirmed,
        coverage: Coverage { places: described.places, ..tally.coverage() },
        stop: StopReason::Budget,
        trouble: None,
        elapsed_millis,
    })
}

/// The target in this process.
struct Here<'a> {
    job: &'a Job<'a>,
    machines: Machines<'a>,
    place: AtomicU64,
    /// The tests that found something.
    found: BTreeMap<(u16, Ending), Vec<(u64, Trace)>>,
}

impl Here<'_> {
    /// The first tests of every kind are enough.
    fn remember(&mut self, index: u64, ending: Ending, trace: Trace) {
        let same = self.found.entry((trace.check.property, ending)).or_default();
        if same.len() < KEPT {
            same.push((index, trace));
        }
    }

    fn test(&mut self, trace: &Trace, index: u64, tests: &mut Sequence) -> (Ending, Exercised) {
        let machines = &mut self.machines;
        let tested = caught(|| Ok(test(machines.both(&trace.space)?, trace, index, tests)));
        let nothing = |ending| (ending, Exercised::default());
        match self.settled(tested) {
            Err(_) => nothing(Ending::Died),
            // It was open for other spaces: a target that refuses this one has nothing to test.
            Ok(tested) => tested.unwrap_or_else(|_: TargetError| nothing(Ending::Refused)),
        }
    }

    /// After a panic the machines are made anew: what it left half done is not used again.
    fn settled<T>(&mut self, outcome: Result<T, String>) -> Result<T, String> {
        if outcome.is_err() {
            self.machines = Machines::new(self.job.target, self.job.against);
        }
        outcome
    }
}

impl Judge for Here<'_> {
    fn judge(&mut self, trace: &Trace, detail: Detail) -> Outcome {
        let (machines, place, job) = (&mut self.machines, &self.place, self.job);
        let outcome = caught(|| match machines.both(&trace.space) {
            Ok((machine, other)) => {
                let beyond = job.beyond(machine.profile(), trace);
                let watched = &mut Watched::new(machine, place);
                beyond.outcome(judge_on(watched, other, trace, detail))
            }
            Err(error) => Outcome::new(Ending::Refused, error.to_string()),
        });
        self.settled(outcome).unwrap_or_else(|last_words| {
            let place = Place::of_word(self.place.load(Ordering::Acquire))
                .map(|place| place.name().to_string());
            Outcome { place, ..Outcome::new(Ending::Died, last_words) }
        })
    }

    fn trace(&mut self, index: u64) -> Option<Trace> {
        let mut found = self.found.values().flatten();
        found.find(|(of, _)| *of == index).map(|(_, trace)| trace.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::engine::Memory;
    use soundline_targets::Registry;

    fn campaign(tests: u64) -> Campaign {
        let registry = Registry::builtin();
        let target = registry.get("boxes:exact").expect("it is built in");
        let config = Config { most_variables: 2, ..Config::default() };
        let job = Job {
            target,
            against: None,
            config,
            seed: 0,
            wanted: &|_| true,
            memory: Memory::default(),
        };
        in_process(&job, tests).expect("it can be tested")
    }

    #[test]
    fn a_healthy_domain_is_tested_to_its_budget() {
        let campaign = campaign(500);
        assert_eq!(campaign.totals().tests, 500);
        assert_eq!((campaign.causes, campaign.unconfirmed), (vec![], vec![]));
        assert_eq!(campaign.stop, StopReason::Budget);
    }

    #[test]
    fn the_same_tests_give_the_same_campaign() {
        let same = |campaign: Campaign| Campaign { elapsed_millis: 0, ..campaign };
        assert_eq!(same(campaign(100)), same(campaign(100)));
    }
}
