//! Tables 1 and 2 of the paper, and the numbers of its Fig. 4 and 5.

use std::fmt::Write;
use std::ops::RangeInclusive;

use serde_json::{Value, json};
use soundline_analyze::Counts;

use super::classes;
use super::measure::{Figures, Run};
use soundline_report::number::grouped;
use soundline_report::schema::document;
use soundline_test::command::screen::{DIM, HEAD};

/// The longest bar of the plot in text.
const BAR: f64 = 16.0;

/// The tables as text.
pub fn text(run: &Run) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{HEAD}{} functions in {} files, {}{HEAD:#}\n",
        grouped(run.functions as u64),
        run.files,
        run.domain
    );
    if let Some(unbounded) = run.unbounded() {
        imprecisions(&mut text, unbounded);
    }
    warnings(&mut text, run);
    classes::text(&mut text, run);
    text
}

/// Table 1: potential imprecisions without bounds.
fn imprecisions(text: &mut String, unbounded: &Figures) {
    let [joins, widenings, calls] = sources(unbounded);
    let _ = writeln!(
        text,
        "{HEAD}{:22} {:>18} {:>18} {:>18}{HEAD:#}",
        "Table 1", "Joins", "Widenings", "Calls"
    );
    let share = |count: u64| {
        let all = (joins + widenings + calls).max(1);
        format!("{} ({:.1}%)", grouped(count), count as f64 * 100.0 / all as f64)
    };
    let _ = writeln!(
        text,
        "{:22} {:>18} {:>18} {:>18}",
        "Potential imprecisions",
        share(joins),
        share(widenings),
        share(calls)
    );
    let _ = writeln!(
        text,
        "{DIM}{} abstract transformers were executed.{DIM:#}\n",
        grouped(unbounded.counts.ticks)
    );
    groups(text, unbounded);
}

/// Functions by how often the analysis widens in them: the fewest and the most, in words, and the counts.
const GROUPS: [(&str, RangeInclusive<u64>); 4] = [
    ("no widening", 0..=0),
    ("1 to 9 widenings", 1..=9),
    ("10 to 99 widenings", 10..=99),
    ("100 and more", 100..=u64::MAX),
];

/// The functions of a group, and what was counted in all of them.
fn group(figures: &Figures, widenings: &RangeInclusive<u64>) -> (usize, Counts) {
    let (mut functions, mut all) = (0, Counts::default());
    for counts in figures.functions.iter().filter(|counts| widenings.contains(&counts.widenings)) {
        functions += 1;
        all.add(*counts);
    }
    (functions, all)
}

/// Table 1 again, by functions in which the analysis seldom or often widens.
fn groups(text: &mut String, unbounded: &Figures) {
    let _ = writeln!(
        text,
        "{HEAD}{:22} {:>10} {:>12} {:>12} {:>12}{HEAD:#}",
        "Functions with", "Functions", "Joins", "Widenings", "Calls"
    );
    for (name, widenings) in GROUPS {
        let (functions, all) = group(unbounded, &widenings);
        let _ = writeln!(
            text,
            "{name:22} {:>10} {:>12} {:>12} {:>12}",
            grouped(functions as u64),
            grouped(all.joins),
            grouped(all.widenings),
            grouped(all.calls)
        );
    }
    let _ = writeln!(text);
}

fn sources(figures: &Figures) -> [u64; 3] {
    [figures.counts.joins, figures.counts.widenings, figures.counts.calls]
}

/// Table 2 and Fig. 4: warnings, time, and warnings per second.
fn warnings(text: &mut String, run: &Run) {
    let _ = writeln!(
        text,
        "{HEAD}{:<8} {:>9} {:>9} {:>10} {:>9} {:>11}  Fig. 4{HEAD:#}",
        "Table 2", "Warnings", "definite", "Time (s)", "bounded", "per second"
    );
    let most = run.rows.iter().map(Figures::rate).fold(1e-9, f64::max);
    for row in &run.rows {
        let bar = "█".repeat((row.rate() / most * BAR).round() as usize);
        let _ = writeln!(
            text,
            "{:<8} {:>9} {:>9} {:>10.3} {:>9} {:>11.0}  {bar}",
            row.configuration,
            grouped(row.warnings),
            grouped(row.definite),
            row.time.as_secs_f64(),
            grouped(row.bounded),
            row.rate(),
        );
    }
    let _ = writeln!(
        text,
        "{DIM}Bounded: functions in which a bound was reached. Definite: sure to fail.{DIM:#}"
    );
    if let (Some(first), Some(last)) = (run.tightest(), run.unbounded()) {
        let _ = writeln!(
            text,
            "{} takes {:.2} of the time of Inf and gives {:.1} times as many warnings per second.",
            first.configuration,
            first.time.as_secs_f64() / last.time.as_secs_f64().max(1e-9),
            first.rate() / last.rate().max(1e-9),
        );
    }
}

/// The same as data.
pub fn json(run: &Run) -> String {
    let rows: Vec<Value> = run
        .rows
        .iter()
        .map(|row| {
            json!({
                "configuration": row.configuration,
                "warnings": row.warnings,
                "definite": row.definite,
                "checks": row.checks,
                "bounded_functions": row.bounded,
                "seconds": row.time.as_secs_f64(),
                "warnings_per_second": row.rate(),
                "ticks": row.counts.ticks,
                "joins": row.counts.joins,
                "widenings": row.counts.widenings,
                "calls": row.counts.calls,
                "guards": row.counts.guards,
            })
        })
        .collect();
    let groups: Vec<Value> = run
        .unbounded()
        .iter()
        .flat_map(|unbounded| {
            GROUPS.map(|(_, widenings)| (widenings.clone(), group(unbounded, &widenings)))
        })
        .map(|(widenings, (functions, all))| {
            json!({
                "least_widenings": widenings.start(),
                "functions": functions,
                "joins": all.joins,
                "widenings": all.widenings,
                "calls": all.calls,
            })
        })
        .collect();
    let value = json!({
        "groups": groups,
        "domain": run.domain.to_string(),
        "files": run.files,
        "functions": run.functions,
        "configurations": rows,
        "classes": classes::json(run),
    });
    document("soundline-eval-bounds/1", &value)
}
