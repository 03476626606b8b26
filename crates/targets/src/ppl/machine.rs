//! A class of PPL as a machine. PPL changes elements in place, so every result is a changed copy.

use std::ffi::c_char;
use std::ptr;

use soundline_domains::expr::{Constraint, LinearExpr, Space};
use soundline_lattice::Answer;

use super::calls::{Calls, Narrow, Raw};
use super::class::Class;
use super::element::Owned;
use super::library::{Ppl, check};
use super::translate::Translator;
use crate::dynamic::Upward;
use crate::machine::{Machine, Refusal};
use crate::operation::{Operation, Question, Slot, Touch};
use crate::profile::Profile;
use crate::target::TargetError;

/// A class of PPL over a space, with the elements made so far.
pub(super) struct PplMachine {
    pub(super) ppl: &'static Ppl,
    pub(super) calls: Calls,
    pub(super) narrow: Option<Narrow>,
    is_polyhedron: bool,
    /// Are all variables reals, as PPL takes them to be?
    all_real: bool,
    pub(super) space: Space,
    profile: Profile,
    pub(super) translator: Translator,
    elements: Vec<Owned>,
    /// PPL expects this rounding mode; held while the machine runs.
    upward: Option<Upward>,
}

impl PplMachine {
    /// A machine without elements.
    pub(super) fn new(
        ppl: &'static Ppl,
        class: &Class,
        space: &Space,
    ) -> Result<PplMachine, TargetError> {
        let (calls, narrow) = Calls::of(&ppl.library, class)?;
        let translator = Translator::new(ppl)
            .map_err(|fault| TargetError::BadDescription(format!("{}: {fault}", class.name)))?;
        Ok(PplMachine {
            ppl,
            calls,
            narrow,
            is_polyhedron: class.called == "Polyhedron",
            all_real: (0..space.dimensions()).all(|v| !space.is_integer(v)),
            space: space.clone(),
            profile: class.profile(ppl.bounded),
            translator,
            elements: Vec::new(),
            upward: None,
        })
    }

    /// An element, which is alive until the next reset.
    pub(super) fn element(&self, slot: Slot) -> Result<Raw, Refusal> {
        let element = self.elements.get(slot.0).map(Owned::raw);
        element.ok_or_else(|| Refusal::Misuse(format!("there is no element {slot}")))
    }

    fn run_upward(&mut self) {
        self.upward.get_or_insert_with(Upward::hold);
    }

    fn print(&self, element: Raw) -> Result<(), Refusal> {
        let mut text: *mut c_char = ptr::null_mut();
        // SAFETY: the element is alive; PPL writes the address of a string from malloc, or leaves
        // NULL, and free takes both.
        unsafe {
            let code = (self.calls.print)(&mut text, element);
            libc::free(text.cast());
            check(code)?;
        }
        Ok(())
    }

    fn read_bounds(&mut self, element: Raw) -> Result<(), Refusal> {
        let mut second = Translator::new(self.ppl)?;
        let denominator = second.coefficient(&1.into())?;
        for variable in 0..self.space.dimensions() {
            let (expr, _) = self.translator.expression(&LinearExpr::variable(variable))?;
            let numerator = self.translator.coefficient(&0.into())?;
            for extreme in [self.calls.maximise, self.calls.minimise] {
                let mut attained = 0;
                // SAFETY: all are alive, and the expression is over the space.
                check(unsafe {
                    extreme(element, expr.raw(), numerator, denominator, &mut attained)
                })?;
            }
        }
        Ok(())
    }
}

impl Machine for PplMachine {
    fn space(&self) -> &Space {
        &self.space
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn reset(&mut self) {
        self.elements.clear();
        self.run_upward();
        if let Some(upward) = &self.upward {
            upward.renew();
        }
    }

    fn keep(&mut self, count: usize) -> bool {
        self.elements.truncate(count);
        true
    }

    fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        self.run_upward();
        let element = self.make(operation, false)?;
        self.elements.push(element);
        Ok(Slot(self.elements.len() - 1))
    }

    /// PPL has no other functions for this; only an operand that is used twice makes a difference.
    fn apply_in_place(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        self.run_upward();
        let element = self.make(operation, true)?;
        self.elements.push(element);
        Ok(Slot(self.elements.len() - 1))
    }

    fn ask(&mut self, question: Question) -> Result<Answer, Refusal> {
        self.run_upward();
        let calls = &self.calls;
        // SAFETY: the elements are alive and of the class and the space.
        let yes = check(unsafe {
            match question {
                Question::Leq(a, b) => (calls.contains)(self.element(b)?, self.element(a)?),
                Question::Equal(a, b) => (calls.equals)(self.element(a)?, self.element(b)?),
                Question::IsBottom(a) => (calls.is_empty)(self.element(a)?),
                Question::IsTop(a) => (calls.is_universe)(self.element(a)?),
            }
        })? > 0;
        // Points that make a difference may not be integers.
        Ok(match (yes, self.all_real) {
            (true, _) => Answer::Yes,
            (false, true) => Answer::No,
            (false, false) => Answer::Unknown,
        })
    }

    fn touch(&mut self, slot: Slot, how: Touch) -> Result<(), Refusal> {
        self.run_upward();
        let raw = self.element(slot)?;
        match how {
            // SAFETY: the element is alive.
            Touch::IsBottom => check(unsafe { (self.calls.is_empty)(raw) }).map(drop),
            Touch::Print => self.print(raw),
            Touch::Constraints if self.is_polyhedron => {
                let (mut system, look) =
                    (ptr::null_mut(), self.ppl.shared.constraints_of_polyhedron);
                // SAFETY: the element is alive; the address that is given is never followed.
                check(unsafe { look(raw, &mut system) }).map(drop)
            }
            // The constraints go into a polyhedron; see `translate` for why.
            Touch::Constraints => {
                let delete = self.ppl.shared.delete_polyhedron;
                // SAFETY: the pair of functions belongs to polyhedra, and the element is alive.
                unsafe { Owned::new(delete, |place| (self.calls.to_polyhedron)(place, raw)) }
                    .map(drop)
            }
            Touch::Bounds => self.read_bounds(raw),
            Touch::Canonical => {
                let mut system = ptr::null_mut();
                // SAFETY: the element is alive; the address that is given is never followed.
                check(unsafe { (self.calls.minimise_constraints)(raw, &mut system) }).map(drop)
            }
        }
    }

    /// Read from a copy, because reading rewrites elements into their smallest form.
    fn constraints(&mut self, slot: Slot) -> Result<Vec<Constraint>, Refusal> {
        self.run_upward();
        let copy = self.copy(slot)?;
        self.translator.constraints_of(&copy, &self.calls, self.is_polyhedron)
    }

    fn rest(&mut self) {
        self.upward = None;
    }
}
