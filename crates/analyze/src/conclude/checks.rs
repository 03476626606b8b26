//! What came of the checks.

use super::assumptions::Assumed;
use super::dependencies::{Backwards, Dependencies};
use super::slices::Slices;
use super::sources::Origins;
use super::{Seen, kind_of};
use crate::engine::Engine;
use crate::state::Root;
use crate::transfer::{Outcome, is_wanted};
use crate::{AssumptionId, BoundKind, CheckReport, Kind, Reason, Status};
use soundline_c::{Action, Check, CheckKind, FunctionId, Role, Span};
use std::collections::{BTreeMap, BTreeSet};

/// One of the instructions of a check.
struct Part<'p> {
    check: &'p Check,
    span: Span,
    block: usize,
    at: usize,
    segment: u32,
}

/// The reports of all checks of all functions.
pub(crate) fn reports(
    engine: &Engine<'_>,
    seen: &Seen,
    dependencies: &Dependencies,
    assumed: &[Assumed],
    functions: &[FunctionId],
) -> Vec<CheckReport> {
    let mut reports = Vec::new();
    let mut changes = Backwards::new(dependencies, &seen.imprecise);
    let roots: BTreeMap<Root, AssumptionId> =
        assumed.iter().filter_map(|one| Some((one.root?, one.assumption.id))).collect();
    // Where the work ends for want of time, what has been seen of a program is no ground to accuse it.
    let cut: BTreeSet<AssumptionId> = assumed
        .iter()
        .filter(|one| one.assumption.reasons.contains(&Reason::Bound(BoundKind::Ticks)))
        .map(|one| one.assumption.id)
        .collect();
    for function in functions.iter().copied() {
        let origins = Origins::new(engine, function);
        for (id, parts) in parts(engine, function) {
            let sums = parts.iter().map(|part| changes.sum((function, part.segment)));
            let steps = sums.map(|(sum, _)| sum).max().unwrap_or(0);
            let mut report = report(engine, seen, dependencies, function, id, &parts);
            if report.status == Status::DefinitelyFails && !report.provided.is_disjoint(&cut) {
                report.status = Status::MayFail;
                report.provided.clear();
            }
            if report.status == Status::Verified {
                let places = parts.iter().map(|part| (function, part.block, part.at));
                let alone = places.filter_map(|place| seen.alone.get(&place));
                report.provided.extend(alone.filter_map(|(label, grant)| {
                    let one = assumed.iter().map(|one| (&one.assumption, one.grant));
                    let mut one = one.filter(|(made, own)| {
                        made.function == function && made.label == *label && *own == Some(*grant)
                    });
                    one.next().map(|(made, _)| made.id)
                }));
                let places = parts.iter().map(|part| (function, part.block, part.at));
                let under = places.filter_map(|place| seen.under.get(&place)).flatten();
                report.provided.extend(under.filter_map(|root| roots.get(root)));
            }
            if report.is_warning() {
                report.root = roots.get(&(function, id)).copied();
                let (kind, at) = open_part(seen, function, &parts);
                let why = report.why.as_deref().unwrap_or("");
                // Of a pointer that is known it is open how many bytes are used.
                let of_size = why.contains("bytes from byte");
                report.origin = Some(origins.of(kind, at, of_size));
                report.provided.retain(|id| Some(*id) != report.root);
            }
            if !is_checked_at_calls(engine, &report) {
                reports.push(CheckReport { steps, ..report });
            }
        }
    }
    reports
}

/// Says of warnings where what would show that they hold is lost.
pub(crate) fn tell_losses(
    engine: &Engine<'_>,
    seen: &Seen,
    dependencies: &Dependencies,
    functions: &[FunctionId],
    reports: &mut [CheckReport],
) {
    let mut changes = Backwards::new(dependencies, &seen.imprecise);
    for function in functions.iter().copied() {
        let (slices, all) = (Slices::new(engine, seen, function), parts(engine, function));
        let own = reports.iter_mut().filter(|one| one.function == function && one.is_warning());
        for report in own {
            let Some(parts) = all.get(&report.id) else { continue };
            let sums = parts.iter().map(|part| changes.sum((function, part.segment)));
            let first = sums.max_by_key(|(sum, _)| *sum).and_then(|(_, first)| first);
            let open = open_part(seen, function, parts);
            report.why = slices.why(report.why.take(), open, first);
        }
    }
}

/// The first instruction of a check at which it may fail.
fn open_part<'a, 'p>(
    seen: &Seen,
    function: FunctionId,
    parts: &'a [Part<'p>],
) -> (&'a CheckKind, (usize, usize)) {
    let fails = |part: &&Part<'_>| seen.why.contains_key(&(function, part.block, part.at));
    let part = parts.iter().find(fails).unwrap_or(&parts[0]);
    (&part.check.kind, (part.block, part.at))
}

/// Whether an error call is the body of an assertion function, which the analysis does not enter: its calls are the
/// checks.
fn is_checked_at_calls(engine: &Engine<'_>, report: &CheckReport) -> bool {
    report.kind == Kind::ErrorCall
        && report.status == Status::Unreachable
        && matches!(engine.program.function(report.function).role, Role::Assert | Role::Error)
}

/// The instructions of each check of a function.
fn parts<'p>(engine: &Engine<'p>, function: FunctionId) -> BTreeMap<u32, Vec<Part<'p>>> {
    let shape = engine.shape(function);
    let mut parts: BTreeMap<u32, Vec<Part<'p>>> = BTreeMap::new();
    let cfg = shape.cfg;
    for (number, segment) in shape.segments.iter().enumerate() {
        let block = &cfg.blocks[segment.block];
        for at in segment.start..segment.end {
            let instruction = &block.instructions[at];
            if let Action::Check(check) = &instruction.action
                && is_wanted(&engine.env, &check.kind)
            {
                let segment_number = number as u32;
                let span = instruction.span;
                parts.entry(check.id).or_default().push(Part {
                    check,
                    span,
                    block: segment.block,
                    at,
                    segment: segment_number,
                });
            }
        }
    }
    parts
}

/// The report of a check but for the steps behind it.
fn report(
    engine: &Engine<'_>,
    seen: &Seen,
    dependencies: &Dependencies,
    function: FunctionId,
    id: u32,
    parts: &[Part<'_>],
) -> CheckReport {
    let statuses: Vec<Status> = parts.iter().map(|part| status(seen, function, part)).collect();
    let first = &parts[0];
    let provided: BTreeSet<_> =
        parts.iter().flat_map(|part| dependencies.of((function, part.segment), part.at)).collect();
    let status = if engine.abandoned.get() { Status::MayFail } else { together(&statuses) };
    let message = match &first.check.kind {
        CheckKind::Assertion(_) => engine.program.source.slice(first.span).into_owned(),
        kind => engine.program.show_check(kind),
    };
    // A warning stands whatever the assumptions are.
    let provided = if status == Status::MayFail { BTreeSet::new() } else { provided };
    CheckReport {
        function,
        id,
        span: first.span,
        kind: kind_of(first.check),
        message,
        why: parts
            .iter()
            .filter(|_| matches!(status, Status::MayFail | Status::DefinitelyFails))
            .find_map(|part| seen.why.get(&(function, part.block, part.at)).cloned()),
        status,
        provided,
        steps: 0,
        root: None,
        origin: None,
        point: engine.point_before(function, first.block, first.at),
    }
}

/// What came of one instruction over all contexts.
fn status(seen: &Seen, function: FunctionId, part: &Part<'_>) -> Status {
    let Some(outcomes) = seen.outcomes.get(&(function, part.block, part.at)) else {
        return Status::Unreachable;
    };
    let all = |wanted: Outcome| outcomes.iter().all(|(outcome, _)| *outcome == wanted);
    let certain = outcomes.iter().any(|(_, certain)| *certain);
    match () {
        () if outcomes.iter().all(|(outcome, _)| holds(*outcome)) => Status::Verified,
        () if all(Outcome::Fails) && certain => Status::DefinitelyFails,
        () => Status::MayFail,
    }
}

fn holds(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Holds | Outcome::HoldsIf(_))
}

/// What came of an assertion, from what came of its conjuncts.
fn together(statuses: &[Status]) -> Status {
    let any = |wanted: Status| statuses.contains(&wanted);
    match () {
        () if any(Status::DefinitelyFails) => Status::DefinitelyFails,
        () if any(Status::MayFail) => Status::MayFail,
        () if any(Status::Verified) => Status::Verified,
        () => Status::Unreachable,
    }
}
