//! What holds at labelled points.

use super::Seen;
use super::dependencies::Dependencies;
use super::facts::Viewer;
use crate::engine::Engine;
use crate::{PointReport, Predicate};
use soundline_c::{Action, FunctionId, Label};

/// The reports of all points of a function.
pub(crate) fn reports(
    engine: &Engine<'_>,
    seen: &Seen,
    dependencies: &Dependencies,
    function: FunctionId,
) -> Vec<PointReport> {
    let shape = engine.shape(function);
    let mut reports: Vec<PointReport> = Vec::new();
    for (number, segment) in shape.segments.iter().enumerate() {
        let block = &shape.cfg.blocks[segment.block];
        let mut last: Option<Predicate> = None;
        for at in segment.start..segment.end {
            let Action::Point(label) = block.instructions[at].action else { continue };
            let state = seen.points.get(&(function, label));
            let viewer = Viewer::new(engine, function, label);
            let state = state.map(|state| viewer.known(state).predicate);
            let provided = dependencies.of((function, number as u32), at);
            // Where nothing was written since the point before, nothing new is said.
            let redundant = last.is_some() && state == last;
            last = state.clone();
            reports.push(PointReport { function, label, state, provided, redundant });
        }
    }
    mark_unreachable(engine, function, &mut reports);
    reports.sort_by_key(|report| report.label);
    reports
}

/// A point that cannot be reached because the one before it in the text cannot either says nothing
/// new.
fn mark_unreachable(engine: &Engine<'_>, function: FunctionId, reports: &mut [PointReport]) {
    let shape = engine.shape(function);
    let unreached: Vec<Label> =
        reports.iter().filter(|report| report.state.is_none()).map(|report| report.label).collect();
    for report in reports.iter_mut().filter(|report| report.state.is_none()) {
        let block = shape.cfg.blocks.iter().position(|block| {
            block
                .instructions
                .iter()
                .any(|i| matches!(i.action, Action::Point(l) if l == report.label))
        });
        let Some(block) = block else { continue };
        let first = shape.cfg.blocks[block].instructions.iter().find_map(|i| match i.action {
            Action::Point(label) => Some(label),
            _ => None,
        });
        let inner = first != Some(report.label);
        let entered: Vec<usize> = shape
            .cfg
            .blocks
            .iter()
            .enumerate()
            .filter(|(_, other)| other.terminator.successors().iter().any(|id| id.index() == block))
            .map(|(index, _)| index)
            .collect();
        let dominated = !entered.is_empty()
            && entered.iter().all(|index| {
                let labels =
                    shape.cfg.blocks[*index].instructions.iter().filter_map(|i| match i.action {
                        Action::Point(label) => Some(label),
                        _ => None,
                    });
                let labels: Vec<Label> = labels.collect();
                labels.last().is_some_and(|label| unreached.contains(label))
            });
        report.redundant = inner || dominated;
    }
}
