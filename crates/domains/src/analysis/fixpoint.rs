//! The invariant of a loop: upwards with a widening, then downwards.

use super::State;
use crate::Error;
use crate::expr::Constraint;

/// How the invariant of a loop is found.
#[derive(Clone, Debug, Default)]
pub struct Fixpoint {
    delay: usize,
    narrowing: usize,
    thresholds: Vec<Constraint>,
}

impl Fixpoint {
    /// Widen from the first step on, to no thresholds, and do not go down.
    pub fn new() -> Fixpoint {
        Fixpoint::default()
    }

    /// Join so many times before the first widening.
    pub fn delay(self, joins: usize) -> Fixpoint {
        Fixpoint { delay: joins, ..self }
    }

    /// Go down so many steps at most.
    pub fn narrowing(self, steps: usize) -> Fixpoint {
        Fixpoint { narrowing: steps, ..self }
    }

    /// Constraints at which the widening stops.
    pub fn thresholds(self, thresholds: Vec<Constraint>) -> Fixpoint {
        Fixpoint { thresholds, ..self }
    }

    /// An invariant of the head of a loop: it holds on entry, and whenever the head is reached again. The
    /// step is the body of the loop, with its condition.
    ///
    /// ```
    /// use soundline_domains::analysis::{Fixpoint, State, Variables};
    /// use soundline_domains::expr::{BinaryOp, Expr};
    /// let entry = State::new("boxes:exact", &Variables::integers(["i"])?)?.guard_text("i = 0")?;
    /// let next = Expr::var(0).binary(BinaryOp::Add, Expr::constant(1));
    /// let step = |head: &State| head.guard_text("i < 10")?.assign("i", &next);
    /// assert_eq!(Fixpoint::new().solve(&entry, step)?.to_string(), "i >= 0");
    /// let precise = Fixpoint::new().narrowing(1).solve(&entry, step)?;
    /// assert_eq!(precise.to_string(), "i >= 0 ∧ -i + 10 >= 0");
    /// let stopped = Fixpoint::new().thresholds(vec![entry.variables().constraint("i <= 10")?]);
    /// assert_eq!(stopped.solve(&entry, step)?.to_string(), precise.to_string());
    /// # Ok::<(), soundline_domains::Error>(())
    /// ```
    pub fn solve(
        &self,
        entry: &State,
        mut step: impl FnMut(&State) -> Result<State, Error>,
    ) -> Result<State, Error> {
        let mut head = entry.clone();
        for round in 0.. {
            let next = entry.join(&step(&head)?);
            if next.leq(&head).is_yes() {
                break;
            }
            let larger = head.join(&next);
            head = match round < self.delay {
                true => larger,
                false => head.widen(&larger, &self.thresholds)?,
            };
        }
        // All that reaches the head comes from the entry or by a step from what reaches it, so that it is
        // in the invariant and in what the step makes of it. The number of steps is limited: no narrowing
        // operator is needed.
        for _ in 0..self.narrowing {
            let next = head.meet(&entry.join(&step(&head)?));
            if head.leq(&next).is_yes() {
                break;
            }
            head = next;
        }
        Ok(head)
    }
}
