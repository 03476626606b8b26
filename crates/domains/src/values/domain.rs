//! Environments as a numerical domain. Guards go two ways: through the ranges of the values, as
//! boxes do it, and for equations through the values themselves.

use soundline_lattice::{Answer, Lattice};

use super::{Environment, Value, Values};
use crate::boxes::Boxes;
use crate::capabilities::{Best, Capabilities, Kind};
use crate::domain::{check_assignments, check_sources};
use crate::expr::{Constraint, LinearExpr, Relation, Space, Var, upper_bounds, within};
use crate::numbers::{Int, Interval, Rat};
use crate::{Domain, Error, thresholds};

impl<V: Value> Values<V> {
    /// The value of an expression with integer factors; all integers if a real variable is in it.
    fn eval(&self, values: &[V::Elem], expr: &LinearExpr) -> V::Elem {
        let start = self.lattice.constant(&expr.constant_term().floor());
        expr.terms().iter().fold(start, |sum, (variable, factor)| {
            if !self.space.is_integer(*variable) {
                return self.lattice.all();
            }
            let factor = self.lattice.constant(&factor.floor());
            self.lattice.add(&sum, &self.lattice.mul(&values[*variable], &factor))
        })
    }

    /// The integers that any expression may have as its value.
    fn integers_of(&self, values: &[V::Elem], expr: &LinearExpr) -> V::Elem {
        let denominator = expr.denominator();
        if denominator == Int::ONE {
            return self.eval(values, expr);
        }
        let whole = expr.scale(&Rat::from(&denominator));
        self.lattice.quotient(&self.eval(values, &whole), &denominator)
    }

    /// The range of a variable; `None` if there is none.
    fn range(&self, values: &[V::Elem], variable: Var) -> Option<Interval> {
        match self.space.is_integer(variable) {
            true => self.lattice.range(&values[variable]),
            false => Some(Interval::ALL),
        }
    }

    fn range_of(&self, values: &[V::Elem], expr: &LinearExpr) -> Option<Interval> {
        expr.terms()
            .iter()
            .try_fold(Interval::point(expr.constant_term().clone()), |sum, (variable, factor)| {
                Some(sum.add(&self.range(values, *variable)?.scale(factor)))
            })
    }

    /// The values in the ranges that the constraint leaves; `None` if one is empty.
    fn guard_ranges(&self, values: &[V::Elem], constraint: &Constraint) -> Option<Vec<V::Elem>> {
        let boxes = Boxes::exact(self.space.clone());
        let ranges = self.range_constraints(values);
        let around = boxes.from_constraints(ranges.iter().chain([constraint])).ok()?;
        if boxes.is_bottom(&around).is_yes() {
            return None;
        }
        let mut guarded = values.to_vec();
        for (variable, _) in constraint.expr().terms() {
            let range = boxes.bounds_of(&around, *variable).ok()??;
            if self.space.is_integer(*variable) {
                guarded[*variable] = self.lattice.within(&values[*variable], &range);
            }
        }
        Some(guarded)
    }

    /// For an equation with integer factors over integer variables: each term is minus the rest.
    fn guard_values(&self, values: &mut [V::Elem], expr: &LinearExpr) {
        for (variable, factor) in expr.terms() {
            let rest = self.eval(values, &expr.substitute(*variable, &LinearExpr::zero()));
            let solutions = self.lattice.quotient(&rest, &-factor.floor());
            values[*variable] = self.lattice.refine(&values[*variable], &solutions);
        }
    }

    fn range_constraints(&self, values: &[V::Elem]) -> Vec<Constraint> {
        let mut constraints = Vec::new();
        for variable in 0..values.len() {
            let Some(range) = self.range(values, variable) else {
                return vec![Constraint::falsity()];
            };
            constraints.extend(within(variable, upper_bounds(&range)));
        }
        constraints
    }
}

impl<V: Value> Domain for Values<V> {
    fn space(&self) -> &Space {
        &self.space
    }

    fn over(&self, space: Space) -> Values<V> {
        Values::new(self.lattice.clone(), space)
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            kind: Kind::Values,
            exact: V::EXACT,
            strict: false,
            constraints_exact: V::RANGES,
            narrowing: V::NARROWS,
            best: Best::NONE,
            exemptions: vec![],
        }
    }

    fn dimensions_of(&self, a: &Self::Elem) -> usize {
        a.dimensions
    }

    fn universe(&self) -> Self::Elem {
        let dimensions = self.space.dimensions();
        Environment { dimensions, values: Some(vec![self.lattice.all(); dimensions]) }
    }

    fn is_bottom(&self, a: &Self::Elem) -> Answer {
        a.values.is_none().into()
    }

    fn guard(&self, a: &Self::Elem, constraint: &Constraint) -> Result<Self::Elem, Error> {
        self.check(a)?;
        self.space.check(constraint.expr())?;
        let Some(values) = &a.values else { return Ok(self.bottom()) };
        let constraint = constraint.tightened(&self.space);
        let mut guarded = self.guard_ranges(values, &constraint);
        let solvable =
            constraint.relation() == Relation::Eq && self.space.is_integral(constraint.expr());
        if let (true, Some(values)) = (solvable, &mut guarded) {
            self.guard_values(values, constraint.expr());
        }
        Ok(self.of(guarded))
    }

    fn assign_parallel(
        &self,
        a: &Self::Elem,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<Self::Elem, Error> {
        self.check(a)?;
        check_assignments(&self.space, assignments)?;
        let Some(old) = &a.values else { return Ok(self.bottom()) };
        let mut values = old.clone();
        for (variable, expr) in assignments {
            if self.space.is_integer(*variable) {
                values[*variable] = self.integers_of(old, expr);
            }
        }
        Ok(self.of(Some(values)))
    }

    fn forget(&self, a: &Self::Elem, variables: &[Var]) -> Result<Self::Elem, Error> {
        self.check(a)?;
        let mut values = a.values.clone();
        for variable in variables {
            self.space.check_variable(*variable)?;
            if let Some(values) = &mut values {
                values[*variable] = self.lattice.all();
            }
        }
        Ok(self.of(values))
    }

    fn to_constraints(&self, a: &Self::Elem) -> Vec<Constraint> {
        match &a.values {
            Some(values) => self.range_constraints(values),
            None => vec![Constraint::falsity()],
        }
    }

    fn bounds(&self, a: &Self::Elem, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        self.check(a)?;
        self.space.check(expr)?;
        Ok(a.values.as_ref().and_then(|values| self.range_of(values, expr)))
    }

    fn embed(
        &self,
        a: &Self::Elem,
        from: &Values<V>,
        sources: &[Option<Var>],
    ) -> Result<Self::Elem, Error> {
        from.check(a)?;
        check_sources(&self.space, &from.space, sources)?;
        let moved = |old: &[V::Elem], (new, source): (Var, &Option<Var>)| match source {
            Some(source) if self.space.is_integer(new) => old[*source].clone(),
            _ => self.lattice.all(),
        };
        Ok(self.of(a
            .values
            .as_ref()
            .map(|old| sources.iter().enumerate().map(|source| moved(old, source)).collect())))
    }

    /// Thresholds over several variables count as the bounds that they imply of each, as with boxes.
    fn widen_up_to(
        &self,
        a: &Self::Elem,
        b: &Self::Elem,
        thresholds: &[Constraint],
    ) -> Result<Self::Elem, Error> {
        thresholds::widen_up_to(self, a, b, thresholds)
    }

    /// One whose solutions are a range that the lattice gives back when it is asked to keep to it.
    fn represents(&self, constraint: &Constraint) -> bool {
        let constraint = constraint.tightened(&self.space);
        if constraint.as_constant().is_some() {
            return true;
        }
        let [(variable, _)] = constraint.expr().terms() else { return false };
        if !self.space.is_integer(*variable) {
            return false;
        }
        let line = Boxes::exact(self.space.clone());
        let solutions =
            line.guard(&line.universe(), &constraint).ok().filter(|_| line.represents(&constraint));
        let range = solutions.and_then(|a| line.bounds_of(&a, *variable).ok()?);
        range.is_some_and(|range| {
            let kept = self.lattice.within(&self.lattice.all(), &range);
            self.lattice.range(&kept) == Some(range)
        })
    }

    fn contains(&self, a: &Self::Elem, point: &[Rat]) -> Result<bool, Error> {
        self.check(a)?;
        if point.len() != a.dimensions {
            return Err(Error::DimensionMismatch { expected: a.dimensions, found: point.len() });
        }
        let Some(values) = &a.values else { return Ok(false) };
        Ok(values.iter().zip(point).enumerate().all(|(variable, (value, coordinate))| {
            !self.space.is_integer(variable)
                || coordinate.to_int().is_some_and(|integer| self.lattice.contains(value, &integer))
        }))
    }
}
