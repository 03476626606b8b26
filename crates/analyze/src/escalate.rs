//! Cheaper analyses first, and the others only for what is left (Sect. 4.3: bounding spurious errors).
//!
//! A stage is a domain with bounds. What one stage found is handed on: a check that is proved stays proved, and the next stage
//! takes it for granted; branches in which nothing is left to verify are not followed again. A stage that differs from the one
//! before it in its bounds alone goes on from the checkpoint of that.

use crate::{
    Analysis, Assumption, AssumptionId, BoundKind, Bounds, CheckReport, Counts, Crew, Known,
    Reason, Scope, Settings, Status, StopReason, analyze_by, resume,
};
use soundline_c::{FunctionId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Analyses a program with one way after the other. Each later one gets the functions in which
/// checks are left (in a whole program, all of it); what was verified before stays verified.
pub fn escalate(program: &Program, stages: &[Settings], crew: Crew<'_>) -> Option<Analysis> {
    let (first, rest) = stages.split_first()?;
    let mut analysis = stage(program, first, rest.is_empty(), crew);
    // What the last stage took for granted, and whether it reached no bound.
    let mut handed_on = Known::default();
    let mut finished = analysis.stop == StopReason::Finished;
    for (place, settings) in (1..).zip(rest) {
        let left = functions_left(&analysis);
        if left.is_empty() {
            break;
        }
        if (crew.interrupted)() {
            analysis.stop = StopReason::Interrupted;
            break;
        }
        let again = finished && is_same_but_bounds(&stages[place - 1], settings);
        if again && known(&analysis).branches.is_subset(&handed_on.branches) {
            continue;
        }
        (crew.known)(&analysis);
        let only = (settings.scope == Scope::Modular).then_some(left);
        let granted = handed_on.clone();
        let settings = Settings { only, known: granted, ..settings.clone() };
        let goes_on = analysis
            .checkpoint
            .take()
            .and_then(|checkpoint| resume(program, &settings, &checkpoint, crew.interrupted).ok());
        let resumed = goes_on.is_some();
        let next = match goes_on {
            Some(next) => next,
            None => {
                handed_on = if settings.checkpoint { known(&analysis) } else { Known::default() };
                let settings = Settings { known: handed_on.clone(), ..settings };
                stage(program, &settings, place + 1 == stages.len(), crew)
            }
        };
        finished = next.stop == StopReason::Finished;
        let pruned = !handed_on.branches.is_empty();
        analysis = together(analysis, next, How { pruned, resumed });
    }
    Some(analysis)
}

/// One stage. If another one may follow, it stops before the first widening, so that what is known there is not lost to the
/// warnings that come of widening, and goes on from the checkpoint.
fn stage(program: &Program, settings: &Settings, last: bool, crew: Crew<'_>) -> Analysis {
    if last || !settings.checkpoint || settings.bounds.widenings.is_some() {
        return analyze_by(program, settings, crew);
    }
    let bounds = Bounds { widenings: Some(0), ..settings.bounds };
    let before = analyze_by(program, &Settings { bounds, ..settings.clone() }, crew);
    let Some(checkpoint) = before.checkpoint.clone().filter(|_| !(crew.interrupted)()) else {
        return before;
    };
    match resume(program, settings, &checkpoint, crew.interrupted) {
        Ok(after) => {
            // Branches that were verified before the widening are pruned by the next stage.
            let branches: BTreeMap<FunctionId, _> = before
                .functions
                .iter()
                .map(|report| (report.function, report.verified_branches.clone()))
                .collect();
            let mut all = together(before, after, How { pruned: false, resumed: true });
            for report in &mut all.functions {
                report.verified_branches =
                    branches.get(&report.function).cloned().unwrap_or_default();
            }
            all
        }
        Err(_) => before,
    }
}

/// Whether two stages differ in their bounds alone.
fn is_same_but_bounds(one: &Settings, other: &Settings) -> bool {
    let other = Settings { bounds: one.bounds, ..other.clone() };
    format!("{one:?}") == format!("{other:?}")
}

/// The functions in which something is not settled.
fn functions_left(analysis: &Analysis) -> BTreeSet<FunctionId> {
    let open = analysis.checks.iter().filter(|check| !check.is_settled());
    open.map(|check| check.function).collect()
}

/// What the next analysis can take for granted.
fn known(analysis: &Analysis) -> Known {
    let settled = analysis.checks.iter().filter(|check| check.is_settled());
    let holds = |check: &CheckReport| check.status == Status::Verified;
    let branches = analysis.functions.iter().flat_map(|report| {
        let sides = report.verified_branches.iter();
        sides.map(|branch| (report.function, branch.block, branch.side))
    });
    Known {
        checks: settled.map(|check| ((check.function, check.id), holds(check))).collect(),
        branches: branches.collect(),
    }
}

/// How a later analysis came about.
#[derive(Clone, Copy)]
struct How {
    /// Branches were left out.
    pruned: bool,
    /// It went on where the earlier one stopped.
    resumed: bool,
}

/// What two analyses know. Where both have a report of a function, the later one's points count, unless it left branches out.
fn together(earlier: Analysis, mut later: Analysis, how: How) -> Analysis {
    let shift = earlier.assumptions.iter().map(|assumption| assumption.id.0).max().unwrap_or(0);
    // What both assume is one assumption.
    let number = |own: &Assumption| {
        let same = earlier.assumptions.iter().find(|other| is_same(own, other));
        same.map_or(AssumptionId(own.id.0 + shift), |same| same.id)
    };
    let numbers = later.assumptions.iter().map(|own| (own.id, number(own))).collect();
    renumber(&mut later, &numbers);
    let own: BTreeSet<AssumptionId> = later.assumptions.iter().map(|made| made.id).collect();
    let bounded: BTreeSet<AssumptionId> =
        earlier.assumptions.iter().filter(|made| is_bound(made)).map(|made| made.id).collect();
    // What would hold if a stage had come to its end says nothing against what is known already.
    let open: BTreeSet<AssumptionId> = match later.stop {
        StopReason::Interrupted => {
            later.assumptions.iter().filter(|made| is_bound(made)).map(|made| made.id).collect()
        }
        _ => BTreeSet::new(),
    };
    let mut found: BTreeMap<(FunctionId, u32), CheckReport> =
        later.checks.into_iter().map(|check| ((check.function, check.id), check)).collect();
    let checks =
        earlier.checks.into_iter().map(|check| match found.remove(&(check.function, check.id)) {
            Some(other) if !open.is_disjoint(&other.provided) => check,
            Some(other) if how.pruned => {
                better(check.clone(), on_all_paths(&check, other), &bounded)
            }
            Some(other) => better(check, other, &bounded),
            None => check,
        });
    let checks: Vec<CheckReport> = checks.collect();
    let mut functions = earlier.functions;
    for report in later.functions {
        match functions.iter_mut().find(|own| own.function == report.function) {
            Some(own) if how.pruned => own.counts = report.counts,
            Some(own) => *own = report,
            None => functions.push(report),
        }
    }
    let mut counts = Counts::default();
    match how.resumed {
        // What was counted before is in it.
        true => functions.iter().for_each(|report| counts.add(report.counts)),
        false => [earlier.counts, later.counts].into_iter().for_each(|own| counts.add(own)),
    }
    // An assumption of an earlier bound that nothing rests on any more is none.
    let points = functions.iter().flat_map(|function| &function.points);
    let used: BTreeSet<AssumptionId> = checks
        .iter()
        .flat_map(|check| &check.provided)
        .chain(points.flat_map(|point| &point.provided))
        .copied()
        .collect();
    let stays = |made: &Assumption| {
        !bounded.contains(&made.id) || own.contains(&made.id) || used.contains(&made.id)
    };
    let mut assumptions: Vec<Assumption> = earlier.assumptions.into_iter().filter(stays).collect();
    assumptions.extend(later.assumptions.into_iter().filter(|made| made.id.0 > shift));
    let stop = stop(earlier.stop, later.stop, &assumptions);
    let mut contracts = earlier.contracts;
    contracts.extend(later.contracts.into_iter().filter(|own| own.id.0 > shift));
    let checkpoint = later.checkpoint;
    Analysis { functions, checks, assumptions, contracts, counts, stop, checkpoint }
}

/// What a check comes to on all paths, if it comes to `later` on those that the later analysis followed. On the others the
/// earlier one verified it, or found that nothing gets there.
fn on_all_paths(earlier: &CheckReport, later: CheckReport) -> CheckReport {
    let status = match (earlier.status, later.status) {
        (Status::Unreachable, Status::Unreachable) => Status::Unreachable,
        (_, Status::Unreachable) => Status::Verified,
        (_, Status::DefinitelyFails) => Status::MayFail,
        (_, status) => status,
    };
    CheckReport { status, ..later }
}

/// The report that says more about a check. A warning counts more than what holds only under an earlier bound.
fn better(
    earlier: CheckReport,
    later: CheckReport,
    bounded: &BTreeSet<AssumptionId>,
) -> CheckReport {
    let rank = |check: &CheckReport| match (check.status, check.provided.len()) {
        (Status::Unreachable, 0) => 0,
        (Status::Verified, 0) => 1,
        (Status::DefinitelyFails, 0) => 2,
        (Status::Unreachable, _) => 3,
        (Status::Verified, _) => 4,
        (Status::DefinitelyFails, _) => 5,
        (Status::MayFail, _) => 6,
    };
    let provisional = earlier.provided.iter().any(|id| bounded.contains(id));
    let stands = !provisional || earlier.is_warning();
    match stands && rank(&earlier) < rank(&later) {
        true => earlier,
        false => later,
    }
}

/// Whether a bound is the reason.
fn is_bound(made: &Assumption) -> bool {
    made.reasons.iter().any(|reason| matches!(reason, Reason::Bound(_)))
}

fn is_same(a: &Assumption, b: &Assumption) -> bool {
    (a.function, a.label, a.complete, a.check) == (b.function, b.label, b.complete, b.check)
        && (&a.predicate, &a.reasons) == (&b.predicate, &b.reasons)
}

fn renumber(analysis: &mut Analysis, numbers: &BTreeMap<AssumptionId, AssumptionId>) {
    let moved = |ids: &BTreeSet<AssumptionId>| -> BTreeSet<AssumptionId> {
        ids.iter().map(|id| numbers.get(id).copied().unwrap_or(*id)).collect()
    };
    for assumption in &mut analysis.assumptions {
        assumption.id = numbers.get(&assumption.id).copied().unwrap_or(assumption.id);
    }
    for contract in &mut analysis.contracts {
        contract.id = numbers.get(&contract.id).copied().unwrap_or(contract.id);
        contract.provided = moved(&contract.provided);
    }
    for check in &mut analysis.checks {
        check.provided = moved(&check.provided);
        check.root = check.root.map(|id| numbers.get(&id).copied().unwrap_or(id));
    }
    for point in analysis.functions.iter_mut().flat_map(|function| &mut function.points) {
        point.provided = moved(&point.provided);
    }
}

/// The bounds that count are those of assumptions that are left, and of the last stage.
fn stop(earlier: StopReason, later: StopReason, left: &[Assumption]) -> StopReason {
    let mut kinds: BTreeSet<BoundKind> = BTreeSet::new();
    match (earlier, later) {
        (StopReason::Interrupted, _) | (_, StopReason::Interrupted) => {
            return StopReason::Interrupted;
        }
        (_, StopReason::Bound(own)) => kinds.extend(own),
        (_, StopReason::Finished) => {}
    }
    kinds.extend(left.iter().flat_map(|made| &made.reasons).filter_map(|reason| match reason {
        Reason::Bound(kind) => Some(*kind),
        Reason::Granted(_) | Reason::Root(_) | Reason::Contract => None,
    }));
    match kinds.is_empty() {
        true => StopReason::Finished,
        false => StopReason::Bound(kinds),
    }
}
