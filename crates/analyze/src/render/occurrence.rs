//! Which of several equal texts in a line a macro has moved.
//!
//! The preprocessor keeps the order of what it copies. So the right occurrence is the one with which most of the words
//! before and behind it agree, in order, with those of the expanded line.

/// Longer lines are not compared: the first occurrence is taken.
const MOST_WORDS: usize = 2000;

/// Where in the line as it was written the text stands that is at `at` in the expanded line; none if it is nowhere.
pub(super) fn occurrence(written: &str, expanded: &str, at: usize, text: &str) -> Option<usize> {
    if text.is_empty() {
        return None;
    }
    let found: Vec<usize> = written.match_indices(text).map(|(at, _)| at).collect();
    let (Some(before), Some(behind)) = (expanded.get(..at), expanded.get(at + text.len()..)) else {
        return found.first().copied();
    };
    let (before, behind) = (words(before), words(behind));
    if found.len() < 2 || before.len() + behind.len() > MOST_WORDS {
        return found.first().copied();
    }
    let agreement = |at: &usize| {
        common(&words(&written[..*at]), &before)
            + common(&words(&written[*at + text.len()..]), &behind)
    };
    // The first of equals.
    found.into_iter().rev().max_by_key(agreement)
}

/// A word of a line, and the byte at which it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl Word<'_> {
    /// The byte after its last one.
    pub(super) fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// Whether it is an identifier.
    pub(super) fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

impl PartialEq for Word<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// Identifiers, numbers, strings and single characters, without spaces. What stands in a string is not code: `assert` makes
/// a string of its argument.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => string(rest),
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        words.push(Word { text: &rest[..length], at: text.len() - rest.len() });
        rest = rest[length..].trim_start();
    }
    words
}

/// How long a string is that starts here, with both quotes.
fn string(text: &str) -> usize {
    let mut escaped = false;
    let ends = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    ends.map_or(text.len(), |(at, _)| at + 1)
}

/// How many words two lists have in common, in order.
pub(super) fn common(one: &[Word<'_>], other: &[Word<'_>]) -> usize {
    let mut row = vec![0; other.len() + 1];
    for word in one {
        let mut diagonal = 0;
        for (place, same) in other.iter().enumerate() {
            let above = row[place + 1];
            row[place + 1] = if same == word { diagonal + 1 } else { above.max(row[place]) };
            diagonal = above;
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text stands between bars, in the line as it was written and in the expanded one.
    #[track_caller]
    fn check(written: &str, expanded: &str) {
        let (before, rest) = written.split_once('|').expect("a bar");
        let (text, behind) = rest.split_once('|').expect("two bars");
        let at = expanded.find('|').expect("a bar");
        let expanded = expanded.replace('|', "");
        let found = occurrence(&format!("{before}{text}{behind}"), &expanded, at, text);
        assert_eq!(found, Some(before.len()));
    }

    #[test]
    fn of_several_the_one_is_marked_that_the_macro_was_given() {
        let fail = r#"; else __assert_fail("y==3", "t.c", 4, __func__); })"#;
        check(
            "f(y==3); assert(|y==3|); return 0;",
            &format!("f(y==3); ((void) sizeof ((y==3) ? 1 : 0), ({{ if (|y==3|) {fail}; return 0;"),
        );
        check("assert(|y==3|); f(y==3);", &format!("({{ if (|y==3|) {fail}; f(y==3);"));
        check("CHECK(a); CHECK(a); CHECK(|a|);", "if (!(a)) e(); if (!(a)) e(); if (!(|a|)) e();");
        check("CHECK(a); CHECK(|a|); CHECK(a);", "if (!(a)) e(); if (!(|a|)) e(); if (!(a)) e();");
    }

    #[test]
    fn one_that_stands_alone_needs_no_comparison() {
        check("x = ONE + |y / z|;", "x = 1 + |y / z|;");
        assert_eq!(occurrence("x = HALF(y);", "x = y / 2;", 4, "y / 2"), None);
        assert_eq!(occurrence("x = y;", "x = ;", 4, ""), None);
    }
}
