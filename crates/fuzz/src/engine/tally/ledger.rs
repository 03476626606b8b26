//! A ledger: changes that are made all or not at all, though the process may be killed between any two of them.
//!
//! What a lane counts has one writer: its worker, or the supervisor when the worker is gone. New values are written into
//! the ledger first. Then one store says how many there are; from that moment on they count. Then they are made. Whoever
//! comes next settles the ledger and makes them again: they are values, not increments, so that twice is as good as once.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::fence;

use soundline_isolate::words;

/// Changes that a ledger has room for: those of a test, and of beginning with what all lanes left.
const ROOM: usize = 512;

words! {
    /// The changes that are being made.
    pub struct Ledger {
        count: AtomicU64,
        changes: [Change; ROOM],
    }
}

words! {
    /// A word and what becomes of it.
    struct Change {
        place: AtomicU64,
        value: AtomicU64,
    }
}

impl Ledger {
    /// Make what was written down and perhaps not made.
    pub fn settle(&self, words: &[AtomicU64]) {
        let count = self.count.load(Acquire) as usize;
        for change in self.changes.iter().take(count) {
            let place = change.place.load(Relaxed) as usize;
            if let Some(word) = words.get(place) {
                word.store(change.value.load(Relaxed), Relaxed);
            }
        }
        self.count.store(0, Release);
        // What is written into the ledger next does not count yet.
        fence(Release);
    }

    /// Write changes down.
    pub fn open<'a>(&'a self, words: &'a [AtomicU64]) -> Entry<'a> {
        Entry { ledger: self, words, count: 0 }
    }
}

/// Changes that do not count yet.
pub struct Entry<'a> {
    ledger: &'a Ledger,
    words: &'a [AtomicU64],
    count: usize,
}

impl Entry<'_> {
    /// A word is to have this value. It is one of the words of the tally.
    pub fn set(&mut self, word: &AtomicU64, value: u64) {
        let address = |word: &AtomicU64| std::ptr::from_ref(word).addr();
        let place = (address(word) - address(&self.words[0])) / size_of::<AtomicU64>();
        let change = &self.ledger.changes[self.count];
        change.place.store(place as u64, Relaxed);
        change.value.store(value, Relaxed);
        self.count += 1;
    }

    /// A word that is changed once is to have more.
    pub fn add(&mut self, word: &AtomicU64, more: u64) {
        self.set(word, word.load(Relaxed) + more);
    }

    /// All of it, now.
    pub fn commit(self) {
        self.ledger.count.store(self.count as u64, Release);
        // A kill comes before this store or after it; no change may come before it. Stores are kept in order by
        // a fence that releases, and nothing is read here that others write.
        fence(Release);
        self.ledger.settle(self.words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_isolate::Words;

    #[test]
    fn what_counts_is_made_by_whoever_comes_next_and_what_does_not_is_forgotten() {
        let words: Vec<AtomicU64> = (0..Ledger::COUNT + 2).map(|_| AtomicU64::new(0)).collect();
        let ledger = Ledger::of(&words);
        let [one, other] = [&words[Ledger::COUNT], &words[Ledger::COUNT + 1]];
        let seen = || [one, other].map(|word| word.load(Relaxed));
        let mut entry = ledger.open(&words);
        entry.set(one, 3);
        entry.add(other, 4);
        assert_eq!(seen(), [0, 0], "nothing is made before it counts");
        entry.commit();
        assert_eq!(seen(), [3, 4]);
        // A process that dies before the store, and one that dies after it and after the first change.
        let mut forgotten = ledger.open(&words);
        forgotten.set(one, 99);
        ledger.settle(&words);
        assert_eq!(seen(), [3, 4]);
        let mut halfway = ledger.open(&words);
        halfway.set(one, 5);
        halfway.add(other, 1);
        ledger.count.store(2, Release);
        one.store(5, Relaxed);
        ledger.settle(&words);
        ledger.settle(&words);
        assert_eq!(seen(), [5, 5]);
    }
}
