//! Contracts: what functions that are analysed alone take for granted of values that come from elsewhere.
//!
//! A check that may fail because nothing is known about a parameter, a member of a struct, a global variable or the result
//! of a call is a warning about whoever provides that value, not about each of its uses. All that is needed of one *party* is
//! one contract, inferred backwards from the checks. Each clause is sufficient for the checks that rest on it, though a
//! weaker one may do. The contract of a function is checked where the function is called: there it is shown, or it becomes
//! a clause of the caller's contract.

mod below;
mod calls;
mod clause;
mod constants;
mod cycles;
mod family;
mod freed;
mod given;
mod infer;
mod kept;
mod leaves;
mod lengths;
mod lent;
mod numbers;
mod parts;
mod promise;
mod reaching;
mod returns;
mod settle;
mod source;
mod summaries;
mod united;
mod values;
mod ways;
mod words;

pub(crate) use below::index_of;
pub(crate) use calls::{Argument, arguments};
pub(crate) use clause::{Clauses, Subject, Told};
pub(crate) use constants::required;
pub use family::Family;
pub(crate) use freed::Freed;
pub use given::Takers;
pub(crate) use given::{PARAMETERS, record};
pub(crate) use infer::{Inferred, infer};
pub(crate) use lengths::number_of;
pub(crate) use promise::Promise;
pub(crate) use reaching::Reaching;
pub(crate) use returns::{Given, Returned};
pub(crate) use settle::settle;
pub(crate) use summaries::Summaries;
pub(crate) use words::words;

use crate::{AssumptionId, Status};
use soundline_c::{FunctionId, RecordId, Span, TypeId, VarId};
use std::collections::BTreeSet;

/// Who a contract is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Party {
    /// A function: what it requires of its parameters.
    Function(FunctionId),
    /// A type: what functions whose callers are not known require of parameters that point to it.
    Given(TypeId),
    /// A member of a struct or union: what it holds where it is used.
    Member(RecordId, usize),
    /// A variable with static storage: what it holds where it is used.
    Variable(VarId),
    /// The result of a function, where it is used.
    Result(FunctionId),
    /// What a function leaves in a variable whose address is its argument with this number, where it is used: that it stays there
    /// until then is a part of it.
    Output(FunctionId, usize),
    /// A function: what holds when it returns.
    Promise(FunctionId),
}

/// What is assumed of a party.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contract {
    /// The assumption that it is for the checks that rest on it.
    pub id: AssumptionId,
    /// Who it is about.
    pub party: Party,
    /// Its name: `f requires`, `struct s.next`, `f()`.
    pub name: String,
    /// The clauses, in words.
    pub clauses: Vec<String>,
    /// The same as data.
    pub(crate) told: Vec<Told>,
    /// What is needed at its place alone, if others are one contract with that.
    pub(crate) here: Vec<Told>,
    /// The clauses that ACSL can express, of a function.
    pub acsl: Vec<String>,
    /// Verified if all calls are known and satisfy it, provided that other contracts hold; otherwise it may fail.
    pub status: Status,
    /// Whether all of it is needed whichever way control takes through the function. Otherwise a weaker contract may do.
    pub certain: bool,
    /// The assumptions that this depends on.
    pub provided: BTreeSet<AssumptionId>,
    /// Whether a check rests on it. Otherwise it only passes on what callees require, and their contracts are assumed in any case.
    pub needed: bool,
    /// Of a type: the functions whose parameters it is about.
    pub takers: Takers,
    /// Of a function whose callers are not all known: those that require the same.
    pub family: Family,
    /// Why nobody has checked it.
    pub why: Option<String>,
    /// The first call that may not satisfy it.
    pub open: Option<Span>,
    /// The function that it is about, or the first that rests on it.
    pub function: FunctionId,
    /// Where: that function, or its first check that rests on it.
    pub span: Span,
}

impl Contract {
    /// All of it in words.
    pub fn words(&self) -> String {
        match self.party {
            Party::Function(_) | Party::Promise(_) => {
                format!("{} {}{}", self.name, self.clauses.join(", "), self.family.words())
            }
            Party::Given(_) => self.takers.words(&self.clauses),
            _ => where_used(&self.clauses),
        }
    }
}

/// Clauses about a value that nobody passes on.
pub(crate) fn where_used(clauses: &[String]) -> String {
    format!("{}, where it is used", clauses.join(", "))
}
