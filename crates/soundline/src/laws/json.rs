//! Reports for machines. The schemas are documented in `docs/json.md`.

use super::Arguments;
use super::outcome::{Checked, Replay};
use super::select::Selected;
use serde::Serialize;
use soundline_report::schema;

/// A whole run.
pub fn of_run(arguments: &Arguments, all: &[Checked], complete: bool) -> String {
    #[derive(Serialize)]
    struct Run<'a> {
        seed: u64,
        cases: u64,
        complete: bool,
        lattices: &'a [Checked],
    }
    let (seed, cases) = (arguments.seed.seed, arguments.cases());
    schema::document("soundline-laws/1", &Run { seed, cases, complete, lattices: all })
}

/// A stored case that was run again.
pub fn of_replay(replay: &Replay) -> String {
    schema::document("soundline-laws-replay/1", replay)
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
    schema::list("soundline-lattices/1", "lattices", &listed.collect::<Vec<_>>())
}
