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

const HEAD: &str = "void __VERIFIER_assert(int); void *malloc(unsigned long); void free(void *); void other(void); void take(long); \
     void *memset(void *, int, unsigned long); void *memcpy(void *, const void *, unsigned long); int printf(const char *, ...); \
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

/// What the function was called with leads to none of the memory that it allocates.
#[test]
fn memory_that_was_allocated_since_is_elsewhere() {
    let new = "struct s *q = malloc(sizeof *q); if (!q) return;";
    let checked = "\n__VERIFIER_assert(p->a == 6);";
    check("struct s *p", &format!("{new} p->a = 6; q->a = 1;{checked}"), "4 assumed");
    check("struct s *p", &format!("{new} p->next = q; p->a = 6; q->a = 1;{checked}"), "4 assumed");
    check(
        "struct s *p",
        &format!("{new} q->a = 6; p->a = 1;\n__VERIFIER_assert(q->a == 6);"),
        "4 verified",
    );
    // A variable that is assigned may get to lead there, and what is read from memory, too.
    check("struct s *p", &format!("{new} if (p->b) p = q; p->a = 6; q->a = 1;{checked}"), "4 open");
    check(
        "struct s *h",
        &format!("{new} h->next = q; other(); struct s *p = h->next; p->a = 6; q->a = 1;{checked}"),
        "4 open",
    );
    check(
        "struct s *h",
        &format!(
            "{new} h->next = q; other(); h->next->a = 6; q->a = 1;\n__VERIFIER_assert(h->next->a == 6);"
        ),
        "4 open",
    );
}

/// A write to an array behind a pointer leaves what is beside it.
#[test]
fn arrays_behind_pointers_have_ends() {
    let checked = "\n__VERIFIER_assert(p->a == 6);";
    check("struct s *p, int i", &format!("p->a = 6; p->text[i & 7] = 1;{checked}"), "4 assumed");
    check("struct s *p, int i", &format!("p->a = 6; p->text[i] = 1;{checked}"), "4 assumed");
    check(
        "struct s *p",
        &format!("p->a = 6; for (int i = 0; i < 8; i++) p->text[i] = 1;{checked}"),
        "4 assumed",
    );
    check(
        "struct s *p, struct s *q, int i",
        &format!("p->a = 6; q->text[i & 7] = 1;{checked}"),
        "4 open",
    );
    check(
        "struct s *p, int i",
        "p->text[2] = 6; p->text[i & 7] = 1;\n__VERIFIER_assert(p->text[2] == 6);",
        "4 open",
    );
    check(
        "union u *p, int i",
        "p->i = 6; p->c[i & 3] = 1;\n__VERIFIER_assert(p->i == 6);",
        "4 open",
    );
    check(
        "struct { struct { int n; char rest[1]; } a[4]; int end; } *p, int i, int j",
        "p->end = 6; p->a[i & 3].rest[j] = 1;\n__VERIFIER_assert(p->end == 6);",
        "4 open",
    );
}

/// Code that is not known changes and frees no memory whose address only the function has.
#[test]
fn memory_that_nobody_else_knows_stays() {
    let new = "int *q = malloc(4); if (!q) return; *q = 6;";
    let checked = "\n__VERIFIER_assert(*q == 6);";
    let stays = |text: &str| check("int n", &format!("{new} {text}{checked}"), "4 verified");
    stays("other();");
    stays("int *r = q + 0; r[0] = 6; other();");
    stays("printf(\"%d %s\", *q, (char *)q); other();");
    stays("memset(q, 0, 0); *q = 6; other();");
    stays("if (q == (int *)shared) other(); other();");
    let open = |text: &str| check("int n", &format!("{new} {text}{checked}"), "4 open");
    open("shared = (struct s *)q; other();");
    open("int *r = q; shared = (struct s *)(r + 1); other();");
    open("shared = (struct s *)q; shared = 0; other();");
    open("take((long)q); other();");
    open("take((char *)q - (char *)0); other();");
    open("static int *kept; kept = q; other();");
    open("struct { int *q; } v; v.q = q; shared = (struct s *)&v; other();");
    open("memcpy(&shared, &q, sizeof q); other();");
    open("printf(\"%p\", (void *)q); other();");
    open("int **r = &q; *r = q; shared = (struct s *)r; other();");
    open("shared = memset(q, 0, 0); *q = 6; other();");
    open("__asm__(\"\" : : \"r\"(q) : \"memory\"); other();");
    check(
        "int n",
        &format!("{new} for (;;) {{ *q = 6; other();{checked} shared = (struct s *)q; }}"),
        "4 open",
    );
}

/// The address of a local variable is known nowhere before it is taken, nor if only functions get it that do not keep it.
#[test]
fn variables_that_nobody_else_knows_stay() {
    let checked = "\n__VERIFIER_assert(v.a == 6);";
    check("int n", &format!("struct s v; v.a = 6; other();{checked} shared = &v;"), "4 verified");
    check("int n", &format!("struct s v; shared = &v; v.a = 6; other();{checked}"), "4 open");
    check(
        "int n",
        &format!("struct s v; for (;;) {{ v.a = 6; other();{checked} shared = &v; }}"),
        "4 open",
    );
    check(
        "int n",
        &format!(
            "struct s v; again: v.a = 6; other();{checked} if (n) {{ shared = &v; goto again; }}"
        ),
        "4 open",
    );
    check(
        "struct s *p, unsigned k",
        "int a[4]; memset(a, 0, sizeof a); p->a = 6; a[k & 3] = 2;\n__VERIFIER_assert(p->a == 6);",
        "4 assumed",
    );
    check(
        "struct s *p, unsigned k",
        "int a[4]; memset(a, 0, sizeof a); a[0] = 6; other();\n__VERIFIER_assert(a[0] == 6); p->a = a[k & 3];",
        "4 verified",
    );
    check(
        "struct s *p, unsigned k",
        "int a[4]; int *b = memset(a, 0, sizeof a); p->list = (void *)b; other(); p->a = 6; a[k & 3] = 2;\n__VERIFIER_assert(p->a == 6);",
        "4 open",
    );
    check(
        "struct s *p",
        "int a[4]; p->a = 6; memset(a, 1, sizeof a);\n__VERIFIER_assert(p->a == 6);\n__VERIFIER_assert(a[0] == 0x01010101);",
        "4 assumed, 5 verified",
    );
    check(
        "struct s *p, int *from",
        "struct s *a[2]; a[0] = p; a[0]->a = 6; memcpy(a, from, sizeof a);\n__VERIFIER_assert(a[0]->a == 6);",
        "4 open",
    );
    check(
        "struct s *p, char *to",
        "char a[4]; p->a = 6; memcpy(to, a, sizeof a);\n__VERIFIER_assert(p->a == 6);",
        "4 open",
    );
    // What has no model may use any variable.
    check(
        "struct s *p, unsigned k",
        "int a[4]; memset(a, 0, sizeof a); a[0] = 6; __asm__(\"\" : : \"r\"(a)); other();\n__VERIFIER_assert(a[0] == 6); p->a = a[k & 3];",
        "4 open",
    );
}
