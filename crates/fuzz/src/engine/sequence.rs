//! The tests of a campaign in the order in which a worker runs them: drawn by their index alone, or
//! found by a guide that learns from those before.

use std::ops::Range;

use soundline_targets::Machine;

use super::drive::Job;
use super::tally::BLOCK;
use crate::generate::Plan;
use crate::guide::{EPOCH, Guide, Search};
use crate::outcome::Ending;
use crate::trace::Trace;

/// How many tests depend on each other and are run by one worker.
pub fn block(search: Search) -> u64 {
    if search.is_guided() { EPOCH } else { BLOCK }
}

/// The tests of a plan.
pub(super) struct Sequence<'a> {
    plan: &'a Plan,
    guide: Option<Guide>,
}

impl<'a> Sequence<'a> {
    /// The tests of a job.
    pub fn new(job: &Job, plan: &'a Plan) -> Sequence<'a> {
        let guide = || Guide::new(plan, job.memory.journals, job.memory.given);
        Sequence { plan, guide: plan.search().is_guided().then(guide) }
    }

    /// Test `index`.
    pub fn next(&mut self, index: u64) -> Trace {
        match &mut self.guide {
            Some(guide) => guide.trace(self.plan, index),
            None => self.plan.trace(index),
        }
    }

    /// Test `index` again.
    pub fn recall(&self, index: u64) -> Trace {
        match &self.guide {
            Some(guide) => guide.recall(self.plan, index),
            None => self.plan.trace(index),
        }
    }

    /// Learn from a test whose elements are still on the machine.
    pub fn learn(&mut self, index: u64, machine: &mut dyn Machine, trace: &Trace, ended: Ending) {
        if let Some(guide) = &mut self.guide {
            guide.learn(index, machine, trace, ended);
        }
    }

    /// A test was counted. At the end of an epoch, what was learned in it is only kept if something
    /// was found among its tests.
    pub fn finish(&self, index: u64, found: impl FnOnce(Range<u64>) -> bool) {
        let end = index + 1;
        if let (Some(guide), true) = (&self.guide, end.is_multiple_of(EPOCH)) {
            guide.leave(index / EPOCH, found(end - EPOCH..end));
        }
    }
}
