//! Known bits: which bits of an integer are certainly 0 and which are certainly 1.

use crate::numeric::Range;
use soundline_c::{IntType, Rank};

/// The bits of an integer of at most 64, in two's complement: narrower ones are extended by their sign, or by zeros. No bit
/// is known to be both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    pub(crate) zeros: u64,
    pub(crate) ones: u64,
}

const SIGN: u64 = 1 << 63;

impl Bits {
    pub(crate) const ANY: Bits = Bits { zeros: 0, ones: 0 };

    /// Whether numbers of a type have known bits here.
    pub(crate) fn suit(ty: IntType) -> bool {
        ty.bits <= 64 && ty.rank != Rank::Bool
    }

    pub(crate) fn constant(value: i128) -> Bits {
        let word = value as u64;
        Bits { zeros: !word, ones: word }
    }

    fn known(self) -> u64 {
        self.zeros | self.ones
    }

    /// Whether all bits are known.
    pub(crate) fn is_constant(self) -> bool {
        self.known() == u64::MAX
    }

    /// The bits that all numbers of a range share.
    pub(crate) fn of_range(range: Range, ty: IntType) -> Bits {
        let same_sign = (range.low < 0) == (range.high < 0);
        let fits = Range::of(ty).includes(range);
        if !fits || !Bits::suit(ty) || (ty.signed && !same_sign) {
            return Bits::ANY;
        }
        let (low, high) = (range.low as u64, range.high as u64);
        let differ = low ^ high;
        let shared = if differ == 0 { u64::MAX } else { !(u64::MAX >> differ.leading_zeros()) };
        Bits { zeros: !low & shared, ones: low & shared }
    }

    /// The numbers of a type that have these bits, as far as a range tells.
    pub(crate) fn range(self, ty: IntType) -> Range {
        if !Bits::suit(ty) {
            return Range::of(ty);
        }
        let range = match ty.signed {
            false => Range::new(self.ones.into(), (!self.zeros).into()),
            true => {
                let open = SIGN & !self.known();
                let least = (self.ones | open) as i64;
                let most = (!self.zeros & !open) as i64;
                Range::new(least.into(), most.into())
            }
        };
        range.meet(Range::of(ty)).unwrap_or(Range::of(ty))
    }

    /// The part of a range between numbers with the low bits that are known.
    pub(crate) fn clip(self, range: Range, ty: IntType) -> Option<Range> {
        let range = range.meet(self.range(ty))?;
        let low_bits = self.known().trailing_ones();
        if low_bits == 0 || range.is_cut() {
            return Some(range);
        }
        let modulus = 1i128 << low_bits.min(64);
        let remainder = i128::from(self.ones).rem_euclid(modulus);
        let low = range.low + (remainder - range.low).rem_euclid(modulus);
        let high = range.high - (range.high - remainder).rem_euclid(modulus);
        (low <= high).then_some(Range::new(low, high))
    }

    pub(crate) fn leq(self, other: Bits) -> bool {
        other.zeros & !self.zeros == 0 && other.ones & !self.ones == 0
    }

    pub(crate) fn join(self, other: Bits) -> Bits {
        Bits { zeros: self.zeros & other.zeros, ones: self.ones & other.ones }
    }

    /// Both; none if they contradict each other.
    pub(crate) fn meet(self, other: Bits) -> Option<Bits> {
        let both = Bits { zeros: self.zeros | other.zeros, ones: self.ones | other.ones };
        (both.zeros & both.ones == 0).then_some(both)
    }

    /// The number after its conversion to a type.
    pub(crate) fn converted(self, ty: IntType) -> Bits {
        if !Bits::suit(ty) {
            return Bits::ANY;
        }
        if ty.bits == 64 {
            return self;
        }
        let low = (1u64 << ty.bits) - 1;
        let sign = 1u64 << (ty.bits - 1);
        let (zeros, ones) = (self.zeros & low, self.ones & low);
        match ty.signed {
            false => Bits { zeros: zeros | !low, ones },
            true if zeros & sign != 0 => Bits { zeros: zeros | !low, ones },
            true if ones & sign != 0 => Bits { zeros, ones: ones | !low },
            true => Bits { zeros, ones },
        }
    }

    /// Only the lowest bits.
    pub(crate) fn low(self, width: u32) -> Bits {
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        Bits { zeros: self.zeros & mask, ones: self.ones & mask }
    }

    pub(crate) fn not(self) -> Bits {
        Bits { zeros: self.ones, ones: self.zeros }
    }

    pub(crate) fn and(self, other: Bits) -> Bits {
        Bits { zeros: self.zeros | other.zeros, ones: self.ones & other.ones }
    }

    pub(crate) fn or(self, other: Bits) -> Bits {
        Bits { zeros: self.zeros & other.zeros, ones: self.ones | other.ones }
    }

    pub(crate) fn xor(self, other: Bits) -> Bits {
        Bits {
            zeros: (self.zeros & other.zeros) | (self.ones & other.ones),
            ones: (self.zeros & other.ones) | (self.ones & other.zeros),
        }
    }

    /// The carries of the least sum are those that there must be, those of the greatest sum those that there may be.
    fn add_with_carry(self, other: Bits, carry: u64) -> Bits {
        let sum = |a: u64, b: u64| a.wrapping_add(b).wrapping_add(carry);
        let least = sum(self.ones, other.ones);
        let greatest = sum(!self.zeros, !other.zeros);
        let certain = least ^ self.ones ^ other.ones;
        let possible = greatest ^ !self.zeros ^ !other.zeros;
        let known = self.known() & other.known() & !(certain ^ possible);
        Bits { zeros: !least & known, ones: least & known }
    }

    pub(crate) fn add(self, other: Bits) -> Bits {
        self.add_with_carry(other, 0)
    }

    pub(crate) fn sub(self, other: Bits) -> Bits {
        self.add_with_carry(other.not(), 1)
    }

    /// The low bits of a product follow from the low bits of its factors.
    pub(crate) fn mul(self, other: Bits) -> Bits {
        if let (u64::MAX, u64::MAX) = (self.known(), other.known()) {
            return Bits::constant(self.ones.wrapping_mul(other.ones).into());
        }
        let low = |bits: Bits| bits.known().trailing_ones();
        let twos = |bits: Bits| bits.zeros.trailing_ones();
        // With a = 2^i a' and b = 2^j b', so many bits of a' and b' are known in the end.
        let (i, j) = (twos(self), twos(other));
        let exact = (low(self).saturating_sub(i)).min(low(other).saturating_sub(j));
        let certain = (i + j + exact).min(63);
        let product = self.ones.wrapping_mul(other.ones);
        let mask = (1u64 << certain) - 1;
        Bits { zeros: !product & mask, ones: product & mask }
    }

    pub(crate) fn shl(self, by: u32) -> Bits {
        if by > 63 {
            return Bits::ANY;
        }
        Bits { zeros: (self.zeros << by) | ((1 << by) - 1), ones: self.ones << by }
    }

    /// To the right; what comes in is the sign of numbers that have one.
    pub(crate) fn shr(self, by: u32, signed: bool) -> Bits {
        if by > 63 {
            return Bits::ANY;
        }
        match signed {
            true => Bits {
                zeros: ((self.zeros as i64) >> by) as u64,
                ones: ((self.ones as i64) >> by) as u64,
            },
            false => Bits { zeros: !(!self.zeros >> by), ones: self.ones >> by },
        }
    }

    /// The one bit that is not known, if all others are 0.
    pub(crate) fn only_bit(self) -> Option<u64> {
        let open = !self.zeros;
        (self.ones == 0 && open.is_power_of_two()).then_some(open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: [IntType; 4] = [
        IntType { rank: Rank::Char, bits: 8, signed: true },
        IntType { rank: Rank::Char, bits: 8, signed: false },
        IntType { rank: Rank::LongLong, bits: 64, signed: true },
        IntType { rank: Rank::LongLong, bits: 64, signed: false },
    ];

    /// All known bits of numbers of four bits, extended by type.
    fn all(ty: IntType) -> Vec<Bits> {
        let mut all = Vec::new();
        for zeros in 0..16u64 {
            for ones in (0..16u64).filter(|ones| ones & zeros == 0) {
                all.push(Bits { zeros: zeros | !15, ones });
                all.push(Bits { zeros, ones: ones | !15 }.converted(ty));
                all.push(Bits { zeros, ones }.converted(ty));
            }
        }
        all
    }

    fn members(bits: Bits, ty: IntType) -> Vec<i128> {
        let values = (-16..32).filter_map(|value| ty.wrap(value));
        let has = |value: &i128| Bits::constant(*value).leq(bits);
        let mut members: Vec<i128> = values.filter(has).collect();
        members.sort_unstable();
        members.dedup();
        members
    }

    #[test]
    fn every_operation_on_four_bits() {
        type Abstract = fn(Bits, Bits) -> Bits;
        type Concrete = fn(i128, i128) -> i128;
        let operations: [(&str, Abstract, Concrete); 6] = [
            ("+", Bits::add, |a, b| a + b),
            ("-", Bits::sub, |a, b| a - b),
            ("*", Bits::mul, |a, b| a * b),
            ("&", Bits::and, |a, b| a & b),
            ("|", Bits::or, |a, b| a | b),
            ("^", Bits::xor, |a, b| a ^ b),
        ];
        for ty in TYPES {
            let all = all(ty);
            for a in all.iter().step_by(2) {
                for b in all.iter().step_by(3) {
                    let (xs, ys) = (members(*a, ty), members(*b, ty));
                    for (name, operation, concrete) in operations {
                        let result = operation(*a, *b).converted(ty);
                        for x in &xs {
                            for y in &ys {
                                let value = ty.wrap(concrete(*x, *y)).expect("it is narrow");
                                let inside = Bits::constant(value).leq(result);
                                assert!(inside, "{x} {name} {y} not in {result:?} {ty:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn shifts_conversions_and_ranges() {
        for ty in TYPES {
            for bits in all(ty) {
                for x in members(bits, ty) {
                    assert!(bits.range(ty).contains(x), "{x} of {bits:?} in {:?}", bits.range(ty));
                    for (low, high) in [(-9, 9), (0, 7), (x, x), (x - 1, x + 5)] {
                        let range = Range::new(low, high);
                        if let Some(range) = range.meet(Range::of(ty))
                            && range.contains(x)
                        {
                            let clipped = bits.clip(range, ty);
                            assert!(clipped.is_some_and(|clipped| clipped.contains(x)), "{x}");
                            let shared = Bits::of_range(range, ty);
                            assert!(Bits::constant(x).leq(shared), "{x} in {range:?}");
                        }
                    }
                    for by in [0, 1, 3, 7] {
                        let right = bits.shr(by, ty.signed);
                        assert!(Bits::constant(x >> by).leq(right), "{x} >> {by}");
                        let left = ty.wrap(x << by).expect("it is narrow");
                        assert!(
                            Bits::constant(left).leq(bits.shl(by).converted(ty)),
                            "{x} << {by}"
                        );
                    }
                    for to in TYPES {
                        let value = to.wrap(x).expect("it is narrow");
                        assert!(Bits::constant(value).leq(bits.converted(to)), "{x} as {to:?}");
                    }
                    assert!(Bits::constant(!x).leq(bits.not()), "~{x}");
                }
            }
        }
    }
}
