//! String literals: their elements, from the text.

use super::{Reader, scan};
use crate::{Storage, Type, clang::Cursor, tree::ExprKind};

impl<'u> Reader<'u> {
    /// A string literal is a variable without a name.
    pub(super) fn string_literal(&mut self, cursor: Cursor<'u>) -> ExprKind {
        let ty = self.ty(cursor.ty());
        let (element, length) = match self.types.get(ty) {
            Type::Array { element, length: Some(length) } => (*element, *length as usize),
            _ => return ExprKind::Unmodelled { what: "string", mentions: Vec::new() },
        };
        let size = self.types.size(element).unwrap_or(1) as u32;
        let text = self.source.slice(cursor.span());
        let bytes = match text.contains('"') {
            true => {
                self.source.bytes().get(cursor.span().start as usize..cursor.span().end as usize)
            }
            false => None,
        };
        // `__func__` is a literal with another text.
        let spelling = cursor.spelling();
        let mut units = elements(bytes.unwrap_or(spelling.as_bytes()), size);
        units.resize(length, 0);
        let id = self.unnamed_variable("string.".into(), ty, Storage::Literal(units), cursor);
        ExprKind::Variable(id)
    }
}

/// The elements of adjacent literals such as `"a\n" "b"`, without the final zero.
fn elements(text: &[u8], size: u32) -> Vec<u32> {
    let mut units = Vec::new();
    let mut at = 0;
    while at < text.len() {
        at = scan::skip_blanks(text, at);
        match text.get(at) {
            Some(b'"') => at = literal(text, at + 1, size, &mut units),
            _ => at += 1,
        }
    }
    units
}

/// One literal from after its opening quote; the result is the offset after the closing one.
fn literal(text: &[u8], mut at: usize, size: u32, units: &mut Vec<u32>) -> usize {
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' if text.get(at + 1) == Some(&b'\n') => at += 2,
            b'\\' => at = escape(text, at + 1, size, units),
            byte if size == 1 || byte.is_ascii() => {
                units.push((*byte).into());
                at += 1;
            }
            _ => at = code_point(text, at, size, units),
        }
    }
    at
}

/// An escape sequence from after its backslash.
fn escape(text: &[u8], at: usize, size: u32, units: &mut Vec<u32>) -> usize {
    let simple = |byte| match byte {
        b'n' => 10,
        b't' => 9,
        b'r' => 13,
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' | b'E' => 27,
        other => u32::from(other),
    };
    let (radix, from, most) = match text.get(at) {
        Some(b'x') => (16, at + 1, usize::MAX),
        Some(b'u') => (16, at + 1, 4),
        Some(b'U') => (16, at + 1, 8),
        Some(b'0'..=b'7') => (8, at, 3),
        Some(byte) => {
            units.push(simple(*byte));
            return at + 1;
        }
        None => return at,
    };
    let digits = text[from..].iter().take(most).take_while(|byte| (**byte as char).is_digit(radix));
    let (mut value, mut count) = (0u32, 0);
    for digit in digits {
        value = value.wrapping_mul(radix) | (*digit as char).to_digit(radix).unwrap_or(0);
        count += 1;
    }
    match text[at] {
        b'u' | b'U' => push_code_point(char::from_u32(value).unwrap_or('?'), size, units),
        _ => units.push(if size >= 4 { value } else { value & ((1 << (8 * size)) - 1) }),
    }
    from + count
}

/// A character beyond ASCII in a wide literal.
fn code_point(text: &[u8], at: usize, size: u32, units: &mut Vec<u32>) -> usize {
    let end = (at + 4).min(text.len());
    let valid = (at + 1..=end).find_map(|end| std::str::from_utf8(&text[at..end]).ok());
    let character = valid.and_then(|text| text.chars().next()).unwrap_or('?');
    push_code_point(character, size, units);
    at + valid.map_or(1, str::len)
}

fn push_code_point(character: char, size: u32, units: &mut Vec<u32>) {
    match size {
        1 => units.extend(character.to_string().bytes().map(u32::from)),
        2 => units.extend(character.encode_utf16(&mut [0; 2]).iter().map(|unit| u32::from(*unit))),
        _ => units.push(character.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_strings() {
        let check = |text: &str, expected: &[u8]| {
            let expected: Vec<u32> = expected.iter().map(|byte| u32::from(*byte)).collect();
            assert_eq!(elements(text.as_bytes(), 1), expected, "{text}");
        };
        check(r#""abc""#, b"abc");
        check(r#""a" /* "x" */ "b""#, b"ab");
        check(r#""\n\t\\\"\x41\101\0z""#, b"\n\t\\\"AA\0z");
        check("\"a\\\nb\"", b"ab");
        check(r#"u8"\u00e9""#, "\u{e9}".as_bytes());
        check("\"\u{e9}\"", "\u{e9}".as_bytes());
        check(r#""\1234""#, b"S4");
    }

    #[test]
    fn wide_strings() {
        assert_eq!(elements("L\"a\u{20ac}\\x1234\"".as_bytes(), 4), [97, 0x20ac, 0x1234]);
        assert_eq!(elements("u\"\u{1f600}\"".as_bytes(), 2), [0xd83d, 0xde00]);
    }
}
