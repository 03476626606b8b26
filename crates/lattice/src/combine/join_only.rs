//! Join semilattices, which many analyses get by with, as lattices with a makeshift meet.

use crate::laws::ids;
use crate::{Answer, Argument, Choices, Generate, Lattice, Suite, Values};
use std::fmt::Debug;

/// An order with joins and a bottom, and nothing said about meets.
pub trait JoinSemilattice {
    /// An abstract element.
    type Elem: Clone + Debug;

    /// The least element.
    fn bottom(&self) -> Self::Elem;

    /// Is `a` below or equal to `b`?
    fn leq(&self, a: &Self::Elem, b: &Self::Elem) -> Answer;

    /// Do `a` and `b` stand for the same element?
    fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> Answer;

    /// The least upper bound of both.
    fn join(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;

    /// The element in its own notation.
    fn show(&self, a: &Self::Elem) -> String {
        format!("{a:?}")
    }
}

/// A join semilattice as a lattice. The meet of comparable elements is the smaller one, of others ⊥:
/// a lower bound, but not the greatest, and not associative.
///
/// ```
/// use soundline_lattice::combine::{JoinOnly, JoinSemilattice};
/// use soundline_lattice::{Answer, Runner, Values};
/// /// Bits that may be set.
/// struct Masks;
/// impl JoinSemilattice for Masks {
///     type Elem = u8;
///     fn bottom(&self) -> u8 { 0 }
///     fn leq(&self, a: &u8, b: &u8) -> Answer { (a & !b == 0).into() }
///     fn equal(&self, a: &u8, b: &u8) -> Answer { (a == b).into() }
///     fn join(&self, a: &u8, b: &u8) -> u8 { a | b }
/// }
/// let masks = JoinOnly::new(Masks, Values::new(|choices| choices.draw(255) as u8));
/// for report in Runner::new().run_all(&masks.suite("masks").checks()) {
///     assert!(!report.is_violated(), "{report}");
/// }
/// ```
pub struct JoinOnly<S: JoinSemilattice> {
    semilattice: S,
    elements: Values<S::Elem>,
}

/// Why laws of the meet are not checked.
const DERIVED: &str = "the meet is derived: the smaller of comparable elements, otherwise bottom";

impl<S: JoinSemilattice> JoinOnly<S> {
    /// The semilattice with a derived meet, and a source of elements.
    pub fn new(semilattice: S, elements: Values<S::Elem>) -> JoinOnly<S> {
        JoinOnly { semilattice, elements }
    }

    /// All laws of a lattice but those that the derived meet does not satisfy.
    pub fn suite(self, name: &str) -> Suite<JoinOnly<S>>
    where
        S: Send + Sync + 'static,
    {
        Suite::new(name, self)
            .exempt(ids::MEET_ASSOCIATIVE, DERIVED)
            .exempt(ids::MEET_IS_GREATEST, DERIVED)
    }
}

impl<S: JoinSemilattice> Lattice for JoinOnly<S> {
    type Elem = S::Elem;

    fn bottom(&self) -> S::Elem {
        self.semilattice.bottom()
    }

    fn leq(&self, a: &S::Elem, b: &S::Elem) -> Answer {
        self.semilattice.leq(a, b)
    }

    fn equal(&self, a: &S::Elem, b: &S::Elem) -> Answer {
        self.semilattice.equal(a, b)
    }

    fn join(&self, a: &S::Elem, b: &S::Elem) -> S::Elem {
        self.semilattice.join(a, b)
    }

    fn meet(&self, a: &S::Elem, b: &S::Elem) -> S::Elem {
        if self.semilattice.leq(a, b).is_yes() {
            a.clone()
        } else if self.semilattice.leq(b, a).is_yes() {
            b.clone()
        } else {
            self.semilattice.bottom()
        }
    }

    fn show(&self, a: &S::Elem) -> String {
        self.semilattice.show(a)
    }
}

impl<S: JoinSemilattice> Generate for JoinOnly<S> {
    fn arbitrary(&self, choices: &mut Choices) -> S::Elem {
        self.elements.arbitrary_value(choices)
    }

    /// One of several arbitrary elements that happens to be below, else `a` or ⊥: the derived meet
    /// alone would give little else than these two.
    fn below(&self, a: &S::Elem, choices: &mut Choices) -> S::Elem {
        for _ in 0..4 {
            let other = self.elements.arbitrary_value(choices);
            if self.semilattice.leq(&other, a).is_yes() {
                return other;
            }
        }
        if choices.flip() { self.semilattice.bottom() } else { a.clone() }
    }

    fn elements(&self) -> Option<Vec<S::Elem>> {
        self.elements.all_values()
    }
}
