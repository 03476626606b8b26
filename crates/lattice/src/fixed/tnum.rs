//! Tristate numbers: a value and a mask of unknown bits, as Linux's BPF verifier holds them.
//!
//! Sums, differences and products follow Vishwanathan et al., "Sound, Precise, and Fast Abstract
//! Interpretation with Tristate Numbers" (CGO 2022).

use super::bits::{self, Bits};
use super::{Binary, Cast, FixedWidth, Unary, Width};
use crate::{Abstraction, Answer, Lattice, Suite, signature};

/// The lattice of tristate numbers for words of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tnum {
    width: Width,
}

/// No word, or the words that fit a tristate number. Linux has no ⊥ and uses ill-formed pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TnumElem {
    /// No word.
    Bottom,
    /// The words that agree with the value outside of the mask.
    Bits(Tristate),
}

/// A value and the mask of its unknown bits, which are 0 in the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tristate {
    value: u64,
    mask: u64,
}

impl Tristate {
    /// The bits known to be 1.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// The unknown bits.
    pub fn mask(&self) -> u64 {
        self.mask
    }

    fn bits(&self) -> Bits {
        Bits { must: self.value, may: self.value | self.mask }
    }

    /// The bits of `value` outside of `mask`.
    fn masked(value: u64, mask: u64) -> Tristate {
        Tristate { value: value & !mask, mask }
    }

    /// The sum. Carries differ where the sum with all unknown bits set differs from the one with
    /// none.
    fn add(self, other: Tristate) -> Tristate {
        let least = self.value.wrapping_add(other.value);
        let greatest = least.wrapping_add(self.mask.wrapping_add(other.mask));
        Tristate::masked(least, (least ^ greatest) | self.mask | other.mask)
    }

    /// The difference, likewise: borrows differ most between minuend and subtrahend at opposite
    /// extremes.
    fn sub(self, other: Tristate) -> Tristate {
        let difference = self.value.wrapping_sub(other.value);
        let greatest = difference.wrapping_add(self.mask);
        let least = difference.wrapping_sub(other.mask);
        Tristate::masked(difference, (greatest ^ least) | self.mask | other.mask)
    }

    /// The product, by long multiplication: the product of the values is added at the end to a sum
    /// of what the unknown bits contribute, for each bit of `self` a shifted copy of `other`.
    fn mul(self, other: Tristate) -> Tristate {
        let mut uncertain = Tristate { value: 0, mask: 0 };
        for position in 0..u64::BITS {
            let contribution = match (self.value >> position & 1, self.mask >> position & 1) {
                (1, _) => other.mask,
                (_, 1) => other.value | other.mask,
                _ => continue,
            };
            uncertain = uncertain.add(Tristate { value: 0, mask: contribution << position });
        }
        Tristate { value: self.value.wrapping_mul(other.value), mask: 0 }.add(uncertain)
    }
}

impl Tnum {
    /// The lattice for words of `width` bits.
    ///
    /// # Panics
    /// When the width is not from 1 to 64.
    pub fn new(width: u32) -> Tnum {
        Tnum { width: Width::new(width) }
    }

    /// The words that agree with `value` outside of `mask`; bits beyond the width are ignored.
    pub fn tristate(&self, value: u64, mask: u64) -> TnumElem {
        self.truncated(Tristate::masked(value, mask))
    }

    /// Operations work at 64 bits; the low bits of sums, differences and products do not depend on
    /// the high ones.
    fn truncated(&self, wide: Tristate) -> TnumElem {
        let (value, mask) = (self.width.wrap(wide.value), self.width.wrap(wide.mask));
        TnumElem::Bits(Tristate { value, mask })
    }

    fn bits(&self, a: &TnumElem) -> Option<Bits> {
        match a {
            TnumElem::Bottom => None,
            TnumElem::Bits(x) => Some(x.bits()),
        }
    }

    fn of_bits(&self, bits: Option<Bits>) -> TnumElem {
        bits.map_or(TnumElem::Bottom, |bits| self.tristate(bits.must, bits.unknown()))
    }
}

impl Lattice for Tnum {
    type Elem = TnumElem;

    fn bottom(&self) -> TnumElem {
        TnumElem::Bottom
    }

    fn top(&self) -> Option<TnumElem> {
        Some(self.tristate(0, u64::MAX))
    }

    fn leq(&self, a: &TnumElem, b: &TnumElem) -> Answer {
        let (TnumElem::Bits(x), TnumElem::Bits(y)) = (a, b) else {
            return (*a == TnumElem::Bottom).into();
        };
        (x.mask & !y.mask == 0 && (x.value ^ y.value) & !y.mask == 0).into()
    }

    fn equal(&self, a: &TnumElem, b: &TnumElem) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &TnumElem, b: &TnumElem) -> TnumElem {
        match (a, b) {
            (TnumElem::Bottom, c) | (c, TnumElem::Bottom) => *c,
            (TnumElem::Bits(x), TnumElem::Bits(y)) => {
                self.tristate(x.value, x.mask | y.mask | (x.value ^ y.value))
            }
        }
    }

    fn meet(&self, a: &TnumElem, b: &TnumElem) -> TnumElem {
        let (TnumElem::Bits(x), TnumElem::Bits(y)) = (a, b) else { return TnumElem::Bottom };
        match (x.value ^ y.value) & !x.mask & !y.mask {
            0 => self.tristate(x.value | y.value, x.mask & y.mask),
            _ => TnumElem::Bottom,
        }
    }

    /// A binary number with `?` for unknown bits.
    fn show(&self, a: &TnumElem) -> String {
        bits::show(self.width, self.bits(a))
    }
}

bits::pattern_lattice!(Tnum, TnumElem, contains: |a, value| match a {
    TnumElem::Bottom => false,
    TnumElem::Bits(x) => value & !x.mask == x.value,
});

impl Abstraction for Tnum {
    fn abstraction(&self, value: &u64) -> TnumElem {
        self.tristate(*value, 0)
    }
}

impl FixedWidth for Tnum {
    fn of_width(width: Width) -> Tnum {
        Tnum { width }
    }

    fn width(&self) -> Width {
        self.width
    }

    fn binary(&self, operation: Binary, a: &TnumElem, b: &TnumElem) -> TnumElem {
        let (TnumElem::Bits(x), TnumElem::Bits(y)) = (a, b) else { return TnumElem::Bottom };
        match operation {
            Binary::Add => self.truncated(x.add(*y)),
            Binary::Sub => self.truncated(x.sub(*y)),
            Binary::Mul => self.truncated(x.mul(*y)),
            _ => self.of_bits(bits::binary(self.width, operation, x.bits(), y.bits())),
        }
    }

    fn unary(&self, operation: Unary, a: &TnumElem) -> TnumElem {
        self.of_bits(self.bits(a).map(|x| bits::unary(self.width, operation, x)))
    }

    fn cast(&self, cast: Cast, a: &TnumElem, to: Width) -> TnumElem {
        cast.require(self.width, to);
        let bits = self.bits(a).map(|x| bits::cast(cast, self.width, to, x));
        Tnum::of_width(to).of_bits(bits)
    }
}

/// All laws and operators of tristate numbers at a width.
///
/// The product is neither best nor, from width 6 on, monotone: `000011` times `000??1` is `?????1`,
/// but `0000?1` times `000??1` is `0????1`. So its arrows make no claim of it.
///
/// # Panics
/// When the width is not from 1 to 64.
pub fn suite(width: u32) -> Suite<Tnum> {
    let d = Tnum::new(width);
    Suite::new(format!("tristate numbers of width {width}"), d)
        .widening()
        .equality()
        .hashing()
        .ordering()
        .concretisation()
        .operator(bits::operators(d))
        .operator(signature!(
            "mul" = |a, b| d.mul(a, b); d -!~-> d -!~-> d; sound Binary::Mul.at(d.width)
        ))
}
