//! The report on a value domain for machines. The schema is documented in `docs/json.md`.

use super::super::Arguments;
use serde::Serialize;
use soundline_report::schema;
use soundline_values::{Checked, LawsRow, OperatorRow, Outcome};

/// The whole of it.
pub fn of(checked: &Checked, arguments: &Arguments) -> String {
    #[derive(Serialize)]
    struct Run<'a> {
        name: &'a str,
        about: &'a str,
        widths: &'a [u32],
        seed: u64,
        complete: bool,
        laws: Vec<LawsRow>,
        operators: Vec<OperatorRow>,
    }
    let (mut laws, mut operators) = (Vec::new(), Vec::new());
    for outcome in &checked.outcomes {
        // Times differ between equal runs.
        match outcome.clone() {
            Outcome::Laws(row) if arguments.timings => laws.push(row),
            Outcome::Laws(row) => laws.push(LawsRow { seconds: 0.0, ..row }),
            Outcome::Operator(row) if arguments.timings => operators.push(row),
            Outcome::Operator(row) => operators.push(OperatorRow { seconds: 0.0, ..row }),
        }
    }
    let about = &checked.about;
    schema::document(
        "soundline-values/1",
        &Run {
            name: &about.name,
            about: &about.about,
            widths: &about.widths,
            seed: arguments.seed.seed,
            complete: checked.complete,
            laws,
            operators,
        },
    )
}
