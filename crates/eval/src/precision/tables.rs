//! The answers as tables for people and for programs.

use super::questions::Truth;
use super::score::{Group, Place, Scores, Tally};
use serde::Serialize;
use soundline_report::grid::Grid;
use soundline_report::schema::document;
use std::collections::BTreeMap;
use std::fmt::Write;

/// As text: a table for each group, one for all, and what one proves and the other does not.
pub fn text(scores: &Scores, [ours, other]: [&str; 2]) -> String {
    let mut text = String::new();
    for group in &scores.groups {
        let title = format!(
            "{}: {} programs, {} checks ({} hold, {} fail)",
            group.name, group.programs, group.checks, group.hold, group.fail
        );
        let rows = scores.names.iter();
        let rows = rows.map(|name| (name.clone(), scores.tally(name, &group.name)));
        let _ = writeln!(text, "{}", grid(title, rows.collect()).text());
    }
    if scores.groups.len() > 1 {
        let total = |name: &String| {
            let groups = scores.groups.iter().map(|group| scores.tally(name, &group.name));
            (name.clone(), groups.fold(Tally::default(), add))
        };
        let rows = scores.names.iter().map(total).collect();
        let _ = writeln!(text, "{}", grid("all groups".into(), rows).text());
    }
    for (contestant, place) in scores.wrong() {
        let _ = writeln!(text, "wrong: {contestant} about {}", shown(place));
    }
    for (one, less) in [(other, ours), (ours, other)] {
        if ![one, less].iter().all(|name| scores.names.iter().any(|known| known == name)) {
            continue;
        }
        let places = scores.only(one, less);
        let _ = writeln!(text, "proved by {one} and not by {less}: {}", places.len());
        for place in places {
            let _ = writeln!(text, "  {}", shown(place));
        }
    }
    text
}

fn shown(place: &Place) -> String {
    format!("{}/{}:{}", place.group, place.name, place.line)
}

fn add(sum: Tally, more: Tally) -> Tally {
    Tally {
        proved: sum.proved + more.proved,
        may_fail: sum.may_fail + more.may_fail,
        definite: sum.definite + more.definite,
        wrong: sum.wrong + more.wrong,
        silent: sum.silent + more.silent,
        cpu_seconds: sum.cpu_seconds + more.cpu_seconds,
    }
}

fn grid(title: String, rows: Vec<(String, Tally)>) -> Grid {
    let columns = ["proved", "may fail", "definite", "wrong", "no answer", "CPU s"];
    let cells = |tally: &Tally| {
        let counts = [tally.proved, tally.may_fail, tally.definite, tally.wrong, tally.silent];
        let counts = counts.iter().map(usize::to_string);
        counts.chain([format!("{:.1}", tally.cpu_seconds)]).collect()
    };
    Grid {
        title,
        corner: String::new(),
        columns: columns.map(String::from).to_vec(),
        rows: rows.iter().map(|(name, tally)| (name.clone(), cells(tally))).collect(),
        note: String::new(),
    }
}

/// What a contestant came to in a group, for programs.
#[derive(Serialize)]
struct Row<'a> {
    group: &'a str,
    analyzer: &'a str,
    #[serde(flatten)]
    tally: Tally,
}

/// A check and everybody's answer, for programs.
#[derive(Serialize)]
struct Check<'a> {
    #[serde(flatten)]
    place: &'a Place,
    truth: Truth,
    answers: BTreeMap<&'a str, &'static str>,
}

#[derive(Serialize)]
struct Document<'a> {
    groups: &'a [Group],
    rows: Vec<Row<'a>>,
    checks: Vec<Check<'a>>,
}

/// As JSON: every answer.
pub fn json(scores: &Scores) -> String {
    let rows = scores.groups.iter().flat_map(|group| {
        let row = |name| Row {
            group: &group.name,
            analyzer: name,
            tally: scores.tally(name, &group.name),
        };
        scores.names.iter().map(move |name| row(name))
    });
    let checks = scores.truths.iter().map(|(place, truth)| {
        let answers = scores.answers.iter().filter_map(|(name, answers)| {
            let word = answers.get(place)?.map_or("none", |verdict| verdict.word());
            Some((name.as_str(), word))
        });
        Check { place, truth: *truth, answers: answers.collect() }
    });
    let (rows, checks) = (rows.collect(), checks.collect());
    let body = Document { groups: &scores.groups, rows, checks };
    document("soundline-eval-precision/1", &body)
}
