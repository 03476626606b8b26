//! Making elements of PPL: every operation as calls that change a copy.

use std::ffi::c_int;

use soundline_domains::expr::{Constraint, LinearExpr, Var};

use super::calls::Raw;
use super::element::Owned;
use super::library::check;
use super::machine::PplMachine;
use crate::machine::Refusal;
use crate::operation::{Operation, OperationKind, Slot};

/// A function of PPL that changes its first operand by its second.
type Change = unsafe extern "C" fn(Raw, Raw) -> c_int;

impl PplMachine {
    fn extreme(&self, empty: bool) -> Result<Owned, Refusal> {
        let (new, dimensions) = (self.calls.new, self.space.dimensions());
        // SAFETY: the pair of functions belongs to the class.
        unsafe { Owned::new(self.calls.delete, |place| new(place, dimensions, empty.into())) }
    }

    /// A copy of an element.
    pub(super) fn copy(&self, slot: Slot) -> Result<Owned, Refusal> {
        let original = self.element(slot)?;
        // SAFETY: the pair of functions belongs to the class, and the original is alive.
        unsafe { Owned::new(self.calls.delete, |place| (self.calls.copy)(place, original)) }
    }

    /// A copy of one element, changed by another. With `aliased`, an element that is both operands
    /// is one object to PPL, too.
    fn changed(
        &self,
        first: Slot,
        second: Slot,
        change: Change,
        aliased: bool,
    ) -> Result<Owned, Refusal> {
        let result = self.copy(first)?;
        let by = if aliased && first == second { result.raw() } else { self.element(second)? };
        // SAFETY: both are alive and of the class and the space.
        check(unsafe { change(result.raw(), by) })?;
        Ok(result)
    }

    /// The element that an operation makes.
    pub(super) fn make(&mut self, operation: &Operation, aliased: bool) -> Result<Owned, Refusal> {
        match operation {
            Operation::Top => self.extreme(false),
            Operation::Bottom => self.extreme(true),
            Operation::Constraints(constraints) => {
                let top = self.extreme(false)?;
                constraints.iter().try_fold(top, |element, c| self.guarded(element, c))
            }
            Operation::Join(a, b) => self.changed(*a, *b, self.calls.join, aliased),
            Operation::Meet(a, b) => self.changed(*a, *b, self.calls.meet, aliased),
            // In PPL the larger operand is the one that is changed.
            Operation::Widen(a, b) => self.changed(*b, *a, self.calls.widen, aliased),
            Operation::Narrow(a, b) => {
                // In PPL the smaller operand is the one that is changed.
                let narrow = self.narrow.ok_or(Refusal::unsupported(OperationKind::Narrow))?;
                self.changed(*b, *a, narrow, aliased)
            }
            Operation::Assign(a, assignments) => {
                self.check_assignments(assignments)?;
                let element = self.copy(*a)?;
                match assignments.as_slice() {
                    [(variable, expr)] => self.assigned(element, *variable, expr),
                    several => self.assigned_at_once(element, several),
                }
            }
            Operation::Forget(a, variables) => {
                self.check_variables(variables.iter())?;
                let element = self.copy(*a)?;
                let mut dimensions = variables.clone();
                // SAFETY: the element is alive, and the list has so many dimensions.
                check(unsafe {
                    let list = dimensions.as_mut_ptr();
                    (self.calls.forget)(element.raw(), list, dimensions.len())
                })?;
                Ok(element)
            }
            Operation::Guard(a, constraint) => {
                let element = self.copy(*a)?;
                self.guarded(element, constraint)
            }
            Operation::Embed(a, sources) => self.embedded(*a, sources),
        }
    }

    /// The points that satisfy the constraint. PPL has no `!=`: it holds for all points, unless it
    /// has no variables and is false.
    fn guarded(&mut self, element: Owned, constraint: &Constraint) -> Result<Owned, Refusal> {
        self.space.check(constraint.expr()).map_err(misuse)?;
        match self.translator.constraint(constraint)? {
            Some(constraint) => {
                // SAFETY: both are alive, and the constraint is over the space.
                check(unsafe { (self.calls.refine)(element.raw(), constraint.raw()) })?;
                Ok(element)
            }
            None if constraint.as_constant() == Some(false) => self.extreme(true),
            None => Ok(element),
        }
    }

    fn assigned(&mut self, element: Owned, to: Var, expr: &LinearExpr) -> Result<Owned, Refusal> {
        let (expr, denominator) = self.translator.expression(expr)?;
        let denominator = self.translator.coefficient(&denominator)?;
        // SAFETY: all are alive, the denominator is not 0, and the element has the dimensions.
        check(unsafe { (self.calls.assign)(element.raw(), to, expr.raw(), denominator) })?;
        Ok(element)
    }

    /// New dimensions get the values, while the old ones still have theirs; then they take their
    /// place.
    fn assigned_at_once(
        &mut self,
        element: Owned,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<Owned, Refusal> {
        let old = self.space.dimensions();
        let mut element = self.with_more_dimensions(element, assignments.len())?;
        let mut places: Vec<usize> = (0..old).collect();
        for (index, (variable, expr)) in assignments.iter().enumerate() {
            element = self.assigned(element, old + index, expr)?;
            places[*variable] = self.ppl.not_a_dimension;
            places.push(*variable);
        }
        self.with_dimensions_at(element, places)
    }

    fn embedded(&self, slot: Slot, sources: &[Option<Var>]) -> Result<Owned, Refusal> {
        let old = self.space.dimensions();
        if sources.len() != old {
            let fault = format!("there are {} sources for {old} dimensions", sources.len());
            return Err(Refusal::Misuse(fault));
        }
        self.check_variables(sources.iter().flatten())?;
        let mut places = vec![self.ppl.not_a_dimension; old];
        for (place, source) in sources.iter().enumerate() {
            match source {
                Some(source) if places[*source] != self.ppl.not_a_dimension => {
                    return Err(Refusal::Misuse(format!("x{source} is a source twice")));
                }
                Some(source) => places[*source] = place,
                None => places.push(place),
            }
        }
        let element = self.with_more_dimensions(self.copy(slot)?, places.len() - old)?;
        self.with_dimensions_at(element, places)
    }

    fn with_more_dimensions(&self, element: Owned, count: usize) -> Result<Owned, Refusal> {
        // SAFETY: the element is alive.
        check(unsafe { (self.calls.add_dimensions)(element.raw(), count) })?;
        Ok(element)
    }

    /// Move every dimension to its place; those without a place are projected away.
    fn with_dimensions_at(&self, element: Owned, mut places: Vec<usize>) -> Result<Owned, Refusal> {
        // SAFETY: the element is alive and has as many dimensions as the list. Places are distinct
        // and without gaps.
        check(unsafe {
            let list = places.as_mut_ptr();
            (self.calls.map_dimensions)(element.raw(), list, places.len())
        })?;
        Ok(element)
    }

    fn check_variables<'a>(
        &self,
        mut variables: impl Iterator<Item = &'a Var>,
    ) -> Result<(), Refusal> {
        variables.try_for_each(|v| self.space.check_variable(*v)).map_err(misuse)
    }

    fn check_assignments(&self, assignments: &[(Var, LinearExpr)]) -> Result<(), Refusal> {
        self.check_variables(assignments.iter().map(|(variable, _)| variable))?;
        for (position, (variable, expr)) in assignments.iter().enumerate() {
            self.space.check(expr).map_err(misuse)?;
            if assignments[..position].iter().any(|(other, _)| other == variable) {
                return Err(Refusal::Misuse(format!("x{variable} is assigned twice")));
            }
        }
        Ok(())
    }
}

fn misuse(error: soundline_domains::Error) -> Refusal {
    Refusal::Misuse(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ppl::library::Ppl;
    use crate::ppl::{LIBRARY, class};
    use soundline_domains::expr::Space;

    #[test]
    fn an_error_of_the_library_is_an_exception() {
        let Some(path) = crate::dynamic::find(&[LIBRARY]) else {
            soundline_needs::PPL.missing("PPL is not installed");
            return;
        };
        let ppl = Ppl::open(&path).expect("PPL loads");
        for class in &class::ALL {
            let mut machine = PplMachine::new(ppl, class, &Space::reals(2)).expect(class.name);
            let top = machine.extreme(false).expect("top is always there");
            // The machine checks instructions; PPL is given a wrong one behind its back.
            match machine.assigned(top, 5, &LinearExpr::constant(1)) {
                Err(Refusal::Exception(text)) => {
                    assert!(text.starts_with("PPL error -3: "), "{}: {text}", class.name);
                }
                _ => panic!("{}: a dimension that does not exist was assigned", class.name),
            }
        }
    }
}
