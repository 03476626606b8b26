//! Guided search: tests that go on from what earlier tests showed.
//!
//! Tests are cut into epochs of consecutive indices. Every epoch starts with an empty corpus and is
//! run in order by one worker at a time, so that its tests are a function of the plan, of the traces
//! that the user gave and of the epoch, however many workers there are. A trace enters the corpus when
//! it reached code or shapes of elements that the epoch had not seen. The corpus is all
//! that an epoch remembers, and the journal holds it: a worker that takes over from one that
//! died reads it and goes on behind the test that died, and the trace of any test is made again from
//! the entries before it.
//!
//! Two things were learned from planted bugs. Mutants of whole tests, property included, find less
//! than fresh tests do: what pays is another property on a pool that is known to be good, and elements
//! next to those that the library told of. And every property gets the same share of the
//! tests: what was tested least is where the next bug is.

mod corpus;
mod journal;
mod mutate;
mod neighbour;
mod search;
mod signature;

use std::path::{Path, PathBuf};

use soundline_domains::numbers::Rat;
use soundline_lattice::choices::Random;
use soundline_targets::{Machine, Numbers, coverage};

pub use corpus::reduced;
pub(crate) use neighbour::sibling;
pub use search::Search;
pub use signature::{Feature, features};

use crate::generate::Plan;
use crate::outcome::Ending;
use crate::trace::Trace;
use corpus::{Corpus, Entry};
use journal::Journal;

/// Tests of an epoch.
pub const EPOCH: u64 = 8192;
/// The corpora of the first epochs stay in the output folder; later ones only if they are needed to
/// make the trace of a finding again.
const KEPT_EPOCHS: u64 = 8;
/// So many percent of the tests are drawn afresh, however large the corpus is.
const FRESH: u64 = 20;
/// With fewer traces than this all tests are drawn afresh.
const FEWEST: usize = 4;
/// The elements of all tests are looked at among so many first ones of an epoch, so that search is guided from the
/// start: half of the planted bugs are found in the first 200 tests.
const ALL: u64 = 48;
/// So many tests of an epoch are its first. They show most of what the epoch will see.
const FIRST: u64 = 1024;
/// The elements of one test in so many are looked at among the first of an epoch, and among the others.
/// Reading constraints is the cost of guidance.
const LOOK_AT_ONE_IN: [u64; 2] = [4, 64];
/// The most traces of the user that an epoch runs before its own.
const MOST_GIVEN: u64 = EPOCH / 8;

/// What a worker learned in the epoch that it is in.
pub struct Guide {
    folder: Option<PathBuf>,
    /// Traces that the user gave.
    given: Vec<Trace>,
    epoch: Option<u64>,
    corpus: Corpus,
    journal: Option<Journal>,
}

impl Guide {
    /// A guide that keeps its journals in a folder, or nowhere. Of the given traces those count that
    /// could be tests of the plan.
    pub fn new(plan: &Plan, folder: Option<&Path>, given: &[Trace]) -> Guide {
        let given = given.iter().filter_map(|trace| plan.adopted(trace)).collect();
        let folder = folder.map(Path::to_path_buf);
        Guide { folder, given, epoch: None, corpus: Corpus::default(), journal: None }
    }

    /// Test `index`; the tests of its epoch before it have been learned from or have died.
    pub fn trace(&mut self, plan: &Plan, index: u64) -> Trace {
        if self.epoch != Some(index / EPOCH) {
            self.enter(index);
        }
        let trace = trace(plan, &self.given, &self.corpus, index);
        coverage::clear();
        trace
    }

    /// Test `index` again, from the journal of its epoch.
    pub fn recall(&self, plan: &Plan, index: u64) -> Trace {
        let recalled = self.folder.as_deref().map(|folder| Journal::recall(folder, index));
        let entries = recalled.and_then(Result::ok).unwrap_or_default();
        trace(plan, &self.given, &Corpus::of(entries), index)
    }

    /// The traces that were kept in a folder of journals.
    pub fn kept(folder: &Path) -> Vec<Trace> {
        let epochs = (0..KEPT_EPOCHS).map(|epoch| Journal::recall(folder, (epoch + 1) * EPOCH - 1));
        let entries = epochs.filter_map(Result::ok).flatten();
        entries.map(|entry| entry.trace).collect()
    }

    /// Begin an epoch, or go on with it where another worker stopped.
    fn enter(&mut self, index: u64) {
        self.epoch = Some(index / EPOCH);
        // An epoch that begins has no tests before it, so that an old journal is emptied.
        let resumed = self.folder.as_deref().map(|folder| Journal::resume(folder, index));
        let (journal, entries) = match resumed {
            Some(Ok((journal, entries))) => (Some(journal), entries),
            _ => (None, Vec::new()),
        };
        (self.journal, self.corpus) = (journal, Corpus::of(entries));
    }

    /// An epoch is over; its journal goes unless something was found in it.
    pub fn leave(&self, epoch: u64, found: bool) {
        if let (Some(folder), false) = (&self.folder, found || epoch < KEPT_EPOCHS) {
            // A journal that cannot be removed only takes room.
            let _ = std::fs::remove_file(Journal::path(folder, epoch));
        }
    }

    /// Look at the elements of a test that is over. Whatever was found needs no more tests like it.
    pub fn learn(&mut self, index: u64, machine: &mut dyn Machine, trace: &Trace, ended: Ending) {
        let fine = matches!(ended, Ending::Held | Ending::Doubtful | Ending::Vacuous);
        if !fine || self.corpus.is_full() || overflows(machine, trace) {
            return;
        }
        let mut features = self.corpus.new_among(signature::of_code());
        let place = index % EPOCH;
        let given = place < self.given.len() as u64;
        let rate = LOOK_AT_ONE_IN[usize::from(place >= FIRST)];
        let looked_at = place < ALL || index.is_multiple_of(rate);
        if features.is_empty() && !given && !looked_at {
            return;
        }
        let seen = signature::look(machine, trace);
        features.extend(self.corpus.new_among(seen.features));
        if features.is_empty() || seen.facts.is_empty() {
            return;
        }
        let entry = Entry { index, features, trace: trace.clone(), facts: seen.facts };
        let written = match (&mut self.journal, &self.folder) {
            (Some(journal), _) => journal.append(&entry).is_ok(),
            (None, folder) => folder.is_none(),
        };
        // What cannot be written down is not learned: whoever reads the journal would not know it.
        if written {
            self.corpus.add(entry);
        }
    }

    /// How many traces the corpus has.
    pub fn size(&self) -> usize {
        self.corpus.entries().len()
    }
}

/// Test `index`, a function of the plan, the given traces and the corpus.
fn trace(plan: &Plan, given: &[Trace], corpus: &Corpus, index: u64) -> Trace {
    if let Some(trace) = given_trace(given, index) {
        return trace.clone();
    }
    let (property, entries) = (plan.property(index), corpus.entries());
    // The stream of the fresh test of this index must not be used twice.
    let mut random = Random::new(!plan.random(index).bits());
    if entries.len() < FEWEST || random.up_to(99) < FRESH {
        return plan.trace(index);
    }
    let mut any = || &entries[random.up_to(entries.len() as u64 - 1) as usize];
    let (parent, other) = (any(), any());
    if property.inputs.needs_variables() && parent.trace.space.dimensions() == 0 {
        return plan.trace(index);
    }
    match plan.search().is_direct() {
        true => mutate::direct(plan, &mut random, &parent.trace, &other.trace, property),
        false => mutate::mutant(plan, &mut random, parent, &other.trace, property),
    }
}

/// The traces of the user come first in every epoch; if they are many, each epoch takes others.
fn given_trace(given: &[Trace], index: u64) -> Option<&Trace> {
    let (epoch, place) = (index / EPOCH, index % EPOCH);
    let count = (given.len() as u64).min(MOST_GIVEN);
    (place < count).then(|| &given[((epoch * count + place) % given.len() as u64) as usize])
}

/// Machine numbers overflow at once, and whoever then hangs leaves no time for the rest: such
/// traces are as rare as they are drawn.
fn overflows(machine: &dyn Machine, trace: &Trace) -> bool {
    let limit = Rat::from(1 << 24);
    let is_large = |constant: &Rat| constant.abs() > limit;
    machine.profile().numbers == Numbers::Machine
        && trace.operations().any(|operation| mutate::constants(operation).any(is_large))
}

#[cfg(test)]
mod tests;
