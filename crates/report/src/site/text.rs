//! Text of others on a page: programs, outputs, traces. Whatever is in it, it stays text, and no line makes the page
//! unreadable.

use std::fmt::Write;

use soundline_isolate::printable;

use crate::escape::Escaped;

/// The longest line that is shown, in characters.
const WIDTH: usize = 400;
/// The most lines.
const LINES: usize = 4000;

/// A line with what is too long of it left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut<'a> {
    /// What is shown.
    pub shown: &'a str,
    /// How many bytes are not.
    pub rest: usize,
}

impl Cut<'_> {
    /// A line cut after so many characters.
    pub fn of(line: &str, width: usize) -> Cut<'_> {
        let end = line.char_indices().nth(width).map_or(line.len(), |(at, _)| at);
        Cut { shown: &line[..end], rest: line.len() - end }
    }
}

/// A text with the numbers of its lines.
#[derive(Clone, Copy, Debug)]
pub struct Listing<'a> {
    /// The text.
    pub text: &'a str,
    /// What a reader of a screen hears.
    pub label: &'a str,
    /// Lines that are marked, counted from 1.
    pub marked: &'a [usize],
    /// Where all of it is to be had, if something is left out.
    pub whole: Option<&'a str>,
}

impl Listing<'_> {
    /// As an element of a page.
    pub fn html(&self) -> String {
        let text = printable(self.text.as_bytes());
        let mut out = format!(
            "<div class=\"listing\" role=\"region\" tabindex=\"0\" aria-label=\"{}\"><pre>",
            Escaped(self.label)
        );
        let (mut left_out, mut lines) = (false, 0);
        for (line, number) in text.trim_end_matches('\n').split('\n').zip(1..) {
            if number > LINES {
                left_out = true;
                break;
            }
            lines = number;
            let cut = Cut::of(line, WIDTH);
            let mark = if self.marked.contains(&number) { " marked" } else { "" };
            let _ = write!(
                out,
                "<span class=\"row{mark}\" id=\"line-{number}\"><span class=\"at\">{number}</span><code>{}",
                Escaped(cut.shown)
            );
            if cut.rest > 0 {
                left_out = true;
                let _ = write!(out, "<i class=\"rest\">… {} more bytes</i>", cut.rest);
            }
            out.push_str("</code></span>");
        }
        out.push_str("</pre></div>\n");
        if left_out {
            let _ = match self.whole {
                Some(address) => writeln!(
                    out,
                    "<p class=\"note\">{lines} lines are shown, each up to {WIDTH} characters. \
                     <a href=\"{address}\">All of it as plain text</a>.</p>"
                ),
                None => writeln!(
                    out,
                    "<p class=\"note\">{lines} lines are shown, each up to {WIDTH} characters.</p>"
                ),
            };
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_stays_text() {
        let long = "x".repeat(10 << 20);
        let text = format!("<script>\n\u{1b}[2J\u{202e}\r\n{long}\n");
        let html =
            Listing { text: &text, label: "\"<", marked: &[2], whole: Some("all.txt") }.html();
        assert!(html.len() < 2000, "{}", html.len());
        for part in [
            "&lt;script&gt;",
            "␛[2J\u{fffd}<",
            "10485360 more bytes",
            "href=\"all.txt\"",
            "row marked",
        ] {
            assert!(html.contains(part), "{part} is not in {html}");
        }
        assert!(!html.contains("<script") && html.contains("aria-label=\"&quot;&lt;\""));
    }

    #[test]
    fn cuts_are_between_characters() {
        assert_eq!(Cut::of("äöü", 2), Cut { shown: "äö", rest: 2 });
        assert_eq!(Cut::of("äöü", 3), Cut { shown: "äöü", rest: 0 });
    }
}
