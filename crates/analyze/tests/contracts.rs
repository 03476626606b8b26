//! Contracts: what functions that are analysed alone need of others, and whether callers satisfy it.

mod support;

use soundline_analyze::{
    AfterError, Analysis, Infer, Overflow, Party, Settings, Status, analyze, render,
};
use soundline_c::{Clang, Program};
use std::fmt::Write;
use std::process::Command;

fn settings() -> Settings {
    Settings {
        after_error: AfterError::Assume,
        infer: Infer::Requires,
        overflow: Overflow::Wrap,
        ..support::settings("intervals")
    }
}

fn analysed(clang: &Clang, text: &str) -> (Program, Analysis) {
    let program = support::parse(clang, text);
    let analysis = support::run(&program, &settings());
    (program, analysis)
}

/// The contracts of a program, and the checks that are warnings by themselves.
fn check(text: &str, contracts: &[&str], warnings: &[&str]) {
    check_with(Infer::Requires, text, contracts, warnings);
}

/// The same with what functions promise.
fn check_all(text: &str, contracts: &[&str], warnings: &[&str]) {
    check_with(Infer::All, text, contracts, warnings);
}

fn check_with(infer: Infer, text: &str, contracts: &[&str], warnings: &[&str]) {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, text);
    let analysis = support::run(&program, &Settings { infer, ..settings() });
    let checked = |status: Status| if status == Status::Verified { "checked: " } else { "" };
    let found = analysis.contracts.iter();
    let found = found.map(|one| format!("{}{}", checked(one.status), one.words()));
    assert_eq!(found.collect::<Vec<_>>(), contracts, "{text}");
    let left = analysis.checks.iter().filter(|check| check.is_warning());
    let line = |start: u32| program.source.locate(start).line;
    let left = left.map(|check| format!("{} {}", line(check.span.start), check.kind.name()));
    let mut left: Vec<String> = left.collect();
    left.dedup();
    assert_eq!(left, warnings, "{text}");
    // Whatever is not settled names what it rests on.
    for check in &analysis.checks {
        assert!(check.provided.iter().all(|id| analysis.assumption(*id).is_some()), "{check:?}");
    }
}

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
    // So is what it assigns, if that is.
    check(
        "struct n { struct n *next; int v; };\nint f(struct n *p, struct n *q) {\n p->next = q;\n return p->next->v;\n}",
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
        "static int g(int *p, int n) { return n ? g(p, n - 1) : *p; }\nint f(void) { int x = 1; return g(&x, 3); }",
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
        &["`*argument 2 after get()` is valid to write for 8 bytes, where it is used"],
        &[],
    );
    check(
        &text(" get(1, &p); if (!p) return 0;\n return p->b;"),
        &["`*argument 2 after get()` is null or valid for 8 bytes, where it is used"],
        &[],
    );
    check(
        &text(" count(&n);\n return t[n];"),
        &["`0 <= *argument 1 after count() && *argument 1 after count() <= 8`, where it is used"],
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

/// Functions that promise something, the types and names of their parameters, and how many parts the promise has.
const PROMISES: [(&[(&str, &str)], &str); 8] = [
    (&[("int", "x")], "int f(int x) { if (x < 0) return 0; if (x > 9) return 9; return x; }"),
    (&[("unsigned", "x")], "int f(unsigned x) { return x % 7; }"),
    (&[("int", "i")], "static int t[4]; int *f(int i) { return i < 0 || i > 3 ? 0 : &t[i]; }"),
    (&[("int", "x")], "int g; void f(int x) { g = x ? 3 : 5; }"),
    (&[("int", "c")], "const char *f(int c) { return c ? \"yes\" : \"no\"; }"),
    (&[("int", "x")], "static int h(int x) { return x & 15; } int f(int x) { return h(x) + 1; }"),
    (
        &[("int", "x")],
        "int g; static void h(int x) { g = x & 3; } int f(int x) { h(x); return g * 2; }",
    ),
    (
        &[("int", "n"), ("int", "c")],
        "int f(int n, int c) { int s = 0; for (int i = 0; i < 8; i++) { s = c ? i : 20; if (i == n) break; } return s; }",
    ),
];

/// What ACSL says of the result and of variables, in C that fails if it does not hold.
fn asserted(clause: &str) -> String {
    let valid = |text: &str| {
        let (from, to) = bytes(text).expect("bytes");
        format!("for (long i = {from}; i < {to}; i++) sum += ((const char *)result)[i];")
    };
    if let Some(rest) = clause.strip_prefix("\\result == \\null || ") {
        return format!("if (result) {{ {} }}", valid(rest));
    }
    if clause.starts_with("\\valid") {
        return valid(clause);
    }
    let parts: Vec<&str> = clause.split(' ').collect();
    let [low, "<=", name, "<=", high] = parts[..] else { panic!("{clause}") };
    let name = name.replace("\\result", "result");
    format!("if ({name} < {low} || {name} > {high}) __builtin_trap();")
}

/// A driver that calls `f` with many values, and looks at what it ensures.
fn watcher(parameters: &[(&str, &str)], text: &str, clauses: &[String]) -> String {
    let (mut loops, mut ends) = (String::new(), String::new());
    for (ty, name) in parameters {
        let _ = writeln!(loops, "for ({ty} {name} = -40; {name} != 40; {name}++) {{");
        ends.push('}');
    }
    let names: Vec<&str> = parameters.iter().map(|(_, name)| *name).collect();
    let call = format!("f({})", names.join(", "));
    let result =
        if text.contains("void f(") { call } else { format!("__auto_type result = {call}") };
    let looks: String = clauses.iter().map(|clause| asserted(clause)).collect();
    format!(
        "int printf(const char *, ...);\nint main(void) {{ long calls = 0; volatile long sum = 0;\n{loops} {result}; {looks} calls++; {ends}\n printf(\"%ld\\n\", calls); return 0; }}\n"
    )
}

/// What `f` ensures.
fn promised(clang: &Clang, text: &str) -> Vec<String> {
    let program = support::parse(clang, text);
    let analysis = support::run(&program, &Settings { infer: Infer::Ensures, ..settings() });
    let f = program.function_named("f").expect("it is there");
    let own = |party: Party| party == Party::Promise(f);
    let contract = analysis.contracts.iter().find(|contract| own(contract.party));
    let acsl = contract.unwrap_or_else(|| panic!("it promises nothing: {text}")).acsl.clone();
    assert!(!acsl.is_empty(), "{text}");
    acsl
}

#[test]
fn functions_keep_their_promises() {
    let Some(clang) = support::clang() else { return };
    for (parameters, text) in PROMISES {
        let clauses = promised(&clang, text);
        let whole = format!("{text}\n{}", watcher(parameters, text, &clauses));
        let calls = calls(&whole);
        assert!(calls.is_some_and(|calls| calls > 0), "{calls:?} {clauses:?} {whole}");
    }
}

/// One that promises more must be found out, each clause by itself, or the runs above show nothing.
#[test]
fn a_promise_that_says_too_much_is_refuted() {
    let Some(clang) = support::clang() else { return };
    for (parameters, text) in PROMISES {
        for clause in promised(&clang, text) {
            let parts: Vec<&str> = clause.split(' ').collect();
            let lies = match parts[..] {
                [low, "<=", name, "<=", high] => {
                    let (low, high): (i64, i64) =
                        (low.parse().expect("a number"), high.parse().expect("a number"));
                    vec![
                        format!("{} <= {name} <= {high}", low + 1),
                        format!("{low} <= {name} <= {}", high - 1),
                    ]
                }
                _ => {
                    let (_, to) = bytes(&clause).expect("bytes");
                    vec![clause.replace(&format!(".. {})", to - 1), &format!(".. {to})"))]
                }
            };
            for lie in lies {
                let looks = watcher(parameters, text, std::slice::from_ref(&lie));
                assert_eq!(calls(&format!("{text}\n{looks}")), None, "{lie} {text}");
            }
        }
    }
}

#[test]
fn without_inference_nothing_changes() {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, "int f(int *p) { return *p; }");
    let none = analyze(&program, &Settings { infer: Infer::None, ..settings() }, &|| false);
    assert!(none.contracts.is_empty() && none.checks.iter().any(|check| check.is_warning()));
    let go_on = Settings { after_error: AfterError::Continue, ..settings() };
    let go_on = analyze(&program, &go_on, &|| false);
    assert!(go_on.contracts.is_empty() && go_on.checks.iter().any(|check| check.is_warning()));
}

/// Functions that are run: their parameters with types, and the program. All their checks rest on the contract of `f`.
const EXECUTED: [(&[(&str, &str)], &str); 16] = [
    (
        &[("struct s *", "p")],
        "struct s { int a, b, c; }; int f(struct s *p) { p->a = 1; return p->b + p->c; }",
    ),
    (
        &[("int *", "p"), ("int", "n")],
        "int f(int *p, int n) { static int t[10]; return t[n] + *p; }",
    ),
    (&[("int", "a"), ("int", "b")], "int f(int a, int b) { return a / b; }"),
    (&[("unsigned", "x"), ("int", "n")], "int f(unsigned x, int n) { return x >> n; }"),
    (&[("int *", "p")], "int f(int *p) { if (!p) return 0; return *p; }"),
    (
        &[("int *", "p"), ("int *", "q"), ("int", "c")],
        "int f(int *p, int *q, int c) { int *r = c ? p : q; return r[2]; }",
    ),
    (&[("int *", "p")], "int f(int *p) { return p[-1] + p[3]; }"),
    (&[("int", "i")], "int f(int i) { static int t[8]; if (i < 8) return t[i]; return 0; }"),
    (&[("int", "i")], "int f(int i) { static int t[8]; return t[i + 1]; }"),
    (
        &[("int *", "p"), ("int", "n")],
        "static int g(int *p, int n) { return p[1] / n; } int f(int *p, int n) { return g(p + 2, n); }",
    ),
    (
        &[("struct s *", "p"), ("int", "i")],
        "struct s { int n; int a[4]; }; int f(struct s *p, int i) { return p->a[i]; }",
    ),
    (&[("int", "i")], "int f(int i) { static int t[8]; unsigned long k = i; return t[k]; }"),
    (&[("unsigned", "i")], "int f(unsigned i) { static int t[8]; int k = i; return t[k - 2]; }"),
    (
        &[("char *", "d"), ("const char *", "s")],
        "void *memcpy(void *, const void *, unsigned long); void f(char *d, const char *s) { memcpy(d, s, 16); }",
    ),
    (&[("int *", "p")], "int f(int *p) { int *q = p + 1; q++; return *q; }"),
    (
        &[("short", "i"), ("char *", "p")],
        "int f(short i, char *p) { static int t[5]; if (i >= 0) return t[i]; return p[7]; }",
    ),
];

/// A driver that calls `f` with arguments that satisfy the clauses, and says how often it did. Pointers get exactly the bytes
/// that they are required to have.
fn driver(parameters: &[(&str, &str)], clauses: &[String]) -> String {
    let mut loops = String::new();
    let mut ends = String::new();
    for (ty, name) in parameters {
        let own = clauses.iter().filter(|clause| mentions(clause, name));
        if ty.ends_with('*') {
            let valid = own.clone().find_map(|clause| bytes(clause));
            let null = own.clone().all(|clause| clause.contains("\\null"));
            let (from, to) = valid.unwrap_or((0, 0));
            let _ = writeln!(
                loops,
                "for (int null_{name} = 0; null_{name} <= {}; null_{name}++) {{ char *block_{name} = malloc({}); memset(block_{name}, 1, {}); {ty}{name} = null_{name} ? 0 : (void *)(block_{name} - ({from}));",
                i32::from(null),
                to - from,
                to - from,
            );
            ends.push('}');
        } else {
            let conditions: Vec<String> = own.map(|clause| condition(clause, name)).collect();
            let all = if conditions.is_empty() { "1".to_owned() } else { conditions.join(" && ") };
            let _ = writeln!(
                loops,
                "for (unsigned at_{name} = 0; at_{name} < sizeof values / sizeof *values; at_{name}++) {{ {ty} {name} = ({ty})values[at_{name}]; if (!({all})) continue;"
            );
            ends.push('}');
        }
    }
    let names: Vec<&str> = parameters.iter().map(|(_, name)| *name).collect();
    format!(
        "void *malloc(unsigned long); void *memset(void *, int, unsigned long); int printf(const char *, ...);\n\
         static const long values[] = {{-2147483648L, -65, -9, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 31, 32, 63, 64, 32767, 2147483647, 4294967295L}};\n\
         int main(void) {{ long calls = 0;\n{loops} f({}); calls++; {ends}\n printf(\"%ld\\n\", calls); return 0; }}\n",
        names.join(", ")
    )
}

fn mentions(clause: &str, name: &str) -> bool {
    clause.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name)
}

/// The bytes of `\valid((char *)p + (0 .. 7))`; those of `(0 .. 4 * n - 1)` are counted in C.
fn bytes(clause: &str) -> Option<(i64, i64)> {
    let range = clause.split("+ (").nth(1)?.trim_end_matches(')');
    let (from, to) = range.split_once(" .. ")?;
    Some((from.parse().ok()?, to.parse::<i64>().ok()? + 1))
}

/// A clause about a number in C.
fn condition(clause: &str, name: &str) -> String {
    let parts: Vec<&str> = clause.split(' ').collect();
    match parts[..] {
        [low, "<=", own, "<=", high] if own == name => {
            format!("(long){low} <= (long){name} && (long){name} <= (long){high}")
        }
        [own, sign, number] if own == name => format!("(long){name} {sign} {number}L"),
        _ => panic!("{clause} is not a clause about {name}"),
    }
}

/// How many calls there were; none if one of them did what is not defined.
fn calls(text: &str) -> Option<u64> {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, program) = (folder.path().join("t.c"), folder.path().join("t"));
    std::fs::write(&source, text).expect("it can be written");
    let kinds = "address,bounds,shift-exponent,integer-divide-by-zero,null";
    let compiled = Command::new("gcc")
        .args([
            "-w",
            "-g0",
            "-fno-builtin",
            &format!("-fsanitize={kinds}"),
            "-fno-sanitize-recover=all",
            "-o",
        ])
        .args([&program, &source])
        .output()
        .expect("gcc runs");
    assert!(compiled.status.success(), "{}\n{text}", String::from_utf8_lossy(&compiled.stderr));
    let ran =
        Command::new(&program).env("ASAN_OPTIONS", "detect_leaks=0").output().expect("it runs");
    let said = String::from_utf8_lossy(&ran.stdout);
    ran.status.success().then(|| said.trim().parse().expect("a number"))
}

/// The clauses of `f`, where every check of the program rests on contracts or holds.
fn clauses_of_f(program: &Program, analysis: &Analysis) -> Vec<String> {
    assert!(analysis.checks.iter().all(|check| !check.is_warning()), "{:#?}", analysis.checks);
    let f = program.function_named("f").expect("it is there");
    let own = |party: Party| party == Party::Function(f);
    let contract = analysis.contracts.iter().find(|contract| own(contract.party));
    let contract = contract.expect("it requires something");
    assert_eq!(contract.acsl.len(), contract.clauses.len(), "{contract:?}");
    assert!(analysis.contracts.iter().all(|one| matches!(one.party, Party::Function(_))));
    contract.acsl.clone()
}

#[test]
fn calls_that_satisfy_a_contract_are_defined() {
    let Some(clang) = support::clang() else { return };
    for (parameters, text) in EXECUTED {
        let (program, analysis) = analysed(&clang, text);
        let clauses = clauses_of_f(&program, &analysis);
        let whole = format!("{text}\n{}", driver(parameters, &clauses));
        let calls = calls(&whole);
        assert!(calls.is_some_and(|calls| calls > 0), "{calls:?} {clauses:?} {whole}");
    }
}

/// A clause that is weakened must be found out, or the runs above show nothing.
#[test]
fn a_clause_that_says_too_little_is_refuted() {
    let Some(clang) = support::clang() else { return };
    for (parameters, text) in EXECUTED {
        let (program, analysis) = analysed(&clang, text);
        let clauses = clauses_of_f(&program, &analysis);
        let weaker = |clause: &String| match bytes(clause) {
            Some((_, to)) => clause.replace(&format!(".. {})", to - 1), &format!(".. {})", to - 2)),
            None => "0 == 0".to_owned(),
        };
        // All at once: which of them a run needs is open.
        let lied: Vec<String> = clauses.iter().map(weaker).collect();
        let whole = format!("{text}\n{}", driver(parameters, &lied));
        assert_eq!(calls(&whole), None, "{lied:?} {whole}");
    }
}

#[test]
fn acsl_is_what_frama_c_reads() {
    let Some(clang) = support::clang() else { return };
    if !soundline_needs::FRAMA_C.found() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = Vec::new();
    for (number, (_, text)) in EXECUTED.iter().enumerate() {
        let (program, analysis) = analysed(&clang, text);
        let written = render::acsl(&program, &analysis).expect("it can be annotated");
        assert!(String::from_utf8_lossy(&written).contains("/*@ requires "), "{text}");
        let file = folder.path().join(format!("t{number}.c"));
        std::fs::write(&file, written).expect("it can be written");
        files.push(file);
    }
    for file in files {
        let read = Command::new("frama-c").arg("-typecheck").arg(&file).output().expect("it runs");
        let said = String::from_utf8_lossy(&read.stdout);
        assert!(read.status.success() && !said.contains("warning"), "{said}");
    }
}
