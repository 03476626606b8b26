//! The forms of annotated programs, on the figures of the SAS'16 paper.

use super::{Case, FIG_1, FIG_3, assert_code, has_libclang, stdout};
use expect_test::expect;

/// The lines of Fig. 2, in its order. The last one differs: here a failed assertion ends the program, so
/// nothing comes after one that never holds.
#[test]
fn fig_2() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(FIG_1);
    let output = case.analyze("prog.c --bound W0 --overflow assume-none --annotate paper,all");
    assert_code(&output, 1);
    expect![[r#"
        extern int __VERIFIER_nondet_int(void);
        extern void __VERIFIER_assert(int);
        void M(void) {
          int c = 0;
          assumed 0 <= c && c <= 1 as a1;  // label 2, at the head of the loop
          while (__VERIFIER_nondet_int()) {
            assume 0 <= c && c <= 1 provided a1;  // label 3
            if (c < 7) {
              assume 0 <= c && c <= 1 provided a1;  // label 4
              c++;
              assume 1 <= c && c <= 2 provided a1;  // label 5
            }
            assume 1 <= c && c <= 2 provided a1;  // label 6
          }
          assume 0 <= c && c <= 1 provided a1;  // label 7
          assume c < 585 provided a1;
          __VERIFIER_assert(c < 585);  // verified
          assume 0 <= c && c <= 1 provided a1;  // label 8
          assume !(7 < c) provided a1;
          __VERIFIER_assert(7 < c);  // falsified
          assume false provided a1;  // label 9
        }
    "#]]
    .assert_eq(&stdout(&output));
}

#[test]
fn fig_2_as_c() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(FIG_1);
    let output = case.analyze("prog.c --bound W0 --overflow assume-none --annotate c,all");
    assert_code(&output, 1);
    let text = stdout(&output);
    assert_eq!(text.lines().count(), FIG_1.lines().count(), "lines keep their numbers");
    for part in [
        "{ _Bool soundline_a1 = 1;",
        "while (soundline_a1 = soundline_a1 && (0 <= c && c <= 1), __VERIFIER_nondet_int())",
        "__VERIFIER_assume(!(soundline_a1) || (c < 585)); __VERIFIER_assert(c < 585);",
        "__VERIFIER_assume(!(soundline_a1) || !(7 < c)); __VERIFIER_assert(7 < c);",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let cbmc = stdout(&case.analyze("prog.c --bound W0 --annotate cbmc"));
    assert!(cbmc.contains("__CPROVER_assume(") && !cbmc.contains("__VERIFIER_assume"), "{cbmc}");
}

/// The annotated program can be analyzed again: what was verified under assumptions is found again.
#[test]
fn annotated_programs_are_programs() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(FIG_1);
    let first = case.analyze("prog.c --bound W0 --overflow assume-none --annotate c");
    case.write("again.c", &stdout(&first));
    let json = case.json("again.c --overflow assume-none");
    assert_eq!(json["stop"], "finished");
    assert_eq!(json["files"][0]["checks"].as_array().map(Vec::len), Some(2), "{json}");
}

/// Intervals cannot verify Fig. 3; bounded, and then on what is left, they can.
#[test]
fn fig_3() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(FIG_3);
    let alone = case.json("prog.c --overflow assume-none");
    assert_eq!(alone["files"][0]["checks"][0]["status"], "may-fail");
    let bounded = case.analyze("prog.c --overflow assume-none --bound W0 --residual");
    assert_code(&bounded, 3);
    let residual = stdout(&bounded);
    assert!(
        residual.contains("(__VERIFIER_assume((__VERIFIER_nondet_int()) != 0), 1)"),
        "{residual}"
    );
    case.write("residual.c", &residual);
    let json = case.json("residual.c --overflow assume-none");
    assert_eq!(json["files"][0]["checks"][0]["status"], "verified", "{json}");
    assert_code(&case.analyze("residual.c --overflow assume-none"), 0);
}

#[test]
fn witnesses_have_what_holds_unconditionally() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(
        "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  while (x < 10) {
    x++;
  }
  for (int i = 0; i < 3; i++) { x = x + 0; }
  return x;
}
",
    );
    let output = case.analyze("prog.c --annotate witness,all");
    assert_code(&output, 0);
    let text = stdout(&output);
    let hash = "input_file_hashes:\n        \"prog.c\": \"";
    assert!(text.contains(hash), "{text}");
    let invariants: Vec<&str> = text.split("- invariant:").skip(1).collect();
    let lines: Vec<&str> = invariants[0].lines().map(str::trim).collect();
    assert_eq!(
        lines[1..].join(" "),
        "type: loop_invariant location: file_name: \"prog.c\" line: 4 column: 3 function: \"main\" \
         value: \"0 <= x && x <= 10\" format: c_expression "
    );
    // What a loop declares is not in scope where the format has the place of its invariant.
    let second =
        invariants.iter().find(|one| one.contains("loop_invariant") && one.contains("line: 7"));
    assert!(second.is_some_and(|one| one.contains("value: \"x == 10\"")), "{text}");
    let body = invariants.iter().find(|one| one.contains("column: 33")).expect("in the body");
    assert!(body.contains("i <= 2") && body.contains("location_invariant"), "{body}");
    let bounded = stdout(&case.analyze("prog.c --bound W0,J0 --annotate witness"));
    assert!(!bounded.contains("x <= 1\""), "{bounded}");
}
