//! Running the seeds that have disputes, for evidence.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::record::SeedRecord;
use super::{Concrete, Progress};
use crate::analyzer::{AnswerKind, Verdict, in_parallel};
use crate::concrete::{Compiler, Examination, NotRunnable, Suspect, Truth, Workshop, examine};
use crate::findings::{Column, Dispute};
use crate::{Seed, Variant};
use soundline_isolate::Stop;

/// Seeds that are run for evidence.
pub(super) struct Running<'a> {
    pub(super) concrete: &'a Concrete,
    pub(super) seeds: &'a [Arc<Seed>],
    /// Inputs of each seed that are worth a try.
    pub(super) hints: &'a [Vec<Vec<u64>>],
    pub(super) jobs: usize,
    pub(super) columns: &'a [Column],
    pub(super) progress: &'a (dyn Fn(Progress) + Sync),
    /// What is known about checks, by the names of their variants.
    pub(super) truths: HashMap<String, Truth>,
    /// The compilers that there were.
    pub(super) compilers: Vec<Compiler>,
}

impl Running<'_> {
    /// Runs every seed that has disputes about which nothing is known so far, and writes down what is known then.
    pub(super) fn evidence(
        &mut self,
        records: &mut [SeedRecord],
        disputes: &mut [Dispute],
        variants: &[Variant],
        stop: &Stop,
    ) {
        self.examine(records, disputes, variants, stop);
        for dispute in disputes {
            dispute.truth = self.truths.get(&dispute.key).cloned().unwrap_or(Truth::Open);
        }
    }

    fn examine(
        &mut self,
        records: &mut [SeedRecord],
        disputes: &[Dispute],
        variants: &[Variant],
        stop: &Stop,
    ) {
        let concrete = self.concrete;
        let Ok(workshop) = Workshop::new(&concrete.folder, concrete.warden.clone(), stop.clone())
        else {
            return;
        };
        let mut of_seed: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (place, dispute) in disputes.iter().enumerate() {
            let runnable = records[dispute.seed].not_runnable.is_none();
            if runnable && !self.truths.contains_key(&dispute.key) {
                of_seed.entry(dispute.seed).or_default().push(place);
            }
        }
        let suspects: Vec<Suspect> = disputes
            .iter()
            .zip(variants)
            .map(|(dispute, variant)| Suspect {
                check: variant.checks()[0],
                witnessed: self.is_witnessed(dispute),
            })
            .collect();
        let all = of_seed.len();
        let compilers = workshop.compilers(of_seed.keys().map(|seed| self.seeds[*seed].model));
        // Whoever is stopped before has found out nothing about compilers.
        if of_seed.is_empty() || stop.is_asked_for() {
            return;
        }
        self.compilers = compilers;
        let done = AtomicUsize::new(0);
        let examined = in_parallel(self.jobs, of_seed.into_iter().collect(), |(seed, places)| {
            let suspects: Vec<Suspect> = places.iter().map(|place| suspects[*place]).collect();
            let wanted = !stop.is_asked_for();
            let (of, hints, effort) = (&self.seeds[seed], &self.hints[seed], &concrete.effort);
            let examined = wanted.then(|| examine(&workshop, of, &suspects, hints, effort));
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            (self.progress)(Progress::Running(done, all));
            (seed, places, examined.filter(|_| !stop.is_asked_for()))
        });
        for (seed, places, examined) in examined {
            match examined {
                None => {}
                Some(Err(NotRunnable(reason))) => records[seed].not_runnable = Some(reason),
                Some(Ok(Examination { truths, undefined, runs, unrepeated, .. })) => {
                    let record = &mut records[seed];
                    record.undefined = record.undefined.take().or(undefined);
                    record.unrepeated = record.unrepeated.take().or(unrepeated);
                    record.runs += runs;
                    for (place, truth) in places.into_iter().zip(truths) {
                        self.truths.insert(disputes[place].key.clone(), truth);
                    }
                }
            }
        }
    }

    /// Whether somebody who sees only executions that exist saw the check fail.
    fn is_witnessed(&self, dispute: &Dispute) -> bool {
        let mut votes = self.columns.iter().zip(&dispute.said);
        votes.any(|(column, said)| {
            column.under_approximates
                && said.map(AnswerKind::verdict).is_some_and(Verdict::is_unsafe)
        })
    }
}
