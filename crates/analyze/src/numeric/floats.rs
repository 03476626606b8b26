//! Sets of floating numbers: an interval, and whether NaN is among them.

use super::format::{Format, Operation};
use crate::numeric::Range;

/// Some floating numbers, never none at all. The two zeros are one: where 0 is in the interval, both are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Floats {
    /// From the one to the other, infinities included; none if it can only be NaN.
    pub(crate) numbers: Option<(f64, f64)>,
    pub(crate) nan: bool,
}

impl Floats {
    pub(crate) const ALL: Floats =
        Floats { numbers: Some((f64::NEG_INFINITY, f64::INFINITY)), nan: true };

    pub(crate) const NAN: Floats = Floats { numbers: None, nan: true };

    pub(crate) fn point(value: f64) -> Floats {
        if value.is_nan() { Floats::NAN } else { Floats::between(value, value) }
    }

    /// The numbers from one to another, which is not below it.
    pub(crate) fn between(low: f64, high: f64) -> Floats {
        // Adding 0 makes one zero of both.
        Floats { numbers: Some((low + 0.0, high + 0.0)), nan: false }
    }

    fn or_nan(self, nan: bool) -> Floats {
        Floats { nan: self.nan || nan, ..self }
    }

    /// The numbers of some bounds, each the least and the greatest of a part; NaN if there are none.
    fn hull(parts: impl Iterator<Item = (f64, f64)>, nan: bool) -> Floats {
        let hull = parts.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        match hull {
            Some((low, high)) => Floats::between(low, high).or_nan(nan),
            None => Floats::NAN,
        }
    }

    pub(crate) fn contains(self, value: f64) -> bool {
        self.numbers.is_some_and(|(low, high)| low <= value && value <= high)
    }

    /// Whether it is one number and nothing else. Zero is two.
    pub(crate) fn as_point(self) -> Option<f64> {
        self.numbers.filter(|(low, high)| low == high && !self.nan).map(|(low, _)| low)
    }

    fn has_infinity(self) -> bool {
        self.contains(f64::INFINITY) || self.contains(f64::NEG_INFINITY)
    }

    pub(crate) fn leq(self, other: Floats) -> bool {
        self.join(other) == other
    }

    pub(crate) fn join(self, other: Floats) -> Floats {
        let numbers = match (self.numbers, other.numbers) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (one, other) => one.or(other),
        };
        Floats { numbers, nan: self.nan || other.nan }
    }

    pub(crate) fn meet(self, other: Floats) -> Option<Floats> {
        let numbers = match (self.numbers, other.numbers) {
            (Some(a), Some(b)) => {
                Some((a.0.max(b.0), a.1.min(b.1))).filter(|(low, high)| low <= high)
            }
            _ => None,
        };
        let nan = self.nan && other.nan;
        (numbers.is_some() || nan).then_some(Floats { numbers, nan })
    }

    /// An upper bound of both such that bounds that move go to a threshold, or to infinity if none is left.
    pub(crate) fn widen(self, other: Floats, thresholds: &[f64]) -> Floats {
        let joined = self.join(other);
        let (Some(old), Some(new)) = (self.numbers, joined.numbers) else { return joined };
        let next = thresholds.partition_point(|limit| *limit < new.1);
        let high = thresholds.get(next).copied().unwrap_or(f64::INFINITY);
        let next = thresholds.partition_point(|limit| *limit <= new.0);
        let low = next.checked_sub(1).map_or(f64::NEG_INFINITY, |at| thresholds[at]);
        let low = if new.0 < old.0 { low } else { new.0 };
        let high = if new.1 > old.1 { high } else { new.1 };
        Floats { numbers: Some((low, high)), ..joined }
    }

    pub(crate) fn negate(self) -> Floats {
        Floats { numbers: self.numbers.map(|(low, high)| (0.0 - high, 0.0 - low)), ..self }
    }

    /// An operation that is monotone in each operand, over bounds at which it is defined.
    fn corners(self, other: Floats, operation: Operation, format: Format, nan: bool) -> Floats {
        let nan = nan || self.nan || other.nan;
        let (Some(a), Some(b)) = (self.numbers, other.numbers) else { return Floats::NAN };
        let pairs = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
        let results = pairs.iter().filter_map(|(a, b)| format.apply(operation, *a, *b));
        Floats::hull(results, nan)
    }

    pub(crate) fn add(self, other: Floats, format: Format) -> Floats {
        let opposite =
            |a: Floats, b: Floats| a.contains(f64::INFINITY) && b.contains(f64::NEG_INFINITY);
        let nan = opposite(self, other) || opposite(other, self);
        match nan {
            // Of the corners some are no numbers, and what is near them may be anything.
            true if self.as_point().is_none() || other.as_point().is_none() => Floats::ALL,
            _ => self.corners(other, Operation::Add, format, nan),
        }
    }

    pub(crate) fn sub(self, other: Floats, format: Format) -> Floats {
        self.add(other.negate(), format)
    }

    pub(crate) fn mul(self, other: Floats, format: Format) -> Floats {
        let undefined = |a: Floats, b: Floats| a.contains(0.0) && b.has_infinity();
        let nan = undefined(self, other) || undefined(other, self);
        let product = self.corners(other, Operation::Mul, format, nan);
        // Corners that are no numbers may have hidden products of 0.
        if nan { product.join(Floats::point(0.0)) } else { product }
    }

    pub(crate) fn div(self, other: Floats, format: Format) -> Floats {
        let infinite = self.has_infinity() && other.has_infinity();
        if !other.contains(0.0) {
            let quotient = self.corners(other, Operation::Div, format, infinite);
            return if infinite { quotient.join(Floats::point(0.0)) } else { quotient };
        }
        if (self.as_point(), other.as_point()) == (Some(0.0), Some(0.0)) {
            return Floats::NAN;
        }
        // The zeros have signs, which are not followed.
        let nan = self.nan || other.nan || infinite || self.contains(0.0);
        match self.numbers {
            Some(_) => Floats { nan, ..Floats::ALL },
            None => Floats::NAN,
        }
    }

    /// The same in another format.
    pub(crate) fn convert(self, format: Format) -> Floats {
        let numbers =
            self.numbers.map(|(low, high)| (format.rounded(low).0, format.rounded(high).1));
        Floats { numbers, ..self }
    }

    pub(crate) fn of_integers(range: Range, format: Format) -> Floats {
        if range.is_cut() {
            return Floats { nan: false, ..Floats::ALL };
        }
        let (low, high) = match format.nearest {
            true => (range.low as f64, range.high as f64),
            false => (integer_down(range.low), integer_up(range.high)),
        };
        // From a double to a single would round twice.
        let single = |value: i128| f64::from(value as f32);
        match (format.size, format.nearest) {
            (super::Size::Single, true) => Floats::between(single(range.low), single(range.high)),
            _ => {
                let (low, high) = format.outwards(low, high);
                Floats::between(low, high)
            }
        }
    }

    /// The numbers truncated; none if some are no integers that an `i128` holds.
    pub(crate) fn truncated(self) -> Option<Range> {
        const LIMIT: f64 = 1e38;
        let (low, high) = self.numbers.filter(|_| !self.nan)?;
        (low > -LIMIT && high < LIMIT).then(|| Range::new(low as i128, high as i128))
    }

    /// Those that compare so with some of the others, neither of them NaN.
    pub(crate) fn restrict(self, op: Order, other: Floats, format: Format) -> Option<Floats> {
        let ((low, high), (other_low, other_high)) = (self.numbers?, other.numbers?);
        let (low, high) = match op {
            Order::Less => (low, high.min(format.below(other_high))),
            Order::LessEqual => (low, high.min(other_high)),
            Order::Greater => (low.max(format.above(other_low)), high),
            Order::GreaterEqual => (low.max(other_low), high),
            Order::Equal => (low.max(other_low), high.min(other_high)),
            Order::Different => match other.as_point() {
                Some(point) if low == point && high == point => return None,
                Some(point) if low == point => (format.above(point), high),
                Some(point) if high == point => (low, format.below(point)),
                _ => (low, high),
            },
        };
        let strict = matches!(op, Order::Less | Order::Greater);
        let touches = match op {
            Order::Less => low < other_high,
            Order::Greater => high > other_low,
            _ => true,
        };
        ((!strict || touches) && low <= high).then(|| Floats::between(low, high))
    }
}

/// How two numbers that are not NaN compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    Different,
}

impl Order {
    pub(crate) fn opposite(self) -> Order {
        match self {
            Order::Less => Order::GreaterEqual,
            Order::LessEqual => Order::Greater,
            Order::Greater => Order::LessEqual,
            Order::GreaterEqual => Order::Less,
            Order::Equal => Order::Different,
            Order::Different => Order::Equal,
        }
    }

    /// With its operands exchanged.
    pub(crate) fn mirrored(self) -> Order {
        match self {
            Order::Less => Order::Greater,
            Order::LessEqual => Order::GreaterEqual,
            Order::Greater => Order::Less,
            Order::GreaterEqual => Order::LessEqual,
            other => other,
        }
    }
}

fn integer_up(value: i128) -> f64 {
    let near = value as f64;
    if (near as i128) < value { near.next_up() } else { near }
}

fn integer_down(value: i128) -> f64 {
    let near = value as f64;
    if (near as i128) > value { near.next_down() } else { near }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [f64; 17] = [
        f64::NEG_INFINITY,
        f64::MIN,
        -16777217.0,
        -1.5,
        -0.1,
        -5e-324,
        0.0,
        1e-310,
        0.1,
        0.2,
        1.0,
        3.0,
        16777216.0,
        3.5e38,
        1e300,
        f64::MAX,
        f64::INFINITY,
    ];

    fn formats() -> impl Iterator<Item = Format> {
        [32, 64, 80].into_iter().flat_map(|bits| [true, false].map(|near| Format::of(bits, near)))
    }

    fn in_format(format: Format, value: f64) -> f64 {
        match format.size {
            super::super::Size::Single => f64::from(value as f32),
            _ => value,
        }
    }

    fn intervals(format: Format) -> Vec<Floats> {
        let values: Vec<f64> = VALUES.iter().map(|value| in_format(format, *value)).collect();
        let mut all = vec![Floats::NAN];
        for (at, low) in values.iter().enumerate() {
            for high in &values[at..] {
                all.push(Floats::between(*low, *high));
                all.push(Floats::between(*low, *high).or_nan(true));
            }
        }
        all
    }

    fn members(set: Floats, format: Format) -> Vec<f64> {
        let values = VALUES.iter().map(|value| in_format(format, *value));
        let mut members: Vec<f64> = values.filter(|value| set.contains(*value)).collect();
        if set.contains(0.0) {
            members.push(-0.0);
        }
        if set.nan {
            members.push(f64::NAN);
        }
        members
    }

    fn has(set: Floats, value: f64) -> bool {
        if value.is_nan() { set.nan } else { set.contains(value) }
    }

    #[test]
    fn every_operation_on_special_numbers() {
        type Abstract = fn(Floats, Floats, Format) -> Floats;
        type Concrete = fn(f64, f64) -> f64;
        type Single = fn(f32, f32) -> f32;
        type Case = (Abstract, Concrete, Single);
        let operations: [Case; 4] = [
            (Floats::add, |a, b| a + b, |a, b| a + b),
            (Floats::sub, |a, b| a - b, |a, b| a - b),
            (Floats::mul, |a, b| a * b, |a, b| a * b),
            (Floats::div, |a, b| a / b, |a, b| a / b),
        ];
        for format in formats() {
            let all = intervals(format);
            for (number, (operation, wide, single)) in operations.iter().enumerate() {
                for a in &all {
                    for b in all.iter().step_by(7) {
                        let result = operation(*a, *b, format);
                        for x in members(*a, format) {
                            for y in members(*b, format) {
                                let value = match format.size {
                                    super::super::Size::Single => single(x as f32, y as f32).into(),
                                    _ => wide(x, y),
                                };
                                // Without rounding to nearest, the exact result is covered too.
                                let exact = wide(x, y);
                                let covered = format.nearest || has(result, exact);
                                assert!(
                                    has(result, value) && covered,
                                    "{number} of {x} in {a:?} and {y} in {b:?}: {value} not in {result:?}, {format:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_comparison_of_special_numbers() {
        type Holds = fn(f64, f64) -> bool;
        let orders: [(Order, Holds); 6] = [
            (Order::Less, |a, b| a < b),
            (Order::LessEqual, |a, b| a <= b),
            (Order::Greater, |a, b| a > b),
            (Order::GreaterEqual, |a, b| a >= b),
            (Order::Equal, |a, b| a == b),
            (Order::Different, |a, b| a != b),
        ];
        for format in formats() {
            let all = intervals(format);
            for (order, holds) in orders {
                for a in &all {
                    for b in all.iter().step_by(7) {
                        let left = a.restrict(order, *b, format);
                        for x in members(*a, format).into_iter().filter(|x| !x.is_nan()) {
                            let some =
                                members(*b, format).into_iter().any(|y| !y.is_nan() && holds(x, y));
                            let kept = left.is_some_and(|left| left.contains(x));
                            assert!(kept || !some, "{x} {order:?} {b:?} is lost from {a:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn integers_become_floats() {
        let integers =
            [0, 1, -1, 16777217, -16777219, 9007199254740993, i64::MAX.into(), u64::MAX.into()];
        for format in formats() {
            for value in integers {
                let set = Floats::of_integers(Range::point(value), format);
                let single = format.size == super::super::Size::Single;
                let converted = if single { f64::from(value as f32) } else { value as f64 };
                assert!(set.contains(converted), "{value} in {set:?}");
            }
        }
    }

    #[test]
    fn widenings_end() {
        let thresholds = [-10.0, 0.0, 1.0, 10.0];
        let mut at = Floats::point(0.5);
        for step in 0..10 {
            at = at.widen(Floats::point(f64::from(step) * 7.0 - 20.0), &thresholds);
        }
        assert_eq!(at.numbers, Some((f64::NEG_INFINITY, f64::INFINITY)));
    }
}
