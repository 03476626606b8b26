//! A program with assertions as people write them, translated for each analyzer.
//!
//! `assert(e)`, `__VERIFIER_assert(e)` and functions of that shape become checks of `e`; a call of
//! `reach_error` and the like becomes a check that never holds. Program and translation can fail
//! their first check in the same executions; what a program does after a failure does not count.

use crate::concrete::{Effort, Examination, NotRunnable, Workshop, examine_plain};
use crate::{Encoding, Form};
use soundline_c::{
    Clang, DataModel, Edits, Error, FunctionId, Overlap, Preprocess, Program, Role, Settings, Type,
    tree::{Expr, ExprKind},
};
use std::path::Path;
use std::{fs, io};

/// Taken for the system's, so that assertions are still calls after preprocessing.
const ASSERT_H: &str = "\
#undef assert
#ifndef SOUNDLINE_ASSERT
#define SOUNDLINE_ASSERT
extern void __VERIFIER_error(void);
static inline void soundline_assert(int condition) { if (!condition) { __VERIFIER_error(); } }
#endif
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) soundline_assert(!!(condition))
#endif
";

/// A program with assertions.
#[derive(Debug)]
pub struct AssertedProgram {
    program: Program,
    /// How many checks it becomes.
    pub checks: usize,
    /// How wide `long` and pointers are.
    pub model: DataModel,
}

/// Why a file cannot be tried.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AssertedError {
    /// It is no C program, or the parser is missing.
    #[error(transparent)]
    Program(#[from] Error),
    /// There is nothing to check in it.
    #[error(
        "{0} has no assertion: write assert(e), __VERIFIER_assert(e) or reach_error() where \
         something must hold or must not be reached"
    )]
    NoAssertion(String),
    /// An assertion inside an assertion.
    #[error("{0}: an assertion stands inside another")]
    Entangled(String),
    /// There is no room for temporary files.
    #[error("cannot write a temporary file: {0}")]
    Temporary(#[from] io::Error),
}

impl AssertedProgram {
    /// Reads a C file. `arguments` are more arguments for the preprocessor.
    pub fn read(
        clang: &Clang,
        path: &Path,
        model: DataModel,
        arguments: &[String],
    ) -> Result<AssertedProgram, AssertedError> {
        let headers = soundline_isolate::Scratch::new()?;
        fs::write(headers.path().join("assert.h"), ASSERT_H)?;
        let first = format!("-I{}", headers.path().display());
        let arguments = std::iter::once(first).chain(arguments.iter().cloned()).collect();
        let settings =
            Settings { model, preprocess: Preprocess::IfNeeded, arguments, ..Settings::default() };
        AssertedProgram::of(clang.read(path, &settings)?)
    }

    /// A program that was read already.
    pub fn of(program: Program) -> Result<AssertedProgram, AssertedError> {
        let model = program.types.model();
        let mut asserted = AssertedProgram { program, checks: 0, model };
        let nothing = Encoding {
            prelude: String::new(),
            check: "(void)({condition})".into(),
            form: Form::Expression,
        };
        let (_, checks) = asserted.translate(&nothing).map_err(|overlap| {
            AssertedError::Entangled(asserted.program.source.locate(overlap.at).to_string())
        })?;
        if checks == 0 {
            let name = asserted.program.source.name().to_string();
            return Err(AssertedError::NoAssertion(name));
        }
        asserted.checks = checks;
        Ok(asserted)
    }

    /// Runs it to see whether something is undefined, and whether a check fails.
    pub fn examine(
        &self,
        clang: &Clang,
        workshop: &Workshop,
        effort: &Effort,
    ) -> Result<Examination, NotRunnable> {
        let plain = self.render(&Encoding::plain());
        let program = clang.parse(self.program.source.name(), plain, self.model);
        let program = program.map_err(|error| NotRunnable(error.to_string()))?;
        examine_plain(workshop, &program, &[], effort)
    }

    /// The program, as it was read.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The lines of its checks, in the order of the text.
    pub fn lines(&self) -> Vec<usize> {
        let bodies = self.program.bodies().filter(|(_, function, _)| function.role != Role::Assert);
        let bodies = bodies.filter_map(|(_, function, _)| function.body.as_ref());
        let calls = bodies.flat_map(|body| body.expressions()).filter_map(|expr| self.call(expr));
        let mut starts: Vec<u32> = calls.map(|(expr, ..)| expr.span.start).collect();
        starts.sort_unstable();
        starts.iter().map(|start| self.program.source.locate(*start).line as usize).collect()
    }

    /// The text for an analyzer.
    pub fn render(&self, encoding: &Encoding) -> Vec<u8> {
        let (text, _) = self.translate(encoding).expect("it was tried when it was read");
        [encoding.prelude.as_bytes(), &text].concat()
    }

    /// The text without the prelude, and how many checks it has.
    fn translate(&self, encoding: &Encoding) -> Result<(Vec<u8>, usize), Overlap> {
        let mut edits = Edits::new();
        let mut checks = 0;
        // It may be declared later on, which does no harm.
        edits.insert(0, "extern void abort(void);\n");
        for (_, function, _) in self.program.bodies() {
            let inside_assertion = function.role == Role::Assert;
            let expressions = function.body.iter().flat_map(|body| body.expressions());
            for (expr, role, arguments) in expressions.filter_map(|expr| self.call(expr)) {
                let text = match role {
                    // Its calls are checks already.
                    _ if inside_assertion => "abort()".to_string(),
                    Role::Assert => self.check(encoding, arguments.first()),
                    _ => format!("({}, abort())", inline(encoding, "0")),
                };
                let is_void = matches!(self.program.types.get(expr.ty), Type::Void);
                let text = if is_void { text } else { format!("({text}, 0)") };
                checks += usize::from(!inside_assertion);
                edits.replace(expr.span, text);
            }
        }
        Ok((edits.apply_to(&self.program.source)?, checks))
    }

    /// A call of an assertion or error function.
    fn call<'e>(&self, expr: &'e Expr) -> Option<(&'e Expr, Role, &'e [Expr])> {
        let ExprKind::Call { callee, arguments } = &expr.kind else { return None };
        let role = self.program.function(callee_of(callee)?).role;
        matches!(role, Role::Assert | Role::Error).then_some((expr, role, &arguments[..]))
    }

    fn check(&self, encoding: &Encoding, argument: Option<&Expr>) -> String {
        let condition = argument.map_or("0".into(), |argument| {
            format!("({}) != 0", self.program.source.slice(argument.span))
        });
        inline(encoding, &condition)
    }
}

/// A check as an expression.
fn inline(encoding: &Encoding, condition: &str) -> String {
    let statement = encoding.statement(condition);
    match encoding.form {
        Form::Expression => statement.trim_end_matches(';').to_string(),
        Form::Statement => format!("({{ {statement} }})"),
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
