//! The values that an expression can have, by its form alone.

use crate::{
    BinaryOp, Program, UnaryOp,
    tree::{Expr, ExprKind},
};

/// The values from `least` to `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueRange {
    /// The least one.
    pub least: i128,
    /// The greatest one.
    pub most: i128,
}

impl ValueRange {
    /// What comparisons and `!`, `&&`, `||` give.
    pub const TRUTH: ValueRange = ValueRange { least: 0, most: 1 };

    /// Whether a value is among them.
    pub fn contains(self, value: i128) -> bool {
        self.least <= value && value <= self.most
    }

    /// How many there are.
    pub fn count(self) -> u128 {
        self.most.abs_diff(self.least).saturating_add(1)
    }

    fn is_within(self, other: ValueRange) -> bool {
        other.contains(self.least) && other.contains(self.most)
    }

    fn or(self, other: ValueRange) -> ValueRange {
        ValueRange { least: self.least.min(other.least), most: self.most.max(other.most) }
    }
}

/// The values of an integral expression: those of its type, or fewer where it is clear at first sight, as of `x % 10` and
/// `x & 7`. What other arithmetic makes of its operands is not: that is what analyzers are asked about. `bits` is the width
/// of what it reads.
pub(crate) fn values(program: &Program, expr: &Expr, bits: u32) -> Option<ValueRange> {
    let int = program.types.integer(expr.ty)?;
    let int = crate::IntType { bits: int.bits.min(bits), ..int };
    let all = ValueRange { least: int.min(), most: int.max() };
    let narrower = by_form(program, expr).filter(|values| values.is_within(all));
    Some(narrower.unwrap_or(all))
}

fn by_form(program: &Program, expr: &Expr) -> Option<ValueRange> {
    let of = |expr: &Expr| values(program, expr, u32::MAX);
    match &expr.kind {
        ExprKind::Int(value) => Some(ValueRange { least: *value, most: *value }),
        ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnaryOp::Not, _) => {
            Some(ValueRange::TRUTH)
        }
        ExprKind::Convert(inner) | ExprKind::Comma(_, inner) => of(inner),
        ExprKind::Conditional(_, then, otherwise) => Some(of(then)?.or(of(otherwise)?)),
        ExprKind::Binary(op, ..) if op.is_comparison() => Some(ValueRange::TRUTH),
        ExprKind::Binary(BinaryOp::Rem, dividend, divisor) => {
            let most = of(divisor).filter(|divisor| divisor.count() == 1)?.least.abs() - 1;
            let dividend = of(dividend)?;
            let least = dividend.least.max(-most).min(0);
            (most >= 0).then_some(ValueRange { least, most: dividend.most.min(most).max(0) })
        }
        ExprKind::Binary(BinaryOp::BitAnd, left, right) => {
            // Whichever is not negative has all bits that the result can have.
            let most = [of(left), of(right)].into_iter().flatten().filter(|side| side.least >= 0);
            most.map(|side| side.most).min().map(|most| ValueRange { least: 0, most })
        }
        _ => None,
    }
}
