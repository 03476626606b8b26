//! Where in a line a macro is used, out of which the preprocessor made what stands in the expanded line.
//!
//! What is not part of a macro is copied in order. So the words around a macro tell which part of the expanded line came
//! out of it, unless the expansion has the same words: then all macros are taken into account that it may be.

use super::occurrence::{Word, common, words};
use std::ops::Range;

/// Longer lines are not compared.
const MOST_WORDS: usize = 4000;

/// So many words at the start of an expansion are compared with others.
const MOST_HEAD: usize = 6;

/// The words of a line that are outside of macros, and the macros.
struct Line<'t> {
    written: Vec<Word<'t>>,
    outside: Vec<Word<'t>>,
    uses: Vec<Use<'t>>,
}

/// A macro in a line, with its arguments as far as they stand in that line.
struct Use<'t> {
    bytes: Range<usize>,
    words: Vec<Word<'t>>,
    /// How many words outside of macros come before it.
    behind: usize,
}

/// Where in the line as it was written the bytes stand that are at `at` in the expanded line: words that were copied, and
/// macros with their arguments. None if that is not certain.
pub(super) fn written_as(written: &str, expanded: &str, at: Range<usize>) -> Option<Range<usize>> {
    let (written, expanded) = (words(written), words(expanded));
    if written.len() + expanded.len() > MOST_WORDS {
        return None;
    }
    let line = Line::new(&written, &expanded);
    let first = expanded.iter().position(|word| word.at + word.text.len() > at.start)?;
    let last = expanded.iter().rposition(|word| word.at < at.end)?;
    let text = expanded.get(first..=last)?;
    let start = line.origin(&expanded, first, text)?;
    let end = line.origin(&expanded, last, text).filter(|end| end.end >= start.end);
    Some(start.start..end.map_or(start.end, |end| end.end))
}

impl<'t> Line<'t> {
    /// Macros are names that are not left in the expanded line.
    fn new(written: &[Word<'t>], expanded: &[Word<'t>]) -> Self {
        let mut line = Line { written: written.to_vec(), outside: Vec::new(), uses: Vec::new() };
        let mut at = 0;
        while let Some(word) = written.get(at) {
            if !word.is_name() || expanded.contains(word) {
                line.outside.push(*word);
                at += 1;
                continue;
            }
            let end = after_arguments(written, at + 1);
            let bytes = word.at..written[end - 1].end();
            let words = written[at..end].to_vec();
            line.uses.push(Use { bytes, words, behind: line.outside.len() });
            at = end;
        }
        line
    }

    /// What a word of the expanded line comes from: the word that was copied, or of the macros that it may be the first that
    /// has most words of the text around it.
    fn origin(&self, expanded: &[Word<'_>], at: usize, text: &[Word<'_>]) -> Option<Range<usize>> {
        let (before, behind) = expanded.split_at(at);
        // As many words outside of macros stand before it at most and at least.
        let most = before
            .iter()
            .fold(0, |found, word| found + usize::from(self.outside.get(found) == Some(word)));
        let least = self.outside.len() - self.last_in(behind);
        let copied = self.outside.get(least).filter(|word| least == most && **word == behind[0]);
        // It may be out of a macro if the words outside can be found without it.
        let must = self.last_in(&behind[1..]) < self.outside.len() - least;
        let uses = self.uses.iter().filter(|one| (least..=most).contains(&one.behind));
        let shared = |one: &&Use<'_>| text.iter().filter(|word| one.words.contains(word)).count();
        let mut uses: Vec<&Use<'_>> = uses.collect();
        let most = uses.iter().map(shared).max();
        uses.retain(|one| Some(shared(one)) == most);
        // Of several the one with most of whose words around it those around the text agree, in order.
        let found = match uses[..] {
            [] => None,
            [only] => Some(only),
            _ => self.by_heads(expanded, at, &uses).or_else(|| {
                uses.iter().rev().copied().max_by_key(|one| self.agreement(one, before, behind))
            }),
        };
        match (found, copied) {
            (_, Some(word)) if must => Some(word.at..word.end()),
            (Some(one), _) => Some(one.bytes.clone()),
            (None, copied) => copied.map(|word| word.at..word.end()),
        }
    }

    /// Of several uses of one macro the one in whose expansion a word is, if all begin with the same words and nothing else in
    /// the line does.
    fn by_heads(&self, expanded: &[Word<'_>], at: usize, uses: &[&Use<'t>]) -> Option<&Use<'t>> {
        let name = uses.first()?.words.first()?;
        let all: Vec<&Use<'t>> =
            self.uses.iter().filter(|one| one.words.first() == Some(name)).collect();
        let first = all.first()?;
        let next_to = self.uses.iter().filter(|one| one.behind == first.behind).count();
        let same = uses.iter().all(|one| one.words.first() == Some(name));
        (same && next_to == 1).then_some(())?;
        let mut start = 0;
        for word in &self.outside[..first.behind] {
            start += expanded[start..].iter().position(|own| own == word)? + 1;
        }
        let place = (2..=MOST_HEAD).rev().find_map(|length| {
            let head = expanded.get(start..start + length)?;
            let found = expanded.windows(length).enumerate().filter(|(_, own)| *own == head);
            let found: Vec<usize> = found.map(|(place, _)| place).collect();
            (found.len() == all.len()).then(|| found.partition_point(|place| *place <= at))
        })?;
        all.get(place.checked_sub(1)?).copied()
    }

    /// How many words before and behind a macro are among those before and behind a word of the expanded line, in order.
    fn agreement(&self, one: &Use<'_>, before: &[Word<'_>], behind: &[Word<'_>]) -> usize {
        let start = self.written.partition_point(|word| word.at < one.bytes.start);
        let end = self.written.partition_point(|word| word.at < one.bytes.end);
        common(&self.written[..start], before) + common(&self.written[end..], behind)
    }

    /// How many of the last words outside of macros a text has, in order.
    fn last_in(&self, text: &[Word<'_>]) -> usize {
        let last = |found: usize| self.outside.iter().rev().nth(found);
        text.iter().rev().fold(0, |found, word| found + usize::from(last(found) == Some(word)))
    }
}

/// The word after the arguments that begin here, if any do.
fn after_arguments(written: &[Word<'_>], start: usize) -> usize {
    if written.get(start).is_none_or(|word| word.text != "(") {
        return start;
    }
    let mut depth = 0;
    for (at, word) in written.iter().enumerate().skip(start) {
        depth += i32::from(word.text == "(") - i32::from(word.text == ")");
        if depth == 0 {
            return at + 1;
        }
    }
    written.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands between bars in the expanded line comes from the macro between bars in the line as it was written.
    #[track_caller]
    fn check(written: &str, expanded: &str) {
        let between = |line: &str| {
            let from = line.find('|').expect("a bar");
            from..line.rfind('|').expect("two bars") - 1
        };
        let [one, other] = [written, expanded].map(|line| line.replace('|', ""));
        let found = written_as(&one, &other, between(expanded));
        assert_eq!(found, Some(between(written)), "{written}");
    }

    #[test]
    fn a_use_is_marked_with_its_arguments() {
        check("if (c) |DEREF(p)| = 1;", "if (c) (|*(p)|) = 1;");
        check("if (c) return |AT(a, i)|;", "if (c) return (|(a)[(i)]|);");
        check("return x + |HALF|;", "return x + |y / z|;");
        check("f(|ONE(a, (b))|, b);", "f((|a / (b)|), b);");
    }

    #[test]
    fn of_several_the_right_one_is_marked() {
        check("return |AT(a, 1)| + DIV(3, i);", "return (|(a)[1]|) + ((3) / (i));");
        check("return AT(a, 1) + |DIV(3, i)|;", "return ((a)[1]) + (|(3) / (i)|);");
        check("assert(x); |SET(p)|; g();", "((x) ? (void)0 : fail(\"x\")); (|*(p)| = 1); g();");
    }

    #[test]
    fn the_words_of_the_text_decide_where_expansions_are_alike() {
        let expanded = "({ if (x) ; else f(\"x\"); }); ({ if (|(y) && 1|) ; else f(\"y\"); });";
        check("test(x); |MINE(y)|;", expanded);
    }

    #[test]
    fn uses_of_one_macro_are_told_apart_by_what_is_around_them() {
        let one =
            |len: &str| format!("{{ int l = {len}; if (s->v > 16 - l) {{ s->n += c << s->v; }} }}");
        let text = format!("f(); {}; {}; }}", one("w"), one("7"));
        let (first, last) = (text.find("c <<").expect("it"), text.rfind("c <<").expect("it"));
        for (at, written) in [
            (first, "f(); |SB(s, c, w)|; SB(s, c, 7); }"),
            (last, "f(); SB(s, c, w); |SB(s, c, 7)|; }"),
        ] {
            let marked = format!("{}|c << s->v|{}", &text[..at], &text[at + 9..]);
            check(written, &marked);
        }
    }

    #[test]
    fn a_range_may_begin_or_end_outside_of_macros() {
        check("return |a[AT(i)]| + 1;", "return |a[(i) + 1]| + 1;");
        check("x = |ONE / y| + 1;", "x = |1 / y| + 1;");
        check("x = |y / TWO(z)|;", "x = |y / ((z) + (z))|;");
    }

    #[test]
    fn arguments_may_go_on_in_the_next_line() {
        check("  f(|DIV(a,|", "  f((|(a) / (b)|));");
    }

    #[test]
    fn what_is_uncertain_is_left_open() {
        assert_eq!(written_as("x = y;", "x = y; x = y;", 7..8), None);
    }
}
