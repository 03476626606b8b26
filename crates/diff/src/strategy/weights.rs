//! Drawing by weight.

use soundline_lattice::choices::Random;

/// Things with weights; each is drawn once before all are there again.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    weights: Vec<f64>,
    left: Vec<usize>,
}

impl Weights {
    pub(super) fn new(weights: Vec<f64>) -> Weights {
        Weights { weights, left: Vec::new() }
    }

    /// One of those that are left, with a probability in proportion to its weight.
    pub(super) fn next(&mut self, random: &mut Random) -> usize {
        if self.left.is_empty() {
            self.left = (0..self.weights.len()).collect();
        }
        let chosen = draw(self.left.iter().map(|index| self.weights[*index]), random);
        self.left.swap_remove(chosen)
    }
}

/// The position of one weight, with a probability in proportion to it.
pub(super) fn draw(weights: impl Iterator<Item = f64> + Clone, random: &mut Random) -> usize {
    let total: f64 = weights.clone().sum();
    // 53 random bits make a number from 0 up to, not including, 1.
    let mut rest = (random.bits() >> 11) as f64 / (1u64 << 53) as f64 * total;
    let mut last = 0;
    for (position, weight) in weights.enumerate() {
        if rest < weight {
            return position;
        }
        rest -= weight;
        last = position;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_in_proportion() {
        let mut random = Random::new(3);
        let mut counts = [0; 3];
        (0..6000).for_each(|_| counts[draw([1.0, 2.0, 3.0].into_iter(), &mut random)] += 1);
        let near = |count: i32, expected: i32| (count - expected).abs() < 200;
        assert!(
            near(counts[0], 1000) && near(counts[1], 2000) && near(counts[2], 3000),
            "{counts:?}"
        );
    }

    #[test]
    fn nothing_comes_twice_before_all_have_come() {
        let mut random = Random::new(3);
        let mut weights = Weights::new(vec![0.1, 9.0, 3.0]);
        for _ in 0..4 {
            let mut round: Vec<usize> = (0..3).map(|_| weights.next(&mut random)).collect();
            round.sort_unstable();
            assert_eq!(round, [0, 1, 2]);
        }
    }
}
