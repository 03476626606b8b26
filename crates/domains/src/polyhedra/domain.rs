//! The operations of an analysis on polyhedra.

use soundline_lattice::{Answer, Widening};

use super::description::{Description, Substitute, with_pair};
use super::form::form;
use super::order;
use super::{Polyhedra, Polyhedron};
use crate::capabilities::{Best, Capabilities, Kind};
use crate::domain::{check_assignments, check_sources};
use crate::expr::{Constraint, LinearExpr, Relation, Space, Var, VarKind};
use crate::linear::matrix::{Matrix, expr_of};
use crate::numbers::{Int, Interval, Rat};
use crate::{Domain, Error};

impl Domain for Polyhedra {
    fn space(&self) -> &Space {
        &self.space
    }

    fn over(&self, space: Space) -> Polyhedra {
        Polyhedra { space, strict: self.strict }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            kind: Kind::Polyhedra,
            exact: true,
            strict: self.strict,
            constraints_exact: true,
            narrowing: false,
            best: Best::ALL,
            exemptions: vec![],
        }
    }

    fn dimensions_of(&self, a: &Polyhedron) -> usize {
        a.dimensions()
    }

    fn universe(&self) -> Polyhedron {
        self.everything()
    }

    fn is_bottom(&self, a: &Polyhedron) -> Answer {
        a.is_empty().into()
    }

    fn guard(&self, a: &Polyhedron, constraint: &Constraint) -> Result<Polyhedron, Error> {
        let a = self.admit(a)?;
        self.space.check(constraint.expr())?;
        let constraint = &*constraint.sharpened(&self.space);
        if let Some(holds) = constraint.as_constant() {
            return Ok(if holds { a } else { self.nothing() });
        }
        Ok(match constraint.relation() {
            Relation::Ne => self.guard_unequal(&a, constraint),
            _ => self.guard_convex(&a, constraint),
        })
    }

    fn assign_parallel(
        &self,
        a: &Polyhedron,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<Polyhedron, Error> {
        let a = self.admit(a)?;
        check_assignments(&self.space, assignments)?;
        Ok(match assignments {
            [] => a,
            [(variable, expr)] => self.assign_one(&a, *variable, expr),
            _ => self.assign_many(&a, assignments),
        })
    }

    fn forget(&self, a: &Polyhedron, variables: &[Var]) -> Result<Polyhedron, Error> {
        let a = self.admit(a)?;
        variables.iter().try_for_each(|variable| self.space.check_variable(*variable))?;
        Ok(self.with_free(&a, variables.iter().copied()))
    }

    fn to_constraints(&self, a: &Polyhedron) -> Vec<Constraint> {
        let Some(description) = a.description() else { return vec![Constraint::falsity()] };
        let dimensions = a.dimensions();
        let of = |exprs: Vec<LinearExpr>, relation| {
            exprs.into_iter().map(move |expr| Constraint::new(expr, relation))
        };
        let mut constraints: Vec<Constraint> = Vec::new();
        if a.is_strict() {
            let form = form(a).expect("it has a description");
            constraints.extend(of(form.closure.equalities().to_exprs(dimensions), Relation::Eq));
            with_pair!(&form.closure, pair => {
                let mut facets: Vec<_> = pair.inequalities.iter().zip(&form.strict).collect();
                facets.sort_unstable();
                constraints.extend(facets.into_iter().map(|(row, strict)| {
                    let relation = if *strict { Relation::Gt } else { Relation::Ge };
                    Constraint::new(expr_of(row, dimensions), relation)
                }));
            });
            constraints.extend(of(form.corners.to_exprs(dimensions), Relation::Gt));
        } else {
            with_pair!(description, pair => {
                let expr = |row| expr_of(row, dimensions);
                let equalities: Vec<_> = pair.equalities.iter().map(expr).collect();
                constraints.extend(of(equalities, Relation::Eq));
                let inequalities = pair.inequalities.sorted();
                constraints.extend(of(inequalities.iter().map(expr).collect(), Relation::Ge));
            });
        }
        // That the constant 1 is at least 0 is part of the description where nothing implies it.
        constraints.retain(|constraint| constraint.as_constant() != Some(true));
        constraints
    }

    fn bounds(&self, a: &Polyhedron, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        let a = self.admit(a)?;
        self.space.check(expr)?;
        let range = order::range(&a, expr);
        Ok(range.and_then(|range| Interval::new(range.low, range.high)))
    }

    fn entails(&self, a: &Polyhedron, constraint: &Constraint) -> Result<Answer, Error> {
        let a = self.admit(a)?;
        self.space.check(constraint.expr())?;
        let Some(range) = order::range(&a, constraint.expr()) else { return Ok(Answer::Yes) };
        Ok(match range.satisfies(constraint.relation()) {
            Some(holds) => holds.into(),
            None => Answer::Unknown,
        })
    }

    fn embed(
        &self,
        a: &Polyhedron,
        from: &Polyhedra,
        sources: &[Option<Var>],
    ) -> Result<Polyhedron, Error> {
        let same_kind = Polyhedra { space: from.space.clone(), strict: self.strict };
        let a = same_kind.admit(a)?;
        check_sources(&self.space, &from.space, sources)?;
        let lost = (0..from.space.dimensions()).filter(|v| !sources.contains(&Some(*v)));
        let free = same_kind.with_free(&a, lost);
        let variables = sources.iter().map(|source| source.map(|variable| variable + 1));
        let mut columns: Vec<Option<usize>> = [Some(0)].into_iter().chain(variables).collect();
        if self.strict {
            columns.push(Some(free.width() - 1));
        }
        Ok(free.with_columns(&columns))
    }

    fn pieces(&self, a: &Polyhedron) -> u64 {
        let rays = |d: &Description| with_pair!(d, pair => pair.rays.len());
        a.description().map_or(1, rays).max(1) as u64
    }

    /// Thresholds over integers are not tightened: the result must contain all real points of both
    /// operands, or chains would not be seen to be stable.
    fn widen_up_to(
        &self,
        a: &Polyhedron,
        b: &Polyhedron,
        thresholds: &[Constraint],
    ) -> Result<Polyhedron, Error> {
        let reals = self.over(Space::reals(self.space.dimensions()));
        let mut result = self.widen(a, b);
        for threshold in thresholds {
            if self.entails(a, threshold)?.is_yes() && self.entails(b, threshold)?.is_yes() {
                result = reals.guard(&result, threshold)?;
            }
        }
        Ok(result)
    }

    fn represents(&self, constraint: &Constraint) -> bool {
        match constraint.relation() {
            Relation::Eq | Relation::Ge => true,
            Relation::Gt => self.strict || constraint.as_constant().is_some(),
            Relation::Ne => constraint.as_constant().is_some(),
        }
    }

    /// Constraints over integers stay as they are, other than in guards: those of an element make the
    /// same element again.
    fn from_constraints<'a>(
        &self,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Result<Polyhedron, Error> {
        // All that can be one cut are one cut, in the order that suits the conversion.
        let (mut rows, mut others) = (Vec::new(), Vec::new());
        for constraint in constraints {
            self.space.check(constraint.expr())?;
            match self.represents(constraint) && constraint.as_constant().is_none() {
                true => rows.push(constraint.clone()),
                false => others.push(constraint),
            }
        }
        let mut element = self.guard_all(&self.everything(), &rows);
        for constraint in others {
            element = self.guard(&element, constraint)?;
        }
        Ok(element)
    }
}

impl Polyhedra {
    fn admit(&self, a: &Polyhedron) -> Result<Polyhedron, Error> {
        self.check(a)?;
        Ok(self.own(a).expect("the dimensions are the same"))
    }

    fn last(&self, strict: bool) -> Option<i64> {
        self.strict.then_some(-i64::from(strict))
    }

    /// Guards by constraints that are rows of the description.
    fn guard_all(&self, a: &Polyhedron, constraints: &[Constraint]) -> Polyhedron {
        if constraints.is_empty() {
            return a.clone();
        }
        let (mut equalities, mut inequalities) = (Matrix::new(a.width()), Matrix::new(a.width()));
        for constraint in constraints {
            let relation = constraint.relation();
            let rows = if relation == Relation::Eq { &mut equalities } else { &mut inequalities };
            rows.push_expr(constraint.expr(), self.last(relation == Relation::Gt));
        }
        a.guard(equalities, inequalities)
    }

    /// A guard by a constraint that is not `!=`. By a strict one a closed polyhedron is empty if
    /// nothing lies strictly above, and the closure otherwise.
    fn guard_convex(&self, a: &Polyhedron, constraint: &Constraint) -> Polyhedron {
        if self.strict || constraint.relation() != Relation::Gt {
            return self.guard_all(a, std::slice::from_ref(constraint));
        }
        match order::range(a, constraint.expr()).map(|range| range.satisfies(Relation::Gt)) {
            None | Some(Some(false)) => self.nothing(),
            Some(Some(true)) => a.clone(),
            Some(None) => {
                let closed = Constraint::new(constraint.expr().clone(), Relation::Ge);
                self.guard_all(a, &[closed])
            }
        }
    }

    /// A guard by `!=` cuts only where all points lie on one side.
    fn guard_unequal(&self, a: &Polyhedron, constraint: &Constraint) -> Polyhedron {
        let expr = constraint.expr();
        let Some(range) = order::range(a, expr) else { return self.nothing() };
        if range.satisfies(Relation::Ne) == Some(false) {
            return self.nothing();
        }
        let above = Constraint::new(expr.clone(), Relation::Gt);
        let below = Constraint::new(-expr, Relation::Gt);
        let side = match (range.satisfies(Relation::Ge), range.high.sign().is_le()) {
            (Some(true), _) => above,
            (_, true) => below,
            _ => return a.clone(),
        };
        self.guard_convex(a, &side.sharpened(&self.space))
    }

    fn assign_one(&self, a: &Polyhedron, variable: Var, expr: &LinearExpr) -> Polyhedron {
        if expr.coefficient(variable).is_zero() {
            let mut equation = Matrix::new(a.width());
            equation.push_expr(&(expr - &LinearExpr::variable(variable)), self.last(false));
            return self.with_free(a, [variable]).with_value(variable + 1, equation);
        }
        let Some(description) = a.description() else { return a.clone() };
        let denominator = expr.denominator();
        let factor: Int = (expr.coefficient(variable) * Rat::from(&denominator)).numerator();
        // An expression over its denominator, minus the variable, has the same denominator.
        let mut change = Matrix::new(a.width());
        let difference = (expr - &LinearExpr::variable(variable)).scale(&Rat::from(&denominator));
        change.push_expr(&difference, self.last(false));
        let step = Substitute { column: variable + 1, change, denominator, factor };
        Polyhedron::known(a.dimensions(), self.strict, description.step(&step))
    }

    /// New variables get the values; then they take the place of the assigned ones.
    fn assign_many(&self, a: &Polyhedron, assignments: &[(Var, LinearExpr)]) -> Polyhedron {
        let (count, more) = (self.space.dimensions(), assignments.len());
        let kinds = self.space.kinds().iter().copied();
        let larger = self.over(Space::new(kinds.chain((0..more).map(|_| VarKind::Real))));
        let grown: Vec<_> = (0..count + more).map(|v| (v < count).then_some(v)).collect();
        let extended = larger.embed(a, self, &grown).expect("variables are added at the end");
        let equations: Vec<Constraint> = assignments
            .iter()
            .enumerate()
            .map(|(index, (_, e))| Constraint::eq(&LinearExpr::variable(count + index), e))
            .collect();
        let assigned = larger.guard_all(&extended, &equations);
        let mut sources: Vec<_> = (0..count).map(Some).collect();
        for (index, (variable, _)) in assignments.iter().enumerate() {
            sources[*variable] = Some(count + index);
        }
        self.embed(&assigned, &larger, &sources).expect("each variable has one source")
    }

    fn with_free(&self, a: &Polyhedron, variables: impl IntoIterator<Item = Var>) -> Polyhedron {
        let mut lines = Matrix::new(a.width());
        variables.into_iter().for_each(|variable| lines.push_unit(variable + 1));
        if lines.is_empty() { a.clone() } else { a.with_lines(lines) }
    }
}
