//! Parities of integers: ⊥, even, odd, ⊤.

use super::witness::{Binary, best};
use crate::{
    Abstraction, Answer, Choices, Concrete, Generate, Lattice, Suite, Widening, signature,
};

/// The lattice of parities, flat: ⊥ ⊑ Even, Odd ⊑ ⊤.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parity;

/// What is known about the last bit of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ParityElem {
    /// No integer.
    Bot,
    /// Divisible by two.
    Even,
    /// Not divisible by two.
    Odd,
    /// Any integer.
    Top,
}

use ParityElem::*;

impl Parity {
    /// Addition; subtraction is the same.
    pub fn add(&self, a: &ParityElem, b: &ParityElem) -> ParityElem {
        match (*a, *b) {
            (Bot, _) | (_, Bot) => Bot,
            (Top, _) | (_, Top) => Top,
            (c, d) if c == d => Even,
            _ => Odd,
        }
    }

    /// Multiplication.
    pub fn mul(&self, a: &ParityElem, b: &ParityElem) -> ParityElem {
        match (*a, *b) {
            (Bot, _) | (_, Bot) => Bot,
            (Even, _) | (_, Even) => Even,
            (Odd, Odd) => Odd,
            _ => Top,
        }
    }

    /// All laws that parities should satisfy, and their operators.
    pub fn suite() -> Suite<Parity> {
        let lattice = Suite::new("parity", Parity).widening().concretisation();
        lattice
            .equality()
            .hashing()
            .ordering()
            .operator(signature!("add" = |a, b| Parity.add(a, b);
                Parity -<!~%-> Parity -<!~%-> Parity; sound |x, y| x.checked_add(*y)))
            .operator(signature!("sub" = |a, b| Parity.add(a, b);
                Parity -<!~%-> Parity -<!~%-> Parity; sound |x, y| x.checked_sub(*y)))
            .operator(signature!("mul" = |a, b| Parity.mul(a, b);
                Parity -<!~%-> Parity -<!~%-> Parity; sound |x, y| x.checked_mul(*y)))
            .operator(vec![
                best_parity("add", Parity::add, i128::checked_add),
                best_parity("sub", Parity::add, i128::checked_sub),
                best_parity("mul", Parity::mul, i128::checked_mul),
            ])
    }
}

fn best_parity(
    name: &str,
    operator: Binary<Parity>,
    concrete: fn(i128, i128) -> Option<i128>,
) -> crate::Check {
    let witnesses = |a: &ParityElem| [0, 1].into_iter().filter(|v| Parity.contains(a, v)).collect();
    best(name, Parity, witnesses, operator, concrete)
}

impl Lattice for Parity {
    type Elem = ParityElem;

    fn bottom(&self) -> ParityElem {
        Bot
    }

    fn top(&self) -> Option<ParityElem> {
        Some(Top)
    }

    fn leq(&self, a: &ParityElem, b: &ParityElem) -> Answer {
        (a == b || *a == Bot || *b == Top).into()
    }

    fn equal(&self, a: &ParityElem, b: &ParityElem) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &ParityElem, b: &ParityElem) -> ParityElem {
        match (*a, *b) {
            (Bot, c) | (c, Bot) => c,
            (c, d) if c == d => c,
            _ => Top,
        }
    }

    fn meet(&self, a: &ParityElem, b: &ParityElem) -> ParityElem {
        match (*a, *b) {
            (Top, c) | (c, Top) => c,
            (c, d) if c == d => c,
            _ => Bot,
        }
    }
}

impl Generate for Parity {
    fn arbitrary(&self, choices: &mut Choices) -> ParityElem {
        choices.pick(&[Bot, Even, Odd, Top])
    }

    fn elements(&self) -> Option<Vec<ParityElem>> {
        Some(vec![Bot, Even, Odd, Top])
    }
}

impl Widening for Parity {
    /// The lattice is finite: joining converges.
    fn widen(&self, a: &ParityElem, b: &ParityElem) -> ParityElem {
        self.join(a, b)
    }
}

impl Concrete for Parity {
    type Value = i128;

    fn contains(&self, a: &ParityElem, value: &i128) -> bool {
        match a {
            Bot => false,
            Even => value % 2 == 0,
            Odd => value % 2 != 0,
            Top => true,
        }
    }

    fn member(&self, a: &ParityElem, choices: &mut Choices) -> Option<i128> {
        let half = i128::from(super::integer(choices));
        match a {
            Bot => None,
            Even => Some(2 * half),
            Odd => Some(2 * half + 1),
            Top => Some(half),
        }
    }
}

impl Abstraction for Parity {
    fn abstraction(&self, value: &i128) -> ParityElem {
        if value % 2 == 0 { Even } else { Odd }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_results() {
        assert_eq!(Parity.add(&Odd, &Odd), Even);
        assert_eq!(Parity.add(&Odd, &Top), Top);
        assert_eq!(Parity.mul(&Top, &Even), Even);
        assert_eq!(Parity.mul(&Top, &Odd), Top);
    }
}
