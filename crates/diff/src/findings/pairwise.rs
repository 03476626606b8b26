//! Two analyzers compared: nine cells (Tables 2 and 3 of the paper).

use super::share::Share;
use super::table::Table;
use crate::analyzer::Verdict;

/// How often two analyzers said what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairwise {
    /// Counts: what the first says selects the row, what the second says the column, in the order of
    /// [`VERDICTS`](super::VERDICTS).
    pub counts: [[u64; 3]; 3],
}

impl Pairwise {
    /// Compares two columns of a table.
    pub fn of(table: &Table, first: usize, second: usize) -> Pairwise {
        let mut counts = [[0; 3]; 3];
        for (one, other) in table.pairs(first, second) {
            counts[place(one)][place(other)] += 1;
        }
        Pairwise { counts }
    }

    /// The share of a cell among all variants.
    pub fn share(&self, first: Verdict, second: Verdict) -> Share {
        let part = self.counts[place(first)][place(second)];
        Share { part, whole: self.counts.iter().flatten().sum() }
    }

    /// How often one says safe and the other unsafe.
    pub fn contradictions(&self) -> u64 {
        self.counts[0][2] + self.counts[2][0]
    }
}

fn place(verdict: Verdict) -> usize {
    match verdict {
        Verdict::Unsafe | Verdict::Definite => 0,
        Verdict::Unknown => 1,
        Verdict::Safe => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    #[test]
    fn by_hand() {
        let table = table(&["a", "b"], &["su", "us", "us", "??", "ss", "s.", "u?"]);
        let pairwise = Pairwise::of(&table, 0, 1);
        assert_eq!(pairwise.counts, [[0, 1, 2], [0, 1, 0], [1, 0, 1]]);
        assert_eq!(pairwise.contradictions(), 3);
        let share = pairwise.share(Verdict::Unsafe, Verdict::Safe);
        assert_eq!(share, Share { part: 2, whole: 6 });
    }
}
