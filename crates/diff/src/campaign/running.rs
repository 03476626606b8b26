//! Running the seeds that have disputes, for evidence.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::record::SeedRecord;
use super::{Concrete, Progress};
use crate::analyzer::in_parallel;
use crate::concrete::{Compiler, Examination, NotRunnable, Suspect, Workshop, examine};
use crate::findings::{Column, Dispute, Opinion, Said};
use crate::{Seed, Variant};
use soundline_isolate::Stop;

/// Seeds that are run for evidence.
pub(super) struct Running<'a> {
    pub(super) seeds: &'a [Arc<Seed>],
    /// Inputs of each seed that are worth a try.
    pub(super) hints: &'a [Vec<Vec<u64>>],
    pub(super) jobs: usize,
    pub(super) columns: &'a [Column],
    pub(super) progress: &'a (dyn Fn(Progress) + Sync),
}

impl Running<'_> {
    /// Runs every seed that has disputes, and writes down what is known then. Returns the compilers
    /// that there were.
    pub(super) fn evidence(
        &self,
        concrete: &Concrete,
        records: &mut [SeedRecord],
        disputes: &mut [Dispute],
        variants: &[Variant],
        stop: &Stop,
    ) -> Vec<Compiler> {
        let Ok(workshop) = Workshop::new(&concrete.folder, concrete.warden.clone(), stop.clone())
        else {
            return Vec::new();
        };
        let mut of_seed: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (place, dispute) in disputes.iter().enumerate() {
            of_seed.entry(dispute.seed).or_default().push(place);
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
            return Vec::new();
        }
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
                Some(Ok(Examination { truths, undefined, runs, unrepeated })) => {
                    (records[seed].undefined, records[seed].runs) = (undefined, runs);
                    records[seed].unrepeated = unrepeated;
                    for (place, truth) in places.into_iter().zip(truths) {
                        disputes[place].truth = truth;
                    }
                }
            }
        }
        compilers
    }

    /// Whether somebody who sees only executions that exist saw the check fail.
    fn is_witnessed(&self, dispute: &Dispute) -> bool {
        let mut votes = self.columns.iter().zip(&dispute.said);
        votes.any(|(column, said)| {
            column.under_approximates && said.map(Said::opinion) == Some(Opinion::Unsafe)
        })
    }
}
