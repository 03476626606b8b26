//! A seed that tells the values of some expressions.

use soundline_c::Edits;

use crate::{Candidate, Seed};

/// What the seed calls.
pub(super) const PRELUDE: &str = "extern void soundline_saw(unsigned, unsigned long long);\n";

/// The text of a seed in which the expression number `i` tells its value with the number `i`. The `claims` have the numbers
/// behind, and tell 1 where they do not hold.
///
/// It is written here, and not by the encodings of variants, so that a fault in those does not
/// confirm itself.
pub(super) fn instrumented(seed: &Seed, claims: &[(Candidate, i128)]) -> Vec<u8> {
    let all = &seed.candidates.all;
    let mut edits = Edits::new();
    let mut tell = |number: usize, candidate: &Candidate, value: &str| {
        let cast = candidate.cast();
        let before = format!("(soundline_saw({number}, (unsigned long long)({value})), {cast}(");
        edits.wrap(candidate.site.span, before, "))");
    };
    for (number, candidate) in all.iter().enumerate().filter(|(_, one)| one.claim.is_none()) {
        tell(number, candidate, &seed.program.source.slice(candidate.site.span));
    }
    for (number, (candidate, constant)) in (all.len()..).zip(claims) {
        if let Some(claim) = seed.candidates.claim_of(candidate) {
            tell(number, candidate, &format!("!({})", claim.condition(*constant)));
        }
    }
    let text = edits.apply_to(&seed.program.source);
    let text = text.expect("wraps inside the text do not overlap");
    [PRELUDE.as_bytes(), &text].concat()
}
