//! Lattices without a context: one trait on the type of the elements.

use crate::{Answer, Choices, Generate, Lattice, Widening};
use std::fmt::Debug;
use std::marker::PhantomData;

/// An element that knows its own lattice, for lattices that need no dimensions or widths.
///
/// An analysis then writes `a.join(&b)`, lattices made of others call the operations of their parts, and
/// [`Own`] checks all laws of the very same code. Elements are equal when `==` says so.
pub trait Element: Clone + Debug + PartialEq {
    /// The least element.
    fn bottom() -> Self;

    /// The greatest element, where there is one.
    fn top() -> Option<Self> {
        None
    }

    /// Is it below or equal to the other one?
    fn leq(&self, other: &Self) -> bool;

    /// The least upper bound of both.
    fn join(&self, other: &Self) -> Self;

    /// The greatest lower bound of both.
    fn meet(&self, other: &Self) -> Self;

    /// The element in the lattice's own notation.
    fn show(&self) -> String {
        format!("{self:?}")
    }

    /// Any element.
    fn arbitrary(choices: &mut Choices) -> Self;

    /// An element below or equal to this one.
    fn below(&self, choices: &mut Choices) -> Self {
        self.meet(&Self::arbitrary(choices))
    }

    /// An element above or equal to this one.
    fn above(&self, choices: &mut Choices) -> Self {
        self.join(&Self::arbitrary(choices))
    }

    /// An equal element, built in another way where there is one.
    fn equal_to(&self, _choices: &mut Choices) -> Self {
        self.clone()
    }

    /// All elements, when they can be listed.
    fn elements() -> Option<Vec<Self>> {
        None
    }
}

/// The lattice of elements that know it themselves.
///
/// ```
/// use soundline_lattice::adapt::{Element, Own};
/// use soundline_lattice::{Choices, Runner, Suite, signature};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct AtMost(u8);
///
/// impl Element for AtMost {
///     fn bottom() -> AtMost { AtMost(0) }
///     fn leq(&self, other: &AtMost) -> bool { self.0 <= other.0 }
///     fn join(&self, other: &AtMost) -> AtMost { AtMost(self.0.max(other.0)) }
///     fn meet(&self, other: &AtMost) -> AtMost { AtMost(self.0.min(other.0)) }
///     fn arbitrary(choices: &mut Choices) -> AtMost { AtMost(choices.magnitude(255) as u8) }
/// }
///
/// const AT_MOST: Own<AtMost> = Own::new();
/// let half = signature!("half" = |a: &AtMost| AtMost(a.0 / 2); AT_MOST -<!~%-> AT_MOST);
/// let suite = Suite::new("at most", AT_MOST).operator(half);
/// assert!(Runner::new().run_all(&suite.checks()).iter().all(|report| !report.is_violated()));
/// ```
pub struct Own<E>(PhantomData<fn() -> E>);

impl<E> Own<E> {
    /// The lattice.
    pub const fn new() -> Own<E> {
        Own(PhantomData)
    }
}

impl<E> Default for Own<E> {
    fn default() -> Own<E> {
        Own::new()
    }
}

impl<E> Clone for Own<E> {
    fn clone(&self) -> Own<E> {
        *self
    }
}

impl<E> Copy for Own<E> {}

impl<E: Element> Lattice for Own<E> {
    type Elem = E;

    fn bottom(&self) -> E {
        E::bottom()
    }

    fn top(&self) -> Option<E> {
        E::top()
    }

    fn leq(&self, a: &E, b: &E) -> Answer {
        a.leq(b).into()
    }

    fn equal(&self, a: &E, b: &E) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &E, b: &E) -> E {
        a.join(b)
    }

    fn meet(&self, a: &E, b: &E) -> E {
        a.meet(b)
    }

    fn show(&self, a: &E) -> String {
        a.show()
    }
}

impl<E: Element> Generate for Own<E> {
    fn arbitrary(&self, choices: &mut Choices) -> E {
        E::arbitrary(choices)
    }

    fn below(&self, a: &E, choices: &mut Choices) -> E {
        a.below(choices)
    }

    fn above(&self, a: &E, choices: &mut Choices) -> E {
        a.above(choices)
    }

    fn equal_to(&self, a: &E, choices: &mut Choices) -> E {
        a.equal_to(choices)
    }

    fn elements(&self) -> Option<Vec<E>> {
        E::elements()
    }
}

/// Joining is a widening where chains are finite; the laws of widenings tell.
impl<E: Element> Widening for Own<E> {
    fn widen(&self, a: &E, b: &E) -> E {
        a.join(b)
    }
}

/// Truth values under implication.
impl Element for bool {
    fn bottom() -> bool {
        false
    }

    fn top() -> Option<bool> {
        Some(true)
    }

    fn leq(&self, other: &bool) -> bool {
        !self || *other
    }

    fn join(&self, other: &bool) -> bool {
        *self || *other
    }

    fn meet(&self, other: &bool) -> bool {
        *self && *other
    }

    fn arbitrary(choices: &mut Choices) -> bool {
        choices.flip()
    }

    fn elements() -> Option<Vec<bool>> {
        Some(vec![false, true])
    }
}

/// Pairs, ordered component by component.
impl<A: Element, B: Element> Element for (A, B) {
    fn bottom() -> (A, B) {
        (A::bottom(), B::bottom())
    }

    fn top() -> Option<(A, B)> {
        Some((A::top()?, B::top()?))
    }

    fn leq(&self, other: &(A, B)) -> bool {
        self.0.leq(&other.0) && self.1.leq(&other.1)
    }

    fn join(&self, other: &(A, B)) -> (A, B) {
        (self.0.join(&other.0), self.1.join(&other.1))
    }

    fn meet(&self, other: &(A, B)) -> (A, B) {
        (self.0.meet(&other.0), self.1.meet(&other.1))
    }

    fn show(&self) -> String {
        format!("({}, {})", self.0.show(), self.1.show())
    }

    fn arbitrary(choices: &mut Choices) -> (A, B) {
        (A::arbitrary(choices), B::arbitrary(choices))
    }

    fn below(&self, choices: &mut Choices) -> (A, B) {
        let first = if choices.flip() { self.0.below(choices) } else { self.0.clone() };
        (first, if choices.flip() { self.1.below(choices) } else { self.1.clone() })
    }

    fn above(&self, choices: &mut Choices) -> (A, B) {
        let first = if choices.flip() { self.0.above(choices) } else { self.0.clone() };
        (first, if choices.flip() { self.1.above(choices) } else { self.1.clone() })
    }

    fn equal_to(&self, choices: &mut Choices) -> (A, B) {
        (self.0.equal_to(choices), self.1.equal_to(choices))
    }
}
