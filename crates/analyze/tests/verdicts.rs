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

#[test]
fn a_literal_may_be_the_end_of_another() {
    check(
        "void __CPROVER_assert(_Bool, const char *); \
         int main(void) { const char *a = \"Hello\", *b = \"lo\"; const int *c = (const int[]){1}; \
         const int *d = (const int[]){1}; static const int e[1] = {1}; \
         __CPROVER_assert(a + 3 == b, \"\"); __CPROVER_assert(a + 3 != b, \"\"); \
         __CPROVER_assert(c == d, \"\"); __CPROVER_assert(c != e, \"\"); return 0; }",
        &[
            ("a + 3 == b", Status::MayFail),
            ("a + 3 != b", Status::MayFail),
            ("c == d", Status::MayFail),
            ("c != e", Status::Verified),
        ],
    );
}

#[test]
fn a_program_that_ends_in_good_order_has_not_failed() {
    let wrapper = |stop: &str| {
        format!(
            "void exit(int); void abort(void); void __VERIFIER_assert(int); int nondet_int(void); \
             void f(int c) {{ if (!c) {stop}; }} \
             int main(void) {{ int x = nondet_int(); f(x > 5); __VERIFIER_assert(x < 0); return 0; }}"
        )
    };
    check(&wrapper("exit(0)"), &[("x < 0", Status::MayFail)]);
    // What only aborts is how programs write assumptions.
    check(&wrapper("abort()"), &[("x < 0", Status::DefinitelyFails)]);
}

#[test]
fn an_unknown_function_may_end_the_program() {
    check(
        "void unknown(void); void puts(const char *); void __VERIFIER_assert(int); \
         int main(void) { puts(\"\"); __VERIFIER_assert(1); unknown(); __VERIFIER_assert(0); }",
        &[("1", Status::Verified), ("0", Status::MayFail)],
    );
}
