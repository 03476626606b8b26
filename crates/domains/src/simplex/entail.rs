//! Whether a conjunction of constraints implies another constraint.

use super::{Outcome, Simplex};
use crate::Error;
use crate::expr::{Constraint, LinearExpr, Relation};

impl Simplex {
    /// Whether every point that satisfies the constraints satisfies this one, too. A contradiction
    /// implies everything.
    ///
    /// ```
    /// use soundline_domains::expr::Space;
    /// use soundline_domains::simplex::Simplex;
    /// let space = Space::reals(2);
    /// let mut simplex = Simplex::new(2, &[space.parse("x0 > x1")?, space.parse("x1 >= 1")?])?;
    /// assert!(simplex.entails(&space.parse("x0 > 1")?)?);
    /// assert!(simplex.entails(&space.parse("x0 != 1")?)?);
    /// assert!(!simplex.entails(&space.parse("x0 >= 2")?)?);
    /// # Ok::<(), soundline_domains::Error>(())
    /// ```
    pub fn entails(&mut self, constraint: &Constraint) -> Result<bool, Error> {
        let expr = constraint.expr();
        match constraint.relation() {
            Relation::Ge => self.is_at_least_zero(expr, false),
            Relation::Gt => self.is_at_least_zero(expr, true),
            Relation::Eq => {
                Ok(self.is_at_least_zero(expr, false)? && self.is_at_least_zero(&-expr, false)?)
            }
            // The points are a convex set: all are on the same side of 0.
            Relation::Ne => {
                Ok(self.is_at_least_zero(expr, true)? || self.is_at_least_zero(&-expr, true)?)
            }
        }
    }

    fn is_at_least_zero(&mut self, expr: &LinearExpr, strictly: bool) -> Result<bool, Error> {
        Ok(match self.minimise(expr)? {
            Outcome::Infeasible => true,
            Outcome::Unbounded => false,
            Outcome::Optimal { value, attained, .. } => {
                value.is_positive() || (value.is_zero() && !(strictly && attained))
            }
        })
    }
}
