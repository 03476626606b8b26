//! A program with one check, and what transformations look at in it.

use soundline_c::{
    Function, FunctionId, Program, Role, Span, Storage, VarId, Variable,
    tree::{Expr, ExprKind, Stmt, StmtKind},
    words,
};
use std::collections::BTreeSet;

/// A program with one check.
pub(super) struct Subject<'p> {
    pub program: &'p Program,
    /// The function around the check.
    id: FunctionId,
    pub function: &'p Function,
    /// The call of `__VERIFIER_assert`.
    pub call: Span,
    /// Its argument.
    pub condition: &'p Expr,
}

impl<'p> Subject<'p> {
    /// The subject of a program with exactly one check; nothing otherwise.
    pub(super) fn of(program: &'p Program) -> Option<Subject<'p>> {
        let [(id, call)] = program.calls(Role::Assert)[..] else { return None };
        let function = program.function(id);
        let expressions = function.body.as_ref()?.expressions().into_iter();
        let condition = expressions.filter(|expr| expr.span == call).find_map(called_with)?;
        Some(Subject { program, id, function, call, condition })
    }

    /// The integer variables that the check reads whenever it is evaluated. So reading one of them once more at the
    /// end of the check is as defined as the check is.
    pub(super) fn variables(&self) -> Vec<VarId> {
        let mut found = Vec::new();
        read_by(self.condition, &mut found);
        found.retain(|id| {
            let variable = self.program.variable(*id);
            !variable.volatile && self.is_integer(variable) && self.is_only_one(variable)
        });
        let mut known = BTreeSet::new();
        found.retain(|id| known.insert(*id));
        found
    }

    /// Whether its type is an integer type.
    pub(super) fn is_integer(&self, variable: &Variable) -> bool {
        self.program.types.integer(variable.ty).is_some()
    }

    /// Whether no other variable that is known in the function has its name: then the name means it, wherever it is known.
    fn is_only_one(&self, variable: &Variable) -> bool {
        let has_name = |other: &&Variable| {
            other.name == variable.name
                && !matches!(other.storage, Storage::Temporary | Storage::Literal(_))
                && other.function.is_none_or(|function| function == self.id)
        };
        self.program.variables.iter().filter(has_name).count() == 1
    }

    /// The names in a part of the text.
    pub(super) fn names(&self, span: Span) -> Vec<Span> {
        let text = self.program.source.bytes();
        let names = words(text).filter(|word| !text[word.start].is_ascii_digit());
        let names = names.map(|name| Span::new(name.start as u32, name.end as u32));
        names.filter(|name| span.contains(*name)).collect()
    }

    /// The whole text.
    pub(super) fn everything(&self) -> Span {
        Span::new(0, self.program.source.bytes().len() as u32)
    }

    /// A part of the text.
    pub(super) fn text(&self, span: Span) -> String {
        self.program.source.slice(span).into_owned()
    }

    /// Whether a name stands nowhere in the text.
    pub(super) fn is_free(&self, name: &str) -> bool {
        let all = self.names(self.everything());
        !all.iter().any(|span| self.text(*span) == name)
    }

    /// The bodies of functions, first the one around the check.
    pub(super) fn bodies(&self) -> impl Iterator<Item = &'p Stmt> {
        let own = self.function.span;
        let others = self.program.bodies().map(|(_, function, _)| function);
        let others = others.filter(move |function| function.span != own);
        std::iter::once(self.function).chain(others).filter_map(|function| function.body.as_ref())
    }

    /// The lists of statements in blocks, outer ones first.
    pub(super) fn blocks(&self) -> Vec<&'p [Stmt]> {
        let mut found = Vec::new();
        self.bodies().for_each(|body| blocks_in(body, &mut found));
        found
    }
}

fn called_with(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Call { arguments, .. } => match &arguments[..] {
            [argument] => Some(argument),
            _ => None,
        },
        _ => None,
    }
}

fn blocks_in<'p>(stmt: &'p Stmt, found: &mut Vec<&'p [Stmt]>) {
    if let StmtKind::Block(statements) = &stmt.kind {
        found.push(statements);
    }
    stmt.children().into_iter().for_each(|child| blocks_in(child, found));
}

/// Variables that are read whenever the expression is evaluated.
fn read_by(expr: &Expr, found: &mut Vec<VarId>) {
    match &expr.kind {
        ExprKind::Load(place) => match &place.kind {
            ExprKind::Variable(variable) => found.push(*variable),
            _ => read_by(place, found),
        },
        ExprKind::And(first, _) | ExprKind::Or(first, _) | ExprKind::OrElse(first, _) => {
            read_by(first, found);
        }
        ExprKind::Conditional(condition, ..) => read_by(condition, found),
        ExprKind::Statements(_) | ExprKind::AnyValue { .. } | ExprKind::Unmodelled { .. } => {}
        ExprKind::CompoundLiteral(..) => {}
        _ => expr.children().into_iter().for_each(|child| read_by(child, found)),
    }
}
