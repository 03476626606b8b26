//! What an analysis does with zonotopes.

use soundline_lattice::laws::ids;
use soundline_lattice::{Answer, Lattice, Widening};

use super::affine::{Affine, Empty};
use super::program::Program;
use super::project::{Work, project};
use super::rounding::is_copy;
use super::{Numbers, Zonotope, Zonotopes, order};
use crate::capabilities::{Best, Capabilities, Exemption, Kind};
use crate::domain::{check_assignments, check_sources};
use crate::expr::{Constraint, LinearExpr, Relation, Space, Var, VarKind, ends, upper_bounds};
use crate::numbers::{Interval, Rat};
use crate::{Domain, Error};

impl Zonotopes {
    /// The affine set where the constraint holds.
    ///
    /// Strict constraints are closed, over integers by rounding. Others are not rounded: an element
    /// stands for all points between integers too, and its own constraints must not cut it.
    fn guarded(&self, affine: &Affine, constraint: &Constraint) -> Result<Affine, Empty> {
        let constraint = match constraint.relation() {
            Relation::Gt => &constraint.tightened(&self.space),
            _ => constraint,
        };
        let expr = affine.compose(constraint.expr());
        let mut result = affine.clone();
        match constraint.relation() {
            Relation::Ge => result.constrain(&expr)?,
            Relation::Eq => result.equate(&expr)?,
            Relation::Gt if Program::new(affine).entails(&-&expr) => return Err(Empty),
            Relation::Gt => result.constrain(&expr)?,
            Relation::Ne if Program::new(affine).range(&expr) == Interval::ZERO => {
                return Err(Empty);
            }
            Relation::Ne => return Ok(result),
        }
        let mut result = result.tidy()?;
        // What is too large is not cut: more points are sound, and the result stays below `affine`.
        Ok(if self.budget.allows(&mut result) { result } else { affine.clone() })
    }

    /// Is there a point with integers for the integer variables? True if one is easily found.
    fn has_grid_point(&self, affine: &Affine) -> bool {
        if !self.space.kinds().contains(&VarKind::Int) {
            return true;
        }
        let point = order::point_of(affine, &Program::new(affine).values());
        [Rat::floor, Rat::ceil].into_iter().any(|round| {
            let rounded = |(v, value): (Var, &Rat)| match self.space.is_integer(v) {
                true => round(value).into(),
                false => value.clone(),
            };
            let near: Vec<Rat> = point.iter().enumerate().map(rounded).collect();
            order::contains(affine, &near)
        })
    }

    /// `a` after a change of the forms.
    fn with_changed_forms(&self, a: &Zonotope, change: impl FnOnce(&mut Affine)) -> Zonotope {
        let Some(mut affine) = a.affine.clone() else { return self.bottom() };
        change(&mut affine);
        self.within_budget(affine.tidy().expect("the symbols have values as before"))
    }
}

impl Domain for Zonotopes {
    fn space(&self) -> &Space {
        &self.space
    }

    fn over(&self, space: Space) -> Zonotopes {
        Zonotopes { space, ..self.clone() }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            kind: Kind::Zonotopes,
            exact: self.numbers == Numbers::Exact,
            strict: false,
            constraints_exact: false,
            narrowing: false,
            best: Best { assign: self.numbers == Numbers::Exact, bounds: true, ..Best::NONE },
            exemptions: exemptions(),
        }
    }

    fn dimensions_of(&self, a: &Zonotope) -> usize {
        a.dimensions
    }

    fn universe(&self) -> Zonotope {
        self.element(Some(Affine::of_ranges(vec![Interval::ALL; self.space.dimensions()])))
    }

    /// `Unknown` where there are points but none was found whose integer variables are integers.
    fn is_bottom(&self, a: &Zonotope) -> Answer {
        match &a.affine {
            None => Answer::Yes,
            Some(affine) if self.has_grid_point(affine) => Answer::No,
            Some(_) => Answer::Unknown,
        }
    }

    fn guard(&self, a: &Zonotope, constraint: &Constraint) -> Result<Zonotope, Error> {
        self.check(a)?;
        self.space.check(constraint.expr())?;
        let Some(affine) = &a.affine else { return Ok(a.clone()) };
        Ok(self.element(self.guarded(affine, constraint).ok()))
    }

    fn assign_parallel(
        &self,
        a: &Zonotope,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<Zonotope, Error> {
        self.check(a)?;
        check_assignments(&self.space, assignments)?;
        Ok(self.with_changed_forms(a, |affine| {
            let mut forms = affine.forms.clone();
            for (variable, expr) in assignments {
                forms[*variable] = affine.compose(expr);
            }
            affine.forms = forms;
            for (variable, expr) in assignments {
                if self.numbers == Numbers::Float && !is_copy(expr) {
                    affine.round_form(*variable);
                }
            }
        }))
    }

    fn forget(&self, a: &Zonotope, variables: &[Var]) -> Result<Zonotope, Error> {
        self.check(a)?;
        for variable in variables {
            self.space.check_variable(*variable)?;
        }
        Ok(self.with_changed_forms(a, |affine| {
            for variable in variables {
                affine.forms[*variable] = affine.fresh(affine.next_symbol(), Interval::ALL);
            }
        }))
    }

    /// All constraints, where there are not too many; else the ranges of the variables.
    fn to_constraints(&self, a: &Zonotope) -> Vec<Constraint> {
        let Some(affine) = &a.affine else { return vec![Constraint::falsity()] };
        project(affine, Work::MUCH).unwrap_or_else(|| {
            let own_range = |(v, range): (Var, Interval)| ends(v, upper_bounds(&range));
            let ends = affine.hull().into_iter().enumerate().flat_map(own_range);
            ends.map(|expr| Constraint::new(expr, Relation::Ge)).collect()
        })
    }

    fn bounds(&self, a: &Zonotope, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        self.check(a)?;
        self.space.check(expr)?;
        let Some(affine) = &a.affine else { return Ok(None) };
        let range = Program::new(affine).range(&affine.compose(expr));
        let whole = self.space.is_integral(expr).then(|| range.integers()).flatten();
        Ok(Some(whole.unwrap_or(range)))
    }

    fn embed(
        &self,
        a: &Zonotope,
        from: &Zonotopes,
        sources: &[Option<Var>],
    ) -> Result<Zonotope, Error> {
        from.check(a)?;
        check_sources(&self.space, &from.space, sources)?;
        Ok(self.with_changed_forms(a, |affine| {
            let mut form = |source: &Option<Var>| match source {
                Some(old) => affine.forms[*old].clone(),
                None => affine.fresh(affine.next_symbol(), Interval::ALL),
            };
            affine.forms = sources.iter().map(&mut form).collect();
        }))
    }

    /// Thresholds cut the widened element. Where the cut does not contain the operands it is not made:
    /// rounding may have moved points over a threshold, or over integers a guard may have removed
    /// points that are none, and a chain that gains and loses them in turn would never end.
    fn widen_up_to(
        &self,
        a: &Zonotope,
        b: &Zonotope,
        thresholds: &[Constraint],
    ) -> Result<Zonotope, Error> {
        let widened = self.widen(a, b);
        let mut result = widened.clone();
        for threshold in thresholds {
            if self.entails(a, threshold)?.is_yes() && self.entails(b, threshold)?.is_yes() {
                result = self.guard(&result, threshold)?;
            }
        }
        let contains_both = self.leq(a, &result).and(|| self.leq(b, &result));
        Ok(if contains_both.is_yes() { result } else { widened })
    }

    fn represents(&self, constraint: &Constraint) -> bool {
        matches!(constraint.relation(), Relation::Ge | Relation::Eq)
    }

    /// Whether some values of the noise symbols give the point.
    fn contains(&self, a: &Zonotope, point: &[Rat]) -> Result<bool, Error> {
        let (expected, found) = (a.dimensions, point.len());
        if expected != found {
            return Err(Error::DimensionMismatch { expected, found });
        }
        Ok(a.affine.as_ref().is_some_and(|affine| order::contains(affine, point)))
    }
}

/// What joins of affine forms cannot have. Each has its counterexample in the tests.
fn exemptions() -> Vec<Exemption> {
    let exempt = |law, reason| Exemption { law, reason };
    vec![
        exempt(ids::JOIN_IS_LEAST, "zonotopes have upper bounds, but in general no least one"),
        exempt(ids::JOIN_ASSOCIATIVE, "which relations a join keeps depends on what it sees first"),
        exempt(ids::JOIN_INVARIANT, "joins compare forms, and equal points may have other forms"),
        exempt(ids::WIDENING_INVARIANT, "widenings compare forms, like joins"),
    ]
}
