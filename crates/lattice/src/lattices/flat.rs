//! Flat lattices: constants that are unrelated to each other, between ⊥ and ⊤.

use crate::adapt::{Draw, Element};
use crate::{
    Abstraction, Answer, Argument, Choices, Concrete, Generate, Lattice, Suite, Values, Widening,
    signature,
};
use std::fmt::Debug;

/// The flat lattice over a source of values, as in constant propagation: ⊥ ⊑ c ⊑ ⊤.
///
/// ```
/// use soundline_lattice::{Runner, Suite, Values, lattices::Flat};
/// let colours = Flat::new(Values::among(["red", "green", "blue"]));
/// for report in Runner::new().run_all(&Suite::new("colours", colours).widening().checks()) {
///     assert!(!report.is_violated(), "{report}");
/// }
/// ```
pub struct Flat<T> {
    values: Values<T>,
}

/// What is known about a value: nothing reaches here, this one, or any.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FlatElem<T> {
    /// No value.
    Bot,
    /// This value and no other.
    Const(T),
    /// Any value.
    Top,
}

use FlatElem::*;

impl<T: Clone + PartialEq> FlatElem<T> {
    /// Is it below the other one?
    pub fn leq(&self, other: &FlatElem<T>) -> Answer {
        (*self == Bot || *other == Top || self == other).into()
    }

    /// The least upper bound.
    pub fn join(&self, other: &FlatElem<T>) -> FlatElem<T> {
        match (self, other) {
            (Bot, c) | (c, Bot) => c.clone(),
            (c, d) if c == d => c.clone(),
            _ => Top,
        }
    }

    /// The greatest lower bound.
    pub fn meet(&self, other: &FlatElem<T>) -> FlatElem<T> {
        match (self, other) {
            (Top, c) | (c, Top) => c.clone(),
            (c, d) if c == d => c.clone(),
            _ => Bot,
        }
    }

    /// The element in mathematical notation.
    pub fn show(&self) -> String
    where
        T: Debug,
    {
        match self {
            Bot => "⊥".into(),
            Const(value) => format!("{value:?}"),
            Top => "⊤".into(),
        }
    }

    /// Apply a partial function to two elements: strict, exact on constants, ⊤ otherwise.
    ///
    /// ```
    /// use soundline_lattice::lattices::FlatElem::{self, Bot, Const, Top};
    /// let div = |a: &FlatElem<i64>, b| a.combine(b, |x, y| x.checked_div(*y));
    /// assert_eq!(div(&Const(7), &Const(2)), Const(3));
    /// assert_eq!(div(&Const(7), &Const(0)), Bot);
    /// assert_eq!(div(&Const(7), &Top), Top);
    /// ```
    pub fn combine<U, R>(
        &self,
        other: &FlatElem<U>,
        f: impl FnOnce(&T, &U) -> Option<R>,
    ) -> FlatElem<R> {
        match (self, other) {
            (Bot, _) | (_, Bot) => Bot,
            (Const(a), Const(b)) => f(a, b).map_or(Bot, Const),
            _ => Top,
        }
    }
}

impl<T: Clone + Debug + PartialEq> Flat<T> {
    /// The flat lattice over the values.
    pub fn new(values: Values<T>) -> Flat<T> {
        Flat { values }
    }
}

impl Flat<i64> {
    /// Constants among all 64-bit integers.
    pub fn integers() -> Flat<i64> {
        Flat::new(Values::new(super::integer))
    }

    /// All laws that constant integers should satisfy, and their operators. Arithmetic that
    /// overflows has no result.
    pub fn integers_suite() -> Suite<Flat<i64>> {
        let add = |x: &i64, y: &i64| x.checked_add(*y);
        let mul = |x: &i64, y: &i64| x.checked_mul(*y);
        let of = Flat::integers;
        Suite::new("constant", of())
            .widening()
            .concretisation()
            .equality()
            .hashing()
            .ordering()
            .operator(signature!("add" = |a, b| a.combine(b, add);
                of() -<!~-> of() -<!~-> of(); best add))
            .operator(signature!("mul" = |a, b| a.combine(b, mul);
                of() -<!~-> of() -<!~-> of(); best mul))
    }
}

impl<T: Clone + Debug + PartialEq> Lattice for Flat<T> {
    type Elem = FlatElem<T>;

    fn bottom(&self) -> FlatElem<T> {
        Bot
    }

    fn top(&self) -> Option<FlatElem<T>> {
        Some(Top)
    }

    fn leq(&self, a: &FlatElem<T>, b: &FlatElem<T>) -> Answer {
        a.leq(b)
    }

    fn equal(&self, a: &FlatElem<T>, b: &FlatElem<T>) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &FlatElem<T>, b: &FlatElem<T>) -> FlatElem<T> {
        a.join(b)
    }

    fn meet(&self, a: &FlatElem<T>, b: &FlatElem<T>) -> FlatElem<T> {
        a.meet(b)
    }

    fn show(&self, a: &FlatElem<T>) -> String {
        a.show()
    }
}

impl<T: Clone + Debug + PartialEq> Generate for Flat<T> {
    fn arbitrary(&self, choices: &mut Choices) -> FlatElem<T> {
        // Constants are the interesting case; ⊥ and ⊤ still come up in half of the draws.
        match choices.draw(3) {
            0 => Bot,
            1 => Top,
            _ => Const(self.values.arbitrary_value(choices)),
        }
    }

    fn below(&self, a: &FlatElem<T>, choices: &mut Choices) -> FlatElem<T> {
        below(a, choices, |choices| self.arbitrary(choices))
    }

    fn above(&self, a: &FlatElem<T>, choices: &mut Choices) -> FlatElem<T> {
        above(a, choices, |choices| self.arbitrary(choices))
    }

    fn elements(&self) -> Option<Vec<FlatElem<T>>> {
        let constants = self.values.all_values()?.into_iter().map(Const);
        Some([Bot].into_iter().chain(constants).chain([Top]).collect())
    }
}

/// An element below `a`. A meet with something arbitrary would nearly always be ⊥.
pub(super) fn below<T: Clone>(
    a: &FlatElem<T>,
    choices: &mut Choices,
    arbitrary: impl FnOnce(&mut Choices) -> FlatElem<T>,
) -> FlatElem<T> {
    match a {
        Bot => Bot,
        Const(_) if choices.flip() => a.clone(),
        Const(_) => Bot,
        Top => arbitrary(choices),
    }
}

/// An element above `a`. A join with something arbitrary would nearly always be ⊤.
pub(super) fn above<T: Clone>(
    a: &FlatElem<T>,
    choices: &mut Choices,
    arbitrary: impl FnOnce(&mut Choices) -> FlatElem<T>,
) -> FlatElem<T> {
    match a {
        Bot => arbitrary(choices),
        Const(_) if choices.flip() => a.clone(),
        Const(_) | Top => Top,
    }
}

/// Constants that can be drawn without saying how need no source of values.
impl<T: Clone + Debug + Draw + PartialEq> Element for FlatElem<T> {
    fn bottom() -> FlatElem<T> {
        Bot
    }

    fn top() -> Option<FlatElem<T>> {
        Some(Top)
    }

    fn leq(&self, other: &FlatElem<T>) -> bool {
        self.leq(other).is_yes()
    }

    fn join(&self, other: &FlatElem<T>) -> FlatElem<T> {
        self.join(other)
    }

    fn meet(&self, other: &FlatElem<T>) -> FlatElem<T> {
        self.meet(other)
    }

    fn show(&self) -> String {
        self.show()
    }

    fn arbitrary(choices: &mut Choices) -> FlatElem<T> {
        match choices.draw(3) {
            0 => Bot,
            1 => Top,
            _ => Const(T::draw(choices)),
        }
    }

    fn below(&self, choices: &mut Choices) -> FlatElem<T> {
        below(self, choices, Self::arbitrary)
    }

    fn above(&self, choices: &mut Choices) -> FlatElem<T> {
        above(self, choices, Self::arbitrary)
    }
}

impl<T: Clone + Debug + PartialEq> Widening for Flat<T> {
    /// Chains have at most three elements: joining converges.
    fn widen(&self, a: &FlatElem<T>, b: &FlatElem<T>) -> FlatElem<T> {
        a.join(b)
    }
}

impl<T: Clone + Debug + PartialEq> Concrete for Flat<T> {
    type Value = T;

    fn contains(&self, a: &FlatElem<T>, value: &T) -> bool {
        match a {
            Bot => false,
            Const(constant) => constant == value,
            Top => true,
        }
    }

    fn member(&self, a: &FlatElem<T>, choices: &mut Choices) -> Option<T> {
        match a {
            Bot => None,
            Const(constant) => Some(constant.clone()),
            Top => Some(self.values.arbitrary_value(choices)),
        }
    }

    fn members(&self, a: &FlatElem<T>) -> Option<Vec<T>> {
        match a {
            Bot => Some(vec![]),
            Const(constant) => Some(vec![constant.clone()]),
            Top => self.values.all_values(),
        }
    }
}

impl<T: Clone + Debug + PartialEq> Abstraction for Flat<T> {
    fn abstraction(&self, value: &T) -> FlatElem<T> {
        Const(value.clone())
    }
}
