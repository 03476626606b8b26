//! What runs show about checks, against what is known about small programs.

use std::sync::Arc;

use soundline_c::{Clang, DataModel};
use soundline_diff::findings::execution::{
    Effort, Examination, NotRunnable, Truth, Workshop, examine, examine_plain,
};
use soundline_diff::limits::{Stop, Warden};
use soundline_diff::{Check, Seed};

fn clang() -> Option<Clang> {
    match Clang::find() {
        Err(soundline_c::Error::LibraryMissing) => None,
        clang => Some(clang.expect("a libclang that works")),
    }
}

/// A seed and checks: an expression as it is written, with the place among those that look the
/// same, and a value.
fn examined(
    text: &str,
    model: DataModel,
    checks: &[(&str, usize, i128)],
) -> Option<Result<Examination, NotRunnable>> {
    let clang = clang()?;
    let seed = Arc::new(Seed::parse(&clang, "seed.c", text, model).expect("it is a seed"));
    let check = |(expression, place, constant): &(&str, usize, i128)| {
        let written = |span| seed.program.source.slice(span) == *expression;
        let mut same = seed.candidates.all.iter().filter(|c| written(c.site.span));
        Check { candidate: *same.nth(*place).expect(expression), constant: *constant }
    };
    let checks: Vec<Check> = checks.iter().map(check).collect();
    let folder = tempfile::tempdir().expect("there is room");
    let warden = Warden::at(env!("CARGO_BIN_EXE_soundline-warden"));
    let workshop = Workshop::new(folder.path(), warden, Stop::default()).expect("it can be made");
    Some(examine(&workshop, &seed, &checks, &[], &Effort::default()))
}

fn truths(text: &str, checks: &[(&str, usize, i128)]) -> Option<(String, Examination)> {
    let examination = examined(text, DataModel::Ilp32, checks)?.expect("it can be run");
    let letter = |truth: &Truth| match truth {
        Truth::Fails(_) => 'f',
        Truth::Holds(_) => 'h',
        Truth::Open => '?',
    };
    Some((examination.truths.iter().map(letter).collect(), examination))
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
    assert_eq!(examination.truths[1], Truth::Holds(512));
    let Truth::Fails(inputs) = &examination.truths[0] else { panic!("{examination:?}") };
    assert_eq!(inputs.iter().map(|input| input.raw).collect::<Vec<_>>(), [255, 1]);
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
    assert_eq!(examination.truths[1], Truth::Holds(1));
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
    let Some(clang) = clang() else { return };
    let folder = tempfile::tempdir().expect("there is room");
    let warden = Warden::at(env!("CARGO_BIN_EXE_soundline-warden"));
    let workshop = Workshop::new(folder.path(), warden, Stop::default()).expect("it can be made");
    let truth = |limit: u32| {
        let text = format!(
            "extern void __VERIFIER_assert(int); extern unsigned char __VERIFIER_nondet_uchar(void);
             int main(void) {{ unsigned char x = __VERIFIER_nondet_uchar();
                 __VERIFIER_assert(x / 2 != {limit}); return 0; }}"
        );
        let program = clang.parse("plain.c", text, DataModel::Ilp32).expect("it is C");
        let seen = examine_plain(&workshop, &program, &[], &Effort::default());
        seen.expect("it can be run").truths.remove(0)
    };
    assert_eq!(truth(128), Truth::Holds(256));
    let Truth::Fails(inputs) = truth(127) else { panic!("it fails") };
    assert_eq!(inputs[0].raw, 254);
}

#[test]
fn what_cannot_be_linked_is_not_run() {
    let text = "extern int elsewhere(void); int main(void) { int x = elsewhere(); return x; }";
    let Some(refused) = examined(text, DataModel::Lp64, &[("x", 0, 1)]) else { return };
    let reason = refused.expect_err("nothing defines it").to_string();
    assert!(reason.contains("elsewhere"), "{reason}");
}
