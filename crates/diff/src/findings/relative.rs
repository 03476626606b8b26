//! Relative precision and soundness (Tables 1 and 4 of the paper).

use super::share::Share;
use super::table::Table;
use crate::analyzer::Verdict;

/// How often each analyzer says what another one says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relative {
    /// `shares[i][j]`: among the variants of which analyzer `j` says it and `i` was asked too, those of
    /// which `i` says it.
    pub shares: Vec<Vec<Share>>,
}

impl Relative {
    /// Relative precision: the probability that one says safe, given that the other says safe.
    pub fn precision(table: &Table) -> Relative {
        Relative::of(table, Verdict::Safe)
    }

    /// Relative soundness: the probability that one says unsafe, given that the other says unsafe.
    pub fn soundness(table: &Table) -> Relative {
        Relative::of(table, Verdict::Unsafe)
    }

    fn of(table: &Table, verdict: Verdict) -> Relative {
        let share = |i: usize, j: usize| {
            let given = table.pairs(i, j).filter(|(_, given)| given.agrees_with(verdict));
            Share::count(given.map(|(says, _)| says.agrees_with(verdict)))
        };
        let all = 0..table.columns.len();
        let row = |i: usize| all.clone().map(|j| share(i, j)).collect();
        Relative { shares: all.clone().map(row).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    /// a: s s s u ?   b: s u ? u s   c: . s s u u
    #[test]
    fn by_hand() {
        let table = table(&["a", "b", "c"], &["ss.", "sus", "s?s", "uuu", "?su"]);
        let text = |relative: Relative| {
            let cell = |share: &Share| format!("{}/{}", share.part, share.whole);
            let line = |row: &Vec<Share>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
            relative.shares.iter().map(line).collect::<Vec<_>>().join("; ")
        };
        assert_eq!(text(Relative::precision(&table)), "3/3 1/2 2/2; 1/3 2/2 0/2; 2/2 0/1 2/2");
        assert_eq!(text(Relative::soundness(&table)), "1/1 1/2 1/2; 1/1 2/2 1/2; 1/1 1/2 2/2");
    }
}
