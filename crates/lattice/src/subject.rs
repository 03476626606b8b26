//! The lattice (or plain set of values) under test, together with the list of its elements.

use crate::panics::generating;
use crate::{Answer, Argument, Case, Generate, Lattice, Outcome};
use std::ops::Deref;
use std::sync::Arc;

/// A lattice under test. It derefs to the lattice and draws elements for a [`Case`].
pub struct Subject<A: Argument> {
    argument: Arc<A>,
    values: Option<Vec<A::Value>>,
}

impl<A: Argument> Subject<A> {
    /// Put a lattice, or plain [`Values`](crate::Values), under test.
    pub fn new(argument: A) -> Subject<A> {
        Subject::shared(&Arc::new(argument))
    }

    /// The same for one that others test too.
    pub fn shared(argument: &Arc<A>) -> Subject<A> {
        let values = argument.all_values().filter(|values| !values.is_empty());
        Subject { argument: Arc::clone(argument), values }
    }

    /// Put other values into the place of the list of all values, and get the list.
    pub(crate) fn restrict(&mut self, values: Option<Vec<A::Value>>) -> Option<Vec<A::Value>> {
        std::mem::replace(&mut self.values, values)
    }

    /// The number of elements, where they can be listed.
    pub fn size(&self) -> Option<usize> {
        self.values.as_ref().map(Vec::len)
    }

    /// Any value, noted under `label`.
    pub fn one(&self, case: &mut Case, label: &str) -> A::Value {
        let value = match &self.values {
            Some(values) if case.is_exhaustive() => {
                self.argument.copy_value(&values[case.choices.index(values.len())])
            }
            _ => generating("arbitrary", || self.argument.arbitrary_value(case.generator())),
        };
        case.note(label, || self.argument.show_value(&value));
        value
    }
}

impl<A: Argument> Deref for Subject<A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.argument
    }
}

/// The names of the variables of a law.
const VARIABLES: [&str; 4] = ["a", "b", "c", "d"];

impl<L: Generate> Subject<L> {
    /// Arbitrary elements a, b, c.
    pub fn any<const N: usize>(&self, case: &mut Case) -> [L::Elem; N] {
        std::array::from_fn(|i| self.one(case, VARIABLES[i]))
    }

    /// Elements a ⊑ b ⊑ ..., generated downwards or upwards by the flip of a coin. In an exhaustive
    /// case these are all tuples, so the law must still look at its precondition.
    pub fn chain<const N: usize>(&self, case: &mut Case) -> [L::Elem; N] {
        if case.is_exhaustive() && self.values.is_some() {
            return self.any(case);
        }
        let choices = case.generator();
        let upwards = choices.flip();
        let mut chain = vec![generating("arbitrary", || self.argument.arbitrary(choices))];
        while chain.len() < N {
            let last = &chain[chain.len() - 1];
            let next = if upwards {
                generating("above", || self.argument.above(last, choices))
            } else {
                generating("below", || self.argument.below(last, choices))
            };
            chain.push(next);
        }
        if !upwards {
            chain.reverse();
        }
        let chain: [L::Elem; N] = chain.try_into().expect("the chain has been filled");
        for (element, label) in chain.iter().zip(VARIABLES) {
            case.note(label, || self.argument.show(element));
        }
        chain
    }

    /// Two equal elements, differently represented where the lattice can. In an exhaustive case these
    /// are all pairs, so the law must still look at its precondition.
    pub fn equal_pair(&self, case: &mut Case, labels: [&str; 2]) -> [L::Elem; 2] {
        let a = self.one(case, labels[0]);
        if case.is_exhaustive() && self.values.is_some() {
            return [a, self.one(case, labels[1])];
        }
        let b = generating("equal_to", || self.argument.equal_to(&a, case.generator()));
        case.note(labels[1], || self.argument.show(&b));
        [a, b]
    }

    /// The conclusion `left ⊑ right` of a law.
    pub fn expect_leq(
        &self,
        case: &mut Case,
        left: (&str, &L::Elem),
        right: (&str, &L::Elem),
    ) -> Outcome {
        conclude(&*self.argument, case, left, right, self.argument.leq(left.1, right.1))
    }

    /// The conclusion `left = right` of a law.
    pub fn expect_equal(
        &self,
        case: &mut Case,
        left: (&str, &L::Elem),
        right: (&str, &L::Elem),
    ) -> Outcome {
        conclude(&*self.argument, case, left, right, self.argument.equal(left.1, right.1))
    }
}

/// Turn the answer on a relation between `left` and `right` into an outcome, noting both sides.
pub(crate) fn conclude<L: Lattice>(
    lattice: &L,
    case: &mut Case,
    left: (&str, &L::Elem),
    right: (&str, &L::Elem),
    answer: Answer,
) -> Outcome {
    case.note(left.0, || lattice.show(left.1));
    case.note(right.0, || lattice.show(right.1));
    answer.into()
}
