//! From constraints to a first tableau that is feasible.

use std::cmp::Ordering;

use super::entry::Entry;
use super::matrix::Matrix;
use super::{Name, Simplex, Tableau};
use crate::Error;
use crate::expr::{Constraint, LinearExpr, Relation};
use crate::numbers::{Int, gcd_u64};

/// Prepare a conjunction of constraints.
pub(super) fn simplex(dimensions: usize, constraints: &[Constraint]) -> Result<Simplex, Error> {
    for constraint in constraints {
        let needed = constraint.expr().dimensions();
        if needed > dimensions {
            return Err(Error::UnknownVariable { variable: needed - 1, dimensions });
        }
        if constraint.relation() == Relation::Ne {
            return Err(Error::NotConvex { constraint: constraint.to_string() });
        }
    }
    let strict = constraints.iter().any(|constraint| constraint.relation() == Relation::Gt);
    let tableau = match fill::<i64>(dimensions, constraints, strict) {
        Some(matrix) => Tableau::Words(matrix),
        None => {
            Tableau::Ints(fill(dimensions, constraints, strict).expect("integers of any size fit"))
        }
    };
    let first_slack = dimensions + 1;
    let slacks = constraints.len() + usize::from(strict);
    let mut simplex = Simplex {
        dimensions,
        tableau,
        basic: (first_slack..first_slack + slacks).collect(),
        others: (0..dimensions + usize::from(strict)).collect(),
        strict,
        feasible: true,
    };
    let equations: Vec<Name> = constraints
        .iter()
        .enumerate()
        .filter(|(_, constraint)| constraint.relation() == Relation::Eq)
        .map(|(index, _)| first_slack + index)
        .collect();
    simplex.feasible = simplex.solve_equations(&equations);
    if simplex.feasible {
        simplex.settle_free_variables();
        simplex.feasible = simplex.become_feasible() && (!strict || simplex.widen_gap(&[]));
    }
    Ok(simplex)
}

/// One row for each constraint, one that limits the gap if there is one, and one for the
/// objective. `None` if an entry does not fit.
fn fill<E: Entry>(
    dimensions: usize,
    constraints: &[Constraint],
    strict: bool,
) -> Option<Matrix<E>> {
    let columns = 1 + dimensions + usize::from(strict);
    let mut entries = Vec::with_capacity((constraints.len() + 2) * columns);
    let mut words = vec![0; dimensions];
    for constraint in constraints {
        push_row(&mut entries, constraint.expr(), &mut words)?;
        if strict {
            let gap = if constraint.relation() == Relation::Gt { -1 } else { 0 };
            entries.push(E::from_int(&Int::from(gap))?);
        }
    }
    if strict {
        // 1 - gap >= 0: any positive limit does.
        entries.push(E::from_int(&Int::ONE)?);
        entries.extend(std::iter::repeat_n(E::ZERO, dimensions));
        entries.push(E::from_int(&Int::from(-1))?);
    }
    entries.extend(std::iter::repeat_n(E::ZERO, columns));
    Some(Matrix::new(entries, columns, E::from_int(&Int::ONE)?))
}

/// The constant and the factors, times a positive number that makes them small integers.
fn push_row<E: Entry>(entries: &mut Vec<E>, expr: &LinearExpr, words: &mut [i64]) -> Option<()> {
    if let Some((constant, _)) = expr.to_row(words) {
        let common = words
            .iter()
            .fold(constant.unsigned_abs(), |common, word| gcd_u64(common, word.unsigned_abs()));
        // 2^63 does not fit; the row is then left as it is.
        let common = i64::try_from(common.max(1)).unwrap_or(1);
        for word in std::iter::once(&constant).chain(words.iter()) {
            entries.push(E::from_int(&Int::from(word / common))?);
        }
        return Some(());
    }
    let coprime = expr.to_coprime();
    entries.push(E::from_int(&coprime.constant_term().numerator())?);
    for variable in 0..words.len() {
        entries.push(E::from_int(&coprime.coefficient(variable).numerator())?);
    }
    Some(())
}

impl Simplex {
    /// Use each equation to express a free variable, or see that it says nothing. False if one
    /// contradicts the others.
    fn solve_equations(&mut self, equations: &[Name]) -> bool {
        for equation in equations {
            let Some(row) = self.basic.iter().position(|name| name == equation) else { continue };
            let free = |column: usize| self.is_free(self.others[column - 1]);
            match self.tableau.smallest_in_row(row, free) {
                Some(column) => {
                    self.pivot(row, column);
                    // Its slack is 0 for ever.
                    self.tableau.remove_column(column);
                    self.others.remove(column - 1);
                }
                None if self.tableau.sign(row, 0) == Ordering::Equal => {
                    self.tableau.remove_row(row);
                    self.basic.remove(row);
                }
                None => return false,
            }
        }
        true
    }

    /// Express each free variable by slacks. One that stays in its column is in no constraint: the
    /// constraints hold or do not hold whatever its value is.
    fn settle_free_variables(&mut self) {
        for column in 1..self.tableau.columns() {
            if !self.is_free(self.others[column - 1]) {
                continue;
            }
            let slack = |row: usize| self.bounded_name(row).is_some();
            if let Some(row) = self.tableau.smallest_in_column(column, slack) {
                self.pivot(row, column);
            }
        }
    }

    /// Make all constants of slacks non-negative: the dual simplex without an objective. False if
    /// that is impossible.
    fn become_feasible(&mut self) -> bool {
        // Greedy steps are few but may go in a circle; Bland's rule does not.
        let patience = 2 * (self.tableau.rows() + self.tableau.columns());
        for step in 0.. {
            let by_name = step > patience;
            let Some(row) = self.tableau.negative_row(by_name, |row| self.bounded_name(row)) else {
                break;
            };
            let name = |column: usize| Some(self.others[column - 1]);
            match self.tableau.positive_column(row, by_name, name) {
                Some(column) => self.pivot(row, column),
                None => return false,
            }
        }
        true
    }
}
