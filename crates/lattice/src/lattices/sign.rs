//! Signs of integers: ⊥, negative, zero, positive, ⊤.

use super::witness::{Binary, best};
use crate::{
    Abstraction, Answer, Check, Choices, Concrete, Generate, Lattice, Suite, Widening, signature,
};

/// The lattice of signs, flat: ⊥ ⊑ Neg, Zero, Pos ⊑ ⊤.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// Addition.
    pub fn add(&self, a: &SignElem, b: &SignElem) -> SignElem {
        match (*a, *b) {
            (Bot, _) | (_, Bot) => Bot,
            (Zero, c) | (c, Zero) => c,
            (c, d) if c == d => c,
            _ => Top,
        }
    }

    /// Subtraction.
    pub fn sub(&self, a: &SignElem, b: &SignElem) -> SignElem {
        self.add(a, &self.neg(b))
    }

    /// Negation.
    pub fn neg(&self, a: &SignElem) -> SignElem {
        match *a {
            Neg => Pos,
            Pos => Neg,
            other => other,
        }
    }

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

    /// Division, rounding towards zero, so that 1 / 2 is 0. Dividing by zero has no result.
    pub fn div(&self, a: &SignElem, b: &SignElem) -> SignElem {
        match (*a, *b) {
            (Bot, _) | (_, Bot | Zero) => Bot,
            (Zero, _) => Zero,
            _ => Top,
        }
    }

    /// All laws that signs should satisfy, and their operators.
    pub fn suite() -> Suite<Sign> {
        let lattice = Suite::new("sign", Sign).widening().concretisation();
        with_operators(lattice.equality().hashing().ordering())
    }
}

fn with_operators(suite: Suite<Sign>) -> Suite<Sign> {
    suite
        .binary("add", |l, a, b| l.add(a, b))
        .binary("mul", |l, a, b| l.mul(a, b))
        .unary("neg", |l, a| l.neg(a))
        .operator(signature!("add" = |a, b| Sign.add(a, b);
            Sign -<!~-> Sign -<!~-> Sign; sound |x, y| x.checked_add(*y)))
        .operator(signature!("sub" = |a, b| Sign.sub(a, b);
            Sign -<!~-> Sign -<!~-> Sign; sound |x, y| x.checked_sub(*y)))
        .operator(signature!("neg" = |a| Sign.neg(a);
            Sign -<!~%-> Sign; sound |x| x.checked_neg()))
        .operator(signature!("mul" = |a, b| Sign.mul(a, b);
            Sign -<!~%-> Sign -<!~%-> Sign; sound |x, y| x.checked_mul(*y)))
        .operator(signature!("div" = |a, b| Sign.div(a, b);
            Sign -<!~%-> Sign -<!~%-> Sign; sound |x, y| x.checked_div(*y)))
        .operator(vec![
            best_sign("add", Sign::add, i128::checked_add),
            best_sign("sub", Sign::sub, i128::checked_sub),
            best_sign("mul", Sign::mul, i128::checked_mul),
            best_sign("div", Sign::div, i128::checked_div),
        ])
}

fn best_sign(
    name: &str,
    operator: Binary<Sign>,
    concrete: fn(i128, i128) -> Option<i128>,
) -> Check {
    // Sums and quotients of these take all signs that sums and quotients can take.
    let witnesses = |a: &SignElem| (-2..=2).filter(|v| Sign.contains(a, v)).collect();
    best(name, Sign, witnesses, operator, concrete)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_results() {
        assert_eq!(Sign.add(&Pos, &Neg), Top);
        assert_eq!(Sign.sub(&Pos, &Neg), Pos);
        assert_eq!(Sign.mul(&Neg, &Neg), Pos);
        assert_eq!(Sign.div(&Pos, &Pos), Top);
        assert_eq!(Sign.div(&Zero, &Top), Zero);
        assert_eq!(Sign.div(&Top, &Zero), Bot);
    }
}
