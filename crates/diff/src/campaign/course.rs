//! The course of a campaign: rounds of testing, each followed by runs for evidence, so that what is certain is known early;
//! then reduction, and whatever is left if there is time left.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::interrogate::{Asked, Interrogator};
use super::reduce::{Reducer, Reductions};
use super::running::Running;
use super::test::{Judged, Testing};
use super::watch::until;
use super::{Progress, SeedRecord};
use crate::concrete::Truth;
use crate::findings::{
    Column, Dispute, Evidence, Fault, Group, findings, group, merge_by_shape, table_of,
};
use crate::{Feature, Seed, Variant};

/// Of the time for all, the shares until which variants are judged and seeds are run, before and after reduction. The
/// rest is for reduction, and what that leaves for the second time.
const SHARES: [(f64, f64); 2] = [(0.75, 0.85), (0.95, 1.0)];

/// When a campaign has to end.
pub(super) struct Clock<'a> {
    pub(super) start: Instant,
    pub(super) time: Option<Duration>,
    pub(super) interrupted: &'a AtomicBool,
}

impl Clock<'_> {
    fn deadline(&self, share: f64) -> Option<Instant> {
        self.time.map(|time| self.start + time.mul_f64(share))
    }

    /// Whether there is no time left before this share of it.
    fn is_over(&self, share: f64) -> bool {
        let late = self.deadline(share).is_some_and(|deadline| Instant::now() >= deadline);
        late || self.interrupted.load(Ordering::Relaxed)
    }
}

/// A campaign on its way.
pub(super) struct Course<'a> {
    pub(super) clock: Clock<'a>,
    pub(super) seeds: &'a [Arc<Seed>],
    pub(super) columns: &'a [Column],
    pub(super) testing: Testing<'a>,
    pub(super) running: Option<Running<'a>>,
    pub(super) interrogator: Option<&'a Interrogator<'a>>,
    pub(super) reducer: Option<&'a Reducer<'a>>,
    pub(super) progress: &'a (dyn Fn(Progress) + Sync),
    pub(super) records: Vec<SeedRecord>,
    pub(super) disputes: Vec<Dispute>,
    /// The variants with one check, one for each dispute.
    pub(super) variants: Vec<Variant>,
    pub(super) groups: Vec<Group>,
    pub(super) reductions: Reductions,
    pub(super) asked: Asked,
    /// The causes of which something was told.
    pub(super) told: BTreeSet<(usize, Fault, usize, String)>,
}

impl Course<'_> {
    pub(super) fn run(&mut self) {
        let later = self.running.is_some() || self.reducer.is_some() || self.interrogator.is_some();
        let shares: &[(f64, f64)] = if later { &SHARES } else { &[(1.0, 1.0)] };
        // Runs for evidence take time for each seed, so that rounds become larger.
        let mut variants = if self.running.is_some() { 1 } else { usize::MAX };
        for (judging, running) in shares {
            while !self.testing.is_complete() && !self.clock.is_over(*judging) {
                self.judge(variants, *judging);
                self.gather(*running);
                self.tell();
                variants = variants.saturating_mul(2);
            }
            // Runs that were cut short.
            self.gather(*running);
            self.tell();
            self.interrogate(*running);
            self.reduce();
            if self.testing.is_complete() {
                return;
            }
        }
    }

    fn judge(&mut self, variants: usize, share: f64) {
        let (progress, testing) = (self.progress, &mut self.testing);
        until(self.clock.interrupted, self.clock.deadline(share), |stop| {
            testing.round(variants, stop, &|step| progress(Progress::Testing(step)));
        });
    }

    /// The disputes so far, with what is known about them, and the groups that they come to.
    fn gather(&mut self, share: f64) {
        self.gather_once(share);
        // Whoever is accused by what is only implied is asked, before somebody is told. Then another check may stand for a group.
        loop {
            let accused = self.unconfirmed();
            // That comes before smaller examples: it may take the time for them.
            if accused.is_empty() || self.clock.is_over(1.0) {
                return;
            }
            self.confirm(&accused, share);
        }
    }

    /// Asks about single checks whoever said so only about a batch.
    fn confirm(&mut self, asked: &BTreeMap<String, BTreeSet<usize>>, share: f64) {
        let testing = &mut self.testing;
        until(self.clock.interrupted, self.clock.deadline(1.0), |stop| {
            testing.confirm(asked, stop);
        });
        self.gather_once(share);
    }

    /// The checks that stand for groups, or that failed in runs, for which an answer of the accused is only implied; and the
    /// accused.
    fn unconfirmed(&self) -> BTreeMap<String, BTreeSet<usize>> {
        let examples = self.groups.iter().map(Group::example).filter(|example| !example.is_weak());
        let failing = self.groups.iter().flat_map(|group| &group.findings);
        let failing = failing.filter(|finding| finding.evidence.is_confirmed());
        let accused = examples.chain(failing).filter(|finding| {
            let implied = &self.disputes[finding.dispute].implied;
            finding.evidence != Evidence::Refuted && implied.contains(&finding.analyzer)
        });
        let mut all: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for finding in accused {
            let key = self.disputes[finding.dispute].key.clone();
            all.entry(key).or_default().insert(finding.analyzer);
        }
        all
    }

    fn gather_once(&mut self, share: f64) {
        let singles = self.testing.tested().singles.iter();
        let mut known = BTreeSet::new();
        // The same check may come up in several variants of a seed; it is one dispute.
        let disputed: Vec<&Judged> = singles
            .filter(|judged| judged.is_disputed() && known.insert(judged.question.key.to_string()))
            .collect();
        self.disputes = disputed.iter().map(|judged| dispute(self.seeds, judged)).collect();
        self.variants = disputed.iter().map(|judged| judged.question.variant.clone()).collect();
        if let Some(running) = &mut self.running {
            let (records, disputes) = (&mut self.records, &mut self.disputes);
            until(self.clock.interrupted, self.clock.deadline(share), |stop| {
                running.evidence(records, disputes, &self.variants, stop);
            });
        }
        let table = table_of(self.columns.to_vec(), &self.disputes);
        let undefined: Vec<bool> =
            self.records.iter().map(|record| record.undefined.is_some()).collect();
        self.groups = group(&findings(&table, &self.disputes, &undefined), &self.disputes);
        // What is found in seeds with undefined behaviour comes last, and is reduced last.
        let (disputes, records) = (&self.disputes, &self.records);
        let seed = |group: &Group| disputes[group.example().dispute].seed;
        self.groups.sort_by_key(|group| records[seed(group)].undefined.is_some());
    }

    /// Tells the first confirmed finding of each cause.
    fn tell(&mut self) {
        for group in &self.groups {
            let example = group.example();
            let dispute = &self.disputes[example.dispute];
            let seed = &self.records[dispute.seed];
            let cause = (group.analyzer, group.fault, dispute.seed, dispute.function.clone());
            let asked = !dispute.implied.contains(&group.analyzer);
            let sure = asked && example.evidence.is_confirmed() && seed.undefined.is_none();
            if sure && self.told.insert(cause) {
                (self.progress)(Progress::Confirmed(format!(
                    "{} is {} in {} of {}, line {}: {}",
                    self.columns[group.analyzer].name,
                    example.name(),
                    dispute.function,
                    seed.name,
                    dispute.line,
                    dispute.check,
                )));
            }
        }
    }

    /// Asks analyzers about variants that were changed without a change of meaning.
    fn interrogate(&mut self, share: f64) {
        let Some(interrogator) = self.interrogator else { return };
        let told = self.asked.interrogation.serious().count();
        let (variants, asked) = (&self.testing.tested().variants, &mut self.asked);
        let records = &mut self.records;
        until(self.clock.interrupted, self.clock.deadline(share), |stop| {
            interrogator.interrogate(variants, self.seeds, records, asked, stop);
        });
        let serious = self.asked.interrogation.serious().count();
        if serious > told {
            (self.progress)(Progress::Contradictions(serious));
        }
    }

    fn reduce(&mut self) {
        let Some(reducer) = self.reducer else { return };
        // A smaller program is compared with what is said about the check alone.
        let examples = self.groups.iter().map(|group| &self.disputes[group.example().dispute]);
        let mut seen = BTreeSet::new();
        let first = examples.filter(|dispute| seen.insert(&dispute.key)).take(reducer.examples);
        let implied = |dispute: &Dispute| -> BTreeSet<usize> {
            let voters = dispute.voters().map(|(analyzer, _)| analyzer);
            voters.filter(|analyzer| dispute.implied.contains(analyzer)).collect()
        };
        let asked: BTreeMap<String, BTreeSet<usize>> = first
            .map(|dispute| (dispute.key.clone(), implied(dispute)))
            .filter(|(_, implied)| !implied.is_empty())
            .collect();
        if !asked.is_empty() {
            self.confirm(&asked, 1.0);
            self.gather(1.0);
        }
        let (groups, known, progress) = (&mut self.groups, &mut self.reductions, self.progress);
        until(self.clock.interrupted, self.clock.deadline(1.0), |stop| {
            let step = |done, all| progress(Progress::Reducing(done, all));
            reducer.reduce_groups(groups, &self.disputes, &self.variants, known, stop, &step);
        });
        self.groups = merge_by_shape(std::mem::take(&mut self.groups));
    }
}

fn dispute(seeds: &[Arc<Seed>], judged: &Judged) -> Dispute {
    let (seed, variant) = (&seeds[judged.seed], &judged.question.variant);
    let check = &variant.checks()[0];
    let place = seed.program.source.locate(check.candidate.site.span.start);
    let kind = seed.candidates.claim_of(&check.candidate).map(|claim| claim.kind.name.clone());
    let mut features = Feature::of(&seed.program);
    if check.candidate.pointer && !features.contains(&Feature::Pointers) {
        features.push(Feature::Pointers);
    }
    Dispute {
        seed: judged.seed,
        variant: judged.number,
        key: judged.question.key.to_string(),
        check: variant.shown(check),
        kind: kind.unwrap_or_default(),
        function: seed.program.function(check.candidate.site.function).name.clone(),
        line: place.line,
        column: place.column,
        said: judged.said.clone(),
        implied: (0..judged.implied.len()).filter(|place| judged.implied[*place]).collect(),
        features,
        truth: Truth::Open,
    }
}
