//! What each tool decides without annotations and with them, as text and as data.

use super::Column;
use crate::precision::{Question, Tally};
use serde_json::{Value, json};
use soundline_report::number::grouped;
use soundline_report::schema::document;
use soundline_test::command::screen::{DIM, HEAD};
use std::collections::BTreeSet;
use std::fmt::Write;

/// All groups together.
fn total(column: &Column, tool: &str) -> Tally {
    let mut total = Tally::default();
    for group in &column.scores.groups {
        let tally = column.scores.tally(tool, &group.name);
        total.proved += tally.proved;
        total.may_fail += tally.may_fail;
        total.definite += tally.definite;
        total.wrong += tally.wrong;
        total.silent += tally.silent;
        total.cpu_seconds += tally.cpu_seconds;
    }
    total
}

/// Checks that are decided in one column and not in another.
fn gained(one: &Column, other: &Column, tool: &str) -> usize {
    let decided = |column: &Column| -> BTreeSet<_> {
        let answers = column.scores.answers.get(tool).into_iter().flatten();
        let said = answers.filter(|(_, verdict)| verdict.is_some_and(is_decided));
        said.map(|(place, _)| place.clone()).collect()
    };
    decided(one).difference(&decided(other)).count()
}

fn is_decided(verdict: soundline_diff::analyzer::Verdict) -> bool {
    use soundline_diff::analyzer::Verdict;
    matches!(verdict, Verdict::Safe | Verdict::Definite)
}

/// The table as text.
pub fn text(columns: &[Column], questions: &[Question]) -> String {
    let mut text = String::new();
    let checks: usize = questions.iter().map(|question| question.checks.len()).sum();
    let _ = writeln!(
        text,
        "{HEAD}{} programs with {} checks{HEAD:#}\n",
        grouped(questions.len() as u64),
        grouped(checks as u64)
    );
    let _ = writeln!(
        text,
        "{HEAD}{:<8} {:<8} {:>8} {:>7} {:>6} {:>6} {:>7} {:>7} {:>6} {:>9}{HEAD:#}",
        "Tool",
        "notes",
        "decided",
        "proved",
        "fails",
        "wrong",
        "silent",
        "gained",
        "lost",
        "cpu (s)"
    );
    let Some(plain) = columns.first() else { return text };
    for tool in &plain.scores.names {
        for column in columns {
            let tally = total(column, tool);
            let _ = writeln!(
                text,
                "{:<8} {:<8} {:>8} {:>7} {:>6} {:>6} {:>7} {:>7} {:>6} {:>9.1}",
                tool,
                column.name,
                tally.proved + tally.definite,
                tally.proved,
                tally.definite,
                tally.wrong,
                tally.silent,
                gained(column, plain, tool),
                gained(plain, column, tool),
                tally.cpu_seconds,
            );
        }
    }
    for column in columns.iter().skip(1) {
        let _ = writeln!(
            text,
            "{DIM}{}: {} programs are annotated, by runs of {:.2} s in all.{DIM:#}",
            column.name,
            column.annotated,
            column.time.as_secs_f64()
        );
    }
    let _ = writeln!(
        text,
        "{DIM}Decided: proved, or shown to fail. Gained, lost: decided only with the\nannotations, or only without. Silent: time or memory was used up.{DIM:#}"
    );
    for (tool, place) in columns.iter().flat_map(|column| column.scores.wrong()) {
        let _ = writeln!(text, "wrong: {tool}, {}/{}:{}", place.group, place.name, place.line);
    }
    text
}

/// The same as data.
pub fn json(columns: &[Column], questions: &[Question]) -> String {
    let rows = columns.iter().flat_map(|column| {
        column.scores.names.iter().map(move |tool| -> Value {
            let tally = total(column, tool);
            let plain = columns.first().expect("programs are tried as they are");
            json!({
                "tool": tool,
                "annotations": column.name,
                "decided": tally.proved + tally.definite,
                "tally": tally,
                "gained": gained(column, plain, tool),
                "lost": gained(plain, column, tool),
            })
        })
    });
    let runs = columns.iter().skip(1).map(|column| {
        json!({
            "bound": column.name,
            "annotated_programs": column.annotated,
            "cpu_seconds": column.time.as_secs_f64(),
        })
    });
    let checks: usize = questions.iter().map(|question| question.checks.len()).sum();
    let value = json!({
        "programs": questions.len(),
        "checks": checks,
        "rows": rows.collect::<Vec<_>>(),
        "runs": runs.collect::<Vec<_>>(),
    });
    document("soundline-eval-annotations/1", &value)
}
