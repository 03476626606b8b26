//! Statements.

use super::{Reader, declarations::is_expression, scan};
use crate::{
    Error, Span, Type,
    clang::{Constant, Cursor, kinds::*},
    tree::{Expr, ExprKind, Stmt, StmtKind},
};

impl<'u> Reader<'u> {
    pub(super) fn statement(&mut self, cursor: Cursor<'u>) -> Result<Stmt, Error> {
        let span = cursor.span();
        let kind = self.deeper(span, |reader| reader.statement_kind(cursor))?;
        let end = match &kind {
            StmtKind::Block(_) | StmtKind::Empty | StmtKind::Declare(_) => span.end,
            StmtKind::If { otherwise: Some(last), .. } | StmtKind::If { then: last, .. } => {
                last.span.end
            }
            StmtKind::While { body, .. } | StmtKind::For { body, .. } => body.span.end,
            StmtKind::Switch { body, .. } | StmtKind::Case { body, .. } => body.span.end,
            StmtKind::Default(body) | StmtKind::Labelled(_, body) => body.span.end,
            _ => scan::after_semicolon(self.source.bytes(), span.end),
        };
        Ok(Stmt { kind, span: Span::new(span.start, end.max(span.end)) })
    }

    fn statement_kind(&mut self, cursor: Cursor<'u>) -> Result<StmtKind, Error> {
        let children = cursor.children();
        Ok(match (cursor.kind(), &children[..]) {
            (NULL_STMT, _) => StmtKind::Empty,
            (DECL_STMT, _) => self.declaration_statement(cursor)?,
            (COMPOUND_STMT, _) => StmtKind::Block(self.block(cursor)?),
            (IF_STMT, [condition, then, otherwise @ ..]) => {
                let condition = self.expression(*condition)?;
                let then = self.boxed(*then)?;
                let otherwise = match otherwise.first() {
                    Some(otherwise) => Some(self.boxed(*otherwise)?),
                    None => None,
                };
                StmtKind::If { condition, then, otherwise }
            }
            (WHILE_STMT, [condition, body]) => {
                let condition = self.expression(*condition)?;
                StmtKind::While { condition, body: self.boxed(*body)? }
            }
            (DO_STMT, [body, condition]) => {
                let body = self.boxed(*body)?;
                StmtKind::DoWhile { body, condition: self.expression(*condition)? }
            }
            (FOR_STMT, [head @ .., body]) => self.for_statement(cursor, head, *body)?,
            (SWITCH_STMT, [value, body]) => {
                let value = self.expression(*value)?;
                StmtKind::Switch { value, body: self.boxed(*body)? }
            }
            (CASE_STMT, [low, more @ .., body]) => self.case(cursor, *low, more, *body)?,
            (DEFAULT_STMT, [body]) => StmtKind::Default(self.boxed(*body)?),
            (LABEL_STMT, [.., body]) => {
                if cursor.spelling().starts_with("__CPROVER_ASYNC") {
                    let location = self.source.locate(cursor.span().start);
                    let message = "threads are not started by labels: use pthread_create".into();
                    return Err(Error::Malformed { location, message });
                }
                StmtKind::Labelled(self.label_name(cursor), self.boxed(*body)?)
            }
            (GOTO_STMT, [label, ..]) => StmtKind::Goto(self.label_name(*label)),
            (INDIRECT_GOTO_STMT, [address]) => StmtKind::GotoAddress(self.expression(*address)?),
            (BREAK_STMT, _) => StmtKind::Break,
            (CONTINUE_STMT, _) => StmtKind::Continue,
            (RETURN_STMT, []) => StmtKind::Return(None),
            (RETURN_STMT, [value]) => StmtKind::Return(Some(self.expression(*value)?)),
            // An attribute such as `fallthrough` around a statement, or a pragma about a loop.
            (UNEXPOSED_STMT, [.., inner]) if self.is_attributed(cursor) => {
                self.statement(*inner)?.kind
            }
            (ASM_STMT, _) => {
                let mut mentions = self.all_expressions(cursor)?;
                mentions.extend(self.assembly_labels(cursor));
                StmtKind::Unmodelled { what: "asm", mentions }
            }
            _ if is_expression(cursor) => StmtKind::Expr(self.expression(cursor)?),
            _ => self.unmodelled_statement(cursor, "statement")?,
        })
    }

    /// Whether a statement has attributes or a pragma in front of it.
    fn is_attributed(&self, cursor: Cursor<'u>) -> bool {
        let text = self.source.slice(cursor.span());
        ["[[", "__attribute__", "#"].iter().any(|start| text.starts_with(start))
    }

    /// The name of a label, or of the label that is meant. GNU C's local labels may share a name:
    /// then the later ones get a number.
    pub(super) fn label_name(&mut self, cursor: Cursor<'u>) -> String {
        let name = cursor.spelling();
        let label = if cursor.kind() == LABEL_STMT { Some(cursor) } else { cursor.referenced() };
        let Some(start) = label.map(|label| label.span().start) else { return name };
        if let Some(known) = self.label_names.get(&start) {
            return known.clone();
        }
        let taken: Vec<&String> = self.label_names.values().collect();
        let mut unique = name.clone();
        let mut number = 1;
        while taken.contains(&&unique) {
            number += 1;
            unique = format!("{name}'{number}");
        }
        self.label_names.insert(start, unique.clone());
        unique
    }

    fn boxed(&mut self, cursor: Cursor<'u>) -> Result<Box<Stmt>, Error> {
        self.statement(cursor).map(Box::new)
    }

    /// libclang leaves out absent parts, so the semicolons tell which parts there are.
    fn for_statement(
        &mut self,
        cursor: Cursor<'u>,
        head: &[Cursor<'u>],
        body: Cursor<'u>,
    ) -> Result<StmtKind, Error> {
        let span = cursor.span();
        let (first, second) = scan::for_semicolons(self.source.bytes(), span.start);
        let (mut init, mut condition, mut step) = (None, None, None);
        for part in head {
            let start = part.span().start;
            if start < first {
                init = Some(self.boxed(*part)?);
            } else if start < second {
                condition = Some(self.expression(*part)?);
            } else {
                step = Some(self.expression(*part)?);
            }
        }
        Ok(StmtKind::For { init, condition, step, body: self.boxed(body)? })
    }

    fn case(
        &mut self,
        cursor: Cursor<'u>,
        low: Cursor<'u>,
        more: &[Cursor<'u>],
        body: Cursor<'u>,
    ) -> Result<StmtKind, Error> {
        let high = more.first().copied().unwrap_or(low);
        match (low.evaluate(), high.evaluate()) {
            (Some(Constant::Int(low)), Some(Constant::Int(high))) => {
                Ok(StmtKind::Case { low, high, body: self.boxed(body)? })
            }
            _ => {
                let location = self.source.locate(cursor.span().start);
                Err(Error::Malformed { location, message: "case label is not constant".into() })
            }
        }
    }

    /// The labels of an `asm goto (... : label, label)`, which libclang does not show.
    fn assembly_labels(&mut self, cursor: Cursor<'u>) -> Vec<Expr> {
        let text = self.source.slice(cursor.span()).into_owned();
        let (before, inside) = text.split_once('(').unwrap_or((&text, ""));
        if !before.contains("goto") {
            return Vec::new();
        }
        let names = inside.rsplit_once(':').map_or("", |(_, names)| names.trim_end_matches(')'));
        let void = self.types.intern(Type::Void);
        let ty = self.types.intern(Type::Pointer(void));
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        let label = |name: &str| ExprKind::LabelAddress(name.to_owned());
        names.map(|name| Expr::new(label(name), ty, cursor.span())).collect()
    }

    fn unmodelled_statement(
        &mut self,
        cursor: Cursor<'u>,
        what: &'static str,
    ) -> Result<StmtKind, Error> {
        Ok(StmtKind::Unmodelled { what, mentions: self.all_expressions(cursor)? })
    }

    /// The outermost expressions inside something.
    pub(super) fn all_expressions(&mut self, cursor: Cursor<'u>) -> Result<Vec<Expr>, Error> {
        let mut expressions = Vec::new();
        for child in cursor.children() {
            if is_expression(child) {
                expressions.push(self.expression(child)?);
            } else {
                let inner = self.deeper(child.span(), |reader| reader.all_expressions(child))?;
                expressions.extend(inner);
            }
        }
        Ok(expressions)
    }
}
