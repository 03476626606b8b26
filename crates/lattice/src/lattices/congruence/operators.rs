//! Arithmetic on congruences, and the suite of all that congruences should satisfy.

use super::super::witness::{Binary, best};
use super::{Class, Congruence, CongruenceElem, gcd};
use crate::{Check, Suite, signature};

impl Congruence {
    /// Addition.
    pub fn add(&self, a: &CongruenceElem, b: &CongruenceElem) -> CongruenceElem {
        lift(a, b, |a, b| {
            let modulus = gcd_of([Some(a.modulus), Some(b.modulus)]);
            CongruenceElem::exact_or_top(a.residue.checked_add(b.residue), modulus)
        })
    }

    /// Subtraction.
    pub fn sub(&self, a: &CongruenceElem, b: &CongruenceElem) -> CongruenceElem {
        self.add(a, &self.neg(b))
    }

    /// Negation.
    pub fn neg(&self, a: &CongruenceElem) -> CongruenceElem {
        a.0.map_or(CongruenceElem::BOTTOM, |class| {
            CongruenceElem::exact_or_top(class.residue.checked_neg(), Some(class.modulus))
        })
    }

    /// Multiplication: (a + bZ)(c + dZ) lies in ac + gcd(ad, bc, bd)Z and in no smaller class.
    pub fn mul(&self, a: &CongruenceElem, b: &CongruenceElem) -> CongruenceElem {
        lift(a, b, |a, b| {
            let modulus = gcd_of([
                a.residue.checked_mul(b.modulus),
                a.modulus.checked_mul(b.residue),
                a.modulus.checked_mul(b.modulus),
            ]);
            CongruenceElem::exact_or_top(a.residue.checked_mul(b.residue), modulus)
        })
    }

    /// All laws that congruences should satisfy, and their operators.
    pub fn suite() -> Suite<Congruence> {
        let lattice = Suite::new("congruence", Congruence).widening().narrowing().concretisation();
        with_operators(lattice.equality().hashing().ordering())
    }
}

fn with_operators(suite: Suite<Congruence>) -> Suite<Congruence> {
    suite
        .binary("add", |l, a, b| l.add(a, b))
        .binary("mul", |l, a, b| l.mul(a, b))
        .unary("neg", |l, a| l.neg(a))
        .operator(signature!("add" = |a, b| Congruence.add(a, b);
            Congruence -<!~%-> Congruence -<!~%-> Congruence; sound |x, y| x.checked_add(*y)))
        .operator(signature!("sub" = |a, b| Congruence.sub(a, b);
            Congruence -<!~%-> Congruence -<!~%-> Congruence; sound |x, y| x.checked_sub(*y)))
        .operator(signature!("neg" = |a| Congruence.neg(a);
            Congruence -<!~%-> Congruence; sound |x| x.checked_neg()))
        .operator(signature!("mul" = |a, b| Congruence.mul(a, b);
            Congruence -<!~%-> Congruence -<!~%-> Congruence; sound |x, y| x.checked_mul(*y)))
        .operator(vec![
            best_class("add", Congruence::add, i128::checked_add),
            best_class("sub", Congruence::sub, i128::checked_sub),
            best_class("mul", Congruence::mul, i128::checked_mul),
        ])
}

fn best_class(
    name: &str,
    operator: Binary<Congruence>,
    concrete: fn(i128, i128) -> Option<i128>,
) -> Check {
    // Two neighbouring members of each class determine sums, differences and products.
    let witnesses = |a: &CongruenceElem| match a.parts() {
        None => vec![],
        Some((residue, modulus)) => vec![residue, residue + modulus],
    };
    best(name, Congruence, witnesses, operator, concrete)
}

/// An operator on elements from one on classes: empty operands give the empty result.
fn lift(
    a: &CongruenceElem,
    b: &CongruenceElem,
    f: impl FnOnce(Class, Class) -> CongruenceElem,
) -> CongruenceElem {
    match (a.0, b.0) {
        (Some(a), Some(b)) => f(a, b),
        _ => CongruenceElem::BOTTOM,
    }
}

/// The greatest common divisor of numbers, unless one of them overflowed.
fn gcd_of<const N: usize>(numbers: [Option<i128>; N]) -> Option<i128> {
    let mut result = 0;
    for number in numbers {
        result = gcd(result, number?.unsigned_abs());
    }
    result.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Concrete, Lattice};

    #[test]
    fn known_results() {
        let c = |residue, modulus| CongruenceElem::new(residue, modulus);
        let constant = CongruenceElem::constant;
        assert_eq!(Congruence.meet(&c(1, 4), &c(3, 6)), c(9, 12));
        assert_eq!(Congruence.meet(&c(0, 4), &c(3, 6)), CongruenceElem::BOTTOM);
        assert_eq!(Congruence.join(&constant(3), &constant(-7)), c(3, 10));
        assert_eq!(Congruence.join(&c(1, 4), &c(3, 6)), c(1, 2));
        assert_eq!(Congruence.add(&c(1, 4), &c(3, 6)), c(0, 2));
        assert_eq!(Congruence.sub(&constant(1), &c(3, 6)), c(4, 6));
        assert_eq!(Congruence.mul(&c(2, 4), &c(3, 6)), c(6, 12));
        assert_eq!(Congruence.mul(&constant(0), &CongruenceElem::TOP), constant(0));
    }

    /// Beyond what is generated, numbers overflow: results are then larger than the best, never wrong.
    #[test]
    fn overflow_is_sound() {
        let big = i128::MAX;
        let (a, b) = (CongruenceElem::new(5, big), CongruenceElem::new(5, big - 1));
        let meet = Congruence.meet(&a, &b);
        assert!(Congruence.contains(&meet, &5));
        assert_eq!(meet, a);
        let far = CongruenceElem::constant(i128::MIN);
        let join = Congruence.join(&far, &CongruenceElem::constant(big));
        assert!(Congruence.contains(&join, &i128::MIN) && Congruence.contains(&join, &big));
        assert_eq!(Congruence.add(&far, &far), CongruenceElem::TOP);
        assert_eq!(Congruence.neg(&far), CongruenceElem::TOP);
    }
}
