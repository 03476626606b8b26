//! Where in the text something can be said about a program point, and which variables can be named there.
//!
//! A label of the graph is a place between instructions. In the text it is a place where a statement, or
//! the left side of a comma, can stand so that it runs exactly when the label is passed.

use soundline_c::{
    Edits, Function, Label, Point, PointKind, Program, Role, Span, Storage, VarId,
    tree::{Expr, ExprKind, Stmt, StmtKind},
};
use std::collections::HashMap;

/// How text gets to a program point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insertion {
    /// As a statement before this byte.
    Before(u32),
    /// As a statement at the start of this range, with braces around both.
    Around(Span),
    /// As an expression before this byte, with a comma behind it: the condition of a loop.
    Comma(u32),
}

impl Insertion {
    /// Inserts an expression, as a statement or behind a comma.
    pub fn insert(self, edits: &mut Edits, expression: &str) {
        match self {
            Insertion::Before(offset) => edits.insert(offset, format!("{expression}; ")),
            Insertion::Around(span) => edits.wrap(span, format!("{{ {expression}; "), " }"),
            Insertion::Comma(offset) => edits.insert(offset, format!("{expression}, ")),
        }
    }

    /// Inserts a comment that belongs to the statement behind it, which is an empty one: the next may be a declaration or the
    /// end of a block. There is no statement in a condition, and nothing is inserted there.
    pub fn comment(self, edits: &mut Edits, comment: &str) -> bool {
        match self {
            Insertion::Before(offset) => edits.insert(offset, format!("{comment} ; ")),
            Insertion::Around(span) => edits.wrap(span, format!("{{ {comment} ; "), " }"),
            Insertion::Comma(_) => return false,
        }
        true
    }
}

/// A program point in the text.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// How text gets there.
    pub insertion: Insertion,
    /// Whether it is inside an expression, as in `({ ... })`. What `assert` of a C library becomes
    /// has such points.
    pub nested: bool,
    /// Whether labels or `case` stand before it.
    pub labelled: bool,
    /// Whether a loop follows whose head is next.
    pub before_loop: bool,
    /// The loop whose head it is.
    pub loop_head: Option<Loop>,
    /// The innermost declaration that is visible.
    scope: Option<usize>,
    start: u32,
}

/// A loop in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Where its keyword is.
    pub keyword: u32,
    /// Whether the condition comes after the body.
    pub is_do: bool,
    /// The innermost declaration that is visible before the loop.
    scope: Option<usize>,
    /// The innermost declaration that is visible in its condition.
    inner: Option<usize>,
}

/// A statement that is nothing but an assertion of a condition without effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asserted {
    /// The point before the statement.
    pub label: Label,
    /// The condition.
    pub condition: Span,
    /// Whether it must hold; otherwise it must not.
    pub positive: bool,
}

/// The program points of a function in its text.
#[derive(Debug)]
pub struct Spots<'p> {
    program: &'p Program,
    function: &'p Function,
    spots: Vec<Option<Spot>>,
    asserted: Vec<Asserted>,
    /// Declarations, each with the one before that is visible there.
    declarations: Vec<(Option<usize>, VarId)>,
}

impl<'p> Spots<'p> {
    /// The points of a function with a body. There are none in functions that mean something to a
    /// verifier by the shape of their bodies, since that shape must stay.
    pub fn new(program: &'p Program, function: &'p Function) -> Self {
        let points = function.cfg.as_ref().map_or(&[][..], |cfg| &cfg.points);
        let spots = Spots {
            program,
            function,
            spots: vec![None; points.len()],
            asserted: vec![],
            declarations: vec![],
        };
        let Some(body) = function.body.as_ref().filter(|_| function.role == Role::Ordinary) else {
            return spots;
        };
        let labels =
            (0..).map(Label).zip(points).map(|(label, point)| (key(point), label)).collect();
        let mut walk = Walk { spots, labels, scope: None, nested: 0 };
        function.parameters.iter().for_each(|parameter| walk.declare(*parameter));
        walk.statement(body, PointKind::Statement, false);
        walk.spots
    }

    /// Where a label is; none if nothing can be inserted there.
    pub fn at(&self, label: Label) -> Option<&Spot> {
        self.spots.get(label.0 as usize)?.as_ref()
    }

    /// All labels that have a place.
    pub fn labels(&self) -> impl Iterator<Item = (Label, &Spot)> {
        (0..).map(Label).zip(&self.spots).filter_map(|(label, spot)| Some((label, spot.as_ref()?)))
    }

    /// The statements that are nothing but assertions, in the order of the text.
    pub fn asserted(&self) -> &[Asserted] {
        &self.asserted
    }

    /// Whether the name of a variable means this variable at a point.
    pub fn is_visible(&self, variable: VarId, spot: &Spot) -> bool {
        self.is_meant(variable, spot.scope, spot.start)
    }

    /// The names that a loop declares in its head.
    pub fn declared_by(&self, head: Loop) -> Vec<&str> {
        let mut names = Vec::new();
        let mut scope = head.inner;
        while scope != head.scope
            && let Some(index) = scope
        {
            let (outer, declared) = self.declarations[index];
            names.push(self.program.variable(declared).name.as_str());
            scope = outer;
        }
        names
    }

    fn is_meant(&self, variable: VarId, mut scope: Option<usize>, at: u32) -> bool {
        let wanted = self.program.variable(variable);
        if self.program.is_hidden(variable, self.function, at) {
            return false;
        }
        while let Some(index) = scope {
            let (outer, declared) = self.declarations[index];
            if self.program.variable(declared).name == wanted.name {
                return declared == variable;
            }
            scope = outer;
        }
        let outside = matches!(wanted.storage, Storage::Global | Storage::Extern);
        outside && wanted.function.is_none() && wanted.span.start < at
    }
}

type Key = (PointKind, Span);

fn key(point: &Point) -> Key {
    (point.kind, point.span)
}

/// A walk over the tree of a function, in the order of lowering.
struct Walk<'p> {
    spots: Spots<'p>,
    labels: HashMap<Key, Label>,
    scope: Option<usize>,
    nested: u32,
}

impl Walk<'_> {
    fn declare(&mut self, variable: VarId) {
        self.spots.declarations.push((self.scope, variable));
        self.scope = Some(self.spots.declarations.len() - 1);
    }

    fn point(&mut self, key: Key, insertion: Insertion, labelled: bool) -> Option<&mut Spot> {
        let label = *self.labels.get(&key)?;
        let (nested, scope, start) = (self.nested > 0, self.scope, key.1.start);
        let (before_loop, loop_head) = (false, None);
        let spot = Spot { insertion, nested, labelled, before_loop, loop_head, scope, start };
        Some(self.spots.spots[label.0 as usize].insert(spot))
    }

    /// A statement with its point, as a block or a body of another has it.
    fn statement(&mut self, stmt: &Stmt, kind: PointKind, labelled: bool) {
        match &stmt.kind {
            StmtKind::Labelled(_, body) | StmtKind::Default(body) => {
                return self.statement(body, kind, true);
            }
            StmtKind::Case { body, .. } => return self.statement(body, kind, true),
            StmtKind::Block(statements) => return self.block(statements, stmt.span),
            _ => {}
        }
        if self.must_stay_first(stmt.span) {
            return self.inside(stmt);
        }
        let insertion = match kind {
            PointKind::Unbraced => Insertion::Around(stmt.span),
            _ => Insertion::Before(stmt.span.start),
        };
        if let Some(spot) = self.point((kind, stmt.span), insertion, labelled) {
            spot.before_loop = is_while(stmt);
        }
        if let Some(label) = self.labels.get(&(kind, stmt.span))
            && let Some((condition, positive)) = self.asserted_by(stmt)
            && !condition.effects
        {
            let asserted = Asserted { label: *label, condition: condition.span, positive };
            self.spots.asserted.push(asserted);
        }
        self.inside(stmt);
    }

    /// Whether nothing can be inserted before a statement: a pragma is a line of its own, and declarations of labels
    /// begin their block.
    fn must_stay_first(&self, span: Span) -> bool {
        let text = &self.spots.program.source.bytes()[span.start as usize..];
        text.starts_with(b"#") || text.starts_with(b"__label__")
    }

    fn block(&mut self, statements: &[Stmt], span: Span) {
        let scope = self.scope;
        statements.iter().for_each(|stmt| self.statement(stmt, PointKind::Statement, false));
        let brace = Span::new(span.end.saturating_sub(1), span.end);
        self.point((PointKind::End, brace), Insertion::Before(brace.start), false);
        self.scope = scope;
    }

    /// The parts of a statement. What a body declares is not visible after it.
    fn inside(&mut self, stmt: &Stmt) {
        let before = self.scope;
        let head = |is_do| Loop { keyword: stmt.span.start, is_do, scope: before, inner: before };
        match &stmt.kind {
            StmtKind::Expr(expr) | StmtKind::GotoAddress(expr) => self.expression(expr),
            StmtKind::Return(value) => value.iter().for_each(|value| self.expression(value)),
            StmtKind::Declare(declarations) => {
                for declaration in declarations {
                    declaration.length.iter().for_each(|length| self.expression(length));
                    self.declare(declaration.variable);
                    let values = declaration.init.iter().flat_map(|init| init.values());
                    values.for_each(|value| self.expression(value));
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                self.expression(condition);
                self.body(then);
                otherwise.iter().for_each(|otherwise| self.body(otherwise));
            }
            StmtKind::While { condition, body } => {
                self.head(Some(condition), body, head(false));
                self.expression(condition);
                self.body(body);
            }
            StmtKind::DoWhile { body, condition } => {
                self.body(body);
                self.head(Some(condition), body, head(true));
                self.expression(condition);
            }
            StmtKind::For { init, condition, step, body } => {
                init.iter().for_each(|init| self.inside(init));
                self.head(condition.as_ref(), body, head(false));
                condition.iter().chain(step).for_each(|part| self.expression(part));
                self.body(body);
                self.scope = before;
            }
            StmtKind::Switch { value, body } => {
                self.expression(value);
                self.body(body);
            }
            StmtKind::Unmodelled { mentions, .. } => {
                mentions.iter().for_each(|mention| self.expression(mention));
            }
            StmtKind::Empty | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue => {}
            StmtKind::Block(_)
            | StmtKind::Labelled(..)
            | StmtKind::Case { .. }
            | StmtKind::Default(_) => self.statement(stmt, PointKind::Statement, false),
        }
    }

    fn body(&mut self, body: &Stmt) {
        let scope = self.scope;
        self.statement(body, PointKind::Unbraced, false);
        self.scope = scope;
    }

    /// The head of a loop runs each time before the condition: on the left of a comma. A loop without
    /// a condition runs its body right after its head, so the head is at the start of the body, before
    /// its labels.
    fn head(&mut self, condition: Option<&Expr>, body: &Stmt, of: Loop) {
        let (span, insertion) = match condition {
            Some(condition) => (condition.span, Insertion::Comma(condition.span.start)),
            None => (body.span, Insertion::Around(body.span)),
        };
        let inner = self.scope;
        if let Some(spot) = self.point((PointKind::LoopHead, span), insertion, false) {
            spot.loop_head = Some(Loop { inner, ..of });
        }
    }

    /// Statements in expressions have points too.
    fn expression(&mut self, expr: &Expr) {
        if let ExprKind::Statements(statements) = &expr.kind {
            let scope = self.scope;
            self.nested += 1;
            statements.iter().for_each(|stmt| self.statement(stmt, PointKind::Statement, false));
            self.nested -= 1;
            self.scope = scope;
        }
        expr.children().into_iter().for_each(|child| self.expression(child));
    }

    /// The condition that a statement asserts and does nothing else, if lowering took it for an
    /// assertion.
    fn asserted_by<'e>(&self, stmt: &'e Stmt) -> Option<(&'e Expr, bool)> {
        match &stmt.kind {
            StmtKind::Expr(expr) => self.asserted_in(expr),
            StmtKind::If { condition, otherwise, .. } => Some((condition, otherwise.is_some())),
            _ => None,
        }
    }

    fn asserted_in<'e>(&self, expr: &'e Expr) -> Option<(&'e Expr, bool)> {
        match &expr.kind {
            ExprKind::Convert(inner) => self.asserted_in(inner),
            ExprKind::Comma(left, right) if !left.effects => self.asserted_in(right),
            ExprKind::Conditional(condition, ..) => Some((condition, true)),
            ExprKind::Statements(statements) => match &statements[..] {
                [only] => self.asserted_by(only),
                _ => None,
            },
            ExprKind::Call { arguments, .. } => Some((arguments.first()?, true)),
            _ => None,
        }
    }
}

/// Whether the head of a loop is the first thing in a statement.
fn is_while(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::While { .. } | StmtKind::For { init: None, .. })
}
