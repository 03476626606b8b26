//! What an analysis found: plain data, for others to render.

mod predicate;

pub use predicate::{Fact, Lvalue, Predicate, Term};

use crate::{BoundKind, Checkpoint, Contract, Counts};
use soundline_c::{CheckKind, FunctionId, Label, Span};
use std::{collections::BTreeSet, fmt};

/// The result of an analysis.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// Every function with a body, in the order of the program.
    pub functions: Vec<FunctionReport>,
    /// Every check of every function, by function and number.
    pub checks: Vec<CheckReport>,
    /// What was assumed where a bound was reached.
    pub assumptions: Vec<Assumption>,
    /// What functions that are analysed alone take for granted of values from elsewhere.
    pub contracts: Vec<Contract>,
    /// How often things happened that are counted.
    pub counts: Counts,
    /// Why the analysis ended.
    pub stop: StopReason,
    /// Where it can go on with higher bounds; none if it finished.
    pub checkpoint: Option<Checkpoint>,
}

/// Why an analysis ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// All is stable, and no bound was reached.
    Finished,
    /// These bounds were reached.
    Bound(BTreeSet<BoundKind>),
    /// The caller asked for it.
    Interrupted,
}

/// What is known about a function.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FunctionReport {
    /// The function.
    pub function: FunctionId,
    /// Its name.
    pub name: String,
    /// How often things happened in it that are counted.
    pub counts: Counts,
    /// Which bounds were reached in it.
    pub bounds_reached: BTreeSet<BoundKind>,
    /// What holds at its labelled points, by label.
    pub points: Vec<PointReport>,
    /// Branches whose code can be pruned, because nothing is left to verify there.
    pub verified_branches: Vec<VerifiedBranch>,
    /// Whether control reaches it, as far as was analysed.
    pub reached: bool,
}

/// What holds at a labelled point, whenever control gets there and the assumptions hold.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PointReport {
    /// The function.
    pub function: FunctionId,
    /// The point.
    pub label: Label,
    /// What holds; none if control does not get there.
    pub state: Option<Predicate>,
    /// The assumptions that it depends on.
    pub provided: BTreeSet<AssumptionId>,
    /// Whether it says no more than what the point before it implies.
    pub redundant: bool,
}

/// The two-way branch at the end of a block, one side of which has nothing left to verify.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerifiedBranch {
    /// The block that branches: an index into those of the graph.
    pub block: usize,
    /// Its condition.
    pub span: Span,
    /// The side that is verified: where the condition holds, or where it does not.
    pub side: bool,
    /// The first labelled point on that side, where the path can be cut.
    pub label: Option<Label>,
}

/// A check, and what came of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckReport {
    /// The function that it is in.
    pub function: FunctionId,
    /// Its number there.
    pub id: u32,
    /// The expression that it is about.
    pub span: Span,
    /// What kind of check.
    pub kind: Kind,
    /// What must hold, as text.
    pub message: String,
    /// What is known where it may fail: the values, and what is wrong with a pointer.
    pub why: Option<String>,
    /// What came of it.
    pub status: Status,
    /// The assumptions that this depends on.
    pub provided: BTreeSet<AssumptionId>,
    /// How many imprecise steps (joins and widenings that changed a state, calls, conditions) can
    /// have contributed.
    pub steps: u64,
    /// The assumption that it becomes for what follows, if it may fail and something depends on that.
    pub root: Option<AssumptionId>,
    /// Where the values come from that may be wrong, if it may fail.
    pub origin: Option<Origin>,
    /// The labelled point before it, where a statement can be inserted.
    pub point: Option<Label>,
}

/// Where the values of a check that may fail come from (cf. Fig. 5 of the paper). What comes first is closest to a mistake in
/// the function itself; what comes last is up to others.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum Origin {
    /// They are computed in the function.
    Arithmetic,
    /// They change from one turn of a loop to the next.
    Loop,
    /// A call returned them or may have changed them.
    Call,
    /// They are read from memory: globals, and what pointers point to.
    Memory,
    /// They are parameters of the function.
    Parameter,
}

impl Origin {
    /// All, in their order.
    pub const ALL: [Origin; 5] =
        [Origin::Arithmetic, Origin::Loop, Origin::Call, Origin::Memory, Origin::Parameter];

    /// Its name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Arithmetic => "arithmetic",
            Origin::Loop => "loop",
            Origin::Call => "return value",
            Origin::Memory => "memory",
            Origin::Parameter => "parameter",
        }
    }
}

/// What kind of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Assertion,
    ErrorCall,
    Unreachable,
    Division,
    Overflow,
    Shift,
    Index,
    Access,
    FloatToInt,
    Free,
    Length,
    Return,
    Overlap,
    Leak,
    Float,
    Uninitialised,
}

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// It holds whenever control gets there, if the assumptions do.
    Verified,
    /// It may fail.
    MayFail,
    /// It fails whenever control gets there, and nothing on the way lets control go elsewhere.
    DefinitelyFails,
    /// Control does not get there, if the assumptions hold.
    Unreachable,
}

/// The number of an assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AssumptionId(pub u32);

/// `assumed P as a`: what the analysis takes for granted, because a bound was reached or because it cannot know.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Assumption {
    /// Its number.
    pub id: AssumptionId,
    /// The function.
    pub function: FunctionId,
    /// The point.
    pub label: Label,
    /// What is assumed to hold whenever control gets there; none is false.
    pub predicate: Option<Predicate>,
    /// Whether the facts of the predicate that C can express are all that is assumed. Otherwise
    /// annotated C must assume false instead.
    pub complete: bool,
    /// Why it had to be assumed.
    pub reasons: BTreeSet<Reason>,
    /// Where it is needed.
    pub span: Span,
    /// The check that is assumed to hold, if it is one.
    pub check: Option<u32>,
}

/// Why something is assumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// A bound was reached.
    Bound(BoundKind),
    /// The analysis takes it for granted.
    Granted(Grant),
    /// A check of this kind may fail, and what follows is about the runs in which it does not.
    Root(Kind),
    /// It is what functions take for granted of others.
    Contract,
}

/// What the analysis takes for granted of the program, its compiler and its surroundings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grant {
    /// Operands are evaluated in one of the orders that compilers are known to use.
    Order,
    /// Writes to one variable in an expression happen from left to right.
    Sequence,
    /// Assembly changes its operands and shared memory alone.
    Assembly,
    /// So does a builtin or expression without a model.
    Unmodelled,
    /// No data race.
    Threads,
    /// Strings have an end.
    Strings,
    /// What others gave a pointer to was written before.
    Elsewhere,
    /// Functions that are not known start no threads and do not call `main`.
    Strangers,
}

impl Grant {
    /// Its name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Grant::Order => "order of evaluation",
            Grant::Sequence => "unsequenced writes",
            Grant::Assembly => "assembly",
            Grant::Unmodelled => "not modelled",
            Grant::Threads => "data race",
            Grant::Strings => "string",
            Grant::Elsewhere => "memory of others",
            Grant::Strangers => "unknown function",
        }
    }

    /// What is taken for granted, in words.
    pub fn words(self) -> &'static str {
        match self {
            Grant::Order => "the operands are evaluated in an order that gcc or clang uses",
            Grant::Sequence => "the writes to one variable happen from left to right",
            Grant::Assembly => "the assembly changes only its operands and shared memory",
            Grant::Unmodelled => "this changes only its operands and shared memory",
            Grant::Threads => "there is no data race",
            Grant::Strings => "the string has an end inside its object",
            Grant::Elsewhere => "the memory was written before its address came here",
            Grant::Strangers => "the function starts no threads and does not call main",
        }
    }

    /// Whether results behind it name it. What is taken for granted of all functions without a body is said once.
    pub(crate) fn is_carried(self) -> bool {
        self != Grant::Strangers
    }
}

impl Reason {
    /// Its name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Bound(kind) => kind.name(),
            Reason::Granted(grant) => grant.name(),
            Reason::Root(kind) => kind.name(),
            Reason::Contract => "contract",
        }
    }
}

impl std::str::FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        Kind::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            format!("`{text}` is not a kind of check: {}", names.join(", "))
        })
    }
}

impl Assumption {
    /// What is taken for granted here, if no bound is the reason.
    pub fn grant(&self) -> Option<Grant> {
        self.reasons.iter().find_map(|reason| match reason {
            Reason::Granted(grant) => Some(*grant),
            Reason::Bound(_) | Reason::Root(_) | Reason::Contract => None,
        })
    }

    /// Whether it is that a check holds which may fail, or a contract: one of the findings.
    pub fn is_root(&self) -> bool {
        self.check.is_some() || self.reasons.contains(&Reason::Contract)
    }

    /// Whether what is known at program points may depend on it.
    pub fn is_carried(&self) -> bool {
        !matches!(self.grant(), Some(Grant::Strangers | Grant::Strings | Grant::Elsewhere))
    }
}

impl CheckReport {
    /// Whether it holds without any assumption, or cannot be reached.
    pub fn is_settled(&self) -> bool {
        matches!(self.status, Status::Verified | Status::Unreachable) && self.provided.is_empty()
    }

    /// Whether it is to be shown as a warning.
    pub fn is_warning(&self) -> bool {
        matches!(self.status, Status::MayFail | Status::DefinitelyFails)
    }
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 16] = [
        Kind::Assertion,
        Kind::ErrorCall,
        Kind::Unreachable,
        Kind::Division,
        Kind::Overflow,
        Kind::Shift,
        Kind::Index,
        Kind::Access,
        Kind::FloatToInt,
        Kind::Free,
        Kind::Length,
        Kind::Return,
        Kind::Overlap,
        Kind::Leak,
        Kind::Float,
        Kind::Uninitialised,
    ];

    /// Those that are made unless others are asked for.
    pub fn defaults() -> BTreeSet<Kind> {
        let asked_for = [Kind::Overlap, Kind::Leak, Kind::Float, Kind::Uninitialised];
        Kind::ALL.into_iter().filter(|kind| !asked_for.contains(kind)).collect()
    }

    /// The kind of a check of the front end.
    pub fn of(kind: &CheckKind) -> Kind {
        match kind {
            CheckKind::Assertion(_) => Kind::Assertion,
            CheckKind::ErrorCall => Kind::ErrorCall,
            CheckKind::Unreachable => Kind::Unreachable,
            CheckKind::Divisor(_) | CheckKind::Quotient(_) => Kind::Division,
            CheckKind::Overflow(_) => Kind::Overflow,
            CheckKind::ShiftAmount(..) => Kind::Shift,
            CheckKind::Index { .. } => Kind::Index,
            CheckKind::Access { .. } | CheckKind::Region { .. } => Kind::Access,
            CheckKind::FloatToInt(..) => Kind::FloatToInt,
            CheckKind::Free(_) => Kind::Free,
            CheckKind::Length(_) => Kind::Length,
            CheckKind::Return => Kind::Return,
            CheckKind::Apart { .. } => Kind::Overlap,
            CheckKind::Freed => Kind::Leak,
            CheckKind::Finite(_) => Kind::Float,
            CheckKind::Initialised { .. } | CheckKind::Written(_) => Kind::Uninitialised,
        }
    }

    /// Its name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Assertion => "assertion",
            Kind::ErrorCall => "error-call",
            Kind::Unreachable => "unreachable",
            Kind::Division => "division",
            Kind::Overflow => "overflow",
            Kind::Shift => "shift",
            Kind::Index => "index",
            Kind::Access => "access",
            Kind::FloatToInt => "float-to-int",
            Kind::Free => "free",
            Kind::Length => "length",
            Kind::Return => "return",
            Kind::Overlap => "overlap",
            Kind::Leak => "leak",
            Kind::Float => "float",
            Kind::Uninitialised => "uninitialised",
        }
    }
}

impl Analysis {
    /// The checks of a function.
    pub fn checks_of(&self, function: FunctionId) -> impl Iterator<Item = &CheckReport> {
        self.checks.iter().filter(move |check| check.function == function)
    }

    /// An assumption.
    pub fn assumption(&self, id: AssumptionId) -> Option<&Assumption> {
        self.assumptions.iter().find(|assumption| assumption.id == id)
    }
}

impl fmt::Display for AssumptionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a{}", self.0)
    }
}
