//! Reports for machines. The shape is documented in `docs/laws.md`.

use super::select::Selected;
use super::{Arguments, Checked};
use serde::Serialize;
use soundline_lattice::{Counterexample, Outcome, Report, Status, StoredCase};
use std::path::Path;

#[derive(Serialize)]
struct Run<'a> {
    format: u32,
    seed: u64,
    cases: u64,
    complete: bool,
    lattices: Vec<LatticeRun<'a>>,
}

#[derive(Serialize)]
struct LatticeRun<'a> {
    name: &'a str,
    about: &'a str,
    laws: Vec<LawRun<'a>>,
}

#[derive(Serialize)]
struct LawRun<'a> {
    law: &'a str,
    class: &'static str,
    statement: &'a str,
    status: &'static str,
    scope: &'static str,
    cases: u64,
    checked: u64,
    holds: u64,
    violated: u64,
    preconditions_failed: u64,
    unknown: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    follows_from: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Example<'a>>,
}

#[derive(Serialize)]
struct Example<'a> {
    values: Vec<Value<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a Path>,
}

#[derive(Serialize)]
struct Value<'a> {
    label: &'a str,
    value: &'a str,
}

/// A whole run.
pub fn of_run(arguments: &Arguments, all: &[Checked], complete: bool) -> String {
    let lattices = all.iter().map(|checked| LatticeRun {
        name: &checked.name,
        about: &checked.about,
        laws: checked.reports.iter().map(|report| law_run(report, checked)).collect(),
    });
    to_text(&Run {
        format: 1,
        seed: arguments.seed,
        cases: arguments.cases,
        complete,
        lattices: lattices.collect(),
    })
}

fn law_run<'a>(report: &'a Report, checked: &'a Checked) -> LawRun<'a> {
    let file = checked.files.iter().find(|(law, _)| *law == report.name);
    let example = report.counterexample().map(|counterexample| Example {
        values: values(counterexample),
        file: file.map(|(_, path)| path.as_path()),
    });
    let reason = match &report.status {
        Status::Exempt(reason) => Some(reason.as_str()),
        _ => None,
    };
    LawRun {
        law: &report.name,
        class: report.class.name(),
        statement: &report.statement,
        status: report.status.name(),
        scope: report.scope.name(),
        cases: report.counts.total(),
        checked: report.counts.checked(),
        holds: report.counts.holds,
        violated: report.counts.violated,
        preconditions_failed: report.counts.vacuous,
        unknown: report.counts.unknown,
        reason,
        follows_from: report.follows_from.as_deref(),
        counterexample: example,
    }
}

fn values(counterexample: &Counterexample) -> Vec<Value<'_>> {
    counterexample
        .notes
        .iter()
        .map(|note| Value { label: &note.label, value: &note.text })
        .collect()
}

/// A stored case that was run again.
pub fn of_replay(stored: &StoredCase, outcome: Outcome, explained: &Counterexample) -> String {
    #[derive(Serialize)]
    struct Replay<'a> {
        format: u32,
        lattice: &'a str,
        law: &'a str,
        outcome: &'static str,
        values: Vec<Value<'a>>,
    }
    let outcome = match outcome {
        Outcome::Holds => "holds",
        Outcome::Violated => "violated",
        Outcome::Vacuous => "vacuous",
        Outcome::Unknown => "unknown",
    };
    to_text(&Replay {
        format: 1,
        lattice: &stored.subject,
        law: &stored.check,
        outcome,
        values: values(explained),
    })
}

/// What can be checked.
pub fn of_list(selected: &Selected) -> String {
    #[derive(Serialize)]
    struct Listed {
        name: String,
        about: String,
        laws: Vec<ListedLaw>,
    }
    #[derive(Serialize)]
    struct ListedLaw {
        law: String,
        class: &'static str,
        statement: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        exempt: Option<String>,
    }
    let law = |check: soundline_lattice::Check| ListedLaw {
        law: check.name,
        class: check.class.name(),
        statement: check.statement,
        exempt: check.exempt,
    };
    let listed = selected.entries.iter().map(|entry| Listed {
        name: entry.name.clone(),
        about: entry.about.clone(),
        laws: selected.checks(entry).into_iter().map(law).collect(),
    });
    to_text(&listed.collect::<Vec<_>>())
}

fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("reports have no maps with odd keys")
}
