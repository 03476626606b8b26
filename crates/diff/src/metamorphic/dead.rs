//! Dead code: a write that never happens.

use super::subject::Subject;
use soundline_c::{Edits, tree::StmtKind};

/// Puts `if (0) { x = 1; }` before the statement around the check, for a variable of the check.
pub(super) fn insert(subject: &Subject<'_>, edits: &mut Edits) -> Option<()> {
    let blocks = subject.blocks();
    let statements = blocks.iter().flat_map(|block| block.iter());
    let around = statements.filter(|stmt| stmt.span.contains(subject.call));
    let stmt = around.min_by_key(|stmt| stmt.span.end - stmt.span.start)?;
    // Where an attribute `fallthrough` stands before it, nothing may come between.
    if matches!(stmt.kind, StmtKind::Case { .. } | StmtKind::Default(_) | StmtKind::Labelled(..)) {
        return None;
    }
    let written = subject.variables().into_iter().map(|id| subject.program.variable(id));
    let variable = written.into_iter().find(|variable| {
        // What is declared inside the statement is not known before it.
        !variable.constant && variable.span.end <= stmt.span.start
    })?;
    edits.insert(stmt.span.start, format!("if (0) {{ {} = 1; }} ", variable.name));
    Some(())
}
