//! Declarations, split and merged.

use super::subject::Subject;
use soundline_c::{
    Edits, Span, Storage,
    tree::{Declaration, Init, Stmt, StmtKind},
};

/// A declaration of one integer variable in a block, such as `int x = e;`.
struct Single<'p> {
    /// With its semicolon.
    span: Span,
    /// The name in it.
    name: Span,
    init: Option<&'p Init>,
}

/// `int x = e;` becomes `int x; x = e;`.
pub(super) fn split(subject: &Subject<'_>, edits: &mut Edits) -> Option<()> {
    let blocks = subject.blocks();
    let statements = blocks.iter().flat_map(|block| block.iter());
    let single = statements
        .filter_map(|stmt| Single::of(subject, stmt))
        .find(|single| matches!(single.init, Some(Init::Value(_))))?;
    edits.insert(single.name.end, format!("; {}", subject.text(single.name)));
    Some(())
}

/// `int x; int y;` becomes `int x, y;`.
pub(super) fn merge(subject: &Subject<'_>, edits: &mut Edits) -> Option<()> {
    let blocks = subject.blocks();
    let pairs = blocks.iter().flat_map(|block| block.windows(2));
    let (one, other) = pairs.into_iter().find_map(|pair| both(subject, pair))?;
    edits.replace(Span::new(one.span.end - 1, other.name.start), ", ");
    Some(())
}

/// Two declarations of the same type, one directly after the other.
fn both<'p>(subject: &Subject<'_>, pair: &'p [Stmt]) -> Option<(Single<'p>, Single<'p>)> {
    let [one, other] = pair else { return None };
    let (one, other) = (Single::of(subject, one)?, Single::of(subject, other)?);
    let between = subject.text(Span::new(one.span.end, other.span.start));
    let alike = one.type_words(subject) == other.type_words(subject);
    (alike && between.trim().is_empty()).then_some((one, other))
}

impl<'p> Single<'p> {
    /// Only what reads `words name;` or `words name = e;` and has no other properties.
    fn of(subject: &Subject<'_>, stmt: &'p Stmt) -> Option<Single<'p>> {
        let StmtKind::Declare(declarations) = &stmt.kind else { return None };
        let [declaration] = &declarations[..] else { return None };
        let Declaration { variable, init, length: None, sizes, .. } = declaration else {
            return None;
        };
        let variable = subject.program.variable(*variable);
        let plain = variable.storage == Storage::Local
            && !(variable.constant || variable.volatile || variable.cleanup);
        let end = match init {
            Some(Init::Value(value)) => value.span.end,
            None => stmt.span.end,
            Some(_) => return None,
        };
        let before = init.iter().flat_map(|init| init.values()).map(|value| value.span.start);
        let head = Span::new(stmt.span.start, before.min().unwrap_or(stmt.span.end));
        let mut names = subject.names(head);
        names.retain(|name| subject.text(*name) == variable.name);
        let [name] = names[..] else { return None };
        let single = Single { span: stmt.span, name, init: init.as_ref() };
        let words = subject.text(Span::new(stmt.span.start, name.start));
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c.is_whitespace();
        let after = subject.text(Span::new(name.end, head.end));
        let after = after.trim_start();
        // Parentheses around the value are not in its range.
        let follows = match init {
            Some(_) => {
                after.starts_with('=') && after[1..].trim_start_matches(['(', ' ']).is_empty()
            }
            None => after == ";",
        };
        let rest = subject.text(Span::new(end, stmt.span.end));
        let ends = init.is_none() || rest.trim_start_matches([')', ' ']) == ";";
        let whole = sizes.is_empty() && subject.is_integer(variable) && plain;
        (whole && words.chars().all(is_word) && follows && ends).then_some(single)
    }

    /// What stands before the name.
    fn type_words(&self, subject: &Subject<'_>) -> Vec<String> {
        let words = subject.text(Span::new(self.span.start, self.name.start));
        words.split_whitespace().map(str::to_string).collect()
    }
}
