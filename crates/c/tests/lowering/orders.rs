//! Operands whose order of evaluation matters, and those whose order does not.

use expect_test::expect;

const FUNCTIONS: &str = "int t, a[4]; \
    int set(int x) { t = x; return 0; } int get(void) { return t; } int twice(int x) { return 2 * x; }";

/// The lowered `main` with these statements, after some functions with and without effects.
#[track_caller]
fn in_main(statements: &str, expected: expect_test::Expect) {
    let Some(dump) = lowered("", statements) else { return };
    let main = dump.find("int main()").expect("there is a main");
    expected.assert_eq(&dump[main..]);
}

/// A program with these statements in `main`, lowered.
fn lowered(declarations: &str, statements: &str) -> Option<String> {
    let clang = crate::installed::clang()?;
    let text = format!("{FUNCTIONS} {declarations} int main(void) {{ {statements} return 0; }}");
    let program = clang.parse("t.c", text, soundline_c::DataModel::Lp64).expect("the text is C");
    crate::audit::audit(&program);
    Some(program.dump())
}

/// How often the order is chosen in lowered statements.
fn choices(declarations: &str, statements: &str) -> Option<usize> {
    Some(lowered(declarations, statements)?.matches("any (order of evaluation)").count())
}

#[track_caller]
fn one_order(declarations: &str, statements: &str) {
    assert_eq!(choices(declarations, statements).unwrap_or(0), 0, "{statements}");
}

#[track_caller]
fn two_orders(declarations: &str, statements: &str) {
    assert_eq!(choices(declarations, statements).unwrap_or(1), 1, "{statements}");
}

#[test]
fn both_orders_of_operands() {
    in_main(
        "int x = set(1) + get();",
        expect![[r#"
            int main():
            b0:
              @0
              declare x: int
              t0 = any (order of evaluation)
              switch t0 0: b1, default: b2
            b1:
              t1 = call set(1)
              t2 = t1
              t3 = call get()
              t4 = t3
              goto b3
            b2:
              t5 = call get()
              t4 = t5
              t6 = call set(1)
              t2 = t6
              goto b3
            b3:
              check 0 overflow t2 + t4
              x = t2 + t4
              @1
              check 1 freed
              return 0
        "#]],
    );
}

#[test]
fn a_check_in_both_orders_has_one_number() {
    in_main(
        "int x = 1 / get() - set(2);",
        expect![[r#"
            int main():
            b0:
              @0
              declare x: int
              t0 = any (order of evaluation)
              switch t0 0: b1, default: b2
            b1:
              t1 = call get()
              check 0 divisor t1
              t2 = 1 / t1
              t3 = call set(2)
              t4 = t3
              goto b3
            b2:
              t5 = call set(2)
              t4 = t5
              t6 = call get()
              check 0 divisor t6
              t2 = 1 / t6
              goto b3
            b3:
              check 1 overflow t2 - t4
              x = t2 - t4
              @1
              check 2 freed
              return 0
        "#]],
    );
}

#[test]
fn both_sides_of_an_assignment() {
    in_main(
        "a[t] = set(3);",
        expect![[r#"
            int main():
            b0:
              @0
              t0 = any (order of evaluation)
              switch t0 0: b1, default: b2
            b1:
              t1 = call set(3)
              t2 = t1
              check 0 index t < 4
              t3 = t
              goto b3
            b2:
              check 0 index t < 4
              t3 = t
              t4 = call set(3)
              t2 = t4
              goto b3
            b3:
              a[t3] = t2
              @1
              check 1 freed
              return 0
        "#]],
    );
}

#[test]
fn a_compound_assignment_reads_before_or_after() {
    in_main(
        "t += set(3);",
        expect![[r#"
            int main():
            b0:
              @0
              t0 = any (order of evaluation)
              switch t0 0: b1, default: b2
            b1:
              t1 = call set(3)
              t2 = t1
              t3 = t
              goto b3
            b2:
              t3 = t
              t4 = call set(3)
              t2 = t4
              goto b3
            b3:
              check 0 overflow t3 + t2
              t = t3 + t2
              @1
              check 1 freed
              return 0
        "#]],
    );
}

#[test]
fn plain_reads_come_at_last_too() {
    in_main(
        "int h(int, int, int); h(t, set(1), a[t]);",
        expect![[r#"
            int main():
            b0:
              @0
              @1
              granted order of evaluation
              t0 = any (order of evaluation)
              switch t0 0: b1, 1: b2, default: b3
            b1:
              t1 = t
              t2 = call set(1)
              t3 = t2
              check 0 index t < 4
              t4 = a[t]
              goto b4
            b2:
              check 0 index t < 4
              t4 = a[t]
              t5 = call set(1)
              t3 = t5
              t1 = t
              goto b4
            b3:
              t6 = call set(1)
              t3 = t6
              t1 = t
              check 0 index t < 4
              t4 = a[t]
              goto b4
            b4:
              call h(t1, t3, t4)
              @2
              check 1 freed
              return 0
        "#]],
    );
}

/// Beyond so many copies operands are evaluated once, where what they write has any value.
#[test]
fn nested_orders_are_given_up_for_any_values() {
    let Some(dump) = lowered("", "int x = set(1) + set(2) + set(3) + set(4) + set(5);") else {
        return;
    };
    let copies = |call: &str| dump.matches(call).count();
    assert_eq!([copies("call set(5)"), copies("call set(4)"), copies("call set(3)")], [2, 4, 4]);
    assert_eq!([copies("call set(2)"), copies("call set(1)")], [4, 4]);
    assert_eq!(copies("  t = any (order of evaluation)"), 4 * 6, "{dump}");
}

#[test]
fn statements_are_evaluated_once_with_any_values() {
    in_main(
        "int x = set(1) + ({ int y = get(); y; });",
        expect![[r#"
            int main():
            b0:
              @0
              declare x: int
              t = any (order of evaluation)
              t0 = call set(1)
              t1 = t0
              t = any (order of evaluation)
              @1
              declare y: int
              y = call get()
              @2
              t2 = y
              t3 = t2
              t = any (order of evaluation)
              check 0 overflow t1 + t3
              x = t1 + t3
              @3
              check 1 freed
              return 0
        "#]],
    );
}

#[test]
fn what_may_stop_does_not_hide_a_check() {
    in_main(
        "int n = t; int x = (n ? 1 : (__builtin_abort(), 0)) + 10 / n;",
        expect![[r#"
            int main():
            b0:
              @0
              declare n: int
              n = t
              @1
              declare x: int
              t0 = any (order of evaluation)
              switch t0 0: b1, default: b6
            b1:
              if n goto b2 else b3
            b2:
              t1 = 1
              goto b5
            b3:
              call __builtin_abort()
              stop
            b4:
              t1 = 0
              goto b5
            b5:
              t2 = t1
              check 0 divisor n
              t3 = 10 / n
              goto b11
            b6:
              check 0 divisor n
              t3 = 10 / n
              if n goto b7 else b8
            b7:
              t4 = 1
              goto b10
            b8:
              call __builtin_abort()
              stop
            b9:
              t4 = 0
              goto b10
            b10:
              t2 = t4
              goto b11
            b11:
              check 1 overflow t2 + t3
              x = t2 + t3
              @2
              check 2 freed
              return 0
        "#]],
    );
}

#[test]
fn conflicts() {
    two_orders("void h(int, int);", "h(set(1), set(2));");
    two_orders("", "a[set(1)] = get();");
    two_orders("int *p = &t;", "int x = *p + set(1);");
    two_orders("int put(int *p) { *p = 1; return 0; }", "int x = 0; int y = x + put(&x);");
    two_orders("int unknown(void);", "int x = unknown() + t;");
    two_orders("int (*f)(int);", "int x = f(1) + t;");
    two_orders("", "int x = t++ + get();");
    two_orders("", "int b[2] = { set(1), get() };");
    two_orders(
        "void exit(int); int need(int n) { if (!n) exit(1); return n; }",
        "int x = need(t) + 10 / t;",
    );
    two_orders(
        "int deep(void) { return set(1); } int deeper(void) { return deep(); }",
        "int x = deeper() + t;",
    );
    two_orders(
        "int even(int); int odd(int n) { t = n; return n ? even(n - 1) : 0; } \
        int even(int n) { return n ? odd(n - 1) : 1; }",
        "int x = even(4) + get();",
    );
    // All that functions share can be looked at in a function that sees any of it.
    two_orders("int u; int other(void) { return ++u; }", "int x = set(1) + other();");
    two_orders("int m(void) { static int n; return n++; }", "int x = m() - m();");
    two_orders(
        "void *memset(void *, int, unsigned long);",
        "int *p = a; int x = !memset(a, 0, 4) + *p;",
    );
}

#[test]
fn no_conflicts() {
    one_order("", "int x = get() + get();");
    one_order("", "int x = twice(t) + twice(3) * t;");
    one_order("", "int x = set(1), y = get();");
    one_order("", "int x = set(1) && get();");
    one_order("", "int x = set(1) ? get() : set(2);");
    one_order("", "int x = (set(1), get());");
    one_order("", "int x = set(get());");
    one_order("", "t = set(1);");
    one_order("int u;", "int x = set(1) + u;");
    one_order("", "int i = 0; a[i++] = set(1);");
    one_order(
        "int __VERIFIER_nondet_int(void);",
        "int x = __VERIFIER_nondet_int() - __VERIFIER_nondet_int();",
    );
    one_order(
        "int printf(const char *, ...); int abs(int);",
        "int x = printf(\"a\") + abs(t) + printf(\"b\");",
    );
    one_order(
        "void __VERIFIER_assert(int);",
        "int x = (__VERIFIER_assert(t), t) + (__VERIFIER_assert(!t), t);",
    );
    one_order("const int k = 3; int unknown(void);", "int x = unknown() + k;");
    one_order("int unknown(void);", "int n = 3; int x = unknown() + n;");
    one_order("int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }", "int x = fib(5);");
    // Undefined, and not up to the order.
    one_order("", "int x = t++ + t;");
}
