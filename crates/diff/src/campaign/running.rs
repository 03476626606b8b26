//! Running the seeds that have disputes, for evidence.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::record::SeedRecord;
use super::{Concrete, Progress};
use crate::analyzer::in_parallel;
use crate::findings::Dispute;
use crate::findings::execution::{Examination, NotRunnable, Workshop, examine};
use crate::limits::Stop;
use crate::{Check, Seed, Variant};

/// Seeds that are run for evidence.
pub(super) struct Running<'a> {
    pub(super) seeds: &'a [Arc<Seed>],
    pub(super) jobs: usize,
    pub(super) progress: &'a (dyn Fn(Progress) + Sync),
}

impl Running<'_> {
    /// Runs every seed that has disputes, and writes down what is known then.
    pub(super) fn evidence(
        &self,
        concrete: &Concrete,
        records: &mut [SeedRecord],
        disputes: &mut [Dispute],
        variants: &[Variant],
        stop: &Stop,
    ) {
        let Ok(workshop) = Workshop::new(&concrete.folder, concrete.warden.clone(), stop.clone())
        else {
            return;
        };
        let mut of_seed: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (place, dispute) in disputes.iter().enumerate() {
            of_seed.entry(dispute.seed).or_default().push(place);
        }
        let all = of_seed.len();
        let done = AtomicUsize::new(0);
        let examined = in_parallel(self.jobs, of_seed.into_iter().collect(), |(seed, places)| {
            let checks: Vec<Check> =
                places.iter().map(|place| variants[*place].checks()[0]).collect();
            let wanted = !stop.is_asked_for();
            let examined = wanted
                .then(|| examine(&workshop, &self.seeds[seed], &checks, &[], &concrete.effort));
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            (self.progress)(Progress::Running(done, all));
            (seed, places, examined.filter(|_| !stop.is_asked_for()))
        });
        for (seed, places, examined) in examined {
            match examined {
                None => {}
                Some(Err(NotRunnable(reason))) => records[seed].not_runnable = Some(reason),
                Some(Ok(Examination { truths, undefined, runs })) => {
                    (records[seed].undefined, records[seed].runs) = (undefined, runs);
                    for (place, truth) in places.into_iter().zip(truths) {
                        disputes[place].truth = truth;
                    }
                }
            }
        }
    }
}
