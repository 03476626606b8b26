//! Generators of congruences. Moduli have many divisors, so that meets are not empty and joins are
//! not everything, and stay below [`LARGEST`], so that nothing overflows.

use super::super::integer;
use super::{Congruence, CongruenceElem};
use crate::{Choices, Generate, Lattice, Transfer};

/// Larger moduli are not generated.
const LARGEST: i128 = 1 << 20;

/// The primes that most moduli are made of.
const PRIMES: [i128; 3] = [2, 3, 5];

impl Generate for Congruence {
    fn arbitrary(&self, choices: &mut Choices) -> CongruenceElem {
        match choices.draw(4) {
            0 => CongruenceElem::BOTTOM,
            1 => CongruenceElem::constant(integer(choices).into()),
            2 => CongruenceElem::TOP,
            3 => {
                let modulus = choices.many(8, |choices| choices.pick(&PRIMES)).iter().product();
                CongruenceElem::new(integer(choices).into(), modulus)
            }
            _ => {
                let modulus = 1 + i128::from(choices.magnitude(LARGEST as u64 - 1));
                CongruenceElem::new(integer(choices).into(), modulus)
            }
        }
    }

    /// Mostly a multiple of the modulus: a meet with something arbitrary is often empty.
    fn below(&self, a: &CongruenceElem, choices: &mut Choices) -> CongruenceElem {
        let Some((residue, modulus)) = a.parts() else { return *a };
        match choices.draw(4) {
            0 => *a,
            1 => {
                let factor = choices.pick(&PRIMES);
                let multiple = if modulus * factor <= LARGEST { modulus * factor } else { modulus };
                CongruenceElem::new(residue + modulus * i128::from(choices.int(0, 4)), multiple)
            }
            2 => {
                let steps = i128::from(choices.int(-LARGEST as i64, LARGEST as i64));
                CongruenceElem::constant(residue + modulus * steps)
            }
            3 => self.meet(a, &self.arbitrary(choices)),
            _ => CongruenceElem::BOTTOM,
        }
    }

    /// Mostly a divisor of the modulus: a join with something arbitrary is often everything.
    fn above(&self, a: &CongruenceElem, choices: &mut Choices) -> CongruenceElem {
        let Some((residue, modulus)) = a.parts() else { return self.arbitrary(choices) };
        match choices.draw(3) {
            0 => {
                let factor = choices.pick(&PRIMES);
                let divisor = if modulus % factor == 0 { modulus / factor } else { modulus };
                CongruenceElem::new(residue, divisor)
            }
            1 => *a,
            2 if modulus == 0 => {
                let modulus = choices.many(8, |choices| choices.pick(&PRIMES)).iter().product();
                CongruenceElem::new(residue, modulus)
            }
            _ => self.join(a, &self.arbitrary(choices)),
        }
    }

    /// A loop body that moves a counter under a guard, joined with the state at the loop's entry.
    fn transfer(&self, choices: &mut Choices) -> Transfer<'_, CongruenceElem> {
        let step = CongruenceElem::constant(integer(choices).into());
        let (guard, entry) = (self.arbitrary(choices), self.arbitrary(choices));
        let description = format!("x ↦ ((x + {step}) ⊓ {guard}) ⊔ {entry}");
        Transfer::new(description, move |x| {
            self.join(&self.meet(&self.add(x, &step), &guard), &entry)
        })
    }
}
