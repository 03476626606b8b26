//! Verdicts that no run can show, or only by an accident: calls of nothing, assertions that only report.

mod support;

use soundline_analyze::{Kind, Scope, Settings, Status};

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

/// The statuses of the checks of one kind, which is asked for.
#[track_caller]
fn check_kind(kind: Kind, text: &str, expected: &[(&str, Status)]) {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, text);
    let entry = program.function_named("main").expect("there is a main");
    let checks = [kind].into();
    let settings =
        Settings { scope: Scope::Whole { entry }, checks, ..support::settings("intervals") };
    let analysis = support::run(&program, &settings);
    let found = analysis.checks.iter();
    let found: Vec<(String, Status)> =
        found.map(|check| (program.source.slice(check.span).into_owned(), check.status)).collect();
    let found: Vec<(&str, Status)> =
        found.iter().map(|(text, status)| (text.as_str(), *status)).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_library_divides_too() {
    check_kind(
        Kind::Division,
        "typedef struct { int quot, rem; } div_t; extern div_t div(int, int); int nondet_int(void); \
         int main(void) { int x = nondet_int(); div(x, 10); if (x == 3) div(1, x - 2); \
         if (x > -9 && x < 9) div(100, x); div(1, 0); return 0; }",
        &[
            ("div(1, x - 2)", Status::Verified),
            ("div(100, x)", Status::MayFail),
            ("div(1, 0)", Status::DefinitelyFails),
        ],
    );
}

#[test]
fn what_never_returns_gets_to_no_end() {
    check(
        "int nondet_int(void); _Noreturn void stop(int c) { if (c > 3) return; while (1) ; } \
         _Noreturn void fall(int c) { if (c > 7) while (1) ; } _Noreturn void fine(void) { while (1) ; } \
         int main(void) { int x = nondet_int(); if (x == 1) fall(x); if (x == 2) fine(); stop(x); }",
        &[("return;", Status::MayFail), ("}", Status::MayFail)],
    );
}

#[test]
fn shifts_of_wide_bit_fields_are_disputed() {
    check(
        "struct { unsigned long f : 33; } s; \
         int main(void) { s.f << 32; s.f << 35; s.f >> 40; s.f << 64; return 0; }",
        &[
            ("s.f << 35", Status::MayFail),
            ("s.f >> 40", Status::MayFail),
            ("s.f << 64", Status::DefinitelyFails),
        ],
    );
}

#[test]
fn assertion_functions_are_checked_at_their_calls_alone() {
    check(
        "extern void reach_error(void), abort(void); int nondet_int(void); \
         void must(int c) { if (!c) { reach_error(); abort(); } } \
         int main(void) { int x = nondet_int(); must(x > 3); must(x > 2); return 0; }",
        &[("x > 3", Status::MayFail), ("x > 2", Status::Verified)],
    );
}

#[test]
fn floating_results_that_are_not_finite() {
    check_kind(
        Kind::Float,
        "double nondet_double(void); int main(void) { double x = nondet_double(), none = 0; \
         double a = 1e308 * 10, b = 1 / none, c = x + x, d = 2.5 * 4; float e = (float)1e300; \
         if (x > 1 && x < 2) { double f = 1 / x, g = x / (x - 1.5); float h = (float)x; } return 0; }",
        &[
            ("1e308 * 10", Status::DefinitelyFails),
            ("1 / none", Status::DefinitelyFails),
            ("x + x", Status::MayFail),
            ("2.5 * 4", Status::Verified),
            ("(float)1e300", Status::DefinitelyFails),
            ("1 / x", Status::Verified),
            ("x - 1.5", Status::Verified),
            ("x / (x - 1.5)", Status::MayFail),
            ("(float)x", Status::Verified),
        ],
    );
}

#[test]
fn variables_without_a_value() {
    check_kind(
        Kind::Uninitialised,
        "int nondet_int(void); int main(void) { int never, some, all, loop, later; int n = nondet_int(); \
         if (n) { some = 1; all = 1; } else { all = 2; } \
         int sum = all + some; \
         for (int i = 0; i < n; i++) { int own; if (i) sum += own; own = i; loop = i; } \
         switch (n) { case 3: later = 1; break; default: later = 2; } \
         sum += later; if (n == 5 && n == 6) sum += never; \
         return sum + never + loop + never; }",
        &[
            ("some", Status::MayFail),
            ("own", Status::MayFail),
            ("never", Status::Unreachable),
            ("never", Status::DefinitelyFails),
            ("loop", Status::MayFail),
        ],
    );
}

#[test]
fn variables_whose_value_may_come_from_elsewhere() {
    check_kind(
        Kind::Uninitialised,
        "void fill(int *); int main(void) { int filled; fill(&filled); int out; \
         __asm__(\"nop\" : \"=r\"(out)); struct { int a; } s; return filled + out + s.a; }",
        &[],
    );
}

#[test]
fn constant_members_are_not_written() {
    check(
        "struct pair { const int fixed; int free; }; \
         int main(void) { struct pair one = {1, 2}; struct pair *at = &one; at->free = 3; \
         int *to = (int *)&one.fixed; *to = 4; *(int *)&one.fixed = 5; return 0; }",
        &[
            ("at", Status::Verified),
            ("*to", Status::MayFail),
            ("*(int *)&one.fixed", Status::MayFail),
        ],
    );
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
         const int *d = (const int[]){1}; static int e[1] = {1}; \
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

#[test]
fn nothing_is_known_of_a_constant_that_was_written() {
    check(
        "void __CPROVER_assert(_Bool, const char *); void *memset(void *, int, unsigned long); \
         int main(void) { const int c = 5; *(int *)&c = 6; __CPROVER_assert(c == 5, \"\"); \
         const int a[2] = {1, 2}; int *p = (int *)a; p[1] = 7; __CPROVER_assert(a[1] == 7, \"\"); \
         __CPROVER_assert(a[0] == 1, \"\"); \
         const struct { int x; } s = {1}; memset((void *)&s, 0, sizeof s); \
         __CPROVER_assert(s.x == 0, \"\"); return 0; }",
        &[
            ("*(int *)&c", Status::MayFail),
            ("c == 5", Status::MayFail),
            ("p[1]", Status::MayFail),
            ("a[1] == 7", Status::MayFail),
            ("a[0] == 1", Status::Verified),
            ("(void *)&s", Status::MayFail),
            ("s.x == 0", Status::MayFail),
        ],
    );
}

#[test]
fn a_literal_stays_where_a_write_to_it_ends_the_program() {
    check(
        "void __CPROVER_assert(_Bool, const char *); \
         int main(void) { char *s = \"abc\"; s[0] = 'x'; __CPROVER_assert(*s == 'a', \"\"); return 0; }",
        &[
            ("s[0]", Status::DefinitelyFails),
            ("*s == 'a'", Status::Verified),
            ("*s", Status::Verified),
        ],
    );
}

#[test]
fn functions_are_called_as_what_they_are() {
    check(
        "int one(int a) { return a; } int two(int a, int b) { return a + b; } \
         int other(int *p) { return p != 0; } double real(int a) { return a; } \
         int main(void) { int (*f)(int) = one; f(1); f = (int (*)(int))two; f(1); \
         f = (int (*)(int))other; f(1); f = (int (*)(int))real; f(1); \
         int (*g)(char *) = (int (*)(char *))other; g(0); int (*old)() = two; old(1, 2); return 0; }",
        &[
            ("f(1)", Status::Verified),
            ("f(1)", Status::DefinitelyFails),
            ("f(1)", Status::DefinitelyFails),
            ("f(1)", Status::DefinitelyFails),
            ("g(0)", Status::Verified),
            ("old(1, 2)", Status::Verified),
        ],
    );
}

#[test]
fn a_result_that_nobody_uses_need_not_be_there() {
    check(
        "int none(void) { } int some(int c) { if (c) return 1; } int forever(void) { for (;;) { } } \
         int main(void) { none(); int x = some(0); x += some(1); return x; }",
        &[("}", Status::Verified), ("}", Status::DefinitelyFails)],
    );
    check(
        "int none(void) { } int main(void) { return none(); }",
        &[("}", Status::DefinitelyFails)],
    );
}

#[test]
fn a_jump_to_an_address_ends_what_is_not_at_its_label() {
    check(
        "int nondet_int(void); int main(void) { int zero = 0, *p = &zero; \
         static void *const labels[] = { &&inside, &&outside }; \
         { int inner = 1; p = &inner; goto *labels[nondet_int() & 1]; inside: *p = 2; return 0; } \
         outside: return *p; }",
        &[
            ("labels[nondet_int() & 1]", Status::Verified),
            ("*p", Status::Verified),
            ("*p", Status::MayFail),
        ],
    );
}

/// clang puts a literal and a constant with the same bytes at one place, gcc does not.
#[test]
fn literals_and_constants_may_be_one_object() {
    check(
        "void __goblint_check(int); const char fixed[] = \"hello\"; char own[] = \"hello\"; \
         const char *literal = \"hello\"; \
         int main(void) { const char local[] = \"lo\"; __goblint_check(fixed != literal); \
         __goblint_check(local == literal + 3); __goblint_check(own != literal); \
         __goblint_check(fixed != own); return 0; }",
        &[
            ("fixed != literal", Status::MayFail),
            ("local == literal + 3", Status::MayFail),
            ("own != literal", Status::Verified),
            ("fixed != own", Status::Verified),
        ],
    );
}

/// gcc's program reads a 2, clang's a 0, and C says nothing.
#[test]
fn a_byte_that_is_no_bool_may_be_read_as_anything() {
    check(
        "void __goblint_check(int); void *memset(void *, int, unsigned long); \
         union u { _Bool flag; char byte; }; struct s { _Bool flag; int n; } known; \
         int main(void) { union u u; u.byte = 5; int first = u.flag; __goblint_check(first <= 1); \
         if (u.flag) __goblint_check(u.flag == 1); \
         struct s s; memset(&s, 2, sizeof s); int second = s.flag; __goblint_check(second <= 1); \
         known.flag = second; __goblint_check(known.flag <= 1); return 0; }",
        &[
            ("first <= 1", Status::MayFail),
            ("u.flag == 1", Status::MayFail),
            ("&s", Status::Verified),
            ("second <= 1", Status::MayFail),
            ("known.flag <= 1", Status::Verified),
        ],
    );
}

/// In gcc the type of a bit-field has as many bits, in clang it is the declared one.
#[test]
fn types_of_bit_fields_differ() {
    check(
        "void __goblint_check(int); struct { unsigned low : 3, high : 5; int all; } s; \
         int main(void) { __goblint_check(sizeof(s.low = 1) == 4); __goblint_check(sizeof(0, s.high) == 1); \
         __goblint_check(sizeof(s.all = 1) == 4); __goblint_check(s.low == 0); \
         __goblint_check(_Generic(s.low, unsigned: 1, default: 0)); return 0; }",
        &[
            ("sizeof(s.low = 1) == 4", Status::MayFail),
            ("sizeof(0, s.high) == 1", Status::MayFail),
            ("sizeof(s.all = 1) == 4", Status::Verified),
            ("s.low == 0", Status::Verified),
            ("_Generic(s.low, unsigned: 1, default: 0)", Status::MayFail),
        ],
    );
}

/// gcc reads the 0 that was written first: an index of `data` is never that of `n`.
#[test]
fn an_index_too_large_is_no_other_member() {
    check(
        "void __goblint_check(int); struct s { int data[1]; int n; }; int rows[2][2]; \
         static int f(struct s *p, int i) { p->n = 0; p->data[i] = 4; return p->n; } \
         int main(void) { struct s s; int r = f(&s, 1); __goblint_check(r == 4); __goblint_check(r == 0); \
         int i = 2; rows[1][0] = 1; int last = rows[0][i]; __goblint_check(last == 1); \
         __goblint_check(rows[1][0] == 1); return 0; }",
        &[
            ("p", Status::Verified),
            ("p", Status::Verified),
            ("p->data[i]", Status::DefinitelyFails),
            ("p", Status::Verified),
            ("r == 4", Status::MayFail),
            ("r == 0", Status::MayFail),
            ("rows[0][i]", Status::DefinitelyFails),
            ("last == 1", Status::MayFail),
            ("rows[1][0] == 1", Status::Verified),
        ],
    );
}

/// `sizeof` does not count them, but they are there.
#[test]
fn initialised_elements_at_the_end_of_a_struct_are_there() {
    check(
        "void __goblint_check(int); struct s { int n; int d[]; } s = {2, {5, 6}}, none = {1}; \
         struct t { int n; char d[]; } t = {3, \"abc\"}; extern struct s elsewhere; \
         int main(void) { s.d[1] = 3; s.d[2] = 4; t.d[3] = 1; none.d[0] = 1; elsewhere.d[0] = 1; \
         __goblint_check(s.n == 2 && sizeof s == 4); return 0; }",
        &[
            ("s.d[1]", Status::Verified),
            ("s.d[2]", Status::DefinitelyFails),
            ("t.d[3]", Status::Verified),
            ("none.d[0]", Status::DefinitelyFails),
            ("elsewhere.d[0]", Status::MayFail),
            ("s.n == 2 && sizeof s == 4", Status::MayFail),
        ],
    );
}
