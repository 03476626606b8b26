//! Questions about the values of noise symbols, answered by interval arithmetic where symbols are
//! independent and by the exact simplex where constraints relate them.

use std::collections::BTreeMap;

use super::affine::{Affine, Symbol};
use crate::expr::{Constraint, LinearExpr, Relation, ends, upper_bounds};
use crate::numbers::{Bound, Interval, Rat};
use crate::simplex::{Outcome, Simplex};

/// The values that the symbols may have together.
pub(super) struct Program<'a> {
    ranges: &'a BTreeMap<Symbol, Interval>,
    /// The constrained symbols and their variables in the simplex.
    columns: BTreeMap<Symbol, usize>,
    /// Absent where nothing is constrained.
    simplex: Option<Simplex>,
}

impl<'a> Program<'a> {
    /// The symbols of an affine set.
    pub(super) fn new(affine: &'a Affine) -> Program<'a> {
        Program::with_equations(affine, &[])
    }

    /// The symbols of an affine set where further expressions are 0.
    pub(super) fn with_equations(affine: &'a Affine, equations: &[LinearExpr]) -> Program<'a> {
        let mut columns = BTreeMap::new();
        for expr in affine.constraints.iter().chain(equations) {
            for (symbol, _) in expr.terms() {
                let column = columns.len();
                columns.entry(*symbol).or_insert(column);
            }
        }
        let mut program = Program { ranges: &affine.ranges, columns, simplex: None };
        if !affine.constraints.is_empty() || !equations.is_empty() {
            program.simplex = Some(program.build(&affine.constraints, equations));
        }
        program
    }

    fn build(&self, inequalities: &[LinearExpr], equations: &[LinearExpr]) -> Simplex {
        let column = |symbol| self.columns[&symbol];
        let row = |expr: &LinearExpr, relation| Constraint::new(expr.rename(column), relation);
        let mut rows: Vec<Constraint> = Vec::new();
        rows.extend(equations.iter().map(|expr| row(expr, Relation::Eq)));
        rows.extend(inequalities.iter().map(|expr| row(expr, Relation::Ge)));
        for symbol in self.columns.keys() {
            rows.extend(
                ends(*symbol, upper_bounds(&self.ranges[symbol]))
                    .map(|expr| row(&expr, Relation::Ge)),
            );
        }
        Simplex::new(self.columns.len(), &rows).expect("rows are convex and their columns exist")
    }

    /// Are there any values?
    pub(super) fn is_feasible(&self) -> bool {
        self.simplex.as_ref().is_none_or(Simplex::is_feasible)
    }

    /// The values of an expression over the symbols, of which there are some.
    pub(super) fn range(&mut self, expr: &LinearExpr) -> Interval {
        let independent = |symbol: &Symbol| !self.columns.contains_key(symbol);
        let mut range = Interval::point(expr.constant_term().clone());
        for (symbol, factor) in expr.terms().iter().filter(|(symbol, _)| independent(symbol)) {
            range = range.add(&self.ranges[symbol].scale(factor));
        }
        let related: Vec<(usize, Rat)> = expr
            .terms()
            .iter()
            .filter_map(|(symbol, factor)| Some((*self.columns.get(symbol)?, factor.clone())))
            .collect();
        match &mut self.simplex {
            Some(simplex) if !related.is_empty() => {
                range.add(&range_of(simplex, &LinearExpr::new(related, 0)))
            }
            _ => range,
        }
    }

    /// Is an expression over the symbols at least 0, whatever their values are?
    pub(super) fn entails(&mut self, expr: &LinearExpr) -> bool {
        *self.range(expr).low() >= Bound::Finite(Rat::ZERO)
    }

    /// Values of all symbols: any that satisfy the constraints.
    pub(super) fn values(&mut self) -> BTreeMap<Symbol, Rat> {
        let point = self.simplex.as_mut().and_then(Simplex::point).unwrap_or_default();
        let value = |(symbol, range): (&Symbol, &Interval)| match self.columns.get(symbol) {
            Some(column) => (*symbol, point[*column].clone()),
            None => (*symbol, some_number(range)),
        };
        self.ranges.iter().map(value).collect()
    }
}

fn range_of(simplex: &mut Simplex, expr: &LinearExpr) -> Interval {
    let mut greatest = |expr: &LinearExpr| match simplex.maximise(expr) {
        Ok(Outcome::Optimal { value, .. }) => Bound::Finite(value),
        _ => Bound::PlusInfinity,
    };
    let (low, high) = (-greatest(&-expr), greatest(expr));
    Interval::new(low, high).expect("the least value is not above the greatest")
}

fn some_number(range: &Interval) -> Rat {
    match (range.low(), range.high()) {
        _ if range.contains(&Rat::ZERO) => Rat::ZERO,
        (Bound::Finite(low), _) => low.clone(),
        (_, Bound::Finite(high)) => high.clone(),
        _ => Rat::ZERO,
    }
}
