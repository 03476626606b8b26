//! The operations of an analysis on affine equalities.

use soundline_lattice::Answer;

use super::{AffineSpace, Equalities};
use crate::capabilities::{Best, Capabilities, Kind};
use crate::domain::{check_assignments, check_sources};
use crate::expr::{Constraint, LinearExpr, Relation, Space, Var, VarKind};
use crate::linear::matrix::Matrix;
use crate::numbers::{Interval, Rat};
use crate::{Domain, Error};

impl Domain for Equalities {
    fn space(&self) -> &Space {
        &self.space
    }

    fn over(&self, space: Space) -> Equalities {
        Equalities { space }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            kind: Kind::Equalities,
            exact: true,
            strict: false,
            constraints_exact: true,
            narrowing: false,
            // The affine hull of two points is a line: joins are least among affine spaces, which
            // the laws of lattices check, but not among convex sets, which `Best` speaks of.
            best: Best { join: false, any_guard: false, ..Best::ALL },
            exemptions: vec![],
        }
    }

    fn dimensions_of(&self, a: &AffineSpace) -> usize {
        a.dimensions()
    }

    fn universe(&self) -> AffineSpace {
        AffineSpace::whole(self.space.dimensions())
    }

    fn is_bottom(&self, a: &AffineSpace) -> Answer {
        a.rows().is_none().into()
    }

    /// Equations are exact. Other constraints only tell whether anything is left, where their
    /// expression is a constant.
    fn guard(&self, a: &AffineSpace, constraint: &Constraint) -> Result<AffineSpace, Error> {
        self.check(a)?;
        self.space.check(constraint.expr())?;
        if constraint.relation() == Relation::Eq {
            return Ok(a.with(self.rows([constraint.expr()])));
        }
        Ok(match self.constant(a, constraint.expr()) {
            Some(value) if !constraint.relation().holds(&value) => {
                AffineSpace::empty(a.dimensions())
            }
            _ => a.clone(),
        })
    }

    /// New variables get the values; then they take the place of the assigned ones.
    fn assign_parallel(
        &self,
        a: &AffineSpace,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<AffineSpace, Error> {
        self.check(a)?;
        check_assignments(&self.space, assignments)?;
        let (count, more) = (self.space.dimensions(), assignments.len());
        let kinds = self.space.kinds().iter().copied();
        let larger = self.over(Space::new(kinds.chain((0..more).map(|_| VarKind::Real))));
        let grown: Vec<_> = (0..count + more).map(|v| (v < count).then_some(v)).collect();
        let extended = larger.embed(a, self, &grown)?;
        let equation = |(index, (_, expr)): (usize, &(Var, LinearExpr))| {
            &LinearExpr::variable(count + index) - expr
        };
        let equations: Vec<_> = assignments.iter().enumerate().map(equation).collect();
        let assigned = extended.with(larger.rows(&equations));
        let mut sources: Vec<_> = (0..count).map(Some).collect();
        for (index, (variable, _)) in assignments.iter().enumerate() {
            sources[*variable] = Some(count + index);
        }
        self.embed(&assigned, &larger, &sources)
    }

    fn forget(&self, a: &AffineSpace, variables: &[Var]) -> Result<AffineSpace, Error> {
        self.check(a)?;
        variables.iter().try_for_each(|variable| self.space.check_variable(*variable))?;
        let columns: Vec<usize> = variables.iter().map(|variable| variable + 1).collect();
        Ok(a.without(&columns))
    }

    fn to_constraints(&self, a: &AffineSpace) -> Vec<Constraint> {
        let Some(rows) = a.rows() else { return vec![Constraint::falsity()] };
        let exprs = rows.to_exprs(a.dimensions()).into_iter();
        exprs.map(|expr| Constraint::new(expr, Relation::Eq)).collect()
    }

    /// A point where the expression is constant, everything elsewhere.
    fn bounds(&self, a: &AffineSpace, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        self.check(a)?;
        self.space.check(expr)?;
        Ok(a.rows().map(|_| self.constant(a, expr).map_or(Interval::ALL, Interval::point)))
    }

    fn embed(
        &self,
        a: &AffineSpace,
        from: &Equalities,
        sources: &[Option<Var>],
    ) -> Result<AffineSpace, Error> {
        from.check(a)?;
        check_sources(&self.space, &from.space, sources)?;
        let lost = (0..from.space.dimensions()).filter(|v| !sources.contains(&Some(*v)));
        let columns: Vec<usize> = lost.map(|variable| variable + 1).collect();
        let variables = sources.iter().map(|source| source.map(|variable| variable + 1));
        let moved: Vec<_> = [Some(0)].into_iter().chain(variables).collect();
        Ok(a.without(&columns).with_columns(&moved))
    }

    fn represents(&self, constraint: &Constraint) -> bool {
        constraint.relation() == Relation::Eq || constraint.as_constant().is_some()
    }

    fn from_constraints<'a>(
        &self,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Result<AffineSpace, Error> {
        let (mut equations, mut others) = (Vec::new(), Vec::new());
        for constraint in constraints {
            self.space.check(constraint.expr())?;
            match constraint.relation() {
                Relation::Eq => equations.push(constraint.expr()),
                _ => others.push(constraint),
            }
        }
        let element = AffineSpace::of(self.space.dimensions(), self.rows(equations));
        others.into_iter().try_fold(element, |element, c| self.guard(&element, c))
    }
}

impl Equalities {
    fn rows<'a>(&self, exprs: impl IntoIterator<Item = &'a LinearExpr>) -> Matrix {
        let mut rows = Matrix::new(self.space.dimensions() + 1);
        for expr in exprs {
            rows.push_expr(expr, None);
        }
        rows
    }

    /// The value of the expression, if it is the same for all points of `a`.
    fn constant(&self, a: &AffineSpace, expr: &LinearExpr) -> Option<Rat> {
        // Modulo the equations, `y - expr` for a new variable `y` is then `y - value`.
        let dimensions = a.dimensions();
        let mut row = Matrix::new(dimensions + 2);
        row.push_expr(&(&LinearExpr::variable(dimensions) - expr), None);
        let grown: Vec<_> = (0..dimensions + 2).map(|c| (c <= dimensions).then_some(c)).collect();
        let rest = a.with_columns(&grown).residue(&row)?.to_exprs(dimensions + 1);
        let value = rest.first()?;
        match value.terms() {
            [(_, factor)] => (-value.constant_term().clone()).div(factor),
            _ => None,
        }
    }
}
