//! The points of a zonotope as constraints over the variables: its symbols are eliminated.
//!
//! First by the equations between variables and forms, then by Fourier and Motzkin's method. The
//! number of constraints may explode, so there is a limit; what exceeds it stays unknown.

use std::collections::BTreeMap;

use super::affine::{Affine, Symbol};
use crate::expr::{Constraint, LinearExpr, Relation, ends, upper_bounds};
use crate::simplex::Simplex;

/// More inequalities than this are not worked with.
const MOST_ROWS: usize = 120;
/// A limit of the work on redundant inequalities: for each of them, the square of a tableau's width
/// for each of its rows, which is about what its pivots take; and more where numbers are large.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work(usize);

impl Work {
    /// For comparisons, of which there are many: some milliseconds.
    pub(super) const LITTLE: Work = Work(60_000);
    /// For somebody who wants to see the constraints: a tenth of a second.
    pub(super) const MUCH: Work = Work(2_000_000);
}

/// How much longer it takes with numbers beyond machine words.
const LARGE_NUMBERS: usize = 10;
/// More inequalities than this are searched for redundant ones.
const MANY_ROWS: usize = 10;

/// Constraints over the variables that exactly the points satisfy, unless they become too many or
/// take too much work.
pub(super) fn project(affine: &Affine, most: Work) -> Option<Vec<Constraint>> {
    let mut system = System::new(&affine.merge_private(), most);
    let equations = system.solve();
    while let Some(symbol) = system.cheapest_symbol() {
        system.eliminate(symbol)?;
    }
    let equations = equations.into_iter().map(|expr| Constraint::new(expr, Relation::Eq));
    let rows = system.rows.into_iter().map(|expr| Constraint::new(expr, Relation::Ge));
    Some(equations.chain(rows).map(|c| c.normalised()).collect())
}

/// Sums of constraints (each at least 0) in which a symbol cancels out.
pub(super) fn combinations(
    rows: &[LinearExpr],
    symbol: usize,
) -> impl Iterator<Item = LinearExpr> + '_ {
    let side = move |positive: bool| {
        rows.iter().filter(move |row| row.coefficient(symbol).is_positive() == positive)
    };
    side(true).flat_map(move |low| {
        side(false).map(move |high| {
            low.scale(&-high.coefficient(symbol)).add_scaled(high, low.coefficient(symbol))
        })
    })
}

/// Expressions over the variables (from 0) and the symbols (from `dimensions`).
struct System {
    dimensions: usize,
    /// They are 0.
    equations: Vec<LinearExpr>,
    /// They are at least 0.
    rows: Vec<LinearExpr>,
    /// What may yet be done about redundant rows.
    work: Work,
}

impl System {
    fn new(affine: &Affine, work: Work) -> System {
        let dimensions = affine.forms.len();
        let places: BTreeMap<Symbol, usize> = affine.ranges.keys().copied().zip(0..).collect();
        let moved = |expr: &LinearExpr| expr.rename(|symbol| dimensions + places[&symbol]);
        let own = |(v, form)| &LinearExpr::variable(v) - &moved(form);
        let ranges =
            affine.ranges.iter().flat_map(|(symbol, range)| ends(*symbol, upper_bounds(range)));
        System {
            dimensions,
            equations: affine.forms.iter().enumerate().map(own).collect(),
            rows: affine.constraints.iter().cloned().chain(ranges).map(|c| moved(&c)).collect(),
            work,
        }
    }

    /// Solve each equation for a symbol; those without symbols remain.
    fn solve(&mut self) -> Vec<LinearExpr> {
        let mut remaining = Vec::new();
        while let Some(equation) = self.equations.pop() {
            let Some((symbol, factor)) =
                equation.terms().last().filter(|(name, _)| *name >= self.dimensions)
            else {
                remaining.push(equation);
                continue;
            };
            let scale = (-factor).recip().expect("factors are not 0");
            let solution = equation.substitute(*symbol, &LinearExpr::zero()).scale(&scale);
            for expr in self.equations.iter_mut().chain(&mut self.rows) {
                *expr = expr.substitute(*symbol, &solution);
            }
        }
        for row in std::mem::take(&mut self.rows) {
            self.add(row);
        }
        remaining
    }

    /// The symbol whose elimination adds the fewest rows.
    fn cheapest_symbol(&self) -> Option<usize> {
        let symbols = self.rows.iter().flat_map(|row| row.terms()).map(|(name, _)| *name);
        let mut symbols: Vec<usize> = symbols.filter(|name| *name >= self.dimensions).collect();
        symbols.sort_unstable();
        symbols.dedup();
        symbols.into_iter().min_by_key(|symbol| {
            let count = |wanted: fn(&crate::numbers::Rat) -> bool| {
                self.rows.iter().filter(|row| wanted(row.coefficient(*symbol))).count()
            };
            let (below, above) = (count(|f| f.is_positive()), count(|f| f.is_negative()));
            (below * above) as isize - (below + above) as isize
        })
    }

    fn eliminate(&mut self, symbol: usize) -> Option<()> {
        let (involved, others): (Vec<_>, Vec<_>) = std::mem::take(&mut self.rows)
            .into_iter()
            .partition(|r| !r.coefficient(symbol).is_zero());
        self.rows = others;
        for combined in combinations(&involved, symbol) {
            self.add(combined);
            // There may be thousands to come.
            if self.rows.len() > MOST_ROWS {
                return None;
            }
        }
        if self.rows.len() > MANY_ROWS {
            self.remove_redundant()?;
        }
        Some(())
    }

    /// Add a row, unless one of the same direction is as tight.
    fn add(&mut self, row: LinearExpr) {
        let Some((_, first)) = row.terms().first() else { return };
        let row = row.scale(&first.abs().recip().expect("factors are not 0"));
        match self.rows.iter_mut().find(|other| other.terms() == row.terms()) {
            Some(other) if other.constant_term() > row.constant_term() => *other = row,
            Some(_) => {}
            None => self.rows.push(row),
        }
    }

    /// Remove the rows that others imply; `None` if that takes too much work.
    fn remove_redundant(&mut self) -> Option<()> {
        let dimensions = self.rows.iter().map(LinearExpr::dimensions).max().unwrap_or(0);
        let small = |row: &LinearExpr| row.terms().iter().all(|(_, f)| f.to_words().is_some());
        let factor = if self.rows.iter().all(small) { 1 } else { LARGE_NUMBERS };
        let work = factor * (self.rows.len() * dimensions).pow(2);
        self.work = Work(self.work.0.checked_sub(work)?);
        let mut rows: Vec<Constraint> =
            self.rows.iter().map(|row| Constraint::new(row.clone(), Relation::Ge)).collect();
        let mut position = rows.len();
        while position > 0 {
            position -= 1;
            let row = rows.remove(position);
            let mut simplex = Simplex::new(dimensions, &rows).expect("rows are inequalities");
            if !simplex.entails(&row).expect("the dimensions are those of all rows") {
                rows.insert(position, row);
            }
        }
        self.rows = rows.into_iter().map(|row| row.expr().clone()).collect();
        Some(())
    }
}
