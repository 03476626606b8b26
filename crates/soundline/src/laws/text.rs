//! Reports for people.

use super::Checked;
use anstream::println;
use soundline_lattice::{Check, Counterexample, Outcome, Report, Status};
use soundline_test::command::screen::{BAD, DIM, GOOD, HEAD, OPEN};

/// The reports of one lattice.
pub fn print_lattice(checked: &Checked, quiet: bool) {
    if quiet {
        println!("{HEAD}{}{HEAD:#}: {}", checked.name, tally(&checked.reports));
    } else {
        println!("{HEAD}{}{HEAD:#}: {}", checked.name, checked.about);
    }
    let width = checked.reports.iter().map(|report| report.name.chars().count()).max().unwrap_or(0);
    for report in &checked.reports {
        if !quiet || report.is_violated() {
            print_report(report, width);
            print_counterexample(report, checked);
        }
    }
}

fn print_report(report: &Report, width: usize) {
    let (style, mark) = match report.status {
        Status::Passed | Status::Proved => (GOOD, "✓"),
        Status::Violated(_) if report.follows_from.is_some() => (DIM, "✗"),
        Status::Violated(_) => (BAD, "✗"),
        Status::Vacuous | Status::Unknown => (OPEN, "?"),
        _ => (DIM, "-"),
    };
    let follows = report.follows_from.as_ref();
    let follows = follows.map_or(String::new(), |law| format!(", follows from '{law}'"));
    println!("  {style}{mark}{style:#} {:width$}  {}{follows}", report.name, report.verdict());
}

fn print_counterexample(report: &Report, checked: &Checked) {
    let Some(counterexample) = report.counterexample() else { return };
    if report.follows_from.is_some() {
        return;
    }
    println!("      {DIM}law:{DIM:#} {}", report.statement);
    print_notes(counterexample);
    for other in &report.more {
        println!("      {DIM}and in another case:{DIM:#}");
        print_notes(other);
    }
    if let Some((_, file)) = checked.files.iter().find(|(law, _)| *law == report.name) {
        println!("      {DIM}replay:{DIM:#} soundline laws --replay {}", file.display());
    }
}

fn print_notes(counterexample: &Counterexample) {
    for note in &counterexample.notes {
        println!("      {note}");
    }
}

/// What it all came to.
pub fn print_summary(all: &[Checked], complete: bool) {
    let reports: Vec<&Report> = all.iter().flat_map(|checked| &checked.reports).collect();
    let plural = if all.len() == 1 { "lattice" } else { "lattices" };
    println!("\n{HEAD}{} {plural}{HEAD:#}: {}", all.len(), tally(reports));
    if !complete {
        println!("{OPEN}stopped early{OPEN:#}: the other lattices were not checked");
    }
}

/// "12 proved, 30 passed, 1 violated", with what is zero left out.
fn tally<'a>(reports: impl IntoIterator<Item = &'a Report>) -> String {
    let mut counts = [0; 7];
    for report in reports {
        counts[match report.status {
            Status::Proved => 0,
            Status::Passed => 1,
            Status::Violated(_) if report.follows_from.is_none() => 2,
            Status::Violated(_) => 3,
            Status::Vacuous => 4,
            Status::Unknown => 5,
            _ => 6,
        }] += 1;
    }
    let words = ["proved", "passed", "violated", "following", "vacuous", "unknown", "exempt"];
    let parts = counts.iter().zip(words).filter(|(count, _)| **count > 0);
    let parts: Vec<String> = parts
        .map(|(count, word)| match word {
            "violated" => format!("{BAD}{count} {word}{BAD:#}"),
            "vacuous" | "unknown" => format!("{OPEN}{count} {word}{OPEN:#}"),
            _ => format!("{count} {word}"),
        })
        .collect();
    if parts.is_empty() { "no laws chosen".into() } else { parts.join(", ") }
}

/// A stored case that was run again.
pub fn print_replay(check: &Check, outcome: Outcome, explained: &Counterexample) {
    let verdict = match outcome {
        Outcome::Violated => format!("{BAD}✗ violated{BAD:#}"),
        Outcome::Holds => format!("{GOOD}✓ holds now{GOOD:#}"),
        Outcome::Vacuous => format!("{OPEN}? the precondition does not hold{OPEN:#}"),
        Outcome::Unknown => format!("{OPEN}? no definite answer{OPEN:#}"),
    };
    println!("{HEAD}{}{HEAD:#}: {}: {verdict}", check.subject, check.name);
    println!("      {DIM}law:{DIM:#} {}", check.statement);
    print_notes(explained);
}
