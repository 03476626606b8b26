//! The results for programs.

use serde::Serialize;

use soundline_report::schema::document;

use super::engines::{self, Sum};
use super::results::{Results, Row};

#[derive(Serialize)]
struct Whole<'a> {
    engines: Vec<Sum>,
    bugs: Vec<OfBug<'a>>,
}

#[derive(Serialize)]
struct OfBug<'a> {
    bug: &'a str,
    target: &'a str,
    kind: &'a str,
    harm: String,
    what: &'a str,
    paper: bool,
    engine: &'static str,
    config: &'a str,
    seeds: usize,
    found: usize,
    median_tests: Option<u64>,
    median_millis: Option<u64>,
    smallest_trace: Option<usize>,
    violated: Vec<u16>,
    dead_or_hung: Vec<u16>,
    trials: Vec<OfTrial>,
}

#[derive(Serialize)]
struct OfTrial {
    seed: usize,
    first_test: Option<u64>,
    first_millis: Option<u64>,
    tests: u64,
}

/// The results as JSON, with what each trial came to.
pub fn write(results: &Results) -> String {
    let whole =
        Whole { engines: engines::sums(results), bugs: results.rows.iter().map(of_bug).collect() };
    document("soundline-eval-seeded/3", &whole)
}

fn of_bug(row: &Row) -> OfBug<'_> {
    let trials = row.trials.iter().enumerate().map(|(seed, trial)| OfTrial {
        seed,
        first_test: trial.first.map(|first| first.tests),
        first_millis: trial.first.map(|first| first.millis),
        tests: trial.tests,
    });
    OfBug {
        bug: row.bug.name,
        target: &row.target,
        kind: row.bug.kind_word(),
        harm: row.bug.harm.to_string(),
        what: row.bug.what,
        paper: row.bug.paper,
        engine: row.column.engine.name(),
        config: &row.column.config,
        seeds: row.trials.len(),
        found: row.found(),
        median_tests: row.tests(),
        median_millis: row.millis(),
        smallest_trace: row.smallest(),
        violated: row.violated().into_iter().collect(),
        dead_or_hung: row.broken().into_iter().collect(),
        trials: trials.collect(),
    }
}
