//! Text that goes into HTML and XML.

use std::fmt::{self, Display, Formatter, Write};

/// A value whose text is escaped for elements and quoted attributes of HTML and XML.
///
/// Characters that XML 1.0 cannot express at all, such as NUL in what a library wrote before it
/// died, become the replacement character.
pub struct Escaped<T>(pub T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(Sink(f), "{}", self.0)
    }
}

struct Sink<'a, 'b>(&'a mut Formatter<'b>);

impl Write for Sink<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|character| match character {
            '&' => self.0.write_str("&amp;"),
            '<' => self.0.write_str("&lt;"),
            '>' => self.0.write_str("&gt;"),
            '"' => self.0.write_str("&quot;"),
            '\'' => self.0.write_str("&#39;"),
            '\t' | '\n' => self.0.write_char(character),
            '\u{fffe}' | '\u{ffff}' => self.0.write_char('\u{fffd}'),
            _ if character.is_control() => self.0.write_char('\u{fffd}'),
            _ => self.0.write_char(character),
        })
    }
}

/// A name as that of a file.
pub fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    name.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_control_characters_are_harmless() {
        let text = "a < b && \"c\" > 'd'\n\0\u{1b}[31m";
        let expected = "a &lt; b &amp;&amp; &quot;c&quot; &gt; &#39;d&#39;\n\u{fffd}\u{fffd}[31m";
        assert_eq!(Escaped(text).to_string(), expected);
    }
}
