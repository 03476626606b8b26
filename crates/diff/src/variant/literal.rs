//! Constants as C writes them, in the type that they are compared in.

use soundline_c::{IntType, Rank};

/// `value` as an expression of the type that `ty` is promoted to. The smallest value of a signed type
/// has no literal, so it is a difference.
pub fn literal(value: i128, ty: IntType) -> String {
    let promoted = ty.promoted();
    let suffix = match (promoted.rank, promoted.signed) {
        (Rank::Long, true) => "l",
        (Rank::Long, false) => "ul",
        (Rank::LongLong, true) => "ll",
        (Rank::LongLong, false) => "ull",
        (_, true) => "",
        (_, false) => "u",
    };
    if promoted.signed && value == promoted.min() {
        return format!("(-{}{suffix} - 1)", promoted.max());
    }
    format!("{value}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rank: Rank, bits: u32, signed: bool, value: i128, expected: &str) {
        assert_eq!(literal(value, IntType { rank, bits, signed }), expected);
    }

    #[test]
    fn literals_have_the_promoted_type() {
        check(Rank::Int, 32, true, -7, "-7");
        check(Rank::Int, 32, false, 7, "7u");
        check(Rank::Char, 8, false, 255, "255");
        check(Rank::Bool, 1, false, 1, "1");
        check(Rank::Short, 16, true, -32768, "-32768");
        check(Rank::Int, 32, true, i32::MIN.into(), "(-2147483647 - 1)");
        check(Rank::Long, 32, true, i32::MIN.into(), "(-2147483647l - 1)");
        check(Rank::LongLong, 64, true, i64::MIN.into(), "(-9223372036854775807ll - 1)");
        check(Rank::LongLong, 64, false, u64::MAX.into(), "18446744073709551615ull");
    }
}
