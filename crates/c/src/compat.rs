//! What gcc's headers say and clang does not understand, blanked out byte by byte.
//!
//! A text that gcc 11 or newer has preprocessed declares functions with `__malloc__ (fclose, 1)` and
//! with types such as `_Float128`. Neither changes what a program means: the attribute loses its
//! arguments, and prototypes with these types are left out. Blanks keep all offsets.

use crate::source::number_end;
use std::{borrow::Cow, ops::Range};

const MALLOC: &[u8] = b"__malloc__";
const PLAIN_MALLOC: &[u8] = b"malloc";
const ATTRIBUTE: &[u8] = b"__attribute__";
const FLOAT: &[u8] = b"_Float";
const ORDER: &[u8] = b"scalar_storage_order";
const UNDERSCORED_ORDER: &[u8] = b"__scalar_storage_order__";

/// A text that gcc has preprocessed, as clang and other tools should see it: what gcc's own headers say
/// and only gcc understands is blank. All else stays where it was.
pub fn masked(text: &[u8]) -> Cow<'_, [u8]> {
    let mut masked = Cow::Borrowed(text);
    for word in words(text) {
        match &text[word.clone()] {
            MALLOC => mask_arguments(text, word.end, &mut masked),
            PLAIN_MALLOC if is_in_attribute(text, word.start) => {
                mask_arguments(text, word.end, &mut masked);
            }
            name if is_foreign_float(name) => mask_prototype(text, word.start, &mut masked),
            _ => {}
        }
    }
    masked
}

/// Where a text asks for bytes in another order than the machine's: gcc obeys, and clang does not see it.
pub fn other_byte_order(text: &[u8]) -> Option<usize> {
    let named = |word: &[u8]| word == ORDER || word == UNDERSCORED_ORDER;
    let by_attribute = words(text).find(|word| named(&text[word.clone()]));
    let by_pragma = occurrences(text, ORDER).find(|at| {
        let start = text[..*at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        text[start..*at].trim_ascii().strip_prefix(b"#").map(<[u8]>::trim_ascii) == Some(b"pragma")
    });
    by_attribute.map(|word| word.start).or(by_pragma)
}

/// `_Float128`, `_Float32x` and the like.
fn is_foreign_float(name: &[u8]) -> bool {
    let Some(width) = name.strip_prefix(FLOAT) else { return false };
    let digits = width.strip_suffix(b"x").unwrap_or(width);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Blanks the prototype that a type stands in, if it stands in one.
fn mask_prototype(text: &[u8], at: usize, masked: &mut Cow<'_, [u8]>) {
    let start = declaration_start(text, at);
    let end = at + text[at..].iter().position(|b| matches!(b, b';' | b'{')).unwrap_or(0);
    let words = [&b"extern"[..], b"__extension__"];
    let declared = words.iter().any(|word| text[start..].starts_with(word));
    if declared && !text[start..at].contains(&b'{') && text.get(end) == Some(&b';') {
        blank(masked, start, end + 1);
    }
}

/// The names and numbers of a preprocessed text, without those in literals, comments and directives.
pub fn words(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < text.len() {
            let start = at;
            match text[at] {
                quote @ (b'"' | b'\'') => at = after_literal(text, at, quote),
                b'/' if text[at..].starts_with(b"/*") => {
                    let end = text[at + 2..].windows(2).position(|pair| pair == b"*/");
                    at = end.map_or(text.len(), |end| at + end + 4);
                }
                b'/' if text[at..].starts_with(b"//") => at = line_end(text, at),
                b'#' => at = line_end(text, at),
                byte if is_name(byte) => {
                    let name = text[at..].iter().take_while(|byte| is_name(**byte)).count();
                    at = number_end(text, at).unwrap_or(at + name);
                    return Some(start..at);
                }
                _ => at += 1,
            }
        }
        None
    })
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

fn line_end(text: &[u8], at: usize) -> usize {
    text[at..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |length| at + length)
}

/// The offset after the literal that starts at one. None goes beyond its line.
fn after_literal(text: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < text.len() && text[at] != b'\n' {
        match text[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    at.min(text.len())
}

/// Whether the word at an offset names an attribute: `__attribute__((pure, malloc(free)))`.
fn is_in_attribute(text: &[u8], at: usize) -> bool {
    let before = text[..at].iter().rfind(|byte| **byte != b' ');
    if !matches!(before, Some(b'(' | b',')) {
        return false;
    }
    let ended = text[..at].iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}'));
    let declaration = &text[ended.map_or(0, |end| end + 1)..at];
    let attribute = occurrences(declaration, ATTRIBUTE).last();
    attribute.is_some_and(|start| {
        let count = |wanted: u8| declaration[start..].iter().filter(|b| **b == wanted).count();
        count(b'(') == count(b')') + 2
    })
}

/// Blanks what stands in parentheses at an offset, if something does.
fn mask_arguments(text: &[u8], from: usize, masked: &mut Cow<'_, [u8]>) {
    let open = from + text[from..].iter().take_while(|byte| **byte == b' ').count();
    if text.get(open) == Some(&b'(') {
        blank(masked, open, closing(text, open));
    }
}

fn occurrences<'t>(text: &'t [u8], needle: &'t [u8]) -> impl Iterator<Item = usize> + 't {
    let first = needle[0];
    let starts = text.iter().enumerate().filter(move |(_, byte)| **byte == first);
    starts.map(|(at, _)| at).filter(move |at| text[*at..].starts_with(needle))
}

/// The first token after the last `;` or `}` before an offset.
fn declaration_start(text: &[u8], at: usize) -> usize {
    let ended = text[..at].iter().rposition(|byte| matches!(byte, b';' | b'}'));
    let mut start = ended.map_or(0, |end| end + 1);
    loop {
        start += text[start..at].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if text[start] != b'#' {
            return start;
        }
        let line = text[start..at].iter().position(|byte| *byte == b'\n');
        start = line.map_or(at, |length| start + length);
    }
}

/// The offset after the parenthesis that closes the one at `open`.
fn closing(text: &[u8], open: usize) -> usize {
    let mut depth = 0;
    for (at, byte) in text.iter().enumerate().skip(open) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

fn blank(text: &mut Cow<'_, [u8]>, start: usize, end: usize) {
    for byte in &mut text.to_mut()[start..end] {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(String::from_utf8_lossy(&masked(text.as_bytes())), expected);
        assert_eq!(text.len(), expected.len());
    }

    #[test]
    fn only_code_has_words() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<&str> = words(text.as_bytes()).map(|word| &text[word]).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("int x = 0x1f + $y2;", &["int", "x", "0x1f", "$y2"]);
        check("/* a */ b // c\nd /**/ e", &["b", "d", "e"]);
        check("f(\"a \\\" b\", 'c', '\\'', g)", &["f", "g"]);
        check("# 1 \"x.c\"\n1'000 + 7ul /* open", &["1'000", "7ul"]);
        check("'", &[]);
        check("/*/ a */ b", &["b"]);
        check("// a", &[]);
    }

    #[test]
    fn other_byte_orders_are_seen() {
        let asks = |text: &str| other_byte_order(text.as_bytes()).is_some();
        assert!(asks("struct __attribute__((scalar_storage_order(\"big-endian\"))) S { int x; };"));
        assert!(asks("int y;\n # pragma scalar_storage_order big-endian\nstruct S { int x; };"));
        assert!(!asks("/* scalar_storage_order */ char *s = \"scalar_storage_order\";"));
    }

    #[test]
    fn other_texts_are_not_copied() {
        let text = b"void *f(void) __attribute__((__malloc__)); float _Floaty;";
        assert!(matches!(masked(text), Cow::Borrowed(_)));
    }

    #[test]
    fn attributes_lose_their_arguments() {
        check("__attribute__ ((__malloc__ (f, 1)));", "__attribute__ ((__malloc__       ));");
        check(
            "void *g(int) __attribute__((pure, malloc (f)));",
            "void *g(int) __attribute__((pure, malloc    ));",
        );
        let call = "int f(void) __attribute__((pure)); int x = ((malloc(3)));";
        check(call, call);
    }

    #[test]
    fn prototypes_with_foreign_types_go() {
        check(
            "int a;\nextern _Float128 f(int);\nint b;",
            "int a;\n                        \nint b;",
        );
        check("# 1 \"x\"\nextern int f(_Float32);", "# 1 \"x\"\n                       ");
        check("extern int\n# 3 \"x\"\nf(_Float32);", "          \n       \n            ");
        check("__extension__ extern int f(_Float32);", &" ".repeat(37));
        for kept in [
            "_Float32 x;",
            "extern int my_Float_count;",
            "extern int _Floats;",
            "extern int x_Float32;",
            "extern char *s = \"_Float32\";",
            "char *s = \"__malloc__ (x)\"; char c = '\\''; char *t = \"\\\"__malloc__ (x)\";",
        ] {
            check(kept, kept);
        }
        check("extern int f(void) { _Float32 x; }", "extern int f(void) { _Float32 x; }");
    }
}
