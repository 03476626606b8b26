//! The corpus: the traces that showed something new, and all that was seen so far.

use soundline_domains::expr::Constraint;
use soundline_targets::Slot;

use super::signature::Feature;
use crate::trace::Trace;

/// The most traces of a corpus.
const MOST: usize = 1024;

/// What the library said about an element of a trace: the constraints that it tells.
pub(super) type Fact = (Slot, Vec<Constraint>);

/// A trace that showed something new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The test that it was.
    pub index: u64,
    /// What was new.
    pub features: Vec<Feature>,
    /// The trace.
    pub trace: Trace,
    /// Those of its elements that are neither bottom nor top. There is at least one.
    pub facts: Vec<Fact>,
}

/// The traces that showed something new, in the order of their tests.
#[derive(Default)]
pub(super) struct Corpus {
    entries: Vec<Entry>,
    seen: Seen,
}

impl Corpus {
    /// As it was when these entries had been added.
    pub fn of(entries: Vec<Entry>) -> Corpus {
        let mut corpus = Corpus::default();
        entries.into_iter().for_each(|entry| corpus.add(entry));
        corpus
    }

    /// The traces.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Is there no room for more?
    pub fn is_full(&self) -> bool {
        self.entries.len() >= MOST
    }

    /// Those features that were never seen, each once.
    pub fn new_among(&self, features: impl IntoIterator<Item = Feature>) -> Vec<Feature> {
        let mut new: Vec<Feature> =
            features.into_iter().filter(|feature| !self.seen.has(*feature)).collect();
        new.sort_unstable();
        new.dedup();
        new
    }

    /// Add a trace; what it shows is seen from now on.
    pub fn add(&mut self, entry: Entry) {
        entry.features.iter().for_each(|feature| self.seen.add(*feature));
        self.entries.push(entry);
    }
}

/// A bit for each feature.
#[derive(Default)]
struct Seen(Vec<u64>);

impl Seen {
    fn has(&self, feature: Feature) -> bool {
        let word = self.0.get(feature as usize / 64).copied().unwrap_or_default();
        word >> (feature % 64) & 1 == 1
    }

    fn add(&mut self, feature: Feature) {
        let place = feature as usize / 64;
        if self.0.len() <= place {
            self.0.resize(place + 1, 0);
        }
        self.0[place] |= 1 << (feature % 64);
    }
}

/// A few of the traces that show together what all of them show: small ones first. Each comes with
/// what it shows.
pub fn reduced(traces: Vec<(Trace, Vec<Feature>)>) -> Vec<Trace> {
    let size = |trace: &Trace| (trace.statements.len(), trace.to_string());
    let mut traces: Vec<_> = traces.into_iter().map(|(t, f)| (size(&t), t, f)).collect();
    traces.sort_by(|a, b| a.0.cmp(&b.0));
    let mut seen = Seen::default();
    let keep = |(_, trace, features): (_, Trace, Vec<Feature>)| {
        let new = features.iter().any(|feature| !seen.has(*feature));
        features.iter().for_each(|feature| seen.add(*feature));
        new.then_some(trace)
    };
    traces.into_iter().filter_map(keep).collect()
}
