//! What callers are told of functions that were analysed before them.

use super::constants::{Constants, Left, Required};
use super::leaves::Leaves;
use super::{Clauses, Promise};
use soundline_c::{FunctionId, Program, VarId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, OnceLock};

/// What a caller needs to know of a function.
#[derive(Debug)]
pub(crate) struct Summary {
    /// What it requires of its parameters.
    pub(crate) requires: Clauses,
    /// The same clause by clause, and what needs each.
    pub(crate) needed: Vec<Required>,
    /// Which of these are left if parameters are some numbers, as far as it was asked for.
    pub(super) left: Mutex<BTreeMap<Constants, Left>>,
    /// The parameters that always have the values of the call.
    pub(crate) steady: BTreeSet<VarId>,
    /// What holds when it returns.
    pub(crate) promise: Promise,
    /// What it leaves behind its parameters.
    pub(crate) leaves: Leaves,
}

/// The summaries of all functions that are done. Threads share them. Who calls a function directly begins when that is done, but
/// for cycles, so that what is found here does not depend on how many threads there are.
#[derive(Debug)]
pub(crate) struct Summaries {
    all: Vec<OnceLock<Summary>>,
    /// Which functions call each other.
    cycles: Vec<Option<usize>>,
}

impl Summaries {
    pub(crate) fn new(program: &Program) -> Summaries {
        let all = program.functions.iter().map(|_| OnceLock::new()).collect();
        Summaries { all, cycles: crate::graph::cycles(program) }
    }

    /// The summary of a function that is done.
    pub(crate) fn of(&self, function: FunctionId) -> Option<&Summary> {
        self.all[function.index()].get()
    }

    /// Whether two functions call each other, directly or by way of others.
    pub(super) fn call_each_other(&self, one: FunctionId, other: FunctionId) -> bool {
        let cycle = |id: FunctionId| self.cycles[id.index()];
        one != other && cycle(one).is_some() && cycle(one) == cycle(other)
    }

    pub(crate) fn add(&self, function: FunctionId, summary: Summary) {
        self.all[function.index()].get_or_init(|| summary);
    }
}
