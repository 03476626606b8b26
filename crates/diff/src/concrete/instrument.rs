//! A seed that tells the values of some expressions.

use soundline_c::Edits;

use crate::{Candidate, Seed};

/// What the seed calls.
pub(super) const PRELUDE: &str = "extern void soundline_saw(unsigned, unsigned long long);\n";

/// The text of a seed in which the expression number `i` tells its value with the number `i`.
///
/// It is written here, and not by the encodings of variants, so that a fault in those does not
/// confirm itself.
pub(super) fn instrumented(seed: &Seed, expressions: &[Candidate]) -> Vec<u8> {
    let mut edits = Edits::new();
    for (number, candidate) in expressions.iter().enumerate() {
        let text = seed.program.source.slice(candidate.site.span);
        let ty = candidate.int.name();
        let before = format!("(soundline_saw({number}, (unsigned long long)({text})), ({ty})(");
        edits.wrap(candidate.site.span, before, "))");
    }
    let text = edits.apply_to(&seed.program.source);
    let text = text.expect("wraps inside the text do not overlap");
    [PRELUDE.as_bytes(), &text].concat()
}
