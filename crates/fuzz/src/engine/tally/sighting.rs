//! The tests that found something, as a lane keeps them.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed};

use soundline_isolate::words;

use super::ledger::Entry;
use super::{Lane, Place, room};
use crate::outcome::Ending;

/// How many findings of one property and kind a lane keeps: those with the lowest indices.
const KEPT: usize = 4;

/// How many findings a lane keeps in all.
pub(super) const MOST_FINDINGS: usize = room(2048);

words! {
    /// A finding.
    pub(super) struct Seen {
        index: AtomicU64,
        property: AtomicU64,
        ending: AtomicU64,
        place: AtomicU64,
    }
}

/// A test that found something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sighting {
    /// The property.
    pub property: u16,
    /// What happened.
    pub ending: Ending,
    /// The test.
    pub index: u64,
    /// The instruction that did not come back, where that is known.
    pub place: Option<Place>,
}

impl Sighting {
    /// The first ones of every property and kind, at most so many of each, in order.
    pub(in crate::engine) fn first_of_each(mut all: Vec<Sighting>, most: usize) -> Vec<Sighting> {
        let kind = |s: &Sighting| (s.property, s.ending);
        all.sort();
        all.dedup();
        let kinds = all.chunk_by(|a, b| kind(a) == kind(b));
        kinds.flat_map(|same| same.iter().take(most)).copied().collect()
    }
}

pub(super) fn sightings_of(lane: &Lane) -> impl Iterator<Item = Sighting> {
    let written = lane.written.load(Acquire) as usize;
    lane.seen[..written.min(MOST_FINDINGS)].iter().filter_map(|seen| {
        Some(Sighting {
            property: seen.property.load(Relaxed) as u16,
            ending: *Ending::ALL.get(seen.ending.load(Relaxed) as usize)?,
            index: seen.index.load(Relaxed),
            place: Place::of_word(seen.place.load(Relaxed)),
        })
    })
}

/// Write a finding down if it is among the first of its kind. A lane that goes on with what another one left may come
/// to earlier tests.
pub(super) fn write_down(lane: &Lane, sighting: Sighting, entry: &mut Entry) {
    let written = (lane.written.load(Acquire) as usize).min(MOST_FINDINGS);
    let same = |s: &Sighting| s.property == sighting.property && s.ending == sighting.ending;
    let known = sightings_of(lane).enumerate().filter(|(_, seen)| same(seen));
    let known: Vec<(usize, u64)> = known.map(|(place, seen)| (place, seen.index)).collect();
    let latest = known.iter().max_by_key(|(_, index)| *index);
    let place = match latest {
        Some((place, index)) if known.len() >= KEPT => {
            if *index <= sighting.index {
                return;
            }
            *place
        }
        _ if written >= MOST_FINDINGS => return,
        _ => {
            entry.set(&lane.written, written as u64 + 1);
            written
        }
    };
    let seen = &lane.seen[place];
    entry.set(&seen.index, sighting.index);
    entry.set(&seen.property, sighting.property.into());
    entry.set(&seen.ending, sighting.ending as u64);
    entry.set(&seen.place, sighting.place.map_or(0, Place::word));
}
