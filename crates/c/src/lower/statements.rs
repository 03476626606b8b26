//! Statements and the flow between them.

use super::{Cases, Jumps, Lowering};
use crate::{
    BlockId, Cause, Cfg, CheckKind, PointKind, Span, Terminator, Type,
    tree::{Expr, ExprKind, Stmt, StmtKind},
};

impl Lowering<'_> {
    /// The graph of a function.
    pub(super) fn function(mut self, body: &Stmt) -> Cfg {
        let sizes = self.function.map(|id| self.functions[id.index()].sizes.clone());
        if let Some(sizes) = sizes.filter(|sizes| !sizes.is_empty()) {
            self.unknown(
                "length in a type",
                &sizes,
                Span::new(body.span.start, body.span.start + 1),
            );
        }
        self.statement(body);
        let last = Span::new(body.span.end.saturating_sub(1), body.span.end);
        let is_main = self.function.is_some_and(|id| self.functions[id.index()].name == "main");
        let zero = is_main.then(|| self.int_value(0, last));
        match self.is_entered(self.current) {
            // What never returns gets to no end.
            true if self.never_returns() => self.check(CheckKind::Unreachable, last),
            true if is_main => self.check(CheckKind::Freed, last),
            true if self.has_result() => self.check(CheckKind::Return, last),
            _ => {}
        }
        self.end(Terminator::Return(zero), last);
        self.finished()
    }

    /// A statement of a block, after its point.
    pub(super) fn statement_in_block(&mut self, stmt: &Stmt) {
        self.pointed(stmt, PointKind::Statement);
    }

    /// The body of a loop or branch.
    fn body(&mut self, stmt: &Stmt) {
        self.scope(stmt.span, |this| this.pointed(stmt, PointKind::Unbraced));
    }

    /// Points are before statements and after their labels; blocks have them inside.
    fn pointed(&mut self, stmt: &Stmt, kind: PointKind) {
        match &stmt.kind {
            StmtKind::Labelled(name, body) => {
                self.label(name, stmt.span);
                self.pointed(body, kind);
            }
            StmtKind::Case { low, high, body } => {
                self.case(Some((*low, *high)), stmt.span);
                self.pointed(body, kind);
            }
            StmtKind::Default(body) => {
                self.case(None, stmt.span);
                self.pointed(body, kind);
            }
            StmtKind::Block(_) => self.statement(stmt),
            _ => {
                self.point(kind, stmt.span);
                self.statement(stmt);
            }
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => self.discard(expr),
            StmtKind::Declare(declarations) => {
                declarations.iter().for_each(|declaration| self.declaration(declaration));
            }
            StmtKind::Block(statements) => self.scope(span, |this| {
                statements.iter().for_each(|statement| this.statement_in_block(statement));
                this.clean_up(span);
                this.point(PointKind::End, Span::new(span.end.saturating_sub(1), span.end));
            }),
            // Each of these is a block of its own, which conditions may declare something in.
            StmtKind::If { condition, then, otherwise } => self.scope(span, |this| {
                this.if_statement(condition, then, otherwise.as_deref(), span);
            }),
            StmtKind::While { condition, body } => {
                self.scope(span, |this| this.while_loop(condition, body, span));
            }
            StmtKind::DoWhile { body, condition } => {
                self.scope(span, |this| this.do_while(body, condition, span));
            }
            StmtKind::For { init, condition, step, body } => self.scope(span, |this| {
                if let Some(init) = init {
                    this.statement(init);
                }
                this.for_loop(condition.as_ref(), step.as_ref(), body, span);
            }),
            StmtKind::Switch { value, body } => {
                self.scope(span, |this| this.switch(value, body, span));
            }
            StmtKind::Case { .. } | StmtKind::Default(_) | StmtKind::Labelled(..) => {
                self.statement_in_block(stmt);
            }
            StmtKind::Goto(name) => self.goto_label(name, span),
            StmtKind::GotoAddress(address) => {
                let address = self.value(address);
                self.goto_address(address, span);
            }
            StmtKind::Break => self.jump(|jumps| Some((jumps.on_break, jumps.depth)), span),
            StmtKind::Continue => {
                self.jump(|jumps| Some((jumps.on_continue?, jumps.depth)), span);
            }
            StmtKind::Return(value) => self.return_statement(value.as_ref(), span),
            StmtKind::Unmodelled { what, mentions } => {
                self.unknown(what, mentions, span);
                self.assembly_jumps(mentions, span);
            }
        }
    }

    fn if_statement(
        &mut self,
        condition: &Expr,
        then: &Stmt,
        otherwise: Option<&Stmt>,
        span: Span,
    ) {
        // `if (x) ; else __assert_fail(...);` and `if (!x) reach_error();`
        match otherwise {
            Some(otherwise) if self.is_failing_statement(otherwise) => {
                self.assertion(condition, true);
                return self.body(then);
            }
            None if self.is_failing_statement(then) => return self.assertion(condition, false),
            _ => {}
        }
        let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
        self.condition(condition, yes, if otherwise.is_some() { no } else { after });
        self.start(yes);
        self.body(then);
        self.end(Terminator::Goto(after), span);
        if let Some(otherwise) = otherwise {
            self.start(no);
            self.body(otherwise);
            self.end(Terminator::Goto(after), span);
        }
        self.start(after);
    }

    fn while_loop(&mut self, condition: &Expr, body: &Stmt, span: Span) {
        let (head, inside, after) = (self.new_block(), self.new_block(), self.new_block());
        self.flow_into(head, span);
        self.point(PointKind::LoopHead, condition.span);
        self.condition(condition, inside, after);
        self.start(inside);
        self.loop_body(body, after, head);
        self.end(Terminator::Goto(head), span);
        self.start(after);
    }

    fn do_while(&mut self, body: &Stmt, condition: &Expr, span: Span) {
        let (inside, head, after) = (self.new_block(), self.new_block(), self.new_block());
        self.flow_into(inside, span);
        self.loop_body(body, after, head);
        self.flow_into(head, span);
        self.point(PointKind::LoopHead, condition.span);
        self.condition(condition, inside, after);
        self.start(after);
    }

    fn for_loop(&mut self, condition: Option<&Expr>, step: Option<&Expr>, body: &Stmt, span: Span) {
        let (head, inside) = (self.new_block(), self.new_block());
        let (next, after) = (self.new_block(), self.new_block());
        self.flow_into(head, span);
        self.point(PointKind::LoopHead, condition.map_or(body.span, |condition| condition.span));
        match condition {
            Some(condition) => self.condition(condition, inside, after),
            None => self.end(Terminator::Goto(inside), span),
        }
        self.start(inside);
        self.loop_body(body, after, next);
        self.flow_into(next, span);
        if let Some(step) = step {
            self.discard(step);
        }
        self.end(Terminator::Goto(head), span);
        self.start(after);
    }

    fn loop_body(&mut self, body: &Stmt, on_break: BlockId, on_continue: BlockId) {
        let depth = self.scopes.len();
        self.jumps.push(Jumps { on_break, on_continue: Some(on_continue), depth });
        self.body(body);
        self.jumps.pop();
    }

    fn switch(&mut self, value: &Expr, body: &Stmt, span: Span) {
        let after = self.new_block();
        let ty = value.ty;
        let value = self.value(value);
        let head = self.current;
        self.end(Terminator::Stop, span);
        let depth = self.scopes.len();
        self.jumps.push(Jumps { on_break: after, on_continue: None, depth });
        self.switches.push(Cases::default());
        self.body(body);
        self.jumps.pop();
        let Cases { cases, default } = self.switches.pop().unwrap_or_default();
        self.end(Terminator::Goto(after), span);
        let int = self.types.integer(ty);
        let wrapped = |bound: i128| int.and_then(|int| int.wrap(bound)).unwrap_or(bound);
        let cases =
            cases.into_iter().map(|(low, high, block)| (wrapped(low), wrapped(high), block));
        let terminator =
            Terminator::Switch { value, cases: cases.collect(), default: default.unwrap_or(after) };
        self.blocks[head.index()].terminator = Some(terminator);
        self.start(after);
    }

    /// `case low ... high:`, or `default:`.
    fn case(&mut self, bounds: Option<(i128, i128)>, span: Span) {
        let block = self.new_block();
        self.flow_into(block, span);
        if let Some(switch) = self.switches.last_mut() {
            match bounds {
                Some((low, high)) => switch.cases.push((low, high, block)),
                None => switch.default = Some(block),
            }
        }
    }

    pub(super) fn labelled(&mut self, name: &str) -> BlockId {
        if let Some(block) = self.labels.get(name) {
            return *block;
        }
        let block = self.new_block();
        self.labels.insert(name.to_owned(), block);
        block
    }

    pub(super) fn label(&mut self, name: &str, span: Span) {
        let block = self.labelled(name);
        self.label_scopes.insert(name.to_owned(), self.alive());
        self.flow_into(block, span);
    }

    /// `asm goto` may go to any of its labels.
    fn assembly_jumps(&mut self, mentions: &[Expr], span: Span) {
        for mention in mentions {
            if let ExprKind::LabelAddress(name) = &mention.kind {
                let taken = self.any_value(Cause::Unmodelled("asm goto"), mention.ty, span);
                let (jump, next) = (self.new_block(), self.new_block());
                self.end(Terminator::Branch(taken, jump, next), span);
                self.start(jump);
                self.goto_label(name, span);
                self.start(next);
            }
        }
    }

    fn jump(&mut self, target: impl Fn(&Jumps) -> Option<(BlockId, usize)>, span: Span) {
        let found = self.jumps.iter().rev().find_map(target);
        if let Some((_, depth)) = found {
            self.leave(depth, span);
        }
        let target = found.map(|(target, _)| target);
        self.end(target.map_or(Terminator::Stop, Terminator::Goto), span);
    }

    fn has_result(&self) -> bool {
        let result = self.function.map(|id| self.functions[id.index()].result);
        result.is_some_and(|ty| !matches!(self.types.get(ty), Type::Void))
    }

    /// Whether the function says of itself that it does not return; nothing behind its calls is analysed.
    fn never_returns(&self) -> bool {
        self.function.is_some_and(|id| self.functions[id.index()].no_return)
    }

    fn return_statement(&mut self, value: Option<&Expr>, span: Span) {
        let value = match value {
            Some(value) if matches!(self.types.get(value.ty), Type::Void) => {
                self.discard(value);
                None
            }
            Some(value) => {
                let value = self.value(value);
                Some(value)
            }
            None => None,
        };
        let main = self.function.is_some_and(|id| self.functions[id.index()].name == "main");
        if self.never_returns() {
            self.check(CheckKind::Unreachable, span);
        } else if main {
            self.check(CheckKind::Freed, span);
        } else if value.is_none() && self.has_result() {
            self.check(CheckKind::Return, span);
        }
        self.end(Terminator::Return(value), span);
    }
}
