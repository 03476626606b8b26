//! The one shrinker: from a failing sequence to a smallest one.
//!
//! It works on choice sequences (`u64` items) and on anything else that is a sequence of items with
//! simpler variants, such as the operations of a trace.

/// An item of a sequence that knows its simpler variants.
pub trait Simpler: Clone + PartialEq {
    /// Simpler variants of this item, the simplest first.
    fn simpler(&self) -> Vec<Self>;

    /// Is a sequence simpler if this item stands before `other`? Where this is never true, the order
    /// of items is left alone.
    fn belongs_before(&self, _other: &Self) -> bool {
        false
    }
}

impl Simpler for u64 {
    fn simpler(&self) -> Vec<u64> {
        // 0 first, then ever smaller steps down, so that a few tries amount to a binary search.
        let mut candidates: Vec<u64> = (0..=64)
            .map_while(|bits| self.checked_shr(bits).filter(|step| *step > 0))
            .map(|step| self - step)
            .collect();
        candidates.dedup();
        candidates
    }

    fn belongs_before(&self, other: &u64) -> bool {
        self < other
    }
}

/// How much work a shrink may do and did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Candidates tried so far.
    pub tries: usize,
    /// Candidates to try at most.
    pub most: usize,
}

/// Make a failing sequence as short, then as simple, as possible.
///
/// `fails` runs a candidate. If it still fails, it returns the sequence that was really used (a
/// replay may need fewer choices than it was given), otherwise `None`. The result is locally
/// minimal: no deletion of a block, no simplification of one item or of two at once still fails.
///
/// ```
/// use soundline_lattice::shrink::shrink;
/// let fails = |s: &[u64]| (s.iter().sum::<u64>() >= 10).then(|| s.to_vec());
/// assert_eq!(shrink(vec![3, 0, 900, 4], fails), [10]);
/// ```
pub fn shrink<T: Simpler>(sequence: Vec<T>, fails: impl FnMut(&[T]) -> Option<Vec<T>>) -> Vec<T> {
    shrink_within(sequence, &mut Effort { tries: 0, most: 20_000 }, fails)
}

/// Like [`shrink`], with a bound on the number of candidates.
pub fn shrink_within<T: Simpler>(
    sequence: Vec<T>,
    effort: &mut Effort,
    fails: impl FnMut(&[T]) -> Option<Vec<T>>,
) -> Vec<T> {
    let mut shrinker = Shrinker { best: sequence, effort, fails };
    while shrinker.delete_blocks()
        | shrinker.simplify_each()
        | shrinker.move_forward()
        | shrinker.simplify_pairs()
    {}
    shrinker.best
}

/// How far apart two items may be that are changed together.
const REACH: usize = 12;

struct Shrinker<'a, T, F> {
    best: Vec<T>,
    effort: &'a mut Effort,
    fails: F,
}

impl<T: Simpler, F: FnMut(&[T]) -> Option<Vec<T>>> Shrinker<'_, T, F> {
    fn exhausted(&self) -> bool {
        self.effort.tries >= self.effort.most
    }

    /// Keep the candidate if it still fails. It must be simpler than the best.
    fn keep(&mut self, candidate: &[T]) -> bool {
        if self.exhausted() {
            return false;
        }
        self.effort.tries += 1;
        match (self.fails)(candidate) {
            // A replay may draw more than it was given; growing back is no progress.
            Some(used) if used.len() <= candidate.len() => {
                self.best = used;
                true
            }
            _ => false,
        }
    }

    fn delete_blocks(&mut self) -> bool {
        let mut progress = false;
        let mut size = self.best.len();
        while size > 0 {
            let mut start = self.best.len().saturating_sub(size);
            loop {
                let end = (start + size).min(self.best.len());
                let mut candidate = self.best.clone();
                candidate.drain(start.min(end)..end);
                if candidate.len() < self.best.len() && self.keep(&candidate) {
                    progress = true;
                    start = start.min(self.best.len().saturating_sub(size));
                } else if start == 0 || self.exhausted() {
                    break;
                } else {
                    start -= 1;
                }
            }
            size = if size > 8 { size / 2 } else { size - 1 };
        }
        progress
    }

    fn simplify_each(&mut self) -> bool {
        let mut progress = false;
        let mut position = 0;
        while position < self.best.len() {
            while self.simplify_at(&[position]) {
                progress = true;
            }
            position += 1;
        }
        progress
    }

    /// Move an item to the front of larger ones. With it the end of a list moves too, which hands
    /// the rest of the list over to what is drawn next.
    fn move_forward(&mut self) -> bool {
        let mut progress = false;
        let mut from = 1;
        while from < self.best.len() {
            for to in from.saturating_sub(REACH)..from {
                if from < self.best.len() && self.best[from].belongs_before(&self.best[to]) {
                    let mut candidate = self.best.clone();
                    let item = candidate.remove(from);
                    candidate.insert(to, item);
                    progress |= self.keep(&candidate);
                }
            }
            from += 1;
        }
        progress
    }

    /// Two items at once, by their like-ranked variants: this frees bounds that move together.
    fn simplify_pairs(&mut self) -> bool {
        let mut progress = false;
        let mut first = 0;
        while first < self.best.len() {
            for second in first + 1..self.best.len().min(first + REACH) {
                while second < self.best.len() && self.simplify_at(&[first, second]) {
                    progress = true;
                }
            }
            first += 1;
        }
        progress
    }

    fn simplify_at(&mut self, positions: &[usize]) -> bool {
        // Variants are ranked from the end, where the smallest steps are.
        let variants: Vec<Vec<T>> = positions.iter().map(|p| self.best[*p].simpler()).collect();
        let most = variants.iter().map(Vec::len).min().unwrap_or(0);
        for rank in (1..=most).rev() {
            let mut candidate = self.best.clone();
            for (position, variant) in positions.iter().zip(&variants) {
                candidate[*position] = variant[variant.len() - rank].clone();
            }
            if self.keep(&candidate) {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sequence: &[u64], fails: impl Fn(&[u64]) -> bool, smallest: &[u64]) {
        assert!(fails(sequence), "the start must fail");
        let found = shrink(sequence.to_vec(), |s| fails(s).then(|| s.to_vec()));
        assert_eq!(found, smallest);
    }

    #[test]
    fn variants_of_a_number_step_down_to_its_predecessor() {
        assert_eq!(10u64.simpler(), [0, 5, 8, 9]);
        assert_eq!(1u64.simpler(), [0]);
        assert!(0u64.simpler().is_empty());
        assert_eq!(u64::MAX.simpler().last(), Some(&(u64::MAX - 1)));
    }

    #[test]
    fn blocks_are_deleted_and_numbers_lowered() {
        check(&[5, 1, 7, 7, 2, 9], |s| s.contains(&7), &[7]);
        check(&[1000, 2000], |s| s.len() == 2 && s[0] < s[1], &[0, 1]);
    }

    #[test]
    fn two_numbers_that_must_differ_by_a_constant_move_together() {
        check(&[1000, 1005], |s| s.len() == 2 && s[1] == s[0] + 5, &[0, 5]);
    }

    #[test]
    fn the_effort_is_bounded() {
        let mut effort = Effort { tries: 0, most: 10 };
        let start: Vec<u64> = (1..100).collect();
        shrink_within(start, &mut effort, |s| Some(s.to_vec()));
        assert!(effort.tries <= 10);
    }
}
