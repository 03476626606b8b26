//! What foreign programs write, for people to read.

/// Text that a terminal shows and does not obey.
///
/// An analyzer may write sequences that clear the screen, change the title or hide what stands before them, by intent or
/// because it was given a file with such names. Line breaks and tabs stay, other control characters become their
/// pictures (`␛` for the escape character), those without one and marks that turn the direction of writing become `�`.
///
/// ```
/// assert_eq!(soundline_isolate::printable(b"\x1b[2Jsafe\r\n"), "␛[2Jsafe\n");
/// ```
pub fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    text.chars().map(shown).collect()
}

fn shown(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\0'..='\x1f' => char::from_u32(0x2400 + c as u32).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            char::REPLACEMENT_CHARACTER
        }
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_commands_a_terminal() {
        let check = |bytes: &[u8], text: &str| assert_eq!(printable(bytes), text);
        check("plain\ttext: ünïcode\n".as_bytes(), "plain\ttext: ünïcode\n");
        check(b"\x1b]0;title\x07\x1b[31m", "␛]0;title␇␛[31m");
        check(b"hidden\rshown\r\n\x08\x7f", "hidden␍shown\n␈␡");
        // The one-byte form of the escape sequence, in UTF-8 and alone.
        check("\u{9b}2J".as_bytes(), "\u{fffd}2J");
        check(b"\x9b2J", "\u{fffd}2J");
        check("a\u{202e}b".as_bytes(), "a\u{fffd}b");
    }
}
