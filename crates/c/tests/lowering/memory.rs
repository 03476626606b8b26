//! Places: arrays, pointers, structs, initialisers.

use super::check;
use expect_test::expect;

#[test]
fn arrays_and_indices() {
    check(
        r#"int a[10]; int f(int i) { a[i] = 1; a[3] = a[i + 1]; return a[10]; }"#,
        expect![[r#"
        startup:
        b0:
          zero a
          return
        int f(int i):
        b0:
          @0
          check 0 index i < 10
          a[i] = 1
          @1
          check 1 overflow i + 1
          check 2 index i + 1 < 10
          a[3] = a[i + 1]
          @2
          check 3 index 10 < 10
          return a[10]
    "#]],
    );
}

#[test]
fn two_dimensions() {
    check(
        r#"int m[2][3]; int f(int i, int j) { return m[i][j] + *(*(m + 1) + j); }"#,
        expect![[r#"
            startup:
            b0:
              zero m
              return
            int f(int i, int j):
            b0:
              @0
              check 0 index i < 2
              check 1 index j < 3
              check 2 index j < 3
              check 3 overflow m[i][j] + m[1][j]
              return m[i][j] + m[1][j]
        "#]],
    );
}

#[test]
fn pointers() {
    check(
        r#"int f(int *p, int **q) { *p = 1; **q = p[2]; q[1][2] = 5; return *(p + 1); }"#,
        expect![[r#"
            int f(int* p, int** q):
            b0:
              @0
              check 0 access p size 4
              *p = 1
              @1
              check 1 access p +> 2 size 4
              check 2 access q size 8
              check 3 access *q size 4
              **q = *(p +> 2)
              @2
              check 4 access q +> 1 size 8
              check 5 access *(q +> 1) +> 2 size 4
              *(*(q +> 1) +> 2) = 5
              @3
              check 6 access p +> 1 size 4
              return *(p +> 1)
        "#]],
    );
}

#[test]
fn pointer_arithmetic() {
    check(
        r#"long f(int *p, int *q, char *c) { p = p + 1; q = 2 + q; c -= 3; return q - p; }"#,
        expect![[r#"
            long f(int* p, int* q, char* c):
            b0:
              @0
              p = p +> 1
              @1
              q = q +> 2
              @2
              c = c +> -3
              @3
              return q <-> p
        "#]],
    );
}

#[test]
fn address_of() {
    check(
        r#"int g; int f(int i) { int x, *p = &x, a[4], *q = &a[4], *r = a + i, *s = &*p; return *&x; }"#,
        expect![[r#"
            startup:
            b0:
              zero g
              return
            int f(int i):
            b0:
              @0
              declare x: int
              declare p: int*
              p = &x
              declare a: int[4]
              declare q: int*
              q = &a[4]
              declare r: int*
              r = &a[0] +> i
              declare s: int*
              s = p
              @1
              return x
        "#]],
    );
}

#[test]
fn struct_members() {
    check(
        r#"struct S { int a; struct S *next; int v[4]; } s; int f(struct S *p, int i) { s.a = p->a; p->next->v[i] = 2; return (*p).v[1]; }"#,
        expect![[r#"
            startup:
            b0:
              zero s
              return
            int f(struct S* p, int i):
            b0:
              @0
              check 0 access p size 32
              s.a = (*p).a
              @1
              check 1 access p size 32
              check 2 access (*p).next size 32
              check 3 index i < 4
              (*(*p).next).v[i] = 2
              @2
              check 4 access p size 32
              return (*p).v[1]
        "#]],
    );
}

#[test]
fn struct_copies() {
    check(
        r#"struct S { int a, b; }; struct S g(void); int f(struct S s) { struct S t = s; t = g(); return g().b + t.a; }"#,
        expect![[r#"
            int f(struct S s):
            b0:
              @0
              declare t: struct S
              t = s
              @1
              t = call g()
              @2
              t0 = call g()
              check 0 overflow t0.b + t.a
              return t0.b + t.a
        "#]],
    );
}

#[test]
fn address_of_a_member() {
    check(
        r#"struct S { int a, b; }; int *f(struct S *p, struct S *q, int i) { int *x = &p->b; return &q[i].a; }"#,
        expect![[r#"
            int* f(struct S* p, struct S* q, int i):
            b0:
              @0
              declare x: int*
              x = &(*p).b
              @1
              return &(*(q +> i)).a
        "#]],
    );
}

#[test]
fn unions() {
    check(
        r#"union U { int i; float f; } u; float f(void) { u.i = 1; return u.f; }"#,
        expect![[r#"
            startup:
            b0:
              zero u
              return
            float f():
            b0:
              @0
              u.i = 1
              @1
              return u.f
        "#]],
    );
}

#[test]
fn anonymous_members() {
    check(
        r#"struct S { union { int a; struct { int b, c; }; }; } s; int f(void) { return s.a + s.c; }"#,
        expect![[r#"
            startup:
            b0:
              zero s
              return
            int f():
            b0:
              @0
              check 0 overflow s._.a + s._._.c
              return s._.a + s._._.c
        "#]],
    );
}

#[test]
fn bit_fields() {
    check(
        r#"struct B { unsigned a : 3; int b : 5; } s; int f(void) { s.a = 9; s.b += s.a; return s.a++; }"#,
        expect![[r#"
            startup:
            b0:
              zero s
              return
            int f():
            b0:
              @0
              s.a = 1
              @1
              s.b = (int:5)((int)s.b + (int)(unsigned int)s.a)
              @2
              t0 = s.a
              s.a = (unsigned int:3)((int)t0 + 1)
              return (int)(unsigned int)t0
        "#]],
    );
}

#[test]
fn strings() {
    check(
        r#"char f(void) { char *s = "a\n"; char t[] = "xy"; return s[0] + t[1] + "z"[0]; }"#,
        expect![[r#"
            char f():
            b0:
              @0
              declare s: char*
              s = &string.1[0]
              @1
              declare t: char[3]
              zero t
              t[0] = 120
              t[1] = 121
              t[2] = 0
              @2
              check 0 access s size 1
              check 1 overflow ((int)*s + (int)t[1]) + (int)string.3[0]
              return (char)(((int)*s + (int)t[1]) + (int)string.3[0])
        "#]],
    );
}

#[test]
fn global_initialisers() {
    check(
        r#"int a = 3, b, c[3] = { 1, [2] = 5 }; extern int d; int *p = &c[1]; static struct { int x, y; } s = { .y = 2 }; const char *n = "q";"#,
        expect![[r#"
            startup:
            b0:
              a = 3
              zero b
              zero c
              c[0] = 1
              c[2] = 5
              d = any (extern)
              p = &c[1]
              zero s
              s.y = 2
              n = &string.7[0]
              return
        "#]],
    );
}

#[test]
fn static_locals() {
    check(
        r#"int f(void) { static int n = 1; return n++; }"#,
        expect![[r#"
        startup:
        b0:
          n = 1
          return
        int f():
        b0:
          @0
          @1
          t0 = n
          check 0 overflow t0 + 1
          n = t0 + 1
          return t0
    "#]],
    );
}

#[test]
fn local_initialisers() {
    check(
        r#"void f(int x) { int a[3] = { x }; struct { int p, q; } s = { .q = x, }; }"#,
        expect![[r#"
            void f(int x):
            b0:
              @0
              declare a: int[3]
              zero a
              a[0] = x
              @1
              declare s: struct #0
              zero s
              s.q = x
              @2
              return
        "#]],
    );
}

#[test]
fn compound_literals() {
    check(
        r#"struct S { int a, b; }; void g(struct S *); void f(int x) { g(&(struct S){ x, 2 }); }"#,
        expect![[r#"
            void f(int x):
            b0:
              @0
              declare literal.1: struct S
              zero literal.1
              literal.1.a = x
              literal.1.b = 2
              call g(&literal.1)
              @1
              end literal.1
              return
        "#]],
    );
}

#[test]
fn arrays_of_variable_length() {
    check(
        r#"int f(int n) { int a[n + 1]; a[n] = 2; return a[0]; }"#,
        expect![[r#"
            int f(int n):
            b0:
              @0
              check 0 overflow n + 1
              check 1 length n + 1 > 0
              t0 = n + 1
              declare a: int[]
              @1
              check 2 index n < t0
              a[n] = 2
              @2
              check 3 index 0 < t0
              return a[0]
        "#]],
    );
}

#[test]
fn volatile_reads_happen_once() {
    check(
        r#"volatile int v; int f(void) { return v - v; }"#,
        expect![[r#"
        startup:
        b0:
          zero v
          return
        int f():
        b0:
          @0
          t0 = v
          t1 = v
          check 0 overflow t0 - t1
          return t0 - t1
    "#]],
    );
}

#[test]
fn flexible_array_members() {
    check(
        r#"struct F { int n; int d[]; }; int f(struct F *p, int i) { return p->d[i]; }"#,
        expect![[r#"
            int f(struct F* p, int i):
            b0:
              @0
              check 0 access p size 4
              check 1 access &(*p).d[i] size 4
              return (*p).d[i]
        "#]],
    );
}

#[test]
fn places_are_fixed_before_effects() {
    check(
        r#"int m[4][4], i; int rand(void); int f(int **p) { return m[i][rand()] + p[i][rand()]; }"#,
        expect![[r#"
            startup:
            b0:
              zero m
              zero i
              return
            int f(int** p):
            b0:
              @0
              check 0 index i < 4
              t0 = i
              t1 = call rand()
              check 1 index t1 < 4
              t2 = m[t0][t1]
              check 2 access p +> i size 8
              t3 = *(p +> i)
              t4 = call rand()
              check 3 access t3 +> t4 size 4
              check 4 overflow t2 + *(t3 +> t4)
              return t2 + *(t3 +> t4)
        "#]],
    );
}

#[test]
fn offsets_from_the_null_pointer_are_numbers() {
    check(
        r#"struct s { int a; int b[3]; }; long f(void) { return (long)&((struct s *)0)->b[2]; }"#,
        expect![[r#"
            long f():
            b0:
              @0
              return 12
        "#]],
    );
}

#[test]
fn arithmetic_of_wide_bit_fields_is_disputed() {
    check(
        r#"struct s { unsigned long long w : 40; }; int f(struct s a) { return a.w == 3 || a.w + 1 == 0 || ~a.w; }"#,
        expect![[r#"
            int f(struct s a):
            b0:
              @0
              if (unsigned long long)a.w == 3 goto b3 else b1
            b1:
              t1 = any (arithmetic of a wide bit-field)
              if t1 == 0 goto b3 else b2
            b2:
              t2 = any (arithmetic of a wide bit-field)
              if t2 goto b3 else b4
            b3:
              t0 = 1
              goto b5
            b4:
              t0 = 0
              goto b5
            b5:
              return t0
        "#]],
    );
}
