//! Formats of floating numbers, and how results are rounded to them.

use soundline_domains::numbers::round;

/// How a type computes.
///
/// With `nearest`, every result is the number of the format that is nearest to the exact one, as IEEE 754 has it and as
/// x86-64 and most other machines compute. Otherwise results may be anything between the neighbours of the exact one, and may
/// keep more digits than the format has: this is so with the x87, in other rounding modes, and where a product and a sum
/// become one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    pub(crate) size: Size,
    pub(crate) nearest: bool,
}

/// How many digits a format has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Single,
    Double,
    /// More than a double: bounds are doubles all the same.
    Wide,
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Add,
    Mul,
    Div,
}

impl Format {
    /// The format of a type of so many bits. Only the nearest results are looked for if `nearest` says so.
    pub(crate) fn of(bits: u32, nearest: bool) -> Format {
        let size = match bits {
            32 => Size::Single,
            64 => Size::Double,
            _ => Size::Wide,
        };
        Format { size, nearest: nearest && size != Size::Wide }
    }

    /// What an operation on two numbers gives: the least and the greatest possible result. None if that is no number.
    pub(crate) fn apply(self, operation: Operation, a: f64, b: f64) -> Option<(f64, f64)> {
        let exact = match operation {
            Operation::Add => a + b,
            Operation::Mul => a * b,
            Operation::Div => a / b,
        };
        if exact.is_nan() {
            return None;
        }
        if self.nearest {
            let result = match (self.size, operation) {
                (Size::Single, Operation::Add) => f64::from(a as f32 + b as f32),
                (Size::Single, Operation::Mul) => f64::from(a as f32 * b as f32),
                (Size::Single, Operation::Div) => f64::from(a as f32 / b as f32),
                _ => exact,
            };
            return Some((result, result));
        }
        let (low, high) = match operation {
            Operation::Add => (round::add_down(a, b), round::add_up(a, b)),
            Operation::Mul => (round::mul_down(a, b), round::mul_up(a, b)),
            Operation::Div => (round::div_down(a, b), round::div_up(a, b)),
        };
        Some(self.outwards(low, high))
    }

    /// What becomes of a number that is converted to this format: the least and the greatest possible result.
    pub(crate) fn rounded(self, value: f64) -> (f64, f64) {
        match (self.size, self.nearest) {
            (Size::Single, true) => {
                let result = f64::from(value as f32);
                (result, result)
            }
            _ => self.outwards(value, value),
        }
    }

    /// The numbers of the format around two numbers.
    pub(crate) fn outwards(self, low: f64, high: f64) -> (f64, f64) {
        match self.size {
            Size::Single => (single_down(low), single_up(high)),
            Size::Double | Size::Wide => (low, high),
        }
    }

    /// The numbers of the format between two numbers; those two if there may be others between.
    pub(crate) fn inwards(self, low: f64, high: f64) -> (f64, f64) {
        match (self.size, self.nearest) {
            (Size::Single, true) => (single_up(low), single_down(high)),
            _ => (low, high),
        }
    }

    /// The next number above, if nothing is between.
    pub(crate) fn above(self, value: f64) -> f64 {
        match (self.size, self.nearest) {
            (_, false) => value,
            (Size::Single, _) => (value as f32).next_up().into(),
            _ => value.next_up(),
        }
    }

    /// The next number below, if nothing is between.
    pub(crate) fn below(self, value: f64) -> f64 {
        -self.above(-value)
    }
}

fn single_up(value: f64) -> f64 {
    let near = value as f32;
    f64::from(if f64::from(near) < value { near.next_up() } else { near })
}

fn single_down(value: f64) -> f64 {
    -single_up(-value)
}
