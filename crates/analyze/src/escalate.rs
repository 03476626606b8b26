//! Cheaper analyses first, and the others only for what is left (Sect. 4.3: bounding spurious errors).

use crate::{
    Analysis, Assumption, AssumptionId, CheckReport, Counts, Scope, Settings, Status, StopReason,
    analyze,
};
use soundline_c::{FunctionId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Analyses a program with one way after the other. Each later one gets the functions in which
/// checks are left (in a whole program, all of it); what was verified before stays verified.
pub fn escalate(
    program: &Program,
    stages: &[Settings],
    interrupted: &dyn Fn() -> bool,
) -> Option<Analysis> {
    let (first, rest) = stages.split_first()?;
    let mut analysis = analyze(program, first, interrupted);
    for stage in rest {
        let left = functions_left(&analysis);
        if left.is_empty() || interrupted() {
            break;
        }
        let only = (stage.scope == Scope::Modular).then_some(left);
        let next = analyze(program, &Settings { only, ..stage.clone() }, interrupted);
        analysis = together(analysis, next);
    }
    Some(analysis)
}

/// The functions in which something is not settled.
fn functions_left(analysis: &Analysis) -> BTreeSet<FunctionId> {
    let open = analysis.checks.iter().filter(|check| !check.is_settled());
    open.map(|check| check.function).collect()
}

/// What two analyses know. Where both have a report of a function, the later one's points count.
fn together(earlier: Analysis, mut later: Analysis) -> Analysis {
    let shift = earlier.assumptions.iter().map(|assumption| assumption.id.0).max().unwrap_or(0);
    // What both assume is one assumption.
    let number = |own: &Assumption| {
        let same = earlier.assumptions.iter().find(|other| is_same(own, other));
        same.map_or(AssumptionId(own.id.0 + shift), |same| same.id)
    };
    let numbers = later.assumptions.iter().map(|own| (own.id, number(own))).collect();
    renumber(&mut later, &numbers);
    let mut found: BTreeMap<(FunctionId, u32), CheckReport> =
        later.checks.into_iter().map(|check| ((check.function, check.id), check)).collect();
    let checks =
        earlier.checks.into_iter().map(|check| match found.remove(&(check.function, check.id)) {
            Some(other) => better(check, other),
            None => check,
        });
    let checks = checks.collect();
    let mut functions = earlier.functions;
    for report in later.functions {
        match functions.iter_mut().find(|own| own.function == report.function) {
            Some(own) => *own = report,
            None => functions.push(report),
        }
    }
    let mut counts: Counts = earlier.counts;
    counts.add(later.counts);
    let mut assumptions = earlier.assumptions;
    let known = |own: &Assumption| own.id.0 <= shift;
    assumptions.extend(later.assumptions.into_iter().filter(|own| !known(own)));
    let stop = stop(earlier.stop, later.stop);
    Analysis { functions, checks, assumptions, counts, stop, checkpoint: later.checkpoint }
}

/// The report that says more about a check.
fn better(earlier: CheckReport, later: CheckReport) -> CheckReport {
    let rank = |check: &CheckReport| match (check.status, check.provided.len()) {
        (Status::Unreachable, 0) => 0,
        (Status::Verified, 0) => 1,
        (Status::DefinitelyFails, 0) => 2,
        (Status::Unreachable, _) => 3,
        (Status::Verified, _) => 4,
        (Status::DefinitelyFails, _) => 5,
        (Status::MayFail, _) => 6,
    };
    if rank(&earlier) < rank(&later) { earlier } else { later }
}

fn is_same(a: &Assumption, b: &Assumption) -> bool {
    (a.function, a.label, a.complete) == (b.function, b.label, b.complete)
        && (&a.predicate, &a.reasons) == (&b.predicate, &b.reasons)
}

fn renumber(analysis: &mut Analysis, numbers: &BTreeMap<AssumptionId, AssumptionId>) {
    let moved = |ids: &BTreeSet<AssumptionId>| -> BTreeSet<AssumptionId> {
        ids.iter().map(|id| numbers.get(id).copied().unwrap_or(*id)).collect()
    };
    for assumption in &mut analysis.assumptions {
        assumption.id = numbers.get(&assumption.id).copied().unwrap_or(assumption.id);
    }
    for check in &mut analysis.checks {
        check.provided = moved(&check.provided);
    }
    for point in analysis.functions.iter_mut().flat_map(|function| &mut function.points) {
        point.provided = moved(&point.provided);
    }
}

fn stop(earlier: StopReason, later: StopReason) -> StopReason {
    match (earlier, later) {
        (StopReason::Interrupted, _) | (_, StopReason::Interrupted) => StopReason::Interrupted,
        (StopReason::Bound(mut a), StopReason::Bound(b)) => {
            a.extend(b);
            StopReason::Bound(a)
        }
        (StopReason::Finished, other) | (other, StopReason::Finished) => other,
    }
}
