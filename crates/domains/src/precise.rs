//! Best results by linear programming, for domains with finitely many templates.

use soundline_lattice::{Answer, Lattice, Narrowing, Widening};

use crate::capabilities::{Best, Capabilities};
use crate::domain::check_assignments;
use crate::expr::{Constraint, LinearExpr, Relation, Space, Var};
use crate::numbers::{Bound, Interval};
use crate::simplex::{Outcome, Simplex};
use crate::{Domain, Error};

/// A domain whose guards, assignments and bounds are the best that its templates can express.
///
/// Zones and octagons are fast because they look at two variables at a time; an assignment such as
/// `x0 := x1 + 2*x2` is then sound but not always best. Here each template is bounded by the exact
/// simplex instead, unless the domain itself is exact for the operation: slower by the price of a
/// linear program for each template, and exact numbers are needed.
///
/// ```
/// use soundline_domains::{Domain, Precise, expr::Space, octagons::Octagons};
/// let space = Space::reals(3);
/// let domain = Precise::new(Octagons::exact(space.clone()));
/// let a = ["x1 + x2 <= 1", "x1 - x2 <= 0", "x1 >= 0"].map(|text| space.parse(text).unwrap());
/// let a = domain.from_constraints(&a)?;
/// let b = domain.assign(&a, 0, &space.parse_expr("2*x1 + x2")?)?;
/// assert_eq!(domain.bounds_of(&b, 0)?.unwrap().to_string(), "[0, 3/2]");
/// # Ok::<(), soundline_domains::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Precise<D> {
    inner: D,
}

impl<D: Domain> Precise<D> {
    /// The domain with best guards, assignments and bounds. It needs [templates](Domain::templates);
    /// a domain without them stays as it is.
    pub fn new(domain: D) -> Precise<D> {
        Precise { inner: domain }
    }

    /// The element with the least bounds of all templates, given the range of each.
    fn of_templates(
        &self,
        templates: Vec<LinearExpr>,
        mut greatest: impl FnMut(&LinearExpr) -> Result<Outcome, Error>,
    ) -> Result<D::Elem, Error> {
        let mut constraints = Vec::new();
        for template in templates {
            match greatest(&template)? {
                Outcome::Infeasible => return Ok(self.inner.bottom()),
                Outcome::Unbounded => {}
                Outcome::Optimal { value, .. } => {
                    constraints.push(Constraint::le(&template, &LinearExpr::constant(value)));
                }
            }
        }
        self.inner.from_constraints(&constraints)
    }

    fn simplex(&self, constraints: &[Constraint]) -> Result<Simplex, Error> {
        Simplex::new(self.space().dimensions(), constraints)
    }
}

impl<D: Domain> Lattice for Precise<D> {
    type Elem = D::Elem;

    fn bottom(&self) -> D::Elem {
        self.inner.bottom()
    }

    fn top(&self) -> Option<D::Elem> {
        self.inner.top()
    }

    fn leq(&self, a: &D::Elem, b: &D::Elem) -> Answer {
        self.inner.leq(a, b)
    }

    fn equal(&self, a: &D::Elem, b: &D::Elem) -> Answer {
        self.inner.equal(a, b)
    }

    fn join(&self, a: &D::Elem, b: &D::Elem) -> D::Elem {
        self.inner.join(a, b)
    }

    fn meet(&self, a: &D::Elem, b: &D::Elem) -> D::Elem {
        self.inner.meet(a, b)
    }

    fn show(&self, a: &D::Elem) -> String {
        self.inner.show(a)
    }
}

impl<D: Domain> Widening for Precise<D> {
    fn widen(&self, a: &D::Elem, b: &D::Elem) -> D::Elem {
        self.inner.widen(a, b)
    }
}

impl<D: Domain + Narrowing> Narrowing for Precise<D> {
    fn narrow(&self, a: &D::Elem, b: &D::Elem) -> D::Elem {
        self.inner.narrow(a, b)
    }
}

impl<D: Domain> Domain for Precise<D> {
    fn space(&self) -> &Space {
        self.inner.space()
    }

    fn over(&self, space: Space) -> Self {
        Precise::new(self.inner.over(space))
    }

    fn capabilities(&self) -> Capabilities {
        let inner = self.inner.capabilities();
        let best = match self.inner.templates() {
            Some(_) => Best { any_guard: true, assign: true, bounds: true, ..inner.best },
            None => inner.best,
        };
        Capabilities { best, ..inner }
    }

    fn dimensions_of(&self, a: &D::Elem) -> usize {
        self.inner.dimensions_of(a)
    }

    fn universe(&self) -> D::Elem {
        self.inner.universe()
    }

    fn is_bottom(&self, a: &D::Elem) -> Answer {
        self.inner.is_bottom(a)
    }

    fn guard(&self, a: &D::Elem, constraint: &Constraint) -> Result<D::Elem, Error> {
        let guarded = self.inner.guard(a, constraint)?;
        let exact = constraint.relation() == Relation::Ne || self.represents(constraint);
        let Some(templates) = self.templates().filter(|_| !exact) else { return Ok(guarded) };
        // The guarded element knows what rounding to integers adds; the constraint cuts the rest.
        let mut all = self.to_constraints(&guarded);
        all.push(constraint.clone());
        let mut simplex = self.simplex(&all)?;
        self.of_templates(templates, |template| simplex.maximise(template))
    }

    fn assign_parallel(
        &self,
        a: &D::Elem,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<D::Elem, Error> {
        self.check(a)?;
        check_assignments(self.space(), assignments)?;
        let exact = self.inner.capabilities().best.assign;
        let Some(templates) = self.templates().filter(|_| !exact) else {
            return self.inner.assign_parallel(a, assignments);
        };
        let mut simplex = self.simplex(&self.to_constraints(a))?;
        self.of_templates(templates, |template| {
            let kept = template
                .terms()
                .iter()
                .filter(|(v, _)| assignments.iter().all(|(assigned, _)| assigned != v));
            let before = LinearExpr::new(kept.cloned(), template.constant_term().clone());
            let before = assignments
                .iter()
                .fold(before, |sum, (v, e)| sum.add_scaled(e, template.coefficient(*v)));
            simplex.maximise(&before)
        })
    }

    fn forget(&self, a: &D::Elem, variables: &[Var]) -> Result<D::Elem, Error> {
        self.inner.forget(a, variables)
    }

    fn to_constraints(&self, a: &D::Elem) -> Vec<Constraint> {
        self.inner.to_constraints(a)
    }

    fn bounds(&self, a: &D::Elem, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        let range = self.inner.bounds(a, expr)?;
        let (Some(range), Some(_)) = (&range, self.templates()) else { return Ok(range) };
        let mut simplex = self.simplex(&self.to_constraints(a))?;
        let bound = |outcome| match outcome {
            Outcome::Infeasible => None,
            Outcome::Unbounded => Some(Bound::PlusInfinity),
            Outcome::Optimal { value, .. } => Some(Bound::Finite(value)),
        };
        let high = bound(simplex.maximise(expr)?);
        let low = bound(simplex.maximise(&-expr)?).map(|bound| -bound);
        let best = low.zip(high).and_then(|(low, high)| Interval::new(low, high));
        // The domain's own range may be tighter by what it knows of integers.
        Ok(best.and_then(|best| best.meet(range)))
    }

    fn embed(&self, a: &D::Elem, from: &Self, sources: &[Option<Var>]) -> Result<D::Elem, Error> {
        self.inner.embed(a, &from.inner, sources)
    }

    fn represents(&self, constraint: &Constraint) -> bool {
        self.inner.represents(constraint)
    }

    fn templates(&self) -> Option<Vec<LinearExpr>> {
        self.inner.templates()
    }

    fn widen_up_to(
        &self,
        a: &D::Elem,
        b: &D::Elem,
        thresholds: &[Constraint],
    ) -> Result<D::Elem, Error> {
        self.inner.widen_up_to(a, b, thresholds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::octagons::Octagons;
    use crate::tests::passes_with_narrowing;
    use crate::zones::Zones;

    #[test]
    fn precise_octagons_and_zones_pass() {
        for space in [Space::reals(0), Space::reals(2), Space::reals(3), Space::integers(2)] {
            passes_with_narrowing(Precise::new(Octagons::exact(space.clone())));
            passes_with_narrowing(Precise::new(Zones::exact(space)));
        }
    }
}
