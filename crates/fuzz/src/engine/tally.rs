//! The tally: what a campaign has counted so far, in words that supervisor and workers share.
//!
//! Worker lanes take blocks of test indices from a common counter, so that the tests of a campaign
//! are the same however many lanes there are. Each lane writes down the test that it is about to
//! run; whatever happens to the worker, the supervisor knows where it was.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::time::{SystemTime, UNIX_EPOCH};

use soundline_isolate::{Words, words};
use soundline_targets::{Operation, OperationKind};

use super::place::Place;
use crate::campaign::{Counts, Coverage};
use crate::contract::Beyond;
use crate::outcome::Ending;
use crate::property;
use crate::trace::Trace;

/// The most workers at a time.
pub const LANES: usize = 64;
/// Tests that a lane takes at a time, unless they depend on each other.
pub const BLOCK: u64 = 64;
/// How many findings of one property and kind a lane keeps. The lowest indices of all lanes are
/// among them, because every lane goes upwards.
const KEPT: usize = 4;

const MOST_PROPERTIES: usize = 256;
const MOST_FINDINGS: usize = 2048;
const MOST_RESTS: usize = 2 * LANES;

words! {
    /// All words of a campaign.
    struct Sheet {
        head: Head,
        lanes: [Lane; LANES],
        rows: [Counters; MOST_PROPERTIES],
        operations: [AtomicU64; OperationKind::ALL.len()],
        operands: [AtomicU64; 3],
        rests: [Rest; MOST_RESTS],
    }
}

words! {
    /// What belongs to no lane.
    struct Head {
        fingerprint: AtomicU64,
        next_block: AtomicU64,
        stop: AtomicU64,
        limit: AtomicU64,
        started_at: AtomicU64,
        elapsed_before: AtomicU64,
        /// The instruction that a judge's worker is in.
        judge_place: AtomicU64,
        /// What of the judge's trace lies beyond the contract.
        judge_beyond: AtomicU64,
        finished: AtomicU64,
        /// Has a worker died? From then on lanes write down where they are inside of a test.
        deaths: AtomicU64,
        rests: AtomicU64,
        rests_taken: AtomicU64,
        _room: [AtomicU64; 4],
    }
}

words! {
    /// What one worker writes. The first words fill two cache lines of their own.
    struct Lane {
        current: AtomicU64,
        next: AtomicU64,
        end: AtomicU64,
        done: AtomicU64,
        written: AtomicU64,
        property: AtomicU64,
        beyond: AtomicU64,
        place: AtomicU64,
        _room: [AtomicU64; 8],
        seen: [Seen; MOST_FINDINGS],
    }
}

words! {
    /// A finding.
    struct Seen {
        index: AtomicU64,
        property: AtomicU64,
        ending: AtomicU64,
        place: AtomicU64,
    }
}

words! {
    /// What is counted for a property.
    struct Counters {
        tests: AtomicU64,
        endings: [AtomicU64; Ending::ALL.len()],
        /// Milliseconds until the first finding.
        first: AtomicU64,
    }
}

words! {
    /// What a lane left of a block.
    struct Rest {
        next: AtomicU64,
        end: AtomicU64,
    }
}

/// How many words a tally needs.
pub const WORDS: usize = <Sheet as Words>::COUNT;

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

/// The shared words of one campaign.
#[derive(Clone, Copy)]
pub struct Tally<'a> {
    sheet: &'a Sheet,
}

impl<'a> Tally<'a> {
    /// The words must be at least [`WORDS`].
    pub fn new(words: &'a [AtomicU64]) -> Tally<'a> {
        Tally { sheet: Sheet::of(words) }
    }

    fn head(&self) -> &'a Head {
        &self.sheet.head
    }

    fn lane(&self, lane: usize) -> &'a Lane {
        &self.sheet.lanes[lane]
    }

    /// Begin, or go on: false if the words belong to another plan.
    pub fn begin(&self, fingerprint: u64, limit: Option<u64>) -> bool {
        let known = self.head().fingerprint.load(Acquire);
        if known != 0 && known != fingerprint {
            return false;
        }
        self.head().fingerprint.store(fingerprint, Release);
        self.head().limit.store(limit.unwrap_or(u64::MAX), Release);
        self.head().stop.store(0, Release);
        self.head().started_at.store(unix_millis(), Release);
        self.gather_rests();
        true
    }

    /// What lanes left of their blocks is for whoever comes next: there may be fewer lanes now.
    fn gather_rests(&self) {
        let taken = self.head().rests_taken.swap(0, AcqRel) as usize;
        let known = self.head().rests.load(Acquire) as usize;
        let mut rests: Vec<(u64, u64)> = (taken.min(known)..known).map(|n| self.rest(n)).collect();
        for lane in &self.sheet.lanes {
            lane.done.store(0, Release);
            let (next, end) = (lane.next.swap(0, AcqRel), lane.end.swap(0, AcqRel));
            if next < end {
                rests.push((next, end));
            }
        }
        // In order, so that whoever meets the end of the budget may stop.
        rests.sort_unstable();
        for (rest, (next, end)) in self.sheet.rests.iter().zip(&rests) {
            rest.next.store(*next, Release);
            rest.end.store(*end, Release);
        }
        self.head().rests.store(rests.len().min(MOST_RESTS) as u64, Release);
    }

    fn rest(&self, position: usize) -> (u64, u64) {
        let rest = &self.sheet.rests[position];
        (rest.next.load(Acquire), rest.end.load(Acquire))
    }

    /// The rest of a block that another lane left, or a new block.
    fn next_block(&self, size: u64) -> (u64, u64) {
        let rests = self.head().rests.load(Acquire);
        if self.head().rests_taken.load(Acquire) < rests {
            let taken = self.head().rests_taken.fetch_add(1, AcqRel);
            if taken < rests {
                return self.rest(taken as usize);
            }
        }
        let block = self.head().next_block.fetch_add(1, AcqRel);
        (block * size, (block + 1) * size)
    }

    /// Keep the time so far, so that a run that is killed loses little of it.
    pub fn tick(&self) {
        let now = unix_millis();
        let started = self.head().started_at.swap(now, AcqRel);
        self.head().elapsed_before.fetch_add(now.saturating_sub(started), AcqRel);
    }

    /// The budget was used up: the next run starts over.
    pub fn set_finished(&self) {
        self.head().finished.store(1, Release);
    }

    /// Was the budget used up?
    pub fn is_finished(&self) -> bool {
        self.head().finished.load(Acquire) != 0
    }

    /// Milliseconds of all runs together.
    pub fn elapsed_millis(&self) -> u64 {
        let before = self.head().elapsed_before.load(Acquire);
        match self.head().started_at.load(Acquire) {
            0 => before,
            started => before + unix_millis().saturating_sub(started),
        }
    }

    /// Ask all lanes to stop after the test that they run.
    pub fn stop(&self) {
        self.head().stop.store(1, Release);
    }

    /// Were they asked to stop?
    pub fn is_stopped(&self) -> bool {
        self.head().stop.load(Acquire) != 0
    }

    /// The word that changes with every test of a lane.
    pub fn heartbeat(&self, lane: usize) -> &'a AtomicU64 {
        &self.lane(lane).current
    }

    /// Where a judge's worker is inside of a trace.
    pub(super) fn judge_place(&self) -> &'a AtomicU64 {
        &self.head().judge_place
    }

    /// What of the judge's trace lies beyond the contract.
    pub(super) fn judge_beyond(&self) -> &'a AtomicU64 {
        &self.head().judge_beyond
    }

    /// Where a lane is inside of a test; only told where workers have died before.
    pub(super) fn place(&self, lane: usize) -> Option<&'a AtomicU64> {
        (self.head().deaths.load(Relaxed) != 0).then_some(&self.lane(lane).place)
    }

    /// The test that a lane runs or ran last.
    pub fn current(&self, lane: usize) -> Option<u64> {
        self.heartbeat(lane).load(Acquire).checked_sub(1)
    }

    /// Has the lane announced its end?
    pub fn is_done(&self, lane: usize) -> bool {
        self.lane(lane).done.load(Acquire) != 0
    }

    /// Announce the end of a lane.
    pub fn announce_end(&self, lane: usize) {
        self.lane(lane).done.store(1, Release);
    }

    /// The next test of a lane, written down before it runs; `None` when the budget is used up. All
    /// lanes of a campaign take blocks of the same size.
    pub fn next(&self, lane: usize, block: u64) -> Option<u64> {
        let limit = self.head().limit.load(Relaxed);
        let lane = self.lane(lane);
        let (next, end) = (lane.next.load(Relaxed), lane.end.load(Relaxed));
        let index = if next < end {
            next
        } else {
            let (start, end) = self.next_block(block);
            lane.end.store(end, Relaxed);
            lane.next.store(start, Relaxed);
            start
        };
        if index >= limit {
            return None;
        }
        lane.current.store(index + 1, Release);
        Some(index)
    }

    /// The property of the test that a lane is about to run, and which failures lie beyond the contract.
    pub fn announce(&self, lane: usize, property: u16, beyond: Beyond) {
        self.lane(lane).beyond.store(beyond.word(), Release);
        self.lane(lane).place.store(0, Release);
        self.lane(lane).property.store(property.into(), Release);
    }

    /// What becomes of the test that a lane announced last if it ends so, though its worker is gone.
    pub(super) fn accuse(&self, lane: usize, index: u64, ending: Ending) -> Sighting {
        self.head().deaths.store(1, Relaxed);
        let announced = self.lane(lane);
        let beyond = Beyond::of_word(announced.beyond.load(Acquire));
        Sighting {
            property: announced.property.load(Acquire) as u16,
            ending: beyond.ending(ending),
            index,
            place: Place::of_word(announced.place.load(Acquire)),
        }
    }

    /// The test is over: count it and go on to the next one.
    pub fn finish(&self, lane: usize, sighting: Sighting) {
        let counters = self.counters(sighting.property);
        counters.tests.fetch_add(1, Relaxed);
        counters.endings[sighting.ending as usize].fetch_add(1, Relaxed);
        if sighting.ending.is_finding() {
            self.write_down(lane, sighting);
            let millis = self.elapsed_millis().max(1);
            let _ = counters.first.compare_exchange(0, millis, AcqRel, Relaxed);
        }
        self.lane(lane).next.store(sighting.index + 1, Release);
    }

    /// Did a lane write down a finding among these tests?
    pub fn has_sightings(&self, lane: usize, tests: std::ops::Range<u64>) -> bool {
        self.sightings_of(lane).any(|sighting| tests.contains(&sighting.index))
    }

    fn counters(&self, property: u16) -> &'a Counters {
        &self.sheet.rows[usize::from(property)]
    }

    fn write_down(&self, lane: usize, sighting: Sighting) {
        let same = |s: &Sighting| s.property == sighting.property && s.ending == sighting.ending;
        let written = self.lane(lane).written.load(Acquire) as usize;
        if written >= MOST_FINDINGS || self.sightings_of(lane).filter(same).count() >= KEPT {
            return;
        }
        let seen = &self.lane(lane).seen[written];
        seen.index.store(sighting.index, Relaxed);
        seen.property.store(sighting.property.into(), Relaxed);
        seen.ending.store(sighting.ending as u64, Relaxed);
        seen.place.store(sighting.place.map_or(0, Place::word), Relaxed);
        self.lane(lane).written.store(written as u64 + 1, Release);
    }

    fn sightings_of(&self, lane: usize) -> impl Iterator<Item = Sighting> {
        let lane = self.lane(lane);
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

    /// Was something found?
    pub fn has_found(&self) -> bool {
        self.sheet.lanes.iter().any(|lane| lane.written.load(Relaxed) > 0)
    }

    /// The first sightings of every property and kind, at most so many of each, in order.
    pub fn sightings(&self, most: usize) -> Vec<Sighting> {
        let mut all: Vec<Sighting> = (0..LANES).flat_map(|lane| self.sightings_of(lane)).collect();
        let kind = |s: &Sighting| (s.property, s.ending);
        all.sort();
        all.dedup();
        all.chunk_by(|a, b| kind(a) == kind(b))
            .flat_map(|same| same.iter().take(most))
            .copied()
            .collect()
    }

    /// What was counted for a property, and the milliseconds until its first finding.
    pub fn counts(&self, property: u16) -> (Counts, Option<u64>) {
        let counters = self.counters(property);
        let mut counts = Counts { tests: counters.tests.load(Acquire), ..Counts::default() };
        for ending in Ending::ALL {
            *counts.of(ending) = counters.endings[ending as usize].load(Acquire);
        }
        let first = counters.first.load(Acquire);
        (counts, (first > 0).then_some(first))
    }

    /// All tests so far.
    pub fn tests(&self) -> u64 {
        property::all().iter().map(|p| self.counters(p.number).tests.load(Relaxed)).sum()
    }

    /// Count the operations of a test.
    pub fn cover(&self, trace: &Trace) {
        let mut counts = [0u64; OperationKind::ALL.len()];
        trace.operations().map(Operation::kind).for_each(|kind| counts[kind as usize] += 1);
        for (kind, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            self.sheet.operations[kind].fetch_add(count, Relaxed);
        }
    }

    /// Count what an operand was.
    pub fn cover_operand(&self, operand: OperandKind) {
        self.sheet.operands[operand as usize].fetch_add(1, Relaxed);
    }

    /// What the tests exercised.
    pub fn coverage(&self) -> Coverage {
        let operand = |kind: OperandKind| self.sheet.operands[kind as usize].load(Acquire);
        let operation =
            |kind: OperationKind| (kind, self.sheet.operations[kind as usize].load(Acquire));
        let operations = OperationKind::ALL.map(operation);
        Coverage {
            operations: operations.into_iter().filter(|(_, count)| *count > 0).collect(),
            bottom: operand(OperandKind::Bottom),
            top: operand(OperandKind::Top),
            proper: operand(OperandKind::Proper),
            places: 0,
        }
    }
}

/// What an operand of a property was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandKind {
    /// No point.
    Bottom,
    /// All points.
    Top,
    /// Something else.
    Proper,
}

fn unix_millis() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(1, |since| since.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Vec<AtomicU64> {
        (0..WORDS).map(|_| AtomicU64::new(0)).collect()
    }

    fn sighting(property: u16, ending: Ending, index: u64) -> Sighting {
        Sighting { property, ending, index, place: None }
    }

    #[test]
    fn lanes_share_the_tests_without_gaps() {
        let words = words();
        let tally = Tally::new(&words);
        assert!(tally.begin(7, Some(200)));
        let mut seen = Vec::new();
        for turn in 0.. {
            let lane = turn % 3;
            let Some(index) = tally.next(lane, BLOCK) else { break };
            tally.finish(lane, sighting(3, Ending::Held, index));
            seen.push(index);
        }
        for lane in 0..3 {
            while let Some(index) = tally.next(lane, BLOCK) {
                tally.finish(lane, sighting(3, Ending::Held, index));
                seen.push(index);
            }
        }
        seen.sort();
        assert_eq!(seen, (0..200).collect::<Vec<_>>());
        assert_eq!(tally.counts(3).0.held, 200);
        assert_eq!(tally.tests(), 200);
    }

    #[test]
    fn a_test_in_flight_is_run_again_after_a_restart() {
        let words = words();
        let tally = Tally::new(&words);
        tally.begin(7, None);
        let first = tally.next(0, BLOCK).unwrap();
        assert_eq!(tally.next(0, BLOCK), Some(first), "not finished, so it comes again");
        tally.finish(0, sighting(3, Ending::Died, first));
        assert_eq!(tally.next(0, BLOCK), Some(first + 1));
        assert!(!tally.begin(8, None), "another plan's words are refused");
    }

    #[test]
    fn fewer_lanes_go_on_with_what_more_lanes_left() {
        let words = words();
        let tally = Tally::new(&words);
        tally.begin(7, Some(200));
        let mut seen = Vec::new();
        for lane in 0..3 {
            let index = tally.next(lane, BLOCK).unwrap();
            tally.finish(lane, sighting(3, Ending::Held, index));
            seen.push(index);
        }
        assert!(tally.begin(7, Some(200)), "the run was killed and goes on with one lane");
        while let Some(index) = tally.next(0, BLOCK) {
            tally.finish(0, sighting(3, Ending::Held, index));
            seen.push(index);
        }
        seen.sort();
        assert_eq!(seen, (0..200).collect::<Vec<_>>());
    }

    #[test]
    fn the_lowest_sightings_of_each_kind_are_kept() {
        let words = words();
        let tally = Tally::new(&words);
        tally.begin(7, None);
        for index in 0..100 {
            tally.finish(1, sighting(9, Ending::Violated, index * 2));
            tally.finish(0, sighting(9, Ending::Violated, index * 2 + 1));
        }
        tally.finish(0, sighting(9, Ending::Died, 500));
        let found: Vec<u64> = tally.sightings(3).iter().map(|s| s.index).collect();
        assert_eq!(found, [0, 1, 2, 500]);
        assert_eq!(tally.counts(9).0.violated, 200);
        assert!(tally.counts(9).1.is_some());
    }
}
