//! Elements as the paper's baseline makes them (Sect. 5.5): the coefficients and constants of up to
//! 50 constraints are drawn, and nothing else.

use soundline_domains::expr::Constraint;

use super::draw::Draw;

/// The most constraints of an element.
const MOST_CONSTRAINTS: usize = 50;
/// The most changes of an element of an earlier test.
const MOST_CHANGES: usize = 4;

impl Draw<'_> {
    /// The constraints of an element. Half of the time they are few, as the short inputs are with
    /// which a fuzzer begins: fifty constraints at random hardly ever leave a point.
    pub fn direct(&mut self) -> Vec<Constraint> {
        let most = if self.once_in(2) { 4 } else { MOST_CONSTRAINTS };
        let count = self.below(most + 1);
        (0..count).map(|_| self.shaped_constraint()).collect()
    }

    /// The constraints of an element of an earlier test with a few changes, such as a fuzzer makes
    /// in its inputs: a constraint is added, left out, repeated, taken from another element, or has another
    /// constant.
    pub fn direct_after(&mut self, models: &[Vec<Constraint>]) -> Vec<Constraint> {
        let mut made = models[self.below(models.len())].clone();
        for _ in 0..self.below(MOST_CHANGES + 1) {
            let drawn = self.shaped_constraint();
            if made.is_empty() {
                made.push(drawn);
                continue;
            }
            let (at, other) = (self.below(made.len()), self.below(models.len()));
            match self.below(6) {
                0 if made.len() < MOST_CONSTRAINTS => made.push(drawn),
                1 => drop(made.remove(at)),
                2 if made.len() < MOST_CONSTRAINTS => made.push(made[at].clone()),
                3 if !models[other].is_empty() => {
                    let from = self.below(models[other].len());
                    made[at] = models[other][from].clone();
                }
                4 => {
                    let constant = drawn.expr().constant_term().clone();
                    let expr = made[at].expr().clone().with_constant(constant);
                    made[at] = Constraint::new(expr, made[at].relation());
                }
                _ => made[at] = drawn,
            }
        }
        made
    }
}
