//! Quotients and remainders of patterns of bits.
//!
//! Signed ones are put together from unsigned ones by the signs of the operands. Pairs with a
//! divisor of 0 have no result and are left out.

use super::Width;
use super::bits::{Bits, low_bits};

/// The magnitudes of the operands of one sign, as a pattern and as a range. For negative operands
/// the range is not that of the pattern: -3 and -4 are `10?`, their magnitudes `???` but only 3 to 4.
#[derive(Clone, Copy)]
struct Magnitudes {
    negative: bool,
    bits: Bits,
    least: u64,
    greatest: u64,
}

impl Magnitudes {
    fn unsigned(bits: Bits) -> Magnitudes {
        Magnitudes { negative: false, bits, least: bits.must, greatest: bits.may }
    }

    fn of_negative(bits: Bits, width: Width) -> Magnitudes {
        let (least, greatest) = (width.negated(bits.may), width.negated(bits.must));
        Magnitudes { negative: true, bits: bits.neg(width), least, greatest }
    }

    /// Those that can divide: all but 0.
    fn nonzero(self) -> Option<Magnitudes> {
        if self.least != 0 {
            return Some(self);
        }
        match self.bits.may {
            0 => None,
            may if may.is_power_of_two() => Some(Magnitudes::unsigned(Bits::constant(may))),
            may => Some(Magnitudes { least: may & may.wrapping_neg(), ..self }),
        }
    }
}

/// Unsigned quotient: the common leading bits of the least and the greatest one.
pub(super) fn udiv(x: Bits, y: Bits) -> Option<Bits> {
    let divisors = Magnitudes::unsigned(y).nonzero()?;
    let (least, greatest) = quotients(Magnitudes::unsigned(x), divisors);
    Some(Bits::of_range(least, greatest))
}

/// Unsigned remainder.
pub(super) fn urem(x: Bits, y: Bits) -> Option<Bits> {
    Some(remainders(Magnitudes::unsigned(x), Magnitudes::unsigned(y).nonzero()?))
}

/// Signed quotient: negative when exactly one operand is.
pub(super) fn sdiv(width: Width, x: Bits, y: Bits) -> Option<Bits> {
    by_signs(width, x, y, |x, y| match (quotients(x, y), x.negative != y.negative) {
        ((least, greatest), true) => negated_range(width, least, greatest),
        ((least, greatest), false) => Bits::of_range(least, greatest),
    })
}

/// Signed remainder: it has the sign of the dividend.
pub(super) fn srem(width: Width, x: Bits, y: Bits) -> Option<Bits> {
    by_signs(width, x, y, |x, y| match (remainders(x, y), x.negative) {
        (remainders, true) => remainders.neg(width),
        (remainders, false) => remainders,
    })
}

/// The join of the results for each pair of signs. The magnitude of the least number is itself, as
/// an unsigned number, so that its quotient by -1 wraps as it should.
fn by_signs(
    width: Width,
    x: Bits,
    y: Bits,
    operation: impl Fn(Magnitudes, Magnitudes) -> Bits,
) -> Option<Bits> {
    let mut result: Option<Bits> = None;
    for dividends in magnitudes(width, x) {
        for divisors in magnitudes(width, y).filter_map(Magnitudes::nonzero) {
            let bits = operation(dividends, divisors);
            result = Some(result.map_or(bits, |others| others.join(bits)));
        }
    }
    result
}

/// The magnitudes of the members, by their sign.
fn magnitudes(width: Width, x: Bits) -> impl Iterator<Item = Magnitudes> {
    let sign = width.sign_bit();
    let positive = x.restricted(sign, 0).map(Magnitudes::unsigned);
    let negative = x.restricted(0, sign).map(|bits| Magnitudes::of_negative(bits, width));
    positive.into_iter().chain(negative)
}

/// The least and the greatest quotient.
fn quotients(x: Magnitudes, y: Magnitudes) -> (u64, u64) {
    (x.least / y.greatest, x.greatest / y.least)
}

/// The remainders: no larger than the dividend, smaller than the divisor, and like the dividend in
/// the low bits that are 0 in every divisor.
fn remainders(x: Magnitudes, y: Magnitudes) -> Bits {
    if x.greatest < y.least {
        return x.bits;
    }
    if let (Some(dividend), Some(divisor)) = (x.bits.as_constant(), y.bits.as_constant()) {
        return Bits::constant(dividend % divisor);
    }
    let greatest = x.greatest.min(y.greatest - 1);
    let possible = low_bits(u64::BITS - greatest.leading_zeros());
    let alike = low_bits(y.bits.may.trailing_zeros());
    Bits { must: x.bits.must & alike & possible, may: (x.bits.may | !alike) & possible }
}

/// The best pattern for the negatives of the numbers from `least` to `greatest`.
fn negated_range(width: Width, least: u64, greatest: u64) -> Bits {
    match (least, greatest) {
        (0, 0) => Bits::constant(0),
        (0, _) => negated_range(width, 1, greatest).join(Bits::constant(0)),
        _ => Bits::of_range(width.negated(greatest), width.negated(least)),
    }
}
