//! The calls that look at elements.

use std::ffi::c_uint;

use soundline_domains::expr::Constraint;
use soundline_lattice::Answer;

use super::functions::{Comparison, Predicate};
use super::layout::entry;
use super::machine::Apron;
use super::reading;
use crate::machine::Refusal;
use crate::operation::{Question, Slot, Touch};

impl Apron {
    /// Answer a question. A no counts only if the library flags it as exact.
    pub(super) fn answer(&self, question: Question) -> Result<Answer, Refusal> {
        let functions = &self.context.functions;
        let (yes, what) = match question {
            Question::IsBottom(a) => {
                let what = "is_bottom";
                (self.predicate(entry::IS_BOTTOM, functions.is_bottom, a, what)?, what)
            }
            Question::IsTop(a) => {
                let what = "is_top";
                (self.predicate(entry::IS_TOP, functions.is_top, a, what)?, what)
            }
            Question::Leq(a, b) => {
                let what = "leq";
                (self.comparison(entry::IS_LEQ, functions.is_leq, a, b, what)?, what)
            }
            Question::Equal(a, b) => {
                let what = "equal";
                (self.comparison(entry::IS_EQ, functions.is_eq, a, b, what)?, what)
            }
        };
        self.context.check(what)?;
        Ok(match yes {
            0 if self.context.claims().exact => Answer::No,
            0 => Answer::Unknown,
            _ => Answer::Yes,
        })
    }

    /// Look at an element.
    pub(super) fn look(&self, slot: Slot, how: Touch) -> Result<(), Refusal> {
        match how {
            Touch::IsBottom => self.answer(Question::IsBottom(slot)).map(drop),
            Touch::Constraints => self.read_constraints(slot).map(drop),
            Touch::Bounds => self.read_bounds(slot),
            Touch::Print => self.print(slot),
            Touch::Canonical => self.canonicalize(slot),
        }
    }

    #[inline]
    fn predicate(
        &self,
        entry: usize,
        function: Predicate,
        slot: Slot,
        what: &'static str,
    ) -> Result<u8, Refusal> {
        self.require(entry, what)?;
        let element = self.element(slot)?;
        // SAFETY: the manager and the element live, and the library has the predicate.
        Ok(unsafe { function(self.context.manager(), element) })
    }

    #[inline]
    fn comparison(
        &self,
        entry: usize,
        function: Comparison,
        a: Slot,
        b: Slot,
        what: &'static str,
    ) -> Result<u8, Refusal> {
        self.require(entry, what)?;
        let (a, b) = (self.element(a)?, self.element(b)?);
        // SAFETY: the manager and both elements live, and the library has the comparison.
        Ok(unsafe { function(self.context.manager(), a, b) })
    }

    #[inline]
    fn require(&self, entry: usize, what: &'static str) -> Result<(), Refusal> {
        if self.context.has(entry) { Ok(()) } else { Err(Refusal::Unsupported(what)) }
    }

    /// The constraints of an element, exactly as the library gives them.
    pub(super) fn read_constraints(&self, slot: Slot) -> Result<Vec<Constraint>, Refusal> {
        self.require(entry::TO_CONSTRAINTS, "constraints")?;
        let element = self.element(slot)?;
        let functions = &self.context.functions;
        // SAFETY: the manager and the element live; the array is ours, and is read before it is
        // cleared.
        let read = unsafe {
            let mut array = (functions.to_constraints)(self.context.manager(), element);
            let read = reading::constraints(&array, self.writer.dimensions(), &self.mpfr);
            (functions.constraints_clear)(&mut array);
            read
        };
        self.context.check("constraints")?;
        read
    }

    fn read_bounds(&self, slot: Slot) -> Result<(), Refusal> {
        self.require(entry::BOUND_DIMENSION, "bounds")?;
        let element = self.element(slot)?;
        let functions = &self.context.functions;
        for dimension in 0..self.writer.dimensions().count() as c_uint {
            // SAFETY: the manager and the element live, the dimension exists, the interval is ours.
            unsafe {
                let manager = self.context.manager();
                let interval = (functions.bound_dimension)(manager, element, dimension);
                if !interval.is_null() {
                    (functions.interval_free)(interval);
                }
            }
        }
        self.context.check("bounds")
    }

    fn print(&self, slot: Slot) -> Result<(), Refusal> {
        self.require(entry::PRINT, "print")?;
        let (manager, element) = (self.context.manager(), self.element(slot)?);
        let (stream, names) = (self.sink.stream(), self.sink.names());
        // SAFETY: the stream, the names, the manager and the element live.
        unsafe { (self.context.functions.print)(stream, manager, element, names) };
        self.context.check("print")
    }

    fn canonicalize(&self, slot: Slot) -> Result<(), Refusal> {
        self.require(entry::CANONICALIZE, "canonical")?;
        let (manager, element) = (self.context.manager(), self.element(slot)?);
        // SAFETY: the manager and the element live.
        unsafe { (self.context.functions.canonicalize)(manager, element) };
        self.context.check("canonical")
    }
}
