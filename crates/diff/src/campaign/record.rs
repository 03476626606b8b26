//! A campaign as it is kept: what was done, what everybody said, and what it comes to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Feature;
use crate::analyzer::AnswerKind;
use crate::concrete::{Compiler, Truth, Undefined};
use crate::findings::{
    Column, Deviance, Dispute, Evidence, Fault, Finding, Group, Table, deviances_of, findings,
    table_of,
};
use crate::metamorphic::{Change, Interrogation};

/// The result of a campaign. Apart from `timings` it is the same for the same order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Campaign {
    /// The version of this program.
    pub soundline: String,
    /// What was asked for.
    pub settings: Settings,
    /// The analyzers.
    pub analyzers: Vec<AnalyzerRecord>,
    /// The seeds.
    pub seeds: Vec<SeedRecord>,
    /// What was no seed.
    pub skipped: Vec<SkipRecord>,
    /// What seeds were compiled with to be run; none if they were not.
    #[serde(default)]
    pub compilers: Vec<Compiler>,
    /// The variants as they were made, with what everybody said.
    pub variants: Vec<VariantRecord>,
    /// The checks about which analyzers disagree.
    pub disputes: Vec<Dispute>,
    /// The findings by cause, the strongest first.
    pub groups: Vec<Group>,
    /// What metamorphic checks came to.
    #[serde(default, skip_serializing_if = "Interrogation::is_empty")]
    pub metamorphic: Interrogation,
    /// Why it ended.
    pub stop: StopReason,
    /// What was measured.
    pub timings: Timings,
}

/// What was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Where all randomness comes from.
    pub seed: u64,
    /// The strategy.
    pub strategy: String,
    /// How many checks a variant has.
    pub batch: usize,
    /// Variants of each seed, if not by default.
    pub budget: Option<usize>,
    /// The kinds of checks, if they are not the values of the paper.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// Where constants come from.
    pub constants: String,
    /// The limits of an analyzer.
    pub limits: String,
    /// Whether seeds were run.
    pub concrete: bool,
    /// Variants of each seed with metamorphic checks.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub metamorphic: usize,
    /// The options with which `soundline diff try` asks the same analyzers within the same limits.
    #[serde(default)]
    pub again: String,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// An analyzer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalyzerRecord {
    /// Its name.
    pub name: String,
    /// The program behind it: configurations of one tool share it.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// Whether what it calls unsafe fails.
    pub under_approximates: bool,
    /// What its manual excepts from what it promises.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excepts: Vec<Feature>,
}

/// A seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedRecord {
    /// Its name.
    pub name: String,
    /// How many bits `long` has.
    pub bits: u32,
    /// How many expressions can be checked.
    pub candidates: usize,
    /// How many variants were planned.
    pub planned: usize,
    /// How many of them were judged by all analyzers.
    pub judged: usize,
    /// How often it was run.
    pub runs: u64,
    /// Why it cannot be run, if somebody tried.
    pub not_runnable: Option<String>,
    /// Why the second compiler could not repeat what its runs showed, if it should have.
    #[serde(default)]
    pub unrepeated: Option<String>,
    /// Undefined behaviour that was seen in it: what is found about it may be due to that.
    pub undefined: Option<Undefined>,
}

/// Something that was no seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkipRecord {
    /// What it is called.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// A variant and what everybody said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantRecord {
    /// The number of the seed.
    pub seed: usize,
    /// Its number among the seed's variants.
    pub number: usize,
    /// What it is called by its content.
    pub key: String,
    /// Its checks.
    pub checks: Vec<String>,
    /// What each analyzer said.
    pub said: Vec<Option<AnswerKind>>,
}

/// Why a campaign ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// All variants were judged.
    Budget,
    /// Its time was used up.
    Time,
    /// The user stopped it.
    Interrupted,
}

/// What was measured: not the same in the next run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timings {
    /// Time on the clock, in seconds.
    pub elapsed: f64,
    /// Processor time of the analyzers in this run.
    pub analyzers: f64,
    /// Processor time of this program itself.
    pub driver: f64,
    /// Answers of analyzers in all.
    pub answers: u64,
    /// How many of them were known from an earlier run.
    pub known: u64,
    /// Processor time of the analyzers for all answers, those from earlier runs among them.
    #[serde(default)]
    pub cost: f64,
}

impl Campaign {
    /// The analyzers as columns.
    pub fn columns(&self) -> Vec<Column> {
        let column = |analyzer: &AnalyzerRecord| Column {
            name: analyzer.name.clone(),
            tool: analyzer.tool.clone(),
            under_approximates: analyzer.under_approximates,
            excepts: analyzer.excepts.clone(),
        };
        self.analyzers.iter().map(column).collect()
    }

    /// What was said about whole variants.
    pub fn table(&self) -> Table {
        let verdicts = |variant: &VariantRecord| {
            variant.said.iter().map(|said| said.map(AnswerKind::verdict)).collect()
        };
        Table { columns: self.columns(), rows: self.variants.iter().map(verdicts).collect() }
    }

    /// What was said about single checks that are disputed.
    pub fn disputed(&self) -> Table {
        table_of(self.columns(), &self.disputes)
    }

    /// Who stands against others about single checks.
    pub fn deviances(&self) -> Vec<Deviance> {
        deviances_of(&self.disputed(), &self.disputes)
    }

    /// How many disputed checks fail with one compiler and not with another.
    pub fn compiler_dependent(&self) -> usize {
        let depends = |dispute: &&Dispute| matches!(dispute.truth, Truth::Depends { .. });
        self.disputes.iter().filter(depends).count()
    }

    /// Every accusation, refuted ones too.
    pub fn findings(&self) -> Vec<Finding> {
        let undefined = self.seeds.iter().map(|seed| seed.undefined.is_some()).collect::<Vec<_>>();
        findings(&self.disputed(), &self.disputes, &undefined)
    }

    /// How often each kind of answer occurred with an analyzer, among whole variants.
    pub fn answers(&self, analyzer: usize) -> BTreeMap<AnswerKind, u64> {
        let mut counts = BTreeMap::new();
        for said in self.variants.iter().filter_map(|variant| variant.said[analyzer]) {
            *counts.entry(said).or_default() += 1;
        }
        counts
    }

    /// About how many variants an analyzer was not asked, because others of their seeds had been too much for it.
    pub fn unasked(&self, analyzer: usize) -> u64 {
        self.variants.iter().filter(|variant| variant.said[analyzer].is_none()).count() as u64
    }

    /// Whether a group is about a seed with undefined behaviour: whatever an analyzer says about that is right.
    pub fn is_undefined(&self, group: &Group) -> bool {
        let seed = self.disputes[group.example().dispute].seed;
        self.seeds[seed].undefined.is_some()
    }

    /// The findings of an analyzer of one kind that are known to be true.
    pub fn confirmed(&self, analyzer: usize, fault: Fault) -> usize {
        let is_own = |group: &&Group| {
            (group.analyzer, group.fault) == (analyzer, fault) && !self.is_undefined(group)
        };
        let own = self.groups.iter().filter(is_own);
        own.flat_map(|group| &group.findings).filter(|finding| self.is_confirmed(finding)).count()
    }

    /// Whether a finding is known to be true. One whose accused was only heard about a batch is not: it was never asked about
    /// this check.
    pub fn is_confirmed(&self, finding: &Finding) -> bool {
        let implied = &self.disputes[finding.dispute].implied;
        finding.evidence.is_confirmed() && !implied.contains(&finding.analyzer)
    }

    /// The contradictions of metamorphic checks, each with its number, apart from those in seeds with undefined behaviour.
    pub fn contradictions(&self) -> impl Iterator<Item = (usize, &Change)> {
        let changes = self.metamorphic.changes.iter().enumerate();
        changes.filter(|(_, change)| {
            change.kind.is_serious() && self.seeds[change.seed].undefined.is_none()
        })
    }

    /// Whether something was found that is not refuted.
    pub fn has_findings(&self) -> bool {
        if self.contradictions().next().is_some() {
            return true;
        }
        let mut all = self.groups.iter().flat_map(|group| &group.findings);
        all.any(|finding| !matches!(finding.evidence, Evidence::Refuted | Evidence::Outside { .. }))
    }
}
