//! Expressions: types, conversions, side effects, constants.

use super::check;
use expect_test::expect;

#[test]
fn assignment_and_arithmetic() {
    check(
        r#"int f(int a, int b) { int c = a + b; c = c * 2 - a; return c; }"#,
        expect![[r#"
        int f(int a, int b):
        b0:
          @0
          declare c: int
          check 0 overflow a + b
          c = a + b
          @1
          check 1 overflow c * 2
          check 2 overflow (c * 2) - a
          c = (c * 2) - a
          @2
          return c
    "#]],
    );
}

#[test]
fn unsigned_arithmetic_has_no_overflow() {
    check(
        r#"unsigned f(unsigned a, unsigned b) { return a + b * 2u - ~a; }"#,
        expect![[r#"
        unsigned int f(unsigned int a, unsigned int b):
        b0:
          @0
          return (a + (b * 2)) - ~a
    "#]],
    );
}

#[test]
fn promotions_and_conversions_are_explicit() {
    check(
        r#"int f(char c, short s, unsigned u, long l) { u = c + s; l = u; c = l; return c < u; }"#,
        expect![[r#"
            int f(char c, short s, unsigned int u, long l):
            b0:
              @0
              u = (unsigned int)((int)c + (int)s)
              @1
              l = (long)u
              @2
              c = (char)l
              @3
              return (unsigned int)c < u
        "#]],
    );
}

#[test]
fn small_types_do_not_overflow() {
    check(
        r#"void f(unsigned char c, short s) { c++; s += c; s = s * c; }"#,
        expect![[r#"
        void f(unsigned char c, short s):
        b0:
          @0
          c = (unsigned char)((int)c + 1)
          @1
          s = (short)((int)s + (int)c)
          @2
          s = (short)((int)s * (int)c)
          @3
          return
    "#]],
    );
}

#[test]
fn division_and_remainder() {
    check(
        r#"int f(int a, int b) { return a / b + a % 3; }"#,
        expect![[r#"
        int f(int a, int b):
        b0:
          @0
          check 0 divisor b
          check 1 overflow a / b
          check 2 overflow (a / b) + (a % 3)
          return (a / b) + (a % 3)
    "#]],
    );
}

#[test]
fn shifts() {
    check(
        r#"int f(int a, unsigned u, int n) { return (a << n) + (u >> 3); }"#,
        expect![[r#"
        int f(int a, unsigned int u, int n):
        b0:
          @0
          check 0 shift n < 32
          check 1 overflow a << n
          return (int)((unsigned int)(a << n) + (u >> 3))
    "#]],
    );
}

#[test]
fn compound_assignment_computes_in_the_common_type() {
    check(
        r#"void f(char c, unsigned u, double d, int *p) { c += u; c <<= 2; u *= d; p -= 3; }"#,
        expect![[r#"
            void f(char c, unsigned int u, double d, int* p):
            b0:
              @0
              c = (char)((unsigned int)c + u)
              @1
              check 0 overflow (int)c << 2
              c = (char)((int)c << 2)
              @2
              check 1 finite (double)u * d
              check 2 range (unsigned int)(double)u * d
              u = (unsigned int)((double)u * d)
              @3
              p = p +> -3
              @4
              return
        "#]],
    );
}

#[test]
fn increments() {
    check(
        r#"int f(int x, int *p) { x++; --x; int y = x++ + 1; int z = --*p; return *p++; }"#,
        expect![[r#"
            int f(int x, int* p):
            b0:
              @0
              check 0 overflow x + 1
              x = x + 1
              @1
              check 1 overflow x - 1
              x = x - 1
              @2
              declare y: int
              t0 = x
              check 2 overflow t0 + 1
              x = t0 + 1
              check 3 overflow t0 + 1
              y = t0 + 1
              @3
              declare z: int
              check 4 access p size 4
              check 5 overflow *p - 1
              t1 = *p - 1
              *p = t1
              z = t1
              @4
              t2 = p
              p = t2 +> 1
              check 6 access t2 size 4
              return *t2
        "#]],
    );
}

#[test]
fn assignment_as_a_value() {
    check(
        r#"int f(int a, char c) { int b; a = b = c = 300; return (a += 2) + b; }"#,
        expect![[r#"
            int f(int a, char c):
            b0:
              @0
              declare b: int
              @1
              c = 44
              b = 44
              a = 44
              @2
              check 0 overflow a + 2
              t0 = a + 2
              a = t0
              check 1 overflow t0 + b
              return t0 + b
        "#]],
    );
}

#[test]
fn short_circuit_in_conditions() {
    check(
        r#"int f(int n, int *a, int i) { if (i < n && a[i] || !n) return 1; return 0; }"#,
        expect![[r#"
            int f(int n, int* a, int i):
            b0:
              @0
              if i < n goto b1 else b2
            b1:
              check 0 access a +> i size 4
              if *(a +> i) goto b3 else b2
            b2:
              if n goto b4 else b3
            b3:
              @1
              return 1
            b4:
              @2
              return 0
        "#]],
    );
}

#[test]
fn short_circuit_as_a_value() {
    check(
        r#"int f(int a, int b) { return a && b; }"#,
        expect![[r#"
        int f(int a, int b):
        b0:
          @0
          if a goto b1 else b3
        b1:
          if b goto b2 else b3
        b2:
          t0 = 1
          goto b4
        b3:
          t0 = 0
          goto b4
        b4:
          return t0
    "#]],
    );
}

#[test]
fn conditional_operator() {
    check(
        r#"int f(int a, int b) { return a > b ? a : b; }"#,
        expect![[r#"
        int f(int a, int b):
        b0:
          @0
          if a > b goto b1 else b2
        b1:
          t0 = a
          goto b3
        b2:
          t0 = b
          goto b3
        b3:
          return t0
    "#]],
    );
}

#[test]
fn gnu_conditional() {
    check(
        r#"int f(int a, int b) { return a ?: b; }"#,
        expect![[r#"
        int f(int a, int b):
        b0:
          @0
          t0 = a
          if t0 goto b1 else b2
        b1:
          t1 = t0
          goto b3
        b2:
          t1 = b
          goto b3
        b3:
          return t1
    "#]],
    );
}

#[test]
fn comma() {
    check(
        r#"int f(int a) { return (a++, a * 2); }"#,
        expect![[r#"
        int f(int a):
        b0:
          @0
          check 0 overflow a + 1
          a = a + 1
          check 1 overflow a * 2
          return a * 2
    "#]],
    );
}

#[test]
fn statement_expression() {
    check(
        r#"int f(int a) { return ({ int t = a; t * t; }) + 1; }"#,
        expect![[r#"
        int f(int a):
        b0:
          @0
          @1
          declare t: int
          t = a
          @2
          check 0 overflow t * t
          t0 = t * t
          check 1 overflow t0 + 1
          return t0 + 1
    "#]],
    );
}

#[test]
fn operands_are_kept_before_effects() {
    check(
        r#"int g(void); int f(int a) { return a + g() + (a = 3); }"#,
        expect![[r#"
            int f(int a):
            b0:
              @0
              granted order of writes
              t0 = a
              t1 = call g()
              check 0 overflow t0 + t1
              t2 = t0 + t1
              a = 3
              check 1 overflow t2 + 3
              return t2 + 3
        "#]],
    );
}

#[test]
fn floating_point() {
    check(
        r#"int f(double d, float x) { d = d * x + 1.5; if (d) return (int)d; return !x; }"#,
        expect![[r#"
            int f(double d, float x):
            b0:
              @0
              check 0 finite d * (double)x
              check 1 finite (d * (double)x) + 1.5
              d = (d * (double)x) + 1.5
              @1
              if d goto b1 else b2
            b1:
              @2
              check 2 range (int)d
              return (int)d
            b2:
              @3
              return !x
        "#]],
    );
}

#[test]
fn enumerations() {
    check(
        r#"enum E { A, B = 5, C } e; int f(enum E x) { e = C; return x == B; }"#,
        expect![[r#"
        startup:
        b0:
          zero e
          return
        int f(enum E x):
        b0:
          @0
          e = 6
          @1
          return (unsigned int)x == 5
    "#]],
    );
}

#[test]
fn constants_are_computed() {
    check(
        r#"int f(void) { return sizeof(long) * 2 + (1 << 4) + (unsigned char)-1 + 'a' + (3 > 2); }"#,
        expect![[r#"
            int f():
            b0:
              @0
              return 385
        "#]],
    );
}

#[test]
fn undefined_constants_are_not_computed() {
    check(
        r#"int f(void) { return 2147483647 + 1 + 1 / 0 + (1 << 40); }"#,
        expect![[r#"
        int f():
        b0:
          @0
          check 0 overflow 2147483647 + 1
          check 1 divisor 0
          check 2 overflow (2147483647 + 1) + (1 / 0)
          check 3 shift 40 < 32
          check 4 overflow 1 << 40
          check 5 overflow ((2147483647 + 1) + (1 / 0)) + (1 << 40)
          return ((2147483647 + 1) + (1 / 0)) + (1 << 40)
    "#]],
    );
}
