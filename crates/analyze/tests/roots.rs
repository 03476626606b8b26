//! One cause, one warning: behind a check that may fail it is assumed to hold, and what rests on that says so.

mod support;

use soundline_analyze::{
    AfterError, Analysis, CheckReport, Kind, Origin, Overflow, Scope, Settings, Status,
};
use soundline_c::Program;

fn analyse(domain: &str, program: &Program, after_error: AfterError) -> Analysis {
    let entry = program.function_named("main");
    let scope = entry.map_or(Scope::Modular, |entry| Scope::Whole { entry });
    let base = support::settings(domain);
    support::run(program, &Settings { after_error, scope, overflow: Overflow::Wrap, ..base })
}

/// The checks of a program as `line kind status`, with the line of the root if there is one.
fn shown(text: &str, after_error: AfterError) -> Vec<String> {
    shown_in("intervals", text, after_error)
}

fn shown_in(domain: &str, text: &str, after_error: AfterError) -> Vec<String> {
    let Some(clang) = support::clang() else { return Vec::new() };
    let program = support::parse(&clang, text);
    let analysis = analyse(domain, &program, after_error);
    let line = |check: &CheckReport| program.source.locate(check.span.start).line;
    let show = |check: &CheckReport| {
        let made = check.provided.iter().filter_map(|id| analysis.assumption(*id));
        let roots = made.filter_map(|made| {
            let own = |one: &&CheckReport| one.root == Some(made.id);
            analysis.checks.iter().find(own).map(|root| format!(" if {}", line(root)))
        });
        let roots: String = roots.collect();
        format!("{} {} {:?}{roots}", line(check), check.kind.name(), check.status)
    };
    let mut all: Vec<String> = analysis.checks.iter().map(show).collect();
    all.sort();
    all.dedup();
    all
}

fn check(text: &str, expected: &[&str]) {
    check_in("intervals", text, expected);
}

fn check_in(domain: &str, text: &str, expected: &[&str]) {
    let found = shown_in(domain, text, AfterError::Assume);
    if !found.is_empty() {
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_pointer_is_warned_about_once() {
    let text = "struct s { int a, b, c; };\nvoid f(struct s *p) {\n p->a = 1;\n p->b = 2;\n p->c = p->a + p->b;\n}";
    check(text, &["3 access MayFail", "4 access Verified if 3", "5 access Verified if 3"]);
    let all = shown(text, AfterError::Continue);
    assert!(all.iter().all(|line| line.ends_with("MayFail")), "{all:?}");
}

#[test]
fn another_value_is_another_cause() {
    check(
        "struct n { struct n *next; int v; };\nint f(struct n *p) {\n int v = p->v;\n p = p->next;\n return v + p->v;\n}",
        &["3 access MayFail", "4 access Verified if 3", "5 access MayFail"],
    );
}

#[test]
fn a_call_may_change_what_a_pointer_is_read_from() {
    check(
        "struct n { struct n *next; int v; };\nvoid g(void);\nint f(struct n *p) {\n p->next->v = 1;\n p->next = p;\n g();\n return p->next->v;\n}",
        &[
            "4 access MayFail",
            "5 access Verified if 4",
            "7 access MayFail",
            "7 access Verified if 4",
        ],
    );
}

#[test]
fn cases_of_a_switch_share_their_cause() {
    check(
        "int f(int *p, int c) {\n switch (c) {\n case 1: return p[0];\n case 2: return p[1];\n default: return *p;\n }\n}",
        &[
            "3 access MayFail",
            "4 access Verified if 3",
            "5 access Verified if 3",
            "7 return Unreachable",
        ],
    );
}

#[test]
fn freed_memory_is_not_claimed_to_be_there() {
    check(
        "void free(void *);\nint f(int *p, int *q) {\n int v = *p;\n free(q);\n return v + *p;\n}",
        &["3 access MayFail", "4 free MayFail", "5 access MayFail"],
    );
}

#[test]
fn numbers_are_refined() {
    check(
        "int f(int i, int d) {\n int a[10];\n int b[10];\n a[i] = 100 / d;\n b[i] = 7 % d;\n return b[9 - i];\n}",
        &[
            "4 division MayFail",
            "4 index MayFail",
            "5 division Verified if 4 if 4",
            "5 index Verified if 4 if 4",
            "6 index Verified if 4 if 4",
        ],
    );
}

/// What else is in memory is known behind a write whose index no number of the state is: it stays where it may go, and what
/// holds because of that names the check.
#[test]
fn a_write_that_is_assumed_to_be_fine_stays_in_its_object() {
    let head = "void __VERIFIER_assert(int);\nint input(void);\nint main(void) {\n int n[4], a[4] = {0}, b[2] = {7, 7};\n int *p = input() ? a : a + 1;\n for (int i = 0; i < 4; i++) n[i] = input();\n";
    let tail = "\n __VERIFIER_assert(b[1] == 7);\n return 0;\n}";
    let index =
        ["6 index Verified", "7 index MayFail", "7 index Verified", "8 assertion Verified if 7"];
    check(&format!("{head} a[n[input() & 3]] = 1;{tail}"), &index);
    let access =
        ["6 index Verified", "7 access MayFail", "7 index Verified", "8 assertion Verified if 7"];
    check(&format!("{head} p[n[input() & 3]] = 1;{tail}"), &access);
    let all = shown(&format!("{head} p[n[input() & 3]] = 1;{tail}"), AfterError::Continue);
    assert!(all.is_empty() || all.contains(&"8 assertion MayFail".to_string()), "{all:?}");
}

/// The same where the C library writes.
#[test]
fn a_call_that_is_assumed_to_have_room_stays_in_its_object() {
    check(
        "void *memset(void *, int, unsigned long);\nvoid __VERIFIER_assert(int);\nunsigned input(void);\nint main(void) {\n unsigned n[2] = {input(), input()}; int b[2] = {7, 7}; char to[4] = {1};\n memset(to, 0, n[input() & 1]);\n __VERIFIER_assert(b[1] == 7);\n __VERIFIER_assert(to[0] == 1);\n return 0;\n}",
        &[
            "6 access MayFail",
            "6 index Verified",
            "7 assertion Verified if 6",
            "8 assertion MayFail",
        ],
    );
}

/// What the object itself holds behind such a write is one of two values.
#[test]
fn what_such_a_write_goes_to_is_not_known() {
    check(
        "void __VERIFIER_assert(int);\nint input(void);\nint main(void) {\n int n[2] = {input(), input()}, a[2] = {5, 5};\n a[n[input() & 1]] = 6;\n __VERIFIER_assert(a[1] == 5);\n __VERIFIER_assert(a[1] >= 5 && a[1] <= 6);\n return 0;\n}",
        &[
            "5 index MayFail",
            "5 index Verified",
            "6 assertion MayFail",
            "7 assertion Verified if 5",
        ],
    );
}

/// A read stays there as well.
#[test]
fn a_read_that_is_assumed_to_be_fine_gives_what_is_there() {
    check(
        "void __VERIFIER_assert(int);\nint input(void);\nint main(void) {\n int n[2] = {input(), input()}, a[2] = {5, 6};\n int v = a[n[input() & 1]];\n __VERIFIER_assert(v >= 5 && v <= 6);\n return 0;\n}",
        &["5 index MayFail", "5 index Verified", "6 assertion Verified if 5"],
    );
}

#[test]
fn what_always_fails_ends_the_path() {
    check(
        "void __VERIFIER_assert(int);\nint __VERIFIER_nondet_int(void);\nint main(void) {\n int x = 0;\n if (__VERIFIER_nondet_int()) {\n int *p = 0;\n *p = 1;\n x = 5;\n }\n __VERIFIER_assert(x == 0);\n return 0;\n}",
        &["10 assertion Verified if 7", "7 access MayFail"],
    );
}

#[test]
fn origins() {
    let Some(clang) = support::clang() else { return };
    let text = "int *get(void); int *kept;\n\
        int f(int *p) { return *p; }\n\
        int g(void) { int *p = get(); return *p; }\n\
        int h(void) { return *kept; }\n\
        int a[9]; int l(void) { int s = 0; for (int i = 0; ; i++) s += a[i]; return s; }\n\
        void k(char *p) { char *q = p; q += 2; *q++ = 0; }\n\
        int m(int *p) { int *b = p, *c = b; b = c + 1; return *b; }\n\
        int n(int *p) { int *b = p, *c = b; while (b) { c = b; b = c + *b; } return 0; }";
    let analysis = analyse("intervals", &support::parse(&clang, text), AfterError::Assume);
    let warned = analysis.checks.iter().filter(|check| check.status == Status::MayFail);
    let found: Vec<(Kind, Option<Origin>)> =
        warned.map(|check| (check.kind, check.origin)).collect();
    let expected = [
        (Kind::Access, Some(Origin::Parameter)),
        (Kind::Access, Some(Origin::Call)),
        (Kind::Access, Some(Origin::Memory)),
        (Kind::Index, Some(Origin::Loop)),
        // What is added to a pointer outside of loops changes nothing about where it comes from.
        (Kind::Access, Some(Origin::Parameter)),
        (Kind::Access, Some(Origin::Parameter)),
        (Kind::Access, Some(Origin::Loop)),
    ];
    assert_eq!(found, expected);
}

/// `if ((p = f()) == NULL)` says something about `p`.
#[test]
fn conditions_on_assignments_are_about_the_variable() {
    let Some(clang) = support::clang() else { return };
    let text = "void *malloc(unsigned long); int some(void);\n\
        char *a(void) { char *p; if ((p = malloc(19)) == 0) return 0; p[3] = 1; return p; }\n\
        char *b(void) { char *p; if (!(p = malloc(19))) return 0; p[3] = 1; return p; }\n\
        char *c(int fd) { char *p; if (fd == -1 || (p = (char *)malloc(19)) == (void *)0) return 0;\n\
          p[3] = 1; return p; }\n\
        int d(void) { int n, x[10]; while ((n = some()) > 0) { if ((n = n & 7) != 0) x[n] = 0; }\n\
          if ((n = some()) < 1) return 0; return 10 / n; }\n\
        int e(unsigned char m) { int n; if ((m = some()) >= 10) return 0; int x[10]; return x[m] = 1; }";
    let analysis = analyse("intervals", &support::parse(&clang, text), AfterError::Continue);
    assert!(analysis.checks.len() >= 6);
    for check in &analysis.checks {
        assert_eq!(check.status, Status::Verified, "{check:?}");
    }
}

/// Why checks may fail, by line, where each function is analysed alone.
fn why(text: &str, expected: &[&str]) {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, text);
    let analysis = analyse("intervals", &program, AfterError::Assume);
    let warned = analysis.checks.iter().filter(|check| check.status == Status::MayFail);
    let told = warned.map(|check| {
        let line = program.source.locate(check.span.start).line;
        format!("{line}: {}", check.why.as_deref().unwrap_or("(nothing)"))
    });
    assert_eq!(told.collect::<Vec<_>>(), expected, "{text}");
}

const NOTHING: &str = "nothing is known about the pointer";

/// Only what touches the value of a check is named as what loses it.
#[test]
fn what_loses_a_value_is_named() {
    // A guard that a write may have changed.
    why(
        "int f(unsigned char *w, unsigned *rank, int n) {\n if (n < 0) return 0;\n if (w[n] > 12) return 0;\n rank[n] = 1;\n return 1 << w[n];\n}",
        &[
            &format!("3: {NOTHING}"),
            &format!("4: {NOTHING}"),
            "5: the amount is 0..255, and the type has 32 bits; the write in line 4 may have changed `w[n]`",
        ],
    );
    // What was allocated is known, until a call.
    let open = "#include <stdlib.h>\n";
    let allocated = "void *calloc(unsigned long, unsigned long);\nint create(void **);\nstruct r { void *d; long n; };\n\
        int f(struct r **h) {\n *h = calloc(1, sizeof **h);\n if (*h == 0) return 1;\n create(&(*h)->d);\n (*h)->n = 1;\n return 0;\n}";
    assert!(!allocated.contains(open));
    why(
        allocated,
        &[&format!("5: {NOTHING}"), "8: the call in line 7 may have changed the pointer"],
    );
    // What another variable loses at a join or call is nothing to this one.
    why(
        "int g(void);\nint f(int c, int i) {\n int k = c ? 1 : g();\n int t[4];\n if (k) g();\n t[i] = 1;\n return t[i];\n}",
        &["6: the index is any value, the length is 4"],
    );
    // In an earlier turn.
    why(
        "struct s { char *b; };\nvoid f(struct s *s, int n) {\n while (n--) {\n s->b[0] = 1;\n }\n}",
        &[
            &format!("4: {NOTHING}"),
            "4: the write in line 4 may have changed the pointer in an earlier turn",
        ],
    );
}

#[test]
fn null_is_no_reason_not_to_free() {
    why(
        "void *malloc(unsigned long);\nvoid free(void *);\nvoid g(char *);\nvoid f(void) {\n char *p = malloc(4);\n if (p) g(p);\n free(p);\n}",
        &["7: its memory may be freed"],
    );
}

#[test]
fn what_is_known_of_a_pointer_that_is_one_of_several_is_said() {
    why(
        "struct s { int a; };\nint f(const struct s *o) {\n struct s n = {0};\n const struct s *q = o == 0 ? &n : o;\n return q->a;\n}",
        &["5: it is `&n` or `o`, and nothing is known about `o`"],
    );
}

/// A write through a pointer in memory is to no pointer of another type.
#[test]
fn writes_through_one_pointer_have_one_cause() {
    check(
        "struct r { long *d; long n; };\nvoid g(void);\nvoid f(struct r **h) {\n *h = 0;\n g();\n (*h)->n = 1;\n (*h)->d = 0;\n (*h)->n = 2;\n}",
        &[
            "4 access MayFail",
            "6 access MayFail",
            "6 access Verified if 4",
            "7 access Verified if 4",
            "7 access Verified if 6",
            "8 access Verified if 4",
            "8 access Verified if 6",
        ],
    );
}

#[test]
fn an_odd_number_is_no_zero() {
    check(
        "unsigned long f(unsigned char n, unsigned long u) {\n return u % (((1 << (n & 7)) - 1) | 1);\n}",
        &["2 division Verified", "2 shift Verified"],
    );
}

/// A call behind a use is not where a value comes from.
#[test]
fn who_gets_the_address_later_changes_nothing_before() {
    let Some(clang) = support::clang() else { return };
    let origins = |body: &str| {
        let text = format!("void give(int **p);\nint f(int *p, int n) {{ {body} }}");
        let program = support::parse(&clang, &text);
        let analysis = analyse("intervals", &program, AfterError::Assume);
        analysis.checks.iter().find_map(|check| check.origin)
    };
    assert_eq!(origins("int v = *p; give(&p); return v;"), Some(Origin::Parameter));
    assert_eq!(origins("give(&p); return *p;"), Some(Origin::Call));
    assert_eq!(origins("while (n--) { *p = 1; give(&p); } return 0;"), Some(Origin::Call));
}

/// A null that the function itself assigns is told, if nothing else is known of the pointer.
#[test]
fn a_null_of_its_own_is_told() {
    let null = |line: u32| format!("{NOTHING}, and it may be null, see line {line}");
    why(
        "int f(const unsigned char *d, long n, long k) {\n const unsigned char *e = d == 0 ? 0 : d + n;\n return *(e - k);\n}",
        &[&format!("3: {}", null(2))],
    );
    why(
        "int ok(void);\nstruct l { int x; };\nstruct p { struct l *head; };\nstatic struct p s;\nint f(struct p *p) {\n struct l *q = ok() ? s.head : 0;\n return q->x;\n}",
        &[&format!("7: {}", null(6))],
    );
    // Not after a comparison, and not for a pointer that others give.
    why(
        "int ok(void);\nint *get(void);\nint f(void) {\n int *q = ok() ? get() : 0;\n if (!q) return 0;\n return *q;\n}",
        &[&format!("6: {NOTHING} but that it is not null")],
    );
    why(
        "int *get(void);\nint f(void) {\n int *q = get();\n return *q;\n}",
        &[&format!("4: {NOTHING}")],
    );
}

/// Of a whole program: why nothing is known of the parameters of a function.
#[test]
fn who_calls_a_function_is_said() {
    let Some(clang) = support::clang() else { return };
    let why = |text: &str| {
        let program = support::parse(&clang, text);
        let analysis = analyse("intervals", &program, AfterError::Assume);
        analysis.checks.iter().find_map(|check| check.why.clone())
    };
    let run = "static int run(int *p) { return *p; }\nvoid reg(int (*)(int *));\n";
    assert_eq!(
        why(&format!("{run}int main(void) {{ reg(run); return 0; }}")).as_deref(),
        Some("nothing is known about the pointer; code that is not analyzed may call run"),
    );
    let inner = "static int get(int *p) { return *p; }\nstatic int run(int *p) { return get(p); }\nvoid reg(int (*)(int *));\n";
    assert_eq!(
        why(&format!("{inner}int main(void) {{ reg(run); return 0; }}")).as_deref(),
        Some(
            "nothing is known about the pointer; called in line 2 of run; code that is not analyzed may call run"
        ),
    );
    assert_eq!(
        why(&format!("{run}int *g;\nint main(void) {{ return run(0); }}")).as_deref(),
        Some("it is null; called in line 4 of main"),
    );
}

/// Behind a check the operands of what it is about are known better, too: of a difference that wraps around, of a part of bits.
#[test]
fn checks_say_something_of_operands() {
    let assertion = "extern void __VERIFIER_assert(int);\n";
    let shifted = "unsigned f(unsigned n) {\n unsigned bit = 1u << (n - 1);\n __VERIFIER_assert(n >= 1 && n <= 32);\n __VERIFIER_assert(n < 32);\n return bit;\n}";
    check(
        &format!("{assertion}{shifted}"),
        &["3 shift MayFail", "4 assertion Verified if 3", "5 assertion MayFail"],
    );
    let indexed = "int f(unsigned char byte) {\n int table[4] = {1, 2, 3, 4};\n int found = table[byte >> 2];\n __VERIFIER_assert(byte < 16);\n __VERIFIER_assert(byte < 15);\n return found;\n}";
    for domain in ["intervals", "zones", "octagons"] {
        check_in(
            domain,
            &format!("{assertion}{indexed}"),
            &["4 index MayFail", "5 assertion Verified if 4", "6 assertion MayFail"],
        );
    }
    let pointed = "int f(unsigned n) {\n int table[4] = {1, 2, 3, 4}, *p = table;\n if (n > 7) return 0;\n p[n] = 5;\n __VERIFIER_assert(n < 4);\n __VERIFIER_assert(n < 3);\n return table[0];\n}";
    check(
        &format!("{assertion}{pointed}"),
        &["5 access MayFail", "6 assertion Verified if 5", "7 assertion MayFail"],
    );
}

/// What a condition says of what it assigns holds wherever that went.
#[test]
fn what_was_allocated_is_not_null_in_any_place() {
    let head = "void *malloc(unsigned long); struct s { char *msg; }; char *g;\n";
    let all = [
        ("void f(struct s *s)", "s->msg", "if ((s->msg = malloc(10)) == 0)"),
        ("void f(struct s *s)", "s->msg", "if (!(s->msg = malloc(10)))"),
        ("void f(void)", "g", "if ((g = malloc(10)) == 0)"),
        ("void f(struct s *s)", "s->msg", "char *p = malloc(10); s->msg = p; if (!p)"),
    ];
    for (name, place, asked) in all {
        let text = format!("{head}{name} {{\n {asked}\n return;\n {place}[0] = 0;\n}}");
        let found = shown(&text, AfterError::Assume);
        assert!(found.iter().all(|one| !one.starts_with("5 access May")), "{found:?}: {text}");
    }
    // Another allocation may fail, and that of an earlier turn may have.
    let other =
        "void f(void) {\n char *p = malloc(10), *q = malloc(10);\n if (!p) return;\n q[0] = 0;\n}";
    check(&format!("{head}{other}"), &["5 access MayFail"]);
    let turns = "void f(int n) {\n char *p = 0, *q = 0;\n while (n--) { q = p; p = malloc(10); }\n if (!p) return;\n q[0] = 0;\n}";
    check(&format!("{head}{turns}"), &["6 access MayFail"]);
}

/// Behind a call of a function that never comes back nothing goes on, though it does not say so.
#[test]
fn functions_that_never_come_back() {
    let head = "void exit(int) __attribute__((noreturn)); int puts(const char *); void *malloc(unsigned long);\n";
    let used =
        "int f(void) {\n int *p = malloc(4);\n if (p == 0) fail(3);\n *p = 1;\n return 1;\n}";
    let verified = ["5 access Verified"];
    check(&format!("{head}static void fail(int n) {{ puts(\"no\"); exit(n); }} {used}"), &verified);
    check(
        &format!(
            "{head}static void own(int n) {{ exit(n); }} static void fail(int n) {{ if (n) own(1); own(2); }} {used}"
        ),
        &verified,
    );
    check(&format!("{head}static void fail(int n) {{ for (;;) puts(\"no\"); }} {used}"), &verified);
    let open = ["5 access MayFail"];
    check(&format!("{head}static void fail(int n) {{ if (n) exit(n); }} {used}"), &open);
    check(&format!("{head}__attribute__((weak)) void fail(int n) {{ exit(n); }} {used}"), &open);
    check(&format!("{head}void fail(int n); {used}"), &open);
}

/// A function that may not exist does where that was tested, and only a function of another type is said to have one.
#[test]
fn weak_functions_are_tested() {
    let head = "__attribute__((weak)) int hook(int);\n";
    check(
        &format!("{head}int f(int n) {{\n if (hook) return hook(n);\n return hook(n);\n}}"),
        &["3 access Verified", "4 access MayFail"],
    );
    check(
        &format!("{head}int f(int n) {{\n if (hook && n)\n n = 1;\n return hook(n);\n}}"),
        &["5 access MayFail"],
    );
    why(&format!("{head}int f(int n) {{\n return hook(n);\n}}"), &["3: it is null"]);
    why(
        "typedef int (*copier)(int *);\nstatic int one(int *x) { return x == 0; }\nint f(int mode, int *x) {\n copier g = 0;\n if (mode) g = one;\n return g(x);\n}",
        &["6: it is null; imprecise from line 6 on"],
    );
}

/// A string of the system is there.
#[test]
fn messages_of_errors_are_strings() {
    check(
        "char *strerror(int);\nchar f(int n) {\n char *s = strerror(n);\n return s[0];\n}\nvoid free(void *);\nvoid g(void) {\n free(strerror(1));\n}",
        &["4 access Verified", "8 free DefinitelyFails"],
    );
}

/// What is not why a value is unknown is not named.
#[test]
fn only_what_loses_a_value_is_blamed() {
    // The variable that leads there has another value in each turn.
    why(
        "void f(const unsigned char *t, int *a, int n) {\n int *j = a;\n for (int i = 0; i < n; i++, j++) {\n int s = *j;\n if (s > 0) {\n int v = 1 << t[s];\n *j = ~v;\n }\n }\n}",
        &[
            &format!("4: {NOTHING}"),
            &format!("6: {NOTHING}"),
            "6: the amount is 0..255, and the type has 32 bits",
        ],
    );
    // The value is one of several.
    why(
        "struct st { unsigned bits; };\nvoid fast(struct st *);\nunsigned f(struct st *s, int n) {\n unsigned bits = 0;\n while (n--) {\n s->bits = bits;\n fast(s);\n if (n & 1) bits = s->bits;\n bits += 8;\n }\n return 1u << bits;\n}",
        &[&format!("6: {NOTHING}"), "11: the amount is any value, and the type has 32 bits"],
    );
    // It is the place that is named, not what changes it.
    why(
        "struct s { unsigned have, all; unsigned short lens[320]; };\nstatic const unsigned char order[4] = {1, 2, 3, 0};\nvoid f(struct s *s, unsigned short *p) {\n s->have = 0;\n *p = 1;\n s->lens[order[s->have++]] = 1;\n}",
        &[
            &format!("4: {NOTHING}"),
            &format!("5: {NOTHING}"),
            "6: the index is any value, the length is 4; the write in line 5 may have changed `s->have`",
        ],
    );
}
