//! What verifiers know by name.

use super::check;
use expect_test::expect;

#[test]
fn nondeterminism() {
    check(
        r#"extern int __VERIFIER_nondet_int(void); extern _Bool __VERIFIER_nondet_bool(void); void f(int *p) { int x = __VERIFIER_nondet_int(); *p = __VERIFIER_nondet_bool(); __VERIFIER_nondet_int(); }"#,
        expect![[r#"
            void f(int* p):
            b0:
              @0
              declare x: int
              x = any (__VERIFIER_nondet_int)
              @1
              t0 = any (__VERIFIER_nondet_bool)
              check 0 access p size 4
              *p = (int)t0
              @2
              t1 = any (__VERIFIER_nondet_int)
              @3
              return
        "#]],
    );
}

#[test]
fn assumptions() {
    check(
        r#"void __VERIFIER_assume(int); void f(int x, int y) { __VERIFIER_assume(x > 0 && y < 3); __VERIFIER_assume(x || y); }"#,
        expect![[r#"
            void f(int x, int y):
            b0:
              @0
              assume x > 0
              assume y < 3
              @1
              if x goto b3 else b1
            b1:
              if y goto b3 else b2
            b2:
              stop
            b3:
              @2
              return
        "#]],
    );
}

#[test]
fn assumptions_by_shape() {
    check(
        r#"void abort(void); void assume_abort_if_not(int c) { if (!c) { abort(); } } void f(int x) { assume_abort_if_not(x != 3); }"#,
        expect![[r#"
            void assume_abort_if_not(int c):
            b0:
              @0
              if c goto b2 else b1
            b1:
              @1
              call abort()
              stop
            b2:
              @3
              return
            void f(int x):
            b0:
              @0
              assume x != 3
              @1
              return
        "#]],
    );
}

#[test]
fn assertions() {
    check(
        r#"void __VERIFIER_assert(int); void f(int x, int y) { __VERIFIER_assert(x == y); __VERIFIER_assert(x && !(y > 2 || y < 1)); __VERIFIER_assert(x || y); }"#,
        expect![[r#"
            void f(int x, int y):
            b0:
              @0
              check 0 assert x == y
              assume x == y
              @1
              check 1 assert x
              assume x
              check 1 assert y <= 2
              assume y <= 2
              check 1 assert y >= 1
              assume y >= 1
              @2
              check 2 assert 1
              if x goto b3 else b1
            b1:
              if y goto b3 else b2
            b2:
              check 2 assert 0
              stop
            b3:
              @3
              return
        "#]],
    );
}

#[test]
fn assertions_by_shape() {
    check(
        r#"void abort(void); void reach_error(void) {} void my_assert(int c) { if (!(c)) { ERROR: { reach_error(); abort(); } } return; } void f(int x) { my_assert(x); }"#,
        expect![[r#"
            void reach_error():
            b0:
              @0
              return
            void my_assert(int c):
            b0:
              @0
              if c goto b3 else b1
            b1:
              goto b2
            b2:
              @1
              check 0 error call
              call reach_error()
              @2
              call abort()
              stop
            b3:
              @5
              return
            void f(int x):
            b0:
              @0
              check 0 assert x
              assume x
              @1
              return
        "#]],
    );
}

#[test]
fn error_calls() {
    check(
        r#"void abort(void); void reach_error(void); void f(int x) { if (x > 3) { reach_error(); } }"#,
        expect![[r#"
            void f(int x):
            b0:
              @0
              if x > 3 goto b1 else b2
            b1:
              @1
              check 0 error call
              @2
              goto b2
            b2:
              @3
              return
        "#]],
    );
}

#[test]
fn failing_branches() {
    check(
        r#"void __VERIFIER_error(void) __attribute__((noreturn)); void f(int x) { if (x > 3) __VERIFIER_error(); }"#,
        expect![[r#"
            void f(int x):
            b0:
              @0
              check 0 assert x <= 3
              assume x <= 3
              @1
              return
        "#]],
    );
}

#[test]
fn assert_of_glibc() {
    check(
        r#"extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn)); void f(int x) { ((void) sizeof ((x > 0) ? 1 : 0), ({ if (x > 0) ; else __assert_fail("x", "f.c", 1, "f"); })); (x < 9) ? (void) (0) : __assert_fail("x", "f.c", 2, "f"); }"#,
        expect![[r#"
            void f(int x):
            b0:
              @0
              @1
              check 0 assert x > 0
              assume x > 0
              @2
              @3
              check 1 assert x < 9
              assume x < 9
              @4
              return
        "#]],
    );
}

#[test]
fn aborts() {
    check(
        r#"void abort(void); void exit(int); int f(int x) { if (x) abort(); exit(x + 1); return 2; }"#,
        expect![[r#"
            int f(int x):
            b0:
              @0
              if x goto b1 else b2
            b1:
              @1
              call abort()
              stop
            b2:
              @2
              check 0 overflow x + 1
              check 1 freed
              call exit(x + 1)
              stop
        "#]],
    );
}

#[test]
fn own_functions_with_known_names_are_called() {
    check(
        r#"int n; void __VERIFIER_assert(int c) { n++; } void abort(void) { } void f(int x) { __VERIFIER_assert(x); abort(); }"#,
        expect![[r#"
            startup:
            b0:
              zero n
              return
            void __VERIFIER_assert(int c):
            b0:
              @0
              check 0 overflow n + 1
              n = n + 1
              @1
              return
            void abort():
            b0:
              @0
              check 0 unreachable
              return
            void f(int x):
            b0:
              @0
              call __VERIFIER_assert(x)
              @1
              call abort()
              stop
        "#]],
    );
}

#[test]
fn unreachable() {
    check(
        r#"int f(int x) { if (x) __builtin_unreachable(); return 1; }"#,
        expect![[r#"
        int f(int x):
        b0:
          @0
          if x goto b1 else b2
        b1:
          @1
          check 0 unreachable
          stop
        b2:
          @2
          return 1
    "#]],
    );
}

#[test]
fn expectations() {
    check(
        r#"int f(int x) { if (__builtin_expect(!!(x > 3), 0)) return 1; return __builtin_expect(x, 1); }"#,
        expect![[r#"
            int f(int x):
            b0:
              @0
              if x > 3 goto b1 else b2
            b1:
              @1
              return 1
            b2:
              @2
              return (int)(long)x
        "#]],
    );
}

#[test]
fn assertions_that_only_report() {
    check(
        r#"void __CPROVER_assert(_Bool, const char *); void __goblint_check(int); void f(int *p, int x) { __CPROVER_assert(p && *p > 0, "p"); __goblint_check(x > 0); }"#,
        expect![[r#"
            void f(int* p, int x):
            b0:
              @0
              check 0 assert 1
              if p goto b1 else b2
            b1:
              check 1 access p size 4
              if *p > 0 goto b3 else b2
            b2:
              check 0 assert 0
              goto b3
            b3:
              @1
              check 2 assert x > 0
              @2
              return
        "#]],
    );
}

#[test]
fn other_names_for_nondeterminism() {
    check(
        r#"int nondet_int(void); int nondet_defined(void) { return 1; } int f(void) { return nondet_int() + nondet_defined(); }"#,
        expect![[r#"
            int nondet_defined():
            b0:
              @0
              return 1
            int f():
            b0:
              @0
              t0 = any (nondet_int)
              t1 = call nondet_defined()
              check 0 overflow t0 + t1
              return t0 + t1
        "#]],
    );
}
