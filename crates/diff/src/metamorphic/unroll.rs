//! Loops, unrolled once.

use super::subject::Subject;
use soundline_c::{
    Edits, Span, Storage,
    tree::{Declaration, ExprKind, Stmt, StmtKind},
};

/// Unrolls the innermost loop around the check that can be unrolled, or else any.
pub(super) fn unroll(subject: &Subject<'_>, edits: &mut Edits) -> Option<()> {
    let mut loops = Vec::new();
    subject.bodies().for_each(|body| loops_in(body, &mut loops));
    loops.retain(|stmt| can_be_doubled(subject, stmt));
    let around = loops.iter().filter(|stmt| stmt.span.contains(subject.call));
    let innermost = around.min_by_key(|stmt| stmt.span.end - stmt.span.start);
    let stmt = innermost.or(loops.first())?;
    edits.replace(stmt.span, unrolled(subject, stmt)?);
    Some(())
}

/// In braces, because an `else` may follow.
fn unrolled(subject: &Subject<'_>, stmt: &Stmt) -> Option<String> {
    let text = |span: Span| subject.text(span);
    Some(match &stmt.kind {
        StmtKind::While { condition, body } => {
            let (condition, body) = (text(condition.span), text(body.span));
            format!("{{ if ({condition}) {{ {{ {body} }} while ({condition}) {body} }} }}")
        }
        StmtKind::DoWhile { body, condition } => {
            let (condition, body) = (text(condition.span), text(body.span));
            format!("{{ {{ {body} }} while ({condition}) {body} }}")
        }
        StmtKind::For { init, condition, step, body } => {
            let part = |span: Option<Span>| span.map_or(String::new(), text);
            let init = part(init.as_ref().map(|init| init.span));
            let init = init.trim_end().trim_end_matches(';');
            let condition = part(condition.as_ref().map(|expr| expr.span));
            let (step, body) = (part(step.as_ref().map(|expr| expr.span)), text(body.span));
            let first = if condition.is_empty() { "1" } else { &condition };
            format!(
                "{{ {init}; if ({first}) {{ {{ {body} }} {step}; for (; {condition}; {step}) {body} }} }}"
            )
        }
        _ => return None,
    })
}

fn loops_in<'p>(stmt: &'p Stmt, found: &mut Vec<&'p Stmt>) {
    if matches!(stmt.kind, StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. })
    {
        found.push(stmt);
    }
    stmt.children().into_iter().for_each(|child| loops_in(child, found));
}

/// Whether its text may stand twice: nothing in it has a name that would be doubled or an object that would be two, and
/// no `break` or `continue` of its own would leave the first copy for another place.
fn can_be_doubled(subject: &Subject<'_>, stmt: &Stmt) -> bool {
    let is_plain = |kind: &ExprKind| {
        !matches!(
            kind,
            ExprKind::Statements(_) | ExprKind::LabelAddress(_) | ExprKind::Unmodelled { .. }
        )
    };
    let words = subject.names(stmt.span);
    let single = |span: &Span| {
        let word = subject.text(*span);
        ["static", "extern", "__label__", "__thread", "_Thread_local"].contains(&word.as_str())
    };
    stmt.expressions().iter().all(|expr| is_plain(&expr.kind))
        && !words.iter().any(single)
        && stmt.children().iter().all(|child| is_own(subject, child, Inside::default()))
}

/// What a `break` or `continue` would belong to.
#[derive(Clone, Copy, Default)]
struct Inside {
    of_loop: bool,
    of_switch: bool,
}

fn is_own(subject: &Subject<'_>, stmt: &Stmt, inside: Inside) -> bool {
    let inside = match &stmt.kind {
        StmtKind::Break if !inside.of_loop && !inside.of_switch => return false,
        StmtKind::Continue if !inside.of_loop => return false,
        StmtKind::Case { .. } | StmtKind::Default(_) if !inside.of_switch => return false,
        StmtKind::Labelled(..) | StmtKind::GotoAddress(_) => return false,
        StmtKind::Unmodelled { .. } => return false,
        StmtKind::Declare(declarations) => {
            let local = |declaration: &Declaration| {
                let variable = subject.program.variable(declaration.variable);
                variable.storage == Storage::Local && declaration.length.is_none()
            };
            return declarations.iter().all(local);
        }
        StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => {
            Inside { of_loop: true, ..inside }
        }
        StmtKind::Switch { .. } => Inside { of_switch: true, ..inside },
        _ => inside,
    };
    stmt.children().into_iter().all(|child| is_own(subject, child, inside))
}
