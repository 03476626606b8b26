//! Where values are used: the pure integral expressions of a program, one by one.

use crate::{
    FunctionId, IntType, Program, Rank, Span, Type, TypeId, ValueRange,
    tree::{Declaration, Expr, ExprKind, Init, Stmt, StmtKind},
    value_range,
};

/// A pure integral expression that reads a variable, where its value is used.
///
/// Evaluating it once more just before changes nothing, so that `e` at [`span`](Site::span) may be
/// replaced by `(check(e), (T)(e))` with its type `T`. It stands in no constant expression and is
/// evaluated, unlike the operand of `sizeof`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The function around it.
    pub function: FunctionId,
    /// Its exact byte range.
    pub span: Span,
    /// Its type as it is written, before it is promoted or converted. Only a bit-field has the type
    /// that it is promoted to: compilers do not agree on any other.
    pub ty: TypeId,
    /// How many bits its values have: those of the type, or of the bit-field that is read.
    pub bits: u32,
    /// The values that it can have, by its type and form.
    pub values: ValueRange,
    /// How many statements and expressions are around it.
    pub depth: u32,
    /// What its value is used for.
    pub used: Use,
}

/// What a value is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    /// Nothing, or as the value of an assignment.
    Statement,
    /// To initialise a variable.
    Initialiser,
    /// To be returned.
    Return,
    /// To decide where to go on.
    Condition,
    /// As an argument.
    Argument,
    /// To choose an element.
    Index,
    /// As an operand of another expression.
    Operand,
}

/// An expression that a function evaluates, a place or a value, and what is around it.
#[derive(Clone, Copy, Debug)]
pub struct Evaluated<'p> {
    /// The function around it.
    pub function: FunctionId,
    /// The expression.
    pub expr: &'p Expr,
    /// How many statements and expressions are around it.
    pub depth: u32,
    /// What its value is used for.
    pub used: Use,
}

impl Evaluated<'_> {
    /// Whether it can be evaluated once more just before, and reads a variable: it is pure, has a text of its own, and is the
    /// innermost of those values with its range that have a wanted type.
    pub fn is_repeatable(&self, wanted: impl Fn(TypeId) -> bool) -> bool {
        let expr = self.expr;
        let value = |expr: &Expr| wanted(expr.ty) && !expr.is_place();
        let innermost = !expr.children().iter().any(|c| c.span == expr.span && value(c));
        value(expr) && !expr.effects && innermost && !expr.span.is_empty() && reads(expr)
    }
}

pub(crate) fn sites(program: &Program) -> Vec<Site> {
    let sight = Sight { program };
    let mut sites: Vec<Site> =
        evaluated(program).iter().filter_map(|evaluated| sight.site(evaluated)).collect();
    sites.sort_by_key(|site| (site.span.start, std::cmp::Reverse(site.span.end)));
    sites
}

/// Outer expressions come before those inside them.
pub(crate) fn evaluated(program: &Program) -> Vec<Evaluated<'_>> {
    let mut found = Vec::new();
    for (function, defined, _) in program.bodies() {
        let mut walk = Walk { function, found: &mut found };
        if let Some(body) = &defined.body {
            walk.statement(body, 0);
        }
    }
    found
}

struct Walk<'w, 'p> {
    function: FunctionId,
    found: &'w mut Vec<Evaluated<'p>>,
}

impl<'p> Walk<'_, 'p> {
    fn statement(&mut self, stmt: &'p Stmt, depth: u32) {
        let inside = depth + 1;
        match &stmt.kind {
            StmtKind::Expr(expr) => self.expression(expr, inside, Use::Statement),
            StmtKind::Declare(declarations) => {
                declarations.iter().for_each(|declaration| self.declaration(declaration, inside));
            }
            StmtKind::Block(statements) => {
                statements.iter().for_each(|statement| self.statement(statement, inside));
            }
            StmtKind::If { condition, then, otherwise } => {
                self.expression(condition, inside, Use::Condition);
                self.statement(then, inside);
                otherwise.iter().for_each(|otherwise| self.statement(otherwise, inside));
            }
            StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
                self.expression(condition, inside, Use::Condition);
                self.statement(body, inside);
            }
            StmtKind::For { init, condition, step, body } => {
                init.iter().for_each(|init| self.statement(init, inside));
                condition.iter().for_each(|expr| self.expression(expr, inside, Use::Condition));
                step.iter().for_each(|expr| self.expression(expr, inside, Use::Statement));
                self.statement(body, inside);
            }
            StmtKind::Switch { value, body } => {
                self.expression(value, inside, Use::Condition);
                self.statement(body, inside);
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Labelled(_, body) => {
                self.statement(body, inside);
            }
            StmtKind::Return(Some(value)) => self.expression(value, inside, Use::Return),
            StmtKind::GotoAddress(address) => self.expression(address, inside, Use::Operand),
            // Whether and how it evaluates its expressions is not known.
            StmtKind::Unmodelled { .. } => {}
            StmtKind::Empty | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue => {}
            StmtKind::Return(None) => {}
        }
    }

    fn declaration(&mut self, declaration: &'p Declaration, depth: u32) {
        let known = |init: &&Init| !matches!(init, Init::Unmodelled(..));
        let values = declaration.init.iter().filter(known).flat_map(|init| init.values());
        values.for_each(|value| self.expression(value, depth, Use::Initialiser));
    }

    fn expression(&mut self, expr: &'p Expr, depth: u32, used: Use) {
        self.found.push(Evaluated { function: self.function, expr, depth, used });
        match &expr.kind {
            ExprKind::Unmodelled { .. } | ExprKind::AnyValue { .. } => return,
            ExprKind::Statements(statements) => {
                statements.iter().for_each(|statement| self.statement(statement, depth + 1));
            }
            _ => {}
        }
        for (number, child) in expr.children().into_iter().enumerate() {
            // Conversions and loads that are not written are no level of their own.
            let implicit = child.span == expr.span;
            let used = if implicit { used } else { use_of(&expr.kind, number) };
            self.expression(child, depth + u32::from(!implicit), used);
        }
    }
}

/// What makes an expression a site.
struct Sight<'p> {
    program: &'p Program,
}

impl Sight<'_> {
    /// A value, integral, pure, and the innermost of those that share its range.
    fn site(&self, evaluated: &Evaluated<'_>) -> Option<Site> {
        let types = &self.program.types;
        if !evaluated.is_repeatable(|ty| types.integer(ty).is_some()) {
            return None;
        }
        let Evaluated { function, expr, depth, used } = *evaluated;
        let bits = self.bits(expr);
        // gcc and clang do not agree on the type of bit-fields that are wider than `int`.
        let of_type = types.integer(expr.ty).map_or(0, |int| int.bits);
        if bits > 32 && bits < of_type {
            return None;
        }
        let ty = self.site_type(expr, bits);
        let values = value_range::values(self.program, expr, bits).expect("sites are integral");
        Some(Site { function, span: expr.span, ty, bits, values, depth, used })
    }

    fn site_type(&self, expr: &Expr, bits: u32) -> TypeId {
        let types = &self.program.types;
        match types.integer(expr.ty) {
            Some(int) if bits < int.bits => {
                let promoted = IntType { rank: Rank::BitField, bits, ..int }.promoted();
                types.find(&Type::Int(promoted)).unwrap_or(expr.ty)
            }
            _ => expr.ty,
        }
    }

    fn bits(&self, expr: &Expr) -> u32 {
        let types = &self.program.types;
        let of_type = types.integer(expr.ty).map_or(0, |int| int.bits);
        match &expr.kind {
            ExprKind::Load(place) => match place.kind {
                ExprKind::Member { record, field, .. } => {
                    types.record(record).fields[field].bit_width.unwrap_or(of_type)
                }
                _ => of_type,
            },
            _ => of_type,
        }
    }
}

fn use_of(parent: &ExprKind, child: usize) -> Use {
    match parent {
        ExprKind::Call { .. } if child > 0 => Use::Argument,
        ExprKind::Index { .. } if child == 1 => Use::Index,
        ExprKind::Conditional(..) if child == 0 => Use::Condition,
        ExprKind::And(..) | ExprKind::Or(..) => Use::Condition,
        ExprKind::CompoundLiteral(..) => Use::Initialiser,
        ExprKind::Assign(..) | ExprKind::AssignOp { .. } if child == 1 => Use::Statement,
        _ => Use::Operand,
    }
}

fn reads(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Load(_)) || expr.children().into_iter().any(reads)
}
