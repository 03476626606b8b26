//! Transformations keep the meaning of programs: as texts, where they must not apply, and by running both programs.

mod installed;

use soundline_c::{Clang, DataModel};
use soundline_diff::metamorphic::{Relation, Transformation};
use soundline_diff::seed::gather;
use soundline_diff::{Constants, Encoding, Generator, Plan, Pool};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::{collections::BTreeMap, fs};

const PRELUDE: &str = "extern void __VERIFIER_assert(int);\n";

fn changed(clang: &Clang, transformation: Transformation, program: &str) -> Option<String> {
    let text = format!("{PRELUDE}{program}");
    let changed = transformation.apply(clang, text.as_bytes(), DataModel::Lp64)?;
    let text = String::from_utf8(changed.text).expect("it is text");
    Some(text.replace(PRELUDE, ""))
}

/// A program and what becomes of it; `None` where the meaning could change.
#[track_caller]
fn check(transformation: Transformation, program: &str, expected: Option<&str>) {
    let Some(clang) = installed::clang() else { return };
    assert_eq!(changed(&clang, transformation, program).as_deref(), expected);
}

/// A part of `main` and what becomes of it.
#[track_caller]
fn check_main(transformation: Transformation, body: &str, expected: Option<&str>) {
    let around = |body: &str| format!("int g; int main(void) {{ {body} return 0; }}");
    check(transformation, &around(body), expected.map(around).as_deref());
}

#[test]
fn checks_are_weakened_by_what_they_read() {
    let weaken =
        |body: &str, expected: Option<&str>| check_main(Transformation::Weaken, body, expected);
    weaken(
        "int x = 3; __VERIFIER_assert(x + g != 7);",
        Some("int x = 3; __VERIFIER_assert((x + g != 7) || x == 1);"),
    );
    // What is not always read may be no value at all.
    weaken(
        "int x; __VERIFIER_assert((g ? x : 1) != 7);",
        Some("int x; __VERIFIER_assert(((g ? x : 1) != 7) || g == 1);"),
    );
    weaken("int x; __VERIFIER_assert(0 || x != 7);", None);
    weaken("int a[2]; __VERIFIER_assert(a[0] != 7);", None);
    weaken("volatile int x = 3; __VERIFIER_assert(x != 7);", None);
    // The name means another variable elsewhere.
    weaken("int x = 3; { int x = 4; __VERIFIER_assert(x != 7); } g = x;", None);
}

#[test]
fn checks_go_through_a_call() {
    let program = "int main(void) { int x = 3; return (__VERIFIER_assert(x != 7), (int)(x)); }";
    let same = "static int soundline_same(int soundline_value) { return soundline_value; }\n";
    let main = program.replace("x != 7", "soundline_same(x != 7)");
    check(Transformation::Call, program, Some(&format!("{same}{main}")));
    check_main(
        Transformation::Call,
        "int soundline_same = 3; __VERIFIER_assert(soundline_same != 7);",
        None,
    );
}

#[test]
fn dead_code_writes_what_is_known_there() {
    let dead =
        |body: &str, expected: Option<&str>| check_main(Transformation::DeadCode, body, expected);
    dead(
        "int x = 3; __VERIFIER_assert(x != 7);",
        Some("int x = 3; if (0) { x = 1; } __VERIFIER_assert(x != 7);"),
    );
    // In the place of an expression: before the statement around it.
    dead(
        "int x = 3; if (g) x = (__VERIFIER_assert(x != 7), (int)(x)) + 1;",
        Some("int x = 3; if (0) { x = 1; } if (g) x = (__VERIFIER_assert(x != 7), (int)(x)) + 1;"),
    );
    dead("for (int i = 0; i < 3; i++) __VERIFIER_assert(i != 7);", None);
    dead("const int x = 3; __VERIFIER_assert(x != 7);", None);
    dead("switch (g) { case 1: __VERIFIER_assert(g != 7); }", None);
    dead(
        "int x = 3; int y = (__VERIFIER_assert(x != 7), (int)(x)); g = y;",
        Some("int x = 3; if (0) { x = 1; } int y = (__VERIFIER_assert(x != 7), (int)(x)); g = y;"),
    );
}

#[test]
fn renaming_follows_every_use() {
    let rename =
        |body: &str, expected: Option<&str>| check_main(Transformation::Rename, body, expected);
    rename(
        "int x = 3; x = x + 1; __VERIFIER_assert(x != 7); /* x */ const char *s = \"x\"; (void)s;",
        Some(
            "int soundline_x = 3; soundline_x = soundline_x + 1; __VERIFIER_assert(soundline_x != 7); /* x */ const char *s = \"x\"; (void)s;",
        ),
    );
    // What the tree does not show stays unknown.
    rename("int x = 3; g = sizeof x; __VERIFIER_assert(x != 7);", None);
    rename("int x = 3; struct { int x; } s = { 1 }; g = s.x; __VERIFIER_assert(x != 7);", None);
    rename("int x = 3; goto x; x: __VERIFIER_assert(x != 7);", None);
    rename("__VERIFIER_assert(g != 7);", None);
    check(
        Transformation::Rename,
        "int f(int n) { __VERIFIER_assert(n != 7); return n; } int main(void) { int m = 0; return f(m); }",
        Some(
            "int f(int soundline_n) { __VERIFIER_assert(soundline_n != 7); return soundline_n; } int main(void) { int m = 0; return f(m); }",
        ),
    );
}

#[test]
fn declarations_are_split() {
    let split =
        |body: &str, expected: Option<&str>| check_main(Transformation::Split, body, expected);
    split(
        "unsigned char x = 300 + g; __VERIFIER_assert(x != 7);",
        Some("unsigned char x; x = 300 + g; __VERIFIER_assert(x != 7);"),
    );
    split(
        "int x = (g); __VERIFIER_assert(x != 7);",
        Some("int x; x = (g); __VERIFIER_assert(x != 7);"),
    );
    for other in [
        "const int x = 3;",
        "static int x = 3;",
        "volatile int x = 3;",
        "int x = 3, y = 4; g = y;",
        "int x = 3, f(void);",
        "int a[2] = { 1, 2 }; int x; x = a[0];",
        "int x __attribute__((unused)) = 3;",
        "int *p = &g; int x; x = *p;",
        "__auto_type x = 3;",
    ] {
        split(&format!("{other} __VERIFIER_assert(x != 7);"), None);
    }
    split("for (int x = 3; x < 4; x++) __VERIFIER_assert(x != 7);", None);
}

#[test]
fn declarations_are_merged() {
    let merge =
        |body: &str, expected: Option<&str>| check_main(Transformation::Merge, body, expected);
    merge(
        "int x = 3; int y = x; __VERIFIER_assert(y != 7);",
        Some("int x = 3, y = x; __VERIFIER_assert(y != 7);"),
    );
    merge(
        "int x; int y; x = y = 2; __VERIFIER_assert(y != 7);",
        Some("int x, y; x = y = 2; __VERIFIER_assert(y != 7);"),
    );
    for other in [
        "int *p = 0; int y = 3; (void)p;",
        "long x = 3; int y = x;",
        "int x = 3; static int y = 3; (void)x;",
        "int x = 3; /* between */ int y = 3; (void)x;",
        "int x = 3; g = 2; int y = x;",
        "int x[2]; int y = 3; (void)x;",
    ] {
        merge(&format!("{other} __VERIFIER_assert(y != 7);"), None);
    }
}

#[test]
fn loops_are_unrolled_once() {
    let unroll =
        |body: &str, expected: Option<&str>| check_main(Transformation::Unroll, body, expected);
    unroll(
        "int i = 0; while (i < 3) { __VERIFIER_assert(i != 7); i++; }",
        Some(
            "int i = 0; { if (i < 3) { { { __VERIFIER_assert(i != 7); i++; } } while (i < 3) { __VERIFIER_assert(i != 7); i++; } } }",
        ),
    );
    unroll(
        "for (int i = 0; i < 3; i++) __VERIFIER_assert(i != 7);",
        Some(
            "{ int i = 0; if (i < 3) { { __VERIFIER_assert(i != 7); } i++; for (; i < 3; i++) __VERIFIER_assert(i != 7); } }",
        ),
    );
    unroll(
        "do g++; while (g < 3); __VERIFIER_assert(g != 7);",
        Some("{ { g++; } while (g < 3) g++; } __VERIFIER_assert(g != 7);"),
    );
    // An `else` stays with its `if`.
    unroll(
        "if (g) while (g < 3) g++; else g = 2; __VERIFIER_assert(g != 7);",
        Some(
            "if (g) { if (g < 3) { { g++; } while (g < 3) g++; } } else g = 2; __VERIFIER_assert(g != 7);",
        ),
    );
    unroll(
        "for (;;) { if (g++ > 3) return 1; __VERIFIER_assert(g != 7); }",
        Some(
            "{ ; if (1) { { { if (g++ > 3) return 1; __VERIFIER_assert(g != 7); } } ; for (; ; ) { if (g++ > 3) return 1; __VERIFIER_assert(g != 7); } } }",
        ),
    );
    // A `break` inside is that of the switch.
    unroll(
        "while (g < 3) { switch (g) { case 1: g = 5; break; default: g++; } } __VERIFIER_assert(g != 7);",
        Some(
            "{ if (g < 3) { { { switch (g) { case 1: g = 5; break; default: g++; } } } while (g < 3) { switch (g) { case 1: g = 5; break; default: g++; } } } } __VERIFIER_assert(g != 7);",
        ),
    );
    for body in [
        "while (g < 3) { g++; if (g == 2) break; }",
        "while (g < 3) { g++; if (g == 2) continue; g++; }",
        "while (g < 3) { switch (g) { case 1: g = 2; continue; } g++; }",
        "while (g < 3) { static int n; n++; g += n; }",
        "while (g < 3) { if (g == 1) goto out; out: g++; }",
        "while (({ g++; g; }) < 3) { g++; }",
        "switch (g) { while (g < 3) { case 1: g++; } }",
        "while (g < 3) { int a[g + 1]; a[0] = 1; g += a[0]; }",
        "while (g < 3) { __asm__ (\"nop\"); g++; }",
    ] {
        unroll(&format!("{body} __VERIFIER_assert(g != 7);"), None);
    }
}

#[test]
fn what_has_not_one_check_stays() {
    let Some(clang) = installed::clang() else { return };
    for program in [
        "int main(void) { int x = 3; return x; }",
        "int main(void) { int x = 3; __VERIFIER_assert(x != 7); __VERIFIER_assert(x != 8); return x; }",
        "int main(void) {",
    ] {
        for transformation in Transformation::ALL {
            assert_eq!(changed(&clang, transformation, program), None);
        }
    }
}

/// Answers inputs from a generator, and tells the value of each check.
const DRIVER: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static unsigned long long state;
static unsigned long long next(void) { state = state * 6364136223846793005ull + 1442695040888963407ull; return state >> 33; }
void __VERIFIER_assert(int holds) { putchar(holds ? '1' : '0'); }
void __VERIFIER_assume(int holds) { if (!holds) { fflush(stdout); _exit(3); } }
int __VERIFIER_nondet_int(void) { return (int)next() % 9; }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)next() % 9; }
char __VERIFIER_nondet_char(void) { return (char)next(); }
signed char __VERIFIER_nondet_schar(void) { return (signed char)next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)next(); }
short __VERIFIER_nondet_short(void) { return (short)next(); }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)next(); }
long __VERIFIER_nondet_long(void) { return (long)next(); }
unsigned long __VERIFIER_nondet_ulong(void) { return (unsigned long)next(); }
long long __VERIFIER_nondet_longlong(void) { return (long long)next(); }
unsigned long long __VERIFIER_nondet_ulonglong(void) { return next(); }
_Bool __VERIFIER_nondet_bool(void) { return next() & 1; }
__attribute__((constructor)) static void start(void) { const char *seed = getenv("INPUTS"); state = seed ? strtoull(seed, 0, 10) : 0; alarm(5); }
"#;

/// What the checks of a program were, and how it ended, for some inputs.
fn behaviour(folder: &Path, text: &[u8]) -> Vec<(Vec<u8>, Option<i32>)> {
    let (source, program) = (folder.join("program.i"), folder.join("program"));
    fs::write(&source, text).expect("there is room");
    let compiler = Command::new("gcc")
        .args(["-w", "-std=gnu11", "-O0", "-o"])
        .args([&program, &source, &folder.join("driver.c")])
        .arg("-lm")
        .output()
        .expect("there is gcc");
    assert!(compiler.status.success(), "{}", String::from_utf8_lossy(&compiler.stderr));
    let run = |inputs: u64| {
        let run = Command::new(&program).env("INPUTS", inputs.to_string()).output();
        let run = run.expect("it runs");
        (run.stdout, run.status.code())
    };
    (1..5).map(run).collect()
}

/// Every transformation that applies to variants of the corpus leaves alone what the program does.
#[test]
fn programs_behave_as_before() {
    let Some(clang) = installed::clang() else { return };
    let folder = tempfile::tempdir().expect("there is room");
    fs::write(folder.path().join("driver.c"), DRIVER).expect("there is room");
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    let mut applied: BTreeMap<Transformation, usize> = BTreeMap::new();
    let mut checked = 0;
    for seed in gather(&[seeds], DataModel::Lp64).seeds(&clang).step_by(6) {
        let (seed, plan) = (Arc::new(seed), Plan { budget: Some(2), ..Plan::default() });
        let constants = Constants::Pool(Pool::of(&seed.program));
        for generated in Generator::new(Arc::clone(&seed), plan, constants) {
            let text = generated.variant.render(&Encoding::plain());
            let before = behaviour(folder.path(), &text);
            for transformation in Transformation::ALL {
                let Some(after) = transformation.apply(&clang, &text, seed.model) else { continue };
                *applied.entry(transformation).or_default() += 1;
                let after = behaviour(folder.path(), &after.text);
                for ((told, code), (told_after, code_after)) in before.iter().zip(&after) {
                    let name = format!("{} {transformation}", seed.name);
                    assert_eq!(code, code_after, "{name}");
                    checked += told.len();
                    match transformation.relation() {
                        Relation::Equivalent => assert_eq!(told, told_after, "{name}"),
                        // Each check holds where it held before.
                        Relation::Weaker => {
                            assert_eq!(told.len(), told_after.len(), "{name}");
                            let weaker = told.iter().zip(told_after).all(|(a, b)| a <= b);
                            assert!(weaker, "{name}");
                        }
                    }
                }
            }
        }
    }
    assert_eq!(applied.len(), Transformation::ALL.len(), "{applied:?}");
    assert!(applied.values().all(|count| *count >= 4), "{applied:?}");
    assert!(checked > 1000, "{checked}");
}
