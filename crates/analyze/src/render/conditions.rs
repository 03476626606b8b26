//! The expressions of a function of which only the truth matters: the conditions of branches.

use soundline_c::{
    Span, UnaryOp,
    tree::{Expr, ExprKind, Stmt, StmtKind},
};
use std::collections::HashSet;

/// The ranges of all expressions whose truth decides where control goes, and whose value nothing
/// else uses.
pub fn conditions(body: &Stmt) -> HashSet<Span> {
    let mut found = HashSet::new();
    statement(body, &mut found);
    found
}

fn statement(stmt: &Stmt, found: &mut HashSet<Span>) {
    match &stmt.kind {
        StmtKind::Block(statements) => statements.iter().for_each(|stmt| statement(stmt, found)),
        StmtKind::Labelled(_, body) | StmtKind::Default(body) => statement(body, found),
        StmtKind::Case { body, .. } => statement(body, found),
        StmtKind::If { condition, then, otherwise } => {
            truth(condition, found);
            statement(then, found);
            otherwise.iter().for_each(|otherwise| statement(otherwise, found));
        }
        StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
            truth(condition, found);
            statement(body, found);
        }
        StmtKind::For { init, condition, step, body } => {
            init.iter().for_each(|init| statement(init, found));
            condition.iter().for_each(|condition| truth(condition, found));
            step.iter().for_each(|step| expression(step, found));
            statement(body, found);
        }
        StmtKind::Switch { value, body } => {
            expression(value, found);
            statement(body, found);
        }
        StmtKind::Declare(declarations) => {
            let values = declarations.iter().filter_map(|declaration| declaration.init.as_ref());
            values.flat_map(|init| init.values()).for_each(|value| expression(value, found));
        }
        StmtKind::Expr(value) | StmtKind::Return(Some(value)) => expression(value, found),
        _ => {}
    }
}

/// An expression whose truth decides.
fn truth(expr: &Expr, found: &mut HashSet<Span>) {
    match &expr.kind {
        ExprKind::And(left, right) | ExprKind::Or(left, right) => {
            truth(left, found);
            truth(right, found);
        }
        ExprKind::Unary(UnaryOp::Not, inner) => truth(inner, found),
        ExprKind::Comma(left, right) => {
            expression(left, found);
            truth(right, found);
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            truth(condition, found);
            truth(then, found);
            truth(otherwise, found);
        }
        _ => {
            found.insert(expr.span);
            expression(expr, found);
        }
    }
}

/// An expression whose value is used: there may be conditions inside.
fn expression(expr: &Expr, found: &mut HashSet<Span>) {
    match &expr.kind {
        ExprKind::And(left, right) | ExprKind::Or(left, right) => {
            truth(left, found);
            truth(right, found);
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            truth(condition, found);
            expression(then, found);
            expression(otherwise, found);
        }
        ExprKind::Statements(statements) => {
            statements.iter().for_each(|stmt| statement(stmt, found))
        }
        _ => expr.children().into_iter().for_each(|child| expression(child, found)),
    }
}
