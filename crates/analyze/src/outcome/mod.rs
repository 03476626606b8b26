//! What the analysis of one file came to, as data for all readers: text, JSON, SARIF, HTML.
//!
//! Everything in it is in the terms of the file: lines, columns and the user's own expressions.

mod identity;
mod names;
mod shared;
mod tell;

use serde::{Deserialize, Serialize};
use soundline_c::Program;

use crate::render::Listing;
use crate::{Analysis, BoundKind, Origin, Overflow, Scope, Settings};
use names::Name;
use std::collections::HashSet;

pub use identity::Identity;
pub use shared::{Elsewhere, Shared, share};

/// What the analysis of one file came to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// The file, as it was given.
    pub file: String,
    /// Its lines.
    pub lines: Vec<String>,
    /// What was analyzed: the whole program from a function on, or each function by itself.
    pub scope: String,
    /// The abstract domain, or the domains one after the other.
    pub domain: String,
    /// The bounds that were asked for, in words; empty without any.
    pub bounds: String,
    /// Why it ended.
    pub stop: Stop,
    /// What the fixpoint did.
    #[serde(deserialize_with = "names::counts")]
    pub counts: Vec<(&'static str, u64)>,
    /// How many functions were analyzed.
    pub functions: usize,
    /// All checks, in the order of the text.
    pub checks: Vec<Row>,
    /// What was assumed where a bound was reached, and what is taken for granted.
    pub assumptions: Vec<Assumed>,
    /// What functions need of others, and whether that is checked.
    #[serde(default)]
    pub contracts: Vec<Agreed>,
    /// Those about parties that other files know, too.
    #[serde(default)]
    pub shared: Vec<Shared>,
    /// What is known at program points, in the order of the text.
    pub states: Vec<State>,
    /// How long it took.
    pub millis: u64,
}

/// A file that was to be analyzed, and was not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The file, as it was given.
    pub file: String,
    /// Why.
    pub why: Why,
}

/// Why a file was not analyzed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// It cannot be used, for a reason in words.
    Unusable(String),
    /// The run was stopped before its turn.
    Stopped,
    /// The run was stopped in the middle of a step that cannot be interrupted.
    Stuck,
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Why::Unusable(reason) => f.write_str(reason),
            Why::Stopped => f.write_str("not analyzed: stopped before"),
            Why::Stuck => f.write_str("stopped in the middle of a step: nothing is known about it"),
        }
    }
}

/// Why an analysis ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stop {
    /// It reached the fixpoint.
    #[default]
    Finished,
    /// These bounds were reached.
    Bound(Vec<String>),
    /// The user stopped it, or the time was over.
    Interrupted,
}

/// A check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The function that it is in.
    pub function: String,
    /// What kind of check.
    #[serde(deserialize_with = "names::kind")]
    pub kind: Name,
    /// Where it is.
    pub place: Place,
    /// The expression that it is about.
    pub text: String,
    /// What is known about it.
    pub standing: Standing,
    /// The assumptions that this depends on.
    pub provided: Vec<String>,
    /// How many steps that may have lost precision stand before it.
    pub steps: u64,
    /// What is known where it may fail.
    pub why: Option<String>,
    /// Why nobody needs to look at it, if it is a finding.
    #[serde(default)]
    pub accepted: Option<Accepted>,
    /// Where the values come from that may be wrong, if it may fail.
    pub origin: Option<Origin>,
    /// The assumption that it is for what follows, if it may fail and something depends on that.
    pub root: Option<String>,
    /// How many other checks depend on that.
    pub dependents: usize,
    /// Contracts are told in this order: those that something known may not satisfy (0), those that all paths need, then the others.
    #[serde(default)]
    pub rank: u8,
    /// The line of a finding in a header, as the preprocessor left it.
    #[serde(default)]
    pub quote: Option<String>,
    /// Other files whose checks depend on it.
    #[serde(default)]
    pub elsewhere: Vec<Elsewhere>,
}

/// Why a finding is none for the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Accepted {
    /// It was there before.
    Known,
    /// The user allows it, for a reason.
    Allowed(String),
    /// It is in a header, or about what several files share, and told with this file already.
    Told(String),
}

/// Where something is.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The file, if it is another one than that of the outcome: a header.
    pub header: Option<String>,
    /// The line, from 1.
    pub line: u32,
    /// The first byte in the line, from 0.
    pub from: usize,
    /// The byte after the last one in the line.
    pub to: usize,
}

/// What is known about a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Standing {
    /// It fails whenever it is reached.
    Fails,
    /// It may fail.
    MayFail,
    /// It holds if the assumptions hold.
    UnderAssumptions,
    /// It is never reached if the assumptions hold. That is no proof: a bound may have kept the analysis from getting there.
    UnreachableUnderAssumptions,
    /// It holds.
    Verified,
    /// It is never reached.
    Unreachable,
}

/// Something that was assumed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumed {
    /// Its name.
    pub id: String,
    /// The function that it is in.
    pub function: String,
    /// The label of its program point.
    pub label: u32,
    /// Where that is.
    pub place: Place,
    /// What was assumed.
    pub predicate: String,
    /// The bound that was reached, or what is taken for granted.
    pub reason: String,
    /// Whether it is taken for granted whatever the bounds are.
    pub granted: bool,
    /// Whether it is that a check holds which may fail: one of the findings.
    pub root: bool,
}

/// A contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreed {
    /// The assumption that it is.
    pub id: String,
    /// What it is about: `function`, `type`, `member`, `variable`, `result` or `output`.
    pub about: String,
    /// Its name: `f requires`.
    pub name: String,
    /// The clauses, in words.
    pub clauses: Vec<String>,
    /// The clauses of a function that ACSL can express.
    pub acsl: Vec<String>,
    /// Whether all calls satisfy it, if the contracts that it depends on are satisfied.
    pub checked: bool,
    /// The other functions that require the same, if all of them are one warning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same: Vec<String>,
    /// What these functions require, with the numbers of parameters: the same whichever of them is the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub common: Option<String>,
}

/// What is known at a program point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Where it is: before this.
    pub place: Place,
    /// What holds; none if it is never reached.
    pub holds: Option<String>,
    /// The assumptions that this depends on.
    pub provided: Vec<String>,
}

impl Standing {
    /// All, the worst first.
    pub const ALL: [Standing; 6] = [
        Standing::Fails,
        Standing::MayFail,
        Standing::UnderAssumptions,
        Standing::UnreachableUnderAssumptions,
        Standing::Verified,
        Standing::Unreachable,
    ];

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Fails => "definitely-fails",
            Standing::MayFail => "may-fail",
            Standing::UnderAssumptions => "verified-under-assumptions",
            Standing::Verified => "verified",
            Standing::UnreachableUnderAssumptions => "unreachable-under-assumptions",
            Standing::Unreachable => "unreachable",
        }
    }

    /// Its name in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Standing::Fails => "definitely fail",
            Standing::MayFail => "may fail",
            Standing::UnderAssumptions => "verified under assumptions",
            Standing::Verified => "verified",
            Standing::UnreachableUnderAssumptions => "unreachable under assumptions",
            Standing::Unreachable => "unreachable",
        }
    }

    /// Whether it holds, or is not reached, only if the assumptions hold.
    pub fn is_conditional(self) -> bool {
        matches!(self, Standing::UnderAssumptions | Standing::UnreachableUnderAssumptions)
    }

    /// Whether a user must look at it.
    pub fn is_finding(self) -> bool {
        matches!(self, Standing::Fails | Standing::MayFail)
    }
}

impl Outcome {
    /// What an analysis says about the file of a listing. Which file that is, and how the analysis was
    /// asked for, is left open.
    pub fn new(
        program: &Program,
        listing: &Listing<'_>,
        overflow: Overflow,
        analysis: &Analysis,
    ) -> Outcome {
        tell::Teller { program, listing, overflow }.outcome(analysis)
    }

    /// How many checks have a standing.
    pub fn count(&self, standing: Standing) -> usize {
        self.checks.iter().filter(|row| row.standing == standing).count()
    }

    /// The findings: those that definitely fail first, then those whose values come from closer by, with the fewest
    /// imprecise steps before them, then contracts.
    pub fn ranked(&self) -> Vec<&Row> {
        let mut findings: Vec<&Row> =
            self.checks.iter().filter(|row| row.is_open_finding()).collect();
        findings.sort_by_key(|row| {
            let contract = row.kind == "contract";
            let given = (row.standing, contract, row.provided.len(), row.rank);
            (given, row.origin, row.steps, &row.place)
        });
        findings
    }

    /// How many checks hold only if findings are none.
    pub fn depending(&self) -> usize {
        let roots = self.assumptions.iter().filter(|assumed| assumed.root);
        let roots: HashSet<&str> = roots.map(|assumed| assumed.id.as_str()).collect();
        let holds = |row: &&Row| row.standing.is_conditional();
        let depends = |row: &&Row| row.provided.iter().any(|id| roots.contains(id.as_str()));
        self.checks.iter().filter(holds).filter(depends).count()
    }

    /// Whether what a check comes to depends on nothing but that findings are none: checks that may fail and come before it, and
    /// contracts.
    pub fn rests_on_findings(&self, row: &Row) -> bool {
        let is_root =
            |id: &String| self.assumptions.iter().any(|assumed| assumed.root && assumed.id == *id);
        row.provided.iter().all(is_root)
    }

    /// What is taken for granted becomes findings of its own.
    pub fn doubt_what_is_granted(&mut self) {
        let doubted = self.assumptions.iter().filter(|one| one.granted).cloned();
        let doubted: Vec<Assumed> = doubted.collect();
        self.checks.extend(doubted.into_iter().map(|assumed| Row {
            function: assumed.function,
            kind: "assumption",
            place: assumed.place,
            text: assumed.reason,
            standing: Standing::MayFail,
            provided: Vec::new(),
            steps: 0,
            why: Some(assumed.predicate),
            accepted: None,
            origin: None,
            root: None,
            dependents: 0,
            rank: 0,
            quote: None,
            elsewhere: Vec::new(),
        }));
        self.checks.sort_by(|one, other| one.place.cmp(&other.place));
    }

    /// `12 checks: 9 verified, 2 may fail, 1 unreachable`: every check is in it once.
    pub fn tally(&self) -> String {
        let order = [
            Standing::Verified,
            Standing::UnderAssumptions,
            Standing::MayFail,
            Standing::Fails,
            Standing::UnreachableUnderAssumptions,
            Standing::Unreachable,
        ];
        let parts: Vec<String> = order
            .into_iter()
            .map(|standing| (self.count(standing), standing))
            .filter(|(count, _)| *count > 0)
            .map(|(count, standing)| match (count, standing) {
                (1, Standing::Fails) => "1 definitely fails".to_owned(),
                _ => format!("{count} {}", standing.words()),
            })
            .collect();
        match self.checks.len() {
            0 => "no checks".to_owned(),
            1 => format!("1 check: {}", parts.join(", ")),
            several => format!("{several} checks: {}", parts.join(", ")),
        }
    }
}

impl Stop {
    /// Its name in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Stop::Finished => "finished",
            Stop::Bound(_) => "bound",
            Stop::Interrupted => "interrupted",
        }
    }

    /// Why it ended, as the end of a sentence; none if it finished.
    pub fn words(&self) -> Option<String> {
        match self {
            Stop::Finished => None,
            Stop::Bound(kinds) => Some(format!("stopped by the bound on {}", kinds.join(" and "))),
            Stop::Interrupted => Some("interrupted".to_owned()),
        }
    }
}

impl Row {
    /// Whether a user must look at it: a finding that nobody has accepted.
    pub fn is_open_finding(&self) -> bool {
        self.standing.is_finding() && self.accepted.is_none()
    }

    /// What is wrong, in a sentence.
    pub fn complaint(&self) -> &'static str {
        let (may, fails) = match self.kind {
            "assertion" => ("this assertion may fail", "this assertion fails"),
            "error-call" => ("this error call may be reached", "this error call is reached"),
            "division" => (
                "the divisor may be zero or the quotient too large",
                "the divisor is zero or the quotient too large",
            ),
            "index" => ("the index may be out of bounds", "the index is out of bounds"),
            "access" => ("the pointer may be invalid here", "the pointer is null or invalid here"),
            "overflow" => ("this may overflow", "this overflows"),
            "shift" => ("the shift amount may be out of range", "the shift amount is out of range"),
            "float-to-int" => {
                ("the number may not fit the type", "the number does not fit the type")
            }
            "free" => ("this may free what cannot be freed", "this frees what cannot be freed"),
            "length" => (
                "the length of this array may not be positive",
                "the length of this array is not positive",
            ),
            "return" => (
                "the end of a function with a result may be reached",
                "the end of a function with a result is reached",
            ),
            "overlap" => ("source and destination may overlap", "source and destination overlap"),
            "float" => (
                "the result may be infinite or not a number",
                "the result is infinite or not a number",
            ),
            "uninitialised" => ("this may have no value yet", "this has no value yet"),
            "leak" => ("memory may not be freed at the end", "memory is not freed at the end"),
            "contract" => {
                ("this is required, and not checked", "this is required, and does not hold")
            }
            "assumption" => ("this is taken for granted", "this is taken for granted"),
            _ => ("this may be reached", "this is reached"),
        };
        if self.standing == Standing::Fails { fails } else { may }
    }
}

/// What to analyze of a program, and why in words: from a function on if one is asked for, from `main`
/// on if there is one, else each function by itself.
pub fn scope_of(
    program: &Program,
    entry: Option<&str>,
    modular: bool,
) -> Result<(Scope, String), String> {
    let defined =
        |name: &str| program.function_named(name).filter(|id| program.function(*id).cfg.is_some());
    let alone = "each function by itself";
    match (entry, defined("main")) {
        _ if modular => Ok((Scope::Modular, alone.to_owned())),
        (Some(name), _) => match defined(name) {
            Some(entry) => Ok((Scope::Whole { entry }, format!("whole program from {name}"))),
            None => Err(format!("there is no function `{name}` to start from")),
        },
        (None, Some(entry)) => Ok((Scope::Whole { entry }, "whole program from main".into())),
        (None, None) => Ok((Scope::Modular, format!("{alone} (there is no main)"))),
    }
}

/// The bounds of settings in words; empty without any.
pub fn bounds_of(settings: &Settings) -> String {
    let kinds = [
        BoundKind::Ticks,
        BoundKind::Joins,
        BoundKind::Widenings,
        BoundKind::Calls,
        BoundKind::Guards,
    ];
    let set: Vec<String> = kinds
        .into_iter()
        .filter_map(|kind| Some(format!("{} {kind}", settings.bounds.of(kind)?)))
        .collect();
    match (set.is_empty(), settings.per_function) {
        (true, _) => String::new(),
        (_, true) => format!("at most {} in each function", set.join(", ")),
        (_, false) => format!("at most {}", set.join(", ")),
    }
}

/// `a1 and a2`, as the end of `provided`.
pub fn conjunction(names: &[String]) -> String {
    names.join(" && ")
}
