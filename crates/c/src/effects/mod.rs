//! What evaluating an expression or calling a function may read and write: where the order of evaluation matters,
//! what a call changes that is not followed, whether a check can move.
//!
//! C leaves open in which order operands and arguments are evaluated. Two accesses to one object
//! clash if one of them writes it. If neither is inside a call, C calls that undefined; if one is,
//! the program just has several behaviours, and compilers choose different ones.

mod expressions;
mod functions;

use crate::{FunctionId, Memory, VarId, tree::Expr};
use std::collections::BTreeSet;

pub use functions::{FunctionEffects, Summaries};

/// Which memory is read and written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Access {
    /// Variables that are read by name.
    reads: BTreeSet<VarId>,
    /// Variables that are written by name.
    writes: BTreeSet<VarId>,
    /// Whether something is read through a pointer.
    reads_memory: bool,
    /// Whether something is written through a pointer.
    writes_memory: bool,
    /// Whether an element is written whose index may be outside of its array.
    strays: bool,
    /// Whether nothing is known: all that functions share is read and written.
    anything: bool,
    /// Whether there are program points at which all that functions share can be looked at.
    observes: bool,
}

/// What an evaluation does. Accesses of the expression itself stand apart from those of the functions
/// that it calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// What the expression itself does.
    direct: Access,
    /// What the functions do that it calls.
    called: Access,
    /// Whether a call in it may end the program, or this path of it, without a failed check.
    pub(crate) stops: bool,
    /// Whether it may not come back: it stops, fails, or calls what is not known.
    ends: bool,
    /// Whether other code runs meanwhile that could see what happened before.
    leaves: bool,
    /// Whether it can be told that it was evaluated: there is a check in it, or a program point in
    /// what it calls.
    observed: bool,
    /// Whether there are statements in it.
    pub(crate) statements: bool,
    /// Whether there are calls in it.
    pub(crate) calls: bool,
    /// The functions with a body that it calls and that see nothing of what functions share.
    pub(crate) secluded: BTreeSet<FunctionId>,
}

impl Access {
    fn anything() -> Access {
        Access { anything: true, observes: true, ..Access::default() }
    }

    /// Of a function without a body; none if nothing is known of it.
    fn of_library(memory: Option<Memory>) -> Access {
        let Some(memory) = memory.filter(|memory| *memory < Memory::Anything) else {
            return Access::anything();
        };
        let reads_memory = memory >= Memory::Reads;
        let writes_memory = memory >= Memory::Writes;
        Access { reads_memory, writes_memory, ..Access::default() }
    }

    fn add(&mut self, other: &Access) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.reads_memory |= other.reads_memory;
        self.writes_memory |= other.writes_memory;
        self.strays |= other.strays;
        self.anything |= other.anything;
        self.observes |= other.observes;
    }

    fn is_none(&self) -> bool {
        *self == Access { strays: self.strays, ..Access::default() }
    }
}

impl Effects {
    /// Whether it only reads, or writes what C forbids others to look at meanwhile.
    pub(crate) fn is_plain(&self) -> bool {
        !self.stops && self.called.is_none()
    }

    /// Whether other code runs meanwhile that could see what happened before, or that does not come back.
    pub fn leaves(&self) -> bool {
        self.leaves
    }

    /// Whether it writes a variable by name that another evaluation reads or writes by name, neither of them in a
    /// call: if nothing orders them, C says nothing about the result.
    pub(crate) fn races(&self, other: &Effects) -> bool {
        let (own, other) = (&self.direct, &other.direct);
        own.writes.iter().any(|id| other.writes.contains(id) || other.reads.contains(id))
    }

    /// Whether it writes a variable by name, not in a call.
    pub(crate) fn writes_itself(&self, id: VarId) -> bool {
        self.direct.writes.contains(&id)
    }

    /// The variables that it writes by name.
    pub(crate) fn written(&self) -> impl Iterator<Item = VarId> + use<'_> {
        self.direct.writes.iter().chain(&self.called.writes).copied()
    }

    /// Whether it may write more than that.
    pub(crate) fn writes_memory(&self) -> bool {
        [&self.direct, &self.called].iter().any(|access| access.writes_memory || access.anything)
    }
}

impl Summaries {
    /// Whether it makes a difference which of two evaluations comes first.
    pub(crate) fn conflict(&self, a: &Effects, b: &Effects) -> bool {
        let hidden = (a.stops && b.observed) || (b.stops && a.observed);
        // The last point before a call must be one that every order passes.
        let misplaced = a.statements != b.statements && (a.calls || b.calls);
        hidden
            || misplaced
            || self.clash(&a.called, &b.called)
            || self.clash(&a.called, &b.direct)
            || self.clash(&a.direct, &b.called)
    }

    /// Whether the value of an expression may be another one before and after an evaluation.
    pub fn disturb(&self, effects: &Effects, expr: &Expr) -> bool {
        let seen = self.of_value(expr);
        let parts = |effects: &Effects| [effects.direct.clone(), effects.called.clone()];
        let seen = parts(&seen);
        parts(effects).iter().any(|writer| seen.iter().any(|other| self.disturbs(writer, other)))
    }

    /// Whether one evaluation writes what functions share.
    pub(crate) fn changes_shared(&self, effects: &Effects) -> bool {
        effects.writes_memory() || effects.written().any(|id| self.is_shared(id))
    }

    fn clash(&self, a: &Access, b: &Access) -> bool {
        self.disturbs(a, b) || self.disturbs(b, a)
    }

    /// Whether a write of one is to what the other reads or writes.
    fn disturbs(&self, writer: &Access, other: &Access) -> bool {
        let by_name = || other.reads.iter().chain(&other.writes);
        let in_memory = other.reads_memory || other.writes_memory;
        if writer.anything {
            return other.anything || in_memory || by_name().any(|id| self.is_shared(*id));
        }
        if other.anything {
            return writer.writes_memory || writer.writes.iter().any(|id| self.is_shared(*id));
        }
        let seen = other.observes
            && (writer.writes_memory || writer.writes.iter().any(|id| self.is_shared(*id)));
        let same = by_name().any(|id| writer.writes.contains(id));
        let pointed = |id: &VarId| self.is_pointed_to(*id);
        seen || same
            || (writer.writes_memory && (in_memory || by_name().any(pointed)))
            || (in_memory && writer.writes.iter().any(pointed))
    }
}
