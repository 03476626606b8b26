//! Reduction: what is needed stays, what is not goes, and the result is still C.

mod installed;

use soundline_c::DataModel;
use soundline_diff::reduce::{Cvise, CviseError, remove_statements};
use soundline_isolate::{Limits, Stop, Warden};
use std::{path::Path, time::Duration};

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int unused = 3;
static int helper(int x) { return x + 1; }
static int other(int x) { if (x) return 2; return helper(x); }
int main(void) {
  int a = 0, b = __VERIFIER_nondet_int();
  int c = other(b);
  for (int i = 0; i < 10; i++) {
    if (i > 3) {
      a = a + 1;
      __VERIFIER_assert(a != 4);
      b = b ^ 1;
    } else {
      b = 2;
    }
    while (b > 5)
      b = b / 2;
  }
  switch (b) { case 1: c = 2; break; default: c = 3; }
  return a + b;
}
";

/// Stands for the verdicts of analyzers: the check is there, and `a` can still grow.
fn interesting(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let check = text.find("__VERIFIER_assert(a != 4);");
    check.is_some_and(|at| text[..at].contains("a = a + 1;") && text.contains("for ("))
}

#[test]
fn superfluous_statements_go() {
    let Some(clang) = installed::clang() else { return };
    let mut asked = 0;
    let reduced =
        remove_statements(&clang, PROGRAM.as_bytes(), DataModel::Ilp32, 1000, &mut |text| {
            asked += 1;
            assert!(clang.parse("tried.c", text, DataModel::Ilp32).is_ok(), "it is no C");
            interesting(text)
        });
    let text = String::from_utf8_lossy(&reduced.text);
    assert!(interesting(&reduced.text) && !reduced.stopped, "{text}");
    for gone in ["helper", "unused", "switch", "while", "else", "return a", "b ^ 1", "if ("] {
        assert!(!text.contains(gone), "{gone} is left in {text}");
    }
    assert_eq!(asked, reduced.tries);
    assert!(asked < 150, "{asked}");
}

#[test]
fn the_number_of_tries_is_kept() {
    let Some(clang) = installed::clang() else { return };
    let reduced =
        remove_statements(&clang, PROGRAM.as_bytes(), DataModel::Ilp32, 3, &mut interesting);
    assert!(reduced.stopped && reduced.tries == 3 && interesting(&reduced.text));
}

#[test]
fn a_program_that_is_no_c_stays_as_it_is() {
    let Some(clang) = installed::clang() else { return };
    let reduced = remove_statements(&clang, b"int (", DataModel::Ilp32, 9, &mut |_| true);
    assert_eq!((&reduced.text[..], reduced.tries), (&b"int ("[..], 0));
}

#[test]
fn cvise_reduces_with_a_command_as_predicate() {
    let Some(cvise) = Cvise::find() else {
        soundline_needs::CVISE.missing("cvise is not installed");
        return;
    };
    // It would go on for a minute; most is gone after two seconds.
    let limits = Limits { time: Duration::from_secs(5), ..Limits::default() };
    let cvise = Cvise { limits, ..cvise };
    let warden = Warden::at(Path::new(env!("CARGO_BIN_EXE_soundline-warden")));
    let predicate = |script: &str| ["sh", "-c", script, "sh"].map(Into::into);
    let found = predicate("grep -q 'a != 4' \"$1\" && gcc -w -fsyntax-only \"$1\"");
    let reduced = cvise.reduce(&warden, PROGRAM.as_bytes(), &found, &Stop::default());
    let reduced = String::from_utf8(reduced.expect("it reduces")).expect("it is text");
    assert!(reduced.contains("a != 4") && reduced.len() * 2 < PROGRAM.len(), "{reduced}");
    let never = cvise.reduce(&warden, PROGRAM.as_bytes(), &predicate("exit 1"), &Stop::default());
    assert!(matches!(never, Err(CviseError::NotInteresting)), "{never:?}");
}
