//! A lattice with a new bottom.

use super::if_few;
use crate::{
    Abstraction, Answer, Choices, Concrete, Generate, Lattice, Narrowing, Transfer, Widening,
};

/// A lattice with a new bottom below its own: "not reached" apart from "reached, with nothing known".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lift<L>(L);

/// An element of a lifted lattice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lifted<E> {
    /// The new bottom.
    Bot,
    /// An element of the lattice.
    Up(E),
}

use Lifted::*;

impl<L: Lattice> Lift<L> {
    /// The lattice with a new bottom.
    pub fn new(lattice: L) -> Lift<L> {
        Lift(lattice)
    }
}

impl<L: Lattice> Lattice for Lift<L> {
    type Elem = Lifted<L::Elem>;

    fn bottom(&self) -> Self::Elem {
        Bot
    }

    fn top(&self) -> Option<Self::Elem> {
        self.0.top().map(Up)
    }

    fn leq(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        match (a, b) {
            (Bot, _) => Answer::Yes,
            (_, Bot) => Answer::No,
            (Up(a), Up(b)) => self.0.leq(a, b),
        }
    }

    fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        match (a, b) {
            (Bot, Bot) => Answer::Yes,
            (Up(a), Up(b)) => self.0.equal(a, b),
            _ => Answer::No,
        }
    }

    fn join(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        match (a, b) {
            (Bot, c) | (c, Bot) => c.clone(),
            (Up(a), Up(b)) => Up(self.0.join(a, b)),
        }
    }

    fn meet(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        match (a, b) {
            (Up(a), Up(b)) => Up(self.0.meet(a, b)),
            _ => Bot,
        }
    }

    fn show(&self, a: &Self::Elem) -> String {
        match a {
            Bot => "⊥".into(),
            Up(a) => format!("up {}", self.0.show(a)),
        }
    }
}

impl<L: Generate> Generate for Lift<L> {
    fn arbitrary(&self, choices: &mut Choices) -> Self::Elem {
        if choices.draw(7) == 0 { Bot } else { Up(self.0.arbitrary(choices)) }
    }

    fn below(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        match a {
            Up(a) if !choices.once_in(8) => Up(self.0.below(a, choices)),
            _ => Bot,
        }
    }

    fn above(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        match a {
            Bot => self.arbitrary(choices),
            Up(a) => Up(self.0.above(a, choices)),
        }
    }

    fn equal_to(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        match a {
            Bot => Bot,
            Up(a) => Up(self.0.equal_to(a, choices)),
        }
    }

    /// The loop body below, entered or not.
    fn transfer(&self, choices: &mut Choices) -> Transfer<'_, Self::Elem> {
        let body = self.0.transfer(choices);
        let entry = self.arbitrary(choices);
        let description = format!("{}, joined with {}", body.description(), self.show(&entry));
        Transfer::new(description, move |x| match x {
            Bot => entry.clone(),
            Up(x) => self.join(&Up(body.apply(x)), &entry),
        })
    }

    fn elements(&self) -> Option<Vec<Self::Elem>> {
        let lifted = self.0.elements()?.into_iter().map(Up);
        if_few([Bot].into_iter().chain(lifted).collect())
    }
}

impl<L: Widening> Widening for Lift<L> {
    fn widen(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        match (a, b) {
            (Bot, c) | (c, Bot) => c.clone(),
            (Up(a), Up(b)) => Up(self.0.widen(a, b)),
        }
    }
}

impl<L: Narrowing> Narrowing for Lift<L> {
    fn narrow(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        match (a, b) {
            (Up(a), Up(b)) => Up(self.0.narrow(a, b)),
            _ => Bot,
        }
    }
}

impl<L: Concrete> Concrete for Lift<L> {
    type Value = L::Value;

    fn contains(&self, a: &Self::Elem, value: &L::Value) -> bool {
        matches!(a, Up(a) if self.0.contains(a, value))
    }

    fn member(&self, a: &Self::Elem, choices: &mut Choices) -> Option<L::Value> {
        match a {
            Bot => None,
            Up(a) => self.0.member(a, choices),
        }
    }

    fn members(&self, a: &Self::Elem) -> Option<Vec<L::Value>> {
        match a {
            Bot => Some(vec![]),
            Up(a) => self.0.members(a),
        }
    }
}

impl<L: Abstraction> Abstraction for Lift<L> {
    fn abstraction(&self, value: &L::Value) -> Self::Elem {
        Up(self.0.abstraction(value))
    }
}
