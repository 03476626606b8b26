//! Which functions mean something to a verifier: by name, or by the shape of their bodies.

use crate::{
    Function, FunctionId, Role, Type, Types, UnaryOp,
    library::{Ending, Model},
    tree::{Expr, ExprKind, Stmt, StmtKind},
};

impl Function {
    /// Whether it is an assertion after which the program goes on, whether it holds or not.
    pub fn only_reports(&self) -> bool {
        self.model.is_some_and(|model| model.goes_on)
    }
}

/// Gives every function its model, if it has no body, and its role.
pub(crate) fn assign(functions: &mut [Function], types: &Types) {
    for function in functions.iter_mut() {
        function.model = match function.body {
            None => Model::of(&function.name, function.ty, types),
            Some(_) => None,
        };
        function.role = named(function);
        let ends = function.model.is_some_and(|model| model.ending != Ending::Returns);
        function.no_return |= ends;
    }
    // Shapes rest on each other: an error function on an assertion, an assertion on an error function.
    let mut changed = true;
    while changed {
        let failing: Vec<bool> = functions.iter().map(|one| fails(one, functions)).collect();
        let shaped: Vec<Role> = functions.iter().map(|one| shape(one, functions, types)).collect();
        changed = false;
        for ((function, fails), role) in functions.iter_mut().zip(failing).zip(shaped) {
            changed |= (fails && !function.no_return) || role != function.role;
            function.no_return |= fails;
            function.role = role;
        }
    }
}

fn named(function: &Function) -> Role {
    let is_error = || Model::named(&function.name).is_some_and(|model| model.role == Role::Error);
    match (&function.model, &function.body) {
        (Some(model), _) => model.role,
        // Programs bring their own.
        (None, Some(_)) if is_error() => Role::Error,
        (None, None) if function.no_return => Role::Stop,
        _ => Role::Ordinary,
    }
}

/// `void f(int cond) { if (!cond) { ... } }` is an assertion if an error is called inside the braces, an
/// assumption if they only abort or loop for ever, and ends the program if they exit. Control must not leave the
/// braces.
fn shape(function: &Function, functions: &[Function], types: &Types) -> Role {
    let by_name = function.role;
    let (Some(body), [parameter]) = (&function.body, &function.parameters[..]) else {
        return by_name;
    };
    if function.replaceable || !function.sizes.is_empty() {
        return by_name;
    }
    // Without a prototype the argument is not converted to what the parameter is.
    let prototype = matches!(types.get(function.ty), Type::Function { variadic: false, .. });
    let statements = flat(body);
    let Some((first, rest)) = statements.split_first().filter(|_| prototype) else {
        return by_name;
    };
    let StmtKind::If { condition, then, otherwise: None } = &first.kind else { return by_name };
    let negated = match &stripped(condition).kind {
        ExprKind::Unary(UnaryOp::Not, inner) => stripped(inner),
        _ => return by_name,
    };
    let asks = matches!(negated.kind, ExprKind::Variable(variable) if variable == *parameter);
    if !asks || !rest.iter().all(|stmt| is_return(stmt)) {
        return by_name;
    }
    let mut fails = false;
    for stmt in flat(then) {
        match step(stmt, functions) {
            Some(Step::Fails { goes_on }) => {
                fails = true;
                if !goes_on {
                    return Role::Assert;
                }
            }
            Some(Step::Stops | Step::Exits) if fails => return Role::Assert,
            Some(Step::Stops) => return Role::Assume,
            Some(Step::Exits) => return Role::Leave,
            None => return by_name,
        }
    }
    by_name
}

/// Whether control never leaves an error function with a body: nothing but simple statements comes before an
/// abort or another error.
fn fails(function: &Function, functions: &[Function]) -> bool {
    let own = function.role == Role::Error && !function.replaceable;
    let Some(body) = function.body.as_ref().filter(|_| own) else { return false };
    for stmt in flat(body) {
        let failed_assertion = |function: &Function, arguments: &[Expr]| {
            function.role == Role::Assert
                && !function.only_reports()
                && matches!(arguments.first().map(|e| &stripped(e).kind), Some(ExprKind::Int(0)))
        };
        let called = called(stmt, functions);
        if assertion_of_zero(stmt, functions)
            || called.is_some_and(|(f, args)| f.no_return || failed_assertion(f, args))
        {
            return true;
        }
        if !matches!(stmt.kind, StmtKind::Expr(_) | StmtKind::Declare(_)) {
            return false;
        }
    }
    false
}

/// Whether an error function does nothing else than to fail, so that what it does is said where it is called. One without a
/// body does nothing that is seen.
pub(crate) fn only_fails(function: &Function, functions: &[Function]) -> bool {
    let Some(body) = &function.body else { return function.cfg.is_none() };
    let bare = |stmt: &Stmt| {
        let unseen = |called: &Function| called.body.is_none() && called.cfg.is_none();
        assertion_of_zero(stmt, functions)
            || called(stmt, functions).is_some_and(|(called, arguments)| {
                unseen(called) && !arguments.iter().any(|argument| argument.effects)
            })
    };
    flat(body).into_iter().all(|stmt| bare(stmt) || is_return(stmt))
}

/// `assert(0)` as glibc's macro writes it: `if (0) ; else __assert_fail(...)` or with `?:`.
fn assertion_of_zero(stmt: &Stmt, functions: &[Function]) -> bool {
    let StmtKind::Expr(expr) = &stmt.kind else { return false };
    let mut expr = stripped(expr);
    while let ExprKind::Comma(_, right) = &expr.kind {
        expr = stripped(right);
    }
    let fails = |expr: &Expr| called_by(expr, functions).is_some_and(|(f, _)| f.no_return);
    let is_zero = |expr: &Expr| matches!(stripped(expr).kind, ExprKind::Int(0));
    match &expr.kind {
        ExprKind::Conditional(condition, _, otherwise) => is_zero(condition) && fails(otherwise),
        ExprKind::Statements(statements) => match &statements[..] {
            [Stmt { kind: StmtKind::If { condition, otherwise: Some(otherwise), .. }, .. }] => {
                let failing =
                    |stmt: &&Stmt| called(stmt, functions).is_some_and(|(f, _)| f.no_return);
                is_zero(condition) && flat(otherwise).first().is_some_and(failing)
            }
            _ => false,
        },
        _ => false,
    }
}

/// A statement that only fails or stops.
enum Step {
    /// An error is called; control goes on after it.
    Fails { goes_on: bool },
    /// Nothing comes after it.
    Stops,
    /// The program ends in good order.
    Exits,
}

/// What a statement does that may only fail or stop; none if it does something else.
fn step(stmt: &Stmt, functions: &[Function]) -> Option<Step> {
    match &stmt.kind {
        StmtKind::While { condition, body } if matches!(body.kind, StmtKind::Empty) => {
            matches!(stripped(condition).kind, ExprKind::Int(1)).then_some(Step::Stops)
        }
        StmtKind::For { init: None, condition: None, step: None, body } => {
            matches!(body.kind, StmtKind::Empty).then_some(Step::Stops)
        }
        _ => match called(stmt, functions)?.0 {
            error if error.role == Role::Error => {
                only_fails(error, functions).then_some(Step::Fails { goes_on: !error.no_return })
            }
            stop if stop.role == Role::Stop => match stop.model?.ending {
                Ending::Aborts => Some(Step::Stops),
                Ending::Exits => Some(Step::Exits),
                Ending::Leaves | Ending::Returns => None,
            },
            _ => None,
        },
    }
}

fn called<'f>(stmt: &'f Stmt, functions: &'f [Function]) -> Option<(&'f Function, &'f [Expr])> {
    let StmtKind::Expr(expr) = &stmt.kind else { return None };
    called_by(expr, functions)
}

fn called_by<'f>(expr: &'f Expr, functions: &'f [Function]) -> Option<(&'f Function, &'f [Expr])> {
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
