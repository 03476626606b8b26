//! How to analyse.

use crate::{Bounds, DomainChoice, Kind, Known};
use soundline_c::FunctionId;
use std::collections::BTreeSet;
use std::str::FromStr;

/// How to analyse a program. The default is the cheapest way: intervals, each function alone, without bounds, no loop unrolled.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The numerical domain.
    pub domain: DomainChoice,
    /// Functions alone, or the program from its entry.
    pub scope: Scope,
    /// What signed overflow means.
    pub overflow: Overflow,
    /// What is known behind a check that may fail.
    pub after_error: AfterError,
    /// What is worked out about functions that are analysed alone, where errors are assumed away.
    pub infer: Infer,
    /// The kinds of checks that are made. Overflow is one of them only where [`overflow`](Settings::overflow) says so.
    pub checks: BTreeSet<Kind>,
    /// How far to go.
    pub bounds: Bounds,
    /// Whether the bounds are for each function. Otherwise they are for the whole run.
    pub per_function: bool,
    /// How many joins at the head of a loop come before the first widening.
    pub widening_delay: u32,
    /// So many turns of a loop after its first are kept apart before turns are joined.
    pub unroll: u32,
    /// So many turns are kept apart of a loop that cannot end before.
    pub unroll_certain: u32,
    /// The turns that are kept apart have at most so many segments in all.
    pub unroll_budget: u64,
    /// So many states are kept apart at a point before states are joined there.
    pub parts: u32,
    /// So many states are kept apart in all.
    pub parts_budget: u64,
    /// Whether the known bits of integers are followed beside their numbers.
    pub bits: bool,
    /// Whether it is followed what holds for all elements of an array between two bounds, in analyses of the whole program.
    pub segments: bool,
    /// Whether widenings stop at the constants of the program.
    pub thresholds: bool,
    /// How many times the states are computed again, downwards, once they are stable.
    pub narrowing_steps: u32,
    /// How many calls deep functions are analysed where they are called.
    pub inline_depth: u32,
    /// So many calls of a function may wait for another call of it that is analysed there.
    pub recursion: u32,
    /// So many calls of functions that call themselves, and calls in these, are analysed where they are called.
    pub recursion_budget: u32,
    /// Arrays of more elements than this have one value for all of them.
    pub expand_arrays_up_to: u64,
    /// Local variables that are read no more are forgotten in functions with more than so many
    /// variables.
    pub keep_dead_up_to: usize,
    /// Where functions are analysed alone: only these.
    pub only: Option<BTreeSet<FunctionId>>,
    /// What an earlier analysis settled.
    pub known: Known,
    /// What happens to a condition beyond the bound on those that the domain cannot express.
    pub at_guards: AtGuards,
    /// Whether to make a checkpoint if a bound is reached.
    pub checkpoint: bool,
    /// After so many steps of one function the analysis stops as at a bound on ticks. This keeps
    /// its time in check.
    pub safety_ticks: u64,
    /// Whether to look for branches in which nothing is left to verify.
    pub residual: bool,
    /// Whether to say what holds at every labelled point. Where states are wide, saying it takes
    /// longer than finding it out.
    pub points: bool,
}

impl Settings {
    /// Loops are followed turn by turn where that costs little, and relations between variables are kept.
    pub fn standard() -> Settings {
        let domain = "octagons".parse().expect("it is a domain");
        Settings {
            domain,
            unroll: 4,
            unroll_certain: 64,
            parts: 16,
            parts_budget: 1_500,
            bits: true,
            segments: true,
            recursion: 48,
            expand_arrays_up_to: 64,
            ..Settings::default()
        }
    }

    /// All linear relations are kept, longer loops are followed turn by turn, and larger arrays element by element.
    pub fn precise() -> Settings {
        let domain = "polyhedra".parse().expect("it is a domain");
        Settings {
            domain,
            unroll: 4,
            unroll_certain: 256,
            unroll_budget: 20_000,
            parts: 24,
            parts_budget: 10_000,
            recursion: 64,
            recursion_budget: 1_000,
            expand_arrays_up_to: 256,
            widening_delay: 3,
            narrowing_steps: 4,
            safety_ticks: 100_000,
            ..Settings::standard()
        }
    }
}

impl Settings {
    /// The same questions about a program, with the effort of the default.
    pub fn as_standard(&self) -> Settings {
        Settings {
            scope: self.scope,
            overflow: self.overflow,
            after_error: self.after_error,
            infer: self.infer,
            checks: self.checks.clone(),
            bounds: self.bounds,
            per_function: self.per_function,
            only: self.only.clone(),
            at_guards: self.at_guards,
            checkpoint: self.checkpoint,
            residual: self.residual,
            points: self.points,
            ..Settings::standard()
        }
    }
}

/// What is analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every function alone: nothing is known about parameters and global variables.
    Modular,
    /// The program, from this function.
    Whole {
        /// Where it starts; `main` usually.
        entry: FunctionId,
    },
}

/// What happens when the result of a signed operation does not fit its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// It wraps, as with gcc's `-fwrapv`.
    Wrap,
    /// It does not happen: such paths are left out.
    AssumeNone,
    /// It is an error, and the result can be anything.
    Check,
}

/// What happens to a condition that the domain cannot express, once the bound on such conditions is reached (Sect. 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtGuards {
    /// The branch is not followed.
    Skip,
    /// It is followed with fewer states, which the domain can express: of `x != 0` those with `x > 0`, or else `x < 0`.
    Under,
}

/// What is known behind a check that may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AfterError {
    /// It held. What rests on that names the check, and a check that always fails ends the path.
    Assume,
    /// Nothing: undefined behaviour is any value.
    Continue,
}

/// Which contracts are inferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Infer {
    /// None: every check that may fail is a warning.
    None,
    /// What functions require of their parameters, and take for granted of members, global variables and results.
    Requires,
    /// What they promise to their callers.
    Ensures,
    /// Both.
    All,
}

impl Infer {
    /// Whether what functions require is inferred.
    pub(crate) fn requires(self) -> bool {
        matches!(self, Infer::Requires | Infer::All)
    }

    /// Whether what they promise is.
    pub(crate) fn ensures(self) -> bool {
        matches!(self, Infer::Ensures | Infer::All)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            domain: DomainChoice::default(),
            scope: Scope::Modular,
            overflow: Overflow::Wrap,
            after_error: AfterError::Continue,
            infer: Infer::None,
            checks: Kind::defaults(),
            bounds: Bounds::default(),
            per_function: true,
            widening_delay: 1,
            unroll: 0,
            unroll_certain: 0,
            unroll_budget: 2_500,
            parts: 1,
            parts_budget: 1_000,
            bits: false,
            segments: false,
            thresholds: true,
            narrowing_steps: 2,
            inline_depth: 8,
            recursion: 0,
            recursion_budget: 200,
            expand_arrays_up_to: 16,
            keep_dead_up_to: 24,
            only: None,
            known: Known::default(),
            at_guards: AtGuards::Skip,
            checkpoint: false,
            safety_ticks: 20_000,
            residual: true,
            points: true,
        }
    }
}

/// Reads `skip` and `under`.
impl FromStr for AtGuards {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "skip" => Ok(AtGuards::Skip),
            "under" => Ok(AtGuards::Under),
            _ => Err(format!("`{text}` is not a choice for conditions: skip or under")),
        }
    }
}

/// Reads `assume` and `continue`.
impl FromStr for AfterError {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "assume" => Ok(AfterError::Assume),
            "continue" => Ok(AfterError::Continue),
            _ => Err(format!("`{text}` is not a choice for errors: assume or continue")),
        }
    }
}

/// Reads `none`, `requires`, `ensures` and `all`; `I` is the paper's name for the second.
impl FromStr for Infer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Infer::None),
            "requires" | "I" => Ok(Infer::Requires),
            "ensures" => Ok(Infer::Ensures),
            "all" => Ok(Infer::All),
            _ => {
                Err(format!("`{text}` cannot be inferred: all, requires (or I), ensures, or none"))
            }
        }
    }
}

/// Reads `wrap`, `assume-none` and `check`.
impl FromStr for Overflow {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "wrap" => Ok(Overflow::Wrap),
            "assume-none" => Ok(Overflow::AssumeNone),
            "check" => Ok(Overflow::Check),
            _ => Err(format!("`{text}` is not a choice for overflow: wrap, assume-none or check")),
        }
    }
}
