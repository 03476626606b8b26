//! The tally: what a campaign has counted so far, in words that supervisor and workers share.
//!
//! Worker lanes take blocks of test indices from a common [agenda](agenda), so that the tests of a campaign
//! are the same however many lanes there are. Each lane writes down the test that it is about to
//! run; whatever happens to the worker, the supervisor knows where it was. A test is counted as a whole or not at all (see
//! [`ledger`]): a campaign whose processes were killed counts what one counts that was left in peace.

mod agenda;
mod exercised;
mod ledger;
mod sighting;

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::time::{SystemTime, UNIX_EPOCH};

use soundline_isolate::{Words, words};
use soundline_targets::OperationKind;

use super::part::Part;
use super::place::Place;
use super::shard::Shard;
use crate::campaign::{Counts, Coverage, Row};
use crate::contract::Beyond;
use crate::outcome::Ending;
use agenda::Agenda;
use ledger::Ledger;
use sighting::{MOST_FINDINGS, Seen, sightings_of, write_down};

pub use exercised::{Exercised, OperandKind};
pub use sighting::Sighting;

/// So many of something; few under Miri, to which each word costs much with each look at any of them.
const fn room(most: usize) -> usize {
    if cfg!(miri) { most / 16 } else { most }
}

/// The most workers at a time.
pub const LANES: usize = room(64);
/// Tests that a lane takes at a time, unless they depend on each other.
pub const BLOCK: u64 = 64;

const MOST_PROPERTIES: usize = room(256);

words! {
    /// All words of a campaign.
    struct Sheet {
        head: Head,
        agenda: Agenda,
        ledger: Ledger,
        lanes: [Lane; LANES],
    }
}

words! {
    /// What belongs to no lane.
    struct Head {
        fingerprint: AtomicU64,
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
        /// Which blocks of tests are counted here: those of a shard.
        shard: AtomicU64,
        /// Of how many; 0 where there are none.
        shards: AtomicU64,
        _room: [AtomicU64; 5],
    }
}

words! {
    /// What one worker writes. The first words fill two cache lines of their own.
    struct Lane {
        current: AtomicU64,
        next: AtomicU64,
        end: AtomicU64,
        /// So many tickets of the agenda up to the one that it began last.
        begun: AtomicU64,
        done: AtomicU64,
        written: AtomicU64,
        property: AtomicU64,
        beyond: AtomicU64,
        place: AtomicU64,
        _room: [AtomicU64; 7],
        ledger: Ledger,
        rows: [Counters; MOST_PROPERTIES],
        operations: [AtomicU64; OperationKind::ALL.len()],
        operands: [AtomicU64; 3],
        seen: [Seen; MOST_FINDINGS],
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

/// What a run and those that went before it must agree on.
#[derive(Clone, Copy, Debug)]
pub struct Agreed {
    /// What tells the tests from others; never 0.
    pub fingerprint: u64,
    /// Which of them are run here.
    pub shard: Shard,
    /// How many tests the whole campaign has.
    pub limit: Option<u64>,
    /// How many of them a lane takes at a time.
    pub block: u64,
}

/// How many words a tally needs.
pub const WORDS: usize = <Sheet as Words>::COUNT;

/// The shared words of one campaign.
#[derive(Clone, Copy)]
pub struct Tally<'a> {
    sheet: &'a Sheet,
    words: &'a [AtomicU64],
}

impl<'a> Tally<'a> {
    /// The words must be at least [`WORDS`].
    pub fn new(words: &'a [AtomicU64]) -> Tally<'a> {
        Tally { sheet: Sheet::of(words), words }
    }

    fn head(&self) -> &'a Head {
        &self.sheet.head
    }

    fn lane(&self, lane: usize) -> &'a Lane {
        &self.sheet.lanes[lane]
    }

    /// Begin, or go on: false if the words belong to another plan. Nobody else may use them now.
    pub fn begin(&self, plan: &Agreed) -> bool {
        let Agreed { fingerprint, shard, limit, block } = *plan;
        self.sheet.ledger.settle(self.words);
        let known = self.head().fingerprint.load(Acquire);
        if known != 0 && (known != fingerprint || self.shard() != shard) {
            return false;
        }
        let mut entry = self.sheet.ledger.open(self.words);
        let mut left = Vec::new();
        for lane in 0..LANES {
            self.recover(lane);
            let lane = self.lane(lane);
            let (next, end) = (lane.next.load(Acquire), lane.end.load(Acquire));
            if next < end {
                left.push((next, end));
            }
            entry.set(&lane.next, 0);
            entry.set(&lane.end, 0);
            entry.set(&lane.done, 0);
        }
        self.sheet.agenda.begin(&mut entry, block, left);
        entry.set(&self.head().fingerprint, fingerprint);
        entry.set(&self.head().shard, shard.index());
        entry.set(&self.head().shards, shard.count());
        entry.set(&self.head().limit, limit.unwrap_or(u64::MAX));
        entry.set(&self.head().stop, 0);
        entry.set(&self.head().started_at, unix_millis());
        entry.commit();
        true
    }

    /// Go on with a lane whose worker is gone: make what it wrote down, and begin the tests that it took.
    pub fn recover(&self, lane: usize) {
        self.lane(lane).ledger.settle(self.words);
        let begun = self.lane(lane).begun.load(Acquire);
        if let Some(ticket) = self.sheet.agenda.taken_by(lane, begun) {
            self.enter(lane, ticket);
        }
    }

    /// Begin the tests of a ticket; the first of them.
    fn enter(&self, lane: usize, ticket: u64) -> u64 {
        let (first, end) = self.sheet.agenda.tests(ticket, self.shard());
        let lane = self.lane(lane);
        let mut entry = lane.ledger.open(self.words);
        entry.set(&lane.next, first);
        entry.set(&lane.end, end);
        entry.set(&lane.begun, ticket + 1);
        entry.commit();
        first
    }

    /// Which of the tests are run and counted here.
    fn shard(&self) -> Shard {
        let (index, count) = (self.head().shard.load(Acquire), self.head().shards.load(Acquire));
        Shard::new(index, count).unwrap_or(Shard::WHOLE)
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

    /// The next test of a lane, written down before it runs; `None` when the budget is used up.
    pub fn next(&self, lane: usize) -> Option<u64> {
        let limit = self.head().limit.load(Relaxed);
        let (next, end) = (self.lane(lane).next.load(Relaxed), self.lane(lane).end.load(Relaxed));
        let index = match next < end {
            true => next,
            false => self.enter(lane, self.sheet.agenda.take(lane)),
        };
        if index >= limit {
            return None;
        }
        self.heartbeat(lane).store(index + 1, Release);
        Some(index)
    }

    /// Was the test counted that a lane ran last? Its worker is gone, and the lane was recovered.
    pub(super) fn is_over(&self, lane: usize, index: u64) -> bool {
        self.lane(lane).next.load(Acquire) > index
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

    /// The test is over: count it and go on to the next one, both or neither.
    pub fn finish(&self, lane: usize, sighting: Sighting, exercised: &Exercised) {
        let lane = self.lane(lane);
        let mut entry = lane.ledger.open(self.words);
        let counters = &lane.rows[usize::from(sighting.property)];
        entry.add(&counters.tests, 1);
        entry.add(&counters.endings[sighting.ending as usize], 1);
        if sighting.ending.is_finding() {
            write_down(lane, sighting, &mut entry);
            if counters.first.load(Relaxed) == 0 {
                entry.set(&counters.first, self.elapsed_millis().max(1));
            }
        }
        for (word, count) in lane.operations.iter().zip(exercised.operations) {
            if count > 0 {
                entry.add(word, count);
            }
        }
        if let Some(operand) = exercised.operand {
            entry.add(&lane.operands[operand as usize], 1);
        }
        entry.set(&lane.next, sighting.index + 1);
        entry.commit();
    }

    /// Did somebody write down a finding among these tests? Several lanes may have run them, one after the other.
    pub fn has_sightings(&self, tests: std::ops::Range<u64>) -> bool {
        self.all_sightings().any(|sighting| tests.contains(&sighting.index))
    }

    fn all_sightings(&self) -> impl Iterator<Item = Sighting> {
        self.sheet.lanes.iter().flat_map(sightings_of)
    }

    /// Was something found?
    pub fn has_found(&self) -> bool {
        self.sheet.lanes.iter().any(|lane| lane.written.load(Relaxed) > 0)
    }

    /// The first sightings of every property and kind, at most so many of each, in order.
    pub fn sightings(&self, most: usize) -> Vec<Sighting> {
        Sighting::first_of_each(self.all_sightings().collect(), most)
    }

    /// What was counted for a property, and the milliseconds until its first finding.
    pub fn counts(&self, property: u16) -> (Counts, Option<u64>) {
        let (mut counts, mut first) = (Counts::default(), None);
        for lane in &self.sheet.lanes {
            let counters = &lane.rows[usize::from(property)];
            counts.tests += counters.tests.load(Acquire);
            for ending in Ending::ALL {
                *counts.of(ending) += counters.endings[ending as usize].load(Acquire);
            }
            let found = Some(counters.first.load(Acquire)).filter(|millis| *millis > 0);
            first = [first, found].into_iter().flatten().min();
        }
        (counts, first)
    }

    /// What was counted, to be put together with what others counted.
    pub(super) fn part(&self, most: usize) -> Part {
        let rows = (0..MOST_PROPERTIES as u16).map(|property| {
            let (counts, first_millis) = self.counts(property);
            Row { property, counts, first_millis }
        });
        Part {
            rows: rows.filter(|row| row.counts.tests > 0).collect(),
            coverage: self.coverage(),
            sightings: self.sightings(most),
            elapsed_millis: self.elapsed_millis(),
        }
    }

    /// Count what others counted. Nobody else may use the words now, and nothing was counted in them.
    pub(super) fn absorb(&self, part: &Part) {
        let lane = self.lane(0);
        for row in &part.rows {
            let (counters, mut counts) = (&lane.rows[usize::from(row.property)], row.counts);
            counters.tests.store(counts.tests, Release);
            for ending in Ending::ALL {
                counters.endings[ending as usize].store(*counts.of(ending), Release);
            }
            counters.first.store(row.first_millis.unwrap_or(0), Release);
        }
        for (kind, count) in &part.coverage.operations {
            lane.operations[*kind as usize].store(*count, Release);
        }
        let Coverage { bottom, top, proper, .. } = part.coverage;
        for (kind, count) in
            [(OperandKind::Bottom, bottom), (OperandKind::Top, top), (OperandKind::Proper, proper)]
        {
            lane.operands[kind as usize].store(count, Release);
        }
        for (lane, sightings) in self.sheet.lanes.iter().zip(part.sightings.chunks(MOST_FINDINGS)) {
            for sighting in sightings {
                let mut entry = lane.ledger.open(self.words);
                write_down(lane, *sighting, &mut entry);
                entry.commit();
            }
        }
        self.head().elapsed_before.store(part.elapsed_millis, Release);
    }

    /// All tests so far.
    pub fn tests(&self) -> u64 {
        let rows = self.sheet.lanes.iter().flat_map(|lane| &lane.rows);
        rows.map(|counters| counters.tests.load(Relaxed)).sum()
    }

    /// What the tests exercised.
    pub fn coverage(&self) -> Coverage {
        let sum = |word: &dyn Fn(&'a Lane) -> &'a AtomicU64| -> u64 {
            self.sheet.lanes.iter().map(|lane| word(lane).load(Acquire)).sum()
        };
        let operand = |kind: OperandKind| sum(&|lane| &lane.operands[kind as usize]);
        let operation = |kind: OperationKind| (kind, sum(&|lane| &lane.operations[kind as usize]));
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

fn unix_millis() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(1, |since| since.as_millis() as u64)
}

#[cfg(test)]
mod tests;
