//! What has no model: it is never skipped.

use super::check;
use expect_test::expect;

#[test]
fn assembly() {
    check(
        r#"int f(int x) { int y; __asm__ volatile ("" : "=r"(y) : "r"(x) : "memory"); return y; }"#,
        expect![[r#"
            int f(int x):
            b0:
              @0
              declare y: int
              @1
              unknown (asm) y, x
              @2
              return y
        "#]],
    );
}

#[test]
fn variable_arguments() {
    check(
        r#"int f(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); int x = __builtin_va_arg(a, int); __builtin_va_end(a); return x; }"#,
        expect![[r#"
            int f(int n):
            b0:
              @0
              declare a: struct __va_list_tag[1]
              @1
              call __builtin_va_start(&a[0], n)
              @2
              declare x: int
              unknown (va_arg) a
              t0 = any (va_arg)
              x = t0
              @3
              call __builtin_va_end(&a[0])
              @4
              return x
        "#]],
    );
}

#[test]
fn setjmp() {
    check(
        r#"int setjmp(long *); long b[9]; int f(int x) { int y = 1; if (setjmp(b)) return y; y = x; return 0; }"#,
        expect![[r#"
            startup:
            b0:
              zero b
              return
            int f(int x):
            b0:
              @0
              declare y: int
              y = 1
              @1
              unknown (second return) x, y, t0
              t0 = any (setjmp)
              if t0 goto b1 else b2
            b1:
              @2
              return y
            b2:
              @3
              y = x
              @4
              return 0
        "#]],
    );
}

#[test]
fn vectors() {
    check(
        r#"typedef int v4 __attribute__((vector_size(16))); v4 f(v4 a, v4 b) { return a + b; }"#,
        expect![[r#"
            __attribute__((__vector_size__(4 * sizeof(int)))) int f(__attribute__((__vector_size__(4 * sizeof(int)))) int a, __attribute__((__vector_size__(4 * sizeof(int)))) int b):
            b0:
              @0
              t0 = any (operator)
              return t0
        "#]],
    );
}

#[test]
fn complex_numbers() {
    check(
        r#"_Complex double f(_Complex double z) { return z * z; }"#,
        expect![[r#"
            _Complex double f(_Complex double z):
            b0:
              @0
              t0 = any (operator)
              return t0
        "#]],
    );
}

#[test]
fn atomics() {
    check(
        r#"_Atomic int a; int f(void) { a += 1; return a; }"#,
        expect![[r#"
        startup:
        b0:
          zero a
          return
        int f():
        b0:
          @0
          t0 = a
          check 0 overflow t0 + 1
          a = t0 + 1
          @1
          t1 = a
          return t1
    "#]],
    );
}

#[test]
fn casts_to_unions() {
    check(
        r#"union U { int i; float f; } u; void f(int x) { u = (union U)x; }"#,
        expect![[r#"
            startup:
            b0:
              zero u
              return
            void f(int x):
            b0:
              @0
              t0 = any (cast)
              u = t0
              @1
              return
        "#]],
    );
}

#[test]
fn generic_selections() {
    check(
        r#"int f(int x, long y) { return _Generic(x, int: x, long: y) + (int)_Generic(y, int: x, long: y); }"#,
        expect![[r#"
            int f(int x, long y):
            b0:
              @0
              check 0 overflow x + (int)y
              return x + (int)y
        "#]],
    );
}

#[test]
fn offsets_and_choices() {
    check(
        r#"struct S { char c; int x[4]; }; int f(int y) { return __builtin_offsetof(struct S, x[2]) + __builtin_choose_expr(0, 1.5, y); }"#,
        expect![[r#"
            int f(int y):
            b0:
              @0
              return (int)(12 + (unsigned long)y)
        "#]],
    );
}

#[test]
fn wide_integers() {
    check(
        r#"__int128 f(__int128 a, long b) { return a * b; }"#,
        expect![[r#"
        __int128 f(__int128 a, long b):
        b0:
          @0
          check 0 overflow a * (__int128)b
          return a * (__int128)b
    "#]],
    );
}

#[test]
fn assembly_with_labels() {
    check(
        r#"int f(int x) { asm goto ("" : : "r"(x) : : out); return 1; out: return 2; }"#,
        expect![[r#"
            int f(int x):
            b0:
              @0
              unknown (asm) x
              t0 = any (asm goto)
              if t0 goto b1 else b2
            b1:
              goto b3
            b2:
              @1
              return 1
            b3:
              @2
              return 2
        "#]],
    );
}

#[test]
fn cleanup_functions() {
    check(
        r#"void c(int *); int f(int x) { { __attribute__((cleanup(c))) int y = x; x++; } return x; }"#,
        expect![[r#"
            int f(int x):
            b0:
              @0
              declare y: int
              y = x
              @1
              check 0 overflow x + 1
              x = x + 1
              unknown (cleanup) x, y
              @2
              @3
              unknown (cleanup) x, y
              return x
            b1:
              unknown (cleanup) x, y
              @4
              unknown (cleanup) x, y
              return
        "#]],
    );
}

#[test]
fn parts_of_complex_numbers() {
    check(
        r#"double f(_Complex double z) { __real__ z = 2; return __imag__ z; }"#,
        expect![[r#"
        double f(_Complex double z):
        b0:
          @0
          unknown (assignment) z
          @1
          t0 = any (operator)
          return t0
    "#]],
    );
}

#[test]
fn parts_of_vectors() {
    check(
        r#"typedef int v4 __attribute__((vector_size(16))); int f(v4 a, int i) { a[1] = i; return a[i]; }"#,
        expect![[r#"
            int f(__attribute__((__vector_size__(4 * sizeof(int)))) int a, int i):
            b0:
              @0
              unknown (assignment) a, i
              @1
              t0 = any (element)
              return t0
        "#]],
    );
}

#[test]
fn sizes_at_run_time() {
    check(
        r#"unsigned long f(int n) { int a[n]; return sizeof a; }"#,
        expect![[r#"
            unsigned long f(int n):
            b0:
              @0
              check 0 length n > 0
              t0 = n
              declare a: int[]
              @1
              t1 = any (size at run time)
              return t1
        "#]],
    );
}

#[test]
fn complex_numbers_meet_others() {
    check(
        r#"int f(_Complex double z, double d) { if (z) return !z; d = z; z = d; z += 1; return z == d; }"#,
        expect![[r#"
            int f(_Complex double z, double d):
            b0:
              @0
              t0 = any (condition)
              if t0 goto b1 else b2
            b1:
              @1
              t1 = any (operator)
              return t1
            b2:
              @2
              t2 = any (conversion)
              d = t2
              @3
              t3 = any (conversion)
              z = t3
              @4
              unknown (operator) z
              @5
              t4 = any (operator)
              return t4
        "#]],
    );
}
