//! Expressions and constraints into PPL and out of it, exactly.
//!
//! PPL's numbers are integers: expressions go in times their common denominator.

use std::ffi::c_int;
use std::ptr;

use soundline_domains::expr::{Constraint, LinearExpr, Relation, Var};
use soundline_domains::numbers::{Int, Rat};

use super::calls::{Calls, Raw, Shared};
use super::element::Owned;
use super::library::{Ppl, check};
use crate::dynamic::gmp::Integer;
use crate::machine::Refusal;

/// `enum ppl_enum_Constraint_Type`.
const LESS: c_int = 0;
const AT_MOST: c_int = 1;
const EQUAL: c_int = 2;
const AT_LEAST: c_int = 3;
const GREATER: c_int = 4;

/// Carries numbers between the two sides.
pub(super) struct Translator {
    shared: Shared,
    integer: Integer,
    coefficient: Owned,
}

impl Translator {
    /// A translator for the loaded library.
    pub(super) fn new(ppl: &Ppl) -> Result<Translator, Refusal> {
        let shared = ppl.shared;
        // SAFETY: the pair of functions belongs to coefficients.
        let coefficient = unsafe {
            Owned::new(shared.delete_coefficient, |place| (shared.new_coefficient)(place))
        };
        Ok(Translator { shared, integer: ppl.gmp.integer(), coefficient: coefficient? })
    }

    /// The coefficient, which has this value until it is used again.
    pub(super) fn coefficient(&mut self, value: &Int) -> Result<Raw, Refusal> {
        self.integer.set(value);
        let raw = self.coefficient.raw();
        // SAFETY: both numbers are initialised.
        check(unsafe { (self.shared.set_coefficient)(raw, self.integer.as_mut_ptr()) })?;
        Ok(raw)
    }

    /// An expression times its denominator, and the denominator.
    pub(super) fn expression(&mut self, expr: &LinearExpr) -> Result<(Owned, Int), Refusal> {
        let shared = self.shared;
        let dimensions = expr.dimensions();
        // SAFETY: the pair of functions belongs to expressions.
        let made = unsafe {
            Owned::new(shared.delete_expression, |place| (shared.new_expression)(place, dimensions))
        }?;
        let denominator = expr.denominator();
        let scale = Rat::from(&denominator);
        for (variable, factor) in expr.terms() {
            let factor = self.coefficient(&(factor * &scale).numerator())?;
            // SAFETY: the expression and the coefficient are alive.
            check(unsafe { (shared.add_to_coefficient)(made.raw(), *variable, factor) })?;
        }
        let constant = self.coefficient(&(expr.constant_term() * &scale).numerator())?;
        // SAFETY: as above.
        check(unsafe { (shared.add_to_constant)(made.raw(), constant) })?;
        Ok((made, denominator))
    }

    /// A constraint; `None` for `!=`, which PPL does not have.
    pub(super) fn constraint(&mut self, constraint: &Constraint) -> Result<Option<Owned>, Refusal> {
        let relation = match constraint.relation() {
            Relation::Eq => EQUAL,
            Relation::Ge => AT_LEAST,
            Relation::Gt => GREATER,
            Relation::Ne => return Ok(None),
        };
        let (expr, _) = self.expression(constraint.expr())?;
        let shared = self.shared;
        // SAFETY: the pair of functions belongs to constraints, and the expression is alive.
        let made = unsafe {
            Owned::new(shared.delete_constraint, |place| {
                (shared.new_constraint)(place, expr.raw(), relation)
            })
        };
        made.map(Some)
    }

    /// The constraints of an element, which may be rewritten into its smallest form.
    ///
    /// They are read from a polyhedron with the same points. PPL 1.2's functions that give the
    /// constraints of other classes give the address of a temporary that is gone by then.
    pub(super) fn constraints_of(
        &mut self,
        element: &Owned,
        calls: &Calls,
        is_polyhedron: bool,
    ) -> Result<Vec<Constraint>, Refusal> {
        let mut system: Raw = ptr::null_mut();
        if is_polyhedron {
            // SAFETY: the element is alive. The system belongs to it and stays as long as it does.
            check(unsafe {
                (self.shared.minimised_constraints_of_polyhedron)(element.raw(), &mut system)
            })?;
            return self.read_system(system);
        }
        let delete = self.shared.delete_polyhedron;
        // SAFETY: the element is alive; the address that is given is never followed.
        check(unsafe { (calls.minimise_constraints)(element.raw(), &mut system) })?;
        // SAFETY: the pair of functions belongs to polyhedra, and the element is alive.
        let polyhedron =
            unsafe { Owned::new(delete, |place| (calls.to_polyhedron)(place, element.raw())) }?;
        // SAFETY: the polyhedron is alive, and the system belongs to it.
        check(unsafe { (self.shared.constraints_of_polyhedron)(polyhedron.raw(), &mut system) })?;
        self.read_system(system)
    }

    /// The system is alive.
    fn read_system(&mut self, system: Raw) -> Result<Vec<Constraint>, Refusal> {
        let shared = self.shared;
        let iterator = || {
            // SAFETY: the pair of functions belongs to iterators.
            unsafe { Owned::new(shared.delete_iterator, |place| (shared.new_iterator)(place)) }
        };
        let (place, end) = (iterator()?, iterator()?);
        // SAFETY: the system and both iterators are alive.
        unsafe {
            check((shared.first)(system, place.raw()))?;
            check((shared.past_last)(system, end.raw()))?;
        }
        let mut constraints = Vec::new();
        // SAFETY: the iterators are alive and of the same system, which nobody changes.
        while check(unsafe { (shared.same_place)(place.raw(), end.raw()) })? == 0 {
            let mut constraint: Raw = ptr::null_mut();
            // SAFETY: as above, and the iterator is not at the end.
            check(unsafe { (shared.constraint_at)(place.raw(), &mut constraint) })?;
            constraints.push(self.read_constraint(constraint)?);
            // SAFETY: as above.
            check(unsafe { (shared.advance)(place.raw()) })?;
        }
        Ok(constraints)
    }

    /// The constraint is alive.
    fn read_constraint(&mut self, constraint: Raw) -> Result<Constraint, Refusal> {
        let shared = self.shared;
        let coefficient = self.coefficient.raw();
        let mut dimensions = 0;
        // SAFETY: the constraint is alive.
        check(unsafe { (shared.dimensions_of_constraint)(constraint, &mut dimensions) })?;
        let mut terms: Vec<(Var, Rat)> = Vec::new();
        for variable in 0..dimensions {
            // SAFETY: the constraint and the coefficient are alive.
            check(unsafe {
                (shared.coefficient_of_constraint)(constraint, variable, coefficient)
            })?;
            terms.push((variable, self.value()?));
        }
        // SAFETY: as above.
        check(unsafe { (shared.constant_of_constraint)(constraint, coefficient) })?;
        let expr = LinearExpr::new(terms, self.value()?);
        // SAFETY: the constraint is alive.
        let (expr, relation) = match check(unsafe { (shared.type_of_constraint)(constraint) })? {
            LESS => (-&expr, Relation::Gt),
            AT_MOST => (-&expr, Relation::Ge),
            EQUAL => (expr, Relation::Eq),
            AT_LEAST => (expr, Relation::Ge),
            GREATER => (expr, Relation::Gt),
            other => return Err(Refusal::Exception(format!("PPL has no constraint type {other}"))),
        };
        Ok(Constraint::new(expr, relation))
    }

    /// The value that the coefficient has.
    fn value(&mut self) -> Result<Rat, Refusal> {
        let raw = self.coefficient.raw();
        // SAFETY: both numbers are initialised.
        check(unsafe { (self.shared.get_coefficient)(raw, self.integer.as_mut_ptr()) })?;
        Ok(Rat::from(self.integer.get()))
    }
}
