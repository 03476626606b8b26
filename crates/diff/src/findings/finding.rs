//! A finding: one analyzer that stands against others about one check.

use serde::{Deserialize, Serialize};

use super::deviance::{Deviance, Fault, deviances};
use super::evidence::Evidence;
use super::table::{Column, Table};
use crate::Feature;
use crate::analyzer::{AnswerKind, Verdict};
use crate::concrete::Truth;

/// A check about which analyzers disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    /// The number of the seed.
    pub seed: usize,
    /// The number of the seed's variant in which it came up.
    pub variant: usize,
    /// What the variant with this check alone is called by its content.
    pub key: String,
    /// The check, such as `x + 1 != 7`.
    pub check: String,
    /// The kind of the check; empty for one that compares values.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The function around it.
    pub function: String,
    /// The line of the seed's text.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// What each analyzer said about this check alone.
    pub said: Vec<Option<AnswerKind>>,
    /// The analyzers that were not asked about it alone, because they called a conjunction with it safe.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub implied: Vec<usize>,
    /// What its program uses that manuals may except.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Feature>,
    /// What is known about it.
    pub truth: Truth,
}

impl Dispute {
    /// Whose answers matter for what is found: of those who say safe or unsafe all, or only those who say safe if the check
    /// failed in a run. That it can fail needs no votes then.
    pub fn voters(&self) -> impl Iterator<Item = (usize, Verdict)> {
        let failed = matches!(self.truth, Truth::Fails(_));
        let said = self.said.iter().enumerate();
        said.filter_map(move |(analyzer, said)| {
            let verdict = said.map(AnswerKind::verdict)?;
            let matters = match verdict {
                Verdict::Safe => true,
                Verdict::Unknown => false,
                Verdict::Unsafe | Verdict::Definite => !failed,
            };
            matters.then_some((analyzer, verdict))
        })
    }
}

/// An accusation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The number of the dispute.
    pub dispute: usize,
    /// The number of the accused analyzer.
    pub analyzer: usize,
    /// What is wrong with it.
    pub fault: Fault,
    /// How many analyzers say the contrary.
    pub delta: usize,
    /// How many tools these are.
    pub tools: usize,
    /// Whether one of them under-approximates: must-unsound.
    pub must: bool,
    /// What speaks for it.
    pub evidence: Evidence,
}

/// The table of all disputes.
pub fn table_of(columns: Vec<Column>, disputes: &[Dispute]) -> Table {
    let verdicts =
        |dispute: &Dispute| dispute.said.iter().map(|said| said.map(AnswerKind::verdict)).collect();
    Table { columns, rows: disputes.iter().map(verdicts).collect() }
}

/// The deviances of disputes. A witness makes nothing certain where runs show that the check holds, or that it
/// depends on the compiler: then the witness has an order of evaluation of its own.
pub fn deviances_of(table: &Table, disputes: &[Dispute]) -> Vec<Deviance> {
    let mut found = deviances(table);
    for deviance in &mut found {
        if matches!(disputes[deviance.row].truth, Truth::Holds { .. } | Truth::Depends { .. }) {
            deviance.witnesses.clear();
        }
    }
    found
}

/// Every accusation that the disputes come to, the strongest first. Refuted ones are among them. `undefined` says of each
/// seed whether it has undefined behaviour.
pub fn findings(table: &Table, disputes: &[Dispute], undefined: &[bool]) -> Vec<Finding> {
    let trusted = trusted(table, disputes, undefined);
    let finding = |deviance: &Deviance| Finding {
        dispute: deviance.row,
        analyzer: deviance.analyzer,
        fault: deviance.fault,
        delta: deviance.delta(),
        tools: deviance.tools(&table.columns),
        must: deviance.is_must(),
        evidence: Evidence::of(deviance, &disputes[deviance.row].truth, &table.columns, &trusted)
            .within(deviance, &table.columns, &disputes[deviance.row].features),
    };
    let mut findings: Vec<Finding> = deviances_of(table, disputes).iter().map(finding).collect();
    findings.sort_by_key(Finding::rank);
    findings
}

impl Finding {
    /// The order of severity: what is refuted last, before it what is weak, unsoundness
    /// before imprecision, then by evidence, by what is certain, by δ, by tools.
    fn rank(&self) -> impl Ord + use<> {
        use std::cmp::Reverse;
        let refuted = self.evidence == Evidence::Refuted;
        let strength = (self.evidence.rank(), Reverse(self.must), Reverse(self.delta));
        let order = (self.fault, strength, Reverse(self.tools), self.dispute, self.analyzer);
        (refuted, self.is_weak(), order)
    }

    /// Whether only a minority says it and nothing else speaks for it, since one analyzer that errs makes
    /// all others look wrong; or whether it depends on the compiler; or whether the manual does not promise it.
    pub fn is_weak(&self) -> bool {
        matches!(
            self.evidence,
            Evidence::Minority | Evidence::Depends { .. } | Evidence::Outside { .. }
        )
    }

    /// The accusation as the paper would write it: `must-unsound`, `3-imprecise`.
    pub fn name(&self) -> String {
        match (self.fault, self.must) {
            (Fault::Unsound, true) => "must-unsound".to_string(),
            (Fault::Unsound, false) => format!("{}-unsound", self.delta),
            (Fault::Imprecise, _) => format!("{}-imprecise", self.delta),
        }
    }
}

/// The analyzers that over-approximate and that no run showed to be unsound. What a seed with undefined behaviour shows
/// convicts nobody.
fn trusted(table: &Table, disputes: &[Dispute], undefined: &[bool]) -> Vec<bool> {
    let convicted = |analyzer: usize| {
        disputes.iter().any(|dispute| {
            matches!(dispute.truth, Truth::Fails(_))
                && undefined.get(dispute.seed) != Some(&true)
                && dispute.said[analyzer] == Some(AnswerKind::Safe)
        })
    };
    let columns = table.columns.iter().enumerate();
    columns.map(|(analyzer, column)| !column.under_approximates && !convicted(analyzer)).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::table::tests::table;
    use super::*;
    use crate::concrete::Compiler;

    pub(crate) fn dispute(row: &str, truth: Truth) -> Dispute {
        let said = |letter: char| match letter {
            's' => Some(AnswerKind::Safe),
            'u' => Some(AnswerKind::Unsafe),
            'd' => Some(AnswerKind::Definite),
            't' => Some(AnswerKind::Timeout),
            '?' => Some(AnswerKind::Unknown),
            _ => None,
        };
        Dispute {
            seed: 0,
            variant: 0,
            key: String::new(),
            check: "x != 1".into(),
            kind: String::new(),
            function: "main".into(),
            line: 1,
            column: 1,
            said: row.chars().map(said).collect(),
            implied: Vec::new(),
            features: Vec::new(),
            truth,
        }
    }

    #[test]
    fn a_failure_that_was_run_needs_no_votes() {
        let voters = |truth| -> Vec<usize> {
            dispute("su?ds.t", truth).voters().map(|(analyzer, _)| analyzer).collect()
        };
        assert_eq!(voters(Truth::Open), [0, 1, 3, 4]);
        assert_eq!(voters(Truth::Fails(Vec::new())), [0, 4]);
    }

    /// The witness saw a failure that clang does not show: nobody is must-unsound.
    #[test]
    fn a_witness_is_not_believed_where_compilers_differ() {
        let columns = table(&["w!", "a"], &[]).columns;
        let must = |truth: Truth| {
            let disputes = [dispute("ds", truth)];
            let found = findings(&table_of(columns.clone(), &disputes), &disputes, &[]);
            let accused = found.into_iter().find(|f| f.fault == Fault::Unsound).expect("a");
            (accused.must, accused.is_weak(), accused.evidence.is_confirmed())
        };
        assert_eq!(must(Truth::Open), (true, false, false));
        assert_eq!(must(Truth::Fails(Vec::new())), (true, false, true));
        let depends = Truth::Depends { fails: Compiler::Gcc, holds: Compiler::Clang };
        assert_eq!(must(depends), (false, true, false));
    }

    /// A failure in a seed with undefined behaviour takes nobody's word away.
    #[test]
    fn undefined_behaviour_convicts_nobody() {
        let columns = table(&["a", "b", "c"], &[]).columns;
        let disputes = [dispute("ssu", Truth::Open), dispute("suu", Truth::Fails(Vec::new()))];
        let [open, failed] = disputes;
        let disputes = [open, Dispute { seed: 1, ..failed }];
        let table = table_of(columns, &disputes);
        let about_c = |undefined: &[bool]| {
            let found = findings(&table, &disputes, undefined);
            let accused = found.into_iter().find(|f| (f.dispute, f.analyzer) == (0, 2));
            accused.expect("c stands against two").evidence.word()
        };
        assert_eq!(about_c(&[false, false]), "majority");
        assert_eq!(about_c(&[false, true]), "agreement");
    }

    /// What a manual excepts is no fault, whatever a run shows; and imprecision is none of its business.
    #[test]
    fn what_the_manual_excepts_is_outside_of_the_contract() {
        let mut columns = table(&["a", "b", "c"], &[]).columns;
        columns[0].excepts = vec![Feature::Pointers];
        let words = |features: Vec<Feature>, row: &str| {
            let disputes = [Dispute { features, ..dispute(row, Truth::Fails(Vec::new())) }];
            let found = findings(&table_of(columns.clone(), &disputes), &disputes, &[]);
            let words = found.iter().map(|f| format!("{} {}", f.analyzer, f.evidence.word()));
            words.collect::<Vec<_>>().join(", ")
        };
        assert_eq!(words(Vec::new(), "ssu"), "0 run, 1 run, 2 refuted");
        assert_eq!(words(vec![Feature::Pointers], "ssu"), "1 run, 0 outside, 2 refuted");
        assert_eq!(words(vec![Feature::Pointers], "uss"), "1 run, 2 run, 0 refuted");
    }

    #[test]
    fn the_strongest_comes_first_and_convicts_are_not_trusted() {
        let columns = table(&["w!", "a", "b", "c"], &[]).columns;
        let fails = Truth::Fails(Vec::new());
        let disputes = [
            dispute("?ssu", Truth::Open),
            dispute("dsut", fails),
            dispute("?usu", Truth::Holds { runs: 4, compilers: Vec::new() }),
        ];
        let table = table_of(columns, &disputes);
        let shown: Vec<String> = findings(&table, &disputes, &[])
            .iter()
            .map(|f| {
                format!("{} {} {}", table.columns[f.analyzer].name, f.name(), f.evidence.word())
            })
            .collect();
        assert_eq!(
            shown,
            [
                "a must-unsound run",
                "a 1-imprecise enumeration",
                "c 1-imprecise enumeration",
                // Without a, who is convicted, b alone calls it safe.
                "c 2-imprecise majority",
                "a 1-unsound minority",
                "b 1-unsound minority",
                "b 2-unsound refuted",
                "w 1-imprecise refuted",
                "b 1-imprecise refuted",
            ]
        );
    }
}
