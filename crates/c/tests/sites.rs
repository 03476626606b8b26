//! The expressions that a check may be put around, and what happens to the text.

mod installed;

use expect_test::{Expect, expect};
use soundline_c::{DataModel, Edits, Program, Role, Site};

fn parse(text: &str) -> Option<Program> {
    let clang = installed::clang()?;
    Some(clang.parse("t.c", text, DataModel::Lp64).expect("the text is C"))
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    let Some(program) = parse(text) else { return };
    let shown = program.sites().into_iter().map(|site| {
        let Site { span, ty, bits, depth, used, .. } = site;
        let (slice, ty) = (program.source.slice(span), program.types.show(ty));
        format!("{slice}: {ty} {bits} {used:?} depth {depth}\n")
    });
    expected.assert_eq(&shown.collect::<String>());
}

#[test]
fn values_are_sites_and_places_are_not() {
    check(
        "void f(int x, char c) { x = c + 1; x++; c = (char)x; }",
        expect![[r#"
        c + 1: int 32 Statement depth 3
        c: char 8 Operand depth 4
        (char)x: char 8 Statement depth 3
        x: int 32 Operand depth 4
    "#]],
    );
}

/// What an expression can be is known by its type and form; what sums give is not.
#[test]
fn values_are_bounded_by_types_and_forms() {
    let check = |expression: &str, least: i128, most: i128| {
        let text = format!(
            "struct s {{ int b : 3; unsigned u : 5; }}; \
             long f(int x, unsigned n, char c, _Bool t, struct s *p) {{ return {expression}; }}"
        );
        let Some(program) = parse(&text) else { return };
        let site = program.sites().into_iter().max_by_key(|site| site.span.end - site.span.start);
        let values = site.expect("it is one").values;
        assert_eq!((values.least, values.most), (least, most), "{expression}");
    };
    let int = (i128::from(i32::MIN), i128::from(i32::MAX));
    check("x", int.0, int.1);
    check("x + 1", int.0, int.1);
    check("c", -128, 127);
    check("t", 0, 1);
    check("p->b", -4, 3);
    check("p->u", 0, 31);
    check("x < 10", 0, 1);
    check("!x", 0, 1);
    check("x && n", 0, 1);
    check("x ? 3 : x < 1", 0, 3);
    check("x & 7", 0, 7);
    check("x & c", int.0, int.1);
    check("n & 7u", 0, 7);
    check("x % 10", -9, 9);
    check("n % 10", 0, 9);
    check("n % -10", 0, i128::from(u32::MAX));
    check("x % -10", int.0, int.1);
    check("t % 5", 0, 1);
    check("c % 1000", -128, 127);
    check("x % c", int.0, int.1);
    check("x % 0", int.0, int.1);
    check("x % 10 + 1", int.0, int.1);
    check("(x < 3) + 1", int.0, int.1);
    check("(unsigned char)x", 0, 255);
    check("(char)(x < 7)", 0, 1);
    check("(char)x < 7 ? c : 200", -128, 200);
    check("n ? (n, t) : !n", 0, 1);
}

#[test]
fn sites_are_everywhere() {
    check(
        "int g(int); int f(int n, int *a) { int x = n; if (n < 3 && a[n]) return g(n); \
         for (; x; ) x = a[x - 1] ? n : -n; switch (n & 7) { default: ; } return (n); }",
        expect![[r#"
            n: int 32 Initialiser depth 2
            n < 3 && a[n]: int 32 Condition depth 2
            n < 3: int 32 Condition depth 3
            n: int 32 Operand depth 4
            a[n]: int 32 Condition depth 3
            n: int 32 Index depth 4
            n: int 32 Argument depth 4
            x: int 32 Condition depth 2
            a[x - 1] ? n : -n: int 32 Statement depth 4
            a[x - 1]: int 32 Condition depth 5
            x - 1: int 32 Index depth 6
            x: int 32 Operand depth 7
            n: int 32 Operand depth 5
            -n: int 32 Operand depth 5
            n: int 32 Operand depth 6
            n & 7: int 32 Condition depth 2
            n: int 32 Operand depth 3
            n: int 32 Return depth 2
        "#]],
    );
}

#[test]
fn what_is_not_evaluated_is_no_site() {
    check(
        "int f(int n) { static int s = sizeof(int); int a[3], y = sizeof n + sizeof(a[n]); \
         __typeof__(n + 1) z; switch (3) { case 1 + 2: ; } return _Generic(n, int: 1) + &a[n] - a; }",
        expect![[r#"
            _Generic(n, int: 1) + &a[n] - a: long 64 Return depth 2
            n: int 32 Index depth 6
        "#]],
    );
}

#[test]
fn impure_expressions_have_pure_parts() {
    check(
        "int g(int); int f(int n) { return g(n + 1) + n++ * (n - 2); }",
        expect![[r#"
        n + 1: int 32 Argument depth 4
        n: int 32 Operand depth 5
        n - 2: int 32 Operand depth 4
        n: int 32 Operand depth 5
    "#]],
    );
}

#[test]
fn bit_fields_bools_and_enumerations() {
    check(
        "struct { unsigned b : 3; _Bool t; enum { A } e; } s; int f(void) { return s.b + s.t + s.e; }",
        expect![[r#"
            s.b + s.t + s.e: unsigned int 32 Return depth 2
            s.b + s.t: int 32 Operand depth 3
            s.b: int 3 Operand depth 4
            s.t: _Bool 1 Operand depth 4
            s.e: enum #0 32 Operand depth 3
        "#]],
    );
}

#[test]
fn volatile_reads_are_not_pure() {
    check(
        "volatile int v; int f(int x) { return v + x; }",
        expect![[r#"
        x: int 32 Operand depth 3
    "#]],
    );
}

/// Puts `(check(e), e)` around every site at once, parses the result and finds the same sites again.
#[test]
fn all_sites_can_be_wrapped_at_once() {
    let text = "void check(int holds) {} int g(int); int f(int n, int *a) { int x = n, y[] = { n, -n }; \
                while (x-- > 0 && a[x] != y[x & 1]) { if (n ? x : !x) return g(a[n + 1]); } \
                return ({ int t = n; t + x; }); }";
    let Some(program) = parse(text) else { return };
    let sites = program.sites();
    let mut edits = Edits::new();
    for site in &sites {
        let inner = program.source.slice(site.span).into_owned();
        edits.wrap(site.span, format!("(check(({inner}) != 7), "), ")");
    }
    let changed = edits.apply_to(&program.source).expect("wraps do not overlap");
    let changed = parse(&String::from_utf8(changed).expect("the text is ASCII"));
    let changed = changed.expect("libclang is still there");
    assert!(sites.len() >= 20, "{}", sites.len());
    let checks = changed.dump().matches("call check(").count();
    assert_eq!(checks, sites.len());
}

/// The figure of the paper on bounded abstract interpretation: its labels, in the order of the text.
#[test]
fn labels_follow_the_text() {
    let text = "extern int any(void); void __VERIFIER_assert(int);
void M(void) {
  int c = 0;
  while (any()) {
    if (c < 7) {
      c++;
    }
  }
  __VERIFIER_assert(c < 585);
  __VERIFIER_assert(7 < c);
}";
    let Some(program) = parse(text) else { return };
    let (_, _, cfg) = program.bodies().next().expect("there is a body");
    let shown = cfg.points.iter().enumerate().map(|(label, point)| {
        let line = program.source.locate(point.span.start).line;
        let slice = program.source.slice(point.span);
        let slice = slice.lines().next().unwrap_or_default();
        format!("{label} line {line} {:?}: {slice}\n", point.kind)
    });
    expect![[r#"
        0 line 3 Statement: int c = 0;
        1 line 4 Statement: while (any()) {
        2 line 4 LoopHead: any()
        3 line 5 Statement: if (c < 7) {
        4 line 6 Statement: c++;
        5 line 7 End: }
        6 line 8 End: }
        7 line 9 Statement: __VERIFIER_assert(c < 585);
        8 line 10 Statement: __VERIFIER_assert(7 < c);
        9 line 11 End: }
    "#]]
    .assert_eq(&shown.collect::<String>());
}

#[test]
fn constants_of_a_program() {
    let text = "int a = 99; int f(int x) { switch (x) { case 5 ... 7: return sizeof(int) * 3; } return x > -2; }";
    let Some(program) = parse(text) else { return };
    assert_eq!(program.constants().into_iter().collect::<Vec<_>>(), [-2, 5, 7, 12]);
}

#[test]
fn calls_are_found_by_role() {
    let text = "void abort(void); void reach_error(void) { abort(); } void __VERIFIER_assert(int); \
                int f(int x) { if (x) { reach_error(); } __VERIFIER_assert(x < 3); return x; }";
    let Some(program) = parse(text) else { return };
    let calls = |role| {
        let calls = program.calls(role).into_iter();
        calls.map(|(_, span)| program.source.slice(span).into_owned()).collect::<Vec<_>>()
    };
    assert_eq!(calls(Role::Error), ["reach_error()"]);
    assert_eq!(calls(Role::Assert), ["__VERIFIER_assert(x < 3)"]);
    assert_eq!(calls(Role::Stop), ["abort()"]);
}
