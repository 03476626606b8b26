//! Taking assertions and error calls out of a program without changing what can be reached.
//!
//! An assertion becomes the evaluation of its argument: nothing is assumed of it. An error call
//! becomes `abort()`: what comes after it stays unreachable. The `assert` of a C library is an
//! expression that calls a function if its argument is 0; that call does nothing any more.
//!
//! What is left of the functions themselves gets other names, because checks will use theirs.

use soundline_c::{
    Clang, Edits, Error, FunctionId, Program, Role, Span, Type, TypeId,
    tree::{Expr, ExprKind},
};

/// What the `assert` of C libraries calls.
const ASSERT_MACROS: &[&str] = &[
    "__assert_fail",
    "__assert_perror_fail",
    "__assert",
    "__assert_rtn",
    "__assert_func",
    "__assert2",
];

/// Names that checks are made of.
const TAKEN: &[&[u8]] =
    &[b"__VERIFIER_assert", b"__VERIFIER_error", b"__CPROVER_assert", b"reach_error"];

/// How much was taken out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// Assertions.
    pub assertions: usize,
    /// Error calls.
    pub errors: usize,
}

/// Why assertions cannot be taken out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StripError {
    /// Two of them share their text in a way that cannot be edited.
    #[error("{0}: the assertions here cannot be told apart")]
    Entangled(String),
    /// The text without them is not C any more.
    #[error("without its assertions: {0}")]
    Unreadable(#[source] Box<Error>),
    /// Some are left, called in a way that was not recognised.
    #[error("{0}: an assertion or error call is left")]
    Left(String),
}

/// A program without assertions and error calls.
pub fn strip(clang: &Clang, program: Program) -> Result<(Program, Removed), StripError> {
    let mut stripping = Stripping {
        program: &program,
        edits: Edits::new(),
        stop: None,
        removed: Removed::default(),
    };
    for (_, function, _) in program.bodies() {
        let body = function.body.iter();
        body.flat_map(|body| body.expressions()).for_each(|expr| stripping.visit(expr));
    }
    let Stripping { mut edits, stop, removed, .. } = stripping;
    if stop == Some(Stop::Undeclared) {
        edits.insert(0, "extern void abort(void);\n");
    }
    let source = &program.source;
    let entangled = |at: u32| StripError::Entangled(source.locate(at).to_string());
    let text = edits.apply_to(source).map_err(|overlap| entangled(overlap.at))?;
    let text = renamed(&text);
    if text == source.bytes() {
        return Ok((program, removed));
    }
    let stripped = clang.parse(source.name(), text, program.types.model());
    let stripped = stripped.map_err(|error| StripError::Unreadable(Box::new(error)))?;
    let mut left = [Role::Assert, Role::Error].into_iter().flat_map(|role| stripped.calls(role));
    match left.next() {
        Some((_, span)) => Err(StripError::Left(stripped.source.locate(span.start).to_string())),
        None => Ok((stripped, removed)),
    }
}

/// The text with `seed_` before all names that are taken.
fn renamed(text: &[u8]) -> Vec<u8> {
    let part_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut renamed = Vec::with_capacity(text.len());
    for word in text.chunk_by(|a, b| part_of_name(a) == part_of_name(b)) {
        if TAKEN.contains(&word) {
            renamed.extend_from_slice(b"seed_");
        }
        renamed.extend_from_slice(word);
    }
    renamed
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    Declared,
    Undeclared,
}

struct Stripping<'p> {
    program: &'p Program,
    edits: Edits,
    /// Whether `abort` is needed, and there already.
    stop: Option<Stop>,
    removed: Removed,
}

impl Stripping<'_> {
    fn visit(&mut self, expr: &Expr) {
        let ExprKind::Call { callee, arguments } = &expr.kind else { return };
        let Some(function) = callee_of(callee).map(|id| self.program.function(id)) else { return };
        match function.role {
            Role::Assert => self.assertion(expr, arguments.first()),
            Role::Error if ASSERT_MACROS.contains(&function.name.as_str()) => {
                self.edits.replace(expr.span, self.nothing(expr.ty));
                self.removed.assertions += 1;
            }
            Role::Error => self.error(expr),
            _ => {}
        }
    }

    /// `assert(e)` becomes `((void)(e))`: the argument may have effects.
    fn assertion(&mut self, call: &Expr, argument: Option<&Expr>) {
        self.removed.assertions += 1;
        let value = if self.is_void(call.ty) { "" } else { ", 0" };
        let Some(argument) = argument else {
            return self.edits.replace(call.span, self.nothing(call.ty));
        };
        self.edits.replace(Span::new(call.span.start, argument.span.start), "((void)(");
        self.edits.replace(Span::new(argument.span.end, call.span.end), format!("){value})"));
    }

    fn error(&mut self, call: &Expr) {
        self.removed.errors += 1;
        let known = self.program.functions.iter().any(|function| function.name == "abort");
        self.stop = Some(if known { Stop::Declared } else { Stop::Undeclared });
        let text = if self.is_void(call.ty) { "abort()" } else { "(abort(), 0)" };
        self.edits.replace(call.span, text);
    }

    fn nothing(&self, ty: TypeId) -> &'static str {
        if self.is_void(ty) { "((void)0)" } else { "0" }
    }

    fn is_void(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Void)
    }
}

fn callee_of(callee: &Expr) -> Option<FunctionId> {
    match &callee.kind {
        ExprKind::Function(function) => Some(*function),
        ExprKind::Decay(inner) | ExprKind::AddressOf(inner) | ExprKind::Deref(inner) => {
            callee_of(inner)
        }
        ExprKind::Convert(inner) => callee_of(inner),
        _ => None,
    }
}
