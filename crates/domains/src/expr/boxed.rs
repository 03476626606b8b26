//! Constraints and boxes: what a domain with an interval for each variable needs of both.

use super::{Constraint, LinearExpr, Relation, Var};
use crate::numbers::{Interval, Rat};

impl LinearExpr {
    /// The values of the expression in a box; `None` if the box has too few dimensions.
    pub fn range_in(&self, ranges: &[Interval]) -> Option<Interval> {
        let constant = Interval::point(self.constant_term().clone());
        self.terms().iter().try_fold(constant, |sum, (variable, factor)| {
            Some(sum.add(&ranges.get(*variable)?.scale(factor)))
        })
    }
}

impl Constraint {
    /// The constraints that say that the value of an expression is in an interval.
    ///
    /// ```
    /// use soundline_domains::expr::{Constraint, LinearExpr};
    /// use soundline_domains::numbers::Interval;
    /// let digit = Constraint::within(&LinearExpr::variable(0), &Interval::of(0, 9));
    /// assert_eq!(digit.map(|c| c.to_string()).collect::<Vec<_>>(), ["x0 >= 0", "-x0 + 9 >= 0"]);
    /// ```
    pub fn within(expr: &LinearExpr, range: &Interval) -> impl Iterator<Item = Constraint> + use<> {
        let constant = |bound: &Rat| LinearExpr::constant(bound.clone());
        let low = range.low().finite().map(|low| Constraint::ge(expr, &constant(low)));
        let high = range.high().finite().map(|high| Constraint::le(expr, &constant(high)));
        low.into_iter().chain(high)
    }

    /// The smallest box around the real points of a box that satisfy the constraint; `None` if there
    /// are none.
    ///
    /// ```
    /// use soundline_domains::expr::Space;
    /// use soundline_domains::numbers::Interval;
    /// let constraint = Space::reals(2).parse("x0 + 2*x1 <= 4")?;
    /// let quadrant = [Interval::at_least(0), Interval::at_least(0)];
    /// let triangle = constraint.restrict(&quadrant);
    /// assert_eq!(triangle, Some(vec![Interval::of(0, 4), Interval::of(0, 2)]));
    /// assert_eq!(constraint.restrict(&[Interval::at_least(5), Interval::ZERO]), None);
    /// # Ok::<(), soundline_domains::Error>(())
    /// ```
    pub fn restrict(&self, ranges: &[Interval]) -> Option<Vec<Interval>> {
        let value = self.expr().range_in(ranges)?;
        let wanted = match self.relation() {
            Relation::Eq => Interval::ZERO,
            Relation::Ge | Relation::Gt => Interval::at_least(0),
            Relation::Ne => Interval::ALL,
        };
        // Of a single value 0 a strict relation leaves nothing; otherwise it leaves points as near to
        // the border as one likes.
        let least = value.meet(&wanted)?;
        let strict = matches!(self.relation(), Relation::Gt | Relation::Ne);
        if strict && least == Interval::ZERO {
            return None;
        }
        let restricted = |(variable, range): (Var, &Interval)| {
            let Some(inverse) = self.expr().coefficient(variable).recip() else {
                return Some(range.clone());
            };
            let rest = self.expr().substitute(variable, &LinearExpr::zero()).range_in(ranges)?;
            range.meet(&wanted.sub(&rest).scale(&inverse))
        };
        ranges.iter().enumerate().map(restricted).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Domain;
    use crate::boxes::Boxes;
    use crate::expr::Space;
    use soundline_lattice::Lattice;

    /// The same as the guard of boxes, which is computed in another way.
    fn check(ranges: [&str; 2], constraint: &str) {
        let space = Space::reals(2);
        let boxes = Boxes::exact(space.clone());
        let known: Vec<Constraint> = ranges
            .iter()
            .flat_map(|text| text.split(" and ").filter(|part| !part.is_empty()))
            .map(|part| space.parse(part).expect("it is a constraint"))
            .collect();
        let element = boxes.from_constraints(&known).expect("they fit");
        let constraint = space.parse(constraint).expect("it is a constraint");
        let row: Vec<Interval> =
            (0..2).map(|v| boxes.bounds_of(&element, v).unwrap().expect("not bottom")).collect();
        let expected = boxes.guard(&element, &constraint).expect("it fits");
        let restricted = match constraint.restrict(&row) {
            None => boxes.bottom(),
            Some(row) => {
                let sides = row.iter().enumerate();
                let told: Vec<Constraint> = sides
                    .flat_map(|(v, range)| Constraint::within(&LinearExpr::variable(v), range))
                    .collect();
                boxes.from_constraints(&told).expect("they fit")
            }
        };
        let shown = (boxes.show(&restricted), boxes.show(&expected));
        assert!(boxes.equal(&restricted, &expected).is_yes(), "{constraint}: {shown:?}");
    }

    #[test]
    fn boxes_are_restricted_as_the_domain_of_boxes_does() {
        let unit = ["x0 >= 0 and x0 <= 1", "x1 >= 0 and x1 <= 1"];
        for constraint in ["x0 + x1 >= 3/2", "x0 + x1 >= 2", "x0 + x1 > 2", "x0 + x1 >= 3"] {
            check(unit, constraint);
        }
        for constraint in ["2*x0 = x1 + 1", "3*x0 - x1 < 0", "x0 - x1 != 0", "0 >= 1", "0 > 0"] {
            check(unit, constraint);
            check(["x0 = 5", ""], constraint);
            check(["", ""], constraint);
        }
        check(["x0 = 5", "x1 = 5"], "x0 != x1");
        check(["x0 = 5", "x1 = 5"], "x0 > x1");
    }

    #[test]
    fn a_box_of_fewer_dimensions_has_no_range() {
        assert_eq!(LinearExpr::variable(1).range_in(&[Interval::ALL]), None);
    }
}
