//! Exact linear programming: the greatest value of a linear expression under linear constraints.
//!
//! A tableau of integers over one common denominator is pivoted without fractions (Edmonds 1967,
//! Bareiss 1968). Its entries are determinants of the input, so every division is exact; they are
//! kept in i64 while they fit, and the whole tableau is promoted to [`Int`]
//! when one does not. It serves as reference for the domains and for bounds of linear forms.

mod entail;
mod entry;
mod matrix;
mod run;
mod setup;
mod tableau;
#[cfg(test)]
mod tests;

use tableau::Tableau;

use crate::Error;
use crate::expr::{Constraint, LinearExpr};
use crate::numbers::{Int, Rat};

/// A conjunction of constraints, ready for questions about it.
///
/// ```
/// use soundline_domains::expr::Space;
/// use soundline_domains::simplex::{Outcome, Simplex};
/// let space = Space::reals(2);
/// let open_triangle = ["x0 > 0", "x1 > 0", "x0 + x1 < 1"].map(|text| space.parse(text).unwrap());
/// let mut simplex = Simplex::new(2, &open_triangle)?;
/// let Outcome::Optimal { value, attained, .. } = simplex.maximise(&space.parse_expr("x0")?)? else {
///     panic!("the triangle is bounded and not empty");
/// };
/// assert_eq!((value.to_string().as_str(), attained), ("1", false));
/// # Ok::<(), soundline_domains::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Simplex {
    dimensions: usize,
    tableau: Tableau,
    /// The variable that each row of the tableau defines.
    basic: Vec<Name>,
    /// The variable of each column but the first, which holds the constants.
    others: Vec<Name>,
    /// There are strict constraints, and so the variable [`Simplex::gap`].
    strict: bool,
    feasible: bool,
}

/// Variables of the tableau: first those of the constraints, which are free; then the gap by which
/// strict constraints are exceeded; then the slack of each constraint. All but the first are at
/// least 0.
type Name = usize;

/// The greatest value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No point satisfies the constraints.
    Infeasible,
    /// There are points with values as great as one likes.
    Unbounded,
    /// There is a least upper bound of the values.
    Optimal {
        /// The bound.
        value: Rat,
        /// A point with this value. If it is not attained, the point violates strict constraints,
        /// but has points that satisfy all constraints as near as one likes.
        point: Vec<Rat>,
        /// A point that satisfies all constraints has this value.
        attained: bool,
    },
}

impl Simplex {
    /// Prepare a conjunction of `=`, `>=` and `>` over so many real variables.
    pub fn new(dimensions: usize, constraints: &[Constraint]) -> Result<Simplex, Error> {
        setup::simplex(dimensions, constraints)
    }

    /// The number of variables.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Whether some point satisfies all constraints.
    pub fn is_feasible(&self) -> bool {
        self.feasible
    }

    /// A point that satisfies all constraints, if there is one.
    pub fn point(&mut self) -> Option<Vec<Rat>> {
        if self.feasible && self.strict {
            self.widen_gap(&[]);
        }
        self.feasible.then(|| self.current_point())
    }

    /// The least upper bound of an expression.
    pub fn maximise(&mut self, objective: &LinearExpr) -> Result<Outcome, Error> {
        let needed = objective.dimensions();
        if needed > self.dimensions {
            let (variable, dimensions) = (needed - 1, self.dimensions);
            return Err(Error::UnknownVariable { variable, dimensions });
        }
        if !self.feasible {
            return Ok(Outcome::Infeasible);
        }
        // Pivots need integers; a positive factor does not change what is optimal.
        let scale = Rat::from(objective.denominator());
        let whole = |number: &Rat| (number * &scale).numerator();
        let terms: Vec<(Name, Int)> =
            objective.terms().iter().map(|(variable, factor)| (*variable, whole(factor))).collect();
        self.set_objective(&terms);
        if !self.climb(&[]) {
            return Ok(Outcome::Unbounded);
        }
        let value = self.objective_value().div(&scale).expect("denominators are not 0");
        let attained = !self.strict || self.attain();
        let value = value + objective.constant_term();
        Ok(Outcome::Optimal { value, point: self.current_point(), attained })
    }

    /// The greatest lower bound of an expression.
    pub fn minimise(&mut self, objective: &LinearExpr) -> Result<Outcome, Error> {
        Ok(match self.maximise(&-objective)? {
            Outcome::Optimal { value, point, attained } => {
                Outcome::Optimal { value: -value, point, attained }
            }
            other => other,
        })
    }

    fn gap(&self) -> Name {
        self.dimensions
    }

    fn is_free(&self, name: Name) -> bool {
        name < self.dimensions
    }

    fn current_point(&self) -> Vec<Rat> {
        let mut point = vec![Rat::ZERO; self.dimensions];
        for (row, name) in self.basic.iter().enumerate() {
            if self.is_free(*name) {
                point[*name] = self.tableau.value(row);
            }
        }
        point
    }
}
