//! Branches on which nothing is left to verify (Sect. 4.3).

use super::dependencies::{Dependencies, Spot};
use crate::engine::Engine;
use crate::{AssumptionId, CheckReport, Status, VerifiedBranch};
use soundline_c::{Action, FunctionId, Terminator};
use std::collections::{BTreeMap, BTreeSet};

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
    let places = places(engine, checks);
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
            if is_verified((checks, &places), dependencies, &before, &after) {
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
    (checks, places): (&[CheckReport], &[Vec<Spot>]),
    dependencies: &Dependencies,
    before: &BTreeSet<Spot>,
    after: &BTreeSet<Spot>,
) -> bool {
    let mut any = false;
    let comes = |place: &[Spot]| place.iter().any(|spot| after.contains(spot));
    for (check, _) in checks.iter().zip(places).filter(|(_, place)| comes(place)) {
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

/// The segments in which each check is.
fn places(engine: &Engine<'_>, checks: &[CheckReport]) -> Vec<Vec<Spot>> {
    let functions: BTreeSet<FunctionId> = checks.iter().map(|check| check.function).collect();
    let mut spots: BTreeMap<_, Vec<Spot>> = BTreeMap::new();
    for function in functions {
        let shape = engine.shape(function);
        for (number, segment) in (0..).zip(&shape.segments) {
            let instructions = &shape.cfg.blocks[segment.block].instructions;
            for instruction in &instructions[segment.start..segment.end] {
                if let Action::Check(check) = &instruction.action {
                    spots.entry((function, check.id)).or_default().push((function, number));
                }
            }
        }
    }
    let of_check = |check: &CheckReport| spots.get(&(check.function, check.id));
    checks.iter().map(|check| of_check(check).cloned().unwrap_or_default()).collect()
}
