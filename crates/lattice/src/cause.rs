//! One cause instead of many red laws: a violation that contains a violation of a more basic law.
//!
//! Where `leq` is not reflexive, nearly every law fails. A violated law is said to follow from a more
//! basic one only if each of its counterexamples at hand contains elements that violate the basic
//! law themselves, or uses an operation that changes its operands. Laws about concrete values never
//! follow from others: they are judged from outside.

use crate::laws::ids::*;
use crate::{Check, Class, Failure, LawId, Recipe, Report, Status};

/// The laws that explain others, the most basic ones first: what an operation must not do to its
/// operands, what an order is, what a join and a meet are, and what follows from that.
const BASIC: &[LawId] = &[
    LEQ_PURE,
    JOIN_PURE,
    MEET_PURE,
    WIDENING_PURE,
    NARROWING_PURE,
    LEQ_REFLEXIVE,
    LEQ_ANTISYMMETRIC,
    LEQ_TRANSITIVE,
    BOTTOM_IS_LOWER_BOUND,
    TOP_IS_UPPER_BOUND,
    LEQ_INVARIANT,
    JOIN_IS_LEAST,
    MEET_IS_GREATEST,
    JOIN_IDEMPOTENT,
    MEET_IDEMPOTENT,
    JOIN_COMMUTATIVE,
    MEET_COMMUTATIVE,
    LEQ_IMPLIES_JOIN,
    LEQ_IMPLIES_MEET,
    JOIN_IMPLIES_LEQ,
    MEET_IMPLIES_LEQ,
    JOIN_INVARIANT,
    MEET_INVARIANT,
    JOIN_ASSOCIATIVE,
    MEET_ASSOCIATIVE,
    JOIN_MEET_ABSORPTION,
    MEET_JOIN_ABSORPTION,
    JOIN_IMPLIES_MEET,
    MEET_IMPLIES_JOIN,
];

/// Find out which violations follow from others. The checks are those of one lattice, each with its
/// report.
pub fn assign(checks: &[Check], reports: &mut [Report]) {
    let checks: Vec<&Check> = checks.iter().collect();
    (0..reports.len()).for_each(|place| assign_one(&checks, reports, place));
}

/// Find out whether the last of the violations follows from one of the others.
pub fn assign_last(checks: &[&Check], reports: &mut [Report]) {
    if let Some(last) = reports.len().checked_sub(1) {
        assign_one(checks, reports, last);
    }
}

/// Put the laws that can explain others to the front, the most basic one first.
pub fn basic_first(checks: &mut [Check]) {
    let rank = |check: &Check| BASIC.iter().position(|basic| check.law == Some(*basic));
    checks.sort_by_key(|check| rank(check).unwrap_or(BASIC.len()));
}

/// Find out whether the violation at a place follows from another one.
pub(crate) fn assign_one(checks: &[&Check], reports: &mut [Report], place: usize) {
    let Some(failure) = reports[place].counterexample().map(|example| example.failure.clone())
    else {
        return;
    };
    let fails =
        |report: &Report| report.counterexample().is_some_and(|example| example.failure == failure);
    if failure != Failure::Wrong {
        // The same panic is told once, with the first law that meets it.
        let first = reports[..place].iter().find(|report| fails(report));
        reports[place].follows_from = first.map(|report| report.name.clone());
        return;
    }
    let wrong: Vec<LawId> = BASIC
        .iter()
        .copied()
        .filter(|law| reports.iter().any(|report| report.law == Some(*law) && fails(report)))
        .collect();
    reports[place].follows_from = follows_from_law(checks[place], &mut reports[place], &wrong);
}

fn follows_from_law(check: &Check, report: &mut Report, wrong: &[LawId]) -> Option<String> {
    let law = check.law?;
    if check.class == Class::Concretisation {
        return None;
    }
    let before = BASIC.iter().take_while(|basic| **basic != law);
    let suspects: Vec<LawId> = before.copied().filter(|basic| wrong.contains(basic)).collect();
    if suspects.is_empty() {
        return None;
    }
    let mut session = check.open();
    let mut explain = |recipe: &Recipe| session.explained_by(recipe, &suspects);
    let Status::Violated(first) = &mut report.status else { return None };
    let cause = explain(&first.recipe)?;
    // A counterexample that the basic laws do not explain is the one to show.
    match report.alternatives.iter_mut().find(|other| explain(&other.recipe).is_none()) {
        Some(unexplained) => {
            std::mem::swap(first, unexplained);
            None
        }
        None => Some(cause.name().to_string()),
    }
}
