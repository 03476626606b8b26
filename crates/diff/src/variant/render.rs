//! Checks written into the text of a seed.

use super::{Check, literal};
use crate::{Candidate, Encoding, Placement, Seed};
use soundline_c::{Edits, Span};

/// The text of a seed with checks, in one encoding.
pub(super) fn render(seed: &Seed, checks: &[Check], encoding: &Encoding) -> Vec<u8> {
    let groups = checks.chunk_by(|a, b| a.candidate == b.candidate);
    let conditions = groups.map(|group| {
        let constants: Vec<i128> = group.iter().map(|check| check.constant).collect();
        (group[0].candidate, vec![condition(seed, &group[0].candidate, &constants)])
    });
    render_arguments(seed, conditions, encoding)
}

/// The text with each check apart, on a line of its own. None where a message could not be traced to its check: there are
/// several expressions, or the expression has several lines.
pub(super) fn render_apart(seed: &Seed, checks: &[Check], encoding: &Encoding) -> Option<Vec<u8>> {
    let (first, rest) = checks.split_first()?;
    let span = first.candidate.site.span;
    let one_place = rest.iter().all(|check| check.candidate == first.candidate);
    if !one_place || seed.program.source.slice(span).contains('\n') {
        return None;
    }
    let conditions =
        checks.iter().map(|check| condition(seed, &first.candidate, &[check.constant])).collect();
    Some(render_arguments(seed, std::iter::once((first.candidate, conditions)), encoding))
}

/// The text of a seed with checks whose conditions, or other arguments, are given as text: those of each expression.
pub(crate) fn render_arguments(
    seed: &Seed,
    arguments: impl Iterator<Item = (Candidate, Vec<String>)>,
    encoding: &Encoding,
) -> Vec<u8> {
    let mut edits = Edits::new();
    let mut around = Vec::new();
    for (candidate, arguments) in arguments {
        match candidate.placement {
            Placement::Before(stmt) => {
                edits.insert(stmt.start, format!("{} ", encoding.statements(&arguments)));
            }
            Placement::Around(stmt) => around.push((stmt, encoding.statements(&arguments))),
            Placement::Inline => {
                let (before, after) = encoding.around(&arguments, &candidate.cast());
                edits.wrap(candidate.site.span, before, after);
            }
        }
    }
    braces(&mut edits, around);
    let text = edits.apply_to(&seed.program.source);
    let text = text.expect("insertions and wraps inside the text do not overlap");
    [encoding.prelude.as_bytes(), &text].concat()
}

/// One pair of braces for each statement, however many checks come before it.
fn braces(edits: &mut Edits, mut around: Vec<(Span, String)>) {
    around.sort_by_key(|(stmt, _)| *stmt);
    for group in around.chunk_by(|a, b| a.0 == b.0) {
        let checks: Vec<&str> = group.iter().map(|(_, check)| check.as_str()).collect();
        edits.wrap(group[0].0, format!("{{ {} ", checks.join(" ")), " }");
    }
}

/// `e != k1 && e != k2`, or the conditions of another kind of check.
pub(super) fn condition(seed: &Seed, candidate: &Candidate, constants: &[i128]) -> String {
    if let Some(claim) = seed.candidates.claim_of(candidate) {
        let conditions: Vec<String> = constants.iter().map(|k| claim.condition(*k)).collect();
        return match &conditions[..] {
            [one] => one.clone(),
            several => format!("({})", several.join(") && (")),
        };
    }
    let text = seed.program.source.slice(candidate.site.span);
    let name = |c: char| c.is_alphanumeric() || c == '_';
    let expr = if text.chars().all(name) { text.into_owned() } else { format!("({text})") };
    let conjuncts = constants.iter().map(|constant| {
        let constant = literal(*constant, candidate.int);
        format!("{expr} != {constant}")
    });
    conjuncts.collect::<Vec<_>>().join(" && ")
}
