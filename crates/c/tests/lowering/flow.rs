//! Control flow.

use super::check;
use expect_test::expect;

#[test]
fn while_loop() {
    check(
        r#"void f(int n) { while (n > 0) n--; }"#,
        expect![[r#"
        void f(int n):
        b0:
          @0
          goto b1
        b1:
          @1
          if n > 0 goto b2 else b3
        b2:
          @2
          check 0 overflow n - 1
          n = n - 1
          goto b1
        b3:
          @3
          return
    "#]],
    );
}

#[test]
fn for_loop_with_break_and_continue() {
    check(
        r#"int f(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i == 3) continue; if (s > 9) break; s += i; } return s; }"#,
        expect![[r#"
            int f(int n):
            b0:
              @0
              declare s: int
              s = 0
              @1
              declare i: int
              i = 0
              goto b1
            b1:
              @2
              if i < n goto b2 else b8
            b2:
              @3
              if i == 3 goto b3 else b4
            b3:
              @4
              goto b7
            b4:
              @5
              if s > 9 goto b5 else b6
            b5:
              @6
              goto b8
            b6:
              @7
              check 0 overflow s + i
              s = s + i
              @8
              goto b7
            b7:
              check 1 overflow i + 1
              i = i + 1
              goto b1
            b8:
              @9
              return s
        "#]],
    );
}

#[test]
fn for_without_parts() {
    check(
        r#"void f(void) { for (;;) ; }"#,
        expect![[r#"
        void f():
        b0:
          @0
          goto b1
        b1:
          @1
          goto b2
        b2:
          @2
          goto b3
        b3:
          goto b1
    "#]],
    );
}

#[test]
fn for_parts_may_be_absent() {
    check(
        r#"void f(int i) { for (; i; ) i--; for (i = 1; ; ) break; for (; ; i++) break; }"#,
        expect![[r#"
            void f(int i):
            b0:
              @0
              goto b1
            b1:
              @1
              if i goto b2 else b4
            b2:
              @2
              check 0 overflow i - 1
              i = i - 1
              goto b3
            b3:
              goto b1
            b4:
              @3
              i = 1
              goto b5
            b5:
              @4
              goto b6
            b6:
              @5
              goto b7
            b7:
              @6
              goto b8
            b8:
              @7
              goto b9
            b9:
              @8
              goto b11
            b10:
              check 1 overflow i + 1
              i = i + 1
              goto b8
            b11:
              @9
              return
        "#]],
    );
}

#[test]
fn do_while() {
    check(
        r#"void f(int n) { do { n--; if (n == 5) continue; } while (n); }"#,
        expect![[r#"
        void f(int n):
        b0:
          @0
          goto b1
        b1:
          @1
          check 0 overflow n - 1
          n = n - 1
          @2
          if n == 5 goto b2 else b3
        b2:
          @3
          goto b4
        b3:
          @4
          goto b4
        b4:
          @5
          if n goto b1 else b5
        b5:
          @6
          return
    "#]],
    );
}

#[test]
fn goto_into_a_loop() {
    check(
        r#"int f(int n) { goto in; while (n) { n--; in: n -= 2; } return n; }"#,
        expect![[r#"
        int f(int n):
        b0:
          @0
          goto b3
        b1:
          @2
          if n goto b2 else b4
        b2:
          @3
          check 0 overflow n - 1
          n = n - 1
          goto b3
        b3:
          @4
          check 1 overflow n - 2
          n = n - 2
          @5
          goto b1
        b4:
          @6
          return n
    "#]],
    );
}

#[test]
fn switch_with_ranges_and_fall_through() {
    check(
        r#"int f(int n) { switch (n) { case 1 ... 4: n++; case 7: n = 0; break; default: n = 9; } return n; }"#,
        expect![[r#"
            int f(int n):
            b0:
              @0
              switch n 1..4: b1, 7: b2, default: b3
            b1:
              @1
              check 0 overflow n + 1
              n = n + 1
              goto b2
            b2:
              @2
              n = 0
              @3
              goto b4
            b3:
              @4
              n = 9
              @5
              goto b4
            b4:
              @6
              return n
        "#]],
    );
}

#[test]
fn switch_of_unsigned() {
    check(
        r#"int f(unsigned n) { switch (n) { case -1: return 1; } return 0; }"#,
        expect![[r#"
        int f(unsigned int n):
        b0:
          @0
          switch n 4294967295: b1, default: b2
        b1:
          @1
          return 1
        b2:
          @3
          return 0
    "#]],
    );
}

#[test]
fn computed_goto() {
    check(
        r#"int f(int n) { static void *t[] = { &&a, &&b }; goto *t[n]; a: return 1; b: return 2; }"#,
        expect![[r#"
            startup:
            b0:
              zero t
              t[0] = &&a
              t[1] = &&b
              return
            int f(int n):
            b0:
              @0
              @1
              check 0 index n < 2
              goto *t[n] in b1, b2
            b1:
              @2
              return 1
            b2:
              @3
              return 2
        "#]],
    );
}

#[test]
fn unreachable_code_is_kept() {
    check(
        r#"int g(void); int f(void) { return 1; g(); }"#,
        expect![[r#"
        int f():
        b0:
          @0
          return 1
        b1:
          @1
          call g()
          @2
          return
    "#]],
    );
}

#[test]
fn main_returns_zero() {
    check(
        r#"int main(void) { }"#,
        expect![[r#"
            int main():
            b0:
              @0
              check 0 freed
              return 0
        "#]],
    );
}

#[test]
fn loop_for_ever() {
    check(
        r#"int f(int x) { while (1) { if (x) break; } return x; }"#,
        expect![[r#"
        int f(int x):
        b0:
          @0
          goto b1
        b1:
          @1
          goto b2
        b2:
          @2
          if x goto b3 else b4
        b3:
          @3
          goto b5
        b4:
          @4
          goto b1
        b5:
          @5
          return x
    "#]],
    );
}

#[test]
fn local_labels_may_share_names() {
    check(
        r#"int f(int x) { ({ __label__ l; if (x) goto l; x++; l: ; }); ({ __label__ l; if (x) goto l; x--; l: ; }); return x; }"#,
        expect![[r#"
            int f(int x):
            b0:
              @0
              @1
              @2
              if x goto b1 else b2
            b1:
              @3
              goto b3
            b2:
              @4
              check 0 overflow x + 1
              x = x + 1
              goto b3
            b3:
              @5
              @6
              @7
              @8
              if x goto b4 else b5
            b4:
              @9
              goto b6
            b5:
              @10
              check 1 overflow x - 1
              x = x - 1
              goto b6
            b6:
              @11
              @12
              return x
        "#]],
    );
}

#[test]
fn constructors_run_before_main() {
    check(
        r#"int n = 1; __attribute__((constructor)) static void begin(void) { n = 2; } int main(void) { return n; }"#,
        expect![[r#"
            startup:
            b0:
              n = 1
              call begin()
              return
            void begin():
            b0:
              @0
              n = 2
              @1
              return
            int main():
            b0:
              @0
              check 0 freed
              return n
        "#]],
    );
}

#[test]
fn variables_end_where_control_leaves_their_block() {
    check(
        "int f(int c) { int *p = 0; while (c) { int x = 1; p = &x; if (c == 3) break; { int y; p = &y; \
         if (c == 4) goto out; } } return 0; out: return p != 0; }",
        expect![[r#"
            int f(int c):
            b0:
              @0
              declare p: int*
              p = (int*)0
              @1
              goto b1
            b1:
              @2
              if c goto b2 else b7
            b2:
              @3
              declare x: int
              x = 1
              @4
              p = &x
              @5
              if c == 3 goto b3 else b4
            b3:
              @6
              end x
              goto b7
            b4:
              @7
              declare y: int
              @8
              p = &y
              @9
              if c == 4 goto b5 else b6
            b5:
              @10
              end y
              end x
              goto b8
            b6:
              @11
              end y
              @12
              end x
              goto b1
            b7:
              @13
              return 0
            b8:
              @14
              return p != (int*)0
        "#]],
    );
}
