//! Arithmetic congruences (Granger 1989): the sets a + bZ of integers, and ⊥.
//!
//! A modulus of 0 is a constant, a modulus of 1 is all integers. Numbers are `i128`. Where a
//! residue or modulus would overflow, the result is a larger set: always sound, but then meet is no
//! longer the greatest lower bound. With moduli up to 2^20 and 64-bit constants, as generated here,
//! all results are exact.

mod generate;
mod operators;

use crate::{Abstraction, Answer, Choices, Concrete, Lattice, Narrowing, Widening};
use std::fmt;

/// The lattice of congruences, ordered by inclusion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Congruence;

/// A set of integers with a common remainder: ⊥ or a + bZ.
///
/// ```
/// use soundline_lattice::lattices::CongruenceElem;
/// assert_eq!(CongruenceElem::new(7, 4).to_string(), "3 + 4Z");
/// assert_eq!(CongruenceElem::constant(7).to_string(), "7");
/// assert_eq!(CongruenceElem::TOP.to_string(), "Z");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CongruenceElem(Option<Class>);

/// The set residue + modulus·Z, with 0 ≤ residue < modulus unless the modulus is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Class {
    modulus: i128,
    residue: i128,
}

impl CongruenceElem {
    /// No integer.
    pub const BOTTOM: CongruenceElem = CongruenceElem(None);

    /// All integers.
    pub const TOP: CongruenceElem = CongruenceElem(Some(Class { modulus: 1, residue: 0 }));

    /// The integers that differ from `residue` by a multiple of `modulus`, which is not negative.
    pub fn new(residue: i128, modulus: i128) -> CongruenceElem {
        assert!(modulus >= 0, "a modulus is not negative");
        let residue = if modulus == 0 { residue } else { residue.rem_euclid(modulus) };
        CongruenceElem(Some(Class { modulus, residue }))
    }

    /// One integer.
    pub fn constant(value: i128) -> CongruenceElem {
        CongruenceElem::new(value, 0)
    }

    /// The set, unless one of its numbers overflowed: then all integers, which is sound.
    fn exact_or_top(residue: Option<i128>, modulus: Option<i128>) -> CongruenceElem {
        match (residue, modulus) {
            (Some(residue), Some(modulus)) => CongruenceElem::new(residue, modulus),
            _ => CongruenceElem::TOP,
        }
    }

    /// The residue and the modulus, unless the set is empty.
    pub fn parts(&self) -> Option<(i128, i128)> {
        self.0.map(|class| (class.residue, class.modulus))
    }
}

impl Class {
    fn contains(self, value: i128) -> bool {
        match self.modulus {
            0 => value == self.residue,
            modulus => value.rem_euclid(modulus) == self.residue,
        }
    }

    fn is_within(self, other: Class) -> bool {
        let steps_within = match other.modulus {
            0 => self.modulus == 0,
            modulus => self.modulus % modulus == 0,
        };
        steps_within && other.contains(self.residue)
    }

    /// The common members, by the Chinese remainder theorem; `None` when the numbers overflow.
    fn intersection(self, other: Class) -> Option<CongruenceElem> {
        if self.modulus == 0 || other.modulus == 0 {
            let (constant, class) = if self.modulus == 0 { (self, other) } else { (other, self) };
            let inside = class.contains(constant.residue);
            return Some(CongruenceElem(inside.then_some(constant)));
        }
        let (gcd, inverse) = gcd_and_inverse(self.modulus, other.modulus);
        // Both residues are from 0 up to a modulus: the difference does not overflow.
        let difference = other.residue - self.residue;
        if difference % gcd != 0 {
            return Some(CongruenceElem::BOTTOM);
        }
        let steps = other.modulus / gcd;
        let lcm = self.modulus.checked_mul(steps)?;
        let step = (difference / gcd).rem_euclid(steps).checked_mul(inverse.rem_euclid(steps))?;
        Some(CongruenceElem::new(self.residue + self.modulus * (step % steps), lcm))
    }
}

/// The greatest common divisor of two positive numbers and a factor x with
/// a·x ≡ gcd (mod b), by Euclid's algorithm. The factor stays below b in size.
fn gcd_and_inverse(a: i128, b: i128) -> (i128, i128) {
    let (mut rest, mut next_rest) = (a, b);
    let (mut factor, mut next_factor) = (1, 0);
    while next_rest != 0 {
        let quotient = rest / next_rest;
        (rest, next_rest) = (next_rest, rest - quotient * next_rest);
        (factor, next_factor) = (next_factor, factor - quotient * next_factor);
    }
    (rest, factor)
}

/// The greatest common divisor; 0 is divided by all numbers.
fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for CongruenceElem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts() {
            None => f.write_str("⊥"),
            Some((residue, 0)) => write!(f, "{residue}"),
            Some((_, 1)) => f.write_str("Z"),
            Some((residue, modulus)) => write!(f, "{residue} + {modulus}Z"),
        }
    }
}

impl fmt::Debug for CongruenceElem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Lattice for Congruence {
    type Elem = CongruenceElem;

    fn bottom(&self) -> CongruenceElem {
        CongruenceElem::BOTTOM
    }

    fn top(&self) -> Option<CongruenceElem> {
        Some(CongruenceElem::TOP)
    }

    fn leq(&self, a: &CongruenceElem, b: &CongruenceElem) -> Answer {
        match (a.0, b.0) {
            (None, _) => true,
            (_, None) => false,
            (Some(a), Some(b)) => a.is_within(b),
        }
        .into()
    }

    fn equal(&self, a: &CongruenceElem, b: &CongruenceElem) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &CongruenceElem, b: &CongruenceElem) -> CongruenceElem {
        let (a, b) = match (a.0, b.0) {
            (None, _) => return *b,
            (_, None) => return *a,
            (Some(a), Some(b)) => (a, b),
        };
        let steps = gcd(a.modulus.unsigned_abs(), b.modulus.unsigned_abs());
        let modulus = gcd(steps, a.residue.abs_diff(b.residue));
        CongruenceElem::exact_or_top(Some(a.residue), modulus.try_into().ok())
    }

    fn meet(&self, a: &CongruenceElem, b: &CongruenceElem) -> CongruenceElem {
        let (Some(x), Some(y)) = (a.0, b.0) else { return CongruenceElem::BOTTOM };
        // When the common modulus overflows, each operand is still an upper bound of the meet.
        let coarse = if x.modulus >= y.modulus { a } else { b };
        x.intersection(y).unwrap_or(*coarse)
    }

    fn show(&self, a: &CongruenceElem) -> String {
        a.to_string()
    }
}

impl Widening for Congruence {
    /// Joining converges. A strict step upwards leaves ⊥, or turns a constant into a class, or
    /// replaces the modulus by a proper divisor, which at least halves it: from a modulus m at most
    /// log2(m) further steps.
    fn widen(&self, a: &CongruenceElem, b: &CongruenceElem) -> CongruenceElem {
        self.join(a, b)
    }
}

impl Narrowing for Congruence {
    /// Only ⊤ is improved. Descending chains are infinite (2Z, 4Z, 8Z, ...), so meet would not do.
    fn narrow(&self, a: &CongruenceElem, b: &CongruenceElem) -> CongruenceElem {
        if *a == CongruenceElem::TOP { *b } else { *a }
    }
}

impl Concrete for Congruence {
    type Value = i128;

    fn contains(&self, a: &CongruenceElem, value: &i128) -> bool {
        a.0.is_some_and(|class| class.contains(*value))
    }

    fn member(&self, a: &CongruenceElem, choices: &mut Choices) -> Option<i128> {
        let class = a.0?;
        let distance = class.modulus.checked_mul(super::integer(choices).into());
        Some(distance.and_then(|d| class.residue.checked_add(d)).unwrap_or(class.residue))
    }

    fn members(&self, a: &CongruenceElem) -> Option<Vec<i128>> {
        match a.0 {
            None => Some(vec![]),
            Some(class) => (class.modulus == 0).then(|| vec![class.residue]),
        }
    }
}

impl Abstraction for Congruence {
    fn abstraction(&self, value: &i128) -> CongruenceElem {
        CongruenceElem::constant(*value)
    }
}
