//! What a program depends on beside the inputs that the driver gives it.
//!
//! All inputs together are all runs only if nothing else decides what the program does. The command line, the
//! environment, files, the time, memory that may run out, addresses and variables without a value are the same in every
//! run here, and others elsewhere: then a check that never failed may fail all the same.

use super::unwritten::unwritten;
use soundline_c::{
    Action, CheckKind, Function, Model, Program, Role, Storage, Type,
    tree::{Expr, ExprKind, Stmt, StmtKind},
};

/// Functions of the C library whose results follow from their arguments, and from memory that the program has written.
const SETTLED: &str = "\
    abs labs llabs div ldiv lldiv atoi atol atoll atof strtol strtoul strtoll strtoull strtod strtof qsort bsearch free \
    isalpha isdigit isalnum isspace isblank isupper islower isxdigit isprint ispunct iscntrl isgraph toupper tolower \
    isascii toascii __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location \
    memcpy mempcpy memmove memset memcmp memchr memrchr strlen strnlen strcpy strncpy stpcpy stpncpy strcat strncat strcmp \
    strncmp strcasecmp strncasecmp strchr strrchr strstr strspn strcspn strpbrk strtok strtok_r strsep bcopy bzero bcmp \
    sprintf snprintf vsprintf vsnprintf sscanf __isoc99_sscanf __isoc23_sscanf __isoc23_strtol __isoc23_strtoul \
    __isoc23_strtoll __isoc23_strtoull \
    fabs sqrt floor ceil trunc round rint nearbyint fmin fmax fmod sin cos tan tanh sinh cosh asin acos atan atan2 exp exp2 \
    log log2 log10 pow hypot cbrt fma ldexp scalbn frexp modf copysign nextafter remainder fdim ilogb lround llround lrint \
    llrint isnan isinf finite isfinite isnormal signbit __signbit __fpclassify __isnan __isinf __finite nan \
    ffs ffsl ffsll htons htonl ntohs ntohl _setjmp setjmp __sigsetjmp sigsetjmp atexit";

/// Functions that write to streams: whether they can is decided outside, which only their results tell.
const OUTPUT: &str =
    "printf fprintf vprintf vfprintf puts fputs putchar fputc putc fwrite fflush perror";

/// Builtins of compilers that look at where the program runs.
const ADDRESSES: &str =
    "frame_address return_address extract_return_addr thread_pointer cpu_supports cpu_is";

/// The first of these things that is found, as the end of "it depends on ...".
pub(super) fn outside(program: &Program) -> Option<String> {
    let bodies = || program.functions.iter().filter_map(|function| function.body.as_ref());
    let initial = program.variables.iter().filter_map(|variable| variable.init.as_ref());
    let mut initial = initial.flat_map(|init| init.values());
    let statements: Vec<&Stmt> = bodies().flat_map(all_statements).collect();
    let silent: Vec<&Expr> =
        statements.iter().filter_map(|stmt| called_for_its_effect(stmt)).collect();
    let look = |expr: &Expr| of_expression(program, expr, &silent);
    let found = bodies().flat_map(Stmt::expressions).find_map(look);
    let found = found.or_else(|| initial.find_map(|value| of_value(value, &look)));
    found
        .or_else(|| statements.iter().find_map(|stmt| unmodelled(stmt)))
        .or_else(|| unassigned(program))
        .or_else(|| unwritten(program))
}

/// The value of an initialiser, with all inside it.
fn of_value(value: &Expr, look: &dyn Fn(&Expr) -> Option<String>) -> Option<String> {
    look(value).or_else(|| value.children().into_iter().find_map(|child| of_value(child, look)))
}

fn of_expression(program: &Program, expr: &Expr, silent: &[&Expr]) -> Option<String> {
    match &expr.kind {
        ExprKind::Load(place) if place.volatile => Some("a volatile variable".to_owned()),
        ExprKind::Variable(id) => {
            let variable = program.variable(*id);
            let of_main = |id| program.function(id).name == "main";
            let stream = ["stdout", "stderr"].contains(&variable.name.as_str());
            match variable.storage {
                Storage::Parameter if variable.function.is_some_and(of_main) => {
                    Some("the arguments of `main`".to_owned())
                }
                Storage::Extern if !stream => {
                    Some(format!("`{}`, which is defined elsewhere", variable.name))
                }
                _ => None,
            }
        }
        ExprKind::Function(id) => {
            let function = program.function(*id);
            let plain = function.name.trim_start_matches("__builtin_");
            let is_silent = || silent.iter().any(|called| std::ptr::eq(*called, expr));
            let is_settled = function.body.is_some()
                || is_settled(program, function)
                || (listed(OUTPUT, plain) && is_silent());
            (!is_settled).then(|| format!("what `{}` gives", function.name))
        }
        ExprKind::Convert(inner) => {
            let number = matches!(program.types.get(expr.ty), Type::Int(int) if int.bits > 1);
            (number && program.types.pointee(inner.ty).is_some())
                .then(|| "an address that becomes a number".to_owned())
        }
        ExprKind::AnyValue { what, .. } | ExprKind::Unmodelled { what, .. } => {
            Some(not_modelled(what))
        }
        _ => None,
    }
}

fn not_modelled(what: &str) -> String {
    format!("code that is not modelled ({what})")
}

/// Whether what a function without a body does is decided by the program and its inputs.
fn is_settled(program: &Program, function: &Function) -> bool {
    match function.role {
        // No pointer but null is given to programs.
        Role::Nondet => program.types.pointee(function.result).is_none(),
        Role::Assume | Role::Leave | Role::Assert | Role::Error | Role::Stop => true,
        Role::Unreachable | Role::FirstArgument => true,
        Role::ReturnsTwice | Role::Ordinary => {
            let name = function.name.as_str();
            // The functions of `math.h` have other names for other types.
            let known = |name: &str| {
                listed(SETTLED, name) || listed(SETTLED, name.trim_end_matches(['f', 'l']))
            };
            let of_compiler = |name: &str| {
                !listed(ADDRESSES, name) && (known(name) || Model::named(name).is_none())
            };
            known(name)
                || name.starts_with("__VERIFIER_atomic")
                || name.strip_prefix("__builtin_").is_some_and(of_compiler)
        }
    }
}

fn listed(names: &str, name: &str) -> bool {
    names.split_ascii_whitespace().any(|one| one == name)
}

/// The function that a statement calls without a look at the result.
fn called_for_its_effect(stmt: &Stmt) -> Option<&Expr> {
    let StmtKind::Expr(expr) = &stmt.kind else { return None };
    let ExprKind::Call { callee, .. } = &expr.kind else { return None };
    let mut callee = &**callee;
    while let ExprKind::Decay(inner) | ExprKind::AddressOf(inner) | ExprKind::Convert(inner) =
        &callee.kind
    {
        callee = inner;
    }
    Some(callee)
}

fn all_statements(stmt: &Stmt) -> Vec<&Stmt> {
    let mut all = vec![stmt];
    let mut next = 0;
    while let Some(stmt) = all.get(next).copied() {
        all.extend(stmt.children());
        next += 1;
    }
    all
}

fn unmodelled(stmt: &Stmt) -> Option<String> {
    match &stmt.kind {
        StmtKind::Unmodelled { what, .. } => Some(not_modelled(what)),
        _ => None,
    }
}

/// A variable of its own that is read on some path without a value. It is found without an analysis.
fn unassigned(program: &Program) -> Option<String> {
    let graphs = program.functions.iter().filter_map(|function| function.cfg.as_ref());
    let mut instructions = graphs.flat_map(|cfg| &cfg.blocks).flat_map(|block| &block.instructions);
    instructions.find_map(|instruction| match &instruction.action {
        Action::Check(check) => match check.kind {
            CheckKind::Initialised { variable, .. } => {
                let name = &program.variable(variable).name;
                Some(format!("`{name}`, which may have no value yet"))
            }
            _ => None,
        },
        _ => None,
    })
}
