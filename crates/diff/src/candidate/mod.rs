//! Where a check may stand: the expressions of a seed whose values are used.
//!
//! A candidate is a [`Site`] of crate `c` that a run from `main` may reach, whose type has at most
//! 64 bits, and whose value C defines: if a call or an assignment elsewhere in the same expression may
//! come before or after it as the compiler likes, analyzers may disagree and all be right.

mod context;
mod reachable;

use soundline_c::{IntType, Program, Site, Span, TypeId, ValueRange};

/// An expression that can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The expression.
    pub site: Site,
    /// Where its check is put.
    pub placement: Placement,
    /// The integer type behind its type.
    pub int: IntType,
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

/// All candidates of a program, and how many sites are none.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// In the order of the text.
    pub all: Vec<Candidate>,
    /// Sites in functions that `main` never calls, not even through a pointer.
    pub unreachable: usize,
    /// Sites whose value depends on the order in which a compiler evaluates operands.
    pub unsequenced: usize,
    /// Sites with more than 64 bits.
    pub too_wide: usize,
}

impl Candidates {
    /// The candidates of a program.
    pub fn of(program: &Program) -> Candidates {
        let mut candidates = Candidates::default();
        let contexts = context::contexts(program);
        let reachable = reachable::functions(program);
        for site in program.sites() {
            let Some(int) = program.types.integer(site.ty) else { continue };
            let context = contexts.get(&site.span);
            match context {
                _ if !reachable.contains(&site.function) => candidates.unreachable += 1,
                _ if int.bits > 64 => candidates.too_wide += 1,
                Some(context) if !context.disturbed => {
                    let placement = context.placement;
                    candidates.all.push(Candidate { site, placement, int });
                }
                _ => candidates.unsequenced += 1,
            }
        }
        candidates
    }
}

impl Candidate {
    /// The values that it can have. A check that it is none of the others would be trivial.
    pub fn values(&self) -> ValueRange {
        self.site.values
    }

    /// The type as the program names it.
    pub fn ty(&self) -> TypeId {
        self.site.ty
    }
}
