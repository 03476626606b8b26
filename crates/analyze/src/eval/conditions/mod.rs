//! Conditions: what is left of a state where a value is not 0, or is.

mod backward;
mod comparisons;
mod floats;
mod pointers;

use super::{Address, Evaluated, Number, Step};
use crate::numeric::Range;
use soundline_c::{BinaryOp, Rank, Type, UnaryOp, Value, ValueKind};

impl Step<'_, '_> {
    /// The memories in which the value is not 0 (or is 0, if `wanted` is false); none if there is
    /// none.
    pub(crate) fn assume(mut self, value: &Value, wanted: bool) -> Option<Self> {
        self.compares = true;
        match &value.kind {
            ValueKind::Int(constant) => ((*constant != 0) == wanted).then_some(self),
            ValueKind::Unary(UnaryOp::Not, operand) => self.assume(operand, !wanted),
            ValueKind::Binary(op, left, right) if op.is_comparison() => {
                self.assume_comparison(*op, left, right, wanted)
            }
            ValueKind::Convert(operand) if self.keeps_truth(operand, value) => {
                self.assume(operand, wanted)
            }
            _ => match self.eval(value) {
                Evaluated::Int(number) => {
                    let op = if wanted { BinaryOp::Ne } else { BinaryOp::Eq };
                    let step = self.compare(op, &number, &Number::constant(0))?;
                    step.zero_bits(value, !wanted)?.narrow_with(op, value, 0)
                }
                Evaluated::Pointer(address) => self.assume_null(value, &address, !wanted),
                // NaN is not 0.
                Evaluated::Float(_) => self.floats_differ_from_zero(value, wanted),
                Evaluated::Other => {
                    self.imprecise = true;
                    Some(self)
                }
            },
        }
    }

    /// Whether the value is 0 exactly if the operand of its conversion is.
    fn keeps_truth(&self, operand: &Value, value: &Value) -> bool {
        let types = &self.env.program.types;
        let (from, to) = (types.integer(operand.ty), types.integer(value.ty));
        match (types.get(operand.ty), from, to) {
            (Type::Pointer(_) | Type::Float(_), _, Some(to)) => to.rank == Rank::Bool,
            (_, Some(from), Some(to)) => to.rank == Rank::Bool || to.bits >= from.bits,
            _ => false,
        }
    }

    /// The memories of both computations.
    pub(crate) fn join(&mut self, other: Self) {
        self.state = self.env.join(&self.state, &other.state);
        self.scratch = self.scratch.max(other.scratch);
        self.imprecise |= other.imprecise;
    }

    /// Whether a comparison holds, as 0 or 1.
    pub(super) fn truth_number(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Number {
        let holds = self.with(self.state.clone()).assume_comparison(op, left, right, true);
        let fails = self.with(self.state.clone()).assume_comparison(op, left, right, false);
        match (holds.is_some(), fails.is_some()) {
            (true, false) => Number::constant(1),
            (false, true) => Number::constant(0),
            _ => Number::within(Range::TRUTH),
        }
    }

    /// Whether a value is not 0, if that is certain.
    pub(crate) fn truth(&mut self, value: &Value) -> Option<bool> {
        let holds = self.with(self.state.clone()).assume(value, true);
        let fails = self.with(self.state.clone()).assume(value, false);
        match (holds.is_some(), fails.is_some()) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }
}
