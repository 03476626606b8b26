//! What libclang does not tell and the text does: where semicolons are.

use crate::source::number_end;

/// The offset after the next semicolon if only blanks and comments are before it; else `from`.
pub(super) fn after_semicolon(bytes: &[u8], from: u32) -> u32 {
    let at = skip_blanks(bytes, from as usize);
    if bytes.get(at) == Some(&b';') { at as u32 + 1 } else { from }
}

/// The offsets of the two semicolons in the head of the `for` statement that starts at `start`.
pub(super) fn for_semicolons(bytes: &[u8], start: u32) -> (u32, u32) {
    let mut at = start as usize + "for".len();
    let mut depth = 0u32;
    let mut found = Vec::new();
    while at < bytes.len() && found.len() < 2 {
        let next = skip_blanks(bytes, at);
        if next > at {
            at = next;
            continue;
        }
        if let Some(end) = number_end(bytes, at) {
            at = end;
            continue;
        }
        match bytes[at] {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.saturating_sub(1),
            b';' if depth == 1 => found.push(at as u32),
            quote @ (b'"' | b'\'') => at = skip_quoted(bytes, at, quote),
            _ => {}
        }
        at += 1;
    }
    let end = bytes.len() as u32;
    (found.first().copied().unwrap_or(end), found.get(1).copied().unwrap_or(end))
}

/// Skips white space, comments and lines of the preprocessor.
pub(super) fn skip_blanks(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        let rest = &bytes[at.min(bytes.len())..];
        let line_start = at == 0 || bytes.get(at - 1) == Some(&b'\n');
        at += match rest {
            [b' ' | b'\t' | b'\r' | b'\n' | b'\x0b' | b'\x0c', ..] => 1,
            [b'/', b'*', inside @ ..] => 4 + find(inside, b"*/"),
            [b'/', b'/', inside @ ..] => 2 + find(inside, b"\n"),
            [b'#', inside @ ..] if line_start => 1 + find(inside, b"\n"),
            [b'\\', b'\n', ..] => 2,
            _ => return at.min(bytes.len()),
        };
    }
}

/// The offset of the closing quote.
fn skip_quoted(bytes: &[u8], open: usize, quote: u8) -> usize {
    let mut at = open + 1;
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at
}

fn find(bytes: &[u8], needle: &[u8]) -> usize {
    bytes.windows(needle.len()).position(|window| window == needle).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, parts: [&str; 2]) {
        let (first, second) = for_semicolons(text.as_bytes(), 0);
        let (first, second) = (first as usize, second as usize);
        assert_eq!([&text[3..first], &text[first..second]], parts);
    }

    #[test]
    fn heads_of_loops() {
        check("for (i = 0; i < 3; i++) ;", [" (i = 0", "; i < 3"]);
        check("for(;;);", ["(", ";"]);
        check("for (;f(\";\", ';');) ;", [" (", ";f(\";\", ';')"]);
        check("for (x = ({ 1; 2; });;) ;", [" (x = ({ 1; 2; })", ";"]);
        check("for (/* ; */ // ;\n i;'\\'';) ;", [" (/* ; */ // ;\n i", ";'\\''"]);
        check("for (i = 0'0; i < 1'000; i += '\\'') ;", [" (i = 0'0", "; i < 1'000"]);
        check("for (\n# 3 \"a;b\"\n;;) ;", [" (\n# 3 \"a;b\"\n", ";"]);
    }

    #[test]
    fn ends_of_statements() {
        assert_eq!(after_semicolon(b"x /* ; */ ; y", 1), 11);
        assert_eq!(after_semicolon(b"x } ;", 1), 1);
        assert_eq!(after_semicolon(b"x", 1), 1);
    }
}
