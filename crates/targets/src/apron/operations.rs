//! The calls that make elements.

use std::ffi::c_uint;
use std::ptr::{self, NonNull};

use soundline_domains::expr::{Constraint, LinearExpr, Var};

use super::dimensions::Embedding;
use super::functions::{Binary, Extrapolation};
use super::layout::{DimensionChange, Element, Permutation};
use super::machine::{Apron, Mode};
use super::writing::dimensions_of;
use crate::machine::Refusal;
use crate::operation::{Operation, OperationKind, Slot};

impl Apron {
    /// Make an element. Whether the call succeeded, the caller finds out.
    pub(super) fn make(
        &mut self,
        operation: &Operation,
        mode: Mode,
    ) -> Result<*mut Element, Refusal> {
        match operation {
            Operation::Join(a, b) => self.combine(self.context.functions.join, *a, *b, mode),
            Operation::Meet(a, b) => self.combine(self.context.functions.meet, *a, *b, mode),
            Operation::Assign(a, assignments) => self.assign(*a, assignments, mode),
            Operation::Forget(a, variables) => self.forget(*a, variables, mode),
            Operation::Guard(a, constraint) => self.guard(*a, constraint, mode),
            Operation::Embed(a, sources) => self.embed(*a, sources, mode),
            other if mode == Mode::InPlace => Err(Refusal::unsupported(other.kind())),
            Operation::Widen(a, b) => self.extrapolate(self.context.functions.widening, *a, *b),
            Operation::Narrow(a, b) => {
                let narrowing = self.context.narrowing;
                let narrowing = narrowing.ok_or(Refusal::unsupported(OperationKind::Narrow))?;
                self.extrapolate(narrowing, *a, *b)
            }
            Operation::Top => Ok(self.constant(true)),
            Operation::Bottom => Ok(self.constant(false)),
            Operation::Constraints(constraints) => self.constrained(constraints),
        }
    }

    fn constant(&self, top: bool) -> *mut Element {
        let functions = &self.context.functions;
        let function = if top { functions.top } else { functions.bottom };
        let dimensions = self.writer.dimensions();
        // SAFETY: the manager lives.
        unsafe { function(self.context.manager(), dimensions.integers(), dimensions.reals()) }
    }

    fn constrained(&mut self, constraints: &[Constraint]) -> Result<*mut Element, Refusal> {
        let mut array = self.writer.constraints(constraints)?;
        let dimensions = self.writer.dimensions();
        let (integers, reals) = (dimensions.integers(), dimensions.reals());
        let function = self.context.functions.of_constraints;
        // SAFETY: the manager and the buffers of the writer live; they are only read.
        Ok(unsafe { function(self.context.manager(), integers, reals, &mut array) })
    }

    /// The operand for a call, and whether the call may overwrite it: in place, a copy.
    #[inline]
    fn operand(&self, slot: Slot, mode: Mode) -> Result<(*mut Element, bool), Refusal> {
        let element = self.element(slot)?;
        if mode == Mode::Pure {
            return Ok((element, false));
        }
        // SAFETY: the manager and the element live.
        let copy = unsafe { (self.context.functions.copy)(self.context.manager(), element) };
        Ok((self.owned(copy, "copy")?.as_ptr(), true))
    }

    #[inline]
    fn combine(
        &self,
        function: Binary,
        a: Slot,
        b: Slot,
        mode: Mode,
    ) -> Result<*mut Element, Refusal> {
        let b = self.element(b)?;
        let (a, overwrite) = self.operand(a, mode)?;
        // SAFETY: the manager and both elements live; an element that is overwritten is a copy.
        Ok(unsafe { function(self.context.manager(), overwrite, a, b) })
    }

    #[inline]
    fn extrapolate(
        &self,
        function: Extrapolation,
        a: Slot,
        b: Slot,
    ) -> Result<*mut Element, Refusal> {
        let (a, b) = (self.element(a)?, self.element(b)?);
        // SAFETY: the manager and both elements live.
        Ok(unsafe { function(self.context.manager(), a, b) })
    }

    fn assign(
        &mut self,
        a: Slot,
        assignments: &[(Var, LinearExpr)],
        mode: Mode,
    ) -> Result<*mut Element, Refusal> {
        let variables = assignments.iter().map(|(variable, _)| *variable);
        dimensions_of(self.writer.dimensions(), variables, &mut self.chosen)?;
        if self.chosen.len() < assignments.len() {
            return Err(Refusal::Misuse("a variable is assigned twice".to_string()));
        }
        let expressions = self.writer.expressions(assignments.iter().map(|(_, expr)| expr))?;
        let (a, overwrite) = self.operand(a, mode)?;
        let (size, chosen) = (self.chosen.len(), self.chosen.as_mut_ptr());
        let function = self.context.functions.assign;
        let manager = self.context.manager();
        // SAFETY: the manager, the element and the buffers live; there are as many dimensions as
        // expressions, all within the space; an element that is overwritten is a copy.
        Ok(unsafe { function(manager, overwrite, a, chosen, expressions, size, ptr::null_mut()) })
    }

    fn forget(&mut self, a: Slot, variables: &[Var], mode: Mode) -> Result<*mut Element, Refusal> {
        let variables = variables.iter().copied();
        dimensions_of(self.writer.dimensions(), variables, &mut self.chosen)?;
        let (a, overwrite) = self.operand(a, mode)?;
        let (size, chosen) = (self.chosen.len(), self.chosen.as_mut_ptr());
        let function = self.context.functions.forget;
        // SAFETY: the manager, the element and the dimensions live, and the dimensions exist; an
        // element that is overwritten is a copy.
        Ok(unsafe { function(self.context.manager(), overwrite, a, chosen, size, false) })
    }

    fn guard(
        &mut self,
        a: Slot,
        constraint: &Constraint,
        mode: Mode,
    ) -> Result<*mut Element, Refusal> {
        let mut array = self.writer.constraints([constraint])?;
        let (a, overwrite) = self.operand(a, mode)?;
        let function = self.context.functions.meet_constraints;
        // SAFETY: the manager, the element and the buffers live; an element that is overwritten
        // is a copy.
        Ok(unsafe { function(self.context.manager(), overwrite, a, &mut array) })
    }

    /// Remove, permute, add: each step frees the result of the one before.
    fn embed(
        &mut self,
        a: Slot,
        sources: &[Option<Var>],
        mode: Mode,
    ) -> Result<*mut Element, Refusal> {
        let mut plan = Embedding::plan(self.writer.dimensions(), sources)?;
        let functions = self.context.functions;
        let manager = self.context.manager();
        // SAFETY: the manager and the element live.
        let copy = unsafe { (functions.copy)(manager, self.element(a)?) };
        let mut element = self.owned(copy, "copy")?;
        self.claims = self.context.claims();
        let overwrite = mode == Mode::InPlace;
        if !plan.removed.is_empty() {
            let mut change = change(&mut plan.removed, plan.removed_integers);
            let function = functions.remove_dimensions;
            // SAFETY: the manager, the element and the plan live; what is overwritten is ours.
            let made = unsafe { function(manager, overwrite, element.as_ptr(), &mut change) };
            element = self.step(element, made, overwrite)?;
        }
        if !plan.moved.is_empty() {
            let (size, dimensions) = (plan.moved.len(), plan.moved.as_mut_ptr());
            let mut permutation = Permutation { dimensions, size };
            let function = functions.permute_dimensions;
            // SAFETY: as above, and the permutation has an entry for each dimension left.
            let made = unsafe { function(manager, overwrite, element.as_ptr(), &mut permutation) };
            element = self.step(element, made, overwrite)?;
        }
        if !plan.added.is_empty() {
            let mut change = change(&mut plan.added, plan.added_integers);
            let function = functions.add_dimensions;
            // SAFETY: as above.
            let made =
                unsafe { function(manager, overwrite, element.as_ptr(), &mut change, false) };
            element = self.step(element, made, overwrite)?;
        }
        Ok(element.as_ptr())
    }

    fn step(
        &mut self,
        before: NonNull<Element>,
        made: *mut Element,
        overwritten: bool,
    ) -> Result<NonNull<Element>, Refusal> {
        let last = self.context.claims();
        self.claims.exact &= last.exact;
        self.claims.best &= last.best;
        if !overwritten {
            self.free(before);
        }
        self.owned(made, OperationKind::Embed.name())
    }
}

fn change(dimensions: &mut [c_uint], integers: usize) -> DimensionChange {
    let reals = dimensions.len() - integers;
    DimensionChange { dimensions: dimensions.as_mut_ptr(), integers, reals }
}
