//! Generators for lattices with few elements.

/// Implement [`Generate`](crate::Generate) for a lattice by the list of its elements. All laws are
/// then proved over all tuples of them.
///
/// ```
/// use soundline_lattice::{Answer, Lattice, Runner, Status, Suite, generate_listed};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Light { Off, Dim, Bright }
/// use Light::*;
///
/// struct Lights;
///
/// impl Lattice for Lights {
///     type Elem = Light;
///     fn bottom(&self) -> Light { Off }
///     fn leq(&self, a: &Light, b: &Light) -> Answer { (*a as u8 <= *b as u8).into() }
///     fn equal(&self, a: &Light, b: &Light) -> Answer { (a == b).into() }
///     fn join(&self, a: &Light, b: &Light) -> Light { if *a as u8 > *b as u8 { *a } else { *b } }
///     fn meet(&self, a: &Light, b: &Light) -> Light { if *a as u8 > *b as u8 { *b } else { *a } }
/// }
///
/// generate_listed! { Lights: Off, Dim, Bright }
///
/// let reports = Runner::new().run_all(&Suite::new("lights", Lights).checks());
/// assert_eq!(reports[0].status, Status::Proved);
/// ```
#[macro_export]
macro_rules! generate_listed {
    ($lattice:ty: $($element:expr),+ $(,)?) => {
        impl $crate::Generate for $lattice {
            fn arbitrary(
                &self,
                choices: &mut $crate::Choices,
            ) -> <Self as $crate::Lattice>::Elem {
                choices.pick(&[$($element),+])
            }

            fn elements(
                &self,
            ) -> ::std::option::Option<::std::vec::Vec<<Self as $crate::Lattice>::Elem>> {
                ::std::option::Option::Some(::std::vec![$($element),+])
            }
        }
    };
}
