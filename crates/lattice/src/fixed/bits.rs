//! Patterns of bits that are 0, 1 or unknown, as [`KnownBits`](super::KnownBits) and
//! [`Tnum`](super::Tnum) share them: whatever is not a matter of representation or of carries.

use super::words::{Shape, any_word};
use super::{Binary, Cast, FixedWidth, LISTED_ELEMENTS, LISTED_MEMBERS, Unary, Width, division};
use crate::{Check, Choices, Generate, signature};

/// What lattices of patterns have in common whatever represents an element: drawing, widening and listing of members.
/// `contains` is told by the representation itself, since oracles should not go through a conversion.
macro_rules! pattern_lattice {
    ($lattice:ident, $elem:ident, contains: $contains:expr) => {
        impl crate::Generate for $lattice {
            fn arbitrary(&self, choices: &mut crate::Choices) -> $elem {
                self.of_bits(bits::arbitrary(self.width, choices))
            }

            fn below(&self, a: &$elem, choices: &mut crate::Choices) -> $elem {
                self.of_bits(bits::below(self.width, self.bits(a), choices))
            }

            fn above(&self, a: &$elem, choices: &mut crate::Choices) -> $elem {
                self.of_bits(bits::above(self.width, self.bits(a), choices))
            }

            fn elements(&self) -> Option<Vec<$elem>> {
                let patterns = bits::elements(self.width)?;
                Some(patterns.into_iter().map(|bits| self.of_bits(bits)).collect())
            }
        }

        impl crate::Widening for $lattice {
            /// A chain forgets at least one bit at each step: joining converges.
            fn widen(&self, a: &$elem, b: &$elem) -> $elem {
                self.join(a, b)
            }
        }

        impl crate::Concrete for $lattice {
            type Value = u64;

            fn contains(&self, a: &$elem, value: &u64) -> bool {
                let contains: fn(&$elem, u64) -> bool = $contains;
                self.width.fits(*value) && contains(a, *value)
            }

            fn member(&self, a: &$elem, choices: &mut crate::Choices) -> Option<u64> {
                bits::member(self.width, self.bits(a), choices)
            }

            fn members(&self, a: &$elem) -> Option<Vec<u64>> {
                bits::members(self.bits(a))
            }
        }
    };
}

pub(super) use pattern_lattice;

/// A set of words between two bounds of the subset order: `must ⊆ word ⊆ may`, never empty.
///
/// `must` and `may` are also the least and the greatest unsigned member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits {
    /// The bits that are 1 in every member.
    pub must: u64,
    /// The bits that are 1 in some member.
    pub may: u64,
}

impl Bits {
    /// One word.
    pub(super) fn constant(word: u64) -> Bits {
        Bits { must: word, may: word }
    }

    /// All words of a width.
    pub(super) fn all(width: Width) -> Bits {
        Bits { must: 0, may: width.mask() }
    }

    /// The bits of `word`, except that the `unknown` ones may be anything.
    pub(super) fn with_unknown(word: u64, unknown: u64) -> Bits {
        Bits { must: word & !unknown, may: word | unknown }
    }

    /// The best pattern for the numbers from `low` to `high`: their common leading bits.
    pub(super) fn of_range(low: u64, high: u64) -> Bits {
        let differing = u64::BITS - (low ^ high).leading_zeros();
        Bits::with_unknown(low, low_bits(differing))
    }

    /// The bits that are not known.
    pub(super) fn unknown(self) -> u64 {
        self.may & !self.must
    }

    /// The only member, if there is one only.
    pub(super) fn as_constant(self) -> Option<u64> {
        (self.must == self.may).then_some(self.must)
    }

    /// Is the word a member?
    pub(super) fn contains(self, word: u64) -> bool {
        self.must & !word == 0 && word & !self.may == 0
    }

    /// The best pattern for the members of both.
    pub(super) fn join(self, other: Bits) -> Bits {
        Bits { must: self.must & other.must, may: self.may | other.may }
    }

    /// The members that have all bits of `ones` and none of `zeros`.
    pub(super) fn restricted(self, zeros: u64, ones: u64) -> Option<Bits> {
        let bits = Bits { must: self.must | ones, may: self.may & !zeros };
        (bits.must & !bits.may == 0).then_some(bits)
    }

    /// Apply a function that treats every bit alike and independently of the others.
    fn map(self, function: impl Fn(u64) -> u64) -> Bits {
        Bits { must: function(self.must), may: function(self.may) }
    }

    /// Bitwise complement.
    fn not(self, width: Width) -> Bits {
        Bits { must: width.wrap(!self.may), may: width.wrap(!self.must) }
    }

    /// Two's complement. It keeps the lowest 1 and what is below and flips what is above, so that
    /// the result is unknown only where the argument is and between the lowest 1 there may be and
    /// the lowest 1 there must be.
    pub(super) fn neg(self, width: Width) -> Bits {
        let flipped = above_lowest_one(self.must);
        let uncertain = above_lowest_one(self.may) & !flipped;
        let word = (self.must & !flipped) | (!self.must & flipped);
        Bits::with_unknown(word, self.unknown() | uncertain).map(|bits| width.wrap(bits))
    }

    fn xor(self, other: Bits) -> Bits {
        Bits::with_unknown(self.must ^ other.must, self.unknown() | other.unknown())
    }

    /// Shift by every amount that is possible and defined. The join of the best results for all
    /// amounts is best, and there are at most 64 amounts.
    fn shift(self, amounts: Bits, width: Width, by: impl Fn(u64, u32) -> u64) -> Option<Bits> {
        (0..width.bits())
            .filter(|amount| amounts.contains(u64::from(*amount)))
            .map(|amount| self.map(|bits| by(bits, amount)))
            .reduce(Bits::join)
    }
}

/// A number with the lowest `count` bits set, from 0 to 64 of them.
pub(super) fn low_bits(count: u32) -> u64 {
    if count == 0 { 0 } else { u64::MAX >> (64 - count) }
}

/// The bits above the lowest 1 of a number; none when it is 0.
fn above_lowest_one(number: u64) -> u64 {
    let lowest = number & number.wrapping_neg();
    !(lowest.wrapping_sub(1) | lowest)
}

/// An operation on two patterns, with `None` for the empty one. Sums, differences and products are
/// left to the domains.
pub(super) fn binary(width: Width, operation: Binary, x: Bits, y: Bits) -> Option<Bits> {
    match operation {
        Binary::Add | Binary::Sub | Binary::Mul => {
            unreachable!("each domain has its own {}", operation.name())
        }
        Binary::And => Some(Bits { must: x.must & y.must, may: x.may & y.may }),
        Binary::Or => Some(Bits { must: x.must | y.must, may: x.may | y.may }),
        Binary::Xor => Some(x.xor(y)),
        Binary::Shl => x.shift(y, width, |bits, amount| width.wrap(bits << amount)),
        Binary::Lshr => x.shift(y, width, |bits, amount| bits >> amount),
        Binary::Ashr => {
            x.shift(y, width, |bits, amount| width.wrap((width.signed(bits) >> amount) as u64))
        }
        Binary::Udiv => division::udiv(x, y),
        Binary::Urem => division::urem(x, y),
        Binary::Sdiv => division::sdiv(width, x, y),
        Binary::Srem => division::srem(width, x, y),
    }
}

/// An operation on one pattern.
pub(super) fn unary(width: Width, operation: Unary, x: Bits) -> Bits {
    match operation {
        Unary::Neg => x.neg(width),
        Unary::Not => x.not(width),
    }
}

/// A pattern as one of another width: casts only move and copy bits.
pub(super) fn cast(cast: Cast, from: Width, to: Width, x: Bits) -> Bits {
    x.map(|bits| cast.apply(from, to, bits))
}

/// Any pattern, `None` for the empty one.
pub(super) fn arbitrary(width: Width, choices: &mut Choices) -> Option<Bits> {
    match Shape::any(choices) {
        Shape::Bottom => None,
        Shape::Constant => Some(Bits::constant(any_word(width, choices))),
        Shape::Several => {
            let word = any_word(width, choices);
            Some(Bits::with_unknown(word, any_word(width, choices)))
        }
        Shape::Top => Some(Bits::all(width)),
    }
}

/// A pattern below `x`: some unknown bits become known.
pub(super) fn below(width: Width, x: Option<Bits>, choices: &mut Choices) -> Option<Bits> {
    let x = x?;
    if choices.once_in(8) {
        return None;
    }
    let still_unknown = any_word(width, choices) & x.unknown();
    let word = x.must | (any_word(width, choices) & x.unknown());
    Some(Bits::with_unknown(word, still_unknown))
}

/// A pattern above `x`: some known bits are forgotten, often one only so that chains are long.
pub(super) fn above(width: Width, x: Option<Bits>, choices: &mut Choices) -> Option<Bits> {
    let Some(x) = x else { return arbitrary(width, choices) };
    let forgotten = match choices.flip() {
        false => 1 << choices.draw(u64::from(width.bits()) - 1),
        true => any_word(width, choices),
    };
    Some(Bits::with_unknown(x.must, x.unknown() | forgotten))
}

/// All patterns of a small width, from the smallest sets to the largest.
pub(super) fn elements(width: Width) -> Option<Vec<Option<Bits>>> {
    if width.bits() > LISTED_ELEMENTS {
        return None;
    }
    let mut patterns: Vec<Bits> = (0..=width.mask())
        .flat_map(|unknown| (0..=width.mask()).map(move |word| (word, unknown)))
        .filter(|(word, unknown)| word & unknown == 0)
        .map(|(word, unknown)| Bits::with_unknown(word, unknown))
        .collect();
    patterns.sort_by_key(|bits| (bits.unknown().count_ones(), bits.must, bits.may));
    Some(std::iter::once(None).chain(patterns.into_iter().map(Some)).collect())
}

/// Some word that fits the pattern.
pub(super) fn member(width: Width, x: Option<Bits>, choices: &mut Choices) -> Option<u64> {
    x.map(|x| x.must | (any_word(width, choices) & x.unknown()))
}

/// All words that fit the pattern, in ascending order, if they are few.
pub(super) fn members(x: Option<Bits>) -> Option<Vec<u64>> {
    let Some(x) = x else { return Some(vec![]) };
    let unknown = x.unknown();
    if unknown.count_ones() > LISTED_MEMBERS.ilog2() {
        return None;
    }
    let mut members = vec![x.must];
    let mut subset = 0;
    while subset != unknown {
        // Counting in the unknown bits alone: the known ones are set to pass the carry on.
        subset = (subset | !unknown).wrapping_add(1) & unknown;
        members.push(x.must | subset);
    }
    Some(members)
}

/// The pattern as a binary number with `?` for unknown bits.
pub(super) fn show(width: Width, x: Option<Bits>) -> String {
    let Some(x) = x else { return "⊥".into() };
    let digit = |position: u32| match (x.must >> position & 1, x.may >> position & 1) {
        (1, _) => '1',
        (_, 0) => '0',
        _ => '?',
    };
    "0b".chars().chain((0..width.bits()).rev().map(digit)).collect()
}

/// The properties of all operators but multiplication, which are the same for both domains.
///
/// Quotients and remainders are not best: what is kept of the range of a quotient are the leading
/// bits, and of a remainder the leading zeros and the low bits that the divisor leaves alone.
pub(super) fn operators<D>(d: D) -> Vec<Check>
where
    D: FixedWidth + Generate + Copy + Send + Sync + 'static,
{
    let width = d.width();
    [
        signature!("add" = |a, b| d.add(a, b); d -<!~-> d -<!~-> d; best Binary::Add.at(width)),
        signature!("sub" = |a, b| d.sub(a, b); d -<!~-> d -<!~-> d; best Binary::Sub.at(width)),
        signature!("and" = |a, b| d.and(a, b); d -<!~-> d -<!~-> d; best Binary::And.at(width)),
        signature!("or" = |a, b| d.or(a, b); d -<!~-> d -<!~-> d; best Binary::Or.at(width)),
        signature!("xor" = |a, b| d.xor(a, b); d -<!~-> d -<!~-> d; best Binary::Xor.at(width)),
        signature!("shl" = |a, b| d.shl(a, b); d -<!~-> d -<!~-> d; best Binary::Shl.at(width)),
        signature!("lshr" = |a, b| d.lshr(a, b); d -<!~-> d -<!~-> d; best Binary::Lshr.at(width)),
        signature!("ashr" = |a, b| d.ashr(a, b); d -<!~-> d -<!~-> d; best Binary::Ashr.at(width)),
        signature!("udiv" = |a, b| d.udiv(a, b); d -<!~-> d -<!~-> d; sound Binary::Udiv.at(width)),
        signature!("urem" = |a, b| d.urem(a, b); d -<!~-> d -<!~-> d; sound Binary::Urem.at(width)),
        signature!("sdiv" = |a, b| d.sdiv(a, b); d -<!~-> d -<!~-> d; sound Binary::Sdiv.at(width)),
        signature!("srem" = |a, b| d.srem(a, b); d -<!~-> d -<!~-> d; sound Binary::Srem.at(width)),
        signature!("neg" = |a| d.neg(a); d -<!~-> d; best Unary::Neg.at(width)),
        signature!("not" = |a| d.not(a); d -<!~-> d; best Unary::Not.at(width)),
    ]
    .into_iter()
    .flatten()
    .chain(casts(d))
    .collect()
}

/// The properties of the casts, to a width that differs where there is one.
fn casts<D>(d: D) -> Vec<Check>
where
    D: FixedWidth + Generate + Copy + Send + Sync + 'static,
{
    let width = d.width();
    let (wide, narrow) = neighbours(width);
    [
        signature!("zext" = |a| d.zext(a, wide); d -<!~-> D::of_width(wide);
            best Cast::Zext.at(width, wide)),
        signature!("sext" = |a| d.sext(a, wide); d -<!~-> D::of_width(wide);
            best Cast::Sext.at(width, wide)),
        signature!("trunc" = |a| d.trunc(a, narrow); d -<!~-> D::of_width(narrow);
            best Cast::Trunc.at(width, narrow)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A larger and a smaller width to cast to; the same where there is none.
pub(super) fn neighbours(width: Width) -> (Width, Width) {
    (Width::new((width.bits() + 2).min(64)), Width::new(width.bits().div_ceil(2)))
}
