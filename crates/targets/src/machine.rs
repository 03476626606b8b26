//! An abstract domain under test, as a machine that makes elements and answers questions.
//!
//! Elements stay inside the machine and are known by their number. So one interface serves domains
//! in Rust, C libraries whose elements are pointers, and programs at the other end of a pipe; and a
//! trace is nothing but a list of its instructions.

use soundline_domains::expr::{Constraint, Space};
use soundline_lattice::Answer;

use crate::operation::{Operation, OperationKind, Question, Slot, Touch};
use crate::profile::Profile;

/// Why a machine did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The library has no such operation.
    #[error("it does not support {0}")]
    Unsupported(&'static str),
    /// The library reported a fault of its own, such as an overflow that it noticed.
    #[error("it raised an exception: {0}")]
    Exception(String),
    /// The instruction does not fit the space or names an element that does not exist.
    #[error("{0}")]
    Misuse(String),
    /// The other side of a pipe broke the protocol or went away.
    #[error("{0}")]
    Broken(String),
}

impl Refusal {
    /// The operation is not there.
    pub fn unsupported(kind: OperationKind) -> Refusal {
        Refusal::Unsupported(kind.name())
    }
}

/// An abstract domain over one space of variables, with the elements made so far.
///
/// Elements are never changed by making others from them, and stay until [`reset`](Machine::reset).
/// No instruction is checked twice: whoever generates them respects the profile.
pub trait Machine {
    /// The variables.
    fn space(&self) -> &Space;

    /// What the domain can do.
    fn profile(&self) -> &Profile;

    /// Drop all elements; the next one made has number 0 again. Whatever state the library keeps
    /// for the thread (the rounding mode) is set for it.
    fn reset(&mut self);

    /// Drop all elements but the first so many; the next one made gets that number. A machine that
    /// cannot do so says false, and all elements stay.
    fn keep(&mut self, count: usize) -> bool {
        let _ = count;
        false
    }

    /// Make an element; it gets the next number.
    fn apply(&mut self, operation: &Operation) -> Result<Slot, Refusal>;

    /// Make an element by the library's in-place variant of the operation: a copy of the first
    /// operand is overwritten by the result, which gets the next number.
    fn apply_in_place(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        let _ = operation;
        Err(Refusal::Unsupported("operations in place"))
    }

    /// Answer a question. [`Answer::Unknown`] is a no that the library does not vouch for.
    fn ask(&mut self, question: Question) -> Result<Answer, Refusal>;

    /// Look at an element; what there is to see is thrown away.
    fn touch(&mut self, slot: Slot, how: Touch) -> Result<(), Refusal>;

    /// The constraints that the element says hold: all points for none, no point if one is false.
    fn constraints(&mut self, slot: Slot) -> Result<Vec<Constraint>, Refusal>;

    /// Does the library say that its last result was exact, or the best one possible?
    fn claims(&self) -> Claims {
        Claims::default()
    }

    /// Undo what [`reset`](Machine::reset) set for the thread, so that another machine may run.
    fn rest(&mut self) {}
}

/// What a library says about its last result. Nothing is the safe thing to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The result stands for exactly the concrete result.
    pub exact: bool,
    /// No element of the domain is a better result.
    pub best: bool,
}
