//! Who said what: a row for each variant, a column for each analyzer.

use crate::Feature;
use crate::analyzer::Verdict;

/// The verdicts of the paper's tables, in their order. A definite failure counts as unsafe.
pub const VERDICTS: [Verdict; 3] = [Verdict::Unsafe, Verdict::Unknown, Verdict::Safe];

/// An analyzer, as far as comparing needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// The program behind it: configurations of one tool share it.
    pub tool: String,
    /// Whether it sees some executions only: what it calls unsafe fails.
    pub under_approximates: bool,
    /// What its manual excepts from what it promises.
    pub excepts: Vec<Feature>,
}

/// What all analyzers said about all variants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The analyzers.
    pub columns: Vec<Column>,
    /// What they said, variant by variant; nothing where one was not asked.
    pub rows: Vec<Vec<Option<Verdict>>>,
}

impl Table {
    /// A table without rows.
    pub fn new(columns: Vec<Column>) -> Table {
        Table { columns, rows: Vec::new() }
    }

    /// What two analyzers said, wherever both were asked.
    pub fn pairs(&self, one: usize, other: usize) -> impl Iterator<Item = (Verdict, Verdict)> {
        self.rows.iter().filter_map(move |row| Some((row[one]?, row[other]?)))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A table from letters: `s`, `u`, `?` and `.` for what was not asked. A name that ends with
    /// `!` under-approximates; the tool is what stands before a colon.
    pub(crate) fn table(names: &[&str], rows: &[&str]) -> Table {
        let column = |name: &&str| Column {
            name: name.trim_end_matches('!').into(),
            tool: name.trim_end_matches('!').split(':').next().unwrap_or(name).into(),
            under_approximates: name.ends_with('!'),
            excepts: Vec::new(),
        };
        let verdict = |letter: char| match letter {
            's' => Some(Verdict::Safe),
            'u' => Some(Verdict::Unsafe),
            '?' => Some(Verdict::Unknown),
            _ => None,
        };
        let rows = rows.iter().map(|row| row.chars().map(verdict).collect()).collect();
        Table { columns: names.iter().map(column).collect(), rows }
    }

    #[test]
    fn pairs_need_both() {
        let table = table(&["a", "b"], &["su", ".s", "u.", "?s"]);
        let pairs: Vec<_> = table.pairs(0, 1).collect();
        use Verdict::*;
        assert_eq!(pairs, [(Safe, Unsafe), (Unknown, Safe)]);
    }
}
