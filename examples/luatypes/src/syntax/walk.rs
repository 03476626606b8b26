//! A walk over all expressions of a block, without those of functions within it.

use super::{Block, Expression, ExpressionKind, Item, StatementKind};

/// Visit every expression of a block.
pub fn each_expression<'a>(block: &'a Block, visit: &mut dyn FnMut(&'a Expression)) {
    for statement in &block.statements {
        match &statement.kind {
            StatementKind::Local(_, values) | StatementKind::Return(values) => list(values, visit),
            StatementKind::Assign(targets, values) => {
                list(targets, visit);
                list(values, visit);
            }
            StatementKind::Call(call) => expression(call, visit),
            StatementKind::Do(block) => each_expression(block, visit),
            StatementKind::While(condition, body) | StatementKind::Repeat(body, condition) => {
                expression(condition, visit);
                each_expression(body, visit);
            }
            StatementKind::If(arms, other) => {
                for (condition, block) in arms {
                    expression(condition, visit);
                    each_expression(block, visit);
                }
                other.iter().for_each(|block| each_expression(block, visit));
            }
            StatementKind::Count(_, values, body) | StatementKind::Each(_, _, values, body) => {
                list(values, visit);
                each_expression(body, visit);
            }
            StatementKind::LocalFunction(..) | StatementKind::Break => {}
        }
    }
}

fn list<'a>(expressions: &'a [Expression], visit: &mut dyn FnMut(&'a Expression)) {
    expressions.iter().for_each(|inside| expression(inside, visit));
}

fn expression<'a>(whole: &'a Expression, visit: &mut dyn FnMut(&'a Expression)) {
    use ExpressionKind as Kind;
    visit(whole);
    match &whole.kind {
        Kind::Index(a, b)
        | Kind::Arith(_, a, b)
        | Kind::Concat(a, b)
        | Kind::Compare(_, _, a, b)
        | Kind::And(a, b)
        | Kind::Or(a, b) => {
            expression(a, visit);
            expression(b, visit);
        }
        Kind::Call(callee, arguments) | Kind::Method(callee, _, arguments) => {
            expression(callee, visit);
            list(arguments, visit);
        }
        Kind::Unary(_, inside) | Kind::Paren(inside) => expression(inside, visit),
        Kind::Table(_, items) => {
            for item in items {
                match item {
                    Item::Positional(value) => expression(value, visit),
                    Item::Keyed(key, value) => {
                        expression(key, visit);
                        expression(value, visit);
                    }
                }
            }
        }
        _ => {}
    }
}
