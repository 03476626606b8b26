//! Reports for machines. The shape is documented in `docs/laws.md`.

use super::Arguments;
use super::outcome::{Checked, Value, values};
use super::select::Selected;
use serde::Serialize;
use soundline_lattice::{Counterexample, Outcome, StoredCase};

/// A whole run.
pub fn of_run(arguments: &Arguments, all: &[Checked], complete: bool) -> String {
    #[derive(Serialize)]
    struct Run<'a> {
        format: u32,
        seed: u64,
        cases: u64,
        complete: bool,
        lattices: &'a [Checked],
    }
    let Arguments { seed, cases, .. } = *arguments;
    to_text(&Run { format: 1, seed, cases, complete, lattices: all })
}

/// A stored case that was run again.
pub fn of_replay(stored: &StoredCase, outcome: Outcome, explained: &Counterexample) -> String {
    #[derive(Serialize)]
    struct Replay<'a> {
        format: u32,
        lattice: &'a str,
        law: &'a str,
        outcome: &'static str,
        values: Vec<Value>,
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
    let law = |check: &soundline_lattice::Check| ListedLaw {
        law: check.name.clone(),
        class: check.class.name(),
        statement: check.statement.clone(),
        exempt: check.exempt.clone(),
    };
    let listed = selected.entries.iter().map(|entry| Listed {
        name: entry.name.clone(),
        about: entry.about.clone(),
        laws: selected.checks(entry).iter().map(law).collect(),
    });
    to_text(&listed.collect::<Vec<_>>())
}

fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("reports have no maps with odd keys")
}
