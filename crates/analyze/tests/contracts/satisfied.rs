//! Whether calls satisfy contracts: each call once, and on what that rests.

use super::{analysed, check, settings, support};
use soundline_analyze::{Analysis, Contract, Settings, Status};

fn named<'a>(analysis: &'a Analysis, name: &str) -> &'a Contract {
    let mut all = analysis.contracts.iter();
    all.find(|one| one.name == name).unwrap_or_else(|| panic!("{name}: {:?}", analysis.contracts))
}

/// A call that satisfies a contract because of a check before it rests on what that check rests on.
#[test]
fn what_a_call_rests_on_is_named() {
    let Some(clang) = support::clang() else { return };
    let texts = [
        "int f(struct n *p) { p->t = 1; return g(p); }",
        "struct n *get(void);\nint f(void) { struct n *p = get(); p->v = 1; return g(p); }",
        "struct h { struct n *p; };\nint f(struct h *h) { struct n *p = h->p; p->v = 1; return g(p); }",
    ];
    for text in texts {
        let text = format!(
            "struct n {{ int t, v; }};\nstatic int g(struct n *p) {{ return p->v; }}\n{text}"
        );
        let (_, analysis) = analysed(&clang, &text);
        let contract = named(&analysis, "g requires");
        assert_eq!(contract.status, Status::Verified, "{text}");
        assert!(!contract.provided.is_empty(), "{text}");
    }
}

/// A static function that nobody calls cannot run.
#[test]
fn what_nothing_calls_needs_nothing() {
    let text = "static inline int g(int *p) { return *p; }\nint f(int x) { return x; }";
    check(text, &["checked: g requires `p` is valid for 4 bytes"], &[]);
}

/// A call that is evaluated in one of several orders is one call, and both orders need what one needs.
#[test]
fn orders_of_evaluation_are_one_call() {
    let Some(clang) = support::clang() else { return };
    let text = "static int t[10], x;\nstatic int g(int i) { return t[i]; }\nstatic int bump(void) { x = 50; return 0; }\nint f(void) { x = 3; return g(x) + bump(); }";
    let (_, analysis) = analysed(&clang, text);
    let why = named(&analysis, "g requires").why.clone();
    assert_eq!(why.as_deref(), Some("its call may not satisfy it"));
    let text = "int op(int, int);\nstruct net { int fd; };\nint f(struct net *c) { return op(c->fd, op(3, 4)); }";
    let (_, analysis) = analysed(&clang, text);
    assert!(named(&analysis, "f requires").certain);
}

/// The bytes behind one value of a pointer that moves on have one cause.
#[test]
fn bytes_behind_one_pointer_are_one_root() {
    let Some(clang) = support::clang() else { return };
    let text = "int flush(void);\nstruct str { const char *at, *end; };\nint f(const char *v, long n) {\n struct str s; int r = 0;\n s.at = (const char *)(n * 3); s.end = v + n;\n while (s.at != s.end) { if (!flush()) return 0; r += *s.at++; r += *s.at++; r += s.at[1]; }\n return r;\n}";
    let (_, analysis) = analysed(&clang, text);
    let roots: Vec<_> = analysis.checks.iter().filter(|check| check.is_warning()).collect();
    assert_eq!(roots.len(), 1, "{roots:?}");
    let id = roots[0].root.expect("others depend on it");
    let made = analysis.assumption(id).expect("it is there");
    let words = made.predicate.as_ref().expect("it is said").to_string();
    assert!(words.contains("4 bytes can be read"), "{words}");
}

/// A null that is given needs nothing of what the function does otherwise.
#[test]
fn a_null_argument_needs_only_what_null_needs() {
    let opt = "static int opt(int *a, int *b) { if (a) { *a = 1; *b = 2; } return 0; }\n";
    let both =
        "opt requires `a` is null or valid to write for 4 bytes, `b` is valid to write for 4 bytes";
    check(
        &format!("{opt}int use(void) {{ int x, y; opt(0, 0); opt(&x, &y); return x + y; }}"),
        &[&format!("checked: {both}")],
        &[],
    );
    for test in ["!a", "a == 0", "0 == (void *)a"] {
        let opt = format!(
            "static int opt(int *a, int *b) {{ if ({test}) return 0; *a = 1; *b = 2; return 1; }}\n"
        );
        let text = format!(
            "{opt}static int more(int *a, int *b) {{ return opt(a, b); }}\nint use(void) {{ return more(0, 0); }}"
        );
        check(
            &text,
            &[&format!("checked: {both}"), &format!("checked: {}", both.replace("opt", "more"))],
            &[],
        );
    }
    // The other way round.
    check(&format!("{opt}int use(void) {{ int x; return opt(&x, 0); }}"), &[both], &[]);
}

/// A function that calls itself passes on what it gives on as it is.
#[test]
fn what_a_function_gives_on_to_itself() {
    check(
        "struct t { int n; };\nstatic int rec(struct t *p, int n) { if (n > 0) return rec(p, n - 1); return p->n; }\nint use(int k) { struct t t = {1}; return rec(&t, k); }",
        &["checked: rec requires `p` is valid for 4 bytes"],
        &[],
    );
    // Another pointer, another order, and memory that was freed.
    let open = [
        (
            "static int rec(int *p, int n) { int r = *p; if (n > 0) return rec(p + 1, n - 1); return r; }\nint use(int k) { int x = 1; return rec(&x, k); }",
            "rec requires `p` is valid for 4 bytes",
        ),
        (
            "static int rec(int *p, int *q, int n) { if (n > 0) return rec(q, p, n - 1); return p ? *p : *q; }\nint use(int k) { int x = 1; return rec(0, &x, k); }",
            "rec requires `p` is null or valid for 4 bytes, `q` is valid for 4 bytes",
        ),
    ];
    for (text, contract) in open {
        check(text, &[contract], &[]);
    }
    check(
        "void free(void *);\nvoid *malloc(unsigned long);\nstatic void rec(int *p, int n) { free(p); if (n > 0) rec(p, n - 1); }\nvoid use(int k) { rec(malloc(4), k); }",
        &["rec requires `p` can be freed"],
        &[],
    );
}

/// A call that a bound kept the analysis from is not said to fail.
#[test]
fn calls_behind_a_bound_are_not_analyzed() {
    let Some(clang) = support::clang() else { return };
    let text = "static int g(int *p) { return *p; }\nint one(void) { int x = 1; return g(&x); }\nint f(int n) {\n int x = 1, s = 0;\n for (int i = 0; i < n; i++) for (int k = 0; k < i; k++) s ^= k;\n return s + g(&x);\n}";
    let program = support::parse(&clang, text);
    let settings = Settings { safety_ticks: 5, ..settings() };
    let analysis = support::run(&program, &settings);
    let why = named(&analysis, "g requires").why.clone();
    let said = "1 of 2 calls is not analyzed: a bound was reached before";
    assert_eq!(why.as_deref(), Some(said));
}

/// Calls that do not satisfy what a function needs, in ways that are easily missed: another value was compared with null, or a
/// number becomes another one on the way.
#[test]
fn what_is_another_value_satisfies_nothing() {
    let Some(clang) = support::clang() else { return };
    let texts = [
        "static int x;\nstatic int f(int *q) { int *p = q; q = &x; *q = 2; return *p; }\nint g(void) { return f(0); }",
        "static int f(int *q) { int *p = q, a[3] = {0}; q = a; q++; return *p; }\nint g(void) { return f(0); }",
        "static int f(int *p) { int *q = p, a = 0; if (!p) p = &a; return *p + *q; }\nint g(void) { return f(0); }",
        "static int t[4];\nstatic int f(int i) { return t[(unsigned long)(unsigned)i + 1]; }\nint g(void) { return f(-1); }",
        "static int t[4];\nstatic int f(short i) { return t[(unsigned short)i + 1]; }\nint g(void) { return f(-1); }",
        "static int f(signed char c) { return 10 / ((unsigned char)c & 0x101); }\nint g(void) { return f(-128); }",
        "static int f(unsigned char c) { return 1 << ((signed char)c & 0x103); }\nint g(void) { return f(128); }",
        "static int f(p, m) int *p; char m; { if (m == 1) return *p; return 0; }\nint g(void) { return f((int *)0, 257); }",
        "static int f(n) unsigned char n; { return 10 / n; }\nint g(void) { return f(256); }",
        "static int t[4];\nstatic int f(i) unsigned i; { return t[i]; }\nint g(void) { return f(-1); }",
        "static int f(int *p, int m) { if (m == 1) return *p; return f(p, 1); }\nint g(void) { return f(0, 0); }",
    ];
    for text in texts {
        let (_, analysis) = analysed(&clang, text);
        let held = analysis.contracts.iter().any(|one| one.status == Status::Verified);
        let warned = analysis.checks.iter().any(|check| check.is_warning());
        assert!(!held, "{text}: {:?}", analysis.contracts);
        assert!(warned || !analysis.contracts.is_empty(), "{text}");
    }
    // And what does satisfy them.
    let texts = [
        "static int t[4];\nstatic int f(int i) { return t[(unsigned)(i + 1)]; }\nint g(void) { return f(-1); }",
        "static int t[4];\nstatic int f(int i) { return t[(unsigned long)(unsigned)i + 1]; }\nint g(void) { return f(2); }",
        "static int f(n) unsigned char n; { return 10 / n; }\nint g(void) { return f(257); }",
    ];
    for text in texts {
        let (_, analysis) = analysed(&clang, text);
        assert_eq!(named(&analysis, "f requires").status, Status::Verified, "{text}");
    }
}

/// What a function gives back stays no longer than what it was given, or what is its own.
#[test]
fn results_end_with_what_they_point_to() {
    let Some(clang) = support::clang() else { return };
    let texts = [
        "static int x;\nvoid *malloc(unsigned long);\nvoid free(void *);\nstatic int *f(int *p, int c) { *p = 1; if (c) return p; return &x; }\nint g(int c) { int *m = malloc(4); if (!m) return 0; int *q = f(m, c); free(m); return *q; }",
        "static int x;\nstatic int *f(int *p, int c) { *p = 1; if (c) return p; return &x; }\nint g(int c) { int *q; { int y = 0; q = f(&y, c); } return *q; }",
        "static int x;\nstatic int *f(int *p, int c) { *p = 1; if (c) return p; return &x; }\nstatic int *h(int c) { int y; return f(&y, c); }\nint g(int c) { return *h(c); }",
        "static int x;\nstatic int *f(int *a, int c) { int y; int *p = a; if (c) p = &y; *p = 1; return p; }\nint g(int c) { int *q = f(&x, c); return *q; }",
        "int *x;\nstatic int *f(int c) { int y; int *p = x; if (c) p = &y; *p = 1; return p; }\nint g(int c) { int *q = f(c); return *q; }",
        "static int x;\nstatic int f(int *p, int c) { int *q = p; { int z; if (c) q = &z; *q = 1; } return *q; }\nint g(void) { return f(&x, 1); }",
        "static int x;\n__attribute__((weak)) int *f(void) { return &x; }\nint g(void) { return *f(); }",
        "__attribute__((weak)) int n(void) { return 1; }\nint h(void) { return 10 / n(); }",
        "static int d(int *p) { return *p; }\n__attribute__((used)) static int f(void) { return d(0); }",
    ];
    for text in texts {
        let (_, analysis) = analysed(&clang, text);
        let open = |one: &&Contract| {
            one.status != Status::Verified && one.why.as_deref() != Some("other files may call it")
        };
        let open = analysis.contracts.iter().find(open).is_some();
        let warned = analysis.checks.iter().any(|check| check.is_warning());
        assert!(open || warned, "{text}: {:#?}", analysis.contracts);
    }
}

/// Functions that call each other give on what they were given.
#[test]
fn what_comes_around_in_a_cycle() {
    let start = "static void b(int *p, int n);\n";
    let says = |text: &str, status: Status| {
        let Some(clang) = support::clang() else { return };
        let (_, analysis) = analysed(&clang, &format!("{start}{text}"));
        let own = |one: &&Contract| {
            ["a requires", "b requires", "d requires"].contains(&one.name.as_str())
        };
        let mut all = analysis.contracts.iter().filter(own);
        let verified = all.all(|one| one.status == Status::Verified);
        assert_eq!(verified, status == Status::Verified, "{text}: {:?}", analysis.contracts);
        assert!(!verified || !named(&analysis, "a requires").provided.is_empty(), "{text}");
    };
    let a = "static void a(int *p, int n) { *p = 1; if (n) b(p, n - 1); }\n";
    let b = "static void b(int *p, int n) { a(p, n); }\n";
    let c = "void c(int *p) { a(p, 4); }";
    says(&format!("{a}{b}{c}"), Status::Verified);
    // By a third function.
    let b2 =
        "static void d(int k, int *q) { a(q, k); }\nstatic void b(int *p, int n) { d(n, p); }\n";
    says(&format!("{a}{b2}{c}"), Status::Verified);
    // Another pointer, the other parameter, one that is assigned, and others that call it.
    for text in [
        format!("{a}static void b(int *p, int n) {{ a(p + 1, n); }}\n{c}"),
        format!("{a}static void b(int *p, int n) {{ p = p + n; a(p, n); }}\n{c}"),
        format!("{a}static void b(int *p, int n) {{ int *q = n ? p : (int *)8; a(q, n); }}\n{c}"),
        format!("{a}{b}{c}\nvoid e(void) {{ b((int *)8, 2); }}"),
        format!("{}{b}{c}", a.replace("b(p,", "b((int *)8,")),
        format!("void free(void *);\n{}{b}{c}", a.replace("if (n)", "free(p); if (n)")),
        // A constant that excludes a clause here, and another one by way of the cycle.
        "static int a(int *p, int n) { if (n == 1) return *p; return b(p, 1), 0; }\nstatic void b(int *p, int n) { a(p, n); }\nint c(void) { return a(0, 0); }".to_owned(),
        "static int d(int *p, int n);\nstatic int a(int *p, int n) { if (n == 1) return *p; return d(p, 1); }\nstatic int d(int *p, int n) { return a(p, n); }\nstatic void b(int *p, int n) { if (n == 1) *p = 2; d(p, 1); }\nvoid c(void) { b(0, 0); }".to_owned(),
    ] {
        says(&text, Status::MayFail);
    }
    // Two that change places.
    let text = "static void b(int *p, int *q, int n);\nstatic void a(int *p, int *q, int n) { *p = 1; if (n) b(q, p, n - 1); }\nstatic void b(int *p, int *q, int n) { a(p, q, n); }\nvoid c(int *p) { a(p, 0, 4); }";
    let Some(clang) = support::clang() else { return };
    let (_, analysis) = analysed(&clang, text);
    assert!(analysis.contracts.iter().any(|one| one.open.is_some()), "{:?}", analysis.contracts);
}
