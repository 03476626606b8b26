//! What is to be said at each program point (Alg. 2 of the paper).

use super::spots::{Asserted, Spots};
use crate::{
    Analysis, AssumptionId, CheckReport, FunctionReport, Kind, PointReport, Predicate, Status,
};
use soundline_c::{Label, Span};
use std::collections::BTreeSet;

/// Which annotations are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// Those that say something new.
    #[default]
    Needed,
    /// One at every point, as in the paper.
    All,
}

/// An annotation at a program point.
#[derive(Clone, Debug, PartialEq)]
pub enum Note<'a> {
    /// `assumed P as a`.
    Assumed {
        /// Its identifier.
        id: AssumptionId,
        /// What was assumed; none is false.
        predicate: Option<&'a Predicate>,
        /// Whether C can say all of it.
        complete: bool,
    },
    /// `assume P provided A`.
    Assume {
        /// What holds.
        said: Said<'a>,
        /// What it depends on.
        provided: &'a BTreeSet<AssumptionId>,
    },
}

/// What holds at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Said<'a> {
    /// Nothing gets there.
    False,
    /// These facts.
    Facts(&'a Predicate),
    /// A condition of the program has this truth value.
    Condition(Span, bool),
}

/// The annotations of a function, in the order of their labels. At one label what was assumed comes
/// first, then what is known, then what became of assertions.
pub fn notes<'a>(
    analysis: &'a Analysis,
    report: &'a FunctionReport,
    spots: &Spots,
    choice: Choice,
) -> Vec<(Label, Note<'a>)> {
    let mut notes = assumed(analysis, report);
    let contract = |id| analysis.contracts.iter().any(|contract| contract.id == id);
    let states = notes.iter().filter(|(_, note)| match note {
        Note::Assumed { id, .. } => !contract(*id),
        Note::Assume { .. } => true,
    });
    // A contract says nothing about the state at the start of its function.
    let taken: BTreeSet<Label> = states.map(|(label, _)| *label).collect();
    let known = report.points.iter().filter(|point| !taken.contains(&point.label));
    notes.extend(known.filter(|point| is_wanted(point, spots, choice)).filter_map(state));
    for asserted in spots.asserted() {
        let about = analysis.checks_of(report.function).filter(|check| is_about(check, asserted));
        notes.extend(about.filter_map(|check| settled(check, asserted)));
    }
    // The sort is stable: what was said first about a label stays first.
    notes.sort_by_key(|(label, _)| *label);
    notes
}

fn assumed<'a>(analysis: &'a Analysis, report: &FunctionReport) -> Vec<(Label, Note<'a>)> {
    let here = analysis.assumptions.iter().filter(|made| made.function == report.function);
    let here = here.filter(|made| made.is_carried());
    here.map(|made| {
        let (id, complete) = (made.id, made.complete);
        (made.label, Note::Assumed { id, predicate: made.predicate.as_ref(), complete })
    })
    .collect()
}

/// A point in an expression is next to that of the statement around it, and a loop's to that of its
/// head: they say nothing more to a reader.
fn is_wanted(point: &PointReport, spots: &Spots, choice: Choice) -> bool {
    let Some(spot) = spots.at(point.label) else { return false };
    !spot.nested && !spot.before_loop && (choice == Choice::All || !point.redundant)
}

fn state(point: &PointReport) -> Option<(Label, Note<'_>)> {
    let said = match &point.state {
        None => Said::False,
        Some(predicate) if predicate.facts.is_empty() => return None,
        Some(predicate) => Said::Facts(predicate),
    };
    Some((point.label, Note::Assume { said, provided: &point.provided }))
}

fn is_about(check: &CheckReport, asserted: &Asserted) -> bool {
    check.kind == Kind::Assertion && check.span == asserted.condition
}

/// That an assertion holds, or that it never does.
fn settled<'a>(check: &'a CheckReport, asserted: &Asserted) -> Option<(Label, Note<'a>)> {
    let holds = match check.status {
        Status::Verified => true,
        Status::DefinitelyFails => false,
        Status::MayFail | Status::Unreachable => return None,
    };
    let said = Said::Condition(asserted.condition, holds == asserted.positive);
    Some((asserted.label, Note::Assume { said, provided: &check.provided }))
}
