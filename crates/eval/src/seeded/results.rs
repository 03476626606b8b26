//! What all trials came to, with medians over the seeds.

use std::collections::BTreeSet;
use std::fmt;

use soundline_domains::capabilities::Kind;
use soundline_fuzz::Search;
use soundline_fuzz::property::{self, Class};
use soundline_targets::seeded::Bug;

use super::select::Plant;
use super::trial::{First, Trial};

/// An engine with a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// How tests are found.
    pub engine: Search,
    /// The name of the configuration.
    pub config: String,
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.config, self.engine)
    }
}

/// What was found of one bug with one engine and configuration.
pub struct Row {
    /// The bug.
    pub bug: &'static Bug,
    /// The target that has it.
    pub target: String,
    /// The engine and the configuration.
    pub column: Column,
    /// A trial for each seed.
    pub trials: Vec<Trial>,
}

impl Row {
    /// Was it found with every seed?
    pub fn is_found(&self) -> bool {
        !self.trials.is_empty() && self.trials.iter().all(|trial| trial.first.is_some())
    }

    /// With how many seeds it was found.
    pub fn found(&self) -> usize {
        self.trials.iter().filter(|trial| trial.first.is_some()).count()
    }

    /// The median tests until it is found; nothing if that is in less than half of the trials.
    pub fn tests(&self) -> Option<u64> {
        self.median(|first| first.tests)
    }

    /// The median milliseconds until it is found.
    pub fn millis(&self) -> Option<u64> {
        self.median(|first| first.millis)
    }

    fn median(&self, of: impl Fn(First) -> u64) -> Option<u64> {
        // A bug that is not found takes longer than every other one.
        let never = u64::MAX;
        median(self.trials.iter().map(|trial| trial.first.map_or(never, &of)).collect())
            .filter(|value| *value != never)
    }

    /// Operations of the smallest trace of all seeds.
    pub fn smallest(&self) -> Option<usize> {
        self.trials.iter().filter_map(|trial| trial.smallest).min()
    }

    /// The properties that were violated with some seed.
    pub fn violated(&self) -> BTreeSet<u16> {
        self.trials.iter().flat_map(|trial| &trial.violated).copied().collect()
    }

    /// The properties whose tests died or hung with some seed, and were not violated.
    pub fn broken(&self) -> BTreeSet<u16> {
        let violated = self.violated();
        let broken = self.trials.iter().flat_map(|trial| &trial.broken).copied();
        broken.filter(|property| !violated.contains(property)).collect()
    }
}

/// A row of the shape of Table 4: one kind of domain with one configuration.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct OfKind {
    /// Bugs that were planted.
    pub seeded: usize,
    /// Bugs that were found.
    pub found: usize,
    /// Soundness properties that were violated, each counted for every bug that it shows.
    pub soundness: usize,
    /// The same of the others.
    pub precision: usize,
    /// Properties whose tests died or hung.
    pub broken: usize,
}

/// All trials.
#[derive(Default)]
pub struct Results {
    /// A row for each bug, engine and configuration.
    pub rows: Vec<Row>,
}

impl Results {
    /// The trials of a bug with an engine and a configuration.
    pub fn add(&mut self, plant: &Plant, column: &Column, trials: Vec<Trial>) {
        let (target, column) = (plant.target.clone(), column.clone());
        self.rows.push(Row { bug: plant.bug, target, column, trials });
    }

    /// Engines and configurations in the order in which they were asked for.
    pub fn columns(&self) -> Vec<&Column> {
        let mut columns: Vec<&Column> = Vec::new();
        for row in &self.rows {
            if !columns.contains(&&row.column) {
                columns.push(&row.column);
            }
        }
        columns
    }

    /// The rows of an engine and a configuration.
    pub fn of<'r>(&'r self, column: &'r Column) -> impl Iterator<Item = &'r Row> {
        self.rows.iter().filter(move |row| row.column == *column)
    }

    /// The numbers of Table 4 for a kind of domain.
    pub fn of_kind(&self, column: &Column, kind: Kind) -> OfKind {
        let mut sum = OfKind::default();
        for row in self.of(column).filter(|row| row.bug.kind == kind) {
            let violated = row.violated();
            let is_sound = |n: &&u16| property::get(**n).map(|p| p.class) == Some(Class::Soundness);
            let soundness = violated.iter().filter(is_sound).count();
            sum.seeded += 1;
            sum.found += usize::from(row.found() > 0);
            sum.soundness += soundness;
            sum.precision += violated.len() - soundness;
            sum.broken += row.broken().len();
        }
        sum
    }

    /// The median over bugs of the operations of the smallest traces.
    pub fn median_trace(&self, column: &Column) -> Option<u64> {
        median(self.of(column).filter_map(Row::smallest).map(|n| n as u64).collect())
    }
}

/// The middle one, or the upper one of two.
pub fn median(mut values: Vec<u64>) -> Option<u64> {
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(tests: Option<u64>, violated: &[u16], broken: &[u16]) -> Trial {
        Trial {
            first: tests.map(|tests| First { tests, millis: tests * 10 }),
            violated: violated.to_vec(),
            broken: broken.to_vec(),
            smallest: tests.map(|_| 3),
            tests: 100,
        }
    }

    fn row(trials: Vec<Trial>) -> Row {
        let bug = soundline_targets::seeded::get("interval-overflow").expect("it is in the table");
        Row { bug, target: String::new(), column: column(), trials }
    }

    fn column() -> Column {
        Column { engine: Search::Random, config: "C2".to_string() }
    }

    #[test]
    fn what_is_not_found_counts_as_never() {
        let seldom =
            row(vec![trial(Some(5), &[9], &[]), trial(None, &[], &[]), trial(None, &[], &[])]);
        assert_eq!((seldom.tests(), seldom.found(), seldom.is_found()), (None, 1, false));
        let often =
            row(vec![trial(Some(5), &[9], &[]), trial(Some(7), &[9], &[]), trial(None, &[], &[])]);
        assert_eq!((often.tests(), often.millis()), (Some(7), Some(70)));
        assert!(!row(vec![]).is_found());
    }

    #[test]
    fn table_four_counts_properties_by_class() {
        let rows = vec![row(vec![trial(Some(1), &[9, 10], &[10, 19]), trial(Some(2), &[30], &[])])];
        let sum = Results { rows }.of_kind(&column(), Kind::Intervals);
        let expected = OfKind { seeded: 1, found: 1, soundness: 2, precision: 1, broken: 1 };
        assert_eq!(sum, expected);
    }
}
