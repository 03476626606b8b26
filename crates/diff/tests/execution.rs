//! What runs show about checks, against what is known about small programs.

mod installed;

use std::sync::Arc;

use soundline_c::{DataModel, Preprocess, Settings};
use soundline_diff::concrete::{
    Compiler, Effort, Examination, NotRunnable, Suspect, Truth, Workshop, examine, examine_plain,
};
use soundline_diff::{Check, Seed};
use soundline_isolate::{Stop, Warden};

/// A seed and checks: an expression as it is written, with the place among those that look the
/// same, and a value.
fn examined(
    text: &str,
    model: DataModel,
    checks: &[(&str, usize, i128)],
) -> Option<Result<Examination, NotRunnable>> {
    examined_by(&Compiler::ALL, text, model, checks, false)
}

fn examined_by(
    compilers: &[Compiler],
    text: &str,
    model: DataModel,
    checks: &[(&str, usize, i128)],
    witnessed: bool,
) -> Option<Result<Examination, NotRunnable>> {
    let clang = installed::clang()?;
    let seed = Arc::new(Seed::parse(&clang, "seed.c", text, model).expect("it is a seed"));
    let check = |(expression, place, constant): &(&str, usize, i128)| {
        let written = |span| seed.program.source.slice(span) == *expression;
        let mut same = seed.candidates.all.iter().filter(|c| written(c.site.span));
        let candidate = *same.nth(*place).expect(expression);
        Suspect { check: Check { candidate, constant: *constant }, witnessed }
    };
    let suspects: Vec<Suspect> = checks.iter().map(check).collect();
    let folder = tempfile::tempdir().expect("there is room");
    let warden = Warden::at(env!("CARGO_BIN_EXE_soundline-warden"));
    let workshop = Workshop::with_compilers(folder.path(), warden, Stop::default(), compilers);
    let workshop = workshop.expect("it can be made");
    Some(examine(&workshop, &seed, &suspects, &[], &Effort::default()))
}

fn truths(text: &str, checks: &[(&str, usize, i128)]) -> Option<(String, Examination)> {
    let examination = examined(text, DataModel::Ilp32, checks)?.expect("it can be run");
    Some((letters(&examination), examination))
}

/// A letter for each check: fails, holds, depends on the compiler, open.
fn letters(examination: &Examination) -> String {
    let letter = |truth: &Truth| match truth {
        Truth::Fails(_) => 'f',
        Truth::Holds { .. } => 'h',
        Truth::Depends { .. } => 'd',
        Truth::Open => '?',
    };
    examination.truths.iter().map(letter).collect()
}

/// The compilers that are installed here, in their order.
fn compilers() -> Vec<Compiler> {
    Compiler::ALL.into_iter().filter(|compiler| compiler.program().is_some()).collect()
}

fn holds(runs: u64) -> Truth {
    Truth::Holds { runs, compilers: compilers() }
}

/// All 512 inputs: what fails and what holds is known for certain.
#[test]
fn few_inputs_are_enumerated() {
    let text = "extern unsigned char __VERIFIER_nondet_uchar(void);
        extern _Bool __VERIFIER_nondet_bool(void);
        int main(void) {
            unsigned char x = __VERIFIER_nondet_uchar();
            _Bool twice = __VERIFIER_nondet_bool();
            int sum = twice ? 2 * x : x - 1;
            return sum;
        }";
    let checks = [("sum", 0, 510), ("sum", 0, 511), ("sum", 0, -1), ("sum", 0, -2), ("x", 1, 255)];
    let Some((letters, examination)) = truths(text, &checks) else { return };
    assert_eq!(letters, "fhfhf");
    assert_eq!(examination.truths[1], holds(512));
    let Truth::Fails(failures) = &examination.truths[0] else { panic!("{examination:?}") };
    assert_eq!(failures.iter().map(|run| run.compiler).collect::<Vec<_>>(), compilers());
    for run in failures {
        assert_eq!(run.inputs.iter().map(|input| input.raw).collect::<Vec<_>>(), [255, 1]);
    }
    assert_eq!(examination.undefined, None);
}

/// Values of an expression inside a loop and behind a guard.
#[test]
fn a_program_without_inputs_has_one_run() {
    let text = "int main(void) {
            int a[4] = {1, 2, 4, 8}, n = 0;
            for (int i = 0; i < 5 && (i == 4 || a[i] < 8); i++) n += a[i] * a[i];
            return n;
        }";
    let checks = [("a[i]", 0, 8), ("a[i]", 1, 8), ("n", 0, 21), ("n", 0, 22), ("i", 0, 4)];
    let Some((letters, examination)) = truths(text, &checks) else { return };
    assert_eq!((letters.as_str(), examination.undefined), ("fhfhh", None));
    assert_eq!(examination.truths[1], holds(1));
}

/// What decides what a program does beside its inputs is the same in every run here, and need not be elsewhere.
#[test]
fn what_comes_from_elsewhere_leaves_checks_open() {
    let seen = |text: &str| {
        let (letters, examination) = truths(text, &[("n", 0, 5)])?;
        Some((letters, examination.outside.unwrap_or_default()))
    };
    let open = [
        ("int main(int argc, char **argv) { int n = argc; return n; }", "the arguments of `main`"),
        (
            "int main(int argc, char **argv) { int n = argv[0][0] == 5; return n; }",
            "the arguments of `main`",
        ),
        (
            "extern char *getenv(const char *); int main(void) { int n = getenv(\"N\") != 0; return n; }",
            "what `getenv` gives",
        ),
        (
            "extern void *malloc(unsigned); int main(void) { int n = malloc(4) == 0; return n; }",
            "what `malloc` gives",
        ),
        (
            "extern void *malloc(unsigned); int main(void) { void *(*f)(unsigned) = malloc; int n = f(4) == 0; return n; }",
            "what `malloc` gives",
        ),
        (
            "extern int printf(const char *, ...); int main(void) { int n = printf(\"ab\"); return n; }",
            "what `printf` gives",
        ),
        (
            "extern int rand(void); int main(void) { int n = rand() == 7; return n; }",
            "what `rand` gives",
        ),
        ("volatile int v = 1; int main(void) { int n = v; return n; }", "a volatile variable"),
        (
            "int main(void) { int a; int n = (unsigned long)&a % 64 == 3; return n; }",
            "an address that becomes a number",
        ),
        (
            "int main(void) { int n = 1; __asm__ volatile (\"nop\" : \"+r\"(n)); return n; }",
            "code that is not modelled (asm)",
        ),
    ];
    for (text, named) in open {
        let Some((letters, outside)) = seen(text) else { return };
        assert_eq!((letters.as_str(), outside.as_str()), ("?", named), "{text}");
    }
    let settled = [
        "int main(int argc, char **argv) { int n = 1; return n; }",
        "extern unsigned strlen(const char *); int main(void) { int n = strlen(\"abc\"); return n; }",
        "extern int printf(const char *, ...); int main(void) { int n = 1; printf(\"%d\", n); return n; }",
        "extern double floor(double); extern float sqrtf(float); int main(void) { int n = floor(sqrtf(9)); return n; }",
        "int main(void) { int n = __builtin_popcount(7); return n; }",
        "int main(void) { int a, *p = &a; int n = p == 0; return n; }",
    ];
    for text in settled {
        let Some((letters, outside)) = seen(text) else { return };
        assert_eq!((letters.as_str(), outside.as_str()), ("h", ""), "{text}");
    }
}

/// Many inputs: failures are found near the constants of the program, the rest stays open.
#[test]
fn many_inputs_are_searched() {
    let text = "extern int __VERIFIER_nondet_int(void);
        int main(void) {
            int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
            if (x == 1234567 && y > x) return y;
            return 0;
        }";
    let checks = [("x", 0, 1234567), ("y", 0, 1234568), ("y", 1, 1234568), ("y", 1, 7)];
    let Some((letters, _)) = truths(text, &checks) else { return };
    assert_eq!(letters, "fff?");
}

/// gcc takes `x + 1 > x` for true before its sanitizer sees it, unless it is told not to.
#[test]
fn overflows_that_a_compiler_folds_away_are_seen() {
    let text = "extern int __VERIFIER_nondet_int(void);
        int main(void) {
            int x = __VERIFIER_nondet_int();
            return x + 1 > x;
        }";
    let Some((letters, examination)) = truths(text, &[("x", 0, 7)]) else { return };
    assert_eq!(letters, "f");
    let undefined = examination.undefined.expect("it is seen");
    assert!(undefined.reason.contains("signed integer overflow"), "{}", undefined.reason);
}

/// What only happens after undefined behaviour confirms nothing, and nothing holds for certain.
#[test]
fn undefined_behaviour_ends_a_run() {
    let text = "extern unsigned char __VERIFIER_nondet_uchar(void);
        int main(void) {
            int a[3] = {0, 0, 0}, x = __VERIFIER_nondet_uchar();
            a[x] = 1;
            return x;
        }";
    let checks = [("x", 0, 3), ("x", 1, 3), ("x", 1, 2), ("x", 1, 300)];
    let Some((letters, examination)) = truths(text, &checks) else { return };
    assert_eq!(letters, "f?f?");
    let undefined = examination.undefined.expect("it is seen");
    assert!(undefined.reason.contains("index 3 out of bounds"), "{undefined:?}");
    assert_eq!(undefined.inputs[0].raw, 3);
}

/// A value that nobody wrote is another one in each of the two programs.
#[test]
fn uninitialised_memory_confirms_nothing() {
    let text = "extern void *malloc(unsigned); int main(void) {
            int x; int *p = malloc(4); if (!p) return 0;
            if (x == 0) return x;
            return *p + 5;
        }";
    let checks = [("x", 0, 0), ("*p", 0, 0), ("x", 1, 0), ("x", 0, 77)];
    let Some((letters, examination)) = truths(text, &checks) else { return };
    assert_eq!(letters, "????");
    let undefined = examination.undefined.expect("it is seen");
    assert!(undefined.reason.contains("did not initialise"), "{undefined:?}");
}

#[test]
fn assumptions_exclude_runs_and_loops_without_end_prove_nothing() {
    let text =
        "extern unsigned char __VERIFIER_nondet_uchar(void); extern void __VERIFIER_assume(int);
        int main(void) {
            unsigned char x = __VERIFIER_nondet_uchar();
            __VERIFIER_assume(x < 3);
            return x;
        }";
    let Some((letters, _)) = truths(text, &[("x", 1, 2), ("x", 1, 3)]) else { return };
    assert_eq!(letters, "fh");
    let endless = "int main(void) { int x = 0; while (1) { x = !x; } return x; }";
    let Some((letters, _)) = truths(endless, &[("!x", 0, 1), ("!x", 0, 0), ("x", 0, 5)]) else {
        return;
    };
    assert_eq!(letters, "ff?");
}

/// A variant in plain form, as it is reduced and shown to people.
#[test]
fn variants_in_plain_form_are_run_as_they_are() {
    let Some(clang) = installed::clang() else { return };
    let folder = tempfile::tempdir().expect("there is room");
    let warden = Warden::at(env!("CARGO_BIN_EXE_soundline-warden"));
    let workshop = Workshop::new(folder.path(), warden, Stop::default()).expect("it can be made");
    let seen = |text: String| {
        let program = clang.parse("plain.c", text, DataModel::Ilp32).expect("it is C");
        let seen = examine_plain(&workshop, &program, &[], &Effort::default());
        seen.expect("it can be run")
    };
    let truth = |limit: u32| {
        let text = format!(
            "extern void __VERIFIER_assert(int); extern unsigned char __VERIFIER_nondet_uchar(void);
             int main(void) {{ unsigned char x = __VERIFIER_nondet_uchar();
                 __VERIFIER_assert(x / 2 != {limit}); return 0; }}"
        );
        seen(text).truths.remove(0)
    };
    assert_eq!(truth(128), holds(256));
    let Truth::Fails(failures) = truth(127) else { panic!("it fails") };
    assert_eq!(failures[0].inputs[0].raw, 254);
    // Neither of the two fillings is the value that is asked for.
    let text = "extern void __VERIFIER_assert(int); int main(void) { int x; __VERIFIER_assert(x != 5); return 0; }";
    let open = seen(text.to_owned());
    assert_eq!((&open.truths[..], open.undefined), (&[Truth::Open][..], None));
    assert_eq!(open.outside.as_deref(), Some("`x`, which may have no value yet"));
    // Nor here: one element is never written.
    let array = |length: u32| {
        seen(format!(
            "extern void __VERIFIER_assert(int); extern _Bool __VERIFIER_nondet_bool(void);
             int main(void) {{ int a[2]; int i; for (i = 0; i < {length}; i++) a[i] = i;
                 i = __VERIFIER_nondet_bool(); __VERIFIER_assert(a[i] != 12345); return 0; }}"
        ))
    };
    let open = array(1);
    assert_eq!((&open.truths[..], open.undefined), (&[Truth::Open][..], None));
    assert_eq!(open.outside.as_deref(), Some("`a[i]`, which may have no value yet"));
    assert_eq!(array(2).truths, [holds(2)]);
}

/// No sanitizer sees that the value of a function is used that returned none.
#[test]
fn a_missing_return_can_be_refused() {
    let Some(clang) = installed::clang() else { return };
    let folder = tempfile::tempdir().expect("there is room");
    let program = |body: &str| {
        let text = format!(
            "extern void __VERIFIER_assert(int); int f(int x) {{ {body} }}
             int main(void) {{ int y = f(3); __VERIFIER_assert(3 != 3); }}"
        );
        clang.parse("plain.c", text, DataModel::Ilp32).expect("it is C")
    };
    let (good, bad) = (program("return x;"), program("x++;"));
    let is_run = |original: &soundline_c::Program| {
        let warden = Warden::at(env!("CARGO_BIN_EXE_soundline-warden"));
        let workshop = Workshop::new(folder.path(), warden, Stop::default());
        let workshop = workshop.expect("it can be made");
        let workshop = workshop.requiring_returns(original.source.bytes(), DataModel::Ilp32);
        [&good, &bad]
            .map(|program| examine_plain(&workshop, program, &[], &Effort::default()).is_ok())
    };
    assert_eq!(is_run(&good), [true, false]);
    assert_eq!(is_run(&bad), [true, true]);
}

#[test]
fn what_cannot_be_linked_is_not_run() {
    let text = "extern int elsewhere(void); int main(void) { int x = elsewhere(); return x; }";
    let Some(refused) = examined(text, DataModel::Lp64, &[("x", 0, 1)]) else { return };
    let reason = refused.expect_err("nothing defines it").to_string();
    assert!(reason.contains("elsewhere"), "{reason}");
}

/// The last of two calls leaves its mark: gcc calls the first argument's function last.
const ORDER: &str = "int last, calls;
    int f(void) { last = 1; calls++; return 1; }
    int g(void) { last = 2; calls++; return 2; }
    int h(int a, int b) { return a + b; }
    int main(void) { INPUTS int sum = h(f(), g()); int seen = last; return sum + seen + calls; }";

/// Few inputs, and so many that they cannot all be tried.
const INPUTS: [&str; 2] =
    ["", "extern int __VERIFIER_nondet_int(void); calls = __VERIFIER_nondet_int() % 2;"];

/// What depends on the order of evaluation neither fails nor holds; what does not is as sure as ever.
#[test]
fn the_order_of_evaluation_confirms_nothing() {
    let both = Compiler::ALL.to_vec();
    if compilers() != both {
        return;
    }
    // With gcc `last` is 1 and with clang 2; the sum is 3 and never 4 with both.
    let checks = [("last", 0, 1), ("last", 0, 2), ("sum", 0, 3), ("sum", 0, 4)];
    for (inputs, expected) in INPUTS.iter().zip(["ddfh", "d?f?"]) {
        let text = ORDER.replace("INPUTS", inputs);
        let Some((letters, examination)) = truths(&text, &checks) else { return };
        assert_eq!((letters.as_str(), &examination.undefined), (expected, &None), "{inputs}");
        let (gcc, clang) = (Compiler::Gcc, Compiler::Clang);
        assert_eq!(examination.truths[0], Truth::Depends { fails: gcc, holds: clang });
        let Truth::Fails(failures) = &examination.truths[2] else { panic!("{examination:?}") };
        assert_eq!(failures.iter().map(|run| run.compiler).collect::<Vec<_>>(), both);
    }
    // What a witness says to fail is looked for with clang too.
    let text = ORDER.replace("INPUTS", INPUTS[1]);
    let seen = examined_by(&both, &text, DataModel::Lp64, &checks, true);
    let Some(seen) = seen.map(|seen| seen.expect("it can be run")) else { return };
    assert_eq!(letters(&seen), "ddf?", "{seen:?}");
}

/// With one compiler nothing can be compared, and the evidence says which one it was.
#[test]
fn a_single_compiler_is_named() {
    let text = ORDER.replace("INPUTS", "");
    let checks = [("last", 0, 1), ("last", 0, 2), ("sum", 0, 3), ("sum", 0, 4)];
    for (compiler, expected) in [(Compiler::Gcc, "fhfh"), (Compiler::Clang, "hffh")] {
        // The libraries of clang's sanitizers may be missing.
        let seen = examined_by(&[compiler], &text, DataModel::Ilp32, &checks, false);
        let Some(Ok(seen)) = seen else { continue };
        assert_eq!(letters(&seen), expected, "{compiler}");
        let Truth::Fails(failures) = &seen.truths[2] else { panic!("{seen:?}") };
        assert_eq!(failures.len(), 1);
        assert_eq!(failures[0].compiler, compiler);
        assert_eq!(seen.truths[3], Truth::Holds { runs: 1, compilers: vec![compiler] });
    }
    let none = examined_by(&[], &text, DataModel::Ilp32, &checks, false);
    assert!(none.is_none_or(|none| none.is_err()));
}

/// Inputs that are arguments are read in another order by each compiler: the failure is genuine, with
/// inputs of its own for each.
#[test]
fn inputs_in_another_order_still_confirm() {
    let text = "extern unsigned char __VERIFIER_nondet_uchar(void);
        extern int __VERIFIER_nondet_int(void);
        int less(int a, int b) { int gap = a - b; return gap; }
        int main(void) {
            int wide = __VERIFIER_nondet_int();
            return less(__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()) + (wide > 3);
        }";
    let Some((letters, _)) = truths(text, &[("gap", 0, 2), ("gap", 0, -2), ("gap", 0, 900)]) else {
        return;
    };
    assert_eq!(letters, "ff?");
}

/// Headers of the C library, preprocessed by gcc, have attributes and types that clang does not know.
#[test]
fn seeds_with_headers_are_confirmed_by_both_compilers() {
    let Some(clang) = installed::clang() else { return };
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("headers.c");
    let text = r#"#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int x = abs(-(int)__VERIFIER_nondet_uchar());
    char copy[4];
    strcpy(copy, "abc");
    int root = (int)sqrt((double)x);
    printf("%s %d\n", copy, root);
    return root;
}
"#;
    std::fs::write(&file, text).expect("it can be written");
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let settings = Settings {
            model,
            preprocess: Preprocess::Always,
            arguments: Vec::new(),
            ..Settings::default()
        };
        let read = match clang.read(&file, &settings) {
            Ok(read) => read,
            // The headers for 32 bits are a package of their own.
            Err(_) if model == DataModel::Ilp32 => continue,
            Err(error) => panic!("{error}"),
        };
        let text = read.source.bytes().to_vec();
        let seed = Arc::new(Seed::parse(&clang, "headers.c", text, model).expect("it is a seed"));
        let written = |span| seed.program.source.slice(span) == "root";
        let last = seed.candidates.all.iter().rfind(|c| written(c.site.span)).expect("root");
        let suspect =
            |constant| Suspect { check: Check { candidate: *last, constant }, witnessed: false };
        let workshop =
            Workshop::new(folder.path(), warden(), Stop::default()).expect("it can be made");
        let seen = examine(&workshop, &seed, &[suspect(15), suspect(16)], &[], &Effort::default())
            .expect("it can be run");
        assert_eq!((letters(&seen).as_str(), &seen.unrepeated), ("fh", &None), "{model:?}");
        let Truth::Fails(failures) = &seen.truths[0] else { panic!("{seen:?}") };
        assert_eq!(failures.iter().map(|run| run.compiler).collect::<Vec<_>>(), compilers());
    }
}

fn warden() -> Warden {
    Warden::at(env!("CARGO_BIN_EXE_soundline-warden"))
}
