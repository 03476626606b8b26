//! Where the names of variables can be used.

use soundline_c::tree::{Expr, ExprKind, Init, Stmt, StmtKind};
use soundline_c::{FunctionId, Program, Span, Storage, VarId};
use std::collections::HashMap;

/// For each variable of a block, from where to where it can be used.
pub(crate) struct Scopes {
    ranges: HashMap<VarId, Span>,
}

impl Scopes {
    pub(crate) fn new(program: &Program) -> Self {
        let mut ranges = HashMap::new();
        for function in &program.functions {
            if let Some(body) = &function.body {
                statement(body, body.span, &mut ranges);
                for parameter in &function.parameters {
                    ranges.insert(*parameter, body.span);
                }
            }
        }
        Self { ranges }
    }

    /// The part of the text in which a local variable exists.
    pub(crate) fn of(&self, id: VarId) -> Option<Span> {
        self.ranges.get(&id).copied()
    }

    /// The variables whose names mean them at an offset in a function: no other variable of that
    /// name hides them there.
    pub(crate) fn visible(&self, program: &Program, function: FunctionId, at: u32) -> Vec<VarId> {
        let mut by_name: HashMap<&str, (u32, VarId)> = HashMap::new();
        for id in program.variable_ids() {
            let variable = program.variable(id);
            let plain = !variable.name.is_empty() && is_identifier(&variable.name);
            // The inner one starts later.
            let start = match &variable.storage {
                Storage::Temporary | Storage::Literal(_) => continue,
                Storage::Global | Storage::Extern if variable.function.is_none() => {
                    if variable.span.start >= at {
                        continue;
                    }
                    0
                }
                _ if variable.function != Some(function) => continue,
                _ => match self.of(id) {
                    Some(span) if span.start < at && at < span.end => span.start,
                    _ => continue,
                },
            };
            if !plain {
                continue;
            }
            let entry = by_name.entry(&variable.name).or_insert((start, id));
            if start >= entry.0 {
                *entry = (start, id);
            }
        }
        let mut visible: Vec<VarId> = by_name.into_values().map(|(_, id)| id).collect();
        visible.retain(|id| !program.is_hidden(*id, program.function(function), at));
        visible.sort_unstable();
        visible
    }
}

fn is_identifier(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit())
}

/// Notes the variables that a statement declares: they exist from there to the end of the block.
fn statement(stmt: &Stmt, block: Span, ranges: &mut HashMap<VarId, Span>) {
    let mut inside = |stmt: &Stmt, block: Span| statement(stmt, block, ranges);
    match &stmt.kind {
        StmtKind::Block(statements) => statements.iter().for_each(|s| inside(s, stmt.span)),
        StmtKind::Declare(declarations) => {
            for declaration in declarations {
                ranges.insert(declaration.variable, Span::new(declaration.span.end, block.end));
                if let Some(init) = &declaration.init {
                    initialiser(init, block, ranges);
                }
                let sizes = declaration.length.iter().chain(&declaration.sizes);
                sizes.for_each(|size| expression(size, block, ranges));
            }
        }
        StmtKind::If { condition, then, otherwise } => {
            inside(then, then.span);
            otherwise.iter().for_each(|s| inside(s, s.span));
            expression(condition, block, ranges);
        }
        StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
            inside(body, body.span);
            expression(condition, block, ranges);
        }
        StmtKind::For { init, condition, step, body } => {
            init.iter().for_each(|s| inside(s, stmt.span));
            inside(body, body.span);
            condition.iter().chain(step).for_each(|e| expression(e, stmt.span, ranges));
        }
        StmtKind::Switch { value, body } => {
            inside(body, body.span);
            expression(value, block, ranges);
        }
        StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Labelled(_, body) => {
            inside(body, block);
        }
        StmtKind::Expr(value) | StmtKind::Return(Some(value)) | StmtKind::GotoAddress(value) => {
            expression(value, block, ranges);
        }
        StmtKind::Unmodelled { mentions, .. } => {
            mentions.iter().for_each(|e| expression(e, block, ranges));
        }
        StmtKind::Empty
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(None) => {}
    }
}

fn initialiser(init: &Init, block: Span, ranges: &mut HashMap<VarId, Span>) {
    init.values().into_iter().for_each(|value| expression(value, block, ranges));
}

/// Statements and compound literals in expressions.
fn expression(expr: &Expr, block: Span, ranges: &mut HashMap<VarId, Span>) {
    match &expr.kind {
        ExprKind::Statements(statements) => {
            statements.iter().for_each(|s| statement(s, expr.span, ranges));
        }
        ExprKind::CompoundLiteral(id, _) => {
            ranges.insert(*id, block);
        }
        _ => {}
    }
    expr.children().into_iter().for_each(|child| expression(child, block, ranges));
}
