//! Which functions mean something to a verifier: by name, or by the shape of their bodies.

use crate::{
    Function, FunctionId, Role, UnaryOp,
    tree::{Expr, ExprKind, Stmt, StmtKind},
};

/// Functions that never return to their caller.
const STOPS: &[&str] = &[
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__longjmp_chk",
    "__builtin_abort",
    "__builtin_exit",
    "__builtin_trap",
    "__builtin_longjmp",
    "pthread_exit",
];

/// What the `assert` of C libraries calls if its argument is 0.
const ASSERTION_FAILURES: &[&str] = &[
    "__assert_fail",
    "__assert_perror_fail",
    "__assert",
    "__assert_rtn",
    "__assert_func",
    "__assert2",
    "__VERIFIER_error",
];

/// Assertions, as verifiers call them.
const ASSERTIONS: &[&str] = &[
    "__VERIFIER_assert",
    "__ESBMC_assert",
    "__goblint_assert",
    "__ikos_assert",
    "__CRAB_assert",
    "__crab_assert",
    "klee_assert",
    "_mopsa_assert",
    "assert",
];

/// Assertions of analyzers and their test suites that only report: the program goes on if they fail.
const REPORTS: &[&str] =
    &["__CPROVER_assert", "__goblint_check", "__analyzer_eval", "clang_analyzer_eval"];

/// Assumptions, as verifiers call them.
const ASSUMPTIONS: &[&str] = &[
    "__VERIFIER_assume",
    "__CPROVER_assume",
    "__ESBMC_assume",
    "__goblint_assume",
    "__goblint_commit",
    "__ikos_assume",
    "__CRAB_assume",
    "__crab_assume",
    "klee_assume",
    "_mopsa_assume",
    "__builtin_assume",
];

/// How functions begin that give any value and do nothing else.
const UNKNOWN_VALUES: &[&str] = &[
    "__VERIFIER_nondet_",
    "__CPROVER_nondet_",
    "__ESBMC_nondet_",
    "__ikos_nondet_",
    "__CRAB_nd",
    "nondet_",
];

impl Function {
    /// Whether it is an assertion after which the program goes on, whether it holds or not.
    pub fn only_reports(&self) -> bool {
        self.body.is_none() && REPORTS.contains(&self.name.as_str())
    }
}

/// Gives every function its role.
pub(crate) fn assign(functions: &mut [Function]) {
    for function in functions.iter_mut() {
        function.role = named(function);
        let fails = ASSERTION_FAILURES.contains(&function.name.as_str());
        function.no_return |= function.role == Role::Stop || (fails && function.body.is_none());
    }
    let shaped: Vec<Role> = functions.iter().map(|function| shape(function, functions)).collect();
    for (function, role) in functions.iter_mut().zip(shaped) {
        function.role = role;
    }
    let failing: Vec<bool> = functions.iter().map(|function| fails(function, functions)).collect();
    for (function, fails) in functions.iter_mut().zip(failing) {
        function.no_return |= fails;
    }
}

fn named(function: &Function) -> Role {
    let name = function.name.as_str();
    if name == "reach_error" || ASSERTION_FAILURES.contains(&name) {
        return Role::Error;
    }
    if function.body.is_some() {
        return Role::Ordinary;
    }
    match name {
        _ if ASSUMPTIONS.contains(&name) => Role::Assume,
        _ if ASSERTIONS.contains(&name) || REPORTS.contains(&name) => Role::Assert,
        "__builtin_unreachable" => Role::Unreachable,
        "__builtin_expect" | "__builtin_expect_with_probability" => Role::FirstArgument,
        "__builtin_assume_aligned" => Role::FirstArgument,
        "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" | "__builtin_setjmp" | "vfork" => {
            Role::ReturnsTwice
        }
        "nondet" => Role::Nondet,
        _ if UNKNOWN_VALUES.iter().any(|start| name.starts_with(start)) => Role::Nondet,
        _ if STOPS.contains(&name) || function.no_return => Role::Stop,
        _ => Role::Ordinary,
    }
}

/// `void f(int cond) { if (!cond) { ... } }` is an assertion if an error is called inside the braces,
/// an assumption if they only stop or loop for ever.
fn shape(function: &Function, functions: &[Function]) -> Role {
    let by_name = function.role;
    let (Some(body), [parameter]) = (&function.body, &function.parameters[..]) else {
        return by_name;
    };
    let statements: Vec<&Stmt> = flat(body).into_iter().filter(|stmt| !is_return(stmt)).collect();
    let [Stmt { kind: StmtKind::If { condition, then, otherwise: None }, .. }] = statements[..]
    else {
        return by_name;
    };
    let negated = match &stripped(condition).kind {
        ExprKind::Unary(UnaryOp::Not, inner) => stripped(inner),
        _ => return by_name,
    };
    if !matches!(negated.kind, ExprKind::Variable(variable) if variable == *parameter) {
        return by_name;
    }
    let effects: Option<Vec<Role>> =
        flat(then).into_iter().map(|stmt| effect(stmt, functions)).collect();
    match effects {
        Some(effects) if effects.contains(&Role::Error) => Role::Assert,
        Some(effects) if effects.contains(&Role::Stop) => Role::Assume,
        _ => by_name,
    }
}

/// Whether an error function with a body ends in an abort or another error.
fn fails(function: &Function, functions: &[Function]) -> bool {
    let Some(body) = function.body.as_ref().filter(|_| function.role == Role::Error) else {
        return false;
    };
    flat(body).into_iter().any(|stmt| {
        let called = called(stmt, functions);
        let failed_assertion = |function: &Function, arguments: &[Expr]| {
            function.role == Role::Assert
                && matches!(arguments.first().map(|e| &stripped(e).kind), Some(ExprKind::Int(0)))
        };
        let glibc = assertion_of_zero(stmt);
        glibc || called.is_some_and(|(f, args)| f.no_return || failed_assertion(f, args))
    })
}

/// `assert(0)` as glibc's macro writes it: `if (0) ; else __assert_fail(...)` or with `?:`.
fn assertion_of_zero(stmt: &Stmt) -> bool {
    let StmtKind::Expr(expr) = &stmt.kind else { return false };
    let mut expr = stripped(expr);
    while let ExprKind::Comma(_, right) = &expr.kind {
        expr = stripped(right);
    }
    let condition = match &expr.kind {
        ExprKind::Conditional(condition, ..) => condition,
        ExprKind::Statements(statements) => match &statements[..] {
            [Stmt { kind: StmtKind::If { condition, otherwise: Some(_), .. }, .. }] => condition,
            _ => return false,
        },
        _ => return false,
    };
    matches!(stripped(condition).kind, ExprKind::Int(0))
}

/// What a statement does that may only fail or stop; none if it does something else.
fn effect(stmt: &Stmt, functions: &[Function]) -> Option<Role> {
    match &stmt.kind {
        StmtKind::While { condition, body } if matches!(body.kind, StmtKind::Empty) => {
            matches!(stripped(condition).kind, ExprKind::Int(1)).then_some(Role::Stop)
        }
        StmtKind::For { condition: None, body, .. } => {
            matches!(body.kind, StmtKind::Empty).then_some(Role::Stop)
        }
        _ => match called(stmt, functions)?.0 {
            Function { role: Role::Error, .. } => Some(Role::Error),
            Function { role: Role::Stop, .. } => Some(Role::Stop),
            _ => None,
        },
    }
}

fn called<'f>(stmt: &'f Stmt, functions: &'f [Function]) -> Option<(&'f Function, &'f [Expr])> {
    let StmtKind::Expr(expr) = &stmt.kind else { return None };
    let ExprKind::Call { callee, arguments } = &stripped(expr).kind else { return None };
    Some((&functions[callee_of(callee)?.index()], arguments))
}

/// The function that is called, if it is called by its name.
pub(crate) fn callee_of(callee: &Expr) -> Option<FunctionId> {
    match &callee.kind {
        ExprKind::Function(function) => Some(*function),
        ExprKind::Decay(inner) | ExprKind::AddressOf(inner) | ExprKind::Deref(inner) => {
            callee_of(inner)
        }
        ExprKind::Convert(inner) => callee_of(inner),
        _ => None,
    }
}

/// The statements of a block, without braces, labels and empty statements.
fn flat(stmt: &Stmt) -> Vec<&Stmt> {
    match &stmt.kind {
        StmtKind::Block(statements) => statements.iter().flat_map(flat).collect(),
        StmtKind::Labelled(_, body) => flat(body),
        StmtKind::Empty => Vec::new(),
        _ => vec![stmt],
    }
}

fn is_return(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Return(None))
}

fn stripped(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Convert(inner) | ExprKind::Load(inner) => stripped(inner),
        _ => expr,
    }
}
