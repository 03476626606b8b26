//! Integers as bits: two's complement of unlimited width.

use dashu_int::IBig;
use dashu_int::ops::BitTest;

use super::Int;

impl Int {
    /// The number of bits of the largest left shift that [`Int::shl`] computes.
    pub const MAX_SHIFT: u32 = 1 << 16;

    /// True for multiples of 2.
    pub fn is_even(&self) -> bool {
        self.to_i64().map_or_else(|| !self.big().bit(0), |value| value & 1 == 0)
    }

    /// The number of bits of the magnitude; 0 for 0.
    pub fn bit_length(&self) -> usize {
        if let Some(value) = self.to_i64() {
            return (u64::BITS - value.unsigned_abs().leading_zeros()) as usize;
        }
        let value = self.big();
        let (_, words) = value.as_sign_words();
        let unused = words.last().map_or(0, |word| word.leading_zeros() as usize);
        words.len() * dashu_int::Word::BITS as usize - unused
    }

    /// The number times 2 to the power `bits`; `None` beyond [`Int::MAX_SHIFT`] bits, where the
    /// result would only be a way to run out of memory.
    pub fn shl(&self, bits: u32) -> Option<Int> {
        if bits > Int::MAX_SHIFT {
            return None;
        }
        match self.to_i64() {
            Some(value) if bits < 63 && value.unsigned_abs() >> (63 - bits) == 0 => {
                Some(Int::from(value << bits))
            }
            _ => Some(Int::from_big(self.big().as_ref() << bits as usize)),
        }
    }

    /// The number divided by 2 to the power `bits`, rounded down.
    pub fn shr(&self, bits: u32) -> Int {
        match self.to_i64() {
            Some(value) => Int::from(value >> bits.min(63)),
            None => Int::from_big(self.big().as_ref() >> bits as usize),
        }
    }

    /// The number modulo 2 to the power `width`, as a machine integer of that width and
    /// signedness stores it. Width 0 stores only 0.
    ///
    /// ```
    /// use soundline_domains::numbers::Int;
    /// assert_eq!(Int::from(200).wrap(8, true), Int::from(-56));
    /// assert_eq!(Int::from(-1).wrap(8, false), Int::from(255));
    /// ```
    pub fn wrap(&self, width: u32, signed: bool) -> Int {
        if width == 0 {
            return Int::ZERO;
        }
        if let (Some(value), 1..=64) = (self.to_i64(), width) {
            let unused = 64 - width;
            return if signed {
                Int::from((value << unused) >> unused)
            } else {
                Int::from(((value as u64) << unused) >> unused)
            };
        }
        if self.bit_length() < width as usize && (signed || !self.is_negative()) {
            return self.clone();
        }
        let modulus = IBig::from(1) << width as usize;
        let mut rest = Int::from_big(self.big().as_ref() & (&modulus - IBig::from(1)));
        if signed && rest.bit_length() == width as usize {
            rest -= Int::from_big(modulus);
        }
        rest
    }

    pub(super) fn bit_and(&self, other: &Int) -> Int {
        if let (Some(a), Some(b)) = (self.to_i64(), other.to_i64()) {
            return Int::from(a & b);
        }
        self.apply(other, |a, b| a & b)
    }

    pub(super) fn bit_or(&self, other: &Int) -> Int {
        if let (Some(a), Some(b)) = (self.to_i64(), other.to_i64()) {
            return Int::from(a | b);
        }
        self.apply(other, |a, b| a | b)
    }

    pub(super) fn bit_xor(&self, other: &Int) -> Int {
        if let (Some(a), Some(b)) = (self.to_i64(), other.to_i64()) {
            return Int::from(a ^ b);
        }
        self.apply(other, |a, b| a ^ b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_like_a_machine() {
        for value in [0, 1, -1, 127, 128, 255, 256, -128, -129, i64::MAX, i64::MIN] {
            let int = Int::from(value);
            assert_eq!(int.wrap(8, true), Int::from(value as i8));
            assert_eq!(int.wrap(8, false), Int::from(value as u8));
            assert_eq!(int.wrap(64, true), Int::from(value));
            assert_eq!(int.wrap(64, false), Int::from(value as u64));
            assert_eq!(int.wrap(100, true), int);
            let far = &int + Int::ONE.shl(64).expect("64 bits are few") * Int::from(3);
            assert_eq!(far.wrap(32, true), Int::from(value as i32));
            assert_eq!(far.wrap(64, true), int);
            assert_eq!(far.wrap(64, false), Int::from(value as u64));
        }
        assert_eq!(Int::from(5).wrap(0, false), Int::ZERO);
        let wide = Int::ONE.shl(99).expect("99 bits are few");
        assert_eq!(wide.wrap(100, true), -&wide);
        assert_eq!(wide.wrap(100, false), wide);
        assert_eq!(Int::from(-5).wrap(u32::MAX, true), Int::from(-5));
    }

    #[test]
    fn shifts_at_the_edges() {
        assert_eq!(Int::from(1).shl(62), Some(Int::from(1i64 << 62)));
        assert_eq!(Int::from(1).shl(63), Some(Int::from(1u64 << 63)));
        assert_eq!(Int::from(-1).shl(63), Some(Int::from(i64::MIN)));
        assert_eq!(Int::from(0).shl(65536), Some(Int::ZERO));
        assert_eq!(Int::from(1).shl(65537), None);
        assert_eq!(Int::from(-5).shr(1), Int::from(-3));
        assert_eq!(Int::from(-5).shr(u32::MAX), Int::from(-1));
        let big = Int::from(i128::MIN);
        assert_eq!(big.shr(127), Int::from(-1));
        assert_eq!((&big + Int::ONE).shr(126), Int::from(-2));
    }
}
