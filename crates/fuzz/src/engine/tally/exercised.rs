//! What a test exercised: operations, and the kind of an operand.

use soundline_targets::{Operation, OperationKind};

use crate::trace::Trace;

/// What an operand of a property was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandKind {
    /// No point.
    Bottom,
    /// All points.
    Top,
    /// Something else.
    Proper,
}

/// What a test exercised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exercised {
    pub(super) operations: [u64; OperationKind::ALL.len()],
    pub(super) operand: Option<OperandKind>,
}

impl Exercised {
    /// The operations of a test.
    pub fn by(trace: &Trace) -> Exercised {
        let mut exercised = Exercised::default();
        let kinds = trace.operations().map(Operation::kind);
        kinds.for_each(|kind| exercised.operations[kind as usize] += 1);
        exercised
    }

    /// An operand that was looked at.
    pub fn with(self, operand: Option<OperandKind>) -> Exercised {
        Exercised { operand, ..self }
    }
}
