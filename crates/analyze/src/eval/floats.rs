//! Floating numbers: what values are, and what is known of them once they were compared.

use super::{Number, Step, Targets};
use crate::numeric::{Floats, Format, Range, Size};
use soundline_c::{BinaryOp, IntType, Type, UnaryOp, Value, ValueKind, VarId};

impl Step<'_, '_> {
    /// How the type of a value computes, if it is a floating one.
    pub(crate) fn format(&self, value: &Value) -> Option<Format> {
        match self.env.program.types.get(value.ty) {
            Type::Float(bits) => Some(self.env.format(*bits)),
            _ => None,
        }
    }

    /// The floating numbers that a value may be.
    pub(crate) fn floats(&mut self, value: &Value) -> Floats {
        let Some(format) = self.format(value) else { return Floats::ALL };
        match &value.kind {
            // Constants of wider types are not known to the last digit.
            ValueKind::Float(constant) if format.size == Size::Wide && !constant.is_nan() => {
                // Infinity stands for finite ones, too, that are beyond all doubles.
                Floats::between(constant.next_down(), constant.next_up())
            }
            ValueKind::Float(constant) => Floats::point(*constant).convert(format),
            ValueKind::Load(place) => {
                let targets = self.resolve(place);
                self.load_floats(&targets)
            }
            ValueKind::Unary(UnaryOp::Neg, operand) => self.floats(operand).negate(),
            ValueKind::Binary(op, left, right) => {
                let (a, b) = (self.floats(left), self.floats(right));
                match op {
                    BinaryOp::Add => a.add(b, format),
                    BinaryOp::Sub => a.sub(b, format),
                    BinaryOp::Mul if self.is_same(left, right) => square(a, format),
                    BinaryOp::Mul => a.mul(b, format),
                    BinaryOp::Div => a.div(b, format),
                    _ => Floats::ALL,
                }
            }
            ValueKind::Convert(operand) => match self.env.program.types.get(operand.ty) {
                Type::Float(_) => self.floats(operand).convert(format),
                Type::Pointer(_) => Floats::ALL,
                _ => match self.int_type(operand.ty) {
                    Some(_) => {
                        let number = self.integer(operand);
                        Floats::of_integers(self.tightened(number).range, format)
                    }
                    None => Floats::ALL,
                },
            },
            _ => Floats::ALL,
        }
    }

    /// Whether two values are read from one variable that nobody else changes.
    pub(super) fn is_same(&self, left: &Value, right: &Value) -> bool {
        let (ValueKind::Load(a), ValueKind::Load(b)) = (&left.kind, &right.kind) else {
            return false;
        };
        let settled = |id: VarId| !self.env.restless[id.index()] && Some(id) == b.as_variable();
        a.as_variable().is_some_and(settled)
    }

    /// What is read from one of several places as a floating number.
    pub(crate) fn load_floats(&mut self, targets: &Targets) -> Floats {
        if let Some(floats) = self.floats_in_segment(targets).filter(|_| !targets.strong) {
            return floats;
        }
        if targets.is_unknown() {
            return Floats::ALL;
        }
        let values = targets.cells.iter().map(|cell| self.env.floats(&self.state, *cell));
        values.reduce(Floats::join).unwrap_or(Floats::ALL)
    }

    /// A floating number as an integer. Out of range, it can be anything.
    pub(super) fn truncated(&mut self, operand: &Value, ty: IntType) -> Number {
        let all = Range::of(ty);
        let range = self.floats(operand).truncated().filter(|range| all.includes(*range));
        Number::within(range.unwrap_or(all))
    }

    /// A value is known to be one of some numbers: what it was computed from is known better. False if nothing is left.
    pub(super) fn refine_floats(&mut self, value: &Value, floats: Floats) -> bool {
        let Some(format) = self.format(value) else { return true };
        match &value.kind {
            ValueKind::Load(place) => {
                let targets = self.resolve(place);
                if let ([cell], true, false) =
                    (&targets.cells[..], targets.strong, targets.is_unknown())
                    && self.env.format_of(*cell) == Some(format)
                {
                    let Some(met) = self.env.floats(&self.state, *cell).meet(floats) else {
                        return false;
                    };
                    self.env.set_floats(&mut self.state, *cell, met);
                }
                true
            }
            ValueKind::Unary(UnaryOp::Neg, operand) => self.refine_floats(operand, floats.negate()),
            ValueKind::Convert(operand) => match self.format(operand) {
                // A conversion to a wider type keeps the number.
                Some(from) if from.size == Size::Single && format.size != Size::Single => {
                    let numbers = floats.numbers.map(|(low, high)| from.inwards(low, high));
                    let numbers = numbers.filter(|(low, high)| low <= high);
                    let inside = Floats { numbers, ..floats };
                    (numbers.is_some() || floats.nan) && self.refine_floats(operand, inside)
                }
                Some(_) => true,
                None => self.refine_integer(operand, floats, format),
            },
            _ => true,
        }
    }

    /// An integer is known to be one of some numbers once it is converted.
    fn refine_integer(&mut self, value: &Value, floats: Floats, format: Format) -> bool {
        let Some((low, high)) = floats.numbers else { return true };
        let number = self.integer(value);
        let number = self.tightened(number);
        let exact = 1i128 << if format.size == Size::Single { 24 } else { 53 };
        if !Range::new(-exact, exact).includes(number.range) {
            return true;
        }
        let Some(range) = number.range.meet(Range::new(low.ceil() as i128, high.floor() as i128))
        else {
            return false;
        };
        match self.with(self.state.clone()).between(&number, range.low, range.high) {
            Some(step) => *self = step,
            None => return false,
        }
        true
    }
}

/// A square is not negative.
fn square(a: Floats, format: Format) -> Floats {
    let product = a.mul(a, format);
    let positive = Floats { nan: true, ..Floats::between(0.0, f64::INFINITY) };
    product.meet(positive).unwrap_or(product)
}
