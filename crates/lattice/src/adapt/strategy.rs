//! Elements drawn by a strategy of `proptest`.

use crate::Choices;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Draws values from a strategy of `proptest`.
///
/// ```
/// use proptest::prelude::*;
/// use soundline_lattice::{Choices, Values, adapt::Drawer};
///
/// let small = Drawer::new(prop::collection::vec(0..10i32, 0..5));
/// let values = Values::new(move |choices: &mut Choices| small.draw(choices));
/// # use soundline_lattice::Argument;
/// assert!(values.arbitrary_value(&mut Choices::random(1)).iter().all(|v| *v < 10));
/// ```
///
/// The recorded choices are the seed of the strategy and how far its value is simplified, so that cases
/// replay, and shrink by the strategy's own simplification.
#[derive(Clone, Debug)]
pub struct Drawer<S> {
    strategy: S,
}

/// Steps of simplification.
const STEPS: u64 = 64;

impl<S: Strategy> Drawer<S> {
    /// Draw from this strategy.
    pub fn new(strategy: S) -> Drawer<S> {
        Drawer { strategy }
    }

    /// Any value.
    ///
    /// # Panics
    /// When the strategy rejects too many values.
    pub fn draw(&self, choices: &mut Choices) -> S::Value {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&choices.draw(u64::MAX).to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let mut runner = TestRunner::new_with_rng(Config::default(), rng);
        let tree = self.strategy.new_tree(&mut runner);
        let mut tree = tree.expect("the strategy does not reject all values");
        // Random choices never simplify; the shrinker lowers the number.
        let kept = choices.draw_as(STEPS, |_| STEPS);
        for _ in kept..STEPS {
            if !tree.simplify() {
                break;
            }
        }
        tree.current()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Check, Class, Outcome, Runner, Values};
    use std::sync::Arc;

    #[test]
    fn a_counterexample_is_simplified_by_the_strategy() {
        let numbers = Drawer::new(0..1_000_000u32);
        let values = Arc::new(Values::new(move |choices| numbers.draw(choices)));
        let check = Check::about(&values, "small", Class::Order, "x < 500", |values, case| {
            Outcome::from(values.one(case, "x") < 500)
        });
        let report = Runner::new().run(&check, None);
        let x: u32 = report.counterexample().unwrap().notes[0].text.parse().unwrap();
        assert!((500..5000).contains(&x), "{x}");
    }
}
