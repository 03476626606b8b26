//! Branches on which nothing is left to verify (Sect. 4.3).

use super::dependencies::{Dependencies, Spot};
use crate::engine::Engine;
use crate::{AssumptionId, CheckReport, Status, VerifiedBranch};
use soundline_c::{Action, FunctionId, Terminator};
use std::collections::BTreeSet;

/// The sides of branches of a function from which on all checks are verified, under assumptions that
/// no path through that side can break. Only where functions are analysed alone, or in the entry.
pub(crate) fn verified_branches(
    engine: &Engine<'_>,
    function: FunctionId,
    checks: &[CheckReport],
    dependencies: &Dependencies,
) -> Vec<VerifiedBranch> {
    let shape = engine.shape(function);
    let mut found = Vec::new();
    if dependencies.origins.is_empty() || !engine.settings.residual {
        return found;
    }
    for (number, block) in shape.cfg.blocks.iter().enumerate() {
        let Terminator::Branch(_, then, otherwise) = &block.terminator else { continue };
        if then == otherwise {
            continue;
        }
        let last = shape.segments.iter().rposition(|segment| segment.block == number);
        let Some(last) = last else { continue };
        let before = dependencies.reaching((function, last as u32));
        for (to, side) in [(then, true), (otherwise, false)] {
            let first = (function, shape.first[to.index()] as u32);
            let after = dependencies.reach(&[first]);
            if is_verified(engine, checks, dependencies, &before, &after) {
                let label = shape.segments[first.1 as usize].label;
                found.push(VerifiedBranch { block: number, span: block.span, side, label });
            }
        }
    }
    found
}

/// Whether all checks on the way are verified, and every assumption that this rests on is made where
/// these paths never come.
fn is_verified(
    engine: &Engine<'_>,
    checks: &[CheckReport],
    dependencies: &Dependencies,
    before: &BTreeSet<Spot>,
    after: &BTreeSet<Spot>,
) -> bool {
    let mut any = false;
    for check in checks.iter().filter(|check| comes(engine, check, after)) {
        any = true;
        if !matches!(check.status, Status::Verified | Status::Unreachable) {
            return false;
        }
        let broken = |id: &AssumptionId| {
            let origins = dependencies.origins.get(id).map_or(&[][..], |all| all);
            origins.iter().any(|spot| before.contains(spot) || after.contains(spot))
        };
        if check.provided.iter().any(broken) {
            return false;
        }
    }
    any
}

/// Whether a check is in one of the segments.
fn comes(engine: &Engine<'_>, check: &CheckReport, spots: &BTreeSet<Spot>) -> bool {
    let shape = engine.shape(check.function);
    spots.iter().filter(|(function, _)| *function == check.function).any(|(_, number)| {
        let segment = &shape.segments[*number as usize];
        let instructions = &shape.cfg.blocks[segment.block].instructions;
        instructions[segment.start..segment.end].iter().any(
            |instruction| matches!(&instruction.action, Action::Check(own) if own.id == check.id),
        )
    })
}
