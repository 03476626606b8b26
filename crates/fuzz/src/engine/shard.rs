//! A shard: the part of a campaign's tests that one of many machines runs.

use std::fmt;
use std::str::FromStr;

/// Every so-manieth block of tests. Blocks are what they are in a campaign on one machine (the epochs of guided
/// search), so that the tests of all shards together are its tests, however many shards there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// All tests.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// The shard of an index, which is below their number.
    pub fn new(index: u64, count: u64) -> Option<Shard> {
        (index < count).then_some(Shard { index, count })
    }

    /// Counted from 0.
    pub fn index(self) -> u64 {
        self.index
    }

    /// Of how many it is one.
    pub fn count(self) -> u64 {
        self.count
    }

    /// The number of one of its blocks among all blocks.
    pub fn block(self, own: u64) -> u64 {
        own * self.count + self.index
    }

    /// Is a piece of the whole, known by its number, in this shard?
    pub fn has(self, number: u64) -> bool {
        number % self.count == self.index
    }

    /// How many of so many tests are its own, where blocks have this size.
    pub fn tests_of(self, all: u64, block: u64) -> u64 {
        let (whole, rest) = (all / block, all % block);
        let blocks = whole.saturating_sub(self.index).div_ceil(self.count);
        blocks * block + if self.has(whole) { rest } else { 0 }
    }
}

/// As people count: the third of eight is `3/8`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(k, n)| {
            let index = k.parse::<u64>().ok()?.checked_sub(1)?;
            Shard::new(index, n.parse().ok()?)
        });
        let wanted = || format!("{text:?} is not a shard; the third of eight is 3/8");
        numbers.ok_or_else(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_have_all_tests_once() {
        for (all, block, count) in
            [(0, 64, 3), (1, 64, 1), (1000, 64, 3), (8192, 64, 8), (70, 64, 8)]
        {
            let mut seen = vec![0; all as usize];
            for index in 0..count {
                let shard = Shard::new(index, count).expect("it is one of them");
                let blocks = (0..).map(|own| shard.block(own)).take_while(|b| b * block < all);
                let tests = blocks.flat_map(|b| b * block..(b * block + block).min(all));
                let own: Vec<u64> = tests.collect();
                assert_eq!(own.len() as u64, shard.tests_of(all, block), "{shard} of {all}");
                own.iter().for_each(|test| seen[*test as usize] += 1);
            }
            assert!(seen.iter().all(|times| *times == 1), "{all} tests in {count} shards");
        }
    }

    #[test]
    fn shards_are_counted_from_one() {
        let third: Shard = "3/8".parse().expect("it is one");
        assert_eq!((third.index(), third.count(), third.to_string()), (2, 8, "3/8".to_string()));
        for wrong in ["0/8", "9/8", "3", "3/", "/8", "-1/8", "3/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
