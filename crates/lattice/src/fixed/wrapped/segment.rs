//! Segments of the circle of words, and ranges: segments that do not pass through 0.

use super::super::Width;

/// The words from a first one upwards to a last one, through 0 if the last is the smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Segment {
    first: u64,
    last: u64,
}

impl Segment {
    /// The words from `first` to `last`.
    pub(super) fn new(first: u64, last: u64) -> Segment {
        Segment { first, last }
    }

    /// The first word.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The last word.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// The steps from the first word to the last: one less than the number of words.
    pub(super) fn steps(&self, width: Width) -> u64 {
        width.wrap(self.last.wrapping_sub(self.first))
    }

    /// Are all words of this segment in the other one? Walking from the other's first word, this
    /// one's first and last word come in that order, and not after the other's last.
    pub(super) fn is_within(&self, other: &Segment, width: Width) -> bool {
        let steps_to = |word: u64| width.wrap(word.wrapping_sub(other.first));
        steps_to(self.first) <= steps_to(self.last) && steps_to(self.last) <= other.steps(width)
    }

    /// The segment in two, the second starting with `word`, if it steps from the word before onto
    /// it; otherwise all of it.
    pub(super) fn cut_before(self, word: u64, width: Width) -> Vec<Segment> {
        let steps = width.wrap(word.wrapping_sub(self.first));
        match steps > 0 && steps <= self.steps(width) {
            true => {
                let before = width.wrap(word.wrapping_sub(1));
                vec![Segment::new(self.first, before), Segment::new(word, self.last)]
            }
            false => vec![self],
        }
    }

    /// What two ranges have in common.
    pub(super) fn common_range(self, other: &Segment) -> Option<Segment> {
        let (first, last) = (self.first.max(other.first), self.last.min(other.last));
        (first <= last).then(|| Segment::new(first, last))
    }

    /// The image under a function that runs backwards along the circle.
    pub(super) fn reversed(self, function: impl Fn(u64) -> u64) -> Segment {
        Segment::new(function(self.last), function(self.first))
    }

    /// The image under a function that keeps the order.
    pub(super) fn map(self, function: impl Fn(u64) -> u64) -> Segment {
        Segment::new(function(self.first), function(self.last))
    }
}

/// The best range for x | y. Which bits of the ends can be traded for lower ones, from the top
/// down, is Warren's idea (Hacker's Delight, Sect. 4-3), as it is for [`xor`].
pub(super) fn or(x: Segment, y: Segment) -> Segment {
    Segment::new(least_or(x, y), greatest_or(x, y))
}

/// The best range for x & y, by De Morgan.
pub(super) fn and(x: Segment, y: Segment, width: Width) -> Segment {
    let complement = |range: Segment| range.reversed(|word| width.wrap(!word));
    complement(or(complement(x), complement(y)))
}

/// The best range for x ^ y.
pub(super) fn xor(x: Segment, y: Segment, width: Width) -> Segment {
    // x ^ y is greatest where x ^ ¬y is least.
    let complement = y.reversed(|word| width.wrap(!word));
    Segment::new(least_xor(x, y), width.wrap(!least_xor(x, complement)))
}

/// The least x | y: where one least operand has a bit that the other lacks, the other may take that
/// bit for free and drop all lower ones.
fn least_or(x: Segment, y: Segment) -> u64 {
    for position in (0..u64::BITS).rev() {
        let raised = match (x.first >> position & 1, y.first >> position & 1) {
            (0, 1) => raised_to(position, x).map(|word| word | y.first),
            (1, 0) => raised_to(position, y).map(|word| word | x.first),
            _ => None,
        };
        if let Some(least) = raised {
            return least;
        }
    }
    x.first | y.first
}

/// The greatest x | y: where both greatest operands have a bit, one of them may give it up and
/// take all lower ones.
fn greatest_or(x: Segment, y: Segment) -> u64 {
    for position in (0..u64::BITS).rev() {
        if (x.last & y.last) >> position & 1 == 0 {
            continue;
        }
        let lowered = lowered_below(position, x)
            .map(|word| word | y.last)
            .or_else(|| lowered_below(position, y).map(|word| word | x.last));
        if let Some(greatest) = lowered {
            return greatest;
        }
    }
    x.last | y.last
}

/// The least x ^ y: as for [`least_or`], but after a bit was taken, lower ones may still be.
fn least_xor(mut x: Segment, mut y: Segment) -> u64 {
    for position in (0..u64::BITS).rev() {
        match (x.first >> position & 1, y.first >> position & 1) {
            (0, 1) => x.first = raised_to(position, x).unwrap_or(x.first),
            (1, 0) => y.first = raised_to(position, y).unwrap_or(y.first),
            _ => {}
        }
    }
    x.first ^ y.first
}

/// The least word of the range that agrees with its first one above `position` and has the bit
/// there, which the first one lacks.
fn raised_to(position: u32, range: Segment) -> Option<u64> {
    let bit = 1 << position;
    let word = (range.first | bit) & !(bit - 1);
    (word <= range.last).then_some(word)
}

/// The greatest word of the range that agrees with its last one above `position` and lacks the bit
/// there, which the last one has.
fn lowered_below(position: u32, range: Segment) -> Option<u64> {
    let bit = 1 << position;
    let word = (range.last & !bit) | (bit - 1);
    (word >= range.first).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of ranges of width 4 against all their words.
    #[test]
    fn bitwise_ranges_are_best() {
        let width = Width::new(4);
        let ranges: Vec<Segment> = (0..16)
            .flat_map(|first| (first..16).map(move |last| Segment::new(first, last)))
            .collect();
        for x in &ranges {
            for y in &ranges {
                check(*x, *y, or(*x, *y), |v, w| v | w);
                check(*x, *y, and(*x, *y, width), |v, w| v & w);
                check(*x, *y, xor(*x, *y, width), |v, w| v ^ w);
            }
        }
    }

    fn check(x: Segment, y: Segment, result: Segment, operation: impl Fn(u64, u64) -> u64) {
        let results = || {
            let operation = &operation;
            (x.first..=x.last).flat_map(move |v| (y.first..=y.last).map(move |w| operation(v, w)))
        };
        assert_eq!(results().min(), Some(result.first), "{x:?} {y:?}");
        assert_eq!(results().max(), Some(result.last), "{x:?} {y:?}");
    }
}
