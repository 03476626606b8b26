//! The operators on wrapped intervals.
//!
//! Most cut their operands where the operation is not monotone (before 0 for unsigned ones, before
//! the least number too for signed ones), work on the pieces, and take a smallest segment around
//! the results.

use super::super::bits::neighbours;
use super::super::{Binary, Cast, FixedWidth, Unary, Width};
use super::segment::{self, Segment};
use super::{WrappedElem, WrappedInterval};
use crate::{Check, signature};
use WrappedElem::{Bottom, Top};

impl FixedWidth for WrappedInterval {
    fn of_width(width: Width) -> WrappedInterval {
        WrappedInterval { width }
    }

    fn width(&self) -> Width {
        self.width
    }

    fn binary(&self, operation: Binary, a: &WrappedElem, b: &WrappedElem) -> WrappedElem {
        if *a == Bottom || *b == Bottom {
            return Bottom;
        }
        let width = self.width;
        match operation {
            Binary::Add => self.sum(a, b),
            Binary::Sub => self.sum(a, &self.neg(b)),
            Binary::Mul => self.product(a, b),
            Binary::And => self.by_sign(a, b, |x, y| Some(segment::and(x, y, width))),
            Binary::Or => self.by_sign(a, b, |x, y| Some(segment::or(x, y))),
            Binary::Xor => self.by_sign(a, b, |x, y| Some(segment::xor(x, y, width))),
            Binary::Shl => self.cover(self.amounts(b).filter_map(|k| self.shifted_left(a, k))),
            Binary::Lshr => self.shifted_right(a, b, |word, amount| word >> amount),
            Binary::Ashr => self.shifted_right(a, b, |word, amount| {
                width.wrap((width.signed(word) >> amount) as u64)
            }),
            Binary::Udiv => {
                let divisors = self.ranges(b).into_iter().flat_map(|y| peeled(y, false)).collect();
                self.cover(pairs(self.ranges(a), divisors, quotients))
            }
            Binary::Urem => self.cover(pairs(self.ranges(a), self.ranges(b), remainders)),
            Binary::Sdiv => {
                let by_sign = |y: Segment| peeled(y, width.is_negative(y.first()));
                let divisors = self.hemispheres(b).into_iter().flat_map(by_sign).collect();
                self.cover(pairs(self.hemispheres(a), divisors, |x, y| self.signed_quotients(x, y)))
            }
            Binary::Srem => self.by_sign(a, b, |x, y| self.signed_remainders(x, y)),
        }
    }

    /// Both operations run backwards along the circle, without a break.
    fn unary(&self, operation: Unary, a: &WrappedElem) -> WrappedElem {
        match a {
            WrappedElem::Segment(x) => {
                WrappedElem::Segment(x.reversed(|word| operation.apply(self.width, word)))
            }
            _ => *a,
        }
    }

    fn cast(&self, cast: Cast, a: &WrappedElem, to: Width) -> WrappedElem {
        cast.require(self.width, to);
        let target = WrappedInterval { width: to };
        let convert = |word| cast.apply(self.width, to, word);
        match cast {
            Cast::Zext => target.cover(self.ranges(a).into_iter().map(|x| x.map(convert))),
            Cast::Sext => target.cover(self.hemispheres(a).into_iter().map(|x| x.map(convert))),
            Cast::Trunc => match a {
                WrappedElem::Segment(x) => {
                    target.run(convert(x.first()), x.steps(self.width).into())
                }
                _ => *a,
            },
        }
    }
}

/// The results of an operation on all pairs of pieces for which it has one.
fn pairs(
    xs: Vec<Segment>,
    ys: Vec<Segment>,
    operation: impl Fn(Segment, Segment) -> Option<Segment>,
) -> Vec<Segment> {
    xs.iter().flat_map(|x| ys.iter().filter_map(|y| operation(*x, *y))).collect()
}

impl WrappedInterval {
    /// The sum of two segments has the steps of both.
    fn sum(&self, a: &WrappedElem, b: &WrappedElem) -> WrappedElem {
        let (WrappedElem::Segment(x), WrappedElem::Segment(y)) = (a, b) else { return Top };
        let steps = u128::from(x.steps(self.width)) + u128::from(y.steps(self.width));
        self.run(self.width.wrap(x.first().wrapping_add(y.first())), steps)
    }

    /// The results on all pairs of pieces of one sign.
    fn by_sign(
        &self,
        a: &WrappedElem,
        b: &WrappedElem,
        operation: impl Fn(Segment, Segment) -> Option<Segment>,
    ) -> WrappedElem {
        self.cover(pairs(self.hemispheres(a), self.hemispheres(b), operation))
    }

    /// For pieces of one sign each, the products are those of unsigned and those of signed numbers,
    /// modulo 2^w: the smaller segment of both is taken (Navas et al. 2012).
    fn product(&self, a: &WrappedElem, b: &WrappedElem) -> WrappedElem {
        let mut products = Vec::new();
        for x in self.hemispheres(a) {
            for y in self.hemispheres(b) {
                let candidates = [self.unsigned_products(x, y), self.signed_products(x, y)];
                match candidates.into_iter().flatten().min_by_key(|p| p.steps(self.width)) {
                    Some(smaller) => products.push(smaller),
                    None => return Top,
                }
            }
        }
        self.cover(products)
    }

    /// The segment of the unsigned products, unless it goes round the circle.
    fn unsigned_products(&self, x: Segment, y: Segment) -> Option<Segment> {
        let least = u128::from(x.first()) * u128::from(y.first());
        let greatest = u128::from(x.last()) * u128::from(y.last());
        (greatest - least < self.width.mask().into())
            .then(|| Segment::new(least as u64, greatest as u64).map(|word| self.width.wrap(word)))
    }

    /// The segment of the signed products, unless it goes round the circle.
    fn signed_products(&self, x: Segment, y: Segment) -> Option<Segment> {
        let signed = |word| i128::from(self.width.signed(word));
        let corners =
            [x.first(), x.last()].map(|v| [y.first(), y.last()].map(|w| signed(v) * signed(w)));
        let (mut least, mut greatest) = (i128::MAX, i128::MIN);
        for product in corners.into_iter().flatten() {
            (least, greatest) = (least.min(product), greatest.max(product));
        }
        (greatest - least < self.width.mask().into())
            .then(|| Segment::new(least as u64, greatest as u64).map(|word| self.width.wrap(word)))
    }

    /// The amounts of a shift that are possible and defined.
    fn amounts(&self, b: &WrappedElem) -> impl Iterator<Item = u32> {
        let ranges = self.ranges(b);
        (0..self.width.bits()).filter(move |amount| {
            let amount = Segment::new((*amount).into(), (*amount).into());
            ranges.iter().any(|range| range.common_range(&amount).is_some())
        })
    }

    /// The multiples of 2^amount that the low bits of `a` make.
    fn shifted_left(&self, a: &WrappedElem, amount: u32) -> Option<Segment> {
        let kept = Width::new(self.width.bits() - amount);
        match self.cast(Cast::Trunc, a, kept) {
            Bottom => None,
            WrappedElem::Segment(low) => Some(low.map(|word| word << amount)),
            Top => Some(Segment::new(0, kept.mask() << amount)),
        }
    }

    /// Shift the pieces of one sign by every amount, with a function that keeps their order.
    fn shifted_right(
        &self,
        a: &WrappedElem,
        b: &WrappedElem,
        by: impl Fn(u64, u32) -> u64,
    ) -> WrappedElem {
        let pieces = self.hemispheres(a);
        let shifted = |amount| pieces.iter().map(move |x| (x, amount));
        self.cover(self.amounts(b).flat_map(shifted).map(|(x, k)| x.map(|word| by(word, k))))
    }

    /// Signed quotients of pieces of one sign each: negative when exactly one operand is.
    fn signed_quotients(&self, x: Segment, y: Segment) -> Option<Segment> {
        let negative = self.width.is_negative(x.first()) != self.width.is_negative(y.first());
        let magnitudes = quotients(self.magnitudes(x), self.magnitudes(y))?;
        Some(self.with_sign(negative, magnitudes))
    }

    /// Signed remainders of pieces of one sign each: they have the sign of the dividend.
    fn signed_remainders(&self, x: Segment, y: Segment) -> Option<Segment> {
        let magnitudes = remainders(self.magnitudes(x), self.magnitudes(y))?;
        Some(self.with_sign(self.width.is_negative(x.first()), magnitudes))
    }

    /// The magnitudes of a piece of one sign, as unsigned numbers.
    fn magnitudes(&self, piece: Segment) -> Segment {
        self.with_sign(self.width.is_negative(piece.first()), piece)
    }

    fn with_sign(&self, negative: bool, range: Segment) -> Segment {
        match negative {
            true => range.reversed(|word| self.width.negated(word)),
            false => range,
        }
    }
}

/// So many divisors nearest to 0 are looked at one by one: the gaps between the quotients by d and by d + 1 become smaller
/// with d, so that larger divisors hardly leave any.
const PEELED: u64 = 8;

/// A range of divisors with the smallest magnitudes, which are last among negative ones, as pieces of their own.
fn peeled(range: Segment, negative: bool) -> Vec<Segment> {
    let (first, last) = (range.first(), range.last());
    let count = PEELED.min(last - first);
    let (rest, alone): (Segment, fn(Segment, u64) -> u64) = match negative {
        true => (Segment::new(first, last - count), |range, step| range.last() - step),
        false => (Segment::new(first + count, last), |range, step| range.first() + step),
    };
    let alone = (0..count).map(|step| alone(range, step)).map(|word| Segment::new(word, word));
    alone.chain([rest]).collect()
}

/// The range of unsigned quotients; none when 0 is the only divisor.
fn quotients(x: Segment, y: Segment) -> Option<Segment> {
    let least_divisor = y.first().max(1);
    (y.last() > 0).then(|| Segment::new(x.first() / y.last(), x.last() / least_divisor))
}

/// The range of unsigned remainders: the dividends themselves where no divisor reaches them, a run
/// of them where one divisor goes equally often into all, and otherwise all that is below the
/// divisors.
fn remainders(x: Segment, y: Segment) -> Option<Segment> {
    let (least_divisor, greatest_divisor) = (y.first().max(1), y.last());
    if greatest_divisor == 0 {
        return None;
    }
    let unreached = x.last() < least_divisor;
    let one_divisor = least_divisor == greatest_divisor;
    let one_quotient = x.first() / least_divisor == x.last() / least_divisor;
    Some(match unreached || (one_divisor && one_quotient) {
        true => x.map(|word| word % least_divisor),
        false => Segment::new(0, x.last().min(greatest_divisor - 1)),
    })
}

/// The properties of all operators.
///
/// Of the binary ones only sums and differences are monotone. The others join results for pieces of
/// their operands, and more pieces may make a smallest segment go the other way round: at width 3,
/// `[1, 1] | [3, 0]` is `[1, 7]` but `[0, 1] | [3, 0]` is `[3, 1]`, without the 2.
///
/// There is no best result where there is no least upper bound. No segment with fewer words covers
/// the results of `add`, `sub`, `and`, `or`, `lshr`, `ashr`, `neg`, `not` and the casts.
pub(super) fn signatures(d: WrappedInterval) -> Vec<Check> {
    let width = d.width();
    [
        signature!("add" = |a, b| d.add(a, b); d -<!~-> d -<!~-> d; sound Binary::Add.at(width)),
        signature!("sub" = |a, b| d.sub(a, b); d -<!~-> d -<!~-> d; sound Binary::Sub.at(width)),
        signature!("mul" = |a, b| d.mul(a, b); d -!~-> d -!~-> d; sound Binary::Mul.at(width)),
        signature!("and" = |a, b| d.and(a, b); d -!~-> d -!~-> d; sound Binary::And.at(width)),
        signature!("or" = |a, b| d.or(a, b); d -!~-> d -!~-> d; sound Binary::Or.at(width)),
        signature!("xor" = |a, b| d.xor(a, b); d -!~-> d -!~-> d; sound Binary::Xor.at(width)),
        signature!("shl" = |a, b| d.shl(a, b); d -!~-> d -!~-> d; sound Binary::Shl.at(width)),
        signature!("lshr" = |a, b| d.lshr(a, b); d -!~-> d -!~-> d; sound Binary::Lshr.at(width)),
        signature!("ashr" = |a, b| d.ashr(a, b); d -!~-> d -!~-> d; sound Binary::Ashr.at(width)),
        signature!("udiv" = |a, b| d.udiv(a, b); d -!~-> d -!~-> d; sound Binary::Udiv.at(width)),
        signature!("urem" = |a, b| d.urem(a, b); d -!~-> d -!~-> d; sound Binary::Urem.at(width)),
        signature!("sdiv" = |a, b| d.sdiv(a, b); d -!~-> d -!~-> d; sound Binary::Sdiv.at(width)),
        signature!("srem" = |a, b| d.srem(a, b); d -!~-> d -!~-> d; sound Binary::Srem.at(width)),
        signature!("neg" = |a| d.neg(a); d -<!~-> d; sound Unary::Neg.at(width)),
        signature!("not" = |a| d.not(a); d -<!~-> d; sound Unary::Not.at(width)),
    ]
    .into_iter()
    .flatten()
    .chain(cast_signatures(d))
    .collect()
}

/// The properties of the casts, to a width that differs where there is one.
fn cast_signatures(d: WrappedInterval) -> Vec<Check> {
    let width = d.width();
    let (wide, narrow) = neighbours(width);
    let (wider, narrower) = (WrappedInterval { width: wide }, WrappedInterval { width: narrow });
    [
        signature!("zext" = |a| d.zext(a, wide); d -<!~-> wider; sound Cast::Zext.at(width, wide)),
        signature!("sext" = |a| d.sext(a, wide); d -<!~-> wider; sound Cast::Sext.at(width, wide)),
        signature!("trunc" = |a| d.trunc(a, narrow); d -<!~-> narrower;
            sound Cast::Trunc.at(width, narrow)),
    ]
    .into_iter()
    .flatten()
    .collect()
}
