//! The operations of an analysis on decomposed elements.

use soundline_lattice::Answer;

use super::element::{Block, merged_sets};
use super::{Blocked, Blocks};
use crate::capabilities::{Capabilities, Exemption};
use crate::domain::{check_assignments, check_sources};
use crate::expr::{Constraint, LinearExpr, Space, Var};
use crate::numbers::Interval;
use crate::{Domain, Error};

impl<D: Domain> Blocks<D> {
    /// The smallest set of variables that contains the given ones and is crossed by no block.
    fn around(&self, blocks: &[Block<D::Elem>], variables: Vec<Var>) -> Vec<Var> {
        let touched = blocks.iter().filter(|b| b.variables.iter().any(|v| variables.contains(v)));
        let mut all: Vec<Var> = touched.flat_map(|b| b.variables.clone()).collect();
        all.extend(variables);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Remove variables from their blocks, which forgets them.
    fn drop_variables(&self, blocks: &mut Vec<Block<D::Elem>>, variables: &[Var]) {
        let touches =
            |block: &Block<D::Elem>| block.variables.iter().any(|v| variables.contains(v));
        let touched: Vec<Block<D::Elem>> = blocks.extract_if(.., |block| touches(block)).collect();
        for block in touched {
            let from = self.inner_over(&block.variables);
            let kept =
                (0..block.variables.len()).filter(|i| !variables.contains(&block.variables[*i]));
            let sources: Vec<Option<Var>> = kept.map(Some).collect();
            let rest: Vec<Var> = sources.iter().flatten().map(|i| block.variables[*i]).collect();
            let element = self.inner_over(&rest).embed(&block.element, &from, &sources);
            self.put(blocks, rest, element.expect("the sources fit"));
        }
    }
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
        Blocks::new(self.inner.over(space))
    }

    fn capabilities(&self) -> Capabilities {
        let law = "widening invariant";
        let mut capabilities = Capabilities { narrowing: false, ..self.inner.capabilities() };
        if capabilities.exemptions.iter().all(|exempt| exempt.law != law) {
            let reason = "blocks that could be decomposed further are widened together";
            capabilities.exemptions.push(Exemption { law, reason });
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
        !Answer::all(blocks.iter().map(|b| !self.inner_over(&b.variables).is_bottom(&b.element)))
    }

    fn guard(&self, a: &Self::Elem, constraint: &Constraint) -> Result<Self::Elem, Error> {
        self.check(a)?;
        self.space().check(constraint.expr())?;
        let Some(blocks) = a.parts() else { return Ok(a.clone()) };
        let set = self.around(blocks, variables_of(constraint.expr()).collect());
        let local = constraint.rename(within(&set));
        let element = self.inner_over(&set).guard(&self.on(blocks, &set), &local)?;
        let mut blocks = blocks.to_vec();
        Ok(match self.put(&mut blocks, set, element) {
            true => self.of(Some(blocks)),
            false => self.bottom_element(),
        })
    }

    fn assign_parallel(
        &self,
        a: &Self::Elem,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<Self::Elem, Error> {
        self.check(a)?;
        check_assignments(self.space(), assignments)?;
        let Some(blocks) = a.parts() else { return Ok(a.clone()) };
        let mut blocks = blocks.to_vec();
        // What is overwritten and read by nobody leaves its block first, so that the block can stay.
        let read = |v: &Var| assignments.iter().any(|(_, e)| !e.coefficient(*v).is_zero());
        let targets = assignments.iter().map(|(v, _)| *v);
        let unread: Vec<Var> = targets.filter(|v| !read(v)).collect();
        self.drop_variables(&mut blocks, &unread);
        let sets = merged_sets(
            assignments
                .iter()
                .map(|(v, e)| self.around(&blocks, variables_of(e).chain([*v]).collect())),
        );
        for set in sets {
            let local: Vec<(Var, LinearExpr)> = assignments
                .iter()
                .filter(|(v, _)| set.contains(v))
                .map(|(v, e)| (within(&set)(*v), e.rename(within(&set))))
                .collect();
            let domain = self.inner_over(&set);
            let element = domain.assign_parallel(&self.on(&blocks, &set), &local)?;
            if !self.put(&mut blocks, set, element) {
                return Ok(self.bottom_element());
            }
        }
        Ok(self.of(Some(blocks)))
    }

    fn forget(&self, a: &Self::Elem, variables: &[Var]) -> Result<Self::Elem, Error> {
        self.check(a)?;
        variables.iter().try_for_each(|v| self.space().check_variable(*v))?;
        let Some(blocks) = a.parts() else { return Ok(a.clone()) };
        let mut blocks = blocks.to_vec();
        self.drop_variables(&mut blocks, variables);
        Ok(self.of(Some(blocks)))
    }

    fn to_constraints(&self, a: &Self::Elem) -> Vec<Constraint> {
        let Some(blocks) = a.parts() else { return vec![Constraint::falsity()] };
        let of_block = |block: &Block<D::Elem>| {
            let constraints = self.inner_over(&block.variables).to_constraints(&block.element);
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
        let mut range = Interval::point(expr.constant_term().clone());
        let sets = merged_sets(variables_of(expr).map(|v| self.around(blocks, vec![v])));
        for set in sets {
            let terms = expr.terms().iter().filter(|(v, _)| set.contains(v));
            let local = LinearExpr::new(terms.map(|(v, c)| (within(&set)(*v), c.clone())), 0);
            match self.inner_over(&set).bounds(&self.on(blocks, &set), &local)? {
                Some(part) => range = range.add(&part),
                None => return Ok(None),
            }
        }
        Ok(Some(range))
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
        let mut result = Vec::new();
        for block in blocks {
            let here = |v: &Var| sources.iter().position(|source| *source == Some(*v));
            let mut variables: Vec<Var> = block.variables.iter().filter_map(here).collect();
            variables.sort_unstable();
            let place = |v: &Var| block.variables.binary_search(&sources[*v]?).ok();
            let local: Vec<Option<Var>> = variables.iter().map(place).collect();
            let inner = from.inner_over(&block.variables);
            let element = self.inner_over(&variables).embed(&block.element, &inner, &local)?;
            if !self.put(&mut result, variables, element) {
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
        Ok(self.combine(left, right, unchanged, |set, domain, a, b| {
            let inside = |c: &&Constraint| variables_of(c.expr()).all(|v| set.contains(&v));
            let local: Vec<Constraint> =
                thresholds.iter().filter(inside).map(|c| c.rename(within(set))).collect();
            domain.widen_up_to(a, b, &local).expect("the thresholds were checked")
        }))
    }
}

impl<D: Domain> Blocks<D> {
    fn bottom_element(&self) -> Blocked<D::Elem> {
        self.of(None)
    }
}
