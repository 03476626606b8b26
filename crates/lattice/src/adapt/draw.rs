//! Generators from the constructors of elements.

use crate::{Choices, any_string};

/// A value that can be drawn without saying how: numbers of all magnitudes, short strings and lists.
pub trait Draw: Sized {
    /// Any value.
    fn draw(choices: &mut Choices) -> Self;
}

macro_rules! draw_signed {
    ($($integer:ty)+) => { $(
        impl Draw for $integer {
            fn draw(choices: &mut Choices) -> $integer {
                choices.int(<$integer>::MIN as i64, <$integer>::MAX as i64) as $integer
            }
        }
    )+ };
}

macro_rules! draw_unsigned {
    ($($integer:ty)+) => { $(
        impl Draw for $integer {
            fn draw(choices: &mut Choices) -> $integer {
                choices.magnitude(<$integer>::MAX as u64) as $integer
            }
        }
    )+ };
}

draw_signed!(i8 i16 i32 i64 isize);
draw_unsigned!(u8 u16 u32 u64 usize);

impl Draw for bool {
    fn draw(choices: &mut Choices) -> bool {
        choices.flip()
    }
}

impl Draw for String {
    fn draw(choices: &mut Choices) -> String {
        any_string(choices)
    }
}

impl<T: Draw> Draw for Option<T> {
    fn draw(choices: &mut Choices) -> Option<T> {
        choices.flip().then(|| T::draw(choices))
    }
}

impl<T: Draw> Draw for Vec<T> {
    fn draw(choices: &mut Choices) -> Vec<T> {
        choices.many(8, T::draw)
    }
}

impl<T: Draw, const N: usize> Draw for [T; N] {
    fn draw(choices: &mut Choices) -> [T; N] {
        std::array::from_fn(|_| T::draw(choices))
    }
}

/// A function that makes an element of values that can be drawn.
pub trait Construct<Arguments, E> {
    /// The element for drawn values.
    fn construct(&self, choices: &mut Choices) -> E;
}

macro_rules! constructors {
    ($(($($argument:ident)*))+) => { $(
        impl<E, F: Fn($($argument),*) -> E, $($argument: Draw),*> Construct<($($argument,)*), E> for F {
            fn construct(&self, _choices: &mut Choices) -> E {
                self($($argument::draw(_choices)),*)
            }
        }
    )+ };
}

constructors!(() (A) (A B) (A B C) (A B C D));

/// Implement [`Generate`](crate::Generate) for a lattice by the constructors of its elements: closures
/// without arguments, or with arguments of types that can be [drawn](crate::adapt::Draw). Each is as likely as
/// the others, so that top, bottom and special cases come up often; the first is the simplest.
///
/// ```
/// use soundline_lattice::{Answer, Lattice, Runner, Suite, generate};
///
/// /// Intervals of machine integers; `None` is empty.
/// struct Intervals;
/// type Interval = Option<(i32, i32)>;
///
/// impl Lattice for Intervals {
///     type Elem = Interval;
///     fn bottom(&self) -> Interval { None }
///     fn leq(&self, a: &Interval, b: &Interval) -> Answer {
///         let Some(a) = a else { return Answer::Yes };
///         b.is_some_and(|b| b.0 <= a.0 && a.1 <= b.1).into()
///     }
///     fn equal(&self, a: &Interval, b: &Interval) -> Answer { (a == b).into() }
///     fn join(&self, a: &Interval, b: &Interval) -> Interval {
///         let (Some(a), Some(b)) = (a, b) else { return a.or(*b) };
///         Some((a.0.min(b.0), a.1.max(b.1)))
///     }
///     fn meet(&self, a: &Interval, b: &Interval) -> Interval {
///         let (low, high) = (a.as_ref()?.0.max(b.as_ref()?.0), a.as_ref()?.1.min(b.as_ref()?.1));
///         (low <= high).then_some((low, high))
///     }
/// }
///
/// generate! {
///     for Intervals:
///     || None;
///     || Some((i32::MIN, i32::MAX));
///     |at: i32| Some((at, at));
///     |one: i32, other: i32| Some((one.min(other), one.max(other)))
/// }
///
/// for report in Runner::new().run_all(&Suite::new("intervals", Intervals).equality().checks()) {
///     assert!(!report.is_violated(), "{report}");
/// }
/// ```
#[macro_export]
macro_rules! generate {
    (for $lattice:ty: $($constructor:expr);+ $(;)?) => {
        impl $crate::Generate for $lattice {
            fn arbitrary(
                &self,
                choices: &mut $crate::Choices,
            ) -> <Self as $crate::Lattice>::Elem {
                type Elem = <$lattice as $crate::Lattice>::Elem;
                let constructors: &[&dyn Fn(&mut $crate::Choices) -> Elem] = &[
                    $(&|choices| $crate::adapt::Construct::construct(&$constructor, choices)),+
                ];
                constructors[choices.index(constructors.len())](choices)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_types_are_drawn() {
        let mut choices = Choices::random(1);
        let drawn: Vec<(i8, u16)> =
            (0..2000).map(|_| (i8::draw(&mut choices), u16::draw(&mut choices))).collect();
        assert!([i8::MIN, 0, i8::MAX].iter().all(|end| drawn.iter().any(|(a, _)| a == end)));
        assert!([0, u16::MAX].iter().all(|end| drawn.iter().any(|(_, b)| b == end)));
        assert_eq!(<[Option<u8>; 2]>::draw(&mut Choices::replay(&[])), [None, None]);
    }
}
