//! The tally: what a campaign has counted so far, in words that supervisor and workers share.
//!
//! Worker lanes take blocks of test indices from a common counter, so that the tests of a campaign
//! are the same however many lanes there are. Each lane writes down the test that it is about to
//! run; whatever happens to the worker, the supervisor knows where it was.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use soundline_targets::{Operation, OperationKind};

use crate::campaign::{Counts, Coverage};
use crate::property;
use crate::trace::Trace;

/// The most workers at a time.
pub const LANES: usize = 64;
/// Tests that a lane takes at a time, unless they depend on each other.
pub const BLOCK: u64 = 64;
/// How many findings of one property and kind a lane keeps. The lowest indices of all lanes are
/// among them, because every lane goes upwards.
const KEPT: usize = 4;

const LANE_WORDS: usize = 16;
const COUNTERS: usize = 12;
const MOST_PROPERTIES: usize = 256;
const MOST_FINDINGS: usize = 2048;

const LANES_AT: usize = 16;
const COUNTS_AT: usize = LANES_AT + LANES * LANE_WORDS;
const COVERAGE_AT: usize = COUNTS_AT + MOST_PROPERTIES * COUNTERS;
const RESTS_AT: usize = COVERAGE_AT + 32;
const MOST_RESTS: usize = 2 * LANES;
const FINDINGS_AT: usize = RESTS_AT + 2 * MOST_RESTS;

/// How many words a tally needs.
pub const WORDS: usize = FINDINGS_AT + LANES * MOST_FINDINGS * 2;

/// What a word of the head means.
enum Head {
    Fingerprint,
    NextBlock,
    Stop,
    Limit,
    StartedAt,
    ElapsedBefore,
    Place,
    Finished,
    Rests,
    RestsTaken,
}

/// How a test ended, as it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The property held.
    Held = 1,
    /// Its precondition did not hold.
    Vacuous,
    /// It was violated.
    Violated,
    /// A no that is flagged inexact and wrong.
    Inexact,
    /// A no that nobody vouches for.
    Doubtful,
    /// The library refused.
    Refused,
    /// The worker died.
    Died,
    /// The time limit was reached.
    TimedOut,
    /// The memory limit was reached.
    OutOfMemory,
}

impl Mark {
    const ALL: [Mark; 9] = [
        Mark::Held,
        Mark::Vacuous,
        Mark::Violated,
        Mark::Inexact,
        Mark::Doubtful,
        Mark::Refused,
        Mark::Died,
        Mark::TimedOut,
        Mark::OutOfMemory,
    ];

    /// Is it written down and not only counted?
    pub fn is_finding(self) -> bool {
        !matches!(self, Mark::Held | Mark::Vacuous | Mark::Doubtful | Mark::Refused)
    }
}

/// A test that found something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sighting {
    /// The property.
    pub property: u16,
    /// What happened.
    pub mark: Mark,
    /// The test.
    pub index: u64,
}

/// The shared words of one campaign.
#[derive(Clone, Copy)]
pub struct Tally<'a> {
    words: &'a [AtomicU64],
}

impl<'a> Tally<'a> {
    /// The words must be at least [`WORDS`].
    pub fn new(words: &'a [AtomicU64]) -> Tally<'a> {
        assert!(words.len() >= WORDS, "a tally is made with enough words");
        Tally { words }
    }

    fn head(&self, word: Head) -> &'a AtomicU64 {
        &self.words[word as usize]
    }

    /// Begin, or go on: false if the words belong to another plan.
    pub fn begin(&self, fingerprint: u64, limit: Option<u64>) -> bool {
        let known = self.head(Head::Fingerprint).load(Ordering::Acquire);
        if known != 0 && known != fingerprint {
            return false;
        }
        self.head(Head::Fingerprint).store(fingerprint, Ordering::Release);
        self.head(Head::Limit).store(limit.unwrap_or(u64::MAX), Ordering::Release);
        self.head(Head::Stop).store(0, Ordering::Release);
        self.head(Head::StartedAt).store(unix_millis(), Ordering::Release);
        self.gather_rests();
        true
    }

    /// What lanes left of their blocks is for whoever comes next: there may be fewer lanes now.
    fn gather_rests(&self) {
        let taken = self.head(Head::RestsTaken).swap(0, Ordering::AcqRel) as usize;
        let known = self.head(Head::Rests).load(Ordering::Acquire) as usize;
        let mut rests: Vec<(u64, u64)> = (taken.min(known)..known).map(|n| self.rest(n)).collect();
        for lane in 0..LANES {
            let words = self.lane(lane);
            words[DONE].store(0, Ordering::Release);
            let (next, end) = (words[NEXT].swap(0, Ordering::AcqRel), &words[END]);
            let end = end.swap(0, Ordering::AcqRel);
            if next < end {
                rests.push((next, end));
            }
        }
        // In order, so that whoever meets the end of the budget may stop.
        rests.sort_unstable();
        for (position, (next, end)) in rests.iter().take(MOST_RESTS).enumerate() {
            self.words[RESTS_AT + 2 * position].store(*next, Ordering::Release);
            self.words[RESTS_AT + 2 * position + 1].store(*end, Ordering::Release);
        }
        self.head(Head::Rests).store(rests.len().min(MOST_RESTS) as u64, Ordering::Release);
    }

    fn rest(&self, position: usize) -> (u64, u64) {
        let word = |at: usize| self.words[RESTS_AT + 2 * position + at].load(Ordering::Acquire);
        (word(0), word(1))
    }

    /// The rest of a block that another lane left, or a new block.
    fn next_block(&self, size: u64) -> (u64, u64) {
        let rests = self.head(Head::Rests).load(Ordering::Acquire);
        if self.head(Head::RestsTaken).load(Ordering::Acquire) < rests {
            let taken = self.head(Head::RestsTaken).fetch_add(1, Ordering::AcqRel);
            if taken < rests {
                return self.rest(taken as usize);
            }
        }
        let block = self.head(Head::NextBlock).fetch_add(1, Ordering::AcqRel);
        (block * size, (block + 1) * size)
    }

    /// Keep the time so far, so that a run that is killed loses little of it.
    pub fn tick(&self) {
        let now = unix_millis();
        let started = self.head(Head::StartedAt).swap(now, Ordering::AcqRel);
        self.head(Head::ElapsedBefore).fetch_add(now.saturating_sub(started), Ordering::AcqRel);
    }

    /// The budget was used up: the next run starts over.
    pub fn set_finished(&self) {
        self.head(Head::Finished).store(1, Ordering::Release);
    }

    /// Was the budget used up?
    pub fn is_finished(&self) -> bool {
        self.head(Head::Finished).load(Ordering::Acquire) != 0
    }

    /// Milliseconds of all runs together.
    pub fn elapsed_millis(&self) -> u64 {
        let before = self.head(Head::ElapsedBefore).load(Ordering::Acquire);
        match self.head(Head::StartedAt).load(Ordering::Acquire) {
            0 => before,
            started => before + unix_millis().saturating_sub(started),
        }
    }

    /// Ask all lanes to stop after the test that they run.
    pub fn stop(&self) {
        self.head(Head::Stop).store(1, Ordering::Release);
    }

    /// Were they asked to stop?
    pub fn is_stopped(&self) -> bool {
        self.head(Head::Stop).load(Ordering::Acquire) != 0
    }

    fn lane(&self, lane: usize) -> &'a [AtomicU64] {
        let start = LANES_AT + lane * LANE_WORDS;
        &self.words[start..start + LANE_WORDS]
    }

    /// The word that changes with every test of a lane.
    pub fn heartbeat(&self, lane: usize) -> &'a AtomicU64 {
        &self.lane(lane)[CURRENT]
    }

    /// Where a judge's worker is inside of a trace.
    pub fn place(&self) -> &'a AtomicU64 {
        &self.words[Head::Place as usize]
    }

    /// The test that a lane runs or ran last.
    pub fn current(&self, lane: usize) -> Option<u64> {
        self.heartbeat(lane).load(Ordering::Acquire).checked_sub(1)
    }

    /// Has the lane announced its end?
    pub fn is_done(&self, lane: usize) -> bool {
        self.lane(lane)[DONE].load(Ordering::Acquire) != 0
    }

    /// Announce the end of a lane.
    pub fn announce_end(&self, lane: usize) {
        self.lane(lane)[DONE].store(1, Ordering::Release);
    }

    /// The next test of a lane, written down before it runs; `None` when the budget is used up. All
    /// lanes of a campaign take blocks of the same size.
    pub fn next(&self, lane: usize, block: u64) -> Option<u64> {
        let limit = self.head(Head::Limit).load(Ordering::Relaxed);
        let words = self.lane(lane);
        let (next, end) = (words[NEXT].load(Ordering::Relaxed), words[END].load(Ordering::Relaxed));
        let index = if next < end {
            next
        } else {
            let (start, end) = self.next_block(block);
            words[END].store(end, Ordering::Relaxed);
            words[NEXT].store(start, Ordering::Relaxed);
            start
        };
        if index >= limit {
            return None;
        }
        words[CURRENT].store(index + 1, Ordering::Release);
        Some(index)
    }

    /// The property of the test that a lane is about to run.
    pub fn announce(&self, lane: usize, property: u16) {
        self.lane(lane)[PROPERTY].store(property.into(), Ordering::Release);
    }

    /// The property that a lane announced last.
    pub fn announced(&self, lane: usize) -> u16 {
        self.lane(lane)[PROPERTY].load(Ordering::Acquire) as u16
    }

    /// The test is over: count it and go on to the next one.
    pub fn finish(&self, lane: usize, sighting: Sighting) {
        let counts = self.counters(sighting.property);
        counts[0].fetch_add(1, Ordering::Relaxed);
        counts[sighting.mark as usize].fetch_add(1, Ordering::Relaxed);
        if sighting.mark.is_finding() {
            self.write_down(lane, sighting);
            let millis = self.elapsed_millis().max(1);
            let _ = counts[FIRST].compare_exchange(0, millis, Ordering::AcqRel, Ordering::Relaxed);
        }
        self.lane(lane)[NEXT].store(sighting.index + 1, Ordering::Release);
    }

    /// Did a lane write down a finding among these tests?
    pub fn has_sightings(&self, lane: usize, tests: std::ops::Range<u64>) -> bool {
        self.sightings_of(lane).any(|sighting| tests.contains(&sighting.index))
    }

    fn counters(&self, property: u16) -> &'a [AtomicU64] {
        let start = COUNTS_AT + usize::from(property) * COUNTERS;
        &self.words[start..start + COUNTERS]
    }

    fn write_down(&self, lane: usize, sighting: Sighting) {
        let same = |s: &Sighting| s.property == sighting.property && s.mark == sighting.mark;
        let written = self.lane(lane)[WRITTEN].load(Ordering::Acquire) as usize;
        if written >= MOST_FINDINGS || self.sightings_of(lane).filter(same).count() >= KEPT {
            return;
        }
        let at = FINDINGS_AT + (lane * MOST_FINDINGS + written) * 2;
        let code = u64::from(sighting.property) << 8 | sighting.mark as u64;
        self.words[at].store(sighting.index, Ordering::Relaxed);
        self.words[at + 1].store(code, Ordering::Relaxed);
        self.lane(lane)[WRITTEN].store(written as u64 + 1, Ordering::Release);
    }

    fn sightings_of(&self, lane: usize) -> impl Iterator<Item = Sighting> {
        let written = self.lane(lane)[WRITTEN].load(Ordering::Acquire) as usize;
        (0..written.min(MOST_FINDINGS)).filter_map(move |position| {
            let at = FINDINGS_AT + (lane * MOST_FINDINGS + position) * 2;
            let index = self.words[at].load(Ordering::Relaxed);
            let code = self.words[at + 1].load(Ordering::Relaxed);
            let mark = Mark::ALL.into_iter().find(|mark| *mark as u64 == code & 0xff)?;
            Some(Sighting { property: (code >> 8) as u16, mark, index })
        })
    }

    /// The first sightings of every property and kind, at most so many of each, in order.
    pub fn sightings(&self, most: usize) -> Vec<Sighting> {
        let mut all: Vec<Sighting> = (0..LANES).flat_map(|lane| self.sightings_of(lane)).collect();
        all.sort();
        all.dedup();
        let kind = |s: &Sighting| (s.property, s.mark);
        all.chunk_by(|a, b| kind(a) == kind(b))
            .flat_map(|same| same.iter().take(most))
            .copied()
            .collect()
    }

    /// What was counted for a property, and the milliseconds until its first finding.
    pub fn counts(&self, property: u16) -> (Counts, Option<u64>) {
        let words = self.counters(property);
        let read = |mark: Mark| words[mark as usize].load(Ordering::Acquire);
        let counts = Counts {
            tests: words[0].load(Ordering::Acquire),
            held: read(Mark::Held),
            vacuous: read(Mark::Vacuous),
            violated: read(Mark::Violated),
            inexact: read(Mark::Inexact),
            doubtful: read(Mark::Doubtful),
            refused: read(Mark::Refused),
            died: read(Mark::Died),
            timed_out: read(Mark::TimedOut),
            out_of_memory: read(Mark::OutOfMemory),
        };
        let first = words[FIRST].load(Ordering::Acquire);
        (counts, (first > 0).then_some(first))
    }

    /// All tests so far.
    pub fn tests(&self) -> u64 {
        property::all().iter().map(|p| self.counters(p.number)[0].load(Ordering::Relaxed)).sum()
    }

    /// Count the operations of a test.
    pub fn cover(&self, trace: &Trace) {
        let mut counts = [0u64; OperationKind::ALL.len()];
        trace.operations().map(Operation::kind).for_each(|kind| counts[kind as usize] += 1);
        for (kind, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            self.words[COVERAGE_AT + kind].fetch_add(count, Ordering::Relaxed);
        }
    }

    /// Count what an operand was.
    pub fn cover_operand(&self, operand: OperandKind) {
        self.words[OPERANDS_AT + operand as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// What the tests exercised.
    pub fn coverage(&self) -> Coverage {
        let read = |at: usize| self.words[at].load(Ordering::Acquire);
        let operations = OperationKind::ALL.map(|kind| (kind, read(COVERAGE_AT + kind as usize)));
        Coverage {
            operations: operations.into_iter().filter(|(_, count)| *count > 0).collect(),
            bottom: read(OPERANDS_AT + OperandKind::Bottom as usize),
            top: read(OPERANDS_AT + OperandKind::Top as usize),
            proper: read(OPERANDS_AT + OperandKind::Proper as usize),
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

const OPERANDS_AT: usize = COVERAGE_AT + 16;

// The words of a lane.
const CURRENT: usize = 0;
const NEXT: usize = 1;
const END: usize = 2;
const DONE: usize = 3;
const WRITTEN: usize = 4;
const PROPERTY: usize = 5;

/// The word of a property's counters that holds the time of its first finding.
const FIRST: usize = 10;

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

    fn sighting(property: u16, mark: Mark, index: u64) -> Sighting {
        Sighting { property, mark, index }
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
            tally.finish(lane, sighting(3, Mark::Held, index));
            seen.push(index);
        }
        for lane in 0..3 {
            while let Some(index) = tally.next(lane, BLOCK) {
                tally.finish(lane, sighting(3, Mark::Held, index));
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
        tally.finish(0, sighting(3, Mark::Died, first));
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
            tally.finish(lane, sighting(3, Mark::Held, index));
            seen.push(index);
        }
        assert!(tally.begin(7, Some(200)), "the run was killed and goes on with one lane");
        while let Some(index) = tally.next(0, BLOCK) {
            tally.finish(0, sighting(3, Mark::Held, index));
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
            tally.finish(1, sighting(9, Mark::Violated, index * 2));
            tally.finish(0, sighting(9, Mark::Violated, index * 2 + 1));
        }
        tally.finish(0, sighting(9, Mark::Died, 500));
        let found: Vec<u64> = tally.sightings(3).iter().map(|s| s.index).collect();
        assert_eq!(found, [0, 1, 2, 500]);
        assert_eq!(tally.counts(9).0.violated, 200);
        assert!(tally.counts(9).1.is_some());
    }
}
