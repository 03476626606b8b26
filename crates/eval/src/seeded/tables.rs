//! The results as text: a row for each bug, and the shapes of Tables 4, 7 and 8 of the paper.

use std::collections::BTreeSet;
use std::fmt::Write;

use soundline_domains::capabilities::Kind;

use super::engines;
use super::results::{Column, Results, Row};
use soundline_report::grid::Grid;
use soundline_report::number::{duration, grouped};
use soundline_report::text::folded;
use soundline_test::command::screen::{BAD, DIM, HEAD};

/// Properties that are named in a row; of more only the number is told.
const NAMED: usize = 12;

/// All tables.
pub fn all(results: &Results) -> String {
    let mut text = String::new();
    for column in results.columns() {
        bugs(&mut text, results, column);
        kinds(&mut text, results, column);
    }
    if results.columns().len() > 1 {
        columns(&mut text, results);
        sums(&mut text, results);
    }
    text
}

fn heading(text: &mut String, line: &str) {
    let _ = writeln!(text, "{HEAD}{line}{HEAD:#}");
}

/// A row for each bug.
fn bugs(text: &mut String, results: &Results, column: &Column) {
    let (found, tests, time, ops) = ("found", "tests", "time", "ops");
    let name = column.to_string();
    heading(text, &format!("{name:<36} {found:>6} {tests:>9} {time:>8} {ops:>4}"));
    for row in results.of(column) {
        let share = format!("{}/{}", row.found(), row.trials.len());
        let tests = row.tests().map_or("–".to_string(), grouped);
        let ops = row.smallest().map_or("–".to_string(), |ops| ops.to_string());
        let (name, time, violated) = (row.bug.name, time_of(row), properties(row));
        let style = if row.is_found() { anstyle::Style::new() } else { BAD };
        let _ =
            writeln!(text, "{style}{name:<36} {share:>6} {tests:>9} {time:>8} {ops:>4}{style:#}");
        if !violated.is_empty() {
            let _ = writeln!(text, "    {DIM}{}{DIM:#}", folded(&violated, 4));
        }
    }
    let rows = results.of(column).count();
    let found = results.of(column).filter(|row| row.is_found()).count();
    let middle = results.median_trace(column).map_or("–".to_string(), |ops| ops.to_string());
    let _ = writeln!(
        text,
        "{DIM}{found} of {rows} found; smallest traces: {middle} operations in the median{DIM:#}\n"
    );
}

fn time_of(row: &Row) -> String {
    row.millis().map_or("ND".to_string(), duration)
}

fn properties(row: &Row) -> String {
    let list = |numbers: &BTreeSet<u16>| {
        let names: Vec<String> = numbers.iter().take(NAMED).map(|n| format!("P{n}")).collect();
        match numbers.len().saturating_sub(NAMED) {
            0 => names.join(" "),
            more => format!("{} and {more} more", names.join(" ")),
        }
    };
    match (list(&row.violated()), list(&row.broken())) {
        (violated, broken) if broken.is_empty() => violated,
        (violated, broken) if violated.is_empty() => format!("dead or hung: {broken}"),
        (violated, broken) => format!("{violated}; dead or hung: {broken}"),
    }
}

/// Table 4: bugs seeded and found for each kind of domain, and what violated properties were.
fn kinds(text: &mut String, results: &Results, column: &Column) {
    let (bugs, violated) = ("seeded  found", "S /   P / crash");
    heading(text, &format!("{:<10} {bugs}   {violated}", column.config));
    let kinds = [
        ("Intervals", Kind::Intervals),
        ("Octagons", Kind::Octagons),
        ("Polyhedra", Kind::Polyhedra),
    ];
    for (name, kind) in kinds {
        let sum = results.of_kind(column, kind);
        let _ = writeln!(
            text,
            "{name:<10} {:>6} {:>6} {:>3} / {:>3} / {:>5}",
            sum.seeded, sum.found, sum.soundness, sum.precision, sum.broken
        );
    }
    text.push('\n');
}

/// Tables 7 and 8: the tests and the time to the first violation of each bug, for each configuration
/// and engine.
fn columns(text: &mut String, results: &Results) {
    let columns = results.columns();
    let cell = |target: &str, column: &Column| {
        let row = results.of(column).find(|row| row.target == target);
        row.map_or(String::new(), |row| {
            let tests = row.tests().map_or("–".to_string(), grouped);
            format!("{tests} {:>8}", time_of(row))
        })
    };
    let found =
        |column: &&Column| results.of(column).filter(|row| row.is_found()).count().to_string();
    let bugs = results.of(columns[0]).map(|bug| {
        let cells = columns.iter().map(|column| cell(&bug.target, column));
        (bug.bug.name.to_string(), cells.collect())
    });
    let all = ("bugs found".to_string(), columns.iter().map(found).collect());
    let grid = Grid {
        title: "tests and time to the first".into(),
        corner: String::new(),
        columns: columns.iter().map(ToString::to_string).collect(),
        rows: bugs.chain([all]).collect(),
        note: String::new(),
    };
    let _ = writeln!(text, "{}", grid.text());
}

/// What each engine and configuration comes to over all bugs.
fn sums(text: &mut String, results: &Results) {
    heading(
        text,
        &format!(
            "{:<22} {:>5} {:>13} {:>11} {:>12} {:>11} {:>7}",
            "over all bugs",
            "found",
            "median tests",
            "mean tests",
            "median time",
            "violations",
            "shared"
        ),
    );
    for sum in engines::sums(results) {
        let tests = sum.median_tests.map_or("–".to_string(), grouped);
        let time = sum.median_millis.map_or("ND".to_string(), duration);
        let (name, found) = (format!("{}, {}", sum.config, sum.engine), sum.found);
        let mean = sum.mean_tests.map_or("–".to_string(), |mean| grouped(mean.round() as u64));
        let (violations, shared) = (sum.violations, sum.shared);
        let _ = writeln!(
            text,
            "{name:<22} {found:>5} {tests:>13} {mean:>11} {time:>12} {violations:>11} {shared:>7}"
        );
    }
    let note = "Medians over the bugs; means are geometric, a bug that is not found counts with all tests \
                that looked for it. Violations are pairs of a bug and a property that it violated before the search \
                ended (with --whole, in all tests); shared are those that the first row has too.";
    let _ = writeln!(text, "{DIM}{}{DIM:#}", folded(note, 0));
    for sentence in engines::contests(results) {
        let _ = writeln!(text, "{}", folded(&sentence, 2));
    }
}
