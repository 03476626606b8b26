//! Integers of any size that are as fast as machine words while they are small.

use std::borrow::Cow;
use std::cmp::Ordering;

use dashu_int::IBig;

/// An integer of any size, in 16 bytes.
///
/// The form is canonical: what fits in an i64 is stored as one, so that equality and hashing look
/// at the form alone.
///
/// ```
/// use soundline_domains::numbers::Int;
/// let largest = Int::from(i64::MAX);
/// let next = &largest + Int::ONE;
/// assert_eq!(next.to_string(), "9223372036854775808");
/// assert_eq!(next - Int::ONE, largest);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Form);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    Small(i64),
    /// Outside the range of an i64.
    Big(Box<IBig>),
}

use Form::{Big, Small};

impl Int {
    /// Zero.
    pub const ZERO: Int = Int(Small(0));
    /// One.
    pub const ONE: Int = Int(Small(1));

    /// The value, if it fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Small(value) => Some(value),
            Big(_) => None,
        }
    }

    /// The value, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            Small(value) => Some(i128::from(*value)),
            Big(value) => i128::try_from(value.as_ref()).ok(),
        }
    }

    /// True for 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// How the number compares with 0.
    #[inline]
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Small(value) => value.cmp(&0),
            Big(value) if value.sign() == dashu_int::Sign::Negative => Ordering::Less,
            Big(_) => Ordering::Greater,
        }
    }

    /// True for numbers below 0.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.sign() == Ordering::Less
    }

    /// True for numbers above 0.
    #[inline]
    pub fn is_positive(&self) -> bool {
        self.sign() == Ordering::Greater
    }

    /// The distance from 0.
    #[inline]
    pub fn abs(&self) -> Int {
        if self.is_negative() { self.negated() } else { self.clone() }
    }

    /// The number to the given power; 0 to the power 0 is 1. The result takes as much memory as it
    /// has digits.
    pub fn pow(&self, exponent: u32) -> Int {
        match &self.0 {
            Small(value) => match value.checked_pow(exponent) {
                Some(power) => Int(Small(power)),
                None => Int::from_big(IBig::from(*value).pow(exponent as usize)),
            },
            Big(value) => Int::from_big(value.pow(exponent as usize)),
        }
    }

    /// The small form of what fits.
    pub(crate) fn from_big(value: IBig) -> Int {
        match i64::try_from(&value) {
            Ok(small) => Int(Small(small)),
            Err(_) => Int(Big(Box::new(value))),
        }
    }

    /// The value in arbitrary precision; a small value does not allocate.
    pub(crate) fn big(&self) -> Cow<'_, IBig> {
        match &self.0 {
            Small(value) => Cow::Owned(IBig::from(*value)),
            Big(value) => Cow::Borrowed(value.as_ref()),
        }
    }

    #[inline]
    pub(super) fn plus(&self, other: &Int) -> Int {
        if let (Small(a), Small(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Int(Small(sum));
        }
        self.apply(other, |a, b| a + b)
    }

    #[inline]
    pub(super) fn minus(&self, other: &Int) -> Int {
        if let (Small(a), Small(b)) = (&self.0, &other.0)
            && let Some(difference) = a.checked_sub(*b)
        {
            return Int(Small(difference));
        }
        self.apply(other, |a, b| a - b)
    }

    #[inline]
    pub(super) fn times(&self, other: &Int) -> Int {
        if let (Small(a), Small(b)) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Int(Small(product));
        }
        self.apply(other, |a, b| a * b)
    }

    #[inline]
    pub(super) fn negated(&self) -> Int {
        if let Small(value) = &self.0
            && let Some(negated) = value.checked_neg()
        {
            return Int(Small(negated));
        }
        Int::from_big(-self.big().as_ref())
    }

    /// The slow way, kept out of line so that the fast ways stay small.
    #[cold]
    #[inline(never)]
    pub(super) fn apply(&self, other: &Int, operation: fn(&IBig, &IBig) -> IBig) -> Int {
        Int::from_big(operation(self.big().as_ref(), other.big().as_ref()))
    }
}

impl Default for Int {
    fn default() -> Int {
        Int::ZERO
    }
}

impl PartialOrd for Int {
    #[inline]
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    #[inline]
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            // A big number is beyond every small one, on the side of its sign.
            (Big(_), Small(_)) => self.sign(),
            (Small(_), Big(_)) => other.sign().reverse(),
        }
    }
}

macro_rules! from_small {
    ($($Type:ty),*) => {$(
        impl From<$Type> for Int {
            #[inline]
            fn from(value: $Type) -> Int {
                Int(Small(i64::from(value)))
            }
        }
    )*};
}

macro_rules! from_wide {
    ($($Type:ty),*) => {$(
        impl From<$Type> for Int {
            #[inline]
            fn from(value: $Type) -> Int {
                match i64::try_from(value) {
                    Ok(small) => Int(Small(small)),
                    Err(_) => Int(Big(Box::new(IBig::from(value)))),
                }
            }
        }
    )*};
}

from_small!(i8, i16, i32, i64, u8, u16, u32);
from_wide!(u64, i128, u128, isize, usize);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_two_words() {
        assert_eq!(size_of::<Int>(), 16);
    }

    #[test]
    fn promotes_and_comes_back() {
        let least = Int::from(i64::MIN);
        let below = &least - Int::ONE;
        assert_eq!(below.to_i64(), None);
        assert!(below < least);
        assert_eq!((&below + Int::ONE).to_i64(), Some(i64::MIN));
        assert_eq!((-&least).to_string(), "9223372036854775808");
        assert_eq!(-(-&least), least);
        assert_eq!(least.abs().bit_length(), 64);
    }
}
