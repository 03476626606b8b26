//! The lattice itself: an order with joins and meets, and optional extrapolation operators.

use crate::{Answer, Choices};
use std::fmt::Debug;

/// A lattice ⟨L; ⊑, ⊥, ⊔, ⊓⟩, with a top where there is one.
///
/// The context (dimensions, widths, universes) lives in `&self`, so that `top` and `bottom` know it.
/// What a lattice must satisfy is stated by the [laws](crate::laws); nothing here enforces it, which
/// is why there is a checker.
pub trait Lattice {
    /// An abstract element.
    type Elem: Clone + Debug;

    /// The least element.
    fn bottom(&self) -> Self::Elem;

    /// The greatest element, where there is one.
    fn top(&self) -> Option<Self::Elem> {
        None
    }

    /// Is `a` below or equal to `b`?
    fn leq(&self, a: &Self::Elem, b: &Self::Elem) -> Answer;

    /// Do `a` and `b` stand for the same element? Usually `(a == b).into()`; where equal elements
    /// may differ in representation, [`order_equal`]. It is no default, because with it the law of
    /// antisymmetry cannot fail.
    fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> Answer;

    /// The least upper bound of both.
    fn join(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;

    /// The greatest lower bound of both.
    fn meet(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;

    /// The element in the lattice's own notation, as counterexamples show it.
    fn show(&self, a: &Self::Elem) -> String {
        format!("{a:?}")
    }
}

/// Equality as `leq` both ways, for lattices whose elements have several representations and no
/// other way to tell.
pub fn order_equal<L: Lattice + ?Sized>(lattice: &L, a: &L::Elem, b: &L::Elem) -> Answer {
    lattice.leq(a, b).and(|| lattice.leq(b, a))
}

/// A lattice with a widening.
pub trait Widening: Lattice {
    /// An upper bound of both arguments such that every chain `x := widen(x, y)` stabilises,
    /// whatever the `y` are.
    fn widen(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;
}

/// A lattice with a narrowing.
pub trait Narrowing: Lattice {
    /// An element between `a ⊓ b` and `a` such that every chain `x := narrow(x, y)` with `y ⊑ x`
    /// stabilises.
    fn narrow(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;
}

/// A lattice whose elements stand for sets of concrete values, its concretisation γ.
///
/// This is what soundness is measured against, so neither method may ask the lattice's own order
/// or operators for help.
pub trait Concrete: Lattice {
    /// A concrete value.
    type Value: Clone + Debug;

    /// Is `value` in γ(`a`)?
    fn contains(&self, a: &Self::Elem, value: &Self::Value) -> bool;

    /// Some value of γ(`a`), or `None` when there is none.
    fn member(&self, a: &Self::Elem, choices: &mut Choices) -> Option<Self::Value>;

    /// All values of γ(`a`), when they are few enough to list. Needed for proofs and for
    /// best-result checks only.
    fn members(&self, _a: &Self::Elem) -> Option<Vec<Self::Value>> {
        None
    }
}

/// A lattice with a best abstraction for every single concrete value.
pub trait Abstraction: Concrete {
    /// The least element that contains `value`.
    fn abstraction(&self, value: &Self::Value) -> Self::Elem;
}
