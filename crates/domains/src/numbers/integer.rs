//! Integers that are machine words while they last, and [`Int`] beyond: what rows and tableaus have in common.
//!
//! Whoever computes with words gets a `None` where a result does not fit, and computes again with [`Int`].

use std::cmp::Ordering;

use super::Int;

/// A word, or an integer of any size.
pub(crate) trait Integer: Clone + Ord {
    const ZERO: Self;
    const ONE: Self;

    /// The number, if it fits. Words are not i64::MIN, so that all of them can be negated.
    fn from_int(value: &Int) -> Option<Self>;

    fn to_int(&self) -> Int;
    fn sign(&self) -> Ordering;
    fn negated(&self) -> Self;

    fn negate(&mut self) {
        *self = self.negated();
    }
}

impl Integer for i64 {
    const ZERO: i64 = 0;
    const ONE: i64 = 1;

    fn from_int(value: &Int) -> Option<i64> {
        value.to_i64().filter(|word| *word != i64::MIN)
    }

    fn to_int(&self) -> Int {
        Int::from(*self)
    }

    #[inline]
    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }

    #[inline]
    fn negated(&self) -> i64 {
        -self
    }
}

impl Integer for Int {
    const ZERO: Int = Int::ZERO;
    const ONE: Int = Int::ONE;

    fn from_int(value: &Int) -> Option<Int> {
        Some(value.clone())
    }

    fn to_int(&self) -> Int {
        self.clone()
    }

    fn sign(&self) -> Ordering {
        Int::sign(self)
    }

    fn negated(&self) -> Int {
        -self
    }
}
