//! Generators of intervals: by the kind of interval, with small numbers and 64-bit extremes.

use super::super::integer;
use super::{Bound, IntInterval, IntervalElem, Range};
use crate::{Choices, Generate, Lattice, Transfer};
use Bound::{Finite, MinusInfinity, PlusInfinity};

impl Generate for IntInterval {
    fn arbitrary(&self, choices: &mut Choices) -> IntervalElem {
        match choices.draw(6) {
            0 => IntervalElem::BOTTOM,
            1 => IntervalElem::constant(integer(choices)),
            2 => {
                let low = integer(choices);
                IntervalElem::new(low, low.saturating_add(choices.int(0, 9)))
            }
            3 => {
                let (a, b) = (integer(choices), integer(choices));
                IntervalElem::new(a.min(b), a.max(b))
            }
            4 => IntervalElem::at_least(integer(choices)),
            5 => IntervalElem::at_most(integer(choices)),
            _ => IntervalElem::TOP,
        }
    }

    /// Mostly one bound moves, often by little: a meet with something arbitrary is often empty.
    fn below(&self, a: &IntervalElem, choices: &mut Choices) -> IntervalElem {
        let Some(range) = a.0 else { return *a };
        match choices.draw(6) {
            0 => *a,
            1 => range.with_low_raised(choices),
            2 => range.with_high_lowered(choices),
            3 => {
                let raised = range.with_low_raised(choices);
                raised.0.map_or(raised, |range| range.with_high_lowered(choices))
            }
            4 => IntervalElem::constant(range.integer_inside(choices)),
            5 => self.meet(a, &self.arbitrary(choices)),
            _ => IntervalElem::BOTTOM,
        }
    }

    /// Often one bound grows by little, as a loop counter does: a widening that does not
    /// extrapolate is then seen not to converge.
    fn above(&self, a: &IntervalElem, choices: &mut Choices) -> IntervalElem {
        let Some(Range { low, high }) = a.0 else { return self.arbitrary(choices) };
        let step = Finite(choices.int(1, 3).into());
        match choices.draw(6) {
            0 => IntervalElem::around(low.wide(), high.wide().plus(step)),
            1 => IntervalElem::around(low.wide().plus(step.negated()), high.wide()),
            2 => *a,
            3 => IntervalElem::around(low.wide().plus(step.negated()), high.wide().plus(step)),
            4 => IntervalElem::of_bounds(MinusInfinity, high),
            5 => IntervalElem::of_bounds(low, PlusInfinity),
            _ => self.join(a, &self.arbitrary(choices)),
        }
    }

    /// A loop body that moves a counter under a guard, joined with the state at the loop's entry.
    fn transfer(&self, choices: &mut Choices) -> Transfer<'_, IntervalElem> {
        let step = IntervalElem::constant(integer(choices));
        let (guard, entry) = (self.arbitrary(choices), self.arbitrary(choices));
        let description = format!("x ↦ ((x + {step}) ⊓ {guard}) ⊔ {entry}");
        Transfer::new(description, move |x| {
            self.join(&self.meet(&self.add(x, &step), &guard), &entry)
        })
    }
}

impl Range {
    /// Some 64-bit integer of the interval, which always has one.
    fn integer_inside(self, choices: &mut Choices) -> i64 {
        let (low, high) = self.within_64_bits();
        choices.int(low, high)
    }

    fn within_64_bits(self) -> (i64, i64) {
        let finite = |bound, infinite| if let Finite(value) = bound { value } else { infinite };
        (finite(self.low, i64::MIN), finite(self.high, i64::MAX))
    }

    fn with_low_raised(self, choices: &mut Choices) -> IntervalElem {
        let low = match self.low {
            Finite(low) if choices.flip() => low.saturating_add(choices.int(1, 3)),
            _ => self.integer_inside(choices),
        };
        IntervalElem::of_bounds(Finite(low.min(self.within_64_bits().1)), self.high)
    }

    fn with_high_lowered(self, choices: &mut Choices) -> IntervalElem {
        let high = match self.high {
            Finite(high) if choices.flip() => high.saturating_sub(choices.int(1, 3)),
            _ => self.integer_inside(choices),
        };
        IntervalElem::of_bounds(self.low, Finite(high.max(self.within_64_bits().0)))
    }

    /// Some member; beyond 64 bits only where the interval is infinite.
    pub(super) fn member(self, choices: &mut Choices) -> i128 {
        if self.high == PlusInfinity && choices.once_in(8) {
            return i128::from(i64::MAX) + i128::from(choices.magnitude(u64::MAX));
        }
        if self.low == MinusInfinity && choices.once_in(8) {
            return i128::from(i64::MIN) - i128::from(choices.magnitude(u64::MAX));
        }
        self.integer_inside(choices).into()
    }
}
