//! What contracts are inferred from: what was seen of one function, and what that depends on.

use super::assumptions::Assumed;
use super::causes::Needed;
use super::dependencies::Dependencies;
use super::{At, Seen};
use crate::contract::{Argument, Given, Promise, Returned};
use crate::engine::Engine;
use crate::graph::End;
use crate::state::Root;
use crate::transfer::Outcome;
use crate::{AssumptionId, Reason};
use soundline_c::{FunctionId, Terminator};
use std::collections::{BTreeMap, BTreeSet};

/// What was seen of the functions of some runs.
pub(crate) struct Known<'a> {
    seen: &'a Seen,
    dependencies: &'a Dependencies,
    roots: BTreeMap<Root, AssumptionId>,
    segments: BTreeMap<(usize, usize), u32>,
    /// The segments that return, by function and block.
    returning: BTreeMap<(FunctionId, usize), u32>,
    bounded: bool,
}

impl<'a> Known<'a> {
    pub(crate) fn new(
        engine: &Engine<'_>,
        seen: &'a Seen,
        dependencies: &'a Dependencies,
        assumed: &[Assumed],
    ) -> Self {
        let roots = assumed.iter().filter_map(|one| Some((one.root?, one.assumption.id))).collect();
        let bound = |reason: &Reason| matches!(reason, Reason::Bound(_));
        let bounded = assumed.iter().any(|one| one.assumption.reasons.iter().any(bound));
        let functions: BTreeSet<_> = seen.reached.iter().map(|(function, _)| *function).collect();
        let (mut segments, mut returning) = (BTreeMap::new(), BTreeMap::new());
        for function in functions {
            let shape = engine.shape(function);
            for (number, segment) in shape.segments.iter().enumerate() {
                let last = &shape.cfg.blocks[segment.block].terminator;
                if matches!(last, Terminator::Return(_)) && segment.ends != End::Call {
                    returning.insert((function, segment.block), number as u32);
                }
                let own =
                    (segment.start..segment.end).map(|at| ((segment.block, at), number as u32));
                segments.extend(own);
            }
        }
        Self { seen, dependencies, roots, segments, returning, bounded }
    }

    /// What is given back at the end of a block; none if control does not get there.
    pub(crate) fn given(&self, function: FunctionId, block: usize) -> Option<&Given> {
        self.seen.given.get(&(function, block))
    }

    /// The assumptions that what is given back at the end of a block depends on.
    pub(crate) fn provided_at_end(
        &self,
        function: FunctionId,
        block: usize,
    ) -> BTreeSet<AssumptionId> {
        let segment = self.returning.get(&(function, block)).copied();
        let of = |segment: u32| self.dependencies.of((function, segment), usize::MAX);
        segment.map(of).unwrap_or_default()
    }

    /// The assumptions that it depends on what holds at all returns, those that control does not get to included.
    pub(crate) fn promised_under(&self) -> BTreeSet<AssumptionId> {
        let all = self.returning.keys();
        let mut under: BTreeSet<_> =
            all.flat_map(|(function, block)| self.provided_at_end(*function, *block)).collect();
        let roots = self.seen.given.values().flat_map(|given| &given.roots);
        under.extend(roots.filter_map(|root| self.root(*root)));
        under
    }

    /// What the function promises.
    pub(crate) fn promise(
        &self,
        engine: &Engine<'_>,
        function: FunctionId,
        returns: &[Returned],
    ) -> Promise {
        let rests = !self.promised_under().is_empty();
        Promise::new(engine, function, returns, self.seen.exit.as_ref(), rests)
    }

    /// Whether a check may fail at an instruction.
    pub(crate) fn may_fail(&self, at: At) -> bool {
        let outcomes = self.seen.outcomes.get(&at).into_iter().flatten();
        outcomes
            .into_iter()
            .any(|(outcome, _)| matches!(outcome, Outcome::MayFail | Outcome::Fails))
    }

    /// Whether it fails for sure in some of the states there.
    pub(crate) fn fails(&self, at: At) -> bool {
        let outcomes = self.seen.outcomes.get(&at).into_iter().flatten();
        outcomes.into_iter().any(|(outcome, _)| *outcome == Outcome::Fails)
    }

    /// Whether nothing is known about the pointer that a check is about.
    pub(crate) fn is_nothing_known(&self, at: At) -> bool {
        let why = self.seen.why.get(&at);
        why.is_some_and(|why| why.starts_with("nothing is known about the pointer"))
    }

    /// What a root needs of its pointer that stands for several accesses; where these are, and what each needs of what the pointers
    /// have in common.
    pub(crate) fn united(&self, root: Root) -> Option<(Needed, &[(At, Needed)])> {
        Some((*self.seen.needed.get(&root)?, self.seen.united.get(&root)?))
    }

    /// The checks that a root stands for that are no accesses.
    pub(crate) fn alike(&self, root: Root) -> &[At] {
        self.seen.alike.get(&root).map_or(&[], |all| all)
    }

    /// What the number can be that a check wants in a range.
    pub(crate) fn range(&self, at: At) -> Option<(i128, i128)> {
        self.seen.ranges.get(&at).copied()
    }

    /// What is known of an argument about a clause, by its number.
    pub(crate) fn argument(&self, at: At, clause: usize) -> Argument {
        let all = self.seen.arguments.get(&at);
        all.and_then(|all| all.get(clause).cloned()).unwrap_or(Argument::Open)
    }

    /// The assumption that a root is.
    pub(crate) fn root(&self, root: Root) -> Option<AssumptionId> {
        self.roots.get(&root).copied()
    }

    /// The assumptions that what is known before an instruction depends on, or that it holds by.
    pub(crate) fn provided(&self, at: At) -> BTreeSet<AssumptionId> {
        let segment = self.segments.get(&(at.1, at.2)).copied();
        let mut all = segment.map(|segment| self.dependencies.of((at.0, segment), at.2));
        let under = self.seen.under.get(&at).into_iter().flatten();
        all.get_or_insert_default().extend(under.filter_map(|root| self.roots.get(root)));
        all.unwrap_or_default()
    }

    /// Whether a bound was reached: then not all was looked at.
    pub(crate) fn is_bounded(&self) -> bool {
        self.bounded
    }

    /// Whether control may get to an instruction.
    pub(crate) fn is_reached(&self, at: At) -> bool {
        let segment = self.segments.get(&(at.1, at.2));
        segment.is_some_and(|segment| self.seen.reached.contains(&(at.0, *segment)))
    }
}
