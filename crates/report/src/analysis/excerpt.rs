//! A finding with the lines of the source that it is about.

use std::fmt::Write;

use soundline_analyze::outcome::{Outcome, Place, Row, Standing, conjunction};
use unicode_width::UnicodeWidthChar;

use crate::style::Styles;

/// Tabs are shown as so many spaces.
const TAB: usize = 4;
/// Longer lines are cut.
const WIDEST: usize = 160;

/// A finding: what is wrong, where, the line with a mark under it, and what is known beside.
pub fn finding(outcome: &Outcome, row: &Row, styles: &Styles) -> String {
    let (word, style) = match row.standing {
        Standing::Fails => ("error", styles.bad),
        _ => ("warning", styles.doubtful),
    };
    let (head, quiet) = (styles.heading, styles.quiet);
    let mut text =
        format!("{style}{word}[{}]{style:#}{head}: {}{head:#}\n", row.kind, row.complaint());
    let file = row.place.header.as_deref().unwrap_or(&outcome.file);
    let width = row.place.line.to_string().len();
    let _ = writeln!(
        text,
        "{:width$}{quiet}-->{quiet:#} {file}:{}:{}",
        "",
        row.place.line,
        row.place.from + 1
    );
    let own = outcome.lines.get(row.place.line as usize - 1).map_or("", String::as_str);
    let own = row.place.header.is_none().then_some(own);
    if let Some(line) = row.quote.as_deref().or(own) {
        let (shown, blank, marked) = marked(line, &row.place);
        let marks = "^".repeat(marked);
        let _ = writeln!(text, "{:width$} {quiet}|{quiet:#}", "");
        let _ = writeln!(text, "{quiet}{} |{quiet:#} {shown}", row.place.line);
        let _ =
            writeln!(text, "{:width$} {quiet}|{quiet:#} {:blank$}{style}{marks}{style:#}", "", "");
    }
    if let Some(why) = &row.why {
        let _ = writeln!(text, "{:width$} {quiet}= {why}{quiet:#}", "");
    }
    if let Some(elsewhere) = row.elsewhere() {
        let _ = writeln!(text, "{:width$} {quiet}= {elsewhere}{quiet:#}", "");
    }
    let _ = writeln!(text, "{:width$} {quiet}= {}{quiet:#}", "", beside(row));
    text
}

/// The function, the assumptions, and how imprecise it may be.
fn beside(row: &Row) -> String {
    let mut parts = vec![format!("in {}", row.function)];
    if !row.provided.is_empty() {
        parts.push(format!("provided {}", conjunction(&row.provided)));
    }
    if let Some(origin) = row.origin {
        parts.push(format!("origin: {}", origin.name()));
    }
    if let Some(root) = row.root.as_ref().filter(|_| row.dependents > 0) {
        parts.push(match row.dependents {
            1 => format!("1 check depends on it as {root}"),
            count => format!("{count} checks depend on it as {root}"),
        });
    }
    parts.push(match row.steps {
        0 => "no imprecise step before it".to_owned(),
        1 => "1 imprecise step before it".to_owned(),
        steps => format!("{steps} imprecise steps before it"),
    });
    parts.join(", ")
}

/// The line as it is shown, how many columns are left of the mark, and how many it takes.
fn marked(line: &str, place: &Place) -> (String, usize, usize) {
    let end = line.trim_end().len();
    let from = floor(line, place.from.min(end));
    let to = floor(line, place.to.clamp(from, end.max(from)));
    let blank = columns(&line[..from]);
    let mut shown = expanded(line.trim_end());
    if shown.chars().count() > WIDEST {
        shown = shown.chars().take(WIDEST).chain(['…']).collect();
    }
    let room = (WIDEST + 1).saturating_sub(blank).max(1);
    (shown, blank.min(WIDEST), columns(&line[from..to]).clamp(1, room))
}

fn expanded(text: &str) -> String {
    let plain = |c: char| if c.is_control() && c != '\t' { '\u{fffd}' } else { c };
    text.chars().map(plain).collect::<String>().replace('\t', &" ".repeat(TAB))
}

/// How many columns of a terminal a text takes: tabs several, wide characters two, combining ones none.
fn columns(text: &str) -> usize {
    let width = |c: char| if c == '\t' { TAB } else { c.width().unwrap_or(1) };
    text.chars().map(width).sum()
}

/// The last border between characters up to `at`.
fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::sample;
    use expect_test::{Expect, expect};

    fn check(line: &str, mark: &str, expected: Expect) {
        let from = line.find(mark).expect("the mark is in the line");
        let mut outcome = sample::outcome();
        outcome.lines = vec![String::new(); 11];
        outcome.lines.push(line.to_owned());
        let place = Place { header: None, line: 12, from, to: from + mark.len() };
        let row = Row { place, ..outcome.checks[0].clone() };
        expected.assert_eq(&finding(&outcome, &row, &Styles::plain()));
    }

    #[test]
    fn the_expression_is_marked() {
        check(
            "  assert(7 < c);",
            "7 < c",
            expect![[r#"
            error[assertion]: this assertion fails
              --> fig1.c:12:10
               |
            12 |   assert(7 < c);
               |          ^^^^^
               = in M, provided a1, no imprecise step before it
        "#]],
        );
    }

    #[test]
    fn tabs_and_other_scripts_stay_in_columns() {
        check(
            "\tassert(\"süß\" && x);\t\r",
            "x",
            expect![[r#"
            error[assertion]: this assertion fails
              --> fig1.c:12:20
               |
            12 |     assert("süß" && x);
               |                     ^
               = in M, provided a1, no imprecise step before it
        "#]],
        );
    }

    #[test]
    fn wide_characters_take_two_columns() {
        check(
            "  assert(\"漢字\" && x);",
            "x",
            expect![[r#"
            error[assertion]: this assertion fails
              --> fig1.c:12:22
               |
            12 |   assert("漢字" && x);
               |                    ^
               = in M, provided a1, no imprecise step before it
        "#]],
        );
    }

    #[test]
    fn marks_outside_of_the_line_are_harmless() {
        for (from, to) in [(0, 900), (900, 901), (3, 2)] {
            let outcome = sample::outcome();
            let place = Place { header: None, line: 77, from, to };
            let row = Row { place, ..outcome.checks[0].clone() };
            assert!(finding(&outcome, &row, &Styles::plain()).contains('^'));
        }
    }

    #[test]
    fn headers_have_lines_of_their_own() {
        let mut outcome = sample::outcome();
        outcome.checks[0].place.header = Some("x.h".into());
        let text = finding(&outcome, &outcome.checks[0], &Styles::plain());
        assert!(text.contains("--> x.h:9:10") && !text.contains('^'), "{text}");
        outcome.checks[0].quote = Some("  return p->next;".into());
        let text = finding(&outcome, &outcome.checks[0], &Styles::plain());
        assert!(text.contains("9 |   return p->next;\n  |          ^"), "{text}");
    }
}
