//! Signs of integers: ⊥, negative, zero, positive, ⊤.

use crate::{Abstraction, Answer, Choices, Concrete, Generate, Lattice, Widening};

/// The lattice of signs, flat: ⊥ ⊑ Neg, Zero, Pos ⊑ ⊤.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sign;

/// What is known about the sign of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SignElem {
    /// No integer.
    Bot,
    /// Negative.
    Neg,
    /// Zero.
    Zero,
    /// Positive.
    Pos,
    /// Any integer.
    Top,
}

use SignElem::*;

impl Lattice for Sign {
    type Elem = SignElem;

    fn bottom(&self) -> SignElem {
        Bot
    }

    fn top(&self) -> Option<SignElem> {
        Some(Top)
    }

    fn leq(&self, a: &SignElem, b: &SignElem) -> Answer {
        (a == b || *a == Bot || *b == Top).into()
    }

    fn equal(&self, a: &SignElem, b: &SignElem) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &SignElem, b: &SignElem) -> SignElem {
        match (*a, *b) {
            (Bot, c) | (c, Bot) => c,
            (c, d) if c == d => c,
            _ => Top,
        }
    }

    fn meet(&self, a: &SignElem, b: &SignElem) -> SignElem {
        match (*a, *b) {
            (Top, c) | (c, Top) => c,
            (c, d) if c == d => c,
            _ => Bot,
        }
    }
}

impl Generate for Sign {
    fn arbitrary(&self, choices: &mut Choices) -> SignElem {
        choices.pick(&[Bot, Neg, Zero, Pos, Top])
    }

    fn elements(&self) -> Option<Vec<SignElem>> {
        Some(vec![Bot, Neg, Zero, Pos, Top])
    }
}

impl Widening for Sign {
    /// The lattice is finite: joining converges.
    fn widen(&self, a: &SignElem, b: &SignElem) -> SignElem {
        self.join(a, b)
    }
}

impl Concrete for Sign {
    type Value = i128;

    fn contains(&self, a: &SignElem, value: &i128) -> bool {
        match a {
            Bot => false,
            Neg => *value < 0,
            Zero => *value == 0,
            Pos => *value > 0,
            Top => true,
        }
    }

    fn member(&self, a: &SignElem, choices: &mut Choices) -> Option<i128> {
        match a {
            Bot => None,
            Neg => Some(choices.int(i64::MIN, -1).into()),
            Zero => Some(0),
            Pos => Some(choices.int(1, i64::MAX).into()),
            Top => Some(choices.any_int().into()),
        }
    }
}

impl Abstraction for Sign {
    fn abstraction(&self, value: &i128) -> SignElem {
        match value.signum() {
            -1 => Neg,
            0 => Zero,
            _ => Pos,
        }
    }
}

impl Sign {
    /// Multiplication.
    pub fn mul(&self, a: &SignElem, b: &SignElem) -> SignElem {
        match (*a, *b) {
            (Bot, _) | (_, Bot) => Bot,
            (Zero, _) | (_, Zero) => Zero,
            (Top, _) | (_, Top) => Top,
            (c, d) if c == d => Pos,
            _ => Neg,
        }
    }
}
