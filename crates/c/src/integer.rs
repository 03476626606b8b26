//! Integer types: width, signedness, rank, and what happens to values that do not fit.

/// Where an integer type stands in the order of conversions (C11 6.3.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rank {
    /// `_Bool`, whose conversion asks "is it not 0?" instead of wrapping.
    Bool,
    /// A bit-field that is narrower than its type; only places in memory have it.
    BitField,
    /// `char`, which is neither `signed char` nor `unsigned char`.
    PlainChar,
    /// `signed char`, `unsigned char`.
    Char,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `long long`.
    LongLong,
    /// `__int128`.
    Int128,
}

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntType {
    /// Its place among the conversions.
    pub rank: Rank,
    /// How many bits a value has: 1 for `_Bool`.
    pub bits: u32,
    /// Whether there are negative values.
    pub signed: bool,
}

impl IntType {
    /// `int`.
    pub const INT: IntType = IntType { rank: Rank::Int, bits: 32, signed: true };

    /// The smallest value.
    pub fn min(self) -> i128 {
        if self.signed { i128::MIN >> (128 - self.bits) } else { 0 }
    }

    /// The largest value; for unsigned 128 bits, the largest that an `i128` can hold.
    pub fn max(self) -> i128 {
        let value_bits = if self.signed { self.bits - 1 } else { self.bits };
        i128::MAX >> 127u32.saturating_sub(value_bits)
    }

    /// Whether `value` is a value of this type.
    pub fn contains(self, value: i128) -> bool {
        (self.min()..=self.max()).contains(&value)
    }

    /// The value that a conversion to this type makes of `value`: modulo 2 to the width, as gcc
    /// defines it for signed types; not 0 for `_Bool`. None if an `i128` cannot hold it.
    pub fn wrap(self, value: i128) -> Option<i128> {
        if self.rank == Rank::Bool {
            return Some(i128::from(value != 0));
        }
        if self.contains(value) {
            return Some(value);
        }
        let unused = 128u32.checked_sub(self.bits).filter(|unused| *unused > 0)?;
        let shifted = value << unused;
        Some(if self.signed { shifted >> unused } else { ((shifted as u128) >> unused) as i128 })
    }

    /// The type after the integer promotions.
    pub fn promoted(self) -> IntType {
        let fits = self.bits < 32 || (self.bits == 32 && self.signed);
        match self.rank {
            Rank::Int | Rank::Long | Rank::LongLong | Rank::Int128 => self,
            _ if fits => IntType::INT,
            _ if self.bits == 32 => IntType { signed: false, ..IntType::INT },
            _ => self,
        }
    }

    /// Its name in C.
    pub fn name(self) -> String {
        let sign = if self.signed { "" } else { "unsigned " };
        let name = match self.rank {
            Rank::Bool => return "_Bool".into(),
            Rank::PlainChar => return "char".into(),
            Rank::BitField => return format!("{sign}int:{}", self.bits),
            Rank::Char if self.signed => return "signed char".into(),
            Rank::Char => "char",
            Rank::Short => "short",
            Rank::Int => "int",
            Rank::Long => "long",
            Rank::LongLong => "long long",
            Rank::Int128 => "__int128",
        };
        format!("{sign}{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(rank: Rank, bits: u32, signed: bool) -> IntType {
        IntType { rank, bits, signed }
    }

    #[test]
    fn bounds_are_those_of_limits_h() {
        let check = |ty: IntType, min, max| assert_eq!((ty.min(), ty.max()), (min, max));
        check(int(Rank::Char, 8, true), -128, 127);
        check(int(Rank::Short, 16, false), 0, 65535);
        check(IntType::INT, i32::MIN.into(), i32::MAX.into());
        check(int(Rank::LongLong, 64, false), 0, u64::MAX.into());
        check(int(Rank::Bool, 1, false), 0, 1);
        check(int(Rank::BitField, 1, true), -1, 0);
        check(int(Rank::Int128, 128, true), i128::MIN, i128::MAX);
    }

    #[test]
    fn conversions_wrap() {
        let check = |ty: IntType, value, wrapped| assert_eq!(ty.wrap(value), wrapped);
        check(int(Rank::Char, 8, true), 200, Some(-56));
        check(int(Rank::Char, 8, false), -1, Some(255));
        check(int(Rank::Int, 32, false), -1, Some(u32::MAX.into()));
        check(int(Rank::LongLong, 64, true), u64::MAX.into(), Some(-1));
        check(int(Rank::Bool, 1, false), -5, Some(1));
        check(int(Rank::BitField, 3, true), 4, Some(-4));
        check(int(Rank::Int128, 128, false), -1, None);
    }

    #[test]
    fn promotions_keep_the_value() {
        let check = |ty: IntType, promoted: &str| assert_eq!(ty.promoted().name(), promoted);
        check(int(Rank::Bool, 1, false), "int");
        check(int(Rank::Short, 16, false), "int");
        check(int(Rank::BitField, 31, false), "int");
        check(int(Rank::BitField, 32, false), "unsigned int");
        check(int(Rank::BitField, 40, false), "unsigned int:40");
        check(int(Rank::Long, 64, false), "unsigned long");
    }
}
