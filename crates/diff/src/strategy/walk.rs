//! Walks through the syntax tree from candidate to candidate.

use super::{map::Map, weights::draw};
use soundline_lattice::choices::Random;

/// A walk, guided by rewards or not.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    map: Map,
    guided: bool,
    current: Option<usize>,
    /// For each statement: the sum and number of rewards of candidates in it.
    rewards: Vec<(f64, f64)>,
}

impl Walk {
    pub(super) fn new(map: Map, guided: bool) -> Walk {
        let rewards = vec![(0.0, 0.0); map.places()];
        Walk { map, guided, current: None, rewards }
    }

    /// The next candidate: a step from the last one, or anywhere if it leads nowhere.
    pub(super) fn next(&mut self, random: &mut Random) -> usize {
        let next = match self.current {
            None => self.map.start(),
            Some(current) => self.step(current, random),
        };
        self.current = Some(next);
        next
    }

    fn step(&self, current: usize, random: &mut Random) -> usize {
        let moves = self.map.moves(current);
        if moves.is_empty() {
            return random.up_to(self.map.len() as u64 - 1) as usize;
        }
        let weights = moves.iter().map(|target| self.weight(current, *target));
        moves[draw(weights, random)]
    }

    /// Going deeper makes differences likelier, and so does being where they were seen.
    fn weight(&self, current: usize, target: usize) -> f64 {
        if !self.guided {
            return 1.0;
        }
        let deeper = self.map.depth(target) > self.map.depth(current);
        let factor = if deeper { 2.0 } else { 1.0 };
        factor * (0.25 + 2.0 * self.expected(target))
    }

    /// The mean reward of the innermost statement around a candidate that has any.
    fn expected(&self, candidate: usize) -> f64 {
        let seen = self.map.around(candidate).map(|place| self.rewards[place]);
        let mean = seen.filter(|(_, count)| *count > 0.0).map(|(sum, count)| sum / count).next();
        mean.unwrap_or(0.5)
    }

    pub(super) fn learn(&mut self, candidate: usize, reward: f64) {
        let around: Vec<usize> = self.map.around(candidate).collect();
        for place in around {
            let (sum, count) = &mut self.rewards[place];
            (*sum, *count) = (*sum + reward, *count + 1.0);
        }
    }
}
