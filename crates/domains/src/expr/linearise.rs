//! From expression trees to linear forms, given the ranges of the variables.
//!
//! The form and the range of every node enclose all its values at points where it is defined.
//! Where an operation is not linear, one operand is replaced by its range (Mine 2006): in a
//! product the one whose range is narrower.

use super::{BinaryOp, Expr, IntType, LinearForm, Space, UnaryOp, Var, bits};
use crate::numbers::{Bound, Int, Interval, Rat};

/// Shifts by more bits than this are taken as unlimited, to keep bounds small.
const WIDE_SHIFT: i64 = 1024;

/// All that is known of the values of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linearisation {
    /// At every point the value is among those of the form.
    pub form: LinearForm,
    /// Every value is in this interval, which may be tighter than the form's range.
    pub range: Interval,
    /// Every value is an integer.
    pub integral: bool,
}

impl Expr {
    /// Enclose the values at all points whose coordinates are within the bounds, with integers for
    /// the integer variables of the space. `None` if there is no value: the expression is
    /// undefined at all these points. Points where it is undefined do not count.
    ///
    /// ```
    /// use soundline_domains::expr::{BinaryOp, Expr, Space};
    /// use soundline_domains::numbers::Interval;
    /// let space = Space::integers(2);
    /// let bounds = |variable| if variable == 0 { Interval::of(0, 9) } else { Interval::of(2, 3) };
    /// let product = Expr::var(0).binary(BinaryOp::Mul, Expr::var(1));
    /// let values = product.linearise(&space, &bounds).unwrap();
    /// assert_eq!(values.form.to_string(), "[2, 3]*x0 + [0, 0]");
    /// assert_eq!(values.range, Interval::of(0, 27));
    /// ```
    pub fn linearise(
        &self,
        space: &Space,
        bounds: &dyn Fn(Var) -> Interval,
    ) -> Option<Linearisation> {
        let values = match self {
            Expr::Constant(value) => {
                let range = Interval::point(value.clone());
                let form = LinearForm::interval(range.clone());
                Linearisation { form, range, integral: value.is_integer() }
            }
            Expr::Variable(variable) => Linearisation {
                form: LinearForm::variable(*variable),
                range: bounds(*variable),
                integral: space.is_integer(*variable),
            },
            Expr::Unary(UnaryOp::Neg, operand) => operand.linearise(space, bounds)?.negate(),
            Expr::Unary(UnaryOp::Not, operand) => {
                operand.linearise(space, bounds)?.integers()?.negate().plus(-1)
            }
            Expr::Binary(operation, left, right) => {
                let a = left.linearise(space, bounds)?;
                let b = right.linearise(space, bounds)?;
                let mut values = a.binary(*operation, &b)?;
                if *operation == BinaryOp::Mul && left == right {
                    values.range = values.range.meet(&Interval::at_least(0))?;
                }
                values
            }
            Expr::Cast(int_type, operand) => {
                operand.linearise(space, bounds)?.truncate(&Rat::ONE)?.wrap(*int_type)
            }
        };
        values.tightened(bounds)
    }
}

impl Linearisation {
    /// Only the range is known.
    fn of_range(range: Interval, integral: bool) -> Linearisation {
        Linearisation { form: LinearForm::interval(range.clone()), range, integral }
    }

    /// Let range and form improve each other.
    fn tightened(mut self, bounds: &dyn Fn(Var) -> Interval) -> Option<Linearisation> {
        self.range = self.range.meet(&self.form.range(bounds))?;
        if self.integral {
            self.range = self.range.integers()?;
        }
        if self.form.as_interval().is_some() || !is_useful(&self.form) {
            self.form = LinearForm::interval(self.range.clone());
        }
        Some(self)
    }

    /// Without the values that are not integers.
    fn integers(mut self) -> Option<Linearisation> {
        self.range = self.range.integers()?;
        self.integral = true;
        Some(self)
    }

    fn negate(&self) -> Linearisation {
        Linearisation {
            form: self.form.scale(&Interval::point(-1)),
            range: self.range.negate(),
            integral: self.integral,
        }
    }

    fn plus(&self, number: i64) -> Linearisation {
        let number = Interval::point(number);
        Linearisation {
            form: self.form.plus(&number),
            range: self.range.add(&number),
            integral: self.integral,
        }
    }

    /// The product with a number from the interval.
    fn scale(&self, factor: &Interval, integral: bool) -> Linearisation {
        Linearisation {
            form: self.form.scale(factor),
            range: self.range.times(factor),
            integral: self.integral && integral,
        }
    }

    fn binary(&self, operation: BinaryOp, other: &Linearisation) -> Option<Linearisation> {
        let both_integral = self.integral && other.integral;
        match operation {
            BinaryOp::Add => Some(Linearisation {
                form: self.form.add(&other.form),
                range: self.range.add(&other.range),
                integral: both_integral,
            }),
            BinaryOp::Sub => Some(Linearisation {
                form: self.form.sub(&other.form),
                range: self.range.sub(&other.range),
                integral: both_integral,
            }),
            BinaryOp::Mul => Some(self.times(other)),
            BinaryOp::Div => self.divide(other),
            BinaryOp::Quot => self.quotient(other),
            BinaryOp::Rem => self.remainder(other),
            BinaryOp::Shl | BinaryOp::Shr => {
                self.clone().integers()?.shift(operation, &other.clone().integers()?.range)
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
                let (left, right) = (self.clone().integers()?, other.clone().integers()?);
                Some(left.combine_bits(operation, &right))
            }
        }
    }

    fn times(&self, other: &Linearisation) -> Linearisation {
        let (wide, narrow) = if self.form.as_interval().is_some() {
            (other, self)
        } else if other.form.as_interval().is_some() || other.range.width() <= self.range.width() {
            (self, other)
        } else {
            (other, self)
        };
        wide.scale(&narrow.range, narrow.integral)
    }

    /// The divisors: the range without 0, as far as an interval can say that.
    fn divisors(&self) -> Option<Interval> {
        let mut range = self.range.clone();
        if self.integral {
            if range.low().sign().is_eq() {
                range = range.meet(&Interval::at_least(1))?;
            }
            if range.high().sign().is_eq() {
                range = range.meet(&Interval::at_most(-1))?;
            }
        }
        (range != Interval::ZERO).then_some(range)
    }

    fn divide(&self, other: &Linearisation) -> Option<Linearisation> {
        Some(self.scale(&other.divisors()?.recip()?, false))
    }

    fn quotient(&self, other: &Linearisation) -> Option<Linearisation> {
        let divisors = other.divisors()?;
        // n/d is at most (d - 1)/d away from the integer before it.
        let fraction = match divisors.magnitude() {
            Bound::Finite(most) if self.integral && other.integral => {
                Rat::ONE - most.recip().unwrap_or(Rat::ZERO)
            }
            _ => Rat::ONE,
        };
        self.divide(other)?.truncate(&fraction)
    }

    /// The values rounded towards 0, given how large a fraction they can have.
    fn truncate(self, fraction: &Rat) -> Option<Linearisation> {
        if self.integral {
            return Some(self);
        }
        let zero = Bound::Finite(Rat::ZERO);
        let lost = match (*self.range.low() >= zero, *self.range.high() <= zero) {
            (true, _) => Interval::of(0, fraction.clone()),
            (_, true) => Interval::of(-fraction, 0),
            _ => Interval::of(-fraction, fraction.clone()),
        };
        Some(Linearisation {
            form: self.form.plus(&lost.negate()),
            range: self.range.map_monotone(Rat::trunc),
            integral: true,
        })
    }

    fn remainder(&self, other: &Linearisation) -> Option<Linearisation> {
        let divisors = other.divisors()?;
        let integral = self.integral && other.integral;
        let quotient = self.quotient(other)?.range;
        // It has the sign of the dividend, and is smaller than the divisor.
        let slack = if integral { Rat::from(-1) } else { Rat::ZERO };
        let limit = divisors.magnitude().map(|most| most + &slack);
        let zero = Bound::Finite(Rat::ZERO);
        let low = Ord::max(self.range.low().clone(), -&limit).min(zero.clone());
        let high = Ord::min(self.range.high().clone(), limit).max(zero);
        let mut values = Linearisation::of_range(Interval::new(low, high)?, integral);
        if let Some(quotient) = quotient.as_point() {
            values.form = self.form.sub(&other.form.scale(&Interval::point(quotient.clone())));
        }
        Some(values)
    }

    fn shift(&self, operation: BinaryOp, amounts: &Interval) -> Option<Linearisation> {
        let amounts = amounts.meet(&Interval::at_least(0))?;
        let power = |bound: &Bound<Rat>| match bound.finite().and_then(Rat::to_i64) {
            Some(bits) if bits <= WIDE_SHIFT => Int::ONE.shl(bits as u32).map(Rat::from),
            _ => None,
        };
        // Even the least shift is too wide to bother.
        let least = power(amounts.low()).unwrap_or(Rat::ONE);
        let most = power(amounts.high());
        if operation == BinaryOp::Shl {
            let factor = Interval::new(
                Bound::Finite(least),
                most.map_or(Bound::PlusInfinity, Bound::Finite),
            )?;
            return Some(self.scale(&factor, true));
        }
        let smallest = most.and_then(|most| most.recip()).unwrap_or(Rat::ZERO);
        let fraction = Interval::of(&smallest - Rat::ONE, 0);
        let exact = self.scale(&Interval::of(smallest, least.recip()?), false);
        Some(Linearisation {
            form: exact.form.plus(&fraction),
            range: exact.range.map_monotone(Rat::floor),
            integral: true,
        })
    }

    fn combine_bits(&self, operation: BinaryOp, other: &Linearisation) -> Linearisation {
        let range = match operation {
            BinaryOp::And => bits::and(&self.range, &other.range),
            BinaryOp::Or => bits::or(&self.range, &other.range),
            _ => bits::xor(&self.range, &other.range),
        };
        // A mask of low bits changes nothing that has no others.
        if operation == BinaryOp::And {
            for (masked, mask) in [(self, other), (other, self)] {
                if low_mask(&mask.range).is_some_and(|all| all.includes(&masked.range)) {
                    return masked.clone();
                }
            }
        }
        Linearisation::of_range(range, true)
    }

    /// The values modulo the size of the type. They are integers.
    fn wrap(self, int_type: IntType) -> Linearisation {
        let all = int_type.range();
        if all.includes(&self.range) {
            return self;
        }
        let (least, modulus) = (Rat::from(int_type.min()), Rat::from(int_type.modulus()));
        let turn = |bound: &Bound<Rat>| Some((bound.finite()? - &least).div(&modulus)?.floor());
        match (turn(self.range.low()), turn(self.range.high())) {
            (Some(low), Some(high)) if low == high => {
                let offset = Interval::point(-(Rat::from(low) * modulus));
                Linearisation {
                    form: self.form.plus(&offset),
                    range: self.range.add(&offset),
                    integral: true,
                }
            }
            _ => Linearisation::of_range(all, true),
        }
    }
}

/// A form with an unbounded part says less than the range.
fn is_useful(form: &LinearForm) -> bool {
    let bounded = |interval: &Interval| interval.low().is_finite() && interval.high().is_finite();
    form.terms().iter().all(|(_, factor)| bounded(factor))
        && (form.constant().low().is_finite() || form.constant().high().is_finite())
}

/// The numbers that a mask leaves alone, if the range is one number 2^n - 1: those up to it.
fn low_mask(range: &Interval) -> Option<Interval> {
    let mask = range.as_point()?.to_int()?;
    let low_bits = !mask.is_negative() && (&mask & (&mask + Int::ONE)).is_zero();
    low_bits.then(|| Interval::of(0, mask))
}
