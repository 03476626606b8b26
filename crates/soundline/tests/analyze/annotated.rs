//! Annotated C, run: it compiles without a warning, behaves as the original does where assumptions are
//! no-ops, and no annotation is violated in any run.

use super::{Case, has_libclang, stderr};
use std::process::Command;

/// Values for the program, drawn from a seed; `CUT` says what an assumption that fails does.
const HARNESS: &str = r#"
#include <stdio.h>
#include <stdlib.h>
static unsigned long long state = 1;
static unsigned next(void) {
    if (state == 1 && getenv("SEED")) state = strtoull(getenv("SEED"), 0, 10) * 2654435761u + 12345;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
}
int __VERIFIER_nondet_int(void) {
    static const int edges[] = { 0, 1, -1, 2, 7, 100, 2147483647, -2147483647 - 1 };
    return next() % 3 ? (int)(next() % 12) - 3 : edges[next() % 8];
}
unsigned __VERIFIER_nondet_uint(void) { return __VERIFIER_nondet_int(); }
_Bool __VERIFIER_nondet_bool(void) { return next() % 4 != 0; }
void __VERIFIER_assume(int holds) { if (!holds && CUT) { printf("VIOLATED\n"); exit(99); } }
void klee_assume(unsigned long holds) { __VERIFIER_assume(holds != 0); }
void show(int value) { static int shown; if (shown++ < 200) printf("%d ", value); else exit(0); }
"#;

/// What the programs see of it.
const DECLARED: &str = "int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void); \
    _Bool __VERIFIER_nondet_bool(void); void show(int);\n";

const SETTINGS: [&str; 6] = ["Inf", "JWC0", "J1", "W0", "T9", "C1,G1"];

fn check(name: &str, text: &str) {
    if !has_libclang() {
        return;
    }
    let case = Case::new(&format!("{DECLARED}{text}"));
    case.write("harness.c", HARNESS);
    for (cut, object) in [("0", "noop.o"), ("1", "cut.o")] {
        assert!(case.gcc(&format!("-DCUT={cut} -c -o {object} harness.c")).status.success());
    }
    case.write("klee.h", "#include <stdint.h>\nvoid klee_assume(uintptr_t condition);\n");
    compile(&case, "prog.c noop.o -o original");
    for bound in ["Inf", "W0"] {
        check_acsl(&case, &format!("prog.c --bound {bound} --domain octagons --annotate acsl"));
    }
    for (number, bound) in SETTINGS.into_iter().enumerate() {
        let domain = ["intervals", "octagons", "intervals*congruences"][number % 3];
        for (scope, all) in [("", ",all"), (" --modular", ["", ",all"][number % 2])] {
            let words =
                format!("prog.c --bound {bound} --domain {domain}{scope} --annotate c{all}");
            let output = case.analyze(&words);
            let annotated = String::from_utf8(output.stdout).expect("the program is text");
            assert!(annotated.contains("main"), "{name}, {words}: {:?}", output.stderr);
            case.write("annotated.c", &annotated);
            compile(&case, "annotated.c noop.o -o same");
            compile(&case, "annotated.c cut.o -o checked");
            if number % 3 == 0 {
                check_klee(&case, &words.replace("--annotate c", "--annotate klee"));
            }
            for seed in 0..10 {
                let original = run(&case, "original", seed);
                let context = format!("{name}, {words}, seed {seed}:\n{annotated}");
                assert_eq!(run(&case, "same", seed), original, "{context}");
                assert_eq!(run(&case, "checked", seed), original, "{context}");
            }
        }
    }
}

/// The form for KLEE compiles with KLEE's header, and no annotation is violated.
fn check_klee(case: &Case, words: &str) {
    let annotated = String::from_utf8(case.analyze(words).stdout).expect("the program is text");
    assert!(!annotated.contains("__VERIFIER_assume"), "{words}: {annotated}");
    case.write("klee.c", &annotated);
    compile(case, "-include klee.h klee.c cut.o -o klee");
    for seed in 0..3 {
        let context = format!("{words}, seed {seed}:\n{annotated}");
        assert_eq!(run(case, "klee", seed), run(case, "original", seed), "{context}");
    }
}

/// Frama-C parses the form in ACSL, and Eva refutes none of it. What is said to be unreachable is left out: Eva calls it
/// invalid wherever it does not see that.
fn check_acsl(case: &Case, words: &str) {
    if !soundline_needs::FRAMA_C.found() {
        return;
    }
    let annotated = String::from_utf8(case.analyze(words).stdout).expect("the program is text");
    let asserted = annotated.replace("/*@ admit", "/*@ assert");
    let kept: Vec<&str> = asserted.split("/*@ assert").collect();
    let mut text = kept[0].to_owned();
    for part in &kept[1..] {
        let end = part.find("*/").expect("a comment ends");
        let said = if part[..end].contains("\\false") { "/*@ admit" } else { "/*@ assert" };
        text.push_str(said);
        text.push_str(part);
    }
    case.write("acsl.c", &text);
    let mut command = Command::new("frama-c");
    command.args(["-no-warn-signed-overflow", "-eva", "-eva-verbose", "1"]);
    let output = command.arg(case.path().join("acsl.c")).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{words}: {said}\n{text}");
    let summary = said.lines().find(|line| line.trim_start().starts_with("Assertions"));
    let summary = summary.unwrap_or_else(|| panic!("{words}: {said}\n{text}"));
    assert!(summary.contains(" 0 invalid"), "{words}: {said}\n{text}");
    // Before the first widening little is known of loops.
    assert!(words.contains("W0") || !summary.contains(" 0 valid"), "{words}: {said}\n{text}");
}

/// Without a warning. What programs do for the test's sake is not warned about.
#[track_caller]
fn compile(case: &Case, words: &str) {
    let output = case.gcc(&format!("-Wall -Werror -Wno-unused-variable -fwrapv -O0 {words}"));
    let said = stderr(&output);
    assert!(output.status.success(), "{words}: {said}\n{}", case.read("prog.c"));
}

fn run(case: &Case, program: &str, seed: u32) -> (String, Option<i32>) {
    let mut command = Command::new("timeout");
    command.args(["5", &format!("./{program}")]).current_dir(case.path());
    let output = command.env("SEED", seed.to_string()).output().expect("it starts");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[test]
fn loops() {
    check(
        "loops",
        "int main(void) {
  int c = 0, d = 0, n = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_bool()) { if (c < 7) c++; d = c; }
  for (int i = 0; i < 5; i++) d += i;
  for (int i = 10; i > 0; i -= 3) if (i == c) break; else d++;
  do { c--; if (c == 3) continue; d ^= 1; } while (c > 0);
  for (;;) { if (++c > 4) break; }
  for (;;) if (c-- < 0) break;
  while (n > 0 && d < 50) { n /= 2; d++; }
  show(c); show(d);
  return 0;
}
",
    );
}

#[test]
fn branches_and_jumps() {
    check(
        "branches",
        "static int f(int x) {
  int y = 0;
  switch (x) { case 0: y = 1; case 1: y += 2; break; case 2 ... 5: y = 9; break; default: y = -1; }
  if (x > 3) if (x > 5) y = 4; else y = 5; else y++;
  return y;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0, z;
again:
  z = f(x);
  if (z == 9) goto done;
  if (y++ < 3) { x = y; goto again; }
  if (x < 0) { int x = 3; y = x; { int y = x + 1; show(y); } }
done:
  show(x); show(y); show(z);
  z = (x > 2 && y < 9) || z ? x % 7 : -4;
  show(z);
  return 0;
}
",
    );
}

#[test]
fn memory_and_calls() {
    check(
        "memory",
        "struct point { int x, y; unsigned char flag : 3; };
int total, table[4];
static int count(int by) { static int calls; calls += by; total = calls; return calls; }
static void set(int *to, int value) { *to = value; }
int main(void) {
  struct point p = { 1, 2, 5 };
  int a[6] = { 0 }, *q = &a[2], i, k = 3;
  for (i = 0; i < 6; i++) a[i] = i * i;
  p.x = __VERIFIER_nondet_int() & 15;
  if (p.x > 4) p.y = p.x - 4;
  p.flag += 6;
  set(&k, p.y); set(q, 77);
  table[k & 3] = count(2) + count(1);
  while (k > 0 && k < 20) { k -= 2; total++; }
  show(p.x); show(p.y); show(p.flag); show(k); show(a[2]); show(total); show(table[1]);
  return 0;
}
",
    );
}

#[test]
fn widths_and_wrapping() {
    check(
        "widths",
        "int main(void) {
  unsigned char c = 250; signed char s = 100; unsigned u = __VERIFIER_nondet_uint(); short h = 30000;
  long long l = 1; unsigned long long w = 0; _Bool b = u;
  for (int i = 0; i < 10; i++) { c++; s += 9; h += 500; l *= 3; w -= 1; }
  if (u < 100) u -= 50; else if (u > 4000000000u) u += 400000000u;
  int x = u; long y = (int)u; c = u; u = s;
  if (x > 0 && x < 1000) l += x; else l -= 5;
  while (w % 16 != 3) w += 3;
  show(c); show(s); show(h); show(b); show((int)l); show(x); show(y & 255); show(u & 1023); show(w & 15);
  return 0;
}
",
    );
}

/// After the preprocessor, with assertions of the C library.
#[test]
fn preprocessed_programs() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(
        "#include <assert.h>
#include <stdio.h>
#define STEP(x) do { x += 2; } while (0)
int main(int argc, char **argv) {
  int n = argc;
  for (int i = 0; i < 3; i++) STEP(n);
  assert(n > -5 || argc < 0);
  printf(\"%d\\n\", n);
  return 0;
}
",
    );
    case.write("assume.c", "void __VERIFIER_assume(int c) { if (!c) __builtin_abort(); }\n");
    for bound in ["Inf", "W0", "JWC0"] {
        let output = case.analyze(&format!("prog.c --bound {bound} --annotate c,all --out out"));
        assert!(output.status.code().is_some_and(|code| code != 2), "{output:?}");
        let compiled = case.gcc("-Wall -o annotated out/prog.annotated.i assume.c");
        assert!(compiled.status.success(), "{}", stderr(&compiled));
        assert_eq!(run(&case, "annotated", 0), ("7\n".to_owned(), Some(0)));
    }
}

/// What is declared for annotations comes before the first of them, whatever stands behind the brace.
#[test]
fn declarations_come_before_annotations() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(
        "long f(short a, short b){return (long)a/b;}\nint main(void){ return f(4, 2) != 2; }\n",
    );
    let output = case.analyze("prog.c --modular --annotate c");
    let annotated = String::from_utf8(output.stdout).expect("the program is text");
    assert!(annotated.contains("soundline_a1"), "{annotated}");
    case.write("annotated.c", &annotated);
    case.write("none.c", "void __VERIFIER_assume(int holds) { (void)holds; }\n");
    compile(&case, "annotated.c none.c -o same");
}
