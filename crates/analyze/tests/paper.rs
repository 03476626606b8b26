//! The examples of the paper, label by label.

mod support;

use soundline_analyze::{Analysis, AssumptionId, Bounds, Overflow, Settings, Status, StopReason};
use std::collections::BTreeSet;

const FIGURE_1: &str = "\
int __VERIFIER_nondet_int(void); void __VERIFIER_assert(int);
void M(void) {
  int c = 0;
  while (__VERIFIER_nondet_int()) {
    if (c < 7) {
      c++;
    }
  }
  __VERIFIER_assert(c < 585);
  __VERIFIER_assert(7 < c);
}
";

const FIGURE_3: &str = "\
int __VERIFIER_nondet_int(void); void __VERIFIER_assert(int);
void N(void) {
  int c = 0;
  if (__VERIFIER_nondet_int()) {
    while (c < 7) {
      c++;
    }
  }
  __VERIFIER_assert(c != 5);
}
";

/// As in the paper: intervals, no thresholds, no narrowing, integers that do not overflow.
fn settings(bounds: &str) -> Settings {
    Settings {
        bounds: bounds.parse().unwrap_or_else(|fault: String| panic!("{fault}")),
        overflow: Overflow::AssumeNone,
        thresholds: false,
        narrowing_steps: 0,
        ..Settings::default()
    }
}

/// What is known at each label, as text.
fn states(analysis: &Analysis) -> Vec<String> {
    let points = analysis.functions[0].points.iter();
    points.map(|p| p.state.as_ref().map_or("false".into(), |state| state.to_string())).collect()
}

#[test]
fn figure_1_without_bounds() {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, FIGURE_1);
    let analysis = support::run(&program, &settings("Inf"));
    assert_eq!(analysis.stop, StopReason::Finished);
    let expected = [
        "true",
        "c == 0",
        "0 <= c",
        "0 <= c",
        "0 <= c && c <= 6",
        "1 <= c && c <= 7",
        // The paper has [0, oo] here; c is at least 1 in both branches.
        "1 <= c",
        "0 <= c",
        "0 <= c && c <= 584",
        "8 <= c && c <= 584",
    ];
    assert_eq!(states(&analysis), expected);
    let statuses: Vec<Status> = analysis.checks.iter().map(|check| check.status).collect();
    assert_eq!(statuses, [Status::MayFail, Status::MayFail]);
    assert!(analysis.assumptions.is_empty());
}

#[test]
fn figure_2_with_widening_bounded() {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, FIGURE_1);
    let analysis = support::run(&program, &settings("W0"));
    let expected = [
        "true",
        "c == 0",
        "0 <= c && c <= 1",
        "0 <= c && c <= 1",
        "0 <= c && c <= 1",
        "1 <= c && c <= 2",
        "1 <= c && c <= 2",
        "0 <= c && c <= 1",
        "0 <= c && c <= 1",
        "false",
    ];
    assert_eq!(states(&analysis), expected);
    let [assumption] = &analysis.assumptions[..] else { panic!("one assumption") };
    assert_eq!(assumption.label.0, 2);
    assert!(assumption.complete);
    let predicate = assumption.predicate.as_ref().expect("not false");
    assert_eq!(predicate.to_string(), "0 <= c && c <= 1");
    let provided = BTreeSet::from([AssumptionId(1)]);
    let [below, above] = &analysis.checks[..] else { panic!("two checks") };
    assert_eq!((below.status, &below.provided), (Status::Verified, &provided));
    assert_eq!((above.status, &above.provided), (Status::DefinitelyFails, &provided));
    // Before the loop nothing depends on the assumption.
    assert!(analysis.functions[0].points[1].provided.is_empty());
    assert_eq!(analysis.functions[0].points[3].provided, provided);
}

#[test]
fn figure_3_bounded_and_continued_on_the_residual_program() {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, FIGURE_3);
    let free = support::run(&program, &settings("Inf"));
    assert_eq!(free.checks[0].status, Status::MayFail);
    let bounded = support::run(&program, &settings("W0"));
    assert_eq!(bounded.checks[0].status, Status::Verified);
    assert_eq!(bounded.checks[0].provided.len(), 1);
    // The branch that leaves the loop out is verified, so it can be cut off.
    let [branch] = &bounded.functions[0].verified_branches[..] else { panic!("one branch") };
    assert!(!branch.side);
    let condition = program.source.slice(branch.span).into_owned();
    let cut = format!("({condition}) || (__VERIFIER_assume(0), 0)");
    let text = FIGURE_3.replacen(&format!("if ({condition})"), &format!("if ({cut})"), 1);
    let text = format!("void __VERIFIER_assume(int);\n{text}");
    let residual = support::parse(&clang, &text);
    let analysis = support::run(&residual, &settings("Inf"));
    assert_eq!(analysis.checks[0].status, Status::Verified, "{text}");
    assert!(analysis.checks[0].provided.is_empty());
}

#[test]
fn more_is_known_with_higher_bounds() {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, FIGURE_1);
    let mut last: Option<usize> = None;
    for ticks in 0..40 {
        let bounds = Bounds { ticks: Some(ticks), ..Bounds::default() };
        let analysis = support::run(&program, &Settings { bounds, ..settings("Inf") });
        let reached = states(&analysis).iter().filter(|state| *state != "false").count();
        assert!(last.is_none_or(|last| last <= reached), "{ticks}");
        last = Some(reached);
        assert!(analysis.counts.ticks <= ticks + 10);
    }
}
