//! The meaning of elements as integers of a width.

use crate::Choices;

/// The integers of a width: what elements stand for that are about machine words.
///
/// Given which integers an element contains, it lists them (up to eight bits) or finds some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integers {
    bits: u32,
    signed: bool,
}

/// Widths up to which all integers are looked at.
const LISTED_BITS: u32 = 8;

/// Integers that are tried at wider ones.
const TRIES: usize = 64;

impl Integers {
    /// Unsigned integers of 1 to 64 bits.
    ///
    /// # Panics
    /// When the width is another.
    pub fn unsigned(bits: u32) -> Integers {
        assert!((1..=64).contains(&bits), "a width is from 1 to 64 bits");
        Integers { bits, signed: false }
    }

    /// Signed integers of 1 to 64 bits, in two's complement.
    ///
    /// # Panics
    /// When the width is another.
    pub fn signed(bits: u32) -> Integers {
        Integers { signed: true, ..Integers::unsigned(bits) }
    }

    /// The least of them.
    pub fn least(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    /// The greatest of them.
    pub fn greatest(self) -> i128 {
        self.least() + (1 << self.bits) - 1
    }

    /// All integers that an element contains, where there are few enough to look at all.
    pub fn members(self, contains: impl Fn(i128) -> bool) -> Option<Vec<i128>> {
        let few = self.bits <= LISTED_BITS;
        few.then(|| (self.least()..=self.greatest()).filter(|v| contains(*v)).collect())
    }

    /// Some integer that an element contains. At more than eight bits it may be missed where an
    /// element contains few.
    pub fn member(self, choices: &mut Choices, contains: impl Fn(i128) -> bool) -> Option<i128> {
        if let Some(members) = self.members(&contains) {
            return (!members.is_empty()).then(|| choices.pick(&members));
        }
        let drawn = (0..TRIES).map(|_| self.any(choices)).find(|v| contains(*v));
        let special = [0, self.least(), self.greatest(), 1, self.greatest() - 1];
        drawn.or_else(|| special.into_iter().find(|v| contains(*v)))
    }

    /// Any of them, the ends likely.
    fn any(self, choices: &mut Choices) -> i128 {
        match (self.least().try_into(), self.greatest().try_into()) {
            (Ok(least), Ok(greatest)) => choices.int(least, greatest).into(),
            _ => choices.magnitude(u64::MAX).into(),
        }
    }
}

/// Implement [`Concrete`](crate::Concrete) for a lattice whose elements stand for machine integers, by
/// which integers an element contains.
///
/// ```
/// use soundline_lattice::{Answer, Lattice, Runner, Suite, concrete_integers, generate, signature};
///
/// /// Upper bounds of bytes; `None` is empty.
/// #[derive(Clone, Copy)]
/// struct Bounds;
///
/// impl Lattice for Bounds {
///     type Elem = Option<u8>;
///     fn bottom(&self) -> Option<u8> { None }
///     fn leq(&self, a: &Option<u8>, b: &Option<u8>) -> Answer { (a <= b).into() }
///     fn equal(&self, a: &Option<u8>, b: &Option<u8>) -> Answer { (a == b).into() }
///     fn join(&self, a: &Option<u8>, b: &Option<u8>) -> Option<u8> { *a.max(b) }
///     fn meet(&self, a: &Option<u8>, b: &Option<u8>) -> Option<u8> { *a.min(b) }
/// }
///
/// generate! { for Bounds: || None; |most: u8| Some(most) }
/// concrete_integers! { for Bounds, u8: |a, v| a.is_some_and(|most| v <= most) }
///
/// fn half(a: &Option<u8>) -> Option<u8> { a.map(|most| most / 2) }
/// let mut checks = Suite::new("bounds", Bounds).concretisation().checks();
/// checks.extend(signature!(half: Bounds -<!-> Bounds; sound |v| Some(v / 2)));
/// for report in Runner::new().run_all(&checks) {
///     assert!(!report.is_violated(), "{report}");
/// }
/// ```
#[macro_export]
macro_rules! concrete_integers {
    (for $lattice:ty, $integer:ident: |$element:ident, $value:ident| $contains:expr) => {
        impl $crate::Concrete for $lattice {
            type Value = $integer;

            fn contains(&self, $element: &<Self as $crate::Lattice>::Elem, value: &$integer) -> bool {
                let $value = *value;
                $contains
            }

            fn member(
                &self,
                a: &<Self as $crate::Lattice>::Elem,
                choices: &mut $crate::Choices,
            ) -> ::std::option::Option<$integer> {
                let all = $crate::concrete_integers!(@width $integer);
                let contains = |v: i128| $crate::Concrete::contains(self, a, &(v as $integer));
                all.member(choices, contains).map(|v| v as $integer)
            }

            fn members(
                &self,
                a: &<Self as $crate::Lattice>::Elem,
            ) -> ::std::option::Option<::std::vec::Vec<$integer>> {
                let all = $crate::concrete_integers!(@width $integer);
                let contains = |v: i128| $crate::Concrete::contains(self, a, &(v as $integer));
                let members = all.members(contains)?;
                ::std::option::Option::Some(members.into_iter().map(|v| v as $integer).collect())
            }
        }
    };
    (@width i8) => { $crate::adapt::Integers::signed(8) };
    (@width i16) => { $crate::adapt::Integers::signed(16) };
    (@width i32) => { $crate::adapt::Integers::signed(32) };
    (@width i64) => { $crate::adapt::Integers::signed(64) };
    (@width u8) => { $crate::adapt::Integers::unsigned(8) };
    (@width u16) => { $crate::adapt::Integers::unsigned(16) };
    (@width u32) => { $crate::adapt::Integers::unsigned(32) };
    (@width u64) => { $crate::adapt::Integers::unsigned(64) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_integers_of_a_width() {
        assert_eq!((Integers::signed(4).least(), Integers::signed(4).greatest()), (-8, 7));
        assert_eq!(Integers::unsigned(64).greatest(), i128::from(u64::MAX));
        assert_eq!(Integers::signed(3).members(|v| v % 2 == 0), Some(vec![-4, -2, 0, 2]));
        assert_eq!(Integers::unsigned(9).members(|_| true), None);
    }

    #[test]
    fn members_are_found_at_all_widths_and_none_where_there_are_none() {
        for bits in [1, 5, 8, 9, 20, 32, 63, 64] {
            for all in [Integers::unsigned(bits), Integers::signed(bits)] {
                let mut choices = Choices::random(u64::from(bits));
                for end in [all.least(), all.greatest()] {
                    assert_eq!(all.member(&mut choices, |v| v == end), Some(end), "{all:?}");
                }
                assert_eq!(all.member(&mut choices, |_| false), None);
            }
        }
    }
}
