//! Generators of lattice elements, and of the other arguments that operators take.

use crate::{Choices, Lattice};
use std::fmt::Debug;

/// A lattice whose elements can be generated.
///
/// Only [`Generate::arbitrary`] is required. Prefer an *algebraic* choice (each constructor equally
/// likely) over a uniform one, so that top, bottom and special cases come up often; and override
/// `below` and `above` where a meet or join with something arbitrary ends in bottom or top too often.
pub trait Generate: Lattice {
    /// Any element.
    fn arbitrary(&self, choices: &mut Choices) -> Self::Elem;

    /// An element below or equal to `a`.
    fn below(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        let other = self.arbitrary(choices);
        self.meet(a, &other)
    }

    /// An element above or equal to `a`.
    fn above(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        let other = self.arbitrary(choices);
        self.join(a, &other)
    }

    /// An element equal to `a`, built in another way where there is one: another insertion order,
    /// another allocation, another representation.
    fn equal_to(&self, a: &Self::Elem, _choices: &mut Choices) -> Self::Elem {
        a.clone()
    }

    /// An element near `a`: just below it, just above it, or one step down and one up. Operators that go wrong at a border go
    /// wrong between such elements. By default the nearest of a few that were drawn.
    fn near(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        let way = choices.draw(2);
        let mut near = a.clone();
        if way != 1 {
            near = self.below(a, choices);
            for _ in 0..NEARER {
                // Nearer to `a`: between the last one and `a`.
                near = self.join(&near, &self.below(a, choices));
            }
        }
        if way != 0 {
            let start = near.clone();
            near = self.above(&start, choices);
            for _ in 0..NEARER {
                near = self.meet(&near, &self.above(&start, choices));
            }
        }
        near
    }

    /// The effect of a loop body, as it stands between the steps of a widening: any function on
    /// elements. By default `x ↦ (x ⊓ c) ⊔ d` for arbitrary `c` and `d`.
    fn transfer(&self, choices: &mut Choices) -> Transfer<'_, Self::Elem> {
        let guard = self.arbitrary(choices);
        let entry = self.arbitrary(choices);
        let description = format!("x ↦ (x ⊓ {}) ⊔ {}", self.show(&guard), self.show(&entry));
        Transfer::new(description, move |x| self.join(&self.meet(x, &guard), &entry))
    }

    /// All elements in all their representations, when they can be listed: laws are then checked
    /// over all tuples, which is a proof.
    fn elements(&self) -> Option<Vec<Self::Elem>> {
        None
    }

    /// Another element in the same representation. Only lattices whose elements are references to
    /// something elsewhere have anything to do here.
    #[doc(hidden)]
    fn copy(&self, a: &Self::Elem) -> Self::Elem {
        a.clone()
    }
}

/// How often an element is brought nearer to another one.
const NEARER: usize = 3;

/// A function on elements with a description, drawn by [`Generate::transfer`].
pub struct Transfer<'a, E> {
    description: String,
    function: Box<dyn Fn(&E) -> E + 'a>,
}

impl<'a, E> Transfer<'a, E> {
    /// A transfer function that shows itself as `description`.
    pub fn new(description: impl Into<String>, function: impl Fn(&E) -> E + 'a) -> Self {
        Transfer { description: description.into(), function: Box::new(function) }
    }

    /// The function's value at `x`.
    pub fn apply(&self, x: &E) -> E {
        (self.function)(x)
    }

    /// The function in words.
    pub fn description(&self) -> &str {
        &self.description
    }
}

/// Anything an operator can take as an argument: a lattice with generators, or plain [`Values`].
pub trait Argument {
    /// The type of the argument.
    type Value: Clone + Debug;

    /// Any value.
    fn arbitrary_value(&self, choices: &mut Choices) -> Self::Value;

    /// All values, when they can be listed.
    fn all_values(&self) -> Option<Vec<Self::Value>>;

    /// The value as counterexamples show it.
    fn show_value(&self, value: &Self::Value) -> String;

    /// A copy of a listed value.
    #[doc(hidden)]
    fn copy_value(&self, value: &Self::Value) -> Self::Value {
        value.clone()
    }
}

impl<L: Generate> Argument for L {
    type Value = L::Elem;

    fn arbitrary_value(&self, choices: &mut Choices) -> L::Elem {
        self.arbitrary(choices)
    }

    fn all_values(&self) -> Option<Vec<L::Elem>> {
        self.elements()
    }

    fn show_value(&self, value: &L::Elem) -> String {
        self.show(value)
    }

    fn copy_value(&self, value: &L::Elem) -> L::Elem {
        self.copy(value)
    }
}

/// Values that form no lattice: labels, names, shift amounts.
///
/// ```
/// use soundline_lattice::{Argument, Choices, Values};
/// let names = Values::among(["x", "y", "z"]);
/// assert_eq!(names.all_values().unwrap().len(), 3);
/// let lengths = Values::new(|choices: &mut Choices| choices.int(0, 80));
/// assert_eq!(lengths.arbitrary_value(&mut Choices::replay(&[])), 0);
/// ```
pub struct Values<T> {
    /// A function, so that values which cannot be shared between threads do not keep this from it.
    list: Option<Box<dyn Fn() -> Vec<T> + Send + Sync>>,
    generate: Box<dyn Fn(&mut Choices) -> T + Send + Sync>,
}

impl<T: Clone + Debug + 'static> Values<T> {
    /// Values drawn by a function.
    pub fn new(generate: impl Fn(&mut Choices) -> T + Send + Sync + 'static) -> Values<T> {
        Values { list: None, generate: Box::new(generate) }
    }

    /// The given values and no others; there must be at least one.
    pub fn among(values: impl IntoIterator<Item = T>) -> Values<T>
    where
        T: Send + Sync,
    {
        let list: Vec<T> = values.into_iter().collect();
        assert!(!list.is_empty(), "a choice among values needs at least one");
        let among = list.clone();
        Values {
            list: Some(Box::new(move || list.clone())),
            generate: Box::new(move |choices| choices.pick(&among)),
        }
    }
}

impl<T: Clone + Debug> Argument for Values<T> {
    type Value = T;

    fn arbitrary_value(&self, choices: &mut Choices) -> T {
        (self.generate)(choices)
    }

    fn all_values(&self) -> Option<Vec<T>> {
        self.list.as_ref().map(|list| list())
    }

    fn show_value(&self, value: &T) -> String {
        format!("{value:?}")
    }
}

/// Short strings, mostly from a small alphabet so that equal ones meet.
pub fn any_string(choices: &mut Choices) -> String {
    if choices.once_in(8) {
        choices
            .many(12, |c| char::from_u32(c.draw(0x10_ffff) as u32).unwrap_or('\u{fffd}'))
            .into_iter()
            .collect()
    } else {
        choices.many(3, |c| c.pick(&['a', 'b', 'c'])).into_iter().collect()
    }
}
