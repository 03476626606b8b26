//! Where a check may stand: the expressions of a seed whose values are used.
//!
//! A candidate is a [`Site`] of crate `c`, or another expression that a [kind of check](Kinds) is about, that a run from `main` may reach, whose
//! type has at most 64 bits, and whose value C defines: if a call or an assignment elsewhere in the same expression may
//! come before or after it as the compiler likes, analyzers may disagree and all be right.

mod context;
mod reachable;

use crate::kind::{Claim, Kinds, Spot, spots};
use soundline_c::{IntType, Program, Site, Span, TypeId, ValueRange};

/// An expression that can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The expression.
    pub site: Site,
    /// Where its check is put.
    pub placement: Placement,
    /// The integer type behind its type; of a pointer, that of a truth value.
    pub int: IntType,
    /// Whether it is a pointer.
    pub pointer: bool,
    /// What is claimed about it: a place among [`Candidates::claims`]. None where it is compared with values.
    pub claim: Option<usize>,
}

/// Where the check of an expression is put, so that it sees the value of each evaluation and of
/// nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// As a statement of its own before this statement of a block, which evaluates the expression
    /// exactly once, before anything changes.
    Before(Span),
    /// The same, in braces together with this statement, which is not directly in a block.
    Around(Span),
    /// In the place of the expression: it may be evaluated never, often, or after a change.
    Inline,
}

impl Placement {
    /// Where the check of an expression begins.
    fn start(self, expression: Span) -> u32 {
        match self {
            Placement::Before(stmt) | Placement::Around(stmt) => stmt.start,
            Placement::Inline => expression.start,
        }
    }
}

/// All candidates of a program, and how many sites are none.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// In the order of the text.
    pub all: Vec<Candidate>,
    /// What is claimed about candidates whose values are not compared.
    pub claims: Vec<Claim>,
    /// Sites in functions that `main` never calls, not even through a pointer.
    pub unreachable: usize,
    /// Sites whose value depends on the order in which a compiler evaluates operands.
    pub unsequenced: usize,
    /// Sites with more than 64 bits.
    pub too_wide: usize,
}

impl Candidates {
    /// The candidates of a program whose values can be compared.
    pub fn of(program: &Program) -> Candidates {
        Candidates::of_kinds(program, &Kinds::default())
    }

    /// The candidates of a program for some kinds of checks.
    pub fn of_kinds(program: &Program, kinds: &Kinds) -> Candidates {
        let mut candidates = Candidates::default();
        let contexts = context::contexts(program);
        let reachable = reachable::functions(program);
        for Spot { site, int, claim, declared } in
            kinds.iter().flat_map(|kind| spots(program, kind))
        {
            let context = contexts.get(&site.span);
            match context {
                _ if !reachable.contains(&site.function) => candidates.unreachable += 1,
                _ if int.is_some_and(|int| int.bits > 64) => candidates.too_wide += 1,
                Some(context) if !context.disturbed => {
                    let placement = context.placement;
                    // Not behind the declaration of what it names: it is no candidate.
                    if placement.start(site.span) < declared {
                        continue;
                    }
                    let (pointer, int) = (int.is_none(), int.unwrap_or(IntType::INT));
                    let claim = claim.map(|claim| candidates.claim(claim));
                    candidates.all.push(Candidate { site, placement, int, pointer, claim });
                }
                _ => candidates.unsequenced += 1,
            }
        }
        let order = |candidate: &Candidate| {
            let span = candidate.site.span;
            (span.start, std::cmp::Reverse(span.end))
        };
        candidates.all.sort_by_key(order);
        candidates
    }

    fn claim(&mut self, claim: Claim) -> usize {
        self.claims.push(claim);
        self.claims.len() - 1
    }

    /// What is claimed about a candidate; none where it is compared with values.
    pub fn claim_of(&self, candidate: &Candidate) -> Option<&Claim> {
        candidate.claim.map(|claim| &self.claims[claim])
    }
}

impl Candidate {
    /// The values that it can have. A check that it is none of the others would be trivial.
    pub fn values(&self) -> ValueRange {
        self.site.values
    }

    /// What converts a copy of it to its own type, which a comma or a condition could have changed. A pointer keeps its type.
    pub(crate) fn cast(&self) -> String {
        if self.pointer { String::new() } else { format!("({})", self.int.name()) }
    }

    /// The type as the program names it.
    pub fn ty(&self) -> TypeId {
        self.site.ty
    }
}
