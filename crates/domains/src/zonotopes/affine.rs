//! The points of a zonotope that is not empty: affine forms over constrained noise symbols.

use std::collections::{BTreeMap, BTreeSet};

use super::program::Program;
use crate::expr::{LinearExpr, ends, upper_bounds};
use crate::numbers::{Bound, Interval, Rat};

/// The number of a noise symbol.
///
/// Elements that come from a common ancestor agree on what a number means, which makes their join
/// precise. Nothing depends on it for soundness, so numbers may be used again.
pub(super) type Symbol = usize;

/// Variable `v` has the value `forms[v]` at some values of the noise symbols, each in its range,
/// all constraints satisfied; some such values exist.
///
/// Forms and constraints are linear expressions whose variables are symbols. A range may be
/// infinite: that is a variable of which nothing, or one side, is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Affine {
    pub(super) forms: Vec<LinearExpr>,
    pub(super) ranges: BTreeMap<Symbol, Interval>,
    /// Expressions over two or more symbols that are at least 0, their first factor 1 or -1.
    pub(super) constraints: Vec<LinearExpr>,
}

/// No values of the symbols satisfy all constraints.
#[derive(Debug)]
pub(super) struct Empty;

impl Affine {
    /// A symbol of its own for each variable.
    pub(super) fn of_ranges(ranges: impl IntoIterator<Item = Interval>) -> Affine {
        let ranges: BTreeMap<Symbol, Interval> = ranges.into_iter().enumerate().collect();
        let forms = ranges.keys().map(|symbol| LinearExpr::variable(*symbol)).collect();
        Affine { forms, ranges, constraints: vec![] }
    }

    /// A number above all symbols.
    pub(super) fn next_symbol(&self) -> Symbol {
        self.ranges.last_key_value().map_or(0, |(symbol, _)| symbol + 1)
    }

    /// A new symbol, as a form; a constant if the range is a point.
    pub(super) fn fresh(&mut self, symbol: Symbol, range: Interval) -> LinearExpr {
        if let Some(value) = range.as_point() {
            return LinearExpr::constant(value.clone());
        }
        self.ranges.insert(symbol, range);
        LinearExpr::variable(symbol)
    }

    /// An expression over the variables as an expression over the symbols.
    pub(super) fn compose(&self, expr: &LinearExpr) -> LinearExpr {
        let start = LinearExpr::constant(expr.constant_term().clone());
        expr.terms().iter().fold(start, |sum, (v, factor)| sum.add_scaled(&self.forms[*v], factor))
    }

    /// The values of all variables.
    pub(super) fn hull(&self) -> Vec<Interval> {
        let mut program = Program::new(self);
        self.forms.iter().map(|form| program.range(form)).collect()
    }

    /// Keep the points where an expression over the symbols is at least 0. Emptiness shows where
    /// it is obvious; otherwise [`Affine::tidy`] finds it.
    pub(super) fn constrain(&mut self, expr: &LinearExpr) -> Result<(), Empty> {
        match expr.terms() {
            [] if expr.constant_term().is_negative() => Err(Empty),
            [] => Ok(()),
            [(symbol, factor)] => self.cut(*symbol, factor, expr.constant_term()),
            [(_, first), ..] => {
                let scale = first.abs().recip().expect("factors are not 0");
                self.push(expr.scale(&scale));
                Ok(())
            }
        }
    }

    /// Keep the points where `factor * symbol + constant` is at least 0.
    fn cut(&mut self, symbol: Symbol, factor: &Rat, constant: &Rat) -> Result<(), Empty> {
        let limit = (-constant).div(factor).expect("factors are not 0");
        let half = match factor.is_positive() {
            true => Interval::at_least(limit),
            false => Interval::at_most(limit),
        };
        let range = self.ranges.get_mut(&symbol).expect("every symbol has a range");
        *range = range.meet(&half).ok_or(Empty)?;
        Ok(())
    }

    /// Add a constraint, or replace the one of the same direction if this one is tighter.
    fn push(&mut self, expr: LinearExpr) {
        match self.constraints.iter_mut().find(|other| other.terms() == expr.terms()) {
            Some(other) if other.constant_term() > expr.constant_term() => *other = expr,
            Some(_) => {}
            None => self.constraints.push(expr),
        }
    }

    /// Keep the points where an expression over the symbols is 0, by solving it for a symbol.
    ///
    /// Constraints stay inequalities so that joins, which compare forms, see every equality.
    pub(super) fn equate(&mut self, expr: &LinearExpr) -> Result<(), Empty> {
        let terms = expr.terms();
        // An unbounded symbol leaves no constraints behind; the newest means least to others.
        let unbounded = |(symbol, _): &&(Symbol, Rat)| self.ranges[symbol] == Interval::ALL;
        let Some((symbol, factor)) = terms.iter().rev().find(unbounded).or(terms.last()) else {
            return if expr.constant_term().is_zero() { Ok(()) } else { Err(Empty) };
        };
        let scale = (-factor).recip().expect("factors are not 0");
        let solution = expr.substitute(*symbol, &LinearExpr::zero()).scale(&scale);
        self.replace(*symbol, &solution)
    }

    fn replace(&mut self, symbol: Symbol, solution: &LinearExpr) -> Result<(), Empty> {
        let range = self.ranges.remove(&symbol).expect("every symbol has a range");
        for form in &mut self.forms {
            *form = form.substitute(symbol, solution);
        }
        for constraint in std::mem::take(&mut self.constraints) {
            self.constrain(&constraint.substitute(symbol, solution))?;
        }
        self.confine(solution, &range)
    }

    /// Keep the points where an expression over the symbols is in an interval.
    pub(super) fn confine(&mut self, expr: &LinearExpr, range: &Interval) -> Result<(), Empty> {
        if let Bound::Finite(low) = range.low() {
            self.constrain(&expr.clone().plus(&-low))?;
        }
        if let Bound::Finite(high) = range.high() {
            self.constrain(&(-expr).plus(high))?;
        }
        Ok(())
    }

    /// The symbols that some form uses.
    fn used(&self) -> BTreeSet<Symbol> {
        self.forms.iter().flat_map(|form| form.terms()).map(|(symbol, _)| *symbol).collect()
    }

    /// Find out whether it is empty, and remove symbols that no form uses where that is easy.
    pub(super) fn tidy(mut self) -> Result<Affine, Empty> {
        if !self.constraints.is_empty() && !Program::new(&self).is_feasible() {
            return Err(Empty);
        }
        let used = self.used();
        let unused: Vec<Symbol> =
            self.ranges.keys().filter(|symbol| !used.contains(symbol)).copied().collect();
        for symbol in unused {
            self.eliminate_if_easy(symbol)?;
        }
        Ok(self)
    }

    /// Fourier-Motzkin elimination of a symbol that no form uses, unless constraints multiply.
    fn eliminate_if_easy(&mut self, symbol: Symbol) -> Result<(), Empty> {
        let (mut involved, others): (Vec<_>, Vec<_>) =
            self.constraints.iter().cloned().partition(|c| !c.coefficient(symbol).is_zero());
        involved.extend(ends(symbol, upper_bounds(&self.ranges[&symbol])));
        let below = involved.iter().filter(|c| c.coefficient(symbol).is_positive()).count();
        let above = involved.len() - below;
        if below * above > below + above {
            return Ok(());
        }
        self.constraints = others;
        self.ranges.remove(&symbol);
        for combined in super::project::combinations(&involved, symbol) {
            self.constrain(&combined)?;
        }
        Ok(())
    }

    /// Remove constraints that the others imply.
    pub(super) fn prune(&mut self) {
        let mut position = 0;
        while position < self.constraints.len() {
            let candidate = self.constraints.remove(position);
            let implied = match Program::new(self).range(&candidate).low() {
                Bound::Finite(low) => !low.is_negative(),
                _ => false,
            };
            if !implied {
                self.constraints.insert(position, candidate);
                position += 1;
            }
        }
    }
}
