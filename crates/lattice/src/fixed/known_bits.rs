//! Known bits: which bits of a word are certainly 0 and which are certainly 1, as LLVM's
//! `KnownBits` holds them.

use super::bits::{self, Bits, low_bits};
use super::{Binary, Cast, FixedWidth, Unary, Width};
use crate::{Abstraction, Answer, Lattice, Suite, signature};

/// The lattice of known bits for words of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KnownBits {
    width: Width,
}

/// The bits known to be 0 and those known to be 1.
///
/// LLVM calls it a conflict when a bit is known to be both: no word is like that. Any conflict is
/// ⊥, and ⊥ has all bits in conflict, so that equal elements have equal masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KnownBitsElem {
    zeros: u64,
    ones: u64,
}

impl KnownBitsElem {
    /// The bits known to be 0.
    pub fn zeros(&self) -> u64 {
        self.zeros
    }

    /// The bits known to be 1.
    pub fn ones(&self) -> u64 {
        self.ones
    }

    fn has_conflict(&self) -> bool {
        self.zeros & self.ones != 0
    }

    /// How many low bits are known without a gap.
    fn known_low_bits(&self) -> u32 {
        (self.zeros | self.ones).trailing_ones()
    }
}

impl KnownBits {
    /// The lattice for words of `width` bits.
    ///
    /// # Panics
    /// When the width is not from 1 to 64.
    pub fn new(width: u32) -> KnownBits {
        KnownBits { width: Width::new(width) }
    }

    /// The words without the bits of `zeros` and with those of `ones`; bits beyond the width are
    /// ignored.
    pub fn known(&self, zeros: u64, ones: u64) -> KnownBitsElem {
        let elem = KnownBitsElem { zeros: self.width.wrap(zeros), ones: self.width.wrap(ones) };
        if elem.has_conflict() { self.bottom() } else { elem }
    }

    /// The sum of two elements that are not ⊥ and a known carry into the lowest bit, as LLVM
    /// computes it: the carries of the least sum are the ones there must be, those of the greatest
    /// sum the ones there may be, and a bit is known where both operands and the carry into it are.
    fn add_with_carry(&self, a: &KnownBitsElem, b: &KnownBitsElem, carry: bool) -> KnownBitsElem {
        let sum = |x: u64, y: u64| x.wrapping_add(y).wrapping_add(u64::from(carry));
        let least = sum(a.ones, b.ones);
        let greatest = sum(!a.zeros, !b.zeros);
        let carry_certain = least ^ a.ones ^ b.ones;
        let carry_possible = greatest ^ !a.zeros ^ !b.zeros;
        let known = (a.zeros | a.ones) & (b.zeros | b.ones) & !(carry_certain ^ carry_possible);
        self.known(!least & known, least & known)
    }

    /// The difference of two elements that are not ⊥: a - b = a + ¬b + 1.
    fn subtract(&self, a: &KnownBitsElem, b: &KnownBitsElem) -> KnownBitsElem {
        let complement = KnownBitsElem { zeros: b.ones, ones: b.zeros };
        self.add_with_carry(a, &complement, true)
    }

    /// The product of two elements that are not ⊥: what the greatest product and the low bits say, and four long
    /// multiplications, which know more about the bits in the middle. All of them are monotone, and so is their meet.
    fn multiply(&self, a: &KnownBitsElem, b: &KnownBitsElem) -> KnownBitsElem {
        let mut product = self.outer_product(a, b);
        for (x, y) in [(a, b), (b, a)] {
            let positions = 0..self.width.bits();
            product = self.meet(&product, &self.long_product(x, y, positions.clone()));
            product = self.meet(&product, &self.long_product(x, y, positions.rev()));
        }
        product
    }

    /// The ends of a product, as LLVM computes them: leading zeros from the greatest product, and low bits from the low bits
    /// that are known without a gap. With a = 2^i·a' and b = 2^j·b', as many low bits of a'·b' are known as of a' and of b'.
    fn outer_product(&self, a: &KnownBitsElem, b: &KnownBitsElem) -> KnownBitsElem {
        let mask = self.width.mask();
        let leading_zeros = match (mask & !a.zeros).checked_mul(mask & !b.zeros) {
            Some(greatest) => !low_bits(u64::BITS - greatest.leading_zeros()),
            None => 0,
        };
        let (a_low, b_low) = (a.known_low_bits(), b.known_low_bits());
        let (a_zeros, b_zeros) = (a.zeros.trailing_ones(), b.zeros.trailing_ones());
        let low = low_bits((a_low + b_zeros).min(b_low + a_zeros).min(self.width.bits()));
        let product = (a.ones & low_bits(a_low)).wrapping_mul(b.ones & low_bits(b_low));
        self.known(leading_zeros | (!product & low), product & low)
    }

    /// The sum of shifted copies of `b`, one for each bit of `a`. For an unknown bit it is the join of the sums with and
    /// without the copy. What gets lost depends on the order of the bits.
    fn long_product(
        &self,
        a: &KnownBitsElem,
        b: &KnownBitsElem,
        positions: impl Iterator<Item = u32>,
    ) -> KnownBitsElem {
        let mut sum = self.abstraction(&0);
        for position in positions.filter(|position| a.zeros >> position & 1 == 0) {
            let copy = self.known(b.zeros << position | low_bits(position), b.ones << position);
            let with = self.add_with_carry(&sum, &copy, false);
            sum = match a.ones >> position & 1 {
                1 => with,
                _ => self.join(&sum, &with),
            };
        }
        sum
    }

    fn bits(&self, a: &KnownBitsElem) -> Option<Bits> {
        (!a.has_conflict()).then(|| Bits { must: a.ones, may: self.width.wrap(!a.zeros) })
    }

    fn of_bits(&self, bits: Option<Bits>) -> KnownBitsElem {
        bits.map_or(self.bottom(), |bits| self.known(!bits.may, bits.must))
    }
}

impl Lattice for KnownBits {
    type Elem = KnownBitsElem;

    fn bottom(&self) -> KnownBitsElem {
        KnownBitsElem { zeros: self.width.mask(), ones: self.width.mask() }
    }

    fn top(&self) -> Option<KnownBitsElem> {
        Some(KnownBitsElem { zeros: 0, ones: 0 })
    }

    /// The smaller set knows more; ⊥, all of it in conflict, knows everything.
    fn leq(&self, a: &KnownBitsElem, b: &KnownBitsElem) -> Answer {
        (b.zeros & !a.zeros == 0 && b.ones & !a.ones == 0).into()
    }

    fn equal(&self, a: &KnownBitsElem, b: &KnownBitsElem) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &KnownBitsElem, b: &KnownBitsElem) -> KnownBitsElem {
        KnownBitsElem { zeros: a.zeros & b.zeros, ones: a.ones & b.ones }
    }

    fn meet(&self, a: &KnownBitsElem, b: &KnownBitsElem) -> KnownBitsElem {
        self.known(a.zeros | b.zeros, a.ones | b.ones)
    }

    /// A binary number with `?` for unknown bits.
    fn show(&self, a: &KnownBitsElem) -> String {
        bits::show(self.width, self.bits(a))
    }
}

bits::pattern_lattice!(KnownBits, KnownBitsElem, contains: |a, value| {
    value & a.zeros == 0 && !value & a.ones == 0
});

impl Abstraction for KnownBits {
    fn abstraction(&self, value: &u64) -> KnownBitsElem {
        self.known(!value, *value)
    }
}

impl FixedWidth for KnownBits {
    fn of_width(width: Width) -> KnownBits {
        KnownBits { width }
    }

    fn width(&self) -> Width {
        self.width
    }

    fn binary(&self, operation: Binary, a: &KnownBitsElem, b: &KnownBitsElem) -> KnownBitsElem {
        let (Some(x), Some(y)) = (self.bits(a), self.bits(b)) else { return self.bottom() };
        match operation {
            Binary::Add => self.add_with_carry(a, b, false),
            Binary::Sub => self.subtract(a, b),
            Binary::Mul => self.multiply(a, b),
            _ => self.of_bits(bits::binary(self.width, operation, x, y)),
        }
    }

    fn unary(&self, operation: Unary, a: &KnownBitsElem) -> KnownBitsElem {
        self.of_bits(self.bits(a).map(|x| bits::unary(self.width, operation, x)))
    }

    fn cast(&self, cast: Cast, a: &KnownBitsElem, to: Width) -> KnownBitsElem {
        cast.require(self.width, to);
        let bits = self.bits(a).map(|x| bits::cast(cast, self.width, to, x));
        KnownBits::of_width(to).of_bits(bits)
    }
}

/// All laws and operators of known bits at a width.
///
/// The product is not best, as sums forget how their operands depend on each other, but it is monotone.
///
/// # Panics
/// When the width is not from 1 to 64.
pub fn suite(width: u32) -> Suite<KnownBits> {
    let d = KnownBits::new(width);
    Suite::new(format!("known bits of width {width}"), d)
        .widening()
        .equality()
        .hashing()
        .ordering()
        .concretisation()
        .operator(bits::operators(d))
        .operator(signature!(
            "mul" = |a, b| d.mul(a, b); d -<!~-> d -<!~-> d; sound Binary::Mul.at(d.width)
        ))
}
