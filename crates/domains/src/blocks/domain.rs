//! The operations of an analysis on decomposed elements.

use std::borrow::Cow;
use std::sync::Arc;

use soundline_lattice::Answer;
use soundline_lattice::laws::ids;

use super::element::{Block, Shared, block_of, merged_sets};
use super::{Blocked, Blocks, Together};
use crate::capabilities::{Best, Capabilities, Exemption};
use crate::domain::{check_assignments, check_sources};
use crate::expr::{Constraint, LinearExpr, Relation, Space, Var};
use crate::numbers::{Bound, Interval, Rat};
use crate::{Domain, Error};

const APART: &str =
    "joins do not relate variables that neither operand relates, although more may hold";

const LOST: &str = "blocks with too many pieces stay apart, and what relates them is lost";

impl<D: Domain> Blocks<D> {
    /// The blocks that have one of the variables, and the others.
    fn split<'a>(
        &self,
        blocks: &'a [Shared<D>],
        variables: &[Var],
    ) -> (Vec<&'a Shared<D>>, Vec<Shared<D>>) {
        let (mut touched, mut rest) = (Vec::new(), Vec::with_capacity(blocks.len()));
        for block in blocks {
            match block.has_any(variables) {
                true => touched.push(block),
                false => rest.push(block.clone()),
            }
        }
        (touched, rest)
    }

    /// Change the part that has the variables, and leave the rest.
    fn changed(
        &self,
        blocks: &[Shared<D>],
        variables: Vec<Var>,
        change: impl FnOnce(&[Var], &D, &D::Elem) -> Result<D::Elem, Error>,
    ) -> Result<Option<Vec<Shared<D>>>, Error> {
        let (touched, mut rest) = self.split(blocks, &variables);
        let variables = with_blocks(variables, &touched);
        let domain = match touched.is_empty() {
            true => self.domain_like(&variables, &rest),
            false => self.domain_of(&variables, &touched),
        };
        let element = change(&variables, &domain, &self.on(&domain, &variables, &touched))?;
        let inhabited = self.put(&mut rest, Block { variables, domain, element });
        Ok(inhabited.then_some(rest))
    }

    /// Remove variables from their blocks, which forgets them.
    fn without(&self, blocks: &[Shared<D>], variables: &[Var]) -> Vec<Shared<D>> {
        let (touched, mut rest) = self.split(blocks, variables);
        for block in touched {
            let kept =
                (0..block.variables.len()).filter(|i| !variables.contains(&block.variables[*i]));
            let sources: Vec<Option<Var>> = kept.map(Some).collect();
            let kept: Vec<Var> = sources.iter().flatten().map(|i| block.variables[*i]).collect();
            let domain = Arc::new(self.inner_over(&kept));
            let element = domain.embed(&block.element, &block.domain, &sources);
            let element = element.expect("the sources fit");
            self.put(&mut rest, Block { variables: kept, domain, element });
        }
        rest
    }
}

/// Variables and those of some blocks, sorted.
fn with_blocks<D: Domain>(mut variables: Vec<Var>, blocks: &[&Shared<D>]) -> Vec<Var> {
    variables.extend(blocks.iter().flat_map(|block| block.variables.iter().copied()));
    variables.sort_unstable();
    variables.dedup();
    variables
}

/// The variable of the whole space as a variable of a block.
fn within(variables: &[Var]) -> impl Fn(Var) -> Var + '_ {
    |v| variables.binary_search(&v).expect("the set contains the variables of the expression")
}

fn variables_of(expr: &LinearExpr) -> impl Iterator<Item = Var> + '_ {
    expr.terms().iter().map(|(variable, _)| *variable)
}

impl<D: Domain> Domain for Blocks<D> {
    fn space(&self) -> &Space {
        self.inner.space()
    }

    fn over(&self, space: Space) -> Self {
        Blocks { inner: self.inner.over(space), together: self.together }
    }

    fn capabilities(&self) -> Capabilities {
        let law = ids::WIDENING_INVARIANT;
        let mut capabilities = Capabilities { narrowing: false, ..self.inner.capabilities() };
        if capabilities.exemptions.iter().all(|exempt| exempt.law != law) {
            let reason = "blocks that could be decomposed further are widened together";
            capabilities.exemptions.push(Exemption { law, reason });
        }
        match self.together {
            Together::All => {}
            Together::Related => {
                capabilities.best.join = false;
                let laws = [ids::JOIN_ASSOCIATIVE, ids::JOIN_INVARIANT, ids::JOIN_IS_LEAST];
                capabilities.exemptions.extend(laws.map(|law| Exemption { law, reason: APART }));
            }
            Together::UpTo(_) => {
                capabilities.best = Best::NONE;
                capabilities.constraints_exact = false;
                let laws = [
                    ids::JOIN_ASSOCIATIVE,
                    ids::JOIN_INVARIANT,
                    ids::JOIN_IS_LEAST,
                    ids::LEQ_IMPLIES_JOIN,
                    ids::MEET_IMPLIES_JOIN,
                ];
                capabilities.exemptions.extend(laws.map(|law| Exemption { law, reason: LOST }));
            }
        }
        capabilities
    }

    fn dimensions_of(&self, a: &Self::Elem) -> usize {
        a.dimensions()
    }

    fn universe(&self) -> Self::Elem {
        self.of(Some(vec![]))
    }

    fn is_bottom(&self, a: &Self::Elem) -> Answer {
        let Some(blocks) = a.parts() else { return Answer::Yes };
        // One empty factor makes the product empty.
        !Answer::all(blocks.iter().map(|b| !b.domain.is_bottom(&b.element)))
    }

    fn guard(&self, a: &Self::Elem, constraint: &Constraint) -> Result<Self::Elem, Error> {
        self.check(a)?;
        self.space().check(constraint.expr())?;
        let Some(blocks) = a.parts() else { return Ok(a.clone()) };
        let variables: Vec<Var> = variables_of(constraint.expr()).collect();
        if self.are_too_many(&self.split(blocks, &variables).0) {
            return self.guard_apart(a, constraint);
        }
        Ok(self.of(self.changed(blocks, variables, |set, domain, element| {
            domain.guard(element, &constraint.rename(within(set)))
        })?))
    }

    /// Constraints on one variable are given to its block together.
    fn guard_all(&self, a: &Self::Elem, constraints: &[Constraint]) -> Result<Self::Elem, Error> {
        let variable = |c: &Constraint| match c.expr().terms() {
            [(v, _)] => Some(*v),
            _ => None,
        };
        let first = constraints.first().and_then(variable);
        let (Some(v), Some(blocks)) = (first, a.parts()) else {
            return constraints.iter().try_fold(a.clone(), |a, c| self.guard(&a, c));
        };
        if constraints.iter().any(|c| variable(c) != Some(v)) {
            return constraints.iter().try_fold(a.clone(), |a, c| self.guard(&a, c));
        }
        self.check(a)?;
        self.space().check_variable(v)?;
        Ok(self.of(self.changed(blocks, vec![v], |set, domain, element| {
            let local: Vec<Constraint> =
                constraints.iter().map(|c| c.rename(within(set))).collect();
            domain.guard_all(element, &local)
        })?))
    }

    /// The constraints of each block are given to the inner domain together.
    fn from_constraints<'a>(
        &self,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Result<Self::Elem, Error> {
        let constraints: Vec<&Constraint> = constraints.into_iter().collect();
        constraints.iter().try_for_each(|c| self.space().check(c.expr()))?;
        let sets = merged_sets(&mut constraints.iter().map(|c| variables_of(c.expr()).collect()));
        let mut blocks = Vec::with_capacity(sets.len());
        for variables in sets {
            let inside = |c: &&&Constraint| {
                variables_of(c.expr()).all(|v| variables.binary_search(&v).is_ok())
            };
            let local = constraints.iter().filter(inside).map(|c| c.rename(within(&variables)));
            let local: Vec<Constraint> = local.collect();
            let domain = Arc::new(self.inner_over(&variables));
            let element = domain.from_constraints(&local)?;
            if !self.put(&mut blocks, Block { variables, domain, element }) {
                return Ok(self.bottom_element());
            }
        }
        Ok(self.of(Some(blocks)))
    }

    fn assign_parallel(
        &self,
        a: &Self::Elem,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<Self::Elem, Error> {
        self.check(a)?;
        check_assignments(self.space(), assignments)?;
        let Some(blocks) = a.parts() else { return Ok(a.clone()) };
        // What is overwritten and read by nobody leaves its block first, so that the block can stay.
        let read = |v: &Var| assignments.iter().any(|(_, e)| !e.coefficient(*v).is_zero());
        let targets = assignments.iter().map(|(v, _)| *v);
        let unread: Vec<Var> = targets.filter(|v| !read(v)).collect();
        let mut blocks = match unread.is_empty() {
            true => Cow::Borrowed(blocks),
            false => Cow::Owned(self.without(blocks, &unread)),
        };
        let sets = merged_sets(&mut assignments.iter().map(|(v, e)| {
            let variables: Vec<Var> = variables_of(e).chain([*v]).collect();
            let touched: Vec<_> = blocks.iter().filter(|block| block.has_any(&variables)).collect();
            with_blocks(variables, &touched)
        }));
        for set in sets {
            if self.are_too_many(&self.split(&blocks, &set).0) {
                blocks = Cow::Owned(self.assigned_apart(a, &blocks, &set, assignments)?);
                continue;
            }
            let changed = self.changed(&blocks, set, |set, domain, element| {
                let own = assignments.iter().filter(|(v, _)| set.contains(v));
                let local: Vec<(Var, LinearExpr)> =
                    own.map(|(v, e)| (within(set)(*v), e.rename(within(set)))).collect();
                match &local[..] {
                    [(v, e)] => domain.assign(element, *v, e),
                    _ => domain.assign_parallel(element, &local),
                }
            })?;
            let Some(changed) = changed else { return Ok(self.bottom_element()) };
            blocks = Cow::Owned(changed);
        }
        Ok(self.of(Some(blocks.into_owned())))
    }

    fn forget(&self, a: &Self::Elem, variables: &[Var]) -> Result<Self::Elem, Error> {
        self.check(a)?;
        variables.iter().try_for_each(|v| self.space().check_variable(*v))?;
        let Some(blocks) = a.parts() else { return Ok(a.clone()) };
        Ok(self.of(Some(self.without(blocks, variables))))
    }

    fn to_constraints(&self, a: &Self::Elem) -> Vec<Constraint> {
        let Some(blocks) = a.parts() else { return vec![Constraint::falsity()] };
        let of_block = |block: &Shared<D>| {
            let constraints = block.domain.to_constraints(&block.element);
            let rename = |c: &Constraint| c.rename(|v| block.variables[v]);
            constraints.iter().map(rename).collect::<Vec<_>>()
        };
        blocks.iter().flat_map(of_block).collect()
    }

    /// The blocks are independent, so the ranges of the parts of the expression add up.
    fn bounds(&self, a: &Self::Elem, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        self.check(a)?;
        self.space().check(expr)?;
        let Some(blocks) = a.parts() else { return Ok(None) };
        if let ([(v, factor)], true) = (expr.terms(), expr.constant_term().is_zero())
            && *factor == Rat::from(1)
        {
            return self.bounds_in(blocks, *v);
        }
        let mut range = Interval::point(expr.constant_term().clone());
        let variables: Vec<Var> = variables_of(expr).collect();
        let touched = blocks.iter().filter(|block| block.has_any(&variables));
        let mut known = 0;
        for block in touched {
            let inside = |(v, _): &&(Var, Rat)| block.variables.binary_search(v).is_ok();
            let terms = expr.terms().iter().filter(inside);
            let terms = terms.map(|(v, factor)| (within(&block.variables)(*v), factor.clone()));
            let local = LinearExpr::new(terms, 0);
            known += local.terms().len();
            match block.domain.bounds(&block.element, &local)? {
                Some(part) => range = range.add(&part),
                None => return Ok(None),
            }
        }
        Ok(Some(if known == variables.len() { range } else { Interval::ALL }))
    }

    fn bounds_of(&self, a: &Self::Elem, variable: Var) -> Result<Option<Interval>, Error> {
        self.check(a)?;
        self.space().check_variable(variable)?;
        match a.parts() {
            Some(blocks) => self.bounds_in(blocks, variable),
            None => Ok(None),
        }
    }

    fn embed(
        &self,
        a: &Self::Elem,
        from: &Self,
        sources: &[Option<Var>],
    ) -> Result<Self::Elem, Error> {
        from.check(a)?;
        check_sources(self.space(), from.space(), sources)?;
        let Some(blocks) = a.parts() else { return Ok(self.bottom_element()) };
        let mut here: Vec<Option<Var>> = vec![None; from.dimensions()];
        for (v, source) in sources.iter().enumerate() {
            source.iter().for_each(|there| here[*there] = Some(v));
        }
        let mut result = Vec::with_capacity(blocks.len());
        for block in blocks {
            if let Some(moved) = self.moved(block, from.space(), &here) {
                result.push(moved);
                continue;
            }
            let mut variables: Vec<Var> = block.variables.iter().filter_map(|v| here[*v]).collect();
            variables.sort_unstable();
            let place = |v: &Var| block.variables.binary_search(&sources[*v]?).ok();
            let local: Vec<Option<Var>> = variables.iter().map(place).collect();
            let domain = Arc::new(self.inner_over(&variables));
            let element = domain.embed(&block.element, &block.domain, &local)?;
            if !self.put(&mut result, Block { variables, domain, element }) {
                return Ok(self.bottom_element());
            }
        }
        Ok(self.of(Some(result)))
    }

    fn represents(&self, constraint: &Constraint) -> bool {
        self.inner.represents(constraint)
    }

    fn templates(&self) -> Option<Vec<LinearExpr>> {
        self.inner.templates()
    }

    /// Thresholds are handed to the inner widening, which knows what it may do with them. Those
    /// between variables that do not change together are left out.
    fn widen_up_to(
        &self,
        a: &Self::Elem,
        b: &Self::Elem,
        thresholds: &[Constraint],
    ) -> Result<Self::Elem, Error> {
        thresholds.iter().try_for_each(|c| self.space().check(c.expr()))?;
        let (Some(left), Some(right)) = (a.parts(), b.parts()) else {
            return Ok(soundline_lattice::Widening::widen(self, a, b));
        };
        self.check(a)?;
        self.check(b)?;
        let unchanged = |domain: &D, a: &D::Elem, b: &D::Elem| domain.leq(b, a).is_yes();
        Ok(self.above(left, right, unchanged, |both| {
            let set = &both.variables[..];
            let inside =
                |c: &&Constraint| variables_of(c.expr()).all(|v| set.binary_search(&v).is_ok());
            let local: Vec<Constraint> =
                thresholds.iter().filter(inside).map(|c| c.rename(within(set))).collect();
            let widened = both.domain.widen_up_to(&both.left, &both.right, &local);
            widened.expect("the thresholds were checked")
        }))
    }
}

impl<D: Domain> Blocks<D> {
    /// The range of one variable.
    fn bounds_in(&self, blocks: &[Shared<D>], v: Var) -> Result<Option<Interval>, Error> {
        match block_of(blocks, v) {
            Some(block) => block.domain.bounds_of(&block.element, within(&block.variables)(v)),
            None => Ok(Some(Interval::ALL)),
        }
    }

    fn bottom_element(&self) -> Blocked<D> {
        self.of(None)
    }

    /// What a constraint says of each block, given the bounds of the others.
    fn guard_apart(&self, a: &Blocked<D>, constraint: &Constraint) -> Result<Blocked<D>, Error> {
        let mut result = a.clone();
        let sides = match constraint.relation() {
            Relation::Ne => return Ok(result),
            Relation::Ge | Relation::Gt => vec![constraint.expr().clone()],
            Relation::Eq => vec![constraint.expr().clone(), -constraint.expr()],
        };
        for expr in sides {
            let blocks = a.parts().unwrap_or_default();
            let alone = |v: Var| match blocks.iter().find(|block| block.has_any(&[v])) {
                Some(block) => block.variables.clone(),
                None => vec![v],
            };
            let mut sets: Vec<Vec<Var>> = variables_of(&expr).map(alone).collect();
            sets.sort_unstable();
            sets.dedup();
            for set in sets {
                let (own, others): (Vec<_>, Vec<_>) =
                    expr.terms().iter().cloned().partition(|(v, _)| set.contains(v));
                let others = LinearExpr::new(others, expr.constant_term().clone());
                let Some(range) = self.bounds(a, &others)? else {
                    return Ok(self.bottom_element());
                };
                if let Bound::Finite(most) = range.high() {
                    let least = Constraint::new(LinearExpr::new(own, most.clone()), Relation::Ge);
                    result = self.guard(&result, &least)?;
                }
            }
        }
        Ok(result)
    }

    /// The blocks where the variables of a set that are assigned have the bounds of their values.
    fn assigned_apart(
        &self,
        a: &Blocked<D>,
        blocks: &[Shared<D>],
        set: &[Var],
        assignments: &[(Var, LinearExpr)],
    ) -> Result<Vec<Shared<D>>, Error> {
        let own = || assignments.iter().filter(|(v, _)| set.contains(v));
        let targets: Vec<Var> = own().map(|(v, _)| *v).collect();
        let mut result = self.without(blocks, &targets);
        for (v, expr) in own() {
            let Some(range) = self.bounds(a, expr)? else { continue };
            let variable = LinearExpr::variable(0);
            let limit = |bound: &Bound<Rat>, factor: i64| match bound {
                Bound::Finite(bound) => {
                    let distance = (&variable - &LinearExpr::constant(bound.clone()))
                        .scale(&Rat::from(factor));
                    Some(Constraint::new(distance, Relation::Ge))
                }
                _ => None,
            };
            let bounds: Vec<Constraint> =
                [limit(range.low(), 1), limit(range.high(), -1)].into_iter().flatten().collect();
            let variables = vec![*v];
            let domain = Arc::new(self.inner_over(&variables));
            let element = domain.from_constraints(&bounds)?;
            self.put(&mut result, Block { variables, domain, element });
        }
        Ok(result)
    }

    /// A block all of whose variables stay, in their order and of their kinds: it only gets other
    /// names for them.
    fn moved(&self, block: &Shared<D>, from: &Space, here: &[Option<Var>]) -> Option<Shared<D>> {
        let stays = |v: &Var| here[*v] == Some(*v) && self.space().kind(*v) == from.kind(*v);
        if block.variables.iter().all(stays) {
            return Some(block.clone());
        }
        let variables: Vec<Var> =
            block.variables.iter().map(|v| here[*v]).collect::<Option<_>>()?;
        let alike = |(new, old): (&Var, &Var)| self.space().kind(*new) == from.kind(*old);
        if !variables.is_sorted() || !variables.iter().zip(&block.variables).all(alike) {
            return None;
        }
        let (domain, element) = (block.domain.clone(), block.element.clone());
        Some(Arc::new(Block { variables, domain, element }))
    }
}
