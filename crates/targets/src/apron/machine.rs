//! A library with APRON's interface as a machine.

use std::ffi::c_uint;
use std::ptr::NonNull;

use soundline_domains::expr::{Constraint, Space};
use soundline_lattice::Answer;

use super::claims;
use super::context::Context;
use super::description::Description;
use super::dimensions::Dimensions;
use super::layout::Element;
use super::loading::{self, Loaded};
use super::numbers;
use super::sink::Sink;
use super::writing::Writer;
use crate::dynamic::Upward;
use crate::dynamic::mpfr::Reader;
use crate::machine::{Claims, Machine, Refusal};
use crate::operation::{Operation, OperationKind, Question, Slot, Touch};
use crate::profile::{Numbers, Profile};
use crate::target::TargetError;

/// What is done to the first operand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// It stays as it is.
    Pure,
    /// A copy of it is overwritten.
    InPlace,
}

/// A manager and the elements made so far.
pub(super) struct Apron {
    space: Space,
    profile: Profile,
    /// One bit for each operation of the profile.
    supported: u16,
    elements: Vec<NonNull<Element>>,
    pub(super) claims: Claims,
    pub(super) writer: Writer,
    /// Dimensions for the call at hand.
    pub(super) chosen: Vec<c_uint>,
    pub(super) mpfr: Reader,
    pub(super) sink: Sink,
    upward: Option<Upward>,
    /// Last, because what is above it is freed by its functions.
    pub(super) context: Context,
}

impl Apron {
    /// Open the library for a space.
    pub(super) fn open(description: &Description, space: &Space) -> Result<Apron, TargetError> {
        let numbers = match description.numbers {
            Some(numbers) => numbers,
            // Doubles claim least.
            None => {
                let mut sample = Apron::open_as(description, Numbers::Double, &Space::reals(1))?;
                numbers::found_out(&mut sample)
            }
        };
        Apron::open_as(description, numbers, space)
    }

    /// Open the library for a space, as one that computes with these numbers.
    fn open_as(
        description: &Description,
        numbers: Numbers,
        space: &Space,
    ) -> Result<Apron, TargetError> {
        let Loaded { context, gmp, mpfr } = loading::open(description)?;
        let dimensions = Dimensions::of(space);
        let profile = claims::profile(description, numbers, &context);
        let bits = OperationKind::ALL.iter().filter(|kind| profile.supports(**kind));
        Ok(Apron {
            space: space.clone(),
            supported: bits.fold(0, |bits, kind| bits | 1 << *kind as u16),
            profile,
            elements: Vec::new(),
            claims: Claims::default(),
            sink: Sink::new(&dimensions)?,
            writer: Writer::new(context.functions, dimensions, gmp),
            chosen: Vec::new(),
            mpfr,
            upward: None,
            context,
        })
    }

    /// The element of a number.
    #[inline]
    pub(super) fn element(&self, slot: Slot) -> Result<*mut Element, Refusal> {
        match self.elements.get(slot.0) {
            Some(element) => Ok(element.as_ptr()),
            None => Err(Refusal::Misuse(format!("there is no element {slot}"))),
        }
    }

    /// Interval code is sound only while the processor rounds upwards.
    #[inline]
    fn wake(&mut self) {
        if self.upward.is_none() {
            self.upward = Some(Upward::hold());
        }
    }

    fn run(&mut self, operation: &Operation, mode: Mode) -> Result<Slot, Refusal> {
        let kind = operation.kind();
        if self.supported & 1 << kind as u16 == 0 {
            return Err(Refusal::unsupported(kind));
        }
        self.wake();
        let element = self.make(operation, mode)?;
        if kind != OperationKind::Embed {
            self.claims = self.context.claims();
        }
        let element = self.owned(element, kind.name())?;
        self.elements.push(element);
        Ok(Slot(self.elements.len() - 1))
    }

    /// A result that is ours to free, unless the call that made it failed.
    #[inline]
    pub(super) fn owned(
        &self,
        element: *mut Element,
        what: &'static str,
    ) -> Result<NonNull<Element>, Refusal> {
        let checked = self.context.check(what);
        match (checked, NonNull::new(element)) {
            (Ok(()), Some(element)) => Ok(element),
            (Ok(()), None) => Err(Refusal::Exception(format!("no result of {what}"))),
            (Err(refusal), element) => {
                if let Some(element) = element {
                    self.free(element);
                }
                Err(refusal)
            }
        }
    }

    /// Give an element back to the library.
    pub(super) fn free(&self, element: NonNull<Element>) {
        // SAFETY: the element was made by this manager, and is forgotten by whoever calls this.
        unsafe { (self.context.functions.free)(self.context.manager(), element.as_ptr()) }
    }
}

impl Machine for Apron {
    fn space(&self) -> &Space {
        &self.space
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn keep(&mut self, count: usize) -> bool {
        while self.elements.len() > count {
            let element = self.elements.pop().expect("there are more than none");
            self.free(element);
        }
        true
    }

    fn reset(&mut self) {
        self.keep(0);
        self.claims = Claims::default();
        match &self.upward {
            Some(upward) => upward.renew(),
            None => self.wake(),
        }
    }

    fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        self.run(operation, Mode::Pure)
    }

    fn apply_in_place(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        self.run(operation, Mode::InPlace)
    }

    fn ask(&mut self, question: Question) -> Result<Answer, Refusal> {
        self.wake();
        self.answer(question)
    }

    fn touch(&mut self, slot: Slot, how: Touch) -> Result<(), Refusal> {
        self.wake();
        self.look(slot, how)
    }

    fn constraints(&mut self, slot: Slot) -> Result<Vec<Constraint>, Refusal> {
        self.wake();
        self.read_constraints(slot)
    }

    fn claims(&self) -> Claims {
        self.claims
    }

    fn rest(&mut self) {
        self.upward = None;
    }
}

impl Drop for Apron {
    fn drop(&mut self) {
        for element in std::mem::take(&mut self.elements) {
            self.free(element);
        }
    }
}
