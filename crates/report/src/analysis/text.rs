//! Findings and the summary for a terminal.

use std::fmt::Write;

use super::excerpt;
use crate::style::Styles;
use soundline_analyze::outcome::{Outcome, Standing};

/// So many assumptions are listed.
const LISTED: usize = 20;

/// The findings of a file, the most certain first, and what became of all its checks.
pub fn of_file(outcome: &Outcome, styles: &Styles) -> String {
    let mut text = String::new();
    for row in outcome.ranked() {
        text.push_str(&excerpt::finding(outcome, row, styles));
        text.push('\n');
    }
    text.push_str(&summary(outcome, styles));
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
    if let Some(words) = outcome.stop.words() {
        let _ =
            writeln!(text, "  {open}{words}{open:#}: {}", assumptions(outcome.assumptions.len()));
    } else if !outcome.assumptions.is_empty() {
        let _ = writeln!(text, "  {}", assumptions(outcome.assumptions.len()));
    }
    for assumed in outcome.assumptions.iter().take(LISTED) {
        let file = assumed.place.header.as_deref().unwrap_or(&outcome.file);
        let _ = writeln!(
            text,
            "    {} at {file}:{} ({}): {}",
            assumed.id, assumed.place.line, assumed.reason, assumed.predicate
        );
    }
    if let Some(more) = outcome.assumptions.len().checked_sub(LISTED).filter(|more| *more > 0) {
        let _ = writeln!(text, "    and {more} more: --json lists them all");
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
    use soundline_analyze::outcome::{Place, Row, Stop};

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
        .assert_eq(&of_file(&sample::outcome(), &Styles::plain()));
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
    fn nothing_to_check_is_said() {
        let outcome =
            Outcome { file: "empty.c".into(), stop: Stop::Finished, ..Outcome::default() };
        assert!(summary(&outcome, &Styles::plain()).starts_with("empty.c: no checks\n"));
    }
}
