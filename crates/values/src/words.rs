//! Sets of words of at most eight bits.

use std::cmp::Ordering;

/// A set of words below 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Words([u64; 4]);

/// The widest words that sets are made of.
pub const WIDEST: u32 = 8;

impl Words {
    /// One word.
    #[inline]
    pub fn of(word: u64) -> Words {
        let mut set = Words::default();
        set.insert(word);
        set
    }

    /// All words of a width, which is at most eight.
    #[cfg(test)]
    pub fn all(width: u32) -> Words {
        (0..1 << width).collect()
    }

    /// With another word.
    #[inline]
    pub fn insert(&mut self, word: u64) {
        self.0[(word >> 6) as usize] |= 1 << (word & 63);
    }

    /// Is the word in it?
    #[inline]
    pub fn contains(&self, word: u64) -> bool {
        self.0[(word >> 6) as usize] >> (word & 63) & 1 == 1
    }

    /// The words of both.
    #[inline]
    pub fn union(self, other: Words) -> Words {
        let mut set = self;
        for (block, more) in set.0.iter_mut().zip(other.0) {
            *block |= more;
        }
        set
    }

    /// Are all words in the other set?
    #[inline]
    pub fn is_subset(&self, other: &Words) -> bool {
        let outside = self.0.iter().zip(other.0).fold(0, |outside, (a, b)| outside | (a & !b));
        outside == 0
    }

    /// How many words there are.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|block| block.count_ones()).sum()
    }

    /// Is there none?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The words, ascending.
    pub fn iter(self) -> impl Iterator<Item = u64> {
        self.0.into_iter().enumerate().flat_map(|(index, mut block)| {
            std::iter::from_fn(move || {
                let bit = block.trailing_zeros();
                block &= block.wrapping_sub(1);
                (bit < 64).then_some(index as u64 * 64 + u64::from(bit))
            })
        })
    }

    /// The first word that is not in the other set.
    pub fn first_outside(self, other: &Words) -> Option<u64> {
        self.iter().find(|word| !other.contains(*word))
    }
}

/// As their ascending lists are compared.
impl Ord for Words {
    fn cmp(&self, other: &Words) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl PartialOrd for Words {
    fn partial_cmp(&self, other: &Words) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl std::hash::Hash for Words {
    #[inline]
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|block| state.write_u64(*block));
    }
}

impl FromIterator<u64> for Words {
    fn from_iter<I: IntoIterator<Item = u64>>(words: I) -> Words {
        let mut set = Words::default();
        words.into_iter().for_each(|word| set.insert(word));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sets() {
        let set: Words = [3, 64, 255].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 255]);
        assert_eq!((set.len(), Words::all(8).len(), Words::all(1).len()), (3, 256, 2));
        assert!(set.contains(64) && !set.contains(65) && set.is_subset(&Words::all(8)));
        assert!(!Words::all(8).is_subset(&set) && Words::default().is_empty());
        assert_eq!(Words::all(8).first_outside(&Words::all(7)), Some(128));
        assert_eq!(Words::of(3).union(Words::of(64)).first_outside(&set), None);
    }
}
