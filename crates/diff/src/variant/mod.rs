//! A variant: a seed with a conjunction of checks.

mod key;
mod literal;
mod render;

pub use key::ContentKey;
pub use literal::literal;
pub(crate) use render::render_arguments;

use crate::{Candidate, Encoding, Seed};
use std::sync::Arc;

/// The claim that an expression never has a value: `e != k` wherever `e` is evaluated; or that of another kind of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// The expression.
    pub candidate: Candidate,
    /// The value, or the constant of another kind.
    pub constant: i128,
}

/// A seed with checks. Analyzers are asked whether all of them hold.
#[derive(Clone, Debug)]
pub struct Variant {
    seed: Arc<Seed>,
    checks: Vec<Check>,
}

impl Variant {
    /// The variant with these checks, in the order of the text and each once.
    pub fn new(seed: Arc<Seed>, mut checks: Vec<Check>) -> Variant {
        let order = |check: &Check| {
            let span = check.candidate.site.span;
            (span.start, std::cmp::Reverse(span.end), check.candidate.claim, check.constant)
        };
        checks.sort_by_key(order);
        checks.dedup_by_key(|check| order(check));
        Variant { seed, checks }
    }

    /// The program without checks.
    pub fn seed(&self) -> &Arc<Seed> {
        &self.seed
    }

    /// The conjuncts.
    pub fn checks(&self) -> &[Check] {
        &self.checks
    }

    /// The same seed with some of the checks.
    pub fn with(&self, checks: &[Check]) -> Variant {
        Variant::new(self.seed.clone(), checks.to_vec())
    }

    /// The text for an analyzer.
    pub fn render(&self, encoding: &Encoding) -> Vec<u8> {
        render::render(&self.seed, &self.checks, encoding)
    }

    /// The text for an analyzer that speaks of single checks: each check apart, on a line of its own. None where what it
    /// says could not be traced to a check.
    pub fn render_apart(&self, encoding: &Encoding) -> Option<Vec<u8>> {
        render::render_apart(&self.seed, &self.checks, encoding)
    }

    /// What the variant is called by its content: the same for the same program and checks, in
    /// whatever encoding it is shown to an analyzer.
    pub fn key(&self) -> ContentKey {
        ContentKey::of(self.seed.model, &self.render(&Encoding::plain()))
    }

    /// A check in C, such as `x + 1 != 7`.
    pub fn shown(&self, check: &Check) -> String {
        render::condition(&self.seed, &check.candidate, &[check.constant])
    }
}
