//! A property placed at one argument of an operator: a signature that is put together at run time.

use super::{Arrow, Fix, Position, Property, other};
use crate::{Argument, Case, Check, Generate, Lattice, Subject};
use std::sync::Arc;

/// A property in one argument, with the arguments to its left and right: the combinators `pw_left`, `pw_right` and `finalize`
/// of the LCheck paper. Made by [`Property::of`].
///
/// Each call of [`left`](Placed::left) puts another argument in front of all others, and each call of `right` one behind
/// them, up to three on each side. Arguments are lattices or plain [`Values`](crate::Values), or `Arc`s of them where several
/// signatures share one.
///
/// ```
/// use soundline_lattice::{Runner, Values, lattices::{Sign, SignElem}, signature::Property};
///
/// fn pick(name: &&str, here: &SignElem, there: &SignElem) -> SignElem {
///     if *name == "here" { *here } else { *there }
/// }
/// let names = || Values::among(["here", "there"]);
/// for property in [Property::monotone(), Property::distributive()] {
///     // pick : names --> Sign -P-> Sign --> Sign
///     let check = property.of(Sign).left(names()).right(Sign).finalize("pick", Sign, pick);
///     assert!(check.name.ends_with(" in argument 2"));
///     assert!(!Runner::new().run(&check, None).is_violated());
/// }
/// ```
pub struct Placed<L, A: Generate, R: Lattice, M> {
    pub(super) property: Property<A, R>,
    pub(super) argument: Arc<A>,
    pub(super) left: L,
    pub(super) right: M,
}

macro_rules! left {
    ($($l:ident)*) => {
        impl<$($l,)* A: Generate, R: Lattice, M> Placed<($(Arc<$l>,)*), A, R, M> {
            /// Another argument, in front of all others.
            #[allow(non_snake_case)]
            pub fn left<N: Argument>(
                self,
                argument: impl Into<Arc<N>>,
            ) -> Placed<(Arc<N>, $(Arc<$l>,)*), A, R, M> {
                let Placed { property, argument: own, left: ($($l,)*), right } = self;
                Placed { property, argument: own, left: (argument.into(), $($l,)*), right }
            }
        }
    };
}

macro_rules! right {
    ($($m:ident)*) => {
        impl<L, A: Generate, R: Lattice, $($m),*> Placed<L, A, R, ($(Arc<$m>,)*)> {
            /// Another argument, behind all others.
            #[allow(non_snake_case)]
            pub fn right<N: Argument>(
                self,
                argument: impl Into<Arc<N>>,
            ) -> Placed<L, A, R, ($(Arc<$m>,)* Arc<N>,)> {
                let Placed { property, argument: own, left, right: ($($m,)*) } = self;
                Placed { property, argument: own, left, right: ($($m,)* argument.into(),) }
            }
        }
    };
}

macro_rules! finalize {
    ([$($l:ident)*] [$($m:ident)*]) => {
        impl<$($l,)* A, R, $($m),*> Placed<($(Arc<$l>,)*), A, R, ($(Arc<$m>,)*)>
        where
            $($l: Argument + Send + Sync + 'static,)*
            A: Generate + Send + Sync + 'static,
            R: Lattice + Send + Sync + 'static,
            $($m: Argument + Send + Sync + 'static,)*
        {
            /// The check of an operator with this signature: its name, the lattice of its results, and the operator.
            #[allow(non_snake_case, unused_mut, unused_assignments, unused_variables)]
            pub fn finalize(
                self,
                operator: &str,
                result: impl Into<Arc<R>>,
                function: impl Fn($(&$l::Value,)* &A::Elem $(, &$m::Value)*) -> R::Elem
                    + Send + Sync + 'static,
            ) -> Check {
                let Placed { property, argument, left: ($($l,)*), right: ($($m,)*) } = self;
                let before = <[&str]>::len(&[$(stringify!($l)),*]);
                let function = Arc::new(function);
                let fixes = move || -> Fix<A, R> {
                    $( let $l = Subject::shared(&$l); )*
                    $( let $m = Subject::shared(&$m); )*
                    let function = Arc::clone(&function);
                    Box::new(move |case: &mut Case| {
                        let mut place = 0;
                        $( place += 1; let $l = other(&$l, case, place); )*
                        place += 1;
                        $( place += 1; let $m = other(&$m, case, place); )*
                        let function = Arc::clone(&function);
                        Box::new(move |x: &A::Elem| function($(&$l,)* x $(, &$m)*))
                    })
                };
                let arrow = Arrow {
                    position: Position::new(operator, before),
                    argument,
                    result: result.into(),
                    fixes: Box::new(fixes),
                };
                arrow.check(property)
            }
        }
    };
}

left!();
left!(L1);
left!(L1 L2);
right!();
right!(M1);
right!(M1 M2);
finalize!([] []);
finalize!([][M1]);
finalize!([] [M1 M2]);
finalize!([] [M1 M2 M3]);
finalize!([L1] []);
finalize!([L1][M1]);
finalize!([L1] [M1 M2]);
finalize!([L1] [M1 M2 M3]);
finalize!([L1 L2] []);
finalize!([L1 L2] [M1]);
finalize!([L1 L2] [M1 M2]);
finalize!([L1 L2] [M1 M2 M3]);
finalize!([L1 L2 L3] []);
finalize!([L1 L2 L3] [M1]);
finalize!([L1 L2 L3] [M1 M2]);
finalize!([L1 L2 L3] [M1 M2 M3]);
