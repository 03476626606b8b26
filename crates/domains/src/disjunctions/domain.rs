//! Unions of intervals as a numerical domain.

use soundline_lattice::laws::ids;
use soundline_lattice::{Answer, Lattice};

use super::{Pieces, UnionElem, Unions};
use crate::boxes::Boxes;
use crate::capabilities::{Best, Capabilities, Exemption, Kind};
use crate::domain::{check_assignments, check_sources};
use crate::expr::{Constraint, LinearExpr, Relation, Space, Var, upper_bounds, within};
use crate::numbers::{Interval, Rat};
use crate::{Domain, Error, thresholds};

/// Rounds of a guard: dropping a piece may move the hull, which may drop a piece elsewhere. Each
/// round is sound, so any number is.
const MOST_ROUNDS: usize = 4;

/// Why joins break the laws of least upper bounds.
const NO_LEAST: &str =
    "beyond the limit a join fills the smallest gaps, and there is no least choice";

impl Unions {
    /// All values of an expression; sums of several variables keep to the limit.
    fn values_of(&self, pieces: &[Pieces], expr: &LinearExpr) -> Pieces {
        let constant = Pieces::new([Interval::point(expr.constant_term().clone())], false);
        let mut terms = expr.terms().iter().map(|(v, factor)| pieces[*v].scale(factor));
        let Some(first) = terms.next() else { return constant };
        terms.fold(first.add(&constant), |sum, term| sum.add(&term).limited(self.most))
    }

    fn hulls(&self, pieces: &[Pieces]) -> Vec<Constraint> {
        let hulls = pieces.iter().enumerate().filter_map(|(v, own)| Some((v, own.hull()?)));
        hulls.flat_map(|(v, hull)| within(v, upper_bounds(&hull))).collect()
    }

    /// The pieces in the bounds that the constraint implies; `None` if there are none.
    fn restricted(&self, pieces: &[Pieces], constraint: &Constraint) -> Option<Vec<Pieces>> {
        let boxes = Boxes::exact(self.space.clone());
        let mut pieces = pieces.to_vec();
        for _ in 0..MOST_ROUNDS {
            let hulls = self.hulls(&pieces);
            let around = boxes.from_constraints(hulls.iter().chain([constraint])).ok()?;
            if boxes.is_bottom(&around).is_yes() {
                return None;
            }
            let mut moved = false;
            for (v, _) in constraint.expr().terms() {
                let kept = pieces[*v].within(&boxes.bounds_of(&around, *v).ok()??);
                moved |= kept.hull() != pieces[*v].hull();
                pieces[*v] = kept;
            }
            if !moved || pieces.iter().any(Pieces::is_empty) {
                break;
            }
        }
        Some(pieces)
    }

    /// Take out the one value that a variable must not have, where the others are fixed.
    fn separate(&self, pieces: &mut [Pieces], expr: &LinearExpr) {
        let fixed = |v: Var| pieces[v].hull().is_some_and(|hull| hull.as_point().is_some());
        let mut free = expr.terms().iter().filter(|(v, _)| !fixed(*v));
        let (Some((variable, factor)), None) = (free.next(), free.next()) else { return };
        let rest = expr.substitute(*variable, &LinearExpr::zero());
        let value = self.values_of(pieces, &rest.scale(&Rat::from(-1))).hull();
        let value = value.and_then(|hull| hull.as_point()?.div(factor));
        if let Some(value) = value {
            let without = pieces[*variable].without(&value);
            let before = pieces[*variable].intervals().len();
            if without.intervals().len() <= before.max(self.most) {
                pieces[*variable] = without;
            }
        }
    }
}

impl Domain for Unions {
    fn space(&self) -> &Space {
        &self.space
    }

    fn over(&self, space: Space) -> Unions {
        Unions::new(space, self.most)
    }

    fn capabilities(&self) -> Capabilities {
        let exempt = |law| Exemption { law, reason: NO_LEAST };
        Capabilities {
            kind: Kind::Disjunctions,
            exact: true,
            strict: false,
            constraints_exact: false,
            narrowing: true,
            best: Best { meet: true, represented_guard: true, forget: true, ..Best::NONE },
            exemptions: [ids::JOIN_ASSOCIATIVE, ids::JOIN_IS_LEAST].map(exempt).into(),
        }
    }

    fn dimensions_of(&self, a: &UnionElem) -> usize {
        a.dimensions
    }

    fn universe(&self) -> UnionElem {
        let dimensions = self.space.dimensions();
        self.of(Some((0..dimensions).map(|v| Pieces::all(self.space.is_integer(v))).collect()))
    }

    fn is_bottom(&self, a: &UnionElem) -> Answer {
        a.pieces.is_none().into()
    }

    fn guard(&self, a: &UnionElem, constraint: &Constraint) -> Result<UnionElem, Error> {
        self.check(a)?;
        self.space.check(constraint.expr())?;
        let Some(pieces) = &a.pieces else { return Ok(self.bottom()) };
        let constraint = constraint.tightened(&self.space);
        let mut kept = self.restricted(pieces, &constraint);
        if let (Relation::Ne, Some(pieces)) = (constraint.relation(), &mut kept) {
            self.separate(pieces, constraint.expr());
        }
        Ok(self.of(kept))
    }

    fn assign_parallel(
        &self,
        a: &UnionElem,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<UnionElem, Error> {
        self.check(a)?;
        check_assignments(&self.space, assignments)?;
        let Some(old) = &a.pieces else { return Ok(self.bottom()) };
        let mut pieces = old.clone();
        for (variable, expr) in assignments {
            let values = self.values_of(old, expr);
            pieces[*variable] = values.of_kind(self.space.is_integer(*variable));
        }
        Ok(self.of(Some(pieces)))
    }

    fn forget(&self, a: &UnionElem, variables: &[Var]) -> Result<UnionElem, Error> {
        self.check(a)?;
        let mut pieces = a.pieces.clone();
        for variable in variables {
            self.space.check_variable(*variable)?;
            if let Some(pieces) = &mut pieces {
                pieces[*variable] = Pieces::all(self.space.is_integer(*variable));
            }
        }
        Ok(self.of(pieces))
    }

    /// The bounds of the variables: the gaps between the pieces are no conjunctions.
    fn to_constraints(&self, a: &UnionElem) -> Vec<Constraint> {
        match &a.pieces {
            Some(pieces) => self.hulls(pieces),
            None => vec![Constraint::falsity()],
        }
    }

    fn bounds(&self, a: &UnionElem, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        self.check(a)?;
        self.space.check(expr)?;
        Ok(a.pieces.as_ref().and_then(|pieces| {
            let start = Interval::point(expr.constant_term().clone());
            let mut terms = expr.terms().iter();
            terms.try_fold(start, |sum, (v, k)| Some(sum.add(&pieces[*v].hull()?.scale(k))))
        }))
    }

    fn embed(
        &self,
        a: &UnionElem,
        from: &Unions,
        sources: &[Option<Var>],
    ) -> Result<UnionElem, Error> {
        from.check(a)?;
        check_sources(&self.space, &from.space, sources)?;
        let moved = |old: &[Pieces], (new, source): (Var, &Option<Var>)| match source {
            Some(source) => old[*source].of_kind(self.space.is_integer(new)),
            None => Pieces::all(self.space.is_integer(new)),
        };
        Ok(self.of(a
            .pieces
            .as_ref()
            .map(|old| sources.iter().enumerate().map(|source| moved(old, source)).collect())))
    }

    /// Thresholds over several variables count as the bounds that they imply of each, as with boxes;
    /// `!=` over one variable counts too.
    fn widen_up_to(
        &self,
        a: &UnionElem,
        b: &UnionElem,
        thresholds: &[Constraint],
    ) -> Result<UnionElem, Error> {
        thresholds::widen_up_to(self, a, b, thresholds)
    }

    fn represents(&self, constraint: &Constraint) -> bool {
        let constraint = constraint.tightened(&self.space);
        let boxes = Boxes::exact(self.space.clone());
        let [(variable, _)] = constraint.expr().terms() else {
            return boxes.represents(&constraint);
        };
        let gap = constraint.relation() == Relation::Ne && self.space.is_integer(*variable);
        boxes.represents(&constraint) || (gap && self.most > 1)
    }

    /// The bounds may leave open what the gaps decide: no point violates the constraint.
    fn entails(&self, a: &UnionElem, constraint: &Constraint) -> Result<Answer, Error> {
        let violating = self.guard(a, &constraint.negated())?;
        if violating.pieces.is_none() {
            return Ok(Answer::Yes);
        }
        let satisfying = self.guard(a, constraint)?;
        Ok(if satisfying.pieces.is_none() { Answer::No } else { Answer::Unknown })
    }

    fn contains(&self, a: &UnionElem, point: &[Rat]) -> Result<bool, Error> {
        self.check(a)?;
        if point.len() != a.dimensions {
            return Err(Error::DimensionMismatch { expected: a.dimensions, found: point.len() });
        }
        let Some(pieces) = &a.pieces else { return Ok(false) };
        Ok(pieces.iter().zip(point).all(|(own, coordinate)| own.contains(coordinate)))
    }
}
