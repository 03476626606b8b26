//! Elements as the paper's baseline makes them (Sect. 5.5): the coefficients and constants of up to
//! 50 constraints are drawn, and nothing else.

use soundline_domains::expr::Constraint;

use super::draw::Draw;

/// The most constraints of an element.
const MOST_CONSTRAINTS: usize = 50;

impl Draw<'_> {
    /// The constraints of an element. Half of the time they are few, as the short inputs are with
    /// which a fuzzer begins: fifty constraints at random hardly ever leave a point.
    pub fn direct(&mut self) -> Vec<Constraint> {
        let most = if self.once_in(2) { 4 } else { MOST_CONSTRAINTS };
        let count = self.below(most + 1);
        (0..count).map(|_| self.shaped_constraint()).collect()
    }
}
