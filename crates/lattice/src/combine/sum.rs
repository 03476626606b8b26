//! The sum of two lattices: an element of one or of the other, between a new bottom and a new top.

use super::if_few;
use crate::{Abstraction, Answer, Choices, Concrete, Generate, Lattice, Transfer, Widening};

/// The separated sum: ⊥, the elements of `A`, the elements of `B`, ⊤. Elements of different sides
/// are unrelated, as integers and strings are to an analysis of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum<A, B> {
    left: A,
    right: B,
}

/// An element of a sum. Also a concrete value of a sum, which is never ⊥ or ⊤.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SumElem<A, B> {
    /// Neither.
    Bot,
    /// Of the left lattice.
    Left(A),
    /// Of the right lattice.
    Right(B),
    /// Of any.
    Top,
}

use SumElem::*;

impl<A: Lattice, B: Lattice> Sum<A, B> {
    /// The sum of two lattices.
    pub fn new(left: A, right: B) -> Sum<A, B> {
        Sum { left, right }
    }
}

impl<A: Lattice, B: Lattice> Lattice for Sum<A, B> {
    type Elem = SumElem<A::Elem, B::Elem>;

    fn bottom(&self) -> Self::Elem {
        Bot
    }

    fn top(&self) -> Option<Self::Elem> {
        Some(Top)
    }

    fn leq(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        match (a, b) {
            (Bot, _) | (_, Top) => Answer::Yes,
            (Left(a), Left(b)) => self.left.leq(a, b),
            (Right(a), Right(b)) => self.right.leq(a, b),
            _ => Answer::No,
        }
    }

    fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> Answer {
        match (a, b) {
            (Bot, Bot) | (Top, Top) => Answer::Yes,
            (Left(a), Left(b)) => self.left.equal(a, b),
            (Right(a), Right(b)) => self.right.equal(a, b),
            _ => Answer::No,
        }
    }

    fn join(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        match (a, b) {
            (Bot, c) | (c, Bot) => c.clone(),
            (Left(a), Left(b)) => Left(self.left.join(a, b)),
            (Right(a), Right(b)) => Right(self.right.join(a, b)),
            _ => Top,
        }
    }

    fn meet(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        match (a, b) {
            (Top, c) | (c, Top) => c.clone(),
            (Left(a), Left(b)) => Left(self.left.meet(a, b)),
            (Right(a), Right(b)) => Right(self.right.meet(a, b)),
            _ => Bot,
        }
    }

    fn show(&self, a: &Self::Elem) -> String {
        match a {
            Bot => "⊥".into(),
            Left(a) => format!("left {}", self.left.show(a)),
            Right(a) => format!("right {}", self.right.show(a)),
            Top => "⊤".into(),
        }
    }
}

impl<A: Generate, B: Generate> Generate for Sum<A, B> {
    fn arbitrary(&self, choices: &mut Choices) -> Self::Elem {
        match choices.draw(5) {
            0 => Bot,
            1 => Top,
            2 | 3 => Left(self.left.arbitrary(choices)),
            _ => Right(self.right.arbitrary(choices)),
        }
    }

    fn below(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        match a {
            Top => self.arbitrary(choices),
            Left(a) if !choices.once_in(8) => Left(self.left.below(a, choices)),
            Right(a) if !choices.once_in(8) => Right(self.right.below(a, choices)),
            _ => Bot,
        }
    }

    fn above(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        match a {
            Bot => self.arbitrary(choices),
            Left(a) if !choices.once_in(8) => Left(self.left.above(a, choices)),
            Right(a) if !choices.once_in(8) => Right(self.right.above(a, choices)),
            _ => Top,
        }
    }

    fn equal_to(&self, a: &Self::Elem, choices: &mut Choices) -> Self::Elem {
        match a {
            Left(a) => Left(self.left.equal_to(a, choices)),
            Right(a) => Right(self.right.equal_to(a, choices)),
            other => other.clone(),
        }
    }

    /// A loop body for each side, entered from some element.
    fn transfer(&self, choices: &mut Choices) -> Transfer<'_, Self::Elem> {
        let (left, right) = (self.left.transfer(choices), self.right.transfer(choices));
        let entry = self.arbitrary(choices);
        let description = format!(
            "{} on the left, {} on the right, {} for ⊥",
            left.description(),
            right.description(),
            self.show(&entry)
        );
        Transfer::new(description, move |x| match x {
            Bot => entry.clone(),
            Left(x) => Left(left.apply(x)),
            Right(x) => Right(right.apply(x)),
            Top => Top,
        })
    }

    fn elements(&self) -> Option<Vec<Self::Elem>> {
        let left = self.left.elements()?.into_iter().map(Left);
        let right = self.right.elements()?.into_iter().map(Right);
        if_few([Bot].into_iter().chain(left).chain(right).chain([Top]).collect())
    }
}

impl<A: Widening, B: Widening> Widening for Sum<A, B> {
    fn widen(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        match (a, b) {
            (Left(a), Left(b)) => Left(self.left.widen(a, b)),
            (Right(a), Right(b)) => Right(self.right.widen(a, b)),
            _ => self.join(a, b),
        }
    }
}

/// A value is a value of one side, marked as such; ⊤ stands for all of them.
impl<A, B> Concrete for Sum<A, B>
where
    A: Generate + Concrete,
    B: Generate + Concrete,
{
    type Value = SumElem<A::Value, B::Value>;

    fn contains(&self, a: &Self::Elem, value: &Self::Value) -> bool {
        match (a, value) {
            (Left(a), Left(value)) => self.left.contains(a, value),
            (Right(a), Right(value)) => self.right.contains(a, value),
            (Top, Left(_) | Right(_)) => true,
            _ => false,
        }
    }

    fn member(&self, a: &Self::Elem, choices: &mut Choices) -> Option<Self::Value> {
        match a {
            Bot => None,
            Left(a) => self.left.member(a, choices).map(Left),
            Right(a) => self.right.member(a, choices).map(Right),
            Top if choices.flip() => {
                let some = self.right.arbitrary(choices);
                self.right.member(&some, choices).map(Right)
            }
            Top => {
                let some = self.left.arbitrary(choices);
                self.left.member(&some, choices).map(Left)
            }
        }
    }
}

impl<A, B> Abstraction for Sum<A, B>
where
    A: Generate + Abstraction,
    B: Generate + Abstraction,
{
    fn abstraction(&self, value: &Self::Value) -> Self::Elem {
        match value {
            Left(value) => Left(self.left.abstraction(value)),
            Right(value) => Right(self.right.abstraction(value)),
            // Not values of either side.
            Bot => Bot,
            Top => Top,
        }
    }
}
