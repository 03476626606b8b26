//! Expressions and constraints handed to a library, in buffers that are used again and again.

use std::ffi::{c_int, c_uint};
use std::ptr::{self, NonNull};

use soundline_domains::expr::{Constraint, LinearExpr, Relation};
use soundline_domains::numbers::Rat;

use super::dimensions::Dimensions;
use super::functions::Functions;
use super::layout::{self, Coefficient, Expression, SPARSE, Term};
use crate::dynamic::gmp::{Fraction, Gmp};
use crate::machine::Refusal;

/// Buffers of expressions, each with room for all dimensions.
///
/// The library allocates and frees them; in between the number of terms in use is written into the
/// expression's size, so that no call sees terms that are not meant. Numbers go in exactly, as
/// rationals: rounding them is the library's job, and part of what is tested.
pub(super) struct Writer {
    functions: Functions,
    dimensions: Dimensions,
    buffers: Vec<NonNull<Expression>>,
    constraints: Vec<layout::Constraint>,
    pointers: Vec<*mut Expression>,
    large: Fraction,
}

impl Writer {
    /// No buffers yet.
    pub(super) fn new(functions: Functions, dimensions: Dimensions, gmp: Gmp) -> Writer {
        Writer {
            functions,
            dimensions,
            buffers: Vec::new(),
            constraints: Vec::new(),
            pointers: Vec::new(),
            large: gmp.fraction(),
        }
    }

    /// The dimensions.
    #[inline]
    pub(super) fn dimensions(&self) -> &Dimensions {
        &self.dimensions
    }

    /// The constraints as the library wants them, until the next call.
    pub(super) fn constraints<'a>(
        &mut self,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Result<layout::Constraints, Refusal> {
        self.constraints.clear();
        for (index, constraint) in constraints.into_iter().enumerate() {
            let expression = self.write(index, constraint.expr())?;
            let relation = relation(constraint.relation());
            let modulus = ptr::null_mut();
            self.constraints.push(layout::Constraint { expression, relation, modulus });
        }
        let size = self.constraints.len();
        Ok(layout::Constraints { first: self.constraints.as_mut_ptr(), size })
    }

    /// An array of expressions as the library wants it, until the next call.
    pub(super) fn expressions<'a>(
        &mut self,
        expressions: impl IntoIterator<Item = &'a LinearExpr>,
    ) -> Result<*mut *mut Expression, Refusal> {
        self.pointers.clear();
        for (index, expression) in expressions.into_iter().enumerate() {
            let pointer = self.write(index, expression)?;
            self.pointers.push(pointer);
        }
        Ok(self.pointers.as_mut_ptr())
    }

    fn write(&mut self, index: usize, expr: &LinearExpr) -> Result<*mut Expression, Refusal> {
        if let Some((last, _)) = expr.terms().last() {
            self.dimensions.check(*last)?;
        }
        if index == self.buffers.len() {
            self.grow()?;
        }
        let expression = self.buffers[index].as_ptr();
        // SAFETY: the buffer was allocated with a term for every dimension, and the terms of the
        // expression have distinct variables that exist.
        unsafe {
            let terms: *mut Term = (*expression).parts.cast();
            for (place, (variable, factor)) in expr.terms().iter().enumerate() {
                let term = terms.add(place);
                (*term).dimension = self.dimensions.of_variable(*variable);
                self.set(&raw mut (*term).coefficient, factor);
            }
            if !self.dimensions.ordered() {
                let used = std::slice::from_raw_parts_mut(terms, expr.terms().len());
                used.sort_unstable_by_key(|term| term.dimension);
            }
            (*expression).size = expr.terms().len();
            self.set(&raw mut (*expression).constant, expr.constant_term());
        }
        Ok(expression)
    }

    /// Write a number exactly.
    ///
    /// # Safety
    /// The coefficient was initialised by the library.
    #[inline]
    unsafe fn set(&mut self, coefficient: *mut Coefficient, value: &Rat) {
        // SAFETY: the coefficient is initialised, and denominators of words are not 0.
        unsafe {
            match value.to_words() {
                Some((integer, 1)) => (self.functions.set_int)(coefficient, integer),
                Some((above, below)) => (self.functions.set_fraction)(coefficient, above, below),
                None => {
                    self.large.set(value);
                    (self.functions.set_mpq)(coefficient, self.large.as_mut_ptr());
                }
            }
        }
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Refusal> {
        // SAFETY: any size will do.
        let buffer = unsafe { (self.functions.expression_alloc)(SPARSE, self.dimensions.count()) };
        let buffer = NonNull::new(buffer)
            .ok_or_else(|| Refusal::Broken("the library gave no memory".to_string()))?;
        self.buffers.push(buffer);
        Ok(())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        for buffer in &self.buffers {
            // SAFETY: the buffer is the library's, and has its own number of terms again.
            unsafe {
                (*buffer.as_ptr()).size = self.dimensions.count();
                (self.functions.expression_free)(buffer.as_ptr());
            }
        }
    }
}

fn relation(relation: Relation) -> c_int {
    match relation {
        Relation::Eq => layout::EQUAL,
        Relation::Ge => layout::AT_LEAST,
        Relation::Gt => layout::ABOVE,
        Relation::Ne => layout::DIFFERENT,
    }
}

/// The dimensions of variables that exist, each once, in the order given.
pub(super) fn dimensions_of(
    dimensions: &Dimensions,
    variables: impl IntoIterator<Item = usize>,
    found: &mut Vec<c_uint>,
) -> Result<(), Refusal> {
    found.clear();
    for variable in variables {
        dimensions.check(variable)?;
        let dimension = dimensions.of_variable(variable);
        if !found.contains(&dimension) {
            found.push(dimension);
        }
    }
    Ok(())
}
