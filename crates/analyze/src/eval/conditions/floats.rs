//! Comparisons of floating numbers. What is not ordered is NaN: then only `!=` holds.

use super::Step;
use crate::numeric::{Floats, Format, Order};
use soundline_c::{BinaryOp, Value};

impl Step<'_, '_> {
    /// The memories in which two floating numbers compare so, or do not.
    pub(super) fn compare_floats(
        mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
        wanted: bool,
    ) -> Option<Self> {
        let Some(format) = self.format(left) else {
            self.imprecise = true;
            return Some(self);
        };
        let (a, b) = (self.floats(left), self.floats(right));
        let order = order(op)?;
        // `a != b` says that `a == b` does not hold.
        let (order, wanted) = match order {
            Order::Different => (Order::Equal, !wanted),
            order => (order, wanted),
        };
        let (holds, fails) = (both(a, order, b, format), otherwise(a, order, b, format));
        // A number equals itself, unless the x87 keeps more digits of it here than there.
        let same = format.nearest && self.is_same(left, right);
        let (holds, fails) = match order {
            Order::Equal if same => (number(a), a.nan.then_some((Floats::NAN, Floats::NAN))),
            _ => (holds, fails),
        };
        self.imprecise |= holds.is_some() && fails.is_some();
        let (a, b) = if wanted { holds? } else { fails? };
        let left = self.refine_floats(left, a);
        (left && self.refine_floats(right, b) && !self.dead).then_some(self)
    }

    /// The memories in which a floating number is not 0, or is. NaN is not.
    pub(super) fn floats_differ_from_zero(mut self, value: &Value, wanted: bool) -> Option<Self> {
        let Some(format) = self.format(value) else { return Some(self) };
        let (a, zero) = (self.floats(value), Floats::point(0.0));
        let (zeros, others) =
            (both(a, Order::Equal, zero, format), otherwise(a, Order::Equal, zero, format));
        self.imprecise |= zeros.is_some() && others.is_some();
        let (left, _) = if wanted { others? } else { zeros? };
        (self.refine_floats(value, left) && !self.dead).then_some(self)
    }
}

fn number(a: Floats) -> Option<(Floats, Floats)> {
    let numbers = Floats { numbers: Some(a.numbers?), nan: false };
    Some((numbers, numbers))
}

/// What is left of two numbers that compare so.
fn both(a: Floats, order: Order, b: Floats, format: Format) -> Option<(Floats, Floats)> {
    Some((a.restrict(order, b, format)?, b.restrict(order.mirrored(), a, format)?))
}

/// What is left of two that do not compare so: the opposite holds, or one of them is NaN.
fn otherwise(a: Floats, order: Order, b: Floats, format: Format) -> Option<(Floats, Floats)> {
    let opposite = both(a, order.opposite(), b, format);
    match (a.nan, b.nan) {
        (false, false) => opposite,
        // The other one may be anything then.
        (true, true) => Some((a, b)),
        (true, false) => {
            let left = opposite.map_or(Floats::NAN, |(left, _)| Floats { nan: true, ..left });
            Some((left, b))
        }
        (false, true) => {
            let right = opposite.map_or(Floats::NAN, |(_, right)| Floats { nan: true, ..right });
            Some((a, right))
        }
    }
}

fn order(op: BinaryOp) -> Option<Order> {
    match op {
        BinaryOp::Lt => Some(Order::Less),
        BinaryOp::Le => Some(Order::LessEqual),
        BinaryOp::Gt => Some(Order::Greater),
        BinaryOp::Ge => Some(Order::GreaterEqual),
        BinaryOp::Eq => Some(Order::Equal),
        BinaryOp::Ne => Some(Order::Different),
        _ => None,
    }
}
