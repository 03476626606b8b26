//! Statements, and where a run goes after each.

use super::{Interpreter, Result, Stop, Val, unknown};
use soundline_c::{
    Storage,
    tree::{Expr, Stmt, StmtKind},
};

/// Where a run goes after a statement.
pub(super) enum Flow {
    Next,
    Break,
    Continue,
    Return(Val),
    Goto(String),
}

impl Interpreter<'_> {
    pub(super) fn statement(&mut self, stmt: &Stmt) -> Result<Flow> {
        self.steps += 1;
        if self.steps > 3_000_000 {
            return Err(Stop::Endless);
        }
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => {
                self.value(expr)?;
            }
            StmtKind::Declare(declarations) => {
                for declaration in declarations {
                    let declared = self.program.variable(declaration.variable);
                    if declared.storage != Storage::Local {
                        continue;
                    }
                    let object = self.object(false);
                    let frame = self.frames.last_mut().expect("there is a call");
                    frame.insert(declaration.variable, object);
                    if let Some(init) = &declaration.init {
                        self.initialise(object, declared.ty, init)?;
                    }
                }
            }
            StmtKind::Block(statements) => return self.block(statements, 0),
            StmtKind::If { condition, then, otherwise } => {
                if self.truth(condition)? {
                    return self.statement(then);
                } else if let Some(otherwise) = otherwise {
                    return self.statement(otherwise);
                }
            }
            StmtKind::While { condition, body } => {
                while self.truth(condition)? {
                    match self.statement(body)? {
                        Flow::Break => break,
                        Flow::Next | Flow::Continue => {}
                        leave => return Ok(leave),
                    }
                }
            }
            StmtKind::DoWhile { body, condition } => loop {
                match self.statement(body)? {
                    Flow::Break => break,
                    Flow::Next | Flow::Continue => {}
                    leave => return Ok(leave),
                }
                if !self.truth(condition)? {
                    break;
                }
            },
            StmtKind::For { init, condition, step, body } => {
                if let Some(init) = init {
                    self.statement(init)?;
                }
                loop {
                    if let Some(condition) = condition
                        && !self.truth(condition)?
                    {
                        break;
                    }
                    match self.statement(body)? {
                        Flow::Break => break,
                        Flow::Next | Flow::Continue => {}
                        leave => return Ok(leave),
                    }
                    if let Some(step) = step {
                        self.value(step)?;
                    }
                }
            }
            StmtKind::Switch { value, body } => return self.switch(value, body),
            StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Labelled(_, body) => {
                return self.statement(body);
            }
            StmtKind::Goto(label) => return Ok(Flow::Goto(label.clone())),
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            StmtKind::Return(None) => return Ok(Flow::Return(Val::Nothing)),
            StmtKind::Return(Some(value)) => return Ok(Flow::Return(self.value(value)?)),
            other => return unknown(std::mem::discriminant(other)),
        }
        Ok(Flow::Next)
    }

    fn block(&mut self, statements: &[Stmt], from: usize) -> Result<Flow> {
        let mut at = from;
        while at < statements.len() {
            match self.statement(&statements[at])? {
                Flow::Next => at += 1,
                Flow::Goto(label) => {
                    let here =
                        |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Labelled(l, _) if *l == label);
                    match statements.iter().position(here) {
                        Some(target) => at = target,
                        None => return Ok(Flow::Goto(label)),
                    }
                }
                leave => return Ok(leave),
            }
        }
        Ok(Flow::Next)
    }

    fn switch(&mut self, value: &Expr, body: &Stmt) -> Result<Flow> {
        let Val::Int(value) = self.value(value)? else { return unknown("a switch") };
        let StmtKind::Block(statements) = &body.kind else { return unknown("a switch") };
        let matching = statements.iter().position(|stmt| has_case(stmt, value));
        let default = statements.iter().position(has_default);
        let Some(start) = matching.or(default) else { return Ok(Flow::Next) };
        match self.block(statements, start)? {
            Flow::Break => Ok(Flow::Next),
            flow => Ok(flow),
        }
    }
}

fn has_case(stmt: &Stmt, value: i128) -> bool {
    match &stmt.kind {
        StmtKind::Case { low, high, body } => {
            (*low..=*high).contains(&value) || has_case(body, value)
        }
        StmtKind::Default(body) => has_case(body, value),
        _ => false,
    }
}

fn has_default(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Default(_) => true,
        StmtKind::Case { body, .. } => has_default(body),
        _ => false,
    }
}
