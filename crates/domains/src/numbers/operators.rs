//! The operator traits of [`Int`] and [`Rat`], by value and by reference.
//!
//! There is no `/` and no `%`: they could only panic on zero. See [`Rat::div`] and
//! [`Int::div_floor`].

use std::iter::{Product, Sum};
use std::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Mul, MulAssign,
    Neg, Not, Sub, SubAssign,
};

use super::{Int, Rat};

macro_rules! binary_operators {
    ($Number:ident: $($Operator:ident $operator:ident $Assign:ident $assign:ident $compute:ident;)*) => {$(
        impl $Operator<&$Number> for &$Number {
            type Output = $Number;
            #[inline]
            fn $operator(self, other: &$Number) -> $Number {
                self.$compute(other)
            }
        }

        impl $Operator<$Number> for &$Number {
            type Output = $Number;
            #[inline]
            fn $operator(self, other: $Number) -> $Number {
                self.$compute(&other)
            }
        }

        impl $Operator<&$Number> for $Number {
            type Output = $Number;
            #[inline]
            fn $operator(self, other: &$Number) -> $Number {
                self.$compute(other)
            }
        }

        impl $Operator<$Number> for $Number {
            type Output = $Number;
            #[inline]
            fn $operator(self, other: $Number) -> $Number {
                self.$compute(&other)
            }
        }

        impl $Assign<&$Number> for $Number {
            #[inline]
            fn $assign(&mut self, other: &$Number) {
                *self = self.$compute(other);
            }
        }

        impl $Assign<$Number> for $Number {
            #[inline]
            fn $assign(&mut self, other: $Number) {
                *self = self.$compute(&other);
            }
        }
    )*};
}

macro_rules! other_operators {
    ($($Number:ident)*) => {$(
        impl Neg for &$Number {
            type Output = $Number;
            #[inline]
            fn neg(self) -> $Number {
                self.negated()
            }
        }

        impl Neg for $Number {
            type Output = $Number;
            #[inline]
            fn neg(self) -> $Number {
                self.negated()
            }
        }

        impl Sum for $Number {
            fn sum<I: Iterator<Item = $Number>>(numbers: I) -> $Number {
                numbers.fold($Number::ZERO, |sum, number| sum + number)
            }
        }

        impl<'a> Sum<&'a $Number> for $Number {
            fn sum<I: Iterator<Item = &'a $Number>>(numbers: I) -> $Number {
                numbers.fold($Number::ZERO, |sum, number| sum + number)
            }
        }

        impl Product for $Number {
            fn product<I: Iterator<Item = $Number>>(numbers: I) -> $Number {
                numbers.fold($Number::ONE, |product, number| product * number)
            }
        }

        impl PartialEq<i64> for $Number {
            #[inline]
            fn eq(&self, other: &i64) -> bool {
                self.to_i64() == Some(*other)
            }
        }

        impl PartialOrd<i64> for $Number {
            #[inline]
            fn partial_cmp(&self, other: &i64) -> Option<std::cmp::Ordering> {
                Some(self.cmp(&$Number::from(*other)))
            }
        }
    )*};
}

binary_operators! { Int:
    Add add AddAssign add_assign plus;
    Sub sub SubAssign sub_assign minus;
    Mul mul MulAssign mul_assign times;
    BitAnd bitand BitAndAssign bitand_assign bit_and;
    BitOr bitor BitOrAssign bitor_assign bit_or;
    BitXor bitxor BitXorAssign bitxor_assign bit_xor;
}

binary_operators! { Rat:
    Add add AddAssign add_assign plus;
    Sub sub SubAssign sub_assign minus;
    Mul mul MulAssign mul_assign times;
}

other_operators! { Int Rat }

/// The complement of the infinite two's complement: `!x` is `-x - 1`.
impl Not for &Int {
    type Output = Int;
    fn not(self) -> Int {
        self.negated() - Int::ONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_references_mix() {
        let (two, three) = (Int::from(2), Int::from(3));
        assert_eq!(&two + &three, two.clone() + three.clone());
        assert_eq!(&two - three.clone(), two.clone() - &three);
        let mut product = two.clone();
        product *= &three;
        product *= three;
        assert_eq!(product, 18);
        assert!(product > 17 && product < 19);
        assert_eq!([Int::from(1), Int::from(2)].iter().sum::<Int>(), 3);
        assert_eq!([Int::from(4), Int::from(2)].into_iter().product::<Int>(), 8);
        assert_eq!(!&two, -3);
        assert_eq!((two.clone() | Int::from(5)) & (two ^ Int::from(-1)), 5);
    }
}
