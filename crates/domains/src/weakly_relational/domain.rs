//! Octagons and zones as numerical domains.

use soundline_lattice::laws::ids;
use soundline_lattice::{Answer, Lattice, Widening};

use super::assign::node;
use super::element::{Change, Closed, Element};
use super::lattice::WeaklyRelational;
use super::layout::{Entry, Shape};
use super::linear::half;
use super::matrix::{Closing, Matrix};
use crate::capabilities::{Best, Capabilities, Exemption};
use crate::domain::{check_assignments, check_sources};
use crate::expr::{Constraint, LinearExpr, Relation, Space, Var};
use crate::numbers::{Bound, Interval, Rat};
use crate::{Domain, Error, Part};

const WIDENING: &str = "a chain of widenings converges because its elements are not closed in \
                        between, so that the result depends on how the left operand is written";

impl<S: Shape, M: Matrix> WeaklyRelational<S, M> {
    /// Entries that matter, with the directions that they bound.
    fn directions(&self) -> impl Iterator<Item = (Entry, LinearExpr)> {
        let rows = self.layout.rows;
        rows.entries().filter(|(i, j)| i != j).map(move |entry| (entry, self.direction(entry)))
    }

    /// What an entry bounds, as a sum of at most two variables.
    fn direction(&self, (i, j): Entry) -> LinearExpr {
        let term = |node: usize, plus: bool| {
            let (variable, positive) = S::variable(node)?;
            Some((variable, Rat::from(if positive == plus { 1 } else { -1 })))
        };
        let terms = [term(j, true), term(i, false)];
        match self.factor((i, j)) {
            1 => LinearExpr::new(terms.into_iter().flatten(), 0),
            _ => LinearExpr::new(terms.into_iter().flatten().take(1), 0),
        }
    }

    /// The bound of an entry, without its factor.
    fn bound_of(&self, matrix: &M, entry: Entry) -> Option<Rat> {
        let bound = matrix.get(self.layout.rows, entry)?;
        Some(if self.factor(entry) == 1 { bound } else { half(&bound) })
    }

    /// Does the bound of two variables follow from those of each?
    fn follows(&self, closed: &Closed<M>, direction: &LinearExpr, bound: &Rat) -> bool {
        let [(v, v_factor), (w, w_factor)] = direction.terms() else { return false };
        let one = self.unary_bound(closed, (*v, v_factor.is_positive()));
        let other = self.unary_bound(closed, (*w, w_factor.is_positive()));
        one.zip(other).is_some_and(|(one, other)| one + other <= *bound)
    }

    /// The element where constraints that hold for both operands bound the entries of a widening.
    fn stopped(
        &self,
        a: &Element<M>,
        b: &Element<M>,
        matrix: &mut M,
        threshold: &Constraint,
    ) -> Result<(), Error> {
        self.space.check(threshold.expr())?;
        let Some(halves) = threshold.tightened(&self.space).as_inequalities() else {
            return Ok(());
        };
        for half in halves {
            let Some((entry, bound)) = self.entry_of(half.expr(), false) else { continue };
            if self.entails(a, &half)?.is_yes() && self.entails(b, &half)?.is_yes() {
                matrix.lower(self.layout.rows, entry, &bound);
            }
        }
        Ok(())
    }
}

impl<S: Shape, M: Matrix> WeaklyRelational<S, M> {
    /// For each node its source, given those of the variables.
    fn source_nodes(&self, sources: &[Option<Var>]) -> Vec<Option<usize>> {
        let source = |here: usize| match S::variable(here) {
            Some((variable, positive)) => S::node(sources[variable]?, positive),
            None => Some(here),
        };
        (0..self.layout.rows.nodes()).map(source).collect()
    }

    /// The bounds of other variables than these.
    #[inline(never)]
    fn without(&self, closed: &Closed<M>, variables: &[Var]) -> Element<M> {
        let mut matrix = closed.matrix.clone();
        for variable in variables {
            matrix.forget(self.layout.rows, node::<S>(*variable));
        }
        self.of_closed(matrix, closed.tight)
    }

    /// Do integers come from integers only, and reals from reals?
    fn keeps_kinds(&self, from: &Self, sources: &[Option<Var>]) -> bool {
        let same_kind = |(here, there): (usize, &Option<Var>)| {
            there.is_none_or(|there| self.space.kind(here) == from.space.kind(there))
        };
        sources.iter().enumerate().all(same_kind)
    }
}

impl<S: Shape, M: Matrix> Domain for WeaklyRelational<S, M> {
    fn space(&self) -> &Space {
        &self.space
    }

    fn over(&self, space: Space) -> Self {
        WeaklyRelational::new(space)
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            kind: S::KIND,
            exact: M::EXACT,
            strict: false,
            constraints_exact: true,
            narrowing: true,
            best: Best { any_guard: false, assign: false, bounds: false, ..Best::ALL },
            exemptions: vec![Exemption { law: ids::WIDENING_INVARIANT, reason: WIDENING }],
        }
    }

    fn dimensions_of(&self, a: &Element<M>) -> usize {
        a.dimensions()
    }

    fn universe(&self) -> Element<M> {
        Element::closed(self.dimensions(), Closed { matrix: self.top_matrix(), tight: true })
    }

    fn is_bottom(&self, a: &Element<M>) -> Answer {
        if self.fits(a) { a.is_bottom(&self.layout) } else { Answer::Unknown }
    }

    fn guard(&self, a: &Element<M>, constraint: &Constraint) -> Result<Element<M>, Error> {
        self.check(a)?;
        self.space.check(constraint.expr())?;
        Ok(match a.bounds(&self.layout) {
            Some(closed) => self.guarded(a, closed, constraint),
            None => self.bottom(),
        })
    }

    fn assign_parallel(
        &self,
        a: &Element<M>,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<Element<M>, Error> {
        self.check(a)?;
        check_assignments(&self.space, assignments)?;
        Ok(match a.bounds(&self.layout) {
            Some(_) if assignments.is_empty() => a.clone(),
            Some(closed) => self.assigned(a, closed, assignments),
            None => self.bottom(),
        })
    }

    fn assign(&self, a: &Element<M>, x: Var, expr: &LinearExpr) -> Result<Element<M>, Error> {
        self.check(a)?;
        self.space.check_variable(x)?;
        self.space.check(expr)?;
        let Some(closed) = a.bounds(&self.layout) else { return Ok(self.bottom()) };
        Ok(match self.moved(a, closed, x, expr) {
            Some(moved) => moved,
            None => self.assigned(a, closed, &[(x, expr.clone())]),
        })
    }

    fn forget(&self, a: &Element<M>, variables: &[Var]) -> Result<Element<M>, Error> {
        self.check(a)?;
        for variable in variables {
            self.space.check_variable(*variable)?;
        }
        let Some(closed) = a.bounds(&self.layout) else { return Ok(self.bottom()) };
        Ok(match variables {
            [variable] => a.changed(closed, Change::Forget(node::<S>(*variable))),
            several => self.without(closed, several),
        })
    }

    fn from_constraints<'a>(
        &self,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Result<Element<M>, Error> {
        self.satisfying(constraints)
    }

    fn to_constraints(&self, a: &Element<M>) -> Vec<Constraint> {
        let Some(closed) = a.bounds(&self.layout).filter(|_| self.fits(a)) else {
            return if self.fits(a) { vec![Constraint::falsity()] } else { vec![] };
        };
        let mut constraints = Vec::new();
        for (entry, direction) in self.directions() {
            let Some(bound) = self.bound_of(&closed.matrix, entry) else { continue };
            if self.follows(closed, &direction, &bound) {
                continue;
            }
            let opposite = self.bound_of(&closed.matrix, (entry.1, entry.0));
            let equation = opposite.is_some_and(|low| {
                (&low + &bound).is_zero() && !self.follows(closed, &-&direction, &low)
            });
            let relation = match equation {
                // Said once, by the direction that starts with a positive factor.
                true if direction.terms()[0].1.is_negative() => continue,
                true => Relation::Eq,
                false => Relation::Ge,
            };
            constraints.push(Constraint::new((-&direction).plus(&bound), relation));
        }
        constraints
    }

    fn bounds(&self, a: &Element<M>, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        self.check(a)?;
        self.space.check(expr)?;
        Ok(a.bounds(&self.layout).and_then(|closed| self.range(closed, expr)))
    }

    fn bounds_of(&self, a: &Element<M>, variable: Var) -> Result<Option<Interval>, Error> {
        self.check(a)?;
        self.space.check_variable(variable)?;
        Ok(a.bounds(&self.layout).and_then(|closed| {
            let upper = |positive| self.unary_bound(closed, (variable, positive));
            Interval::new(
                upper(false).map_or(Bound::MinusInfinity, |bound| Bound::Finite(-bound)),
                upper(true).map_or(Bound::PlusInfinity, Bound::Finite),
            )
        }))
    }

    fn embed(
        &self,
        a: &Element<M>,
        from: &Self,
        sources: &[Option<Var>],
    ) -> Result<Element<M>, Error> {
        from.check(a)?;
        check_sources(&self.space, &from.space, sources)?;
        let Some(closed) = a.bounds(&from.layout) else { return Ok(self.bottom()) };
        let nodes = self.source_nodes(sources);
        let matrix = closed.matrix.gather(from.layout.rows, self.layout.rows, &nodes);
        if self.keeps_kinds(from, sources) {
            return Ok(self.of_closed(matrix, closed.tight));
        }
        // Reals that become integers: bounds are rounded where constraints are added.
        let mut element = self.universe();
        for constraint in self.to_constraints(&self.of_closed(matrix, false)) {
            element = self.guard(&element, &constraint)?;
        }
        Ok(element)
    }

    /// Shortest paths between variables of different parts lead over bounds of single variables, so
    /// that closing one node closes all.
    fn embed_all(&self, parts: &[Part<'_, Self>]) -> Result<Element<M>, Error> {
        let mut matrix = self.top_matrix();
        let mut tight = true;
        for Part { domain, element, sources } in parts {
            domain.check(element)?;
            check_sources(&self.space, &domain.space, sources)?;
            if !self.keeps_kinds(domain, sources) {
                return parts.iter().try_fold(self.universe(), |all, part| {
                    Ok(self.meet(&all, &self.embed(part.element, part.domain, &part.sources)?))
                });
            }
            let Some(closed) = element.bounds(&domain.layout) else { return Ok(self.bottom()) };
            let from = domain.layout.rows;
            let mut places = vec![None; from.nodes()];
            for (here, source) in self.source_nodes(sources).into_iter().enumerate() {
                source.into_iter().for_each(|there| places[there] = Some(here));
            }
            matrix.scatter(self.layout.rows, &closed.matrix, from, &places);
            tight &= closed.tight;
        }
        if self.layout.rows.nodes() == 0 {
            return Ok(self.of_closed(matrix, tight));
        }
        Ok(match matrix.close_node(&self.layout, 0) {
            Closing::Empty => self.bottom(),
            closing => self.of_closed(matrix, tight && closing == Closing::Tight),
        })
    }

    /// Thresholds bound entries of the widened matrix without closing it. Each entry can fall to a
    /// threshold only as long as that holds, and then never again, so that chains still converge.
    fn widen_up_to(
        &self,
        a: &Element<M>,
        b: &Element<M>,
        thresholds: &[Constraint],
    ) -> Result<Element<M>, Error> {
        self.check(a)?;
        self.check(b)?;
        let result = self.widen(a, b);
        let Some(widened) = result.left_of_widening().filter(|_| !result.is(a) && !result.is(b))
        else {
            for threshold in thresholds {
                self.space.check(threshold.expr())?;
            }
            return Ok(result);
        };
        let mut matrix = widened.clone();
        for threshold in thresholds {
            self.stopped(a, b, &mut matrix, threshold)?;
        }
        Ok(Element::widened(self.dimensions(), matrix))
    }

    fn templates(&self) -> Option<Vec<LinearExpr>> {
        Some(self.directions().map(|(_, direction)| direction).collect())
    }

    fn represents(&self, constraint: &Constraint) -> bool {
        let tightened = constraint.tightened(&self.space);
        let expr = tightened.expr();
        let closed_relation = matches!(tightened.relation(), Relation::Ge | Relation::Eq);
        if tightened.as_constant().is_some() {
            return true;
        }
        let fits = self.space.check(expr).is_ok();
        fits && closed_relation
            && self.template(expr.terms(), false).is_some_and(|(entry, factor)| {
                let bound = expr.constant_term().div(&factor).expect("factors are not 0");
                let scaled = &bound * &Rat::from(self.factor(entry));
                M::holds(&scaled) && M::holds(&-&scaled)
            })
    }
}
