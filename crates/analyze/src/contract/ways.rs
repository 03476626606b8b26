//! Whether a function needs something of others whichever way control takes through it.

use super::Subject;
use super::clause::Need;
use super::constants::By;
use super::infer::{Demand, Finder};
use super::reaching::Reaching;
use super::values::base;
use crate::conclude::{At, Needed};
use soundline_c::{CheckKind, Value, VarId};

impl Finder<'_, '_> {
    /// The blocks of the accesses that a check stands for.
    pub(super) fn blocks(&self, id: u32, open: &[At]) -> Vec<usize> {
        let united = open.first().and_then(|at| self.known.united((at.0, id)));
        let others = united.into_iter().flat_map(|(_, all)| all).map(|(at, _)| at.1);
        open.iter().map(|at| at.1).chain(others).collect()
    }

    /// Whether all of what a check needs is needed whichever way control takes: of a pointer that it stands for several accesses
    /// to, the last byte, and to write.
    pub(super) fn is_certain(
        &self,
        (id, open): (u32, &[At]),
        check: &CheckKind,
        own: (Subject, Need),
    ) -> bool {
        let (CheckKind::Access { pointer, .. }
        | CheckKind::Region { pointer, .. }
        | CheckKind::Free(pointer)) = check
        else {
            let blocks = open.iter().map(|at| at.1);
            return self.tracer.reaching.are_on_all_ways(blocks, &[]);
        };
        let united = open.first().and_then(|at| self.known.united((at.0, id)));
        let Some((hull, all)) = united.filter(|_| matches!(own.1, Need::Valid(_))) else {
            return self.is_on_all_ways(&self.blocks(id, open), pointer, own);
        };
        let most = all.iter().map(|(_, needed)| needed.to).max();
        let least = all.iter().map(|(_, needed)| needed.from).min();
        let on_all_ways = |wanted: &dyn Fn(&Needed) -> bool| {
            let own_blocks = all.iter().filter(|(_, needed)| wanted(needed));
            let blocks: Vec<usize> = own_blocks.map(|(at, _)| at.1).collect();
            self.is_on_all_ways(&blocks, pointer, own)
        };
        // What lies before the pointer is there if the object is; what lies behind may be another one.
        on_all_ways(&|one| Some(one.to) == most)
            && (hull.from >= 0 || on_all_ways(&|one| Some(one.from) == least))
            && (!hull.write || on_all_ways(&|one| one.write))
    }

    /// Whether a check stands for one access at each of its places.
    pub(super) fn is_whole(&self, id: u32, open: &[At]) -> bool {
        let united = open.first().and_then(|at| self.known.united((at.0, id)));
        united.is_none_or(|(_, all)| all.len() < 2)
    }

    /// Whether control passes one of these blocks whichever way it takes; if null will do, but for ways on which the pointer is
    /// found to be that.
    pub(super) fn is_on_all_ways(
        &self,
        blocks: &[usize],
        pointer: &Value,
        own: (Subject, Need),
    ) -> bool {
        let takes_null = own.1.takes_null();
        let names = base(pointer).into_iter().chain(own.0.parameter.filter(|_| own.0.depth == 0));
        let null: Vec<VarId> = names.filter(|_| takes_null).collect();
        self.tracer.reaching.are_on_all_ways(blocks.iter().copied(), &null)
    }
}

/// What is needed at several places, on one of which control is whichever way it takes, is needed on all ways.
pub(super) fn together(reaching: &Reaching<'_, '_>, demands: &mut [Demand]) {
    let blocks = |one: &Demand| match &one.by {
        By::Checks(blocks) | By::Call { blocks, .. } => blocks.clone(),
    };
    for at in 0..demands.len() {
        let Demand { subject, need, certain, whole, .. } = demands[at];
        if certain || !whole {
            continue;
        }
        let same = |one: &&Demand| one.whole && one.subject == subject && one.need == need;
        let passed: Vec<usize> = demands.iter().filter(same).flat_map(blocks).collect();
        let null: Vec<VarId> =
            subject.parameter.filter(|_| need.takes_null()).into_iter().collect();
        demands[at].certain = reaching.are_on_all_ways(passed.into_iter(), &null);
    }
}
