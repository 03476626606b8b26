//! Clauses are needed on some path, and `not all paths need all of it` is said where that is so.

use super::{analysed, check, support};
use soundline_analyze::{Infer, Settings};

/// Whether the contracts of a program say that not all paths need all of them, by name.
fn certain(text: &str, expected: &[(&str, bool)]) {
    let Some(clang) = support::clang() else { return };
    let (_, analysis) = analysed(&clang, text);
    let found: Vec<(&str, bool)> =
        analysis.contracts.iter().map(|one| (one.name.as_str(), one.certain)).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn a_constant_argument_excludes_what_only_other_ways_need() {
    let adv = "static int adv(int *p, int mode) { if (mode == 1) return 0; return *p; }\n";
    check(
        &format!("{adv}int f(int *p) {{ return adv(p, 1); }}"),
        &["checked: adv requires `p` is valid for 4 bytes"],
        &[],
    );
    check(
        &format!("{adv}int f(int *p) {{ return adv(p, 2); }}"),
        &["checked: adv requires `p` is valid for 4 bytes", "f requires `p` is valid for 4 bytes"],
        &[],
    );
    // By way of a function that hands it on; not if that assigns to it.
    let all = format!("{adv}static int on(int *p, int mode) {{ return adv(p, mode); }}\n");
    let f = "int f(int *p) { return on(p, 1); }";
    check(
        &format!("{all}{f}"),
        &[
            "checked: adv requires `p` is valid for 4 bytes",
            "checked: on requires `p` is valid for 4 bytes",
        ],
        &[],
    );
    let changed = all.replace("return adv(p, mode)", "mode++; return adv(p, mode)");
    check(
        &format!("{changed}{f}"),
        &[
            "checked: adv requires `p` is valid for 4 bytes",
            "checked: on requires `p` is valid for 4 bytes",
            "f requires `p` is valid for 4 bytes",
        ],
        &[],
    );
}

#[test]
fn a_test_excludes_the_number_that_would_wrap() {
    let text = |test: &str| {
        format!("int t[32];\nint f(unsigned m) {{ if ({test}) return -1; return t[m - 1]; }}")
    };
    check(&text("m == 0"), &["f requires `m <= 32`"], &[]);
    check(&text("m > 100"), &["f requires `1 <= m && m <= 32`"], &[]);
}

/// A negative number is a large one where there are none.
#[test]
fn a_clause_about_a_converted_number_excludes_what_the_conversion_changes() {
    check(
        "static int t[10];\nstatic int f(unsigned m) { return t[m]; }\nint g(int k) { return f(k); }",
        &["checked: f requires `m <= 9`", "g requires `0 <= k && k <= 9`"],
        &[],
    );
}

/// What a function of its own tests is not known here: no clause that this may exclude.
#[test]
fn what_a_callee_tests_is_not_required() {
    check(
        "static int b[3];\nstatic int sup(int s) { return s >= 3 && s <= 5; }\nint f(int s) {\n if (sup(s)) return b[s - 3];\n return 0;\n}",
        &[],
        &["4 index"],
    );
}

#[test]
fn calls_in_functions_that_nothing_calls_do_not_count() {
    check(
        "static int at(int *p) { return *p; }\nstatic int dead(void) { return at(0); }\nint f(void) { int n = 1; return at(&n); }",
        &["checked: at requires `p` is valid for 4 bytes"],
        &[],
    );
}

#[test]
fn ways_that_need_less() {
    let s = "struct s { int a, b; };\nvoid die(void) __attribute__((noreturn));\n";
    let one = |body: &str, expected: bool| {
        certain(
            &format!("{s}void f(struct s *p, int k) {{ {body} }}"),
            &[("f requires", expected)],
        );
    };
    one("if (p->a) p->b = 1;", false);
    one("if (p->a) die(); p->b = 1;", false);
    one("if (p->a > k) return; p->b = 1;", false);
    one("if (k) { if (p->a == 0) p->a = 1; } p->b = k;", true);
    one("if (p == 0) return; p->b = 1;", true);
    one("if (k == 0 || p == 0) return; p->b = 1;", false);
    one("if (p) p->b = 1;", true);
    certain(
        "struct s { int a, b; };\nint f(struct s *p, int k) { int r = 0; if (k) r = p ? p->a : 3; return r; }",
        &[("f requires", false)],
    );
    let passed = "static void set(int *p) { *p = 1; }\n";
    certain(
        &format!("{passed}void f(int *p) {{ if (p) set(p); }}"),
        &[("set requires", true), ("f requires", true)],
    );
    certain(
        &format!("{passed}void f(int *p, int k) {{ if (k) set(p); }}"),
        &[("set requires", true), ("f requires", false)],
    );
    // Each way needs it at a place of its own.
    certain(
        &format!("{passed}void f(int *p, int k) {{ if (k) set(p); else set(p); }}"),
        &[("set requires", true), ("f requires", true)],
    );
}

/// A tag says what a pointer leads to: its struct does not have more bytes than it has.
#[test]
fn no_struct_has_more_bytes_than_its_type() {
    check(
        "struct o { int tag; };\nstruct small { int tag; struct small *next; };\nstruct large { int tag; long l[9]; };\nvoid mark(struct o *o) { if (o->tag == 2) ((struct large *)o)->l[8] = 1; }\nvoid walk(struct small *s) { for (; s; s = s->next) mark((struct o *)s); }",
        &[
            "mark requires `o` is valid to write for 80 bytes",
            "walk requires `s` is null or valid to write for as many bytes as are used",
            "`struct small.next` is null or valid to write for as many bytes as are used, where it is used",
        ],
        &[],
    );
}

/// A constant leaves of a clause what is needed where control still gets to.
#[test]
fn a_constant_leaves_less_of_a_clause() {
    let rel =
        "static void rel(int t, int *k) { if (t == 1) k[1] = 0; if (t == 2 && k) k[0] = 4; }\n";
    let all = "checked: rel requires `k` is valid to write for 8 bytes";
    let says = |rest: &str, others: &[&str]| {
        let contracts: Vec<&str> = [all].into_iter().chain(others.iter().copied()).collect();
        check(&format!("{rel}{rest}"), &contracts, &[]);
    };
    says(
        "void f(int *k) { rel(2, k); }",
        &["f requires `k` is null or valid to write for 4 bytes"],
    );
    says("void f(int *k) { rel(1, k); }", &["f requires `k` is valid to write for bytes 4 to 8"]);
    says("void f(int *k, int t) { rel(t, k); }", &["f requires `k` is valid to write for 8 bytes"]);
    says("void f(int *k) { rel(3, k); }", &[]);
    // By way of another function.
    let on = "static void on(int t, int *k) { if (k[2]) rel(t, k); }\n";
    says(
        &format!("{on}void f(int *k) {{ on(3, k); }}"),
        &[
            "checked: on requires `k` is valid to write for 12 bytes",
            "f requires `k` is valid for bytes 8 to 12",
        ],
    );
    let on = "int oom;\nstatic void on(int t, int *k) { if (oom) rel(t, k); }\n";
    says(
        &format!("{on}void f(int *k) {{ on(2, k); }}"),
        &[
            "checked: on requires `k` is valid to write for 8 bytes",
            "f requires `k` is null or valid to write for 4 bytes",
        ],
    );
    // What rests on one of two places needs both where control passes both.
    check(
        "static void both(int t, int *k) { k[0] = 1; if (t == 1) k[1] = 0; if (t == 2) k[0] = k[1]; }\nvoid f(int *k) { both(2, k); }\nvoid g(int *k) { both(3, k); }",
        &[
            "checked: both requires `k` is valid to write for 8 bytes",
            "f requires `k` is valid to write for 8 bytes",
            "g requires `k` is valid to write for 4 bytes",
        ],
        &[],
    );
    // One that is needed after a comparison that a constant excludes.
    check(
        "static void g(int t, int *k) { if (t == 1) { if (k) k[0] = 1; } else k[0] = 2; k[0] = 3; }\nvoid f(int *k) { g(1, k); }",
        &[
            "checked: g requires `k` is valid to write for 4 bytes",
            "f requires `k` is valid to write for 4 bytes",
        ],
        &[],
    );
}

/// What only one of several callers needs of a result is not needed of all that it comes from.
#[test]
fn callers_that_need_less_of_a_result() {
    let text = |rest: &str| {
        format!(
            "struct e {{ unsigned char s; }};\nstatic const unsigned table[32];\nstatic unsigned char get(const struct e *p) {{ return p->s; }}\nunsigned one(const struct e *p) {{ return table[get(p)]; }}\n{rest}"
        )
    };
    let needed = |text: &str, all: bool| {
        let Some(clang) = support::clang() else { return };
        let program = support::parse(&clang, text);
        let analysis = support::run(&program, &Settings { infer: Infer::All, ..super::settings() });
        let mut contracts = analysis.contracts.iter();
        let member = contracts.find(|one| one.name == "struct e.s").expect("it is needed");
        assert_eq!(member.certain, all, "{text}");
    };
    needed(&text(""), true);
    needed(&text("unsigned two(const struct e *p) { return table[get(p)]; }"), true);
    needed(&text("unsigned two(const struct e *p) { return get(p); }"), false);
}
