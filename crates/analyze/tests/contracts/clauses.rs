//! What functions need of others, in words.

use super::{check, check_with};
use soundline_analyze::Infer;

#[test]
fn all_clauses_of_a_function_are_one_contract() {
    check(
        "struct s { int a, b, c; };\nint t[9];\nint f(struct s *p, int i, int n) {\n p->a = 1;\n return p->b / n + t[i];\n}",
        &["f requires `p` is valid to write for 12 bytes, `0 <= i && i <= 8`, `n != -1`, `n != 0`"],
        &[],
    );
}

#[test]
fn what_is_compared_with_null_may_be_null() {
    check(
        "int f(int *p) {\n if (!p) return 0;\n return *p;\n}",
        &["f requires `p` is null or valid for 4 bytes"],
        &[],
    );
    check(
        "int f(int *p) {\n if (p) *p = 1;\n return *p;\n}",
        &["f requires `p` is valid to write for 4 bytes"],
        &[],
    );
}

#[test]
fn members_globals_and_results() {
    check(
        "struct n { struct n *next; int v; };\nstruct n *head;\nstruct n *g(void);\nint f(struct n *p) {\n return p->next->v + head->v + g()->v;\n}",
        &[
            "f requires `p` is valid for 16 bytes",
            "`struct n.next` is valid for 16 bytes, where it is used",
            "`head` is valid for 16 bytes, where it is used",
            "`g()` is valid for 16 bytes, where it is used",
        ],
        &[],
    );
}

#[test]
fn lists_and_buffers() {
    check(
        "struct n { struct n *next; int v; };\nint f(struct n *p) {\n int s = 0;\n for (; p; p = p->next) s += p->v;\n return s;\n}",
        &[
            "f requires `p` is null or valid for 16 bytes",
            "`struct n.next` is null or valid for 16 bytes, where it is used",
        ],
        &[],
    );
    check(
        "int f(const char *s) {\n int n = 0;\n while (*s++) n++;\n return n;\n}",
        &["f requires `s` is valid for as many bytes as are used"],
        &[],
    );
}

#[test]
fn calls_satisfy_a_contract_or_pass_it_on() {
    // The first call is fine, the second is up to the caller.
    check(
        "static int g(int *p, int n) { return *p / n; }\nint f(int *q) {\n int x = 1;\n return g(&x, 3) + g(q, 2);\n}",
        &[
            "checked: g requires `p` is valid for 4 bytes, `n != -1`, `n != 0`",
            "f requires `q` is valid for 4 bytes",
        ],
        &[],
    );
    // The divisor comes from nowhere that a contract could be about.
    check(
        "static int g(int n) { return 10 / n; }\nint f(int a, int b) { return g(a - b); }",
        &["g requires `n != 0`"],
        &[],
    );
    // A constant that does not satisfy it.
    check(
        "static int g(int *p) { return *p; }\nint f(void) { return g(0); }",
        &["g requires `p` is valid for 4 bytes"],
        &[],
    );
}

#[test]
fn what_a_function_does_itself_is_its_own_warning() {
    // A null of its own.
    check("int f(int *p, int c) {\n if (c) p = 0;\n return *p;\n}", &[], &["3 access"]);
    // Memory that it freed.
    check(
        "void free(void *);\nint f(int *p) {\n free(p);\n return *p;\n}",
        &["f requires `p` can be freed"],
        &["4 access"],
    );
    // A member that it has changed.
    check(
        "struct n { struct n *next; int v; };\nint f(struct n *p) {\n p->next = 0;\n return p->next->v;\n}",
        &["f requires `p` is valid to write for 16 bytes"],
        &["4 access"],
    );
    // A number that it computes.
    check("int t[9];\nint f(int a, int b) {\n return t[a * b];\n}", &[], &["3 index"]);
    // A variable without a value.
    check("int f(int *p, int c) {\n int *q;\n if (c) q = p;\n return *q;\n}", &[], &["4 access"]);
}

#[test]
fn what_comes_before_its_own_assignment_is_up_to_others() {
    check(
        "struct n { struct n *next; int v; };\nint f(struct n *p) {\n int v = p->next->v;\n p->next = 0;\n return v;\n}",
        &[
            "f requires `p` is valid to write for 16 bytes",
            "`struct n.next` is valid for 16 bytes, where it is used",
        ],
        &[],
    );
    // So is what it assigns, if that is, and a call may have changed it since.
    check(
        "struct n { struct n *next; int v; };\nvoid g(void);\nint f(struct n *p, struct n *q) {\n p->next = q;\n g();\n return p->next->v;\n}",
        &[
            "f requires `p` is valid to write for 16 bytes",
            "`struct n.next` is valid for 16 bytes, where it is used",
        ],
        &[],
    );
}

#[test]
fn functions_that_are_passed() {
    check(
        "static void g(void (*h)(void)) { if (h) h(); }\nstatic void e(void) {}\nvoid f(void) { g(0); g(e); }",
        &["checked: g requires `h` is null or a function of its type"],
        &[],
    );
}

#[test]
fn functions_that_call_themselves_are_not_checked() {
    check(
        "static int g(int *p, int n) { return n ? g(p + 1, n - 1) : *p; }\nint f(void) { int x = 1; return g(&x, 3); }",
        &["g requires `p` is valid for 4 bytes"],
        &[],
    );
}

#[test]
fn what_functions_leave_in_variables_that_are_lent() {
    let text = |rest: &str| {
        format!(
            "struct s {{ int a, b; }};\nint get(int n, struct s **out);\nvoid count(int *n);\nint t[9];\nint f(void) {{\n struct s *p = 0; int n = 0;\n{rest}\n}}"
        )
    };
    check(
        &text(" if (get(1, &p)) return 0;\n p->a = 1;\n return p->b;"),
        &["`p after get()` is valid to write for 8 bytes, where it is used"],
        &[],
    );
    check(
        &text(" get(1, &p); if (!p) return 0;\n return p->b;"),
        &["`p after get()` is null or valid for 8 bytes, where it is used"],
        &[],
    );
    check(
        &text(" count(&n);\n return t[n];"),
        &["`0 <= n after count() && n after count() <= 8`, where it is used"],
        &[],
    );
    // Its own null may still be there; somebody else has the address; nothing sets it.
    check(&text(" if (n) get(1, &p);\n return p->b;"), &[], &["8 access"]);
    check(&text(" struct s **q = &p; get(1, &p); get(2, q);\n return p->b;"), &[], &["8 access"]);
}

#[test]
fn copies_of_what_is_not_null_are_not() {
    check(
        "struct s { int a; };\nint f(void *p) {\n struct s *s;\n if (p == 0) return 0;\n s = (struct s *)p;\n return s->a;\n}",
        &["f requires `p` is null or valid for 4 bytes"],
        &[],
    );
    check(
        "int f(int *p, int *q) {\n if (!q) return 0;\n p = q;\n q = 0;\n return *p;\n}",
        &["f requires `q` is null or valid for 4 bytes"],
        &[],
    );
    // A call may change what was compared with null.
    check(
        "int *head;\nvoid g(void);\nint f(void) {\n if (!head) return 0;\n g();\n return *head;\n}",
        &["`head` is valid for 4 bytes, where it is used"],
        &[],
    );
    check(
        "int *head;\nint f(void) {\n if (!head) return 0;\n return *head;\n}",
        &["`head` is null or valid for 4 bytes, where it is used"],
        &[],
    );
}

#[test]
fn as_many_elements_as_another_parameter_says() {
    let sum = "static int sum(const int *a, int n) {\n int s = 0;\n for (int i = 0; i < n; i++) s += a[i];\n return s;\n}\n";
    let of = |rest: &str| format!("{sum}{rest}");
    let clause = "`a` is valid for `n` elements of 4 bytes";
    let good = format!("checked: sum requires {clause}");
    let bad = format!("sum requires {clause}");
    check(&of("int f(void) { int t[5] = {0}; return sum(t, 5) + sum(t, 3); }"), &[&good], &[]);
    check(&of("int f(void) { int t[5] = {0}; return sum(t, 6); }"), &[&bad], &[]);
    check(&of("int f(int n) { int t[5] = {0}; return n < 6 ? sum(t, n) : 0; }"), &[&good], &[]);
    check(&of("int f(int n) { int t[5] = {0}; return sum(t, n); }"), &[&bad], &[]);
    let passed = "f requires `p` is valid for `m` elements of 4 bytes";
    check(&of("int f(int m, int *p) { return sum(p, m); }"), &[&good, passed], &[]);
    let passed = "f requires `p` is valid for 20 bytes";
    check(&of("int f(int *p) { return sum(p, 5); }"), &[&good, passed], &[]);
    let passed = "f requires `p` is valid for as many bytes as are used";
    check(&of("int f(int *p, int m) { return sum(p, m * 2); }"), &[&good, passed], &[]);
}

#[test]
fn elements_beside_their_number() {
    check(
        "struct v { unsigned n; int *a; };\nint f(struct v *v) {\n int s = 0;\n for (unsigned i = 0; i < v->n; i++) s += v->a[i];\n return s;\n}",
        &[
            "f requires `v` is valid for 16 bytes",
            "`struct v.a` is valid for `struct v.n` elements of 4 bytes, where it is used",
        ],
        &[],
    );
    // What changes on the way, or what is negative, is no such number.
    let all = "f requires `a` is valid for as many bytes as are used";
    for body in [
        "for (int i = 0; i < n; i++) { i += 2; s += a[i]; }",
        "n++; for (int i = 0; i < n; i++) s += a[i];",
        "for (int i = 0; (unsigned)i < (unsigned)n; i++) s += a[i];",
        "for (int i = 0; i < n; i++) s += a[i + 1];",
        "for (int i = 9; i < n; i--) s += a[i];",
        "for (int i = 0; i <= n; i++) s += a[i];",
    ] {
        let text = format!("int f(const int *a, int n) {{ int s = 0; {body} return s; }}");
        check_with(Infer::Requires, &text, &[all], &[]);
    }
}

/// What a parameter leads to is what it was at the call: nothing is required of what the function may have written itself.
#[test]
fn what_parameters_lead_to_is_not_what_was_written() {
    let text =
        |body: &str| format!("int t[10];\nvoid set(int *p);\nint f(int *p, int i) {{ {body} }}");
    check(
        &text("p[0] = i; return t[*p];"),
        &["f requires `p` is valid to write for 4 bytes, `0 <= i && i <= 9`"],
        &[],
    );
    for body in ["set(p); return t[*p];", "p[i] = 77; return t[*p];"] {
        let write = if body.starts_with("set") { "" } else { "to write " };
        let bytes = if body.contains("p[i]") { "as many bytes as are used" } else { "4 bytes" };
        let requires = format!("f requires `p` is valid {write}for {bytes}");
        check(&text(body), &[&requires], &["3 index"]);
    }
    check(
        &text("return t[*p];"),
        &["f requires `p` is valid for 4 bytes, `0 <= *p && *p <= 9`"],
        &[],
    );
    // Other elements than the first.
    check(
        &text("return t[p[3]];"),
        &["f requires `p` is valid for bytes 12 to 16, `0 <= p[..] && p[..] <= 9`"],
        &[],
    );
    // Passed on to callers only if it is still the same at the call.
    check(
        "static int t[10];\nstatic int g(int *p) { return t[*p]; }\nint f(int *p) { *p = 77; return g(p); }",
        &[
            "g requires `p` is valid for 4 bytes, `0 <= *p && *p <= 9`",
            "f requires `p` is valid to write for 4 bytes",
        ],
        &[],
    );
}

#[test]
fn elements_of_arrays_have_their_names() {
    check(
        "struct w { unsigned rank[4]; };\nint t[8];\nint f(struct w *w, int i) { return i < 0 || i > 3 ? 0 : t[w->rank[i]]; }",
        &["f requires `w` is valid for 16 bytes", "`struct w.rank[..] <= 7`, where it is used"],
        &[],
    );
    // Of a struct without a name: where it stands.
    check(
        "struct parser { struct { int *start, *end; } tokens; };\nint f(struct parser *p) { return *p->tokens.start; }",
        &[
            "f requires `p` is valid for 16 bytes",
            "`struct parser.tokens.start` is valid for 4 bytes, where it is used",
        ],
        &[],
    );
}

#[test]
fn what_is_asserted_is_required() {
    let assert = "void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));\n#define assert(e) ((e) ? (void)0 : __assert_fail(#e, \"\", 1, \"\"))\n";
    let text = |rest: &str| format!("{assert}{rest}");
    check(
        &text("int f(int *p) { assert(p); return *p; }"),
        &["f requires `p` is valid for 4 bytes"],
        &[],
    );
    check(
        &text(
            "static int g(int *p, int n) { assert(p && n); return 1; }\nint f(void) { int x = 1; return g(&x, 3); }\nint h(int *q) { return g(q, 0); }",
        ),
        &["g requires `n != 0`, `p` is not null"],
        &[],
    );
}

#[test]
fn ranges_without_a_common_number_stay_apart() {
    check(
        "int t[10];\nint f(int n, int k) { if (k) return t[n]; return t[n - 20]; }",
        &["f requires `0 <= n && n <= 9`, `20 <= n && n <= 29`"],
        &[],
    );
    // The shorter way around.
    check(
        "int t[10];\nint f(unsigned n) { return t[n + -1]; }",
        &["f requires `1 <= n && n <= 10`"],
        &[],
    );
}

#[test]
fn strings_are_passed_on() {
    let len = "unsigned long strlen(const char *);\nstatic unsigned long len(const char *s) { return strlen(s); }\n";
    check(
        &format!("{len}unsigned long f(void) {{ return len(\"abc\"); }}"),
        &["checked: len requires `s` is a string"],
        &[],
    );
    check(
        &format!("{len}unsigned long f(const char *t) {{ return t ? len(t) : 0; }}"),
        &["checked: len requires `s` is a string", "f requires `t` is null or a string"],
        &[],
    );
    // Without an end; at the caller's caller; what may have been written since.
    check(
        &format!("{len}unsigned long f(void) {{ char b[2] = {{1, 2}}; return len(b); }}"),
        &["len requires `s` is a string"],
        &[],
    );
    check(
        &format!("{len}unsigned long f(char *t) {{ t[3] = 1; return len(t); }}"),
        &[
            "checked: len requires `s` is a string",
            "f requires `t` is valid to write for as many bytes as are used",
        ],
        &[],
    );
}

#[test]
fn what_is_walked_may_be_null() {
    check(
        "int f(const char *p) {\n int n = 0;\n if (!p) return 0;\n while (*p) { p++; n++; }\n return n;\n}",
        &["f requires `p` is null or valid for as many bytes as are used"],
        &[],
    );
}

/// Some bits of a value are required, not all of it; and nothing less if all of it is needed, too.
#[test]
fn bits_of_values() {
    check(
        "struct v { int tag; };\nint t[9];\nint f(struct v *p) { return t[p->tag & 15]; }",
        &["f requires `p` is valid for 4 bytes", "`(struct v.tag & 15) <= 8`, where it is used"],
        &[],
    );
    check(
        "int t[9];\nint f(int n, int k) { int i = k ? n & 15 : n; return t[i]; }",
        &["f requires `0 <= n && n <= 8`, `0 <= (n & 15) && (n & 15) <= 8`"],
        &[],
    );
}

/// A struct that is copied from memory brings nothing new; an address of a function can be called.
#[test]
fn copies_of_structs_and_addresses_of_functions_are_up_to_others() {
    check(
        "union u { int *p; };\nstruct v { union u u; };\nint f(struct v *a, const struct v *b) {\n a->u = b->u;\n return *a->u.p;\n}",
        &[
            "f requires `a` is valid to write for 8 bytes, `b` is valid for 8 bytes",
            "`union u.p` is valid for 4 bytes, where it is used",
        ],
        &[],
    );
    check(
        "int own(int);\nstruct s { int (*call)(int); };\nint f(struct s *s) {\n if (!s->call) s->call = own;\n return s->call(1);\n}",
        &[
            "f requires `s` is valid to write for 8 bytes",
            "`struct s.call` is a function of its type, where it is used",
        ],
        &[],
    );
}

/// As many bytes as a parameter or a member says.
#[test]
fn regions_are_as_long_as_numbers_say() {
    let text = |body: &str| {
        format!(
            "typedef unsigned long size;\nvoid *memcpy(void *, const void *, size);\nvoid *memset(void *, int, size);\nstruct b {{ char *at; size len; int n; }};\n{body}"
        )
    };
    check(
        &text("void f(char *d, const char *s, size n) { memcpy(d, s, n); }"),
        &[
            "f requires `d` is valid to write for `n` elements of 1 byte, `s` is valid for `n` elements of 1 byte",
        ],
        &[],
    );
    check(
        &text("void f(int *d, unsigned n) { if (d) memset(d, 0, n * sizeof *d); }"),
        &["f requires `d` is null or valid to write for `n` elements of 4 bytes"],
        &[],
    );
    check(
        &text("void f(struct b *b) { memset(b->at, 0, b->len); }"),
        &[
            "f requires `b` is valid for 24 bytes",
            "`struct b.at` is valid to write for `struct b.len` elements of 1 byte, where it is used",
        ],
        &[],
    );
    // A number that may be negative would be a large one.
    let n = "f requires `d` is valid to write for `n` elements of 4 bytes";
    let many = "f requires `d` is valid to write for as many bytes as are used";
    for (body, needs) in [
        ("if (n > 0) memset(d, 0, n * sizeof *d);", n),
        ("memset(d, 0, n * sizeof *d);", many),
        ("if (n > 0) memset(d + 1, 0, n * sizeof *d);", many),
        ("n++; if (n > 0) memset(d, 0, n * sizeof *d);", many),
        ("int m = n; n = 7; if (m >= 0) memset(d, 0, m * sizeof *d);", n),
        ("long m = (unsigned)n; if (m >= 0) memset(d, 0, m * sizeof *d);", many),
        ("unsigned m = n; memset(d, 0, m * sizeof *d);", many),
    ] {
        check(&text(&format!("void f(int *d, int n) {{ {body} }}")), &[needs], &[]);
    }
    // Members of different structs.
    check(
        &text("void f(struct b *b, struct b *c) { memset(b->at, 0, c->len); }"),
        &[
            "f requires `b` is valid for 24 bytes, `c` is valid for 24 bytes",
            "`struct b.at` is valid to write for as many bytes as are used, where it is used",
        ],
        &[],
    );
    // Calls satisfy that, or pass it on.
    check(
        &text(
            "static void g(char *d, size n) { memset(d, 0, n); }\nvoid f(struct b *b, char *p, size n) {\n char own[8];\n g(own, 8);\n g(p, 5);\n g(p, n);\n g(b->at, b->len);\n}",
        ),
        &[
            "checked: g requires `d` is valid to write for `n` elements of 1 byte",
            "f requires `b` is valid for 24 bytes, `p` is valid to write for 5 bytes, `p` is valid to write for `n` elements of 1 byte",
            "`struct b.at` is valid to write for `struct b.len` elements of 1 byte, where it is used",
        ],
        &[],
    );
    check(
        &text(
            "static void g(char *d, size n) { memset(d, 0, n); }\nvoid f(void) {\n char own[8];\n g(own, 9);\n}",
        ),
        &["g requires `d` is valid to write for `n` elements of 1 byte"],
        &[],
    );
}

#[test]
fn unsigned_numbers_have_no_lower_end() {
    check(
        "int t[10];\nunsigned g(void);\nint f(void) { return t[g() + 1]; }",
        &["`g() <= 8`, where it is used"],
        &[],
    );
    check(
        "int t[10];\nint f(unsigned n, int m) { return t[n] + t[m]; }",
        &["f requires `n <= 9`, `0 <= m && m <= 9`"],
        &[],
    );
}

/// What is guarded is what others gave, however far behind it the argument is.
#[test]
fn members_behind_a_guarded_pointer() {
    let look = "struct l { int n, c; };\nstatic int look(int *p) { return *p; }\n";
    let says = |own: &str, bytes: &str| {
        let contract = format!("{own} requires `p` is null or valid for {bytes}");
        check(
            &format!("{look}{}", "int u(struct l *p) { if (p) return look(&p->c); return 0; }"),
            &["checked: look requires `p` is valid for 4 bytes", &contract],
            &[],
        );
    };
    says("u", "bytes 4 to 8");
    check(
        &format!("{look}int u(struct l *p) {{ if (p == 0) return 1; return look(&p->c); }}"),
        &[
            "checked: look requires `p` is valid for 4 bytes",
            "u requires `p` is null or valid for bytes 4 to 8",
        ],
        &[],
    );
    // A callee that takes null does not take what is some bytes behind it.
    check(
        "struct l { int n, c; };\nstatic int look(int *p) { if (p) return *p; return 0; }\nint u(struct l *p) { return look(&p->c); }",
        &[
            "checked: look requires `p` is null or valid for 4 bytes",
            "u requires `p` is valid for bytes 4 to 8",
        ],
        &[],
    );
    // What is compared is not what others gave.
    check(
        &format!(
            "{look}int u(struct l *p) {{ int *q = &p->c; if (q) return look(q + 0); return look(q + 1); }}"
        ),
        &[
            "checked: look requires `p` is valid for 4 bytes",
            "u requires `p` is valid for bytes 4 to 12",
        ],
        &[],
    );
    check(
        "static int look(int *p) { if (p) return *p; return 0; }\nint u(int *p, int i) { return look(p + i); }",
        &[
            "checked: look requires `p` is null or valid for 4 bytes",
            "u requires `p` is valid for as many bytes as are used",
        ],
        &[],
    );
}

/// What is said of a variable after it was copied holds of the copy, until either is assigned.
#[test]
fn copies_before_the_comparison() {
    let says = |text: &str, clause: &str| {
        check(text, &[&format!("f requires {clause}")], &[]);
    };
    let null = "`b` is null or valid for 4 bytes";
    let valid = "`b` is valid for 4 bytes";
    says("int f(void *b) { int *p = b; if (b == 0) return 0; return *p; }", null);
    says(
        "int f(int *b, int c) { int *p = b; if (c) { if (!b) return 0; } else if (!p) return 1; return *p; }",
        null,
    );
    says("int f(int *b, int c) { int *p = b; if (c && !b) return 0; return *p; }", valid);
    // The original is another one by then.
    check(
        "int f(int *b, int *o) { int *p = b; b = o; if (!b) return 0; return *p; }",
        &["f requires `b` is valid for 4 bytes"],
        &[],
    );
    check(
        "int f(int *b, int *o, int c) { int *p = b; if (c) b = o; if (!b) return 0; return *p; }",
        &["f requires `b` is valid for 4 bytes"],
        &[],
    );
    // And here only afterwards.
    check(
        "int f(int *b, int *o) { int *p = b; if (!b) return 0; b = o; return *p; }",
        &["f requires `b` is null or valid for 4 bytes"],
        &[],
    );
    // The copy is made again after the comparison.
    check(
        "int f(int *b, int *o) { int *p = b; if (!b) return 0; b = o; p = b; return *p; }",
        &["f requires `o` is valid for 4 bytes"],
        &[],
    );
    check(
        "int *next(void);\nint f(int *b, int n) { int s = 0; for (; n > 0; n--) { int *p = b; if (n > 1 && !b) return s; b = next(); s += *p; } return s; }",
        &["f requires `b` is valid for 4 bytes", "`next()` is valid for 4 bytes, where it is used"],
        &[],
    );
}

/// A pointer of several sources: what was found not to be null where it was assigned.
#[test]
fn sources_are_guarded_one_by_one() {
    check(
        "struct t { struct t *z; int n; };\nint f(struct t *a, struct t *b) { struct t *c = (a && a->z) ? a : b; return c->n; }",
        &["f requires `a` is null or valid for 16 bytes, `b` is valid for 16 bytes"],
        &[],
    );
    check(
        "int *get(int);\nint t(int *ci, int k) { start: *ci = 1; int *n; if ((n = get(k)) == 0) return 0; ci = n; goto start; }",
        &[
            "t requires `ci` is valid to write for 4 bytes",
            "`get()` is null or valid to write for 4 bytes, where it is used",
        ],
        &[],
    );
    // One that also comes by a way without a comparison.
    check(
        "int f(int *a, int *b, int k) { int *c; if (k && a) c = a; else if (k > 1) c = a; else c = b; return *c; }",
        &["f requires `a` is valid for 4 bytes, `b` is valid for 4 bytes"],
        &[],
    );
}

/// A function is not null: that is not said as well.
#[test]
fn what_is_called_is_not_null() {
    let assert = "void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));\n#define assert(e) ((e) ? (void)0 : __assert_fail(#e, \"\", 1, \"\"))\n";
    let text = format!("{assert}void f(void (*h)(void)) {{ assert(h); h(); }}");
    check(&text, &["f requires `h` is a function of its type"], &[]);
    let text =
        format!("{assert}void f(void (*h)(void), int c) {{ if (c) assert(h); if (h) h(); }}");
    check(&text, &["f requires `h` is a function of its type"], &[]);
}

#[test]
fn a_constant_less_a_number_has_the_other_end() {
    check(
        "unsigned f(unsigned u, unsigned h) { return u >> (32 - h); }\nunsigned g(unsigned log, unsigned v) { return v << (8 - log); }\nunsigned h(int n, unsigned v) { return v << (8 - n); }",
        &[
            "f requires `1 <= h && h <= 32`",
            "g requires `log <= 8`",
            "h requires `-23 <= n && n <= 8`",
        ],
        &[],
    );
    // What the function knows is not required again.
    check(
        "unsigned f(unsigned u, unsigned h) { return h > 32 ? 0 : u >> (32 - h); }\nunsigned g(unsigned u, int h) { return h < 1 ? 0 : u >> (32 - h); }",
        &["f requires `h >= 1`", "g requires `h <= 32`"],
        &[],
    );
    // A negative number is a large one behind a conversion.
    check(
        "unsigned long f(unsigned long u, int h) { return u >> (8 - (unsigned)h); }",
        &["f requires `0 <= h && h <= 8`"],
        &[],
    );
    // So is a difference that is converted.
    check(
        "unsigned g(unsigned u, int i) { return i < -23 ? 0 : u >> (unsigned)(8 - i); }",
        &["g requires `-23 <= i && i <= 8`"],
        &[],
    );
    // Calls are checked, and members are asked in turn.
    check(
        "struct s { unsigned log; };\nstatic unsigned f(unsigned u, unsigned h) { return u >> (32 - h); }\nunsigned g(unsigned u) { return f(u, 4) + f(u, 32); }\nunsigned h(const struct s *s, unsigned u) { return f(u, s->log); }\n",
        &[
            "checked: f requires `1 <= h && h <= 32`",
            "h requires `s` is valid for 4 bytes",
            "`1 <= struct s.log && struct s.log <= 32`, where it is used",
        ],
        &[],
    );
}

/// What others gave was compared before it was moved on.
#[test]
fn what_is_moved_on_after_the_comparison() {
    let copy = "void *memcpy(void *, const void *, unsigned long);\nstatic void *copy(void *d, const void *s, unsigned long n) { return memcpy(d, s, n); }\n";
    let clauses = "checked: copy requires `d` is valid to write for `n` elements of 1 byte, `s` is valid for `n` elements of 1 byte";
    let says = |body: &str, null: &str| {
        check(
            &format!(
                "{copy}int f(char *t, const char *in, unsigned long n) {{ {body} return 0; }}"
            ),
            &[
                clauses,
                &format!(
                    "f requires `in` is {null}valid for as many bytes as are used, `t` is valid to write for `n` elements of 1 byte"
                ),
            ],
            &[],
        );
    };
    says("if (in == 0) return -1; const char *p = in; p += 4; copy(t, p, n);", "null or ");
    says(
        "if (in == 0) return -1; const char *p = in; for (int i = 0; i < 9; i++) { p += 4; copy(t, p, n); }",
        "null or ",
    );
    // Four bytes behind null is not null.
    says("const char *p = in; p += 4; if (p) copy(t, p, n);", "");
    says("const char *p = in; for (int i = 0; i < 9; i++) { p += 4; if (p) copy(t, p, n); }", "");
}

/// A function that moves on a variable that it is lent makes no null of it.
#[test]
fn what_is_lent_stays_compared() {
    let get = "static int get(const char **p) { return *(*p)++; }\n";
    let says = |get: &str, body: &str, null: &str| {
        check(
            &format!("{get}int f(const char *in, int c) {{ {body} }}"),
            &[
                "checked: get requires `p` is valid to write for 8 bytes, `*p` is valid for 1 byte",
                &format!("f requires `in` is {null}valid for as many bytes as are used"),
            ],
            &[],
        );
    };
    let compared = "if (in == 0) return -1; const char *p = in; return get(&p) + get(&p);";
    says(get, compared, "null or ");
    says(get, "const char *p = in; return get(&p) + get(&p);", "");
    // Only one of two ways.
    says(get, "const char *p = in; if (c) { if (!p) return 1; } get(&p); return get(&p);", "");
}

/// A null of the function's own that it compares before the pointer is used.
#[test]
fn a_null_that_is_gone_by_then() {
    let text = |body: &str| {
        format!(
            "struct t {{ int k; }};\nstruct t *get(int);\nint f(int a, int m) {{\n struct t *p;\n {body}\n return p->k;\n}}"
        )
    };
    let get = "`get()` is valid for 4 bytes, where it is used";
    let or = "if (a) p = get(0); else { p = m == 0 ? 0 : get(1); if (p == 0) return 0; }";
    check(&text(or), &[get], &[]);
    check(&text("p = 0; if (a) p = get(0); else return 0;"), &[get], &[]);
    // It comes back, or was compared on one way only.
    check(
        &text("if (a) p = get(0); else { p = m == 0 ? 0 : get(1); if (m && p == 0) return 0; }"),
        &[],
        &["6 access"],
    );
    check(
        &text("p = get(0); while (m--) { if (!p) return 1; p->k = 1; p = a ? 0 : get(m); }"),
        &[],
        &["5 access"],
    );
    check(
        &text("p = get(0); while (m--) { p->k = 1; p = a ? 0 : get(m); if (!p) return 1; }"),
        &["`get()` is valid to write for 4 bytes, where it is used"],
        &[],
    );
}

/// Null is no string.
#[test]
fn a_string_is_not_null() {
    check(
        "unsigned long strlen(const char *);\nint f(const char *p) { int n = p ? p[0] : 0; return n + (int)strlen(p); }",
        &["f requires `p` is valid for 1 byte, `p` is a string"],
        &[],
    );
}
