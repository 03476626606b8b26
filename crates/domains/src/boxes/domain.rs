//! Boxes as a numerical domain: guards, assignments, bounds, and change of space.

use soundline_lattice::{Answer, Lattice};

use super::linear::{self, Side};
use super::row::{Number, Row, Sum, place};
use super::{BoxElem, Boxes};
use crate::capabilities::{Best, Capabilities, Kind};
use crate::domain::{check_assignments, check_sources};
use crate::expr::{Constraint, LinearExpr, Relation, Space, Var, within};
use crate::numbers::{Interval, Rat};
use crate::{Domain, Error, thresholds};

impl<N: Number> Boxes<N> {
    /// A changed copy of the row, or bottom if the change leaves nothing.
    fn changed(&self, row: &N::Row, change: impl FnOnce(&mut N::Row) -> bool) -> BoxElem<N> {
        let mut row = row.clone();
        let inhabited = change(&mut row);
        self.of(inhabited.then(|| {
            row.settle();
            row
        }))
    }
}

/// The range of an expression, as the row wants it.
fn range<R: Row>(row: &R, expr: &LinearExpr) -> [R::Sum; 2] {
    [linear::most(row, expr, Side::Negated), linear::most(row, expr, Side::Itself)]
}

impl<N: Number> Domain for Boxes<N> {
    fn space(&self) -> &Space {
        &self.space
    }

    fn over(&self, space: Space) -> Boxes<N> {
        Boxes::new(space)
    }

    fn capabilities(&self) -> Capabilities {
        // Integer bounds are exact for integer variables; those of reals are rounded.
        let integers = (0..self.space.dimensions()).all(|v| self.space.is_integer(v));
        let exact = N::EXACT && (integers || N::holds(&Rat::ONE.midpoint(&Rat::ZERO)));
        Capabilities {
            kind: Kind::Intervals,
            exact,
            strict: false,
            constraints_exact: true,
            narrowing: true,
            best: if exact { Best::ALL } else { Best { join: true, meet: true, ..Best::NONE } },
            exemptions: vec![],
        }
    }

    fn dimensions_of(&self, a: &BoxElem<N>) -> usize {
        a.dimensions
    }

    fn universe(&self) -> BoxElem<N> {
        self.of(Some(N::Row::universe(self.space.dimensions())))
    }

    fn is_bottom(&self, a: &BoxElem<N>) -> Answer {
        a.row.is_none().into()
    }

    fn guard(&self, a: &BoxElem<N>, constraint: &Constraint) -> Result<BoxElem<N>, Error> {
        self.check(a)?;
        self.space.check(constraint.expr())?;
        let Some(row) = &a.row else { return Ok(self.bottom()) };
        Ok(self.changed(row, |row| linear::restrict(row, &self.space, constraint)))
    }

    fn from_constraints<'a>(
        &self,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Result<BoxElem<N>, Error> {
        let constraints: Vec<&Constraint> = constraints.into_iter().collect();
        constraints.iter().try_for_each(|constraint| self.space.check(constraint.expr()))?;
        let nothing_known = N::Row::universe(self.space.dimensions());
        Ok(self.changed(&nothing_known, |row| {
            constraints.iter().all(|constraint| linear::restrict(row, &self.space, constraint))
        }))
    }

    fn assign_parallel(
        &self,
        a: &BoxElem<N>,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<BoxElem<N>, Error> {
        self.check(a)?;
        check_assignments(&self.space, assignments)?;
        let Some(old) = &a.row else { return Ok(self.bottom()) };
        Ok(self.changed(old, |row| {
            assignments
                .iter()
                .all(|(v, expr)| linear::assign(row, &self.space, *v, range(old, expr)))
        }))
    }

    fn assign(
        &self,
        a: &BoxElem<N>,
        variable: Var,
        expr: &LinearExpr,
    ) -> Result<BoxElem<N>, Error> {
        self.check(a)?;
        self.space.check_variable(variable)?;
        self.space.check(expr)?;
        let Some(old) = &a.row else { return Ok(self.bottom()) };
        let bounds = range(old, expr);
        Ok(self.changed(old, |row| linear::assign(row, &self.space, variable, bounds)))
    }

    fn forget(&self, a: &BoxElem<N>, variables: &[Var]) -> Result<BoxElem<N>, Error> {
        self.check(a)?;
        for variable in variables {
            self.space.check_variable(*variable)?;
        }
        let Some(row) = &a.row else { return Ok(self.bottom()) };
        Ok(self.changed(row, |row| {
            let nothing = Sum::INFINITY;
            for variable in variables {
                row.set(place(*variable, false), &nothing);
                row.set(place(*variable, true), &nothing);
            }
            true
        }))
    }

    fn to_constraints(&self, a: &BoxElem<N>) -> Vec<Constraint> {
        let Some(row) = &a.row else { return vec![Constraint::falsity()] };
        let mut constraints = Vec::new();
        for variable in 0..a.dimensions {
            let upper = |of_itself| row.upper(place(variable, of_itself)).to_bound();
            let bounds = [upper(false).into_finite(), upper(true).into_finite()];
            constraints.extend(within(variable, bounds));
        }
        constraints
    }

    fn bounds(&self, a: &BoxElem<N>, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        self.check(a)?;
        self.space.check(expr)?;
        Ok(a.row.as_ref().and_then(|row| {
            let [negated_low, high] = range(row, expr).map(|bound| bound.to_bound());
            Interval::new(-negated_low, high)
        }))
    }

    fn embed(
        &self,
        a: &BoxElem<N>,
        from: &Boxes<N>,
        sources: &[Option<Var>],
    ) -> Result<BoxElem<N>, Error> {
        from.check(a)?;
        check_sources(&self.space, &from.space, sources)?;
        let Some(old) = &a.row else { return Ok(self.bottom()) };
        let rounds = |(new, source): (Var, &Option<Var>)| {
            let real = source.is_some_and(|source| !from.space.is_integer(source));
            real && self.space.is_integer(new)
        };
        let rounded: Vec<Var> =
            sources.iter().enumerate().filter(|at| rounds(*at)).map(|(new, _)| new).collect();
        Ok(self.changed(&old.picked(sources), |row| {
            rounded.iter().all(|new| {
                let bounds = [false, true].map(|of_itself| row.upper(place(*new, of_itself)));
                linear::assign(row, &self.space, *new, bounds)
            })
        }))
    }

    /// A bound that moves stops at the first threshold that covers it. A threshold over several
    /// variables counts as the bounds that it implies of each.
    fn widen_up_to(
        &self,
        a: &BoxElem<N>,
        b: &BoxElem<N>,
        thresholds: &[Constraint],
    ) -> Result<BoxElem<N>, Error> {
        thresholds::widen_up_to(self, a, b, thresholds)
    }

    fn templates(&self) -> Option<Vec<LinearExpr>> {
        let of_variable = |v| [-&LinearExpr::variable(v), LinearExpr::variable(v)];
        Some((0..self.space.dimensions()).flat_map(of_variable).collect())
    }

    fn represents(&self, constraint: &Constraint) -> bool {
        let constraint = constraint.tightened(&self.space);
        if constraint.as_constant().is_some() {
            return true;
        }
        let [(_, factor)] = constraint.expr().terms() else { return false };
        let bound = constraint.expr().constant_term().div(factor);
        matches!(constraint.relation(), Relation::Ge | Relation::Eq)
            && bound.is_some_and(|bound| N::holds(&bound))
    }
}
