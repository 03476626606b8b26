//! What is around an expression: the statement that evaluates it, and what else that does.

use super::Placement;
use soundline_c::{
    Effects, Program, Span, VarId,
    tree::{Declaration, Expr, ExprKind, Stmt, StmtKind},
};
use std::collections::HashMap;

/// What is known about one expression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// Where a check of it can stand.
    pub placement: Placement,
    /// Whether something that is not ordered before or after it may change its value.
    pub disturbed: bool,
}

/// The contexts of all expressions in functions, by their ranges.
pub(super) fn contexts(program: &Program) -> HashMap<Span, Context> {
    let mut walk = Walk { program, found: HashMap::new(), unordered: Vec::new() };
    for (_, function, _) in program.bodies() {
        function.body.iter().for_each(|body| walk.statement(body, Parent::Other));
    }
    walk.found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Parent {
    Block,
    Other,
    /// Nothing can be put before the parts of a loop's head.
    LoopHead,
}

struct Walk<'p> {
    program: &'p Program,
    found: HashMap<Span, Context>,
    /// Changes that may come before or after the expression that is visited.
    unordered: Vec<Effects>,
}

/// On the way down to an expression: whether a check of it may move to the front.
#[derive(Clone)]
struct Front<'w> {
    placement: Placement,
    /// What happens before.
    earlier: Vec<&'w Effects>,
    /// Variables that do not exist yet at the front.
    unborn: &'w [VarId],
}

impl Walk<'_> {
    fn statement(&mut self, stmt: &Stmt, parent: Parent) {
        let placement = match parent {
            Parent::Block => Placement::Before(stmt.span),
            Parent::Other => Placement::Around(stmt.span),
            Parent::LoopHead => Placement::Inline,
        };
        match &stmt.kind {
            StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) | StmtKind::GotoAddress(expr) => {
                self.root(expr, placement, &[]);
            }
            StmtKind::Declare(declarations) => self.declarations(declarations, placement),
            StmtKind::Block(statements) => self.block(statements),
            StmtKind::If { condition, then, otherwise } => {
                self.root(condition, placement, &[]);
                self.statement(then, Parent::Other);
                otherwise.iter().for_each(|stmt| self.statement(stmt, Parent::Other));
            }
            StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
                self.root(condition, Placement::Inline, &[]);
                self.statement(body, Parent::Other);
            }
            StmtKind::For { init, condition, step, body } => {
                init.iter().for_each(|stmt| self.statement(stmt, Parent::LoopHead));
                condition.iter().chain(step).for_each(|e| self.root(e, Placement::Inline, &[]));
                self.statement(body, Parent::Other);
            }
            StmtKind::Switch { value, body } => {
                self.root(value, placement, &[]);
                self.statement(body, Parent::Other);
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Labelled(_, body) => {
                self.statement(body, Parent::Other);
            }
            StmtKind::Unmodelled { .. } | StmtKind::Empty | StmtKind::Goto(_) => {}
            StmtKind::Break | StmtKind::Continue | StmtKind::Return(None) => {}
        }
    }

    fn block(&mut self, statements: &[Stmt]) {
        statements.iter().for_each(|stmt| self.statement(stmt, Parent::Block));
    }

    /// Only the first initialiser is evaluated before anything else; braces around a declaration
    /// would end its scope.
    fn declarations(&mut self, declarations: &[Declaration], placement: Placement) {
        let variables: Vec<VarId> = declarations.iter().map(|d| d.variable).collect();
        for (number, declaration) in declarations.iter().enumerate() {
            let first = number == 0 && declaration.length.is_none();
            let values = declaration.init.iter().flat_map(|init| init.values()).enumerate();
            for (value_number, value) in values {
                let front = first && value_number == 0 && matches!(placement, Placement::Before(_));
                let placement = if front { placement } else { Placement::Inline };
                self.root(value, placement, &variables);
            }
        }
    }

    fn root(&mut self, expr: &Expr, placement: Placement, unborn: &[VarId]) {
        self.expression(expr, &Front { placement, earlier: Vec::new(), unborn });
    }

    fn expression(&mut self, expr: &Expr, front: &Front<'_>) {
        if !self.found.contains_key(&expr.span) {
            let context = self.context(expr, front);
            self.found.insert(expr.span, context);
        }
        let inline = Front { placement: Placement::Inline, ..front.clone() };
        match &expr.kind {
            ExprKind::Statements(statements) => self.block(statements),
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                self.expression(left, front);
                self.expression(right, &inline);
            }
            ExprKind::OrElse(left, right) => {
                self.expression(left, front);
                self.expression(right, &inline);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.expression(condition, front);
                self.expression(then, &inline);
                self.expression(otherwise, &inline);
            }
            ExprKind::Comma(left, right) => {
                self.expression(left, front);
                let effects = self.program.effects.of_value(left);
                let mut later = front.clone();
                later.earlier.push(&effects);
                self.expression(right, &later);
            }
            _ => self.operands(&expr.children(), front),
        }
    }

    /// Operands whose order C leaves open.
    fn operands(&mut self, operands: &[&Expr], front: &Front<'_>) {
        for (number, operand) in operands.iter().enumerate() {
            let others = operands.iter().enumerate().filter(|(other, _)| *other != number);
            let changing = others.filter(|(_, other)| other.effects);
            let effects: Vec<Effects> =
                changing.map(|(_, other)| self.program.effects.of_value(other)).collect();
            let mut down = front.clone();
            down.earlier.extend(&effects);
            let before = self.unordered.len();
            self.unordered.extend(effects.iter().cloned());
            self.expression(operand, &down);
            self.unordered.truncate(before);
        }
    }

    fn context(&self, expr: &Expr, front: &Front<'_>) -> Context {
        let summaries = &self.program.effects;
        let disturbed = self.unordered.iter().any(|effects| summaries.disturb(effects, expr));
        let late = |effects: &&&Effects| effects.leaves() || summaries.disturb(effects, expr);
        let late = front.earlier.iter().any(|effects| late(&effects));
        let moves = !late && !self.names(expr.span, front.unborn);
        let placement = if moves { front.placement } else { Placement::Inline };
        Context { placement, disturbed }
    }

    /// Whether the text names one of the variables, be it in a `sizeof` that the tree does not show.
    fn names(&self, span: Span, variables: &[VarId]) -> bool {
        if variables.is_empty() {
            return false;
        }
        let text = self.program.source.slice(span);
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| variables.iter().any(|v| self.program.variable(*v).name == word))
    }
}
