//! The recorded sequence of choices from which every generator draws.
//!
//! The sequence *is* the test case: generating, replaying, enumerating and shrinking act on it, and
//! the generator is run again to turn it into elements. Choice 0 is always the simplest one, so
//! that a shorter sequence of smaller numbers is a simpler case.

use super::Random;
use crate::script::{Line, Piece};
use std::collections::VecDeque;
use std::ops::Range;

/// A source of choices that remembers what was drawn.
///
/// ```
/// use soundline_lattice::Choices;
/// let mut choices = Choices::random(7);
/// let drawn = (choices.int(-10, 10), choices.flip());
/// let mut again = Choices::replay(&choices.drawn());
/// assert_eq!((again.int(-10, 10), again.flip()), drawn);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// Choices that are prescribed; beyond them the source decides.
    prefix: Vec<u64>,
    /// Random choices beyond the prefix, or the simplest ones.
    random: Option<Random>,
    seed: Option<u64>,
    drawn: Vec<Choice>,
    /// What is still to be drawn, if a script says it.
    script: VecDeque<Piece>,
    /// The traces that were drawn, and where.
    traces: Vec<(Range<usize>, Vec<Line>)>,
}

/// One drawn number and the largest that could have been drawn in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choice {
    value: u64,
    max: u64,
}

impl Choices {
    /// Random choices, a function of the seed alone.
    pub fn random(seed: u64) -> Choices {
        Choices { random: Some(Random::new(seed)), seed: Some(seed), ..Choices::default() }
    }

    /// The given choices, then the simplest ones. Numbers too large for their place are clamped.
    pub fn replay(sequence: &[u64]) -> Choices {
        Choices { prefix: sequence.to_vec(), ..Choices::default() }
    }

    /// What was drawn so far: replaying it draws the same again.
    pub fn drawn(&self) -> Vec<u64> {
        self.drawn.iter().map(|choice| choice.value).collect()
    }

    /// What a script says, then the simplest choices.
    pub(crate) fn scripted(script: &[Piece]) -> Choices {
        let mut choices =
            Choices { script: script.iter().cloned().collect(), ..Choices::default() };
        choices.go_on();
        choices
    }

    /// Draw these next; what was prescribed before and not drawn is dropped.
    pub(crate) fn prescribe(&mut self, choices: &[u64]) {
        self.prefix.resize(self.drawn.len(), 0);
        self.prefix.extend_from_slice(choices);
    }

    /// The trace that a script prescribes here.
    pub(crate) fn next_trace(&mut self) -> Option<Vec<Line>> {
        match self.script.pop_front()? {
            Piece::Trace(lines) => Some(lines),
            Piece::Choices(_) => None,
        }
    }

    /// A trace is over that began there, behind so many choices.
    pub(crate) fn end_trace(&mut self, begun: usize, lines: Vec<Line>) {
        self.traces.push((begun..self.drawn.len(), lines));
        self.go_on();
    }

    /// Prescribe what a script says between traces.
    fn go_on(&mut self) {
        while let Some(Piece::Choices(choices)) = self.script.front().cloned() {
            self.script.pop_front();
            self.prescribe(&choices);
        }
    }

    /// What was drawn behind the first choices.
    pub(crate) fn drawn_since(&self, begun: usize) -> Vec<u64> {
        self.drawn[begun..].iter().map(|choice| choice.value).collect()
    }

    /// What was drawn as a script; empty if there was no trace.
    pub(crate) fn script(&self) -> Vec<Piece> {
        let mut script = Vec::new();
        let between = |range: Range<usize>, script: &mut Vec<Piece>| {
            if !range.is_empty() {
                let values = self.drawn[range].iter().map(|choice| choice.value);
                script.push(Piece::Choices(values.collect()));
            }
        };
        let mut end = 0;
        for (range, lines) in &self.traces {
            between(end..range.start, &mut script);
            script.push(Piece::Trace(lines.clone()));
            end = range.end;
        }
        if end > 0 {
            between(end..self.drawn.len(), &mut script);
        }
        script
    }

    /// What is to be drawn, before anything is.
    pub(crate) fn prescribed_script(&self) -> Vec<Piece> {
        let first = Some(Piece::Choices(self.prefix.clone())).filter(|_| !self.prefix.is_empty());
        match self.script.is_empty() {
            true => Vec::new(),
            false => first.into_iter().chain(self.script.iter().cloned()).collect(),
        }
    }

    /// How many choices were drawn so far.
    pub fn count(&self) -> usize {
        self.drawn.len()
    }

    /// Start again with random choices from another seed, keeping the allocated memory.
    #[inline]
    pub fn reset_random(&mut self, seed: u64) {
        self.clear();
        self.random = Some(Random::new(seed));
        self.seed = Some(seed);
    }

    /// Start again with prescribed choices, keeping the allocated memory.
    pub fn reset_replay(&mut self, sequence: &[u64]) {
        self.clear();
        self.prefix.extend_from_slice(sequence);
        self.random = None;
        self.seed = None;
    }

    fn clear(&mut self) {
        self.prefix.clear();
        self.drawn.clear();
        self.script.clear();
        self.traces.clear();
    }

    /// The seed of random choices.
    pub(crate) fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The choices that are prescribed.
    pub(crate) fn prescribed(&self) -> &[u64] {
        &self.prefix
    }

    /// Move to the next sequence in lexicographic order of all that could be drawn; false when
    /// the last one was drawn. Start the enumeration with an empty replay.
    pub fn next_in_order(&mut self) -> bool {
        while let Some(choice) = self.drawn.pop() {
            if choice.value < choice.max {
                self.prefix.clear();
                self.prefix.extend(self.drawn.iter().map(|choice| choice.value));
                self.prefix.push(choice.value + 1);
                self.drawn.clear();
                return true;
            }
        }
        false
    }

    /// How many sequences there are if every path is as wide as the one just drawn.
    pub fn width_of_path(&self) -> u128 {
        self.drawn
            .iter()
            .fold(1u128, |product, choice| product.saturating_mul(u128::from(choice.max) + 1))
    }

    /// A number from 0 to `max`, all equally likely.
    #[inline]
    pub fn draw(&mut self, max: u64) -> u64 {
        self.draw_as(max, |random| random.up_to(max))
    }

    /// A number from 0 to `max`, distributed as `pick` likes. The distribution is not part of the
    /// recorded choice.
    #[inline]
    pub fn draw_as(&mut self, max: u64, pick: impl FnOnce(&mut Random) -> u64) -> u64 {
        let position = self.drawn.len();
        let value = if position < self.prefix.len() {
            self.prefix[position]
        } else if let Some(random) = &mut self.random {
            pick(random)
        } else {
            0
        };
        let value = value.min(max);
        self.drawn.push(Choice { value, max });
        value
    }

    /// A coin; false is the simpler side.
    #[inline]
    pub fn flip(&mut self) -> bool {
        self.draw(1) == 1
    }

    /// True once in `n` times; false is the simpler answer.
    pub fn once_in(&mut self, n: u64) -> bool {
        self.draw_as(1, |random| u64::from(random.up_to(n.max(1) - 1) == 0)) == 1
    }

    /// An index into something of length `len`, which must not be 0.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        assert!(len > 0, "an index is drawn from something that is not empty");
        self.draw(len as u64 - 1) as usize
    }

    /// One of the given values; the first is the simplest.
    pub fn pick<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.index(values.len())].clone()
    }

    /// An integer from `low` to `high`; the simplest is the one nearest to 0. Small numbers, the
    /// ends of the range and all magnitudes in between are likely.
    pub fn int(&mut self, low: i64, high: i64) -> i64 {
        assert!(low <= high, "the range of an integer is not empty");
        let anchor = 0.clamp(low, high);
        let up = high.abs_diff(anchor);
        let down = low.abs_diff(anchor);
        let both = up.min(down);
        let max = up + down;
        let rank = self.draw_as(max, |random| random.magnitude(max, both));
        // Ranks go 0, +1, -1, +2, -2, ... and on along the longer side when the shorter one ends.
        let (distance, upwards) = if u128::from(rank) <= 2 * u128::from(both) {
            (rank.div_ceil(2), rank % 2 == 1)
        } else {
            (rank - both, up > down)
        };
        if upwards {
            anchor.wrapping_add_unsigned(distance)
        } else {
            anchor.wrapping_sub_unsigned(distance)
        }
    }

    /// Any integer at all: see [`Choices::int`].
    pub fn any_int(&mut self) -> i64 {
        self.int(i64::MIN, i64::MAX)
    }

    /// An unsigned number from 0 to `max` of all magnitudes, the ends likely.
    pub fn magnitude(&mut self, max: u64) -> u64 {
        self.draw_as(max, |random| random.magnitude(max, max))
    }

    /// Up to `most` values from `generate`, about three on average. Each is announced by a coin, so
    /// that shrinking can drop one together with its announcement.
    pub fn many<T>(&mut self, most: usize, mut generate: impl FnMut(&mut Choices) -> T) -> Vec<T> {
        let mut values = Vec::new();
        while values.len() < most && self.draw_as(1, |random| u64::from(random.up_to(3) != 0)) == 1
        {
            values.push(generate(self));
        }
        values
    }

    /// Put the values into an arbitrary order; the given one is the simplest.
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            let offset = self.index(last + 1);
            values.swap(last, last - offset);
        }
    }

    /// Some of the values, in their order; none of them is the simplest choice.
    pub fn some_of<T: Clone>(&mut self, values: &[T]) -> Vec<T> {
        values.iter().filter(|_| self.flip()).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_fill_their_range_and_start_at_the_simplest() {
        for (low, high) in [(-3i64, 5i64), (-5, 3), (2, 9), (-9, -2), (0, 0), (-1, 0)] {
            let span = high.abs_diff(low);
            let mut seen: Vec<i64> =
                (0..=span).map(|rank| Choices::replay(&[rank]).int(low, high)).collect();
            assert_eq!(seen[0], 0.clamp(low, high));
            assert!(seen.windows(2).all(|w| w[0].unsigned_abs() <= w[1].unsigned_abs()));
            seen.sort();
            assert_eq!(seen, (low..=high).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_extreme_integers_are_reached() {
        let mut choices = Choices::random(1);
        let drawn: Vec<i64> = (0..2000).map(|_| choices.any_int()).collect();
        for wanted in [i64::MIN, i64::MAX, 0, 1, -1] {
            assert!(drawn.contains(&wanted), "{wanted} is never drawn");
        }
        assert_eq!(Choices::replay(&[u64::MAX]).any_int(), i64::MIN);
    }

    #[test]
    fn enumeration_visits_every_sequence_once() {
        let mut choices = Choices::replay(&[]);
        let mut seen = Vec::new();
        loop {
            let first = choices.draw(2);
            let second = if first == 1 { choices.draw(1) } else { 0 };
            seen.push((first, second));
            if !choices.next_in_order() {
                break;
            }
        }
        assert_eq!(seen, [(0, 0), (1, 0), (1, 1), (2, 0)]);
    }

    #[test]
    fn shuffles_reach_every_order() {
        let mut choices = Choices::replay(&[]);
        let mut seen = std::collections::BTreeSet::new();
        loop {
            let mut values = [1, 2, 3, 4];
            choices.shuffle(&mut values);
            seen.insert(values);
            if !choices.next_in_order() {
                break;
            }
        }
        assert_eq!(seen.len(), 24);
    }
}
