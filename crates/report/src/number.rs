//! Exact numbers as labels that a reader takes in at a glance.

use soundline_domains::numbers::{Int, Rat};

/// Integers below this are written out.
const PLAIN: i64 = 1_000_000;
/// So far from a power of two, a number is written as that power and the distance.
const NEAR: i64 = 4096;

/// A short label: exact where that is short, with `≈` where it is not.
///
/// ```
/// use soundline_report::number::label;
/// assert_eq!(label(&"-9223372036854775807".parse()?), "−2⁶³ + 1");
/// assert_eq!(label(&"1/3".parse()?), "1/3");
/// assert_eq!(label(&"12345678901234567".parse()?), "≈ 1.2346·10¹⁶");
/// # Ok::<(), soundline_domains::numbers::NumberError>(())
/// ```
pub fn label(number: &Rat) -> String {
    let sign = if number.is_negative() { "−" } else { "" };
    let magnitude = number.abs();
    if let Some(whole) = magnitude.to_int() {
        if whole < PLAIN {
            return format!("{sign}{whole}");
        }
        if let Some(text) = near_power(&whole, number.is_negative()) {
            return text;
        }
        if let Some(text) = round_number(&whole) {
            return format!("{sign}{text}");
        }
    } else {
        let text = magnitude.to_string();
        if text.len() <= 9 {
            return format!("{sign}{text}");
        }
    }
    approximate(number)
}

/// `2⁶³ − 1`, if it is near a power of two.
fn near_power(whole: &Int, negative: bool) -> Option<String> {
    let exponent = whole.to_f64_up().log2().round();
    if !exponent.is_finite() {
        return None;
    }
    let exponent = exponent as u32;
    let distance = (whole - Int::from(2).pow(exponent)).to_i64()?;
    if distance.abs() > NEAR {
        return None;
    }
    let (sign, distance) = if negative { ("−", -distance) } else { ("", distance) };
    let rest = match distance {
        0 => String::new(),
        1.. => format!(" + {distance}"),
        _ => format!(" − {}", -distance),
    };
    Some(format!("{sign}2{}{rest}", superscript(exponent as i32)))
}

/// `5·10⁸`, if nearly all digits are zeros.
fn round_number(whole: &Int) -> Option<String> {
    let digits = whole.to_string();
    let leading = digits.trim_end_matches('0');
    let zeros = digits.len() - leading.len();
    (leading.len() <= 4 && zeros >= 3).then(|| format!("{leading}·10{}", superscript(zeros as i32)))
}

fn approximate(number: &Rat) -> String {
    let value = number.to_f64_up();
    let size = value.abs();
    if !size.is_finite() {
        return format!("{}10³⁰⁸ and more", if value < 0.0 { "below −" } else { "" });
    }
    let exponent = if size == 0.0 { 0 } else { size.log10().floor() as i32 };
    let text = if (-4..6).contains(&exponent) {
        format!("{value:.*}", (4 - exponent).clamp(0, 6) as usize)
    } else {
        format!("{:.4}·10{}", value / 10f64.powi(exponent), superscript(exponent))
    };
    format!("≈ {}", text.replace('-', "−"))
}

fn superscript(number: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raise = |c: char| c.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]);
    number.to_string().chars().map(raise).collect()
}

/// Seconds since 1970 as a time in ISO 8601.
pub fn timestamp(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The date of a day since 1970, counted in years that begin in March, so that leap days are last.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

/// A count with its thousands apart: `1 234 567`, by narrow spaces that do not break.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A duration as a reader would say it: `85 ms`, `1.3 s`, `4 min 05 s`.
pub fn duration(millis: u64) -> String {
    match millis {
        0..1_000 => format!("{millis} ms"),
        1_000..60_000 => format!("{}.{} s", millis / 1000, millis % 1000 / 100),
        60_000..3_600_000 => format!("{} min {:02} s", millis / 60_000, millis / 1000 % 60),
        _ => format!("{} h {:02} min", millis / 3_600_000, millis / 60_000 % 60),
    }
}

/// A share in percent that never says 0 or 100 for something else.
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "–".to_string();
    }
    let share = part as f64 * 100.0 / whole as f64;
    match share {
        _ if part == 0 => "0 %".to_string(),
        _ if part == whole => "100 %".to_string(),
        _ if share < 0.1 => "<0.1 %".to_string(),
        _ if share < 10.0 => format!("{share:.1} %"),
        _ if share > 99.0 => "99 %".to_string(),
        _ => format!("{share:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(number: &str, expected: &str) {
        let number: Rat = number.parse().expect("a number");
        assert_eq!(label(&number), expected, "{number}");
    }

    #[test]
    fn days_have_dates() {
        let check = |days, expected| assert_eq!(date(days), expected);
        check(0, (1970, 1, 1));
        check(59, (1970, 3, 1));
        check(11_016, (2000, 2, 29));
        check(20_772, (2026, 11, 15));
        check(47_540, (2100, 2, 28));
        check(47_541, (2100, 3, 1));
    }

    #[test]
    fn labels_are_short_and_say_when_they_are_not_exact() {
        check("0", "0");
        check("-17", "−17");
        check("2147483647", "2³¹ − 1");
        check("-9223372036854775808", "−2⁶³");
        check("-9223372036854775807", "−2⁶³ + 1");
        check("18446744073709551616", "2⁶⁴");
        check("500000000", "5·10⁸");
        check("-7/2", "−7/2");
        check("123456789/1000000007", "≈ 0.12346");
        check("-98765432123", "≈ −9.8765·10¹⁰");
    }

    #[test]
    fn counts_durations_and_shares() {
        assert_eq!(grouped(1234567), "1\u{202f}234\u{202f}567");
        assert_eq!(grouped(12), "12");
        assert_eq!(duration(1349), "1.3 s");
        assert_eq!(duration(245_000), "4 min 05 s");
        assert_eq!(percent(999_999, 1_000_000), "99 %");
        assert_eq!(percent(1, 1_000_000), "<0.1 %");
        assert_eq!(percent(0, 0), "–");
    }
}
