//! A program of the corpus made to report what it does: the values of variables at every labelled point,
//! and every assertion, by byte-exact edits of its own text.

use soundline_analyze::{Analysis, Fact, Lvalue};
use soundline_c::{
    Edits, Function, Label, PointKind, Program, Role, Span,
    tree::{Expr, ExprKind, Stmt, StmtKind},
};
use std::collections::{BTreeMap, HashSet};

/// A point: the function's index and the label.
pub type At = (usize, Label);

/// What is printed at every point, and under which number.
#[derive(Default)]
pub struct Watch {
    /// Number to point.
    pub points: Vec<At>,
    /// The texts of the expressions whose values are printed there.
    pub values: Vec<Vec<Lvalue>>,
    /// Where a function has no place for a statement: nothing is seen there.
    pub unseen: HashSet<At>,
}

impl Watch {
    /// All points of a program, with all expressions that these analyses speak about.
    pub fn new<'a>(program: &Program, analyses: impl Iterator<Item = &'a Analysis>) -> Watch {
        let mut wanted: BTreeMap<At, Vec<Lvalue>> = BTreeMap::new();
        for (id, function, cfg) in program.bodies() {
            if function.role != Role::Ordinary {
                continue;
            }
            for number in 0..cfg.points.len() as u32 {
                wanted.entry((id.index(), Label(number))).or_default();
            }
        }
        for analysis in analyses {
            let points = analysis.functions.iter().flat_map(|function| &function.points);
            let states = points
                .map(|point| (point.function, point.label, &point.state))
                .chain(analysis.assumptions.iter().map(|a| (a.function, a.label, &a.predicate)));
            for (function, label, state) in states {
                let places = state.iter().flat_map(|state| &state.facts).flat_map(places);
                if let Some(known) = wanted.get_mut(&(function.index(), label)) {
                    for place in places.filter(|place| place.ty.bits <= 64) {
                        if !known.contains(place) {
                            known.push(place.clone());
                        }
                    }
                }
            }
        }
        let (points, values) = wanted.into_iter().unzip();
        Watch { points, values, unseen: HashSet::new() }
    }

    fn statement(&self, number: usize) -> String {
        let shown: Vec<String> = self.values[number]
            .iter()
            .map(|place| format!(", (long long)({})", place.text))
            .collect();
        format!("soundline_point({number}, {}{})", shown.len(), shown.concat())
    }
}

/// The values that a fact speaks about.
pub fn places(fact: &Fact) -> Vec<&Lvalue> {
    match fact {
        Fact::Range { place, .. } | Fact::Congruence { place, .. } => vec![place],
        Fact::Linear { terms, .. } => terms.iter().map(|term| &term.place).collect(),
        Fact::Null { .. } | Fact::Opaque(_) => Vec::new(),
    }
}

/// The text that reports.
pub fn instrument(program: &Program, watch: &mut Watch) -> String {
    let mut edits = Edits::new();
    for number in 0..watch.points.len() {
        let at = watch.points[number];
        if !insert_at(program, at, &watch.statement(number), &mut edits) {
            watch.unseen.insert(at);
        }
    }
    for (line, role, span) in verdicts(program) {
        match role {
            Role::Assert => edits.wrap(span, format!("soundline_holds({line}, ("), ") != 0)"),
            _ => edits.wrap(span, format!("(soundline_failed({line}), "), ")"),
        }
    }
    let text = edits.apply_to(&program.source).expect("points do not overlap");
    let declared = "extern void soundline_point(int, int, ...); extern int soundline_holds(int, int); \
                    extern void soundline_failed(int);";
    format!("{declared}\n{}", String::from_utf8_lossy(&text))
}

/// Puts an expression of type `void` at a point, so that it is evaluated each time control gets there. False
/// if there is no place for it.
pub fn insert_at(program: &Program, at: At, expression: &str, edits: &mut Edits) -> bool {
    let function = &program.functions[at.0];
    let Some(cfg) = &function.cfg else { return false };
    let point = cfg.points[at.1.0 as usize];
    let shapes = Shapes::of(program, function);
    let text = &program.source.bytes()[point.span.start as usize..];
    match point.kind {
        PointKind::Statement | PointKind::Unbraced
            if text.starts_with(b"#") || text.starts_with(b"__label__") =>
        {
            return false;
        }
        PointKind::LoopHead if shapes.endless.contains(&point.span) => {
            edits.wrap(point.span, format!("{{ {expression}; "), " }");
        }
        PointKind::LoopHead => edits.wrap(point.span, format!("({expression}, ("), "))"),
        PointKind::Unbraced => edits.wrap(point.span, format!("{{ {expression}; "), " }"),
        PointKind::End if shapes.ends_of_values.contains(&point.span.start) => return false,
        PointKind::Statement | PointKind::End => {
            edits.insert(point.span.start, format!("{expression}; "));
        }
    }
    true
}

/// Assertions and error calls in the program's own code: their lines, what they are, and the condition or
/// the call.
pub fn verdicts(program: &Program) -> Vec<(u32, Role, Span)> {
    let ordinary = program.functions.iter().filter(|function| function.role == Role::Ordinary);
    let expressions =
        ordinary.flat_map(|function| &function.body).flat_map(|body| body.expressions());
    expressions.filter_map(|expr| verdict(program, expr)).collect()
}

fn verdict(program: &Program, expr: &Expr) -> Option<(u32, Role, Span)> {
    let ExprKind::Call { callee, arguments } = &expr.kind else { return None };
    let role = program.functions[callee_index(callee)?].role;
    let line = program.source.locate(expr.span.start).line;
    match (role, &arguments[..]) {
        (Role::Assert, [condition, ..]) => Some((line, role, condition.span)),
        (Role::Error, _) => Some((line, role, expr.span)),
        _ => None,
    }
}

fn callee_index(callee: &Expr) -> Option<usize> {
    match &callee.kind {
        ExprKind::Function(id) => Some(id.index()),
        ExprKind::Decay(inner) | ExprKind::AddressOf(inner) | ExprKind::Convert(inner) => {
            callee_index(inner)
        }
        _ => None,
    }
}

/// Where points need another form.
#[derive(Default)]
struct Shapes {
    /// The bodies of `for` loops without a condition.
    endless: HashSet<Span>,
    /// The closing braces of statement expressions: a statement before them would be their value.
    ends_of_values: HashSet<u32>,
}

impl Shapes {
    fn of(program: &Program, function: &Function) -> Shapes {
        let mut shapes = Shapes::default();
        if let Some(body) = &function.body {
            shapes.statement(body);
            for expr in body.expressions() {
                if let ExprKind::Statements(statements) = &expr.kind {
                    let brace = program.source.slice(expr.span).rfind('}').unwrap_or(0);
                    shapes.ends_of_values.insert(expr.span.start + brace as u32);
                    statements.iter().for_each(|statement| shapes.statement(statement));
                }
            }
        }
        shapes
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::For { condition, body, .. } => {
                if condition.is_none() {
                    self.endless.insert(body.span);
                }
                self.statement(body);
            }
            StmtKind::Block(statements) => {
                statements.iter().for_each(|statement| self.statement(statement));
            }
            StmtKind::If { then, otherwise, .. } => {
                self.statement(then);
                otherwise.iter().for_each(|statement| self.statement(statement));
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::Switch { body, .. }
            | StmtKind::Case { body, .. }
            | StmtKind::Default(body)
            | StmtKind::Labelled(_, body) => self.statement(body),
            _ => {}
        }
    }
}
