//! Calls.

use super::check;
use expect_test::expect;

#[test]
fn direct_and_indirect_calls() {
    check(
        r#"int g(int, char); int f(int (*p)(int), int x) { p(x); (*p)(2); return g(x, 300); }"#,
        expect![[r#"
            int f(int(int)* p, int x):
            b0:
              @0
              check 0 access p size ?
              call (*p)(x)
              @1
              check 1 access p size ?
              call (*p)(2)
              @2
              t0 = call g(x, 44)
              return t0
        "#]],
    );
}

#[test]
fn function_pointers() {
    check(
        r#"int g(int x) { return x; } int (*t[2])(int) = { g, &g }; int f(int i) { return t[i](1); }"#,
        expect![[r#"
            startup:
            b0:
              zero t
              t[0] = &g
              t[1] = &g
              return
            int g(int x):
            b0:
              @0
              return x
            int f(int i):
            b0:
              @0
              check 0 index i < 2
              check 1 access t[i] size ?
              t0 = call (*t[i])(1)
              return t0
        "#]],
    );
}

#[test]
fn recursion() {
    check(
        r#"int f(int n) { return n ? n * f(n - 1) : 1; }"#,
        expect![[r#"
        int f(int n):
        b0:
          @0
          if n goto b1 else b2
        b1:
          t1 = n
          check 0 overflow n - 1
          t2 = call f(n - 1)
          check 1 overflow t1 * t2
          t0 = t1 * t2
          goto b3
        b2:
          t0 = 1
          goto b3
        b3:
          return t0
    "#]],
    );
}

#[test]
fn variadic_calls() {
    check(
        r#"int printf(const char *, ...); void f(char c, float x) { printf("%d", c, x); }"#,
        expect![[r#"
            void f(char c, float x):
            b0:
              @0
              call printf(&string.2[0], (int)c, (double)x)
              @1
              return
        "#]],
    );
}

#[test]
fn arguments_from_left_to_right() {
    check(
        r#"int g(void); void h(int, int, int); void f(int x) { h(x, g(), x); }"#,
        expect![[r#"
        void f(int x):
        b0:
          @0
          t0 = x
          t1 = call g()
          call h(t0, t1, x)
          @1
          return
    "#]],
    );
}

#[test]
fn old_style_functions() {
    check(
        r#"int g(); int f(a, b) int a; char b; { return g(a, b); }"#,
        expect![[r#"
        int f(int a, char b):
        b0:
          @0
          t0 = call g(a, (int)b)
          return t0
    "#]],
    );
}

#[test]
fn calls_of_undeclared_functions() {
    check(
        r#"int f(void) { return unknown(3); }"#,
        expect![[r#"
        int f():
        b0:
          @0
          t0 = call unknown(3)
          return t0
    "#]],
    );
}

#[test]
fn questions_to_the_compiler_evaluate_nothing() {
    check(
        r#"int f(int i) { return __builtin_constant_p(i++); }"#,
        expect![[r#"
        int f(int i):
        b0:
          @0
          t0 = any (__builtin_constant_p)
          return t0
    "#]],
    );
}
