//! Contracts of types: what several functions require of nothing but pointers to whole objects.

use super::check;

#[test]
fn functions_that_require_one_type_have_one_contract() {
    check(
        "struct s { int a, b; };\nint f(struct s *p) { return p->b; }\nvoid g(struct s *q) { q->a = 1; }",
        &[
            "checked: f requires `p` is valid for 8 bytes",
            "checked: g requires `q` is valid to write for 8 bytes",
            "`struct s *` is valid to write for 8 bytes as a parameter of f and g",
        ],
        &[],
    );
    // Bytes are no whole object, and one function alone keeps its contract.
    check(
        "int f(char *p) { return *p; }\nchar g(char *q) { return *q; }",
        &["f requires `p` is valid for 1 byte", "g requires `q` is valid for 1 byte"],
        &[],
    );
    check(
        "struct s { int a; };\nint f(struct s *p) { return p->a; }",
        &["f requires `p` is valid for 4 bytes"],
        &[],
    );
}

#[test]
fn null_is_for_those_that_take_it() {
    check(
        "struct s { int a; };\nint f(struct s *p) { return p->a; }\nint g(struct s *q) { return q ? q->a : 0; }",
        &[
            "checked: f requires `p` is valid for 4 bytes",
            "checked: g requires `q` is null or valid for 4 bytes",
            "`struct s *` is valid for 4 bytes as a parameter of f and g, or null for g",
        ],
        &[],
    );
    check(
        "struct s { int a; };\nint f(struct s *p) { return p ? p->a : 1; }\nint g(struct s *q) { return q ? q->a : 0; }",
        &[
            "checked: f requires `p` is null or valid for 4 bytes",
            "checked: g requires `q` is null or valid for 4 bytes",
            "`struct s *` is null or valid for 4 bytes as a parameter of f and g",
        ],
        &[],
    );
    // Of two parameters of one function, one takes null: it is not said for the function.
    check(
        "int f(int *p, int *r) { return *p + (r ? *r : 0); }\nint g(int *q) { return *q; }",
        &[
            "checked: f requires `p` is valid for 4 bytes, `r` is null or valid for 4 bytes",
            "checked: g requires `q` is valid for 4 bytes",
            "`int *` is valid for 4 bytes as a parameter of f and g",
        ],
        &[],
    );
}

#[test]
fn whatever_else_is_required_stays_with_the_function() {
    // More than one whole object, a number, memory behind the pointer, a block that can be freed.
    check(
        "struct s { int a; struct s *next; };\nint f(struct s *p) { return p->a; }\nint g(struct s *q) { return q[1].a; }\nint h(struct s *r) { return r->a; }\nint i(struct s *t, unsigned n) { return t->a / n; }",
        &[
            "checked: f requires `p` is valid for 16 bytes",
            "g requires `q` is valid for bytes 16 to 32",
            "checked: h requires `r` is valid for 16 bytes",
            "i requires `t` is valid for 16 bytes, `n != 0`",
            "`struct s *` is valid for 16 bytes as a parameter of f and h",
        ],
        &[],
    );
    // A call that may not satisfy it is told with the function.
    check(
        "int f(int *p) { return *p; }\nint g(int *q) { return *q; }\nint h(void) { char c; return f((int *)&c); }",
        &["f requires `p` is valid for 4 bytes", "g requires `q` is valid for 4 bytes"],
        &[],
    );
    // All calls of static functions are known.
    check(
        "static int f(int *p) { return *p; }\nint g(int *q) { return f(q); }\nint h(int *r) { return f(r); }",
        &[
            "checked: f requires `p` is valid for 4 bytes",
            "checked: g requires `q` is valid for 4 bytes",
            "checked: h requires `r` is valid for 4 bytes",
            "`int *` is valid for 4 bytes as a parameter of g and h",
        ],
        &[],
    );
}

#[test]
fn functions_that_are_called_through_pointers_have_unknown_callers_too() {
    check(
        "static int f(int *p) { return *p; }\nint g(int *q) { return *q; }\nint (*table[])(int *) = { f };",
        &[
            "checked: f requires `p` is valid for 4 bytes",
            "checked: g requires `q` is valid for 4 bytes",
            "`int *` is valid for 4 bytes as a parameter of f and g",
        ],
        &[],
    );
}
