//! Chains of `else if`, measured before libclang sees them.
//!
//! Each link of a chain is nested in the one before it. libclang's time grows with the square of that depth, and reading refuses
//! programs that are nested far beyond what people write. So such a text is refused before it is parsed.

use crate::source::number_end;

/// Where a chain has more than so many links; none if all are shorter. What stands in comments and literals does not count.
pub(crate) fn longest_beyond(text: &[u8], limit: usize) -> Option<usize> {
    // In each open block the length of the chain and the parentheses. An `else if` behind the end of a statement lengthens the
    // chain, anything else begins anew.
    let mut blocks = vec![(0_usize, 0_usize)];
    let (mut ended, mut after_else) = (true, false);
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        let length = length(&text[at..]);
        let word = &text[at..at + length];
        let blank =
            byte.is_ascii_whitespace() || word.starts_with(b"//") || word.starts_with(b"/*");
        if !blank {
            let (chain, parentheses) = blocks.last_mut().expect("the file itself is never closed");
            match word {
                b"if" if after_else => {
                    *chain += 1;
                    if *chain > limit {
                        return Some(at);
                    }
                }
                b"else" => {}
                _ if ended && *parentheses == 0 => *chain = 0,
                _ => {}
            }
            after_else = word == b"else";
            ended = word == b"}" || (word == b";" && *parentheses == 0);
            match word {
                b"(" => *parentheses += 1,
                b")" => *parentheses = parentheses.saturating_sub(1),
                b"{" => blocks.push((0, 0)),
                b"}" if blocks.len() > 1 => drop(blocks.pop()),
                _ => {}
            }
        }
        at += length;
    }
    None
}

/// The bytes of the token, blank or comment that the text begins with.
fn length(text: &[u8]) -> usize {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let until = |end: usize| end.clamp(1, text.len());
    match text {
        [b'/', b'/', ..] => {
            until(text.iter().position(|byte| *byte == b'\n').unwrap_or(text.len()))
        }
        [b'/', b'*', rest @ ..] => {
            until(rest.windows(2).position(|two| two == b"*/").map_or(text.len(), |end| end + 4))
        }
        [quote @ (b'"' | b'\''), rest @ ..] => {
            let mut escaped = false;
            let ends = rest.iter().position(|byte| {
                let ends = (byte == quote && !escaped) || *byte == b'\n';
                escaped = *byte == b'\\' && !escaped;
                ends
            });
            until(ends.map_or(text.len(), |end| end + 2))
        }
        [first, ..] if first.is_ascii_digit() => number_end(text, 0).unwrap_or(1),
        [first, ..] if is_word(first) => {
            until(text.iter().position(|byte| !is_word(byte)).unwrap_or(text.len()))
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(links: usize, body: &str) -> String {
        let links: String = (0..links).map(|n| format!("else if (x == {n}) {body}\n")).collect();
        format!("int f(int x) {{ if (x) {body} {links} return x; }}\n")
    }

    #[test]
    fn long_chains_are_found_where_they_get_too_long() {
        for body in ["x = 1;", "{ x = 1; if (x) x = 2; }", "{ }", "for (;;) x++;"] {
            let text = chain(10, body);
            assert_eq!(longest_beyond(text.as_bytes(), 10), None, "{text}");
            let at = longest_beyond(text.as_bytes(), 9).unwrap_or_else(|| panic!("{text}"));
            assert!(text[at..].starts_with("if (x == 9)"), "{}", &text[at..]);
        }
    }

    #[test]
    fn chains_one_after_the_other_are_short() {
        let text = chain(5, "x = 1;").repeat(10);
        assert_eq!(longest_beyond(text.as_bytes(), 5), None);
        let both = "void f(int x) { if (x) ; else if (x) ; x++; if (x) ; else if (x) ; { } if (x) ; else if (x) ; }";
        assert_eq!(longest_beyond(both.as_bytes(), 1), None);
        let inside =
            "int f(int x) { return ({ if (x) ; else if (x) ; x; if (x) ; else if (x) ; x; }); }";
        assert_eq!(longest_beyond(inside.as_bytes(), 1), None);
    }

    #[test]
    fn comments_and_literals_do_not_count() {
        let text = "/* else if else if */ // else if else if\nchar *s = \"else if \\\" else if\"; int c = '\"'; int d = '\\'';";
        assert_eq!(longest_beyond(text.as_bytes(), 1), None);
        for open in ["\"else if", "/* else if", "'", "\"\\", "// else if", "else", "}}}else if"] {
            let _ = longest_beyond(open.as_bytes(), 0);
        }
    }
}
