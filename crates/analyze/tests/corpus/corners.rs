//! Random programs that meet the corners of C's memory and library: bit-fields, unions, arrays of variable length,
//! atomics, literals, arguments without number, `longjmp`, floating numbers, the heap, strings, and scopes.
//!
//! They are without undefined behaviour unless a check says so: indices are cut to their arrays, conversions guarded.

use crate::dice::Dice;
use std::fmt::Write;

/// Makes programs, the same for the same seed.
pub struct Corners {
    dice: Dice,
    text: String,
    depth: usize,
    names: usize,
}

const START: &str = r#"#include "verifier.h"
#include <setjmp.h>
#include <stdarg.h>
extern void *malloc(unsigned long); extern void *calloc(unsigned long, unsigned long); extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long); extern void *memset(void *, int, unsigned long);
extern void *memmove(void *, const void *, unsigned long); extern int memcmp(const void *, const void *, unsigned long);
extern char *strcpy(char *, const char *); extern char *strcat(char *, const char *); extern unsigned long strlen(const char *);
extern int strcmp(const char *, const char *); extern char *strchr(const char *, int); extern int atoi(const char *);
extern int snprintf(char *, unsigned long, const char *, ...); extern int sprintf(char *, const char *, ...);
extern int sscanf(const char *, const char *, ...); extern int abs(int); extern double fabs(double); extern double floor(double);
struct B { unsigned a : 3; int b : 7; unsigned c : 12; _Bool d : 1; unsigned char e; short f; };
union U { int i; unsigned u; short h[2]; unsigned char b[4]; float x; struct { unsigned lo : 5, hi : 9; } p; };
struct N { int v; struct N *next; union U u; };
static jmp_buf place; static int g; static struct B gb; static union U gu; static char gt[8] = "abc"; static _Atomic int ga;
static int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(l, int); va_end(l); return s; }
static void put(int n, ...) { va_list l; va_start(l, n); int *p = va_arg(l, int *); *p = n; va_end(l); }
static void jump(int n) { g = n; if (n & 1) longjmp(place, (n & 7) + 1); }
static struct B make(int n) { struct B b = { 0 }; b.a = n; b.b = n; b.e = n; return b; }
static int *choose(int c, int *a, int *b) { return c ? a : b; }
static int twice(int n) { return n * 2; } static int less(int n) { return n - 1; }
"#;

impl Corners {
    /// The program of a seed.
    pub fn program(seed: u64) -> String {
        let dice = Dice(seed.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(11));
        let mut writer = Corners { dice, text: START.to_owned(), depth: 1, names: 0 };
        writer.write();
        writer.text
    }

    fn roll(&mut self, sides: usize) -> usize {
        self.dice.roll(sides)
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        self.dice.pick(from)
    }

    fn write(&mut self) {
        self.text.push_str("int main(void) {\n");
        for line in [
            "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = 3, *p = &x;",
            "unsigned char k = __VERIFIER_nondet_uchar(); short q = __VERIFIER_nondet_short();",
            "struct B b = { 1, -2, 3, 1, 4, 5 }; union U u = { 7 }; struct N n = { 1, 0, { 2 } }; char t[8] = \"xyz\";",
            "const char *s = \"hello\"; double d = __VERIFIER_nondet_int(); float f = 1.5f; int a[4] = { 1, 2, 3 };",
            "int (*call)(int) = twice; unsigned w = (k & 3) + 1; int v[w]; for (unsigned i = 0; i < w; i++) v[i] = i;",
        ] {
            self.line(line);
        }
        let count = 6 + self.roll(8);
        (0..count).for_each(|_| self.statement());
        self.line("return 0;");
        self.text.push_str("}\n");
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(self.depth));
    }

    fn block(&mut self) {
        self.depth += 1;
        let count = 1 + self.roll(3);
        (0..count).for_each(|_| self.statement());
        self.depth -= 1;
    }

    fn name(&mut self, start: &str) -> String {
        self.names += 1;
        format!("{start}{}", self.names)
    }

    fn statement(&mut self) {
        let sides = if self.depth > 2 { 31 } else { 36 };
        let (e, c) = (self.expression(2), self.condition());
        match self.roll(sides) {
            0..=5 => {
                let (place, op) =
                    (self.place(), self.pick(&["=", "=", "+=", "-=", "^=", "&=", "|="]));
                self.line(&format!("{place} {op} {e};"));
            }
            6 => self.line(&format!("u.x = (float)({e}); f = u.x;")),
            7 => self.line(&format!("d = d / 2 + ({e}); if (d > -1000 && d < 1000) z = (int)d;")),
            8 => self.line(&format!(
                "f = (float)({e}) * 0.5f; if (f < 100.0f && f > 0.0f) k = (unsigned char)f;"
            )),
            9 => {
                let call = self.pick(&[
                    "memset(&b, 0, sizeof b)",
                    "memset(&gb, 255, sizeof gb)",
                    "memset(a, 1, sizeof a)",
                    "memset(t, 0, 8)",
                ]);
                self.line(&format!("{call};"));
            }
            10 => {
                let call = self.pick(&[
                    "memcpy(&u, a, sizeof u)",
                    "memcpy(a, &n, 4)",
                    "memmove(a, a + 1, 12)",
                    "memcpy(&gb, &b, sizeof b)",
                    "memcpy(t, gt, 8)",
                ]);
                self.line(&format!("{call};"));
            }
            11 => {
                let call = self.pick(&[
                    "strcpy(t, s)",
                    "strcpy(t, \"ab\")",
                    "snprintf(t, 8, \"%d\", x)",
                    "sprintf(t, \"%d\", k)",
                    "strcpy(gt, \"q\")",
                ]);
                self.line(&format!("{call};"));
            }
            12 => self.line(&format!("t[0] = 0; strcat(t, \"ab\"); z = (int)strlen(t) + ({e});")),
            13 => self.line(&format!("y = sum(3, ({e}), z, (int)q);")),
            14 => self.line("put(5, &z);"),
            15 => {
                let call = self.pick(&[
                    "__atomic_fetch_add(&x, 3, 5)",
                    "__sync_fetch_and_or(&y, 8)",
                    "__atomic_exchange_n(&z, 2, 5)",
                    "__sync_val_compare_and_swap(&x, 1, 2)",
                ]);
                self.line(&format!("z = {call};"));
            }
            16 => self.line(&format!("ga = ({e}) & 15; ga += 2; y = ga;")),
            17 => self.line(&format!(
                "if (setjmp(place) == 0) {{ x = ({e}) & 255; jump(x); }} else z = 4;"
            )),
            18 => self.line(&format!("p = choose({c}, &x, &a[1]); *p = {e};")),
            19 => self.line(&format!("b = make({e}); gb = b;")),
            20 => self.line(&format!("call = {c} ? twice : less; y = call(z & 255);")),
            21 => {
                let m = self.name("m");
                let how = self.pick(&["malloc(16)", "calloc(4, 4)"]);
                self.line(&format!(
                    "{{ int *{m} = {how}; if ({m}) {{ {m}[2] = {e}; z = {m}[2]; free({m}); }} }}"
                ));
            }
            22..=30 => self.object(&e),
            31 => {
                let inner = self.name("l");
                self.line(&format!(
                    "{{ int {inner} = {e}; p = &{inner}; *p += 1; z = {inner} & 127; p = &x; }}"
                ));
            }
            32 | 33 => {
                self.line(&format!("if ({c}) {{"));
                self.block();
                self.line("} else {");
                self.block();
                self.line("}");
            }
            34 => {
                let i = self.name("i");
                self.line(&format!("for (int {i} = 0; {i} < 5; {i}++) {{"));
                self.block();
                self.line(&format!("    if ({c}) break;"));
                self.line("}");
            }
            _ => {
                self.line(&format!("switch (({e}) & 3) {{ case 0: x = 1; break; case 1: {{ int o = y & 7; p = &o; *p = 2; p = &z; }} case 2: y = 9; default: q++; }}"));
            }
        }
    }

    /// An object of its own: initialisers of all kinds, some too many; rows, copies, pointers into it.
    fn object(&mut self, e: &str) {
        let o = self.name("o");
        let line = match self.roll(9) {
            0 => format!("{{ union U {o} = {{ {e}, 3 }}; z = {o}.b[1] ^ {o}.h[0]; }}"),
            1 => format!(
                "{{ struct B {o} = {{ {e}, 2, 3, 1, 5, 6, 7 }}; b = {o}; z = {o}.a + {o}.f; }}"
            ),
            2 => format!(
                "{{ int {o}[2][3] = {{ 1, 2, 3, [1][1] = {e} }}; z = {o}[x & 1][(unsigned)y % 3] ^ {o}[1][1]; }}"
            ),
            3 => format!("{{ static int {o}; {o} = ({o} + ({e})) & 1023; z = {o}; }}"),
            4 => "n.next = &n; n.next->next->v = x & 255; n.next->u.b[3] = k; y = n.v;".into(),
            5 => {
                "gu = u; memcpy(&f, &gu, sizeof f); if (f < 50.0f && f > -50.0f) z = (int)f;".into()
            }
            6 => format!("{{ const char *{o} = strchr(s, 'l'); z = {o} ? (int)({o} - s) : -1; }}"),
            7 => format!(
                "{{ struct {{ int n; unsigned char d[4]; }} {o} = {{ .d = {{ [1] = {e}, 3 }}, .n = 2 }}; z = {o}.d[{o}.n] + {o}.d[x & 3]; }}"
            ),
            _ => format!("{{ _Bool {o} = {e}; {o} += q; z = {o} + ga; }}"),
        };
        self.line(&line);
    }

    fn place(&mut self) -> String {
        let index = self.expression(1);
        match self.roll(19) {
            0 => format!("b.{}", self.pick(&["a", "b", "c", "e", "f"])),
            1 => format!("gb.{}", self.pick(&["a", "b", "c", "e", "f"])),
            2 => "u.i".into(),
            3 => format!("u.h[({index}) & 1]"),
            4 => format!("u.b[({index}) & 3]"),
            5 => format!("gu.p.{}", self.pick(&["lo", "hi"])),
            6 => format!("v[(unsigned)({index}) % w]"),
            7 => format!("a[({index}) & 3]"),
            8 => format!("t[({index}) & 7]"),
            9 => self.pick(&["n.v", "n.u.i", "n.u.h[1]"]).into(),
            10 => "*p".into(),
            11 => "g".into(),
            _ => self.pick(&["x", "y", "z", "k", "q"]).into(),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.roll(4) == 0 {
            return match self.roll(12) {
                0 => self.pick(&["0", "1", "-1", "7", "255", "-128", "65535", "2147483647"]).into(),
                1 => "s[x & 3]".into(),
                2 => "\"ab\"[y & 1]".into(),
                3 => self.pick(&["b.a", "b.b", "gb.c", "gb.e", "b.d", "gu.p.lo"]).into(),
                4 => self.pick(&["u.i", "u.b[1]", "u.h[0]", "gu.u", "n.u.b[2]"]).into(),
                5 => self
                    .pick(&[
                        "(int)strlen(s)",
                        "atoi(t)",
                        "abs(q)",
                        "strcmp(s, \"hello\")",
                        "(int)sizeof(int[w])",
                    ])
                    .into(),
                6 => self.pick(&["v[0]", "a[3]", "*p", "t[2]", "gt[0]", "n.v"]).into(),
                7 => self.pick(&["(d < 3.5)", "(f >= 1.0f)", "(fabs(d) > 2)", "(d == d)"]).into(),
                _ => self.pick(&["x", "y", "z", "k", "q", "g"]).into(),
            };
        }
        let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.roll(10) {
            // Not `+ 1`: gcc 12 makes `a - x / (b + 1)` of it `a + x / ~b`, which traps for the least `x`.
            0 => format!("(({left}) / ((({right}) & 7) | 1))"),
            1 => format!("(({left}) % ((({right}) & 7) + 1))"),
            2 => format!("(({left}) << (({right}) & 3))"),
            3 => format!(
                "({})({left})",
                self.pick(&["unsigned char", "short", "unsigned", "signed char", "_Bool"])
            ),
            4 => format!("(({left}) ? ({right}) : 2)"),
            _ => format!("(({left}) {} ({right}))", self.pick(&["+", "-", "*", "&", "|", "^"])),
        }
    }

    fn condition(&mut self) -> String {
        let (left, right) = (self.expression(1), self.expression(1));
        let operator = self.pick(&["<", "<=", ">", "==", "!="]);
        format!("(({left}) {operator} ({right}))")
    }
}
