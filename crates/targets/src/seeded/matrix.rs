//! The matrix of bounds of an octagon, as a faulty octagon domain handles it.
//!
//! Row and column `2v` stand for `x_v`, `2v + 1` for `-x_v`; the entry of `i` and `j` bounds
//! `V_i - V_j` from above. Shortest paths alone do not make such a matrix tight: bounds of single
//! variables add up to bounds of two, which is the strengthening step of Miné (2006).

use soundline_domains::expr::{Constraint, LinearExpr, Relation};
use soundline_domains::numbers::Rat;

/// Bounds of sums and differences; nothing is infinite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Matrix {
    rows: usize,
    entries: Vec<Option<Rat>>,
}

impl Matrix {
    /// The matrix of some octagonal constraints, with nothing that follows from them.
    pub fn of(constraints: &[Constraint], dimensions: usize) -> Matrix {
        let rows = 2 * dimensions;
        let mut matrix = Matrix { rows, entries: vec![None; rows * rows] };
        (0..rows).for_each(|i| matrix.entries[i * rows + i] = Some(Rat::ZERO));
        for half in super::edit::halves(constraints) {
            // Of -V_i + V_j + c >= 0 the bound of V_i - V_j is c.
            let index = |(v, factor): &(usize, Rat)| 2 * v + usize::from(factor.is_positive());
            let (i, j, scale) = match half.expr().terms() {
                [one] => (index(one), index(one) ^ 1, Rat::ZERO.midpoint(&one.1.abs())),
                [one, other] if one.1.abs() == other.1.abs() => {
                    (index(one), index(other) ^ 1, one.1.abs())
                }
                _ => continue,
            };
            if let Some(bound) = half.expr().constant_term().div(&scale) {
                matrix.bound(i, j, bound);
            }
        }
        matrix
    }

    /// The bound of `V_i - V_j`.
    fn at(&self, i: usize, j: usize) -> Option<&Rat> {
        self.entries[i * self.rows + j].as_ref()
    }

    fn bound(&mut self, i: usize, j: usize, bound: Rat) {
        for position in [i * self.rows + j, (j ^ 1) * self.rows + (i ^ 1)] {
            let entry = &mut self.entries[position];
            if entry.as_ref().is_none_or(|old| bound < *old) {
                *entry = Some(bound.clone());
            }
        }
    }

    /// Closed by shortest paths, without strengthening.
    pub fn shortest_paths(mut self) -> Matrix {
        for k in 0..self.rows {
            for i in 0..self.rows {
                let Some(first) = self.at(i, k).cloned() else { continue };
                for j in 0..self.rows {
                    if let Some(second) = self.at(k, j) {
                        let sum = &first + second;
                        self.bound(i, j, sum);
                    }
                }
            }
        }
        self
    }

    /// Closed by shortest paths and strengthened: every entry is as tight as it can be.
    pub fn closed(self) -> Matrix {
        let mut matrix = self.shortest_paths();
        for i in 0..matrix.rows {
            for j in 0..matrix.rows {
                if let Some(sum) = matrix.sum_of_halves(i, j) {
                    matrix.bound(i, j, sum);
                }
            }
        }
        matrix
    }

    /// The bound of `V_i - V_j` that follows from those of the single variables.
    fn sum_of_halves(&self, i: usize, j: usize) -> Option<Rat> {
        Some(self.at(i, i ^ 1)?.midpoint(self.at(j ^ 1, j)?))
    }

    /// Without the entries that follow from a path through a variable, nor those of the variable.
    pub fn without_paths_through(&self, variable: usize) -> Matrix {
        let mut matrix = self.clone();
        let own = [2 * variable, 2 * variable + 1];
        for (i, j) in (0..self.rows * self.rows).map(|at| (at / self.rows, at % self.rows)) {
            let path = |k: usize| Some(self.at(i, k)? + self.at(k, j)?);
            let follows = || own.iter().any(|k| path(*k).as_ref() == self.at(i, j));
            if i != j && (own.contains(&i) || own.contains(&j) || follows()) {
                matrix.entries[i * self.rows + j] = None;
            }
        }
        matrix
    }

    /// Is every bound at most the other's?
    pub fn leq(&self, other: &Matrix) -> bool {
        let below = |(a, b): (&Option<Rat>, &Option<Rat>)| match (a, b) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a <= b,
        };
        self.entries.iter().zip(&other.entries).all(below)
    }

    /// The matrix of two, entry by entry.
    pub fn combined(
        &self,
        other: &Matrix,
        combine: impl Fn(Option<Rat>, Option<Rat>) -> Option<Rat>,
    ) -> Matrix {
        let pairs = self.entries.iter().cloned().zip(other.entries.iter().cloned());
        Matrix { rows: self.rows, entries: pairs.map(|(a, b)| combine(a, b)).collect() }
    }

    /// What it says, as constraints.
    pub fn constraints(&self) -> Vec<Constraint> {
        let index = |i: usize| {
            let variable = LinearExpr::variable(i / 2);
            if i.is_multiple_of(2) { variable } else { -&variable }
        };
        let mut constraints = Vec::new();
        for (i, j) in (0..self.rows * self.rows).map(|at| (at / self.rows, at % self.rows)) {
            let said_before = (j ^ 1, i ^ 1) < (i, j);
            if let Some(bound) = self.at(i, j).filter(|_| i != j && !said_before) {
                let difference = &index(j) - &index(i);
                constraints.push(Constraint::new(difference.plus(bound), Relation::Ge));
            }
        }
        constraints
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(constraints: &[&str]) -> Matrix {
        let parse = |text: &&str| text.parse().expect("it is a constraint");
        Matrix::of(&constraints.iter().map(parse).collect::<Vec<_>>(), 2)
    }

    fn shown(matrix: &Matrix) -> Vec<String> {
        let mut all: Vec<String> =
            matrix.constraints().iter().map(|c| c.normalised().to_string()).collect();
        all.sort();
        all
    }

    #[test]
    fn constraints_read_back() {
        let said = ["-x0 + 3 >= 0", "-x0 - x1 + 1 >= 0", "x0 - x1 + 2 >= 0", "x1 - 1 >= 0"];
        assert_eq!(shown(&matrix(&said)), said);
    }

    #[test]
    fn only_strengthening_adds_single_bounds() {
        let unary = matrix(&["x0 <= 3", "x1 <= 4"]);
        assert_eq!(unary.clone().shortest_paths(), unary);
        let sum = "-x0 - x1 + 7 >= 0".to_string();
        assert!(shown(&unary.closed()).contains(&sum));
    }

    #[test]
    fn paths_through_a_variable_are_lost_with_it() {
        let chain = matrix(&["x0 - x1 <= 3", "x1 <= 4"]).closed();
        assert!(shown(&chain).contains(&"-x0 + 7 >= 0".to_string()));
        assert_eq!(shown(&chain.without_paths_through(1)), Vec::<String>::new());
    }
}
