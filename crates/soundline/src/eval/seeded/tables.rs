//! The results as text: a row for each bug, and the shapes of Tables 4 and 7 of the paper.

use std::collections::BTreeSet;
use std::fmt::Write;

use soundline_domains::capabilities::Kind;

use super::results::{Results, Row};
use crate::report::number::{duration, grouped};
use crate::screen::{BAD, DIM, HEAD};

/// Properties that are named in a row; of more only the number is told.
const NAMED: usize = 12;

/// All tables.
pub fn all(results: &Results) -> String {
    let mut text = String::new();
    for config in results.configs() {
        bugs(&mut text, results, config);
        kinds(&mut text, results, config);
    }
    if results.configs().len() > 1 {
        configurations(&mut text, results);
    }
    text
}

fn heading(text: &mut String, line: &str) {
    let _ = writeln!(text, "{HEAD}{line}{HEAD:#}");
}

/// A row for each bug.
fn bugs(text: &mut String, results: &Results, config: &str) {
    let (found, tests, time, ops) = ("found", "tests", "time", "ops");
    heading(text, &format!("{config:<36} {found:>6} {tests:>9} {time:>8} {ops:>4}  violated"));
    for row in results.of_config(config) {
        let share = format!("{}/{}", row.found(), row.trials.len());
        let tests = row.tests().map_or("–".to_string(), grouped);
        let ops = row.smallest().map_or("–".to_string(), |ops| ops.to_string());
        let (name, time, violated) = (row.bug.name, time_of(row), properties(row));
        let style = if row.is_found() { anstyle::Style::new() } else { BAD };
        let _ = writeln!(
            text,
            "{style}{name:<36} {share:>6} {tests:>9} {time:>8} {ops:>4}{style:#}  {violated}"
        );
    }
    let rows = results.of_config(config).count();
    let found = results.of_config(config).filter(|row| row.is_found()).count();
    let middle = results.median_trace(config).map_or("–".to_string(), |ops| ops.to_string());
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
fn kinds(text: &mut String, results: &Results, config: &str) {
    let (bugs, violated) = ("seeded  found", "S /   P / crash");
    heading(text, &format!("{config:<10} {bugs}   {violated}"));
    let kinds = [
        ("Intervals", Kind::Intervals),
        ("Octagons", Kind::Octagons),
        ("Polyhedra", Kind::Polyhedra),
    ];
    for (name, kind) in kinds {
        let sum = results.of_kind(config, kind);
        let _ = writeln!(
            text,
            "{name:<10} {:>6} {:>6} {:>3} / {:>3} / {:>5}",
            sum.seeded, sum.found, sum.soundness, sum.precision, sum.broken
        );
    }
    text.push('\n');
}

/// Table 7: the time to the first violation of each bug for each configuration.
fn configurations(text: &mut String, results: &Results) {
    let configs = results.configs();
    let columns: String = configs.iter().map(|config| format!(" {config:>8}")).collect();
    heading(text, &format!("{:<36}{columns}", "time to the first"));
    for first in results.of_config(configs[0]) {
        let of_config = |config: &&str| {
            let row = results.of_config(config).find(|row| row.bug.name == first.bug.name);
            format!(" {:>8}", row.map_or(String::new(), time_of))
        };
        let times: String = configs.iter().map(of_config).collect();
        let _ = writeln!(text, "{:<36}{times}", first.bug.name);
    }
    let found = |config: &&str| results.of_config(config).filter(|row| row.is_found()).count();
    let found: String = configs.iter().map(|config| format!(" {:>8}", found(config))).collect();
    let _ = writeln!(text, "{:<36}{found}", "bugs found");
}
