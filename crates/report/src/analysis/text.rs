//! Findings and the summary for a terminal.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use super::excerpt;
use crate::style::Styles;
use soundline_analyze::outcome::{Assumed, Outcome, Row, Standing};

/// So many assumptions are listed.
const LISTED: usize = 20;

/// So many findings are shown, unless all are asked for.
pub const SHOWN: usize = 30;

/// So many functions are named.
const NAMED: usize = 8;

/// The findings of a file, the most certain first, at most so many of them, and what became of all its checks.
pub fn of_file(outcome: &Outcome, most: usize, styles: &Styles) -> String {
    let mut text = String::new();
    let ranked = outcome.ranked();
    for row in ranked.iter().take(most) {
        text.push_str(&excerpt::finding(outcome, row, styles));
        text.push('\n');
    }
    text.push_str(&summary(outcome, styles));
    if ranked.len() > most {
        text.push_str(&table(outcome, &ranked, ranked.len() - most));
    }
    text
}

/// What findings are counted by.
type By<'a> = &'a dyn Fn(&Row) -> String;

/// All findings by what they have in common, where not all are shown.
fn table(outcome: &Outcome, ranked: &[&Row], left: usize) -> String {
    let mut text = format!("  {left} more findings: --all shows them; all of them by\n");
    let origin = |row: &Row| row.origin.map_or("unknown", |origin| origin.name()).to_owned();
    let file = |row: &Row| row.place.header.clone().unwrap_or_else(|| outcome.file.clone());
    let ways: [(&str, By); 4] = [
        ("kind", &|row| row.kind.to_owned()),
        ("origin", &origin),
        ("file", &file),
        ("function", &|row| row.function.clone()),
    ];
    for (name, by) in ways {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        ranked.iter().for_each(|row| *counts.entry(by(row)).or_default() += 1);
        let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| Reverse(*count));
        let more = counts.len().saturating_sub(NAMED);
        let named = counts.iter().take(NAMED).map(|(what, count)| format!("{what} {count}"));
        let mut named: Vec<String> = named.collect();
        if more > 0 {
            named.push(format!("{more} more"));
        }
        let _ = writeln!(text, "    {name:8} {}", named.join(", "));
    }
    text
}

/// What became of all checks of a file, how, and what was assumed.
pub fn summary(outcome: &Outcome, styles: &Styles) -> String {
    let (head, quiet, open) = (styles.heading, styles.quiet, styles.doubtful);
    let mut text = format!("{head}{}{head:#}: {}\n", outcome.file, tally(outcome, styles));
    let counts: Vec<String> =
        outcome.counts.iter().map(|(what, count)| counted(*count, what)).collect();
    let _ = writeln!(
        text,
        "  {quiet}{}, {}; {}{quiet:#}",
        outcome.scope,
        outcome.domain,
        counts.join(", ")
    );
    // Those that are findings stand above.
    let assumed: Vec<&Assumed> = outcome.assumptions.iter().filter(|one| !one.root).collect();
    if let Some(words) = outcome.stop.words() {
        let _ = writeln!(text, "  {open}{words}{open:#}: {}", assumptions(assumed.len()));
    } else if !assumed.is_empty() {
        let _ = writeln!(text, "  {}", assumptions(assumed.len()));
    }
    for assumed in assumed.iter().take(LISTED) {
        let file = assumed.place.header.as_deref().unwrap_or(&outcome.file);
        let _ = writeln!(
            text,
            "    {} at {file}:{} ({}): {}",
            assumed.id, assumed.place.line, assumed.reason, assumed.predicate
        );
    }
    if let Some(more) = assumed.len().checked_sub(LISTED).filter(|more| *more > 0) {
        let _ = writeln!(text, "    and {more} more: --json lists them all");
    }
    match outcome.depending() {
        0 => {}
        1 => text.push_str("  1 check holds if no finding before it comes true\n"),
        count => {
            let _ = writeln!(text, "  {count} checks hold if no finding before them comes true");
        }
    }
    text
}

/// `1 join`, `2 joins`.
fn counted(count: u64, what: &str) -> String {
    match count {
        1 => format!("1 {}", what.strip_suffix('s').unwrap_or(what)),
        _ => format!("{count} {what}"),
    }
}

fn assumptions(count: usize) -> String {
    match count {
        0 => "nothing had to be assumed".to_owned(),
        1 => "results hold under 1 assumption".to_owned(),
        several => format!("results hold under {several} assumptions"),
    }
}

fn tally(outcome: &Outcome, styles: &Styles) -> String {
    let style = if outcome.count(Standing::Fails) > 0 {
        styles.bad
    } else if outcome.count(Standing::MayFail) > 0 {
        styles.doubtful
    } else {
        styles.good
    };
    format!("{style}{}{style:#}", outcome.tally())
}

/// All files together, if there are several.
pub fn total(outcomes: &[Outcome], styles: &Styles) -> String {
    let checks = outcomes.iter().flat_map(|outcome| outcome.checks.clone()).collect();
    let all = Outcome { checks, ..Outcome::default() };
    let head = styles.heading;
    format!("{head}{} files{head:#}: {}\n", outcomes.len(), tally(&all, styles))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::sample;
    use expect_test::expect;
    use soundline_analyze::Origin;
    use soundline_analyze::outcome::{Place, Stop};

    #[test]
    fn a_bounded_run() {
        expect![[r#"
            error[assertion]: this assertion fails
             --> fig1.c:9:10
              |
            9 |   assert(7 < c);
              |          ^^^^^
              = in M, provided a1, no imprecise step before it

            fig1.c: 2 checks: 1 verified under assumptions, 1 definitely fails
              each function by itself, intervals; 12 ticks, 1 join, 1 widening, 0 calls, 0 guards
              stopped by the bound on widenings: results hold under 1 assumption
                a1 at fig1.c:3 (widenings): 0 <= c && c <= 1
        "#]]
        .assert_eq(&of_file(&sample::outcome(), SHOWN, &Styles::plain()));
    }

    #[test]
    fn certain_findings_come_first_then_those_with_few_imprecise_steps() {
        let mut outcome = sample::outcome();
        let row = |line, standing, steps| Row {
            place: Place { line, ..Place::default() },
            standing,
            steps,
            provided: vec![],
            ..sample::outcome().checks[0].clone()
        };
        outcome.checks = vec![
            row(1, Standing::MayFail, 7),
            row(2, Standing::Verified, 0),
            row(3, Standing::MayFail, 2),
            row(4, Standing::Fails, 9),
            row(5, Standing::MayFail, 2),
        ];
        let lines: Vec<u32> = outcome.ranked().iter().map(|row| row.place.line).collect();
        assert_eq!(lines, [4, 3, 5, 1]);
    }

    #[test]
    fn what_is_not_shown_is_counted() {
        let mut outcome = sample::outcome();
        let row = |line, origin, function: &str| Row {
            place: Place { line, ..Place::default() },
            standing: Standing::MayFail,
            origin: Some(origin),
            function: function.into(),
            provided: vec![],
            ..sample::outcome().checks[0].clone()
        };
        outcome.checks = vec![
            row(1, Origin::Parameter, "f"),
            row(2, Origin::Loop, "g"),
            row(3, Origin::Parameter, "g"),
        ];
        let lines: Vec<u32> = outcome.ranked().iter().map(|row| row.place.line).collect();
        assert_eq!(lines, [2, 1, 3]);
        let text = of_file(&outcome, 1, &Styles::plain());
        let (_, table) = text.split_once("  2 more findings").expect("two are left");
        expect![[r#"
            : --all shows them; all of them by
                kind     assertion 3
                origin   parameter 2, loop 1
                file     fig1.c 3
                function g 2, f 1
        "#]]
        .assert_eq(table);
    }

    #[test]
    fn nothing_to_check_is_said() {
        let outcome =
            Outcome { file: "empty.c".into(), stop: Stop::Finished, ..Outcome::default() };
        assert!(summary(&outcome, &Styles::plain()).starts_with("empty.c: no checks\n"));
    }
}
