//! Verdicts that no run can show, or only by an accident: calls of nothing, assertions that only report.

mod support;

use soundline_analyze::{Scope, Settings, Status};

/// The statuses of all checks of a program, analysed from `main` on.
#[track_caller]
fn check(text: &str, expected: &[(&str, Status)]) {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, text);
    let entry = program.function_named("main").expect("there is a main");
    let settings = Settings { scope: Scope::Whole { entry }, ..support::settings("intervals") };
    let analysis = support::run(&program, &settings);
    let found: Vec<(String, Status)> = analysis
        .checks
        .iter()
        .map(|check| (program.source.slice(check.span).into_owned(), check.status))
        .collect();
    let found: Vec<(&str, Status)> =
        found.iter().map(|(text, status)| (text.as_str(), *status)).collect();
    assert_eq!(found, expected);
}

#[test]
fn null_is_no_function() {
    check(
        "void (*none)(void); int main(void) { none(); return 0; }",
        &[("none()", Status::DefinitelyFails)],
    );
}

#[test]
fn a_function_that_is_there_perhaps() {
    check(
        "int nondet_int(void); void f(void) {} \
         int main(void) { void (*p)(void) = nondet_int() ? f : 0; p(); if (p) p(); return 0; }",
        &[("p()", Status::MayFail), ("p()", Status::Verified)],
    );
}

#[test]
fn data_is_no_function() {
    check(
        "int data; int main(void) { void (*p)(void) = (void (*)(void))&data; p(); return 0; }",
        &[("p()", Status::DefinitelyFails)],
    );
}

#[test]
fn the_program_goes_on_after_a_report() {
    check(
        "void __CPROVER_assert(_Bool, const char *); int nondet_int(void); \
         int main(void) { int x = nondet_int(); __CPROVER_assert(x > 0, \"\"); \
         __CPROVER_assert(x > 0 && x < 9, \"\"); __CPROVER_assert(0, \"\"); \
         __CPROVER_assert(x == x, \"\"); return 0; }",
        &[
            ("x > 0", Status::MayFail),
            ("x > 0 && x < 9", Status::MayFail),
            ("0", Status::DefinitelyFails),
            ("x == x", Status::Verified),
        ],
    );
}

#[test]
fn the_program_ends_with_a_failed_assertion() {
    check(
        "void __VERIFIER_assert(int); int nondet_int(void); \
         int main(void) { int x = nondet_int(); __VERIFIER_assert(x > 0); __VERIFIER_assert(x > 0); \
         return 0; }",
        &[("x > 0", Status::MayFail), ("x > 0", Status::Verified)],
    );
}
