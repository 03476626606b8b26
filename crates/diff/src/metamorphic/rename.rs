//! Another name for a variable.

use super::subject::Subject;
use soundline_c::{Edits, Span, Storage, VarId, tree::ExprKind};
use std::collections::BTreeSet;

/// Renames a local variable or parameter of the check.
pub(super) fn rename(subject: &Subject<'_>, edits: &mut Edits) -> Option<()> {
    let (variable, places) = subject
        .variables()
        .into_iter()
        .find_map(|variable| Some((variable, places(subject, variable)?)))?;
    let name = format!("soundline_{}", subject.program.variable(variable).name);
    if !subject.is_free(&name) {
        return None;
    }
    places.into_iter().for_each(|place| edits.replace(place, name.clone()));
    Some(())
}

/// Where the name stands in its function: uses that are known, and one more, which is the declaration. What is known by
/// the text alone, as in `sizeof`, or means something else, as a field does, is in nobody's list: then there is nothing to
/// rename.
fn places(subject: &Subject<'_>, id: VarId) -> Option<Vec<Span>> {
    let variable = subject.program.variable(id);
    if !matches!(variable.storage, Storage::Local | Storage::Parameter) {
        return None;
    }
    let expressions = subject.function.body.as_ref()?.expressions().into_iter();
    let uses: BTreeSet<Span> = expressions
        .filter(|expr| matches!(expr.kind, ExprKind::Variable(used) if used == id))
        .map(|expr| expr.span)
        .collect();
    let mut names = subject.names(subject.function.span);
    names.retain(|name| subject.text(*name) == variable.name);
    let declared: Vec<&Span> = names.iter().filter(|name| !uses.contains(name)).collect();
    match declared[..] {
        [name] if variable.span.contains(*name) && names.len() == uses.len() + 1 => Some(names),
        _ => None,
    }
}
