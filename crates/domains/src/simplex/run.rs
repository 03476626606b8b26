//! The primal simplex: from one feasible tableau to better ones.

use std::cmp::Ordering;

use super::tableau::Source;
use super::{Name, Simplex};
use crate::numbers::{Int, Rat};

/// So many steps without progress are taken greedily before Bland's rule makes sure that there is
/// no circle.
const PATIENCE: usize = 6;

impl Simplex {
    /// The last row of the tableau holds the objective.
    fn objective_row(&self) -> usize {
        self.basic.len()
    }

    /// The name of a row's variable if that must not be negative.
    pub(super) fn bounded_name(&self, row: usize) -> Option<Name> {
        self.basic.get(row).copied().filter(|name| !self.is_free(*name))
    }

    pub(super) fn pivot(&mut self, row: usize, column: usize) {
        self.tableau.pivot(row, column);
        std::mem::swap(&mut self.basic[row], &mut self.others[column - 1]);
    }

    /// Make the sum of the given variables with integer factors the objective.
    pub(super) fn set_objective(&mut self, terms: &[(Name, Int)]) {
        let mut parts = Vec::with_capacity(terms.len());
        for (name, factor) in terms {
            if let Some(row) = self.basic.iter().position(|basic| basic == name) {
                parts.push((Source::Row(row), factor.clone()));
            } else if let Some(place) = self.others.iter().position(|other| other == name) {
                parts.push((Source::Column(place + 1), factor.clone()));
            }
        }
        self.tableau.combine(self.objective_row(), &parts);
    }

    pub(super) fn objective_value(&self) -> Rat {
        self.tableau.value(self.objective_row())
    }

    /// Improve the objective until that is impossible, without using the frozen columns. False if
    /// it has no limit.
    pub(super) fn climb(&mut self, frozen: &[usize]) -> bool {
        let objective = self.objective_row();
        let unlimited = |column: usize| {
            self.is_free(self.others[column - 1])
                && self.tableau.sign(objective, column) != Ordering::Equal
        };
        if (1..self.tableau.columns()).any(unlimited) {
            return false;
        }
        let mut idle = 0;
        loop {
            let by_name = idle > PATIENCE;
            let usable = |column: usize| {
                let name = self.others[column - 1];
                (!self.is_free(name) && !frozen.contains(&column)).then_some(name)
            };
            let Some(column) = self.tableau.positive_column(objective, by_name, usable) else {
                return true;
            };
            let Some(row) = self.tableau.blocking_row(column, |row| self.bounded_name(row)) else {
                return false;
            };
            let progress = self.tableau.sign(row, 0) == Ordering::Greater;
            idle = if progress { 0 } else { idle + 1 };
            self.pivot(row, column);
        }
    }

    /// Move away from the limits of the strict constraints as far as the frozen columns allow.
    /// True if that satisfies them.
    pub(super) fn widen_gap(&mut self, frozen: &[usize]) -> bool {
        self.set_objective(&[(self.gap(), Int::ONE)]);
        let limited = self.climb(frozen);
        debug_assert!(limited, "the gap has a limit");
        self.objective_value().is_positive()
    }

    /// At an optimum: move to another one that satisfies the strict constraints, if there is one.
    pub(super) fn attain(&mut self) -> bool {
        let gap = self.gap();
        let open = self.basic.iter().position(|name| *name == gap);
        if open.is_some_and(|row| self.tableau.sign(row, 0) == Ordering::Greater) {
            return true;
        }
        // The objective is its optimum minus these variables, which must therefore stay 0.
        let objective = self.objective_row();
        let frozen: Vec<usize> = (1..self.tableau.columns())
            .filter(|column| self.tableau.sign(objective, *column) == Ordering::Less)
            .collect();
        self.widen_gap(&frozen)
    }
}
