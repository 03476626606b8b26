//! Deviance: analyzers that stand against others (section 3.2 of the paper).
//!
//! An analyzer is δ-unsound for a variant if it says safe and δ others say unsafe, and δ-imprecise if
//! it says unsafe and δ others say safe. If one of those that say unsafe under-approximates, the
//! check can fail, and whoever says safe is must-unsound. What an under-approximating analyzer calls
//! safe or leaves open says nothing about others, so that it never counts for imprecision.

use serde::{Deserialize, Serialize};

use super::table::{Column, Table};
use crate::analyzer::Verdict;

/// What is wrong with an analyzer, if the others are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// It misses a failure.
    Unsound,
    /// It warns of a failure that there is not.
    Imprecise,
}

/// An analyzer that stands against others about one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviance {
    /// The row of the variant.
    pub row: usize,
    /// The column of the analyzer.
    pub analyzer: usize,
    /// What would be wrong with it.
    pub fault: Fault,
    /// The analyzers that say the contrary, their number being δ.
    pub against: Vec<usize>,
    /// Those among them that under-approximate, for unsoundness: witnesses.
    pub witnesses: Vec<usize>,
    /// Other analyzers that say the same.
    pub beside: Vec<usize>,
}

impl Deviance {
    /// How many say the contrary.
    pub fn delta(&self) -> usize {
        self.against.len()
    }

    /// Whether a witness makes it certain (but for bugs of the witness).
    pub fn is_must(&self) -> bool {
        !self.witnesses.is_empty()
    }

    /// How many different tools say the contrary: five configurations of one tool are one.
    pub fn tools(&self, columns: &[Column]) -> usize {
        let mut tools: Vec<&str> = self.against.iter().map(|a| columns[*a].tool.as_str()).collect();
        tools.sort_unstable();
        tools.dedup();
        tools.len()
    }
}

/// All deviances of a table, row by row.
pub fn deviances(table: &Table) -> Vec<Deviance> {
    (0..table.rows.len()).flat_map(|row| of_row(table, row)).collect()
}

fn of_row(table: &Table, row: usize) -> impl Iterator<Item = Deviance> {
    let analyzers = 0..table.columns.len();
    analyzers.filter_map(move |analyzer| deviance(table, row, analyzer))
}

fn deviance(table: &Table, row: usize, analyzer: usize) -> Option<Deviance> {
    let own = table.rows[row][analyzer]?;
    let (fault, contrary) = match own {
        Verdict::Safe => (Fault::Unsound, Verdict::Unsafe),
        Verdict::Unsafe | Verdict::Definite => (Fault::Imprecise, Verdict::Safe),
        Verdict::Unknown => return None,
    };
    let under = |other: &usize| table.columns[*other].under_approximates;
    // An under-approximating analyzer may miss failures: its "safe" is no vote.
    let votes = |other: &usize, says: Verdict| {
        *other != analyzer
            && table.rows[row][*other].is_some_and(|verdict| verdict.agrees_with(says))
            && !(says == Verdict::Safe && under(other))
    };
    let all = 0..table.columns.len();
    let against: Vec<usize> = all.clone().filter(|other| votes(other, contrary)).collect();
    let beside = all.filter(|other| votes(other, own)).collect();
    let witnesses = match fault {
        Fault::Unsound => against.iter().copied().filter(under).collect(),
        Fault::Imprecise => Vec::new(),
    };
    let deviance = Deviance { row, analyzer, fault, against, witnesses, beside };
    (deviance.delta() > 0).then_some(deviance)
}

/// The order of severity: unsoundness first, what is certain first, then by δ, by the number of
/// tools behind it, and by the fewest that say the same.
pub fn rank(deviances: &mut [Deviance], columns: &[Column]) {
    use std::cmp::Reverse;
    deviances.sort_by_key(|d| {
        let tools = d.tools(columns);
        (d.fault, Reverse(d.is_must()), Reverse(d.delta()), Reverse(tools), d.beside.len())
    });
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    /// Deviances in short: who, what, δ, with `!` for must.
    fn check(names: &[&str], rows: &[&str], expected: &str) {
        let table = table(names, rows);
        let mut found = deviances(&table);
        rank(&mut found, &table.columns);
        let short = |d: &Deviance| {
            let fault = if d.fault == Fault::Unsound { "unsound" } else { "imprecise" };
            let must = if d.is_must() { "!" } else { "" };
            format!("{} {}-{fault}{must}", table.columns[d.analyzer].name, d.delta())
        };
        assert_eq!(found.iter().map(short).collect::<Vec<_>>().join(", "), expected);
    }

    #[test]
    fn who_agrees_is_not_deviant() {
        check(&["a", "b", "c"], &["sss", "uuu", "???", "s??", "u.?"], "");
    }

    #[test]
    fn one_against_two() {
        check(&["a", "b", "c"], &["suu"], "a 2-unsound, b 1-imprecise, c 1-imprecise");
        check(&["a", "b", "c"], &["uss"], "b 1-unsound, c 1-unsound, a 2-imprecise");
    }

    /// The check of Fig. 2, line 4, in the paper: CBMC soundly says unknown, SMACK says safe.
    #[test]
    fn figure_two() {
        let names = ["cbmc!", "cpa", "crab", "sea", "smack", "uauto"];
        check(
            &names,
            &["?uuusu"],
            "smack 4-unsound, cpa 1-imprecise, crab 1-imprecise, sea 1-imprecise, uauto 1-imprecise",
        );
        // Line 7: five others call it safe, of which CBMC has no vote.
        check(
            &names,
            &["ssssus"],
            "cpa 1-unsound, crab 1-unsound, sea 1-unsound, uauto 1-unsound, cbmc 1-unsound, \
             smack 4-imprecise",
        );
    }

    #[test]
    fn a_witness_makes_it_certain() {
        check(&["cbmc!", "a", "b"], &["uss"], "a 1-unsound!, b 1-unsound!, cbmc 2-imprecise");
        check(&["cbmc!", "a"], &["su"], "cbmc 1-unsound");
        check(&["cbmc!", "a"], &["?s", "?u"], "");
        check(&["x!", "y!"], &["us"], "y 1-unsound!");
    }

    #[test]
    fn certainty_goes_before_numbers() {
        check(
            &["w!", "a", "b", "c", "d"],
            &["us???", "?suuu"],
            "a 1-unsound!, a 3-unsound, w 1-imprecise, b 1-imprecise, c 1-imprecise, d 1-imprecise",
        );
    }

    #[test]
    fn configurations_of_a_tool_are_one_tool() {
        let table = table(&["a", "t:x", "t:y", "z"], &["suuu"]);
        let found = deviances(&table);
        assert_eq!((found[0].delta(), found[0].tools(&table.columns)), (3, 2));
    }

    /// Analyzers that always or at random say something: every row is counted as by hand.
    #[test]
    fn fakes() {
        let says = |row: usize| if (row * 7 + row / 3) % 5 < 2 { 's' } else { 'u' };
        let rows: Vec<String> = (0..100).map(|row| format!("su{}", says(row))).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let table = table(&["safe", "unsafe", "random"], &rows);
        let safes = rows.iter().filter(|row| row.ends_with('s')).count();
        let count = |analyzer, fault, delta| {
            let found = deviances(&table).into_iter();
            found.filter(|d| (d.analyzer, d.fault, d.delta()) == (analyzer, fault, delta)).count()
        };
        assert!(safes > 10 && safes < 90);
        assert_eq!(count(0, Fault::Unsound, 1), safes);
        assert_eq!(count(0, Fault::Unsound, 2), 100 - safes);
        assert_eq!(count(1, Fault::Imprecise, 2), safes);
        assert_eq!(count(1, Fault::Imprecise, 1), 100 - safes);
        assert_eq!(count(2, Fault::Unsound, 1), safes);
        assert_eq!(count(2, Fault::Imprecise, 1), 100 - safes);
        assert_eq!(count(0, Fault::Imprecise, 1) + count(1, Fault::Unsound, 1), 0);
    }
}
