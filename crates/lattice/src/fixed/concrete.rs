//! Machine words: numbers of a fixed width and what the operations on them mean.
//!
//! This is the reference that the abstract operators are measured against. It knows no lattice.
//! A word of width w is a `u64` below 2^w; signed operations read it in two's complement.

use std::fmt;

/// The number of bits in a word, from 1 to 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Width(u32);

impl Width {
    /// The width of the given number of bits.
    ///
    /// # Panics
    /// When it is not from 1 to 64.
    pub fn new(bits: u32) -> Width {
        assert!((1..=64).contains(&bits), "a width is from 1 to 64 bits, not {bits}");
        Width(bits)
    }

    /// The number of bits.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The largest word: all bits set.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.0)
    }

    /// The word with the sign bit alone, which is also the least signed number.
    pub fn sign_bit(self) -> u64 {
        1 << (self.0 - 1)
    }

    /// The low bits of a number.
    pub fn wrap(self, number: u64) -> u64 {
        number & self.mask()
    }

    /// Is the number a word of this width?
    pub fn fits(self, number: u64) -> bool {
        number <= self.mask()
    }

    /// Is the word negative when it is read as signed?
    pub fn is_negative(self, word: u64) -> bool {
        word & self.sign_bit() != 0
    }

    /// The word as a signed number.
    pub fn signed(self, word: u64) -> i64 {
        let unused = 64 - self.0;
        ((word << unused) as i64) >> unused
    }

    /// The two's complement of a word.
    pub fn negated(self, word: u64) -> u64 {
        self.wrap(word.wrapping_neg())
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An operation on two words of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// Sum modulo 2^w.
    Add,
    /// Difference modulo 2^w.
    Sub,
    /// Product modulo 2^w.
    Mul,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift to the left; undefined when the amount is w or more, as in C and LLVM.
    Shl,
    /// Shift to the right, filling with zeros; undefined when the amount is w or more.
    Lshr,
    /// Shift to the right, filling with the sign; undefined when the amount is w or more.
    Ashr,
    /// Unsigned quotient; undefined when the divisor is 0.
    Udiv,
    /// Unsigned remainder; undefined when the divisor is 0.
    Urem,
    /// Signed quotient, rounded towards 0; undefined when the divisor is 0. The least number
    /// divided by -1 wraps to itself.
    Sdiv,
    /// Signed remainder with the sign of the dividend; undefined when the divisor is 0.
    Srem,
}

impl Binary {
    /// All of them.
    pub const ALL: [Binary; 13] = [
        Binary::Add,
        Binary::Sub,
        Binary::Mul,
        Binary::And,
        Binary::Or,
        Binary::Xor,
        Binary::Shl,
        Binary::Lshr,
        Binary::Ashr,
        Binary::Udiv,
        Binary::Urem,
        Binary::Sdiv,
        Binary::Srem,
    ];

    /// The name in lower case, as LLVM spells it.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The result for two words, or `None` where it is undefined.
    pub fn apply(self, width: Width, x: u64, y: u64) -> Option<u64> {
        debug_assert!(width.fits(x) && width.fits(y), "operands are words of width {width}");
        let (signed_x, signed_y) = (width.signed(x), width.signed(y));
        let amount = (y < u64::from(width.bits())).then_some(y);
        let unwrapped = match self {
            Binary::Add => x.wrapping_add(y),
            Binary::Sub => x.wrapping_sub(y),
            Binary::Mul => x.wrapping_mul(y),
            Binary::And => x & y,
            Binary::Or => x | y,
            Binary::Xor => x ^ y,
            Binary::Shl => x << amount?,
            Binary::Lshr => x >> amount?,
            Binary::Ashr => (signed_x >> amount?) as u64,
            _ if y == 0 => return None,
            Binary::Udiv => x / y,
            Binary::Urem => x % y,
            Binary::Sdiv => signed_x.wrapping_div(signed_y) as u64,
            Binary::Srem => signed_x.wrapping_rem(signed_y) as u64,
        };
        Some(width.wrap(unwrapped))
    }

    /// The operation at a width as a function on references, as signatures take it.
    pub fn at(self, width: Width) -> impl Fn(&u64, &u64) -> Option<u64> + Copy {
        move |x, y| self.apply(width, *x, *y)
    }
}

/// An operation on one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// Two's complement.
    Neg,
    /// Bitwise complement.
    Not,
}

impl Unary {
    /// All of them.
    pub const ALL: [Unary; 2] = [Unary::Neg, Unary::Not];

    /// The name in lower case.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The result for a word.
    pub fn apply(self, width: Width, x: u64) -> u64 {
        match self {
            Unary::Neg => width.negated(x),
            Unary::Not => width.wrap(!x),
        }
    }

    /// The operation at a width as a function on references, as signatures take it.
    pub fn at(self, width: Width) -> impl Fn(&u64) -> Option<u64> + Copy {
        move |x| Some(self.apply(width, *x))
    }
}

/// A conversion of a word to another width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cast {
    /// Extend with zeros, to the same or a larger width.
    Zext,
    /// Extend with the sign, to the same or a larger width.
    Sext,
    /// Drop high bits, to the same or a smaller width.
    Trunc,
}

impl Cast {
    /// All of them.
    pub const ALL: [Cast; 3] = [Cast::Zext, Cast::Sext, Cast::Trunc];

    /// The name in lower case, as LLVM spells it.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// Does the cast go from the one width to the other?
    pub fn allows(self, from: Width, to: Width) -> bool {
        match self {
            Cast::Zext | Cast::Sext => from <= to,
            Cast::Trunc => to <= from,
        }
    }

    /// Panic unless the cast goes from the one width to the other.
    pub(super) fn require(self, from: Width, to: Width) {
        assert!(self.allows(from, to), "no {} from width {from} to width {to}", self.name());
    }

    /// The word of width `from` as a word of width `to`.
    ///
    /// # Panics
    /// When an extension would make the word smaller or a truncation larger.
    pub fn apply(self, from: Width, to: Width, x: u64) -> u64 {
        self.require(from, to);
        match self {
            Cast::Zext => x,
            Cast::Sext => to.wrap(from.signed(x) as u64),
            Cast::Trunc => to.wrap(x),
        }
    }

    /// The cast between two widths as a function on references, as signatures take it.
    pub fn at(self, from: Width, to: Width) -> impl Fn(&u64) -> Option<u64> + Copy {
        move |x| Some(self.apply(from, to, *x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bits: u32, operation: Binary, x: i64, y: i64, expected: Option<i64>) {
        let width = Width::new(bits);
        let result = operation.apply(width, width.wrap(x as u64), width.wrap(y as u64));
        assert_eq!(result, expected.map(|e| width.wrap(e as u64)), "{operation:?} {x} {y}");
    }

    #[test]
    fn signed_extremes_wrap() {
        check(8, Binary::Sdiv, -128, -1, Some(-128));
        check(8, Binary::Srem, -128, -1, Some(0));
        check(64, Binary::Sdiv, i64::MIN, -1, Some(i64::MIN));
        check(64, Binary::Srem, i64::MIN, -1, Some(0));
        check(1, Binary::Sdiv, -1, -1, Some(-1));
    }

    #[test]
    fn signed_division_rounds_towards_zero() {
        check(8, Binary::Sdiv, -7, 2, Some(-3));
        check(8, Binary::Srem, -7, 2, Some(-1));
        check(8, Binary::Srem, 7, -2, Some(1));
    }

    #[test]
    fn undefined_results_are_none() {
        for operation in [Binary::Udiv, Binary::Urem, Binary::Sdiv, Binary::Srem] {
            check(8, operation, 5, 0, None);
        }
        for operation in [Binary::Shl, Binary::Lshr, Binary::Ashr] {
            check(8, operation, 5, 8, None);
            check(64, operation, 5, 64, None);
            check(1, operation, 1, 0, Some(1));
        }
    }

    #[test]
    fn shifts_fill_with_zeros_or_the_sign() {
        check(8, Binary::Lshr, -2, 1, Some(127));
        check(8, Binary::Ashr, -2, 1, Some(-1));
        check(64, Binary::Ashr, i64::MIN, 63, Some(-1));
        check(8, Binary::Shl, 65, 1, Some(-126));
    }

    #[test]
    fn casts_keep_the_number_where_they_can() {
        let (narrow, wide) = (Width::new(4), Width::new(64));
        assert_eq!(Cast::Zext.apply(narrow, wide, 0xf), 0xf);
        assert_eq!(Cast::Sext.apply(narrow, wide, 0xf), u64::MAX);
        assert_eq!(Cast::Trunc.apply(wide, narrow, 0x1f7), 7);
        assert_eq!(Cast::Sext.apply(Width::new(1), narrow, 1), 0xf);
    }

    #[test]
    #[should_panic(expected = "a width is from 1 to 64 bits, not 65")]
    fn a_width_has_bounds() {
        Width::new(65);
    }
}
