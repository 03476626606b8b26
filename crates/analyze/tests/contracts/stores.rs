//! Pointers that a function stores, lends and frees, and what it needs of where they come from.

use super::{check, check_all};
use soundline_analyze::Status;

/// A pointer behind a parameter that the function itself moves on is still the caller's.
#[test]
fn what_moves_on_behind_a_parameter() {
    check(
        "void f(char **p, int n) {\n *--(*p) = 1;\n *--(*p) = 2;\n if (n) *--(*p) = 3;\n}",
        &[
            "f requires `p` is valid to write for 8 bytes, `*p` is valid to write for as many bytes as are used, and no write through another name changes it",
        ],
        &[],
    );
    // A write that is to the pointer itself by the function's own doing changes it.
    check(
        "void f(char **p) {\n char *own = (char *)p;\n own[1] = 1;\n **p = 2;\n}",
        &["f requires `p` is valid to write for 8 bytes"],
        &["4 access"],
    );
    // What is written behind the new pointer is no part of what the parameter leads to: it was allocated since.
    check(
        "struct s { long a, b, c; };\nvoid *malloc(unsigned long);\nint f(struct s **h) {\n *h = malloc(sizeof **h);\n if (*h == 0) return -1;\n (*h)->b = 1;\n (*h)->c = 2;\n return 0;\n}",
        &["f requires `h` is valid to write for 8 bytes"],
        &[],
    );
    // Of the bytes that are copied elsewhere that is said.
    check(
        "void *memcpy(void *, const void *, unsigned long);\nvoid f(char **p, char *to, char *from) {\n memcpy(to, from, 4);\n **p = 2;\n}",
        &[
            "f requires `p` is valid for 8 bytes, `*p` is valid to write for as many bytes as are used, and no write through another name changes it, `to` is valid to write for 4 bytes, `from` is valid for 4 bytes",
        ],
        &[],
    );
    check(
        "void *memcpy(void *, const void *, unsigned long);\nvoid f(char **p, char *from) {\n char *own = (char *)p + 1;\n memcpy(own, from, 4);\n **p = 2;\n}",
        &["f requires `p` is valid to write for 8 bytes, `from` is valid for 4 bytes"],
        &["5 access"],
    );
    // A call that gives it one variable under two names does not satisfy that.
    for call in [
        "void f(char *s) { char *q = s; g(&q, (char *)&q); }",
        "void f(char **p) { g(p, (char *)p); }",
        "void f(char **p) { char *q = (char *)p; g(p, q + 1); }",
    ] {
        let text = format!("static void g(char **p, char *c) {{ c[0] = 1; **p = 2; }}\n{call}");
        let Some(clang) = super::support::clang() else { return };
        let (_, analysis) = super::analysed(&clang, &text);
        let g = analysis.contracts.iter().find(|one| one.name == "g requires");
        assert_eq!(g.map(|one| one.status), Some(Status::MayFail), "{call}");
    }
    // Another pointer is not, and null is its own affair.
    check(
        "int *t;\nint f(int **p) {\n *p = t;\n return **p;\n}",
        &[
            "f requires `p` is valid to write for 8 bytes",
            "`t` is valid for 4 bytes, where it is used",
        ],
        &[],
    );
    check(
        "int f(int **p) {\n *p = 0;\n return **p;\n}",
        &["f requires `p` is valid to write for 8 bytes"],
        &["3 access"],
    );
    check(
        "void g(void);\nint f(int **p) {\n int a = **p;\n g();\n return a + **p;\n}",
        &["f requires `p` is valid for 8 bytes"],
        &["3 access"],
    );
}

/// What is given to a function in a variable of one's own comes from where that comes from, and what is left there, too.
#[test]
fn what_a_variable_that_is_lent_holds() {
    let read = "static int g(const char **p) { int n = **p; (*p)++; return n; }\n";
    check(
        &format!("{read}int f(const char *s) {{ const char *q = s; return g(&q) + g(&q) + *q; }}"),
        &[
            "checked: g requires `p` is valid to write for 8 bytes, `*p` is valid for 1 byte",
            "f requires `s` is valid for as many bytes as are used",
        ],
        &[],
    );
    // Something else may be left there.
    check(
        "int *t;\nstatic void g(int **p) { *p = t; }\nint f(int *s) { int *q = s; g(&q); return *q; }",
        &[
            "checked: g requires `p` is valid to write for 8 bytes",
            "`q after g()` is valid for 4 bytes, where it is used",
        ],
        &[],
    );
    // A write through one parameter says nothing about the other.
    check(
        "static void g(char **p, char **q, char *r) { *(*p)++ = 1; *q = r; }\nvoid f(char *a, char *b, char *c) { char *p = a, *q = b; g(&p, &q, c); *p = *q; }",
        &[
            "checked: g requires `p` is valid to write for 8 bytes, `*p` is valid to write for 1 byte, `q` is valid to write for 8 bytes",
            "f requires `a` is valid to write for as many bytes as are used, `b` is valid for as many bytes as are used, `c` is valid for as many bytes as are used",
        ],
        &[],
    );
}

/// A member of a struct that functions were given, or that was given as a whole, is what others put there.
#[test]
fn members_of_own_structs() {
    check(
        "struct n { int *p; int k; };\nvoid g(struct n *);\nint f(void) {\n struct n x;\n g(&x);\n return x.p[x.k];\n}",
        &["`struct n.p` is valid for as many bytes as are used, where it is used"],
        &[],
    );
    check(
        "struct n { int *p; int k; };\nint f(struct n x) { return *x.p; }",
        &["`struct n.p` is valid for 4 bytes, where it is used"],
        &[],
    );
    // Its own null.
    check(
        "struct n { int *p; int k; };\nint f(struct n x) {\n x.p = 0;\n return *x.p;\n}",
        &[],
        &["4 access"],
    );
}

/// A pointer that is replaced by one's own variable if it is null.
#[test]
fn null_or_valid_with_a_default() {
    check(
        "struct s { int a, b; };\nint f(const struct s *o) { struct s n = {0, 0}; if (!o) o = &n; return o->b; }",
        &["f requires `o` is null or valid for 8 bytes"],
        &[],
    );
    check(
        "static const int d[2] = {1, 2};\nint f(const int *o) { const int *q = o ? o : d; return q[1]; }",
        &["f requires `o` is null or valid for bytes 4 to 8"],
        &[],
    );
    // It is too small, or cannot be written.
    check(
        "int f(const int *o) {\n int n = 0;\n if (!o) o = &n;\n return o[1];\n}",
        &[],
        &["4 access"],
    );
    check(
        "static const int d = 1;\nvoid f(int *o) {\n int *q = o ? o : (int *)&d;\n *q = 2;\n}",
        &[],
        &["4 access"],
    );
    // It has ended.
    check(
        "int f(const int *o) {\n if (!o) { int n = 0; o = &n; }\n return *o;\n}",
        &[],
        &["3 access"],
    );
}

/// What the function frees is not what else it was given, but it is whatever may be the same by its own assignments.
#[test]
fn what_is_freed_and_what_is_not() {
    let start =
        "void free(void *);\nstruct s { char *buf; struct s *next; int v; };\nvoid g(void);\n";
    let checked = |body: &str, contracts: &[&str], warnings: &[&str]| {
        check(&format!("{start}{body}"), contracts, warnings);
    };
    checked(
        "int f(struct s *s) { free(s->buf); return s->v; }",
        &["f requires `s` is valid for 24 bytes", "`struct s.buf` can be freed, where it is used"],
        &[],
    );
    checked(
        "void f(struct s *s) { struct s *n; while (s) { n = s->next; free(s); s = n; } }",
        &[
            "f requires `s` is null or valid for 24 bytes, `s` can be freed",
            "`struct s.next` is null or valid for 24 bytes, `struct s.next` can be freed, where it is used",
        ],
        &[],
    );
    checked(
        "void f(struct s *s) { struct s *n; while (s) { n = s; s = s->next; free(n->buf); free(n); } }",
        &[
            "f requires `s` is null or valid for 24 bytes, `s` can be freed",
            "`struct s.buf` can be freed, where it is used",
            "`struct s.next` is null or valid for 24 bytes, `struct s.next` can be freed, where it is used",
        ],
        &[],
    );
    // The same pointer again.
    for body in [
        "int f(struct s *s) { free(s->buf);\n return s->buf[0]; }",
        "int f(struct s *s) { char *q = s->buf; free(q);\n return s->buf[0]; }",
        "int f(struct s *s) { char *q = s->buf; free(s->buf);\n return q[0]; }",
        "int f(struct s *s) { struct s *t = s; free(t->buf);\n return s->buf[0]; }",
        "int f(struct s *s) { free(s->buf); g();\n return s->buf[0]; }",
    ] {
        checked(
            body,
            &[
                "f requires `s` is valid for 24 bytes",
                "`struct s.buf` can be freed, where it is used",
            ],
            &["5 access"],
        );
    }
    checked(
        "int f(struct s *s) { struct s *n; int v = 0; while (s) { n = s->next; free(s);\n v += s->v; s = n; } return v; }",
        &[
            "f requires `s` is null or valid for 24 bytes, `s` can be freed",
            "`struct s.next` is null or valid for 24 bytes, `struct s.next` can be freed, where it is used",
        ],
        &["5 access"],
    );
}

/// A function that only passes on what another one requires is no warning of its own, since that one is.
#[test]
fn what_is_only_passed_on() {
    let text = "int f(int *p) { return *p; }\nint g(int *p) { return f(p); }\nint h(int *p, int *q) { return g(p) + *q; }";
    let Some(clang) = super::support::clang() else { return };
    let (_, analysis) = super::analysed(&clang, text);
    let needed = |name: &str| {
        let all = analysis.contracts.iter();
        all.filter(|one| one.name == name).map(|one| one.needed).collect::<Vec<_>>()
    };
    assert_eq!(needed("f requires"), [true]);
    assert_eq!(needed("g requires"), [false]);
    assert_eq!(needed("h requires"), [true]);
    // If all calls are known, it is what they are checked against.
    let text = "static int f(int *p) { return *p; }\nint g(int *p) { return f(p); }";
    let (_, analysis) = super::analysed(&clang, text);
    assert!(analysis.contracts.iter().all(|one| one.needed), "{:?}", analysis.contracts);
    check_all(
        text,
        &["checked: f requires `p` is valid for 4 bytes", "g requires `p` is valid for 4 bytes"],
        &[],
    );
}

/// What fails for one value fails once.
#[test]
fn numbers_of_one_cause_are_one_root() {
    let line = |text: &str, warnings: &[&str]| check(text, &[], warnings);
    line(
        "int t[64];\nint f(int a, int b) {\n int i = a * b;\n if (i & 1) { t[i + 1] = 1; }\n else { t[i + 1] = 2; }\n return i;\n}",
        &["4 index"],
    );
    // Of `i + 1` the root says nothing about `i + 2`.
    line(
        "int t[64];\nint f(int a, int b) {\n int i = a * b;\n if (i & 1) { t[i + 1] = 1; }\n else { t[i + 2] = 1; }\n return i;\n}",
        &["4 index", "5 index"],
    );
    line(
        "int f(int a, int b, int c) {\n int i = a * b;\n if (c) return 1 << i;\n if (a) return 2 << i;\n return 1 << i;\n}",
        &["3 shift", "4 shift"],
    );
    // A counter is too large for one reason; another value is another cause.
    line(
        "int get(void);\nint t[8];\nvoid f(void) {\n int n = 0;\n while (get()) {\n if (get()) { t[n] = 1; n++; }\n if (get()) { t[n] = 2; n++; }\n }\n}",
        &["6 index"],
    );
    line(
        "int t[8];\nvoid f(int a, int b) {\n int i = a * b;\n t[i] = 1;\n i = a + b * 3;\n t[i] = 2;\n}",
        &["4 index", "6 index"],
    );
}

/// What is assumed covers all that rests on it, and says so.
#[test]
fn one_root_covers_all_that_rests_on_it() {
    let assumed = |text: &str| {
        let clang = super::support::clang()?;
        let (_, analysis) = super::analysed(&clang, text);
        let roots = analysis.assumptions.iter().filter(|one| one.is_root());
        Some(roots.map(|one| format!("{:?}", one.predicate)).collect::<String>())
    };
    let Some(all) = assumed(
        "int get(void);\nint t[8];\nvoid f(void) {\n int n = 0;\n while (get()) {\n if (get()) { t[n] = 1; n++; }\n if (get()) { t[n] = 2; n++; }\n }\n}",
    ) else {
        return;
    };
    assert!(all.contains("`n` is an index of 8, wherever that is checked"), "{all}");
    let read_again = assumed(
        "struct r { long n; };\nvoid g(void);\nlong f(struct r **h) {\n long v = (*h)->n;\n g();\n return v + (*h)->n;\n}",
    );
    let all = read_again.unwrap_or_default();
    assert!(all.contains("as long as they are used, wherever that is checked"), "{all}");
}

/// A library function that only reads a variable keeps no pointer to it.
#[test]
fn what_is_copied_out_of_a_variable_does_not_change_it() {
    let text = |body: &str| {
        format!(
            "struct t {{ int a; int *q; }};\nvoid *memcpy(void *, const void *, unsigned long);\nvoid other(void);\nvoid keep(void *);\nint f(char *to, struct t *p) {{ {body} }}"
        )
    };
    let needs = [
        "f requires `to` is valid to write for 8 bytes, `p` is valid to write for 16 bytes",
        "`struct t.q` is valid to write for 4 bytes, where it is used",
    ];
    for body in [
        "memcpy(to, &p, sizeof p); p->a = 1; other(); *p->q = 1; p->a = 2; return p->a;",
        "struct t *own = p; memcpy(to, &own, sizeof own); own->a = 1; other(); *own->q = 1; return own->a;",
    ] {
        check(&text(body), &needs, &[]);
    }
    // One that is written there does, and so does one that others know.
    for body in [
        "memcpy(&p, to, sizeof p); p->a = 1; return 0;",
        "keep(&p); memcpy(to, &p, sizeof p); other(); p->a = 1; return 0;",
        "void *own = memcpy(&p, to, 8); keep(own); p->a = 1; return 0;",
        "struct t **own = &p; memcpy(to, &p, sizeof p); *own = 0; p->a = 1; return 0;",
    ] {
        let Some(clang) = super::support::clang() else { return };
        let (_, analysis) = super::analysed(&clang, &text(body));
        let words: Vec<String> = analysis.contracts.iter().map(|one| one.words()).collect();
        assert!(!words.iter().any(|one| one.contains("`p` is valid")), "{body}: {words:?}");
        let open =
            analysis.checks.iter().any(|one| one.message.contains("p->a") || one.is_warning());
        assert!(open, "{body}");
    }
}

/// Only what the function assigns to a member before a use is its own; in a loop that comes before by the next turn.
#[test]
fn what_a_member_gets_after_its_use() {
    let text = |body: &str| {
        format!(
            "struct d {{ int n; unsigned b; }};\nunsigned f(struct d *s, int n) {{\n unsigned v = 0;\n {body}\n return v;\n}}"
        )
    };
    let own = "f requires `s` is valid to write for 8 bytes";
    let member = |clause: &str| format!("`{clause}`, where it is used");
    check(
        &text("v = s->b >> (s->n - 8); s->n -= 8; if (n > s->n) s->n -= n;"),
        &[own, &member("8 <= struct d.n && struct d.n <= 39")],
        &[],
    );
    // It is used again.
    check(
        &text("v = s->b >> (s->n - 8); s->n -= n;\n v += s->b >> s->n;"),
        &[own, &member("8 <= struct d.n && struct d.n <= 39")],
        &["5 shift"],
    );
    check(&text("while (n--) {\n v += s->b >> (s->n - 8); s->n -= n; }"), &[own], &["5 shift"]);
    check(
        &text("while (n--) {\n v += s->b >> (s->n - 8); s->n += 8; }"),
        &[own, &member("8 <= struct d.n && struct d.n <= 39")],
        &[],
    );
}

/// A variable whose address is only lent has no other name.
#[test]
fn variables_that_are_lent_have_one_name() {
    let put =
        "static void put(char **op, const char **ip) { *(*op)++ = 1; *(*op)++ = *(*ip)++; }\n";
    let requires = "put requires `op` is valid to write for 8 bytes, `*op` is valid to write for as many bytes as are used, and no write through another name changes it, `ip` is valid to write for 8 bytes, `*ip` is valid for as many bytes as are used, and no write through another name changes it";
    check(
        &format!(
            "{put}void f(char *dst, const char *src) {{ char *op = dst; const char *ip = src; put(&op, &ip); }}"
        ),
        &[
            &format!("checked: {requires}"),
            "f requires `dst` is valid to write for as many bytes as are used, `src` is valid for as many bytes as are used",
        ],
        &[],
    );
    // A parameter itself, as often as it is lent.
    check(
        "static int get(const char **p) { return *(*p)++; }\nint f(const char *s) { return get(&s) + *s; }",
        &[
            "checked: get requires `p` is valid to write for 8 bytes, `*p` is valid for 1 byte",
            "f requires `s` is valid for as many bytes as are used",
        ],
        &[],
    );
    // Others keep its address: that may be another name.
    for keep in [
        "char **kept;\nstatic void keep(char **p) { kept = p; }",
        "static char **keep(char **p) { return p; }",
        "void keep(char **p);",
        "struct k { char **p; } *kept;\nstatic void keep(char **p) { kept->p = p; }",
        "static char ***kept;\nstatic void on(char **p) { *kept = p; }\nstatic void keep(char **p) { on(p); }",
    ] {
        let text = format!(
            "{keep}\nstatic void put(char **op, char *c) {{ *c = 1; *(*op)++ = 1; }}\nvoid f(char *dst, char *c) {{ char *op = dst; keep(&op); op = dst; put(&op, c); }}"
        );
        let Some(clang) = super::support::clang() else { return };
        let (_, analysis) = super::analysed(&clang, &text);
        let f = analysis.contracts.iter().find(|one| one.name == "f requires");
        let words = f.map(|one| one.words()).unwrap_or_default();
        assert!(words.contains("no write through another name"), "{text}: {words}");
    }
}

/// What a variable holds that is lent is there as long as nothing frees it before.
#[test]
fn what_is_lent_and_what_is_freed() {
    let text = |body: &str| {
        format!(
            "void free(void *);\nstatic int get(char **p) {{ return *(*p)++; }}\nint f(char *s, char *other) {{ char *p = s; {body} }}"
        )
    };
    let get = "get requires `p` is valid to write for 8 bytes, `*p` is valid for 1 byte";
    for body in
        ["int c = get(&p); free(other); return c;", "free(other); int c = get(&p); return c;"]
    {
        check(
            &text(body),
            &[
                &format!("checked: {get}"),
                "f requires `s` is valid for 1 byte, `other` can be freed",
            ],
            &[],
        );
    }
    for body in [
        "free(s); return get(&p);",
        "free(p); return get(&p);",
        "char *q = p; free(q); return get(&p);",
        "int c = 0; while (*other++) { c += get(&p); free(s); } return c;",
    ] {
        let Some(clang) = super::support::clang() else { return };
        let (_, analysis) = super::analysed(&clang, &text(body));
        let get = analysis.contracts.iter().find(|one| one.name == "get requires");
        assert_eq!(get.map(|one| one.status), Some(Status::MayFail), "{body}");
    }
}

/// What a function left in a member is there when others are assigned.
#[test]
fn members_beside_those_that_are_assigned() {
    let text = |body: &str| {
        format!(
            "struct b {{ char *b; unsigned long n; }};\nvoid init(struct b *b);\nvoid f(char *own) {{\n struct b b;\n init(&b);\n {body}\n}}"
        )
    };
    check(
        &text("b.b[0] = 0; b.n++; b.b[1] = 0;"),
        &["`struct b.b` is valid to write for 2 bytes, where it is used"],
        &[],
    );
    // The member itself, and all of it in a loop.
    check(&text("b.b = 0; b.n++;\n b.b[1] = 0;"), &[], &["7 access"]);
    check(
        &text("b.n = 1; b.b = own; b.n = 2; b.b[1] = 0;"),
        &["f requires `own` is valid to write for bytes 1 to 2"],
        &[],
    );
}
