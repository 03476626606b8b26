//! What is known behind parameters of functions that are analysed alone, and what other names for it make of that.

mod support;

use soundline_analyze::{AfterError, CheckReport, Kind, Scope, Settings};

/// The assertions of a program that are verified and those that are not, by their lines, with those among the first that
/// name a root.
fn shown(text: &str, domain: &str) -> Option<String> {
    let clang = support::clang()?;
    let program = support::parse(&clang, text);
    let after_error = AfterError::Assume;
    let base = support::settings(domain);
    let settings = Settings { after_error, scope: Scope::Modular, ..base };
    let analysis = support::run(&program, &settings);
    let is_assertion = |check: &&CheckReport| check.kind == Kind::Assertion;
    let mut all: Vec<(u32, String)> = Vec::new();
    for check in analysis.checks.iter().filter(is_assertion) {
        let line = program.source.locate(check.span.start).line;
        let status = match (check.is_warning(), check.provided.is_empty()) {
            (true, _) => "open",
            (false, true) => "verified",
            (false, false) => "assumed",
        };
        all.push((line, format!("{line} {status}")));
    }
    all.sort();
    Some(all.into_iter().map(|one| one.1).collect::<Vec<_>>().join(", "))
}

const HEAD: &str = "void __VERIFIER_assert(int); void *malloc(unsigned long); void free(void *); void other(void); \
     struct s { int a, b; struct s *next; struct s **list; char text[8]; unsigned low : 3, high : 5; double d; }; \
     union u { int i; unsigned n; float f; char c[4]; struct s *p; }; int g; static int hidden; struct s *shared;\n";

/// The statements of a function with these parameters, from line 3 on.
fn check(parameters: &str, statements: &str, expected: &str) {
    let text = format!("{HEAD}void f({parameters}) {{\n{statements}\n}}");
    for domain in ["intervals", "octagons"] {
        if let Some(found) = shown(&text, domain) {
            assert_eq!(found, expected, "{domain}: {text}");
        }
    }
}

#[test]
fn what_was_written_is_read_back() {
    check("struct s *p", "p->a = 6;\n__VERIFIER_assert(p->a == 6);", "4 assumed");
    check("struct s *p", "p->a = 6; p->b = 7;\n__VERIFIER_assert(p->a == 6);", "4 assumed");
    check("int *p", "p[3] = 6; p[2] = 1;\n__VERIFIER_assert(p[3] == 6);", "4 assumed");
    check("int *p, int i", "p[i] = 6;\n__VERIFIER_assert(p[i] == 6);", "4 assumed");
    check("struct s *p", "p->low = 5; p->high = 9;\n__VERIFIER_assert(p->low == 5);", "4 assumed");
    check("struct s *p", "p->d = 0.5; p->a = 1;\n__VERIFIER_assert(p->d == 0.5);", "4 assumed");
    check("union u *p", "p->i = 6;\n__VERIFIER_assert(p->n == 6);", "4 assumed");
}

#[test]
fn what_was_compared_is_still_so() {
    check("struct s *p", "if (p->a > 3) {\n__VERIFIER_assert(p->a > 2); }", "4 assumed");
    check(
        "struct s *p",
        "if (p->next->a > 3) {\n__VERIFIER_assert(p->next->a > 2); }",
        "4 assumed",
    );
    check(
        "struct s *p",
        "p->a = 0; while (p->a < 9) p->a++;\n__VERIFIER_assert(p->a == 9);",
        "4 assumed",
    );
}

#[test]
fn other_names_may_mean_the_same_memory() {
    let open = "4 open";
    check("int *p, int *q", "*p = 6; *q = 7;\n__VERIFIER_assert(*p == 6);", open);
    check("struct s *p, char *q", "p->a = 6; *q = 7;\n__VERIFIER_assert(p->a == 6);", open);
    check("struct s *p", "p->a = 6; ((char *)p)[1] = 7;\n__VERIFIER_assert(p->a == 6);", open);
    check("int *p", "*p = 6; g = 7;\n__VERIFIER_assert(*p == 6);", open);
    check("int *p", "g = 6; *p = 7;\n__VERIFIER_assert(g == 6);", open);
    check(
        "int *p",
        "int x = 1; shared = (struct s *)&x; *p = 6; x = 7;\n__VERIFIER_assert(*p == 6);",
        open,
    );
    check("int **p", "*p = &g; **p = 6; *p[0] = 7;\n__VERIFIER_assert(g == 6);", open);
    check(
        "int *p",
        "int *q = malloc(4); if (!q) return; shared = (struct s *)q; p = (int *)shared; *p = 6; *q = 7;\n__VERIFIER_assert(*p == 6);",
        open,
    );
    check("struct s *p, struct s *q", "p->a = 6; *q = *p;\n__VERIFIER_assert(p->a == 6);", open);
    check("struct s *p, struct s *q", "p->a = 6; *p = *q;\n__VERIFIER_assert(p->a == 6);", open);
    check("union u *p", "p->i = 6; p->f = 1;\n__VERIFIER_assert(p->i == 6);", open);
    check(
        "struct s *p, int i",
        "p->text[0] = 6; p->text[i] = 7;\n__VERIFIER_assert(p->text[0] == 6);",
        open,
    );
    check("int *p", "*p = 6; p++;\n__VERIFIER_assert(*p == 6);", open);
    check("int *p, int i", "p[i] = 6; i++;\n__VERIFIER_assert(p[i] == 6);", open);
    check("int **p", "**p = 6;\n__VERIFIER_assert(**p == 6);", open);
    check("int *p", "shared->a = 6;\n__VERIFIER_assert(shared->a == 6);", open);
    check("volatile int *p", "*p = 6;\n__VERIFIER_assert(*p == 6);", open);
    check("int *p", "*p = 6; other();\n__VERIFIER_assert(*p == 6);", open);
    check("int *p, int *q", "*p = 6; free(q);\n__VERIFIER_assert(*p == 6);", open);
}

#[test]
fn what_no_pointer_can_point_to_stays() {
    check("int *p", "*p = 6; hidden = 7;\n__VERIFIER_assert(*p == 6);", "4 assumed");
    check(
        "int *p",
        "int x = 1; *p = 6; x = 7;\n__VERIFIER_assert(*p == 6 && x == 7);",
        "4 assumed",
    );
    check("int *p", "hidden = 7; *p = 6;\n__VERIFIER_assert(hidden == 7);", "4 verified");
}
