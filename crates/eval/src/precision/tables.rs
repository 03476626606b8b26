//! The answers as tables for people and for programs.

use super::questions::Truth;
use super::score::{Place, Scores, Tally};
use serde_json::json;
use soundline_report::grid::Grid;
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
        cpu: sum.cpu + more.cpu,
    }
}

fn grid(title: String, rows: Vec<(String, Tally)>) -> Grid {
    let columns = ["proved", "may fail", "definite", "wrong", "no answer", "CPU s"];
    let cells = |tally: &Tally| {
        let counts = [tally.proved, tally.may_fail, tally.definite, tally.wrong, tally.silent];
        let counts = counts.iter().map(usize::to_string);
        counts.chain([format!("{:.1}", tally.cpu.as_secs_f64())]).collect()
    };
    Grid {
        title,
        corner: String::new(),
        columns: columns.map(String::from).to_vec(),
        rows: rows.iter().map(|(name, tally)| (name.clone(), cells(tally))).collect(),
        note: String::new(),
    }
}

/// As JSON: every answer.
pub fn json(scores: &Scores) -> String {
    let truth = |place: &Place| match scores.truths.get(place) {
        Some(Truth::Holds) => "holds",
        Some(Truth::Fails) => "fails",
        _ => "open",
    };
    let checks = scores.truths.keys().map(|place| {
        let answers = scores.answers.iter().filter_map(|(name, answers)| {
            let verdict = answers.get(place)?;
            Some((name.clone(), json!(verdict.map(|verdict| verdict.word()))))
        });
        json!({
            "group": place.group,
            "file": place.name,
            "line": place.line,
            "truth": truth(place),
            "answers": serde_json::Map::from_iter(answers),
        })
    });
    let tallies = scores.groups.iter().map(|group| {
        let tallies = scores.names.iter().map(|name| {
            let Tally { proved, may_fail, definite, wrong, silent, cpu } =
                scores.tally(name, &group.name);
            json!({
                "analyzer": name, "proved": proved, "may_fail": may_fail, "definite": definite,
                "wrong": wrong, "silent": silent, "cpu_seconds": cpu.as_secs_f64(),
            })
        });
        json!({ "group": group, "analyzers": tallies.collect::<Vec<_>>() })
    });
    let document = json!({
        "schema": "soundline-eval-precision/1",
        "groups": tallies.collect::<Vec<_>>(),
        "checks": checks.collect::<Vec<_>>(),
    });
    format!("{document:#}\n")
}
