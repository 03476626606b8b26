//! The names in a text: identifiers outside of comments, strings and numbers.

use soundline_c::Span;

/// The places of all identifiers and keywords.
pub(super) fn names(bytes: &[u8]) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let length = match rest[0] {
            b'/' if rest.starts_with(b"/*") => until(rest, b"*/"),
            b'/' if rest.starts_with(b"//") => until(rest, b"\n"),
            quote @ (b'"' | b'\'') => quoted(rest, quote),
            first if is_name(first) => {
                let length = rest.iter().take_while(|byte| is_name(**byte)).count();
                // A number has letters too: `0x1f`, `7ul`.
                if !first.is_ascii_digit() {
                    found.push(Span::new(at as u32, (at + length) as u32));
                }
                length
            }
            _ => 1,
        };
        at += length;
    }
    found
}

/// Bytes beyond ASCII are letters of some alphabet.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn until(bytes: &[u8], end: &[u8]) -> usize {
    let found = bytes.windows(end.len()).skip(end.len()).position(|window| window == end);
    found.map_or(bytes.len(), |at| at + 2 * end.len())
}

fn quoted(bytes: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let spans = names(text.as_bytes()).into_iter();
        let found: Vec<&str> =
            spans.map(|span| &text[span.start as usize..span.end as usize]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn only_code_has_names() {
        check("int x = 0x1f + y2;", &["int", "x", "y2"]);
        check("/* a */ b // c\nd /**/ e", &["b", "d", "e"]);
        check("f(\"a \\\" b\", 'c', '\\'', g)", &["f", "g"]);
        check("# 1 \"x.c\"\n1e5 + 7ul /* open", &[]);
        check("'", &[]);
        check("/*/ a */ b", &["b"]);
        check("// a", &[]);
    }
}
