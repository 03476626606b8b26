//! What functions promise, in words.

use super::check_all;

#[test]
fn what_functions_promise() {
    check_all(
        "static int t[4];\nstatic int g(int x) { return x & 3; }\nint f(int x) { return t[g(x)]; }",
        &["checked: g ensures `0 <= g() && g() <= 3`"],
        &[],
    );
    // It depends on what holds in the function that promises.
    check_all(
        "static int t[4];\nstatic int g(int *p) { int x = *p; return x & 3; }\nint f(int *p) { return t[g(p)]; }",
        &[
            "checked: g requires `p` is valid for 4 bytes",
            "f requires `p` is valid for 4 bytes",
            "checked: g ensures `0 <= g() && g() <= 3`",
        ],
        &[],
    );
    // What a call leaves in a variable.
    check_all(
        "static int n;\nstatic int t[4];\nstatic void g(int c) { n = c ? 1 : 3; }\nint f(int c) { g(c); return t[n]; }",
        &["checked: g ensures `1 <= n && n <= 3`", "checked: f ensures `1 <= n && n <= 3`"],
        &[],
    );
    // Not what a function promises that calls itself, or that is not known.
    check_all(
        "static int t[4];\nstatic int g(int x) { return x > 3 ? t[g(x - 1)] : 2; }\nint f(int x, int (*h)(int)) { return t[h(x)] + g(x); }",
        &["f requires `h` is a function of its type", "`0 <= g() && g() <= 3`, where it is used"],
        &["3 index"],
    );
}

#[test]
fn results_are_checked_where_they_are_given_back() {
    // It comes from somewhere else.
    check_all(
        "struct s { int *p; };\nstatic int *g(struct s *s) { return s->p; }\nint f(struct s *s) { return *g(s); }",
        &[
            "checked: g requires `s` is valid for 8 bytes",
            "f requires `s` is valid for 8 bytes",
            "`struct s.p` is valid for 4 bytes, where it is used",
            "checked: `g()` is valid for 4 bytes, where it is used",
        ],
        &[],
    );
    // Null is not valid, unless it is looked for.
    let text = |use_: &str| {
        format!(
            "struct s {{ int *p; }};\nstatic int *g(struct s *s) {{ return s ? s->p : 0; }}\nint f(struct s *s) {{ int *p = g(s); {use_} return *p; }}"
        )
    };
    check_all(
        &text(""),
        &[
            "checked: g requires `s` is null or valid for 8 bytes",
            "f requires `s` is null or valid for 8 bytes",
            "`g()` is valid for 4 bytes, where it is used",
        ],
        &[],
    );
    check_all(
        &text("if (!p) return 0;"),
        &[
            "checked: g requires `s` is null or valid for 8 bytes",
            "f requires `s` is null or valid for 8 bytes",
            "`struct s.p` is null or valid for 4 bytes, where it is used",
            "checked: `g()` is null or valid for 4 bytes, where it is used",
        ],
        &[],
    );
    // A result that is an argument is what that is.
    check_all(
        "static int *g(int *p) { return p + 2; }\nint f(int *q) { return *g(q); }",
        &["f requires `q` is valid for bytes 8 to 12", "checked: g ensures `g()` is `p + 8`"],
        &[],
    );
    // Nothing stays valid that ends with the function.
    check_all(
        "static int *g(void) { int x = 1; int *p = &x; return p; }\nint f(void) { return *g(); }",
        &["`g()` is valid for 4 bytes, where it is used"],
        &[],
    );
}

/// Memory that may be freed before it is used is not known to be valid.
#[test]
fn what_may_be_freed_is_not_promised() {
    let text = |use_: &str| {
        format!(
            "void *malloc(unsigned long);\nvoid free(void *);\nvoid abort(void);\nvoid other(void);\nstatic int *g(void) {{ int *p = malloc(8); if (!p) abort(); return p; }}\nint f(void) {{ int *p = g(); {use_} return *p; }}"
        )
    };
    let promise = "checked: g ensures `g()` is valid to write for 8 bytes";
    check_all(&text(""), &["checked: `g()` is valid for 4 bytes, where it is used", promise], &[]);
    check_all(&text("other();"), &["`g()` is valid for 4 bytes, where it is used", promise], &[]);
}
