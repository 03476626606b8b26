//! The parts of a function that the analysis steps through: blocks, cut after calls.

use super::liveness::live;
use super::order::{Order, order};
use soundline_c::{Action, Cfg, Label, Program, Terminator, VarId};
use std::collections::BTreeSet;

/// A function as a graph of segments.
pub(crate) struct Shape<'p> {
    pub(crate) cfg: &'p Cfg,
    pub(crate) segments: Vec<Segment>,
    pub(crate) order: Order,
    /// How many segments of the function may come before each.
    pub(crate) predecessors: Vec<u32>,
    /// The first segment of each block.
    pub(crate) first: Vec<usize>,
    /// The variables that are read from the start of each block on.
    pub(crate) live: Vec<BTreeSet<VarId>>,
}

/// Some instructions of a block that run one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    pub(crate) block: usize,
    /// Its instructions are those from here...
    pub(crate) start: usize,
    /// ...to before here. With a call at the end, that is the last.
    pub(crate) end: usize,
    pub(crate) ends: End,
    /// The labelled point at its very start.
    pub(crate) label: Option<Label>,
}

/// How a segment ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// With a call; the next segment goes on after it.
    Call,
    /// With the block's terminator.
    Terminator,
}

impl<'p> Shape<'p> {
    pub(crate) fn new(program: &Program, cfg: &'p Cfg) -> Self {
        let mut segments = Vec::new();
        let mut first = Vec::new();
        for (number, block) in cfg.blocks.iter().enumerate() {
            first.push(segments.len());
            let mut start = 0;
            for (at, instruction) in block.instructions.iter().enumerate() {
                if matches!(instruction.action, Action::Call { .. }) {
                    segments.push(segment(cfg, number, start, at + 1, End::Call));
                    start = at + 1;
                }
            }
            let end = block.instructions.len();
            segments.push(segment(cfg, number, start, end, End::Terminator));
        }
        let successors: Vec<Vec<usize>> = (0..segments.len())
            .map(|at| match segments[at].ends {
                End::Call => vec![at + 1],
                End::Terminator => {
                    let terminator: &Terminator = &cfg.blocks[segments[at].block].terminator;
                    let mut next: Vec<usize> =
                        terminator.successors().iter().map(|id| first[id.index()]).collect();
                    next.sort_unstable();
                    next.dedup();
                    next
                }
            })
            .collect();
        let mut predecessors = vec![0; segments.len()];
        successors.iter().flatten().for_each(|next| predecessors[*next] += 1);
        let order = order(&successors);
        let live = live(program, cfg);
        Self { cfg, segments, order, predecessors, first, live }
    }

    /// Whether the edge goes back to the head of a component that it starts in.
    pub(crate) fn is_back_edge(&self, from: usize, to: usize) -> bool {
        self.order.heads[from].contains(&(to as u32))
    }
}

fn segment(cfg: &Cfg, block: usize, start: usize, end: usize, ends: End) -> Segment {
    let first = cfg.blocks[block].instructions[start..end].first();
    let label = first.and_then(|instruction| match instruction.action {
        Action::Point(label) => Some(label),
        _ => None,
    });
    Segment { block, start, end, ends, label }
}
