//! A lattice with a new top.

use super::if_few;
use crate::{Abstraction, Answer, Choices, Concrete, Generate, Lattice, Transfer, Widening};

/// A lattice with a new top above all its elements: "conflict", or the top that it has not got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crown<L>(L);

/// An element of a crowned lattice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Crowned<E> {
    /// An element of the lattice.
    Under(E),
    /// The new top.
    Top,
}

use Crowned::*;

impl<L: Lattice> Crown<L> {
    /// The lattice with a new top.
    pub fn new(lattice: L) -> Crown<L> {
        Crown(lattice)
    }
}

impl<L: Lattice> Lattice for Crown<L> {
    type Elem = Crowned<L::Elem>;

    fn bottom(&self) -> Self::Elem {
        Under(self.0.bottom())
    }

    fn top(&self) -> Option<Self::Elem> {
        Some(Top)
    }

    fn leq(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        match (a, b) {
            (_, Top) => Answer::Yes,
            (Top, _) => Answer::No,
            (Under(a), Under(b)) => self.0.leq(a, b),
        }
    }

    fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        match (a, b) {
            (Top, Top) => Answer::Yes,
            (Under(a), Under(b)) => self.0.equal(a, b),
            _ => Answer::No,
        }
    }

    fn join(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        match (a, b) {
            (Under(a), Under(b)) => Under(self.0.join(a, b)),
            _ => Top,
        }
    }

    fn meet(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        match (a, b) {
            (Top, c) | (c, Top) => c.clone(),
            (Under(a), Under(b)) => Under(self.0.meet(a, b)),
        }
    }

    fn show(&self, a: &Self::Elem) -> String {
        match a {
            Under(a) => self.0.show(a),
            Top => "new ⊤".into(),
        }
    }
}

impl<L: Generate> Generate for Crown<L> {
    fn arbitrary(&self, choices: &mut Choices) -> Self::Elem {
        if choices.once_in(8) { Top } else { Under(self.0.arbitrary(choices)) }
    }

    fn below(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        match a {
            Under(a) => Under(self.0.below(a, choices)),
            Top => self.arbitrary(choices),
        }
    }

    fn above(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        match a {
            Under(a) if !choices.once_in(8) => Under(self.0.above(a, choices)),
            _ => Top,
        }
    }

    fn equal_to(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        match a {
            Under(a) => Under(self.0.equal_to(a, choices)),
            Top => Top,
        }
    }

    /// The loop body of the lattice; what is unknown stays unknown.
    fn transfer(&self, choices: &mut Choices) -> Transfer<'_, Self::Elem> {
        let body = self.0.transfer(choices);
        Transfer::new(body.description().to_string(), move |x| match x {
            Under(x) => Under(body.apply(x)),
            Top => Top,
        })
    }

    fn elements(&self) -> Option<Vec<Self::Elem>> {
        let mut elements: Vec<_> = self.0.elements()?.into_iter().map(Under).collect();
        elements.push(Top);
        if_few(elements)
    }
}

impl<L: Widening> Widening for Crown<L> {
    fn widen(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        match (a, b) {
            (Under(a), Under(b)) => Under(self.0.widen(a, b)),
            _ => Top,
        }
    }
}

impl<L: Generate + Concrete> Concrete for Crown<L> {
    type Value = L::Value;

    fn contains(&self, a: &Self::Elem, value: &L::Value) -> bool {
        match a {
            Under(a) => self.0.contains(a, value),
            Top => true,
        }
    }

    fn member(&self, a: &Self::Elem, choices: &mut Choices) -> Option<L::Value> {
        match a {
            Under(a) => self.0.member(a, choices),
            Top => {
                let some = self.0.arbitrary(choices);
                self.0.member(&some, choices)
            }
        }
    }

    fn members(&self, a: &Self::Elem) -> Option<Vec<L::Value>> {
        match a {
            Under(a) => self.0.members(a),
            Top => None,
        }
    }
}

impl<L: Generate + Abstraction> Abstraction for Crown<L> {
    fn abstraction(&self, value: &L::Value) -> Self::Elem {
        Under(self.0.abstraction(value))
    }
}
