//! Reading and writing exact numbers: `12`, `-3/4`, `1.25`.

use std::fmt;
use std::str::FromStr;

use dashu_int::IBig;

use super::{Bound, Int, NumberError, Rat};

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_i64() {
            Some(small) => small.fmt(f),
            None => self.big().fmt(f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            return self.numerator().fmt(f);
        }
        let text = format!("{}/{}", self.numerator(), self.denominator());
        let digits = text.strip_prefix('-');
        f.pad_integral(digits.is_none(), "", digits.unwrap_or(&text))
    }
}

impl fmt::Debug for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Int {
    type Err = NumberError;

    /// Reads an optional sign and decimal digits. Fractions and decimals are accepted if their
    /// value is an integer.
    fn from_str(text: &str) -> Result<Int, NumberError> {
        if let Ok(small) = text.parse::<i64>() {
            return Ok(Int::from(small));
        }
        text.parse::<Rat>()?.to_int().ok_or(NumberError::NotAnInteger)
    }
}

impl FromStr for Rat {
    type Err = NumberError;

    /// Reads an optional sign, and digits, a fraction of digits, or a decimal.
    ///
    /// ```
    /// use soundline_domains::numbers::{NumberError, Rat};
    /// assert_eq!("-1.25".parse::<Rat>(), "-5/4".parse());
    /// assert_eq!("1/0".parse::<Rat>(), Err(NumberError::DivisionByZero));
    /// # Ok::<(), NumberError>(())
    /// ```
    fn from_str(text: &str) -> Result<Rat, NumberError> {
        let (negative, digits) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        if is_infinity(digits) || digits.eq_ignore_ascii_case("nan") {
            return Err(NumberError::NotFinite);
        }
        let signs = text.len() - digits.len();
        let (magnitude, length) = scan_unsigned(digits).map_err(|fault| shifted(fault, signs))?;
        let (magnitude, length) = match digits.as_bytes().get(length) {
            Some(b'/') => {
                let after = length + 1;
                let (denominator, more) = scan_unsigned(&digits[after..])
                    .map_err(|fault| shifted(fault, signs + after))?;
                (magnitude.div(&denominator).ok_or(NumberError::DivisionByZero)?, after + more)
            }
            _ => (magnitude, length),
        };
        if length < digits.len() {
            let column = 1 + signs + digits[..length].chars().count();
            return Err(NumberError::NotADigit { column });
        }
        Ok(if negative { -magnitude } else { magnitude })
    }
}

impl FromStr for Bound<Rat> {
    type Err = NumberError;

    /// Reads a rational number, or an infinity: `oo` or `inf` with an optional sign.
    fn from_str(text: &str) -> Result<Bound<Rat>, NumberError> {
        infinity(text).map_or_else(|| text.parse().map(Bound::Finite), Ok)
    }
}

impl FromStr for Bound<Int> {
    type Err = NumberError;

    /// Reads an integer, or an infinity: `oo` or `inf` with an optional sign.
    fn from_str(text: &str) -> Result<Bound<Int>, NumberError> {
        infinity(text).map_or_else(|| text.parse().map(Bound::Finite), Ok)
    }
}

fn infinity<N>(text: &str) -> Option<Bound<N>> {
    match text.strip_prefix('-') {
        Some(rest) => is_infinity(rest).then_some(Bound::MinusInfinity),
        None => is_infinity(text.strip_prefix('+').unwrap_or(text)).then_some(Bound::PlusInfinity),
    }
}

fn is_infinity(text: &str) -> bool {
    ["oo", "inf", "infinity"].iter().any(|name| text.eq_ignore_ascii_case(name))
}

fn shifted(fault: NumberError, by: usize) -> NumberError {
    match fault {
        NumberError::NotADigit { column } => NumberError::NotADigit { column: column + by },
        other => other,
    }
}

/// Read digits, with an optional decimal point among or before them, from the start of a text.
/// Gives the number and how many bytes it took.
pub(crate) fn scan_unsigned(text: &str) -> Result<(Rat, usize), NumberError> {
    let digits_from = |start: usize| -> usize {
        text.as_bytes()[start..].iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let whole = digits_from(0);
    let decimals = match text.as_bytes().get(whole) {
        Some(b'.') => digits_from(whole + 1),
        _ => 0,
    };
    if whole + decimals == 0 {
        return Err(match text.chars().next() {
            None => NumberError::Empty,
            Some(_) => NumberError::NotADigit { column: 1 },
        });
    }
    if decimals == 0 {
        return Ok((Rat::from(natural(&text[..whole])), whole));
    }
    let end = whole + 1 + decimals;
    let all = format!("{}{}", &text[..whole], &text[whole + 1..end]);
    let scale = Int::from_big(IBig::from(10).pow(decimals));
    Ok((Rat::new(natural(&all), scale).expect("powers of 10 are not 0"), end))
}

/// The value of a text of ASCII digits.
fn natural(digits: &str) -> Int {
    match digits.parse::<i64>() {
        Ok(small) => Int::from(small),
        Err(_) => {
            Int::from_big(IBig::from_str_radix(digits, 10).expect("a text of digits is an integer"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let number: Rat = text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(number.to_string(), expected);
        assert_eq!(expected.parse(), Ok(number));
    }

    #[test]
    fn reads_every_notation() {
        check("0", "0");
        check("-0", "0");
        check("+7", "7");
        check("3/4", "3/4");
        check("-6/8", "-3/4");
        check("1.25", "5/4");
        check("-.5", "-1/2");
        check("1.5/0.25", "6");
        check("007", "7");
        check("9223372036854775808", "9223372036854775808");
        check("-9223372036854775808", "-9223372036854775808");
        check("1/18446744073709551616", "1/18446744073709551616");
        check("0.00000000000000000001", "1/100000000000000000000");
    }

    #[test]
    fn names_what_is_wrong() {
        use NumberError::*;
        for (text, fault) in [
            ("", Empty),
            ("-", Empty),
            ("1/", Empty),
            ("x", NotADigit { column: 1 }),
            ("--1", NotADigit { column: 2 }),
            ("1x", NotADigit { column: 2 }),
            ("-1/2x", NotADigit { column: 5 }),
            ("-1/x", NotADigit { column: 4 }),
            ("1.", NotADigit { column: 2 }),
            ("1_000", NotADigit { column: 2 }),
            ("é", NotADigit { column: 1 }),
            ("1/é", NotADigit { column: 3 }),
            ("1é", NotADigit { column: 2 }),
            ("1/0", DivisionByZero),
            ("1/0.00", DivisionByZero),
            ("nan", NotFinite),
            ("-inf", NotFinite),
        ] {
            assert_eq!(text.parse::<Rat>(), Err(fault), "{text}");
        }
        assert_eq!("3/2".parse::<Int>(), Err(NotAnInteger));
        assert_eq!("4/2".parse::<Int>(), Ok(Int::from(2)));
    }

    #[test]
    fn bounds_read_infinities() {
        assert_eq!("oo".parse::<Bound<Rat>>(), Ok(Bound::PlusInfinity));
        assert_eq!("-inf".parse::<Bound<Int>>(), Ok(Bound::MinusInfinity));
        assert_eq!("+oo".parse::<Bound<Int>>(), Ok(Bound::PlusInfinity));
        assert_eq!("1/2".parse::<Bound<Rat>>(), Ok(Bound::Finite(Rat::new(1, 2).expect("not 0"))));
        assert!("--oo".parse::<Bound<Rat>>().is_err());
        for text in ["-oo", "+oo", "3/4"] {
            assert_eq!(text.parse::<Bound<Rat>>().map(|bound| bound.to_string()), Ok(text.into()));
        }
    }

    #[test]
    fn pads_like_other_numbers() {
        assert_eq!(
            format!("{:>6}|{:<6}|", Int::from(-5), Rat::new(1, 2).expect("not 0")),
            "    -5|1/2   |"
        );
        assert_eq!(format!("{:+}", Rat::new(1, 2).expect("not 0")), "+1/2");
    }
}
