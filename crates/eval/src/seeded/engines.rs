//! Engines compared over all bugs.

use std::collections::BTreeSet;

use serde::Serialize;
use soundline_fuzz::Search;

use super::results::{Column, Results, Row, median};

/// What an engine with a configuration comes to over all bugs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sum {
    /// The engine.
    pub engine: &'static str,
    /// The configuration.
    pub config: String,
    /// Bugs that were found with every seed.
    pub found: usize,
    /// Pairs of a bug and a property that it violated: the violations of the paper's Table 7.
    pub violations: usize,
    /// Those of them that the first engine and configuration showed too: the measure of Sect. 5.5 of the paper.
    pub shared: usize,
    /// The median over the bugs of the median tests to detection.
    pub median_tests: Option<u64>,
    /// The geometric mean of the same; what is not found counts with all tests that looked for it.
    pub mean_tests: Option<f64>,
    /// The median over the bugs of the median milliseconds to detection.
    pub median_millis: Option<u64>,
}

/// The sums of all engines and configurations.
pub fn sums(results: &Results) -> Vec<Sum> {
    results.columns().into_iter().map(|column| sum(results, column)).collect()
}

/// Each bug with each property that was violated. A run that ends with the first violation has not seen all of them.
fn violations(results: &Results, column: &Column) -> BTreeSet<(String, u16)> {
    let of = |row: &Row| -> Vec<(String, u16)> {
        row.violated().into_iter().map(|property| (row.target.clone(), property)).collect()
    };
    compared(results, column).flat_map(of).collect()
}

fn sum(results: &Results, column: &Column) -> Sum {
    let middle = |of: &dyn Fn(&Row) -> Option<u64>| {
        let values = compared(results, column).map(|row| of(row).unwrap_or(u64::MAX)).collect();
        median(values).filter(|value| *value != u64::MAX)
    };
    let logarithms: Vec<f64> =
        compared(results, column).map(|row| (spent(row).max(1) as f64).ln()).collect();
    let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
    let violated = violations(results, column);
    let first = results.columns().first().map(|first| violations(results, first));
    Sum {
        engine: column.engine.name(),
        config: column.config.clone(),
        found: compared(results, column).filter(|row| row.is_found()).count(),
        violations: violated.len(),
        shared: first.map_or(0, |first| violated.intersection(&first).count()),
        median_tests: middle(&Row::tests),
        mean_tests: (!logarithms.is_empty()).then(|| mean.exp()),
        median_millis: middle(&Row::millis),
    }
}

/// The rows of bugs that were looked for in every column: a run may have been interrupted.
fn compared<'r>(results: &'r Results, column: &'r Column) -> impl Iterator<Item = &'r Row> {
    let tried = |row: &&Row| {
        let mut same = results.rows.iter().filter(|other| other.target == row.target);
        same.all(|other| !other.trials.is_empty())
    };
    results.of(column).filter(tried)
}

/// The median tests to detection, or of the search where it was in vain.
fn spent(row: &Row) -> u64 {
    let all = || median(row.trials.iter().map(|trial| trial.tests).collect());
    row.tests().or_else(all).unwrap_or(1)
}

/// For each configuration, which engine needs fewer tests in the median over the bugs.
pub fn contests(results: &Results) -> Vec<String> {
    let pairs = [
        (Search::Guided, Search::Random),
        (Search::Guided, Search::Direct),
        (Search::Random, Search::Direct),
        (Search::Guided, Search::DirectGuided),
        (Search::DirectGuided, Search::Direct),
    ];
    let mut sentences = Vec::new();
    for config in configs(results) {
        for (one, other) in pairs {
            let tests = |engine: Search| {
                let column = Column { engine, config: config.clone() };
                let known = results.columns().contains(&&column);
                known.then(|| sum(results, &column).median_tests.unwrap_or(u64::MAX))
            };
            if let (Some(ours), Some(theirs)) = (tests(one), tests(other)) {
                let beats = if ours < theirs { "beats" } else { "does not beat" };
                sentences.push(format!("{config}: {one} {beats} {other} in the median tests"));
            }
        }
    }
    sentences
}

fn configs(results: &Results) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for column in results.columns() {
        if !names.contains(&column.config) {
            names.push(column.config.clone());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seeded::trial::{First, Trial};

    fn row(engine: Search, tests: Option<u64>) -> Row {
        let bug = soundline_targets::seeded::get("interval-overflow").expect("it is in the table");
        let column = Column { engine, config: "C2".to_string() };
        let first = tests.map(|tests| First { tests, millis: 1 });
        let trial = Trial { first, violated: vec![], broken: vec![], smallest: None, tests: 1_000 };
        Row { bug, target: String::new(), column, trials: vec![trial] }
    }

    #[test]
    fn engines_are_compared_by_their_medians() {
        let tests = [Some(1), Some(10), Some(100)];
        let mut rows: Vec<Row> = tests.map(|t| row(Search::Guided, t)).into_iter().collect();
        rows.extend([Some(10), Some(10), None].map(|t| row(Search::Random, t)));
        rows.extend([None, None, Some(1)].map(|t| row(Search::Direct, t)));
        let results = Results { rows };
        let sums = sums(&results);
        assert_eq!([3, 2, 1], [0, 1, 2].map(|at: usize| sums[at].found));
        let medians = [Some(10), Some(10), None];
        assert_eq!(medians, [0, 1, 2].map(|at: usize| sums[at].median_tests));
        assert!((sums[0].mean_tests.unwrap() - 10.0).abs() < 1e-9);
        assert_eq!(
            contests(&results),
            [
                "C2: guided does not beat random in the median tests",
                "C2: guided beats direct in the median tests",
                "C2: random beats direct in the median tests",
            ]
        );
    }

    /// What another engine shows is counted as the paper counts what libFuzzer shows of its own violations.
    #[test]
    fn violations_are_pairs_of_bugs_and_properties() {
        let violates = |engine, target: &str, violated: &[u16]| {
            let mut row = row(engine, Some(1));
            row.target = target.to_string();
            row.trials[0].violated = violated.to_vec();
            row
        };
        let rows = vec![
            violates(Search::Random, "one", &[3, 17]),
            violates(Search::Random, "other", &[17]),
            violates(Search::Direct, "one", &[17]),
            violates(Search::Direct, "other", &[3, 4]),
        ];
        let sums = sums(&Results { rows });
        assert_eq!(
            [(3, 3), (3, 1)],
            [0, 1].map(|at: usize| (sums[at].violations, sums[at].shared))
        );
    }
}
