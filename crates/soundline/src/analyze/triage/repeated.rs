//! Findings in headers: a function that a header defines is part of every file that includes it, and what is found in it is told
//! with the first of them.

use std::collections::BTreeMap;

use soundline_analyze::outcome::{Accepted, Outcome, Place, Row, Standing};

/// What a reader sees of a finding.
type Seen = (Place, &'static str, String, String, Standing, Option<String>);

/// Marks findings that are told with a file before, and counts them.
pub fn mark(outcomes: &mut [Outcome]) -> usize {
    let mut first: BTreeMap<Seen, String> = BTreeMap::new();
    let mut marked = 0;
    for outcome in outcomes {
        let file = outcome.file.clone();
        // Two findings in one file are two, even if they look alike.
        let mut own: Vec<Seen> = Vec::new();
        for row in outcome.checks.iter_mut().filter(|row| is_open_in_a_header(row)) {
            let seen = seen(row);
            match first.get(&seen) {
                Some(other) => {
                    row.accepted = Some(Accepted::Told(other.clone()));
                    marked += 1;
                }
                None => own.push(seen),
            }
        }
        own.into_iter().for_each(|seen| {
            first.entry(seen).or_insert_with(|| file.clone());
        });
    }
    marked
}

fn is_open_in_a_header(row: &Row) -> bool {
    let open = matches!(row.standing, Standing::MayFail | Standing::Fails);
    open && row.accepted.is_none() && row.place.header.is_some()
}

fn seen(row: &Row) -> Seen {
    let (function, text) = (row.function.clone(), row.text.clone());
    (row.place.clone(), row.kind, function, text, row.standing, row.why.clone())
}
