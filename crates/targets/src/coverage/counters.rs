//! The counters: those that instrumented code brings along, and a map for those that it does not.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Places of the map. Code with more of them shares counters.
const MAP: usize = 1 << 16;

/// Bytes that count. They are read and cleared between tests, when no code under test runs in this
/// thread; a library with threads of its own may lose a count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Region {
    start: *mut u8,
    length: usize,
}

// SAFETY: the bytes belong to code that is never unloaded, and every access is a plain byte or word.
unsafe impl Send for Region {}

impl Region {
    /// # Safety
    /// The bytes stay where they are as long as the process lives.
    #[cfg(feature = "coverage")]
    pub(super) unsafe fn new(start: *mut u8, length: usize) -> Region {
        Region { start, length }
    }

    fn clear(self) {
        for place in 0..self.length {
            self.counter(place).store(0, Ordering::Relaxed);
        }
    }

    /// Threads of a library may count while we look.
    fn counter(&self, place: usize) -> &AtomicU8 {
        debug_assert!(place < self.length);
        // SAFETY: so many bytes are there as long as the process lives.
        unsafe { AtomicU8::from_ptr(self.start.add(place)) }
    }

    /// The counts that are not 0, with their places. Most are 0, so words are skipped as a whole.
    fn visit(self, mut then: impl FnMut(usize, u8)) {
        const WORD: usize = size_of::<u64>();
        for first in (0..self.length).step_by(WORD) {
            let count = WORD.min(self.length - first);
            let word: [u8; WORD] = std::array::from_fn(|place| match place < count {
                true => self.counter(first + place).load(Ordering::Relaxed),
                false => 0,
            });
            if u64::from_ne_bytes(word) != 0 {
                let counts = word.into_iter().enumerate().filter(|(_, count)| *count > 0);
                counts.for_each(|(place, count)| then(first + place, count));
            }
        }
    }
}

/// Counters of places that are known by a number. Threads of a library count in them at once.
static COUNTS: [AtomicU8; MAP] = [const { AtomicU8::new(0) }; MAP];
/// Places of the map that are in use.
static USED: AtomicUsize = AtomicUsize::new(0);
/// Counters that lie in the instrumented code itself.
static REGIONS: Mutex<Vec<Region>> = Mutex::new(Vec::new());

/// How many places in the code are counted; none if nothing is instrumented.
pub fn places() -> usize {
    #[cfg(feature = "coverage")]
    super::callbacks::keep();
    let mut places = 0;
    each(|_, region| places += region.length);
    places
}

/// Set all counters to 0.
pub fn clear() {
    each(|_, region| region.clear());
}

/// The places that were visited since the counters were cleared, and how often: up to 255 times.
pub fn visited() -> impl Iterator<Item = (usize, u8)> {
    let mut visited = Vec::new();
    each(|first, region| region.visit(|place, count| visited.push((first + place, count))));
    visited.into_iter()
}

/// All counters, each region with the number of its first place. Numbers are the same in every
/// process that loads the same libraries in the same order.
fn each(mut then: impl FnMut(usize, Region)) {
    let length = USED.load(Ordering::Relaxed);
    if length > 0 {
        then(0, Region { start: COUNTS.as_ptr().cast_mut().cast(), length });
    }
    let mut first = MAP;
    for region in REGIONS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        then(first, *region);
        first += region.length;
    }
}

/// Count the places of a region that instrumented code brings along.
#[cfg(feature = "coverage")]
pub(super) fn add(region: Region) {
    let mut regions = REGIONS.lock().unwrap_or_else(PoisonError::into_inner);
    if !regions.contains(&region) {
        regions.push(region);
    }
}

/// The numbers of so many new places of the map.
#[cfg(feature = "coverage")]
pub(super) fn number(count: usize) -> usize {
    let taken = |first: usize| Some((first + count).min(MAP));
    let (Ok(first) | Err(first)) = USED.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken);
    first
}

/// A place of the map was visited.
#[cfg(feature = "coverage")]
#[inline]
pub(super) fn count(place: usize) {
    count_up(&COUNTS[place % MAP]);
}

/// Threads that count at once never count beyond the last number to 0 again.
#[cfg(feature = "coverage")]
#[inline]
fn count_up(counter: &AtomicU8) {
    let next = |count: u8| count.checked_add(1);
    let _ = counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
}

/// A place that is known by its address in a module was visited.
#[cfg(feature = "coverage")]
pub(super) fn count_address(offset: usize) {
    USED.store(MAP, Ordering::Relaxed);
    count(((offset as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize);
}

#[cfg(all(test, feature = "coverage"))]
mod tests {
    use super::*;

    /// Two threads go through many counters side by side, each of which has one count left.
    #[test]
    fn threads_that_count_at_once_do_not_count_to_zero_again() {
        const COUNTERS: usize = 1 << 20;
        for _ in 0..8 {
            let counters: Vec<AtomicU8> =
                (0..COUNTERS).map(|_| AtomicU8::new(u8::MAX - 1)).collect();
            let start = std::sync::Barrier::new(2);
            let all = || {
                start.wait();
                counters.iter().for_each(count_up);
            };
            std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(all))));
            let wrong = |counter: &&AtomicU8| counter.load(Ordering::Relaxed) != u8::MAX;
            assert_eq!(counters.iter().filter(wrong).count(), 0, "of {COUNTERS}");
        }
    }
}
