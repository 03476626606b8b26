//! The agenda: which tests are still to be run, and by whom.
//!
//! Tests come in blocks, and in what earlier runs left of blocks, the rests. Both are numbered by tickets: first the rests
//! in their order, then all blocks that nobody has begun. A lane takes a ticket by one exchange that says whose it is, and
//! then begins it. A lane that is killed in between finds the ticket again: it is the one with its name on it that it
//! has not begun.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};

use soundline_isolate::words;

use super::super::shard::Shard;
use super::ledger::Entry;
use super::{LANES, room};

/// Every lane leaves at most one rest, and no block is begun before all rests are taken.
const MOST_RESTS: usize = LANES;

/// How many of the last tickets are known with their owners. A lane is restarted long before so many were taken.
const OWNERS: usize = room(1024);

words! {
    /// Which tests are to be run.
    pub struct Agenda {
        /// How many tests a block has.
        block: AtomicU64,
        /// The first ticket of this run.
        first_ticket: AtomicU64,
        /// The first block that no earlier run has begun.
        first_block: AtomicU64,
        /// Where it is worth while to look for a ticket: those before it are taken.
        hint: AtomicU64,
        rests: AtomicU64,
        rest: [Rest; MOST_RESTS],
        /// Ticket and lane, for the last ticket of each place in the ring.
        owners: [AtomicU64; OWNERS],
    }
}

words! {
    /// What a lane left of a block.
    struct Rest {
        next: AtomicU64,
        end: AtomicU64,
    }
}

/// A ticket with its owner, as one word: the number of tickets up to it, and the lane.
fn owned(ticket: u64, lane: usize) -> u64 {
    (ticket + 1) << 8 | lane as u64
}

impl Agenda {
    /// Take the next ticket.
    pub fn take(&self, lane: usize) -> u64 {
        let mut ticket = self.hint.load(Acquire);
        loop {
            let owner = &self.owners[ticket as usize % OWNERS];
            let seen = owner.load(Acquire);
            let free = seen >> 8 <= ticket;
            if free && owner.compare_exchange(seen, owned(ticket, lane), AcqRel, Relaxed).is_ok() {
                self.hint.fetch_max(ticket + 1, AcqRel);
                return ticket;
            }
            ticket += u64::from(!free);
        }
    }

    /// The ticket that a lane took last, if it is not among those that it began: so many tickets up to its last one.
    pub fn taken_by(&self, lane: usize, begun: u64) -> Option<u64> {
        let mine = |owner: &AtomicU64| {
            let owner = owner.load(Acquire);
            (owner >> 8 > begun && owner & 0xff == lane as u64).then(|| (owner >> 8) - 1)
        };
        self.owners.iter().find_map(mine)
    }

    /// The tests of a ticket: its first, and the one behind its last. Rests are of this shard already.
    pub fn tests(&self, ticket: u64, shard: Shard) -> (u64, u64) {
        let number = ticket - self.first_ticket.load(Acquire);
        match number.checked_sub(self.rests.load(Acquire)) {
            None => self.rest(number as usize),
            Some(number) => {
                let size = self.block.load(Acquire);
                let block = shard.block(self.first_block.load(Acquire) + number);
                (block * size, (block + 1) * size)
            }
        }
    }

    fn rest(&self, number: usize) -> (u64, u64) {
        let rest = &self.rest[number];
        (rest.next.load(Acquire), rest.end.load(Acquire))
    }

    /// How many tickets were taken in all runs.
    fn taken(&self) -> u64 {
        let owners = self.owners.iter().map(|owner| owner.load(Acquire) >> 8);
        owners.max().unwrap_or_default().max(self.first_ticket.load(Acquire))
    }

    /// Begin another run with what lanes left of their tickets: there may be fewer lanes now.
    pub fn begin(&self, entry: &mut Entry, block: u64, left: Vec<(u64, u64)>) {
        let taken = self.taken();
        let rests = self.rests.load(Acquire);
        let of_this_run = taken - self.first_ticket.load(Acquire);
        let mut all = left;
        all.extend((of_this_run..rests).map(|number| self.rest(number as usize)));
        // In order, so that whoever meets the end of the budget may stop.
        all.sort_unstable();
        for (rest, (next, end)) in self.rest.iter().zip(&all) {
            entry.set(&rest.next, *next);
            entry.set(&rest.end, *end);
        }
        entry.set(&self.rests, all.len() as u64);
        entry.add(&self.first_block, of_this_run.saturating_sub(rests));
        entry.set(&self.first_ticket, taken);
        entry.set(&self.hint, taken);
        entry.set(&self.block, block);
    }
}
