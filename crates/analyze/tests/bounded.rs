//! Bounds, assumptions and escalation.

mod support;

use soundline_analyze::{
    Analysis, BoundKind, Bounds, Crew, Reason, Scope, Settings, Status, StopReason, analyze,
    escalate,
};
use std::cell::Cell;

const HEADER: &str = "int __VERIFIER_nondet_int(void); void __VERIFIER_assert(int);\n\
    void __VERIFIER_assume(int); int outside(void);\n";

fn run(text: &str, bounds: &str, whole: bool) -> Option<Analysis> {
    let clang = support::clang()?;
    let program = support::parse(&clang, &format!("{HEADER}{text}"));
    let mut settings = support::settings("intervals");
    settings.bounds = bounds.parse().unwrap_or_else(|fault: String| panic!("{fault}"));
    if whole {
        let entry = program.function_named("main").expect("there is a main");
        settings.scope = Scope::Whole { entry };
    }
    Some(support::run(&program, &settings))
}

fn statuses(analysis: &Analysis) -> Vec<(Status, usize)> {
    analysis.checks.iter().map(|check| (check.status, check.provided.len())).collect()
}

#[test]
fn a_join_that_is_not_made_becomes_an_assumption() {
    let text = "int main(void) { int x = 1; if (__VERIFIER_nondet_int()) { x = 2; }\n\
        __VERIFIER_assert(x < 2); return 0; }";
    let Some(free) = run(text, "Inf", false) else { return };
    assert_eq!(statuses(&free), [(Status::MayFail, 0)]);
    let Some(bounded) = run(text, "J0", false) else { return };
    let [assumption] = &bounded.assumptions[..] else { panic!("one assumption") };
    assert!(assumption.reasons.contains(&Reason::Bound(BoundKind::Joins)));
    // One of the branches was not looked at, and the check depends on that.
    assert_eq!(bounded.checks[0].provided.len(), 1);
    assert_eq!(bounded.stop, StopReason::Bound([BoundKind::Joins].into()));
}

#[test]
fn facts_depend_only_on_assumptions_before_them() {
    let text = "int main(void) { int x = 1; __VERIFIER_assert(x == 1);\n\
        while (__VERIFIER_nondet_int()) { x++; }\n\
        __VERIFIER_assert(x >= 1); return 0; }";
    let Some(bounded) = run(text, "W0", false) else { return };
    assert_eq!(statuses(&bounded), [(Status::Verified, 0), (Status::Verified, 1)]);
}

#[test]
fn calls_that_are_not_followed_end_the_path() {
    let text = "int main(void) { int x = outside(); __VERIFIER_assert(x > 0); return 0; }";
    let Some(bounded) = run(text, "C0", false) else { return };
    assert_eq!(statuses(&bounded), [(Status::Unreachable, 1)]);
    assert!(bounded.assumptions[0].predicate.is_none());
    assert!(bounded.assumptions[0].complete);
    let Some(free) = run(text, "C1", false) else { return };
    assert_eq!(statuses(&free), [(Status::MayFail, 0)]);
}

#[test]
fn conditions_that_intervals_cannot_express_count() {
    let text = "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n\
        if (x < y) { __VERIFIER_assert(x != y); } return 0; }";
    let Some(bounded) = run(text, "G0", false) else { return };
    assert_eq!(bounded.checks[0].status, Status::Unreachable);
    assert_eq!(bounded.checks[0].provided.len(), 1);
}

#[test]
fn what_is_assumed_holds_for_all_contexts() {
    let text = "int f(int x) { int y = x; while (__VERIFIER_nondet_int()) { y++; } return y; }\n\
        int main(void) { int a = f(1); int b = f(10); __VERIFIER_assert(a + b < 100); return 0; }";
    let Some(bounded) = run(text, "W0", true) else { return };
    let [assumption] = &bounded.assumptions[..] else { panic!("one label") };
    // In one context y is 1 or 2, in the other 10 or 11: no value is both.
    let predicate = assumption.predicate.as_ref().expect("not false").to_string();
    assert!(predicate.contains("y <= 2") && predicate.contains("10 <= y"), "{predicate}");
    assert_eq!(bounded.checks[0].provided.len(), 1);
}

#[test]
fn an_interrupt_stops_soundly() {
    let Some(clang) = support::clang() else { return };
    let text = "int main(void) { int x = 0; while (x < 1000) { x++; }\n\
        __VERIFIER_assert(x == 1000); return 0; }";
    let program = support::parse(&clang, &format!("{HEADER}{text}"));
    for allowed in 0..30 {
        let left = Cell::new(allowed);
        let interrupted = || {
            left.set(left.get() - 1);
            left.get() < 0
        };
        let analysis = analyze(&program, &support::settings("intervals"), &interrupted);
        let check = &analysis.checks[0];
        match analysis.stop {
            StopReason::Finished => assert_eq!(check.status, Status::Verified),
            _ => assert!(!check.provided.is_empty(), "{allowed}: {check:?}"),
        }
    }
}

#[test]
fn later_domains_get_what_is_left() {
    let Some(clang) = support::clang() else { return };
    let text = "void easy(void) { int x = 3; __VERIFIER_assert(x == 3); }\n\
        void hard(int x, int y) { if (x < y) { __VERIFIER_assert(x != y); } }\n\
        void wrong(int x) { __VERIFIER_assert(x > 0); }";
    let program = support::parse(&clang, &format!("{HEADER}{text}"));
    let stages = ["intervals", "octagons"]
        .map(|name| Settings { domain: name.parse().expect("a domain"), ..Settings::default() });
    let run =
        |stages| escalate(&program, stages, Crew::alone(&|| false)).expect("there is a stage");
    let analysis = run(&stages);
    let expected = [(Status::Verified, 0), (Status::Verified, 0), (Status::MayFail, 0)];
    assert_eq!(statuses(&analysis), expected);
    let first = run(&stages[..1]);
    assert_eq!(statuses(&first)[1], (Status::MayFail, 0));
    assert_eq!(analysis.functions.len(), 3);
}

#[test]
fn bounds_that_are_never_reached_change_nothing() {
    let text = "int main(void) { int s = 0; for (int i = 0; i < 10; i++) { s += i; }\n\
        __VERIFIER_assert(s >= 0); return s; }";
    let Some(free) = run(text, "Inf", false) else { return };
    let counts = free.counts;
    let bounds = Bounds {
        ticks: Some(counts.ticks),
        joins: Some(counts.joins),
        widenings: Some(counts.widenings),
        calls: Some(counts.calls),
        guards: Some(counts.guards),
    };
    let Some(bounded) = run(text, &bounds.to_string(), false) else { return };
    assert_eq!(format!("{:?}", free.checks), format!("{:?}", bounded.checks));
    assert_eq!(format!("{:?}", free.functions), format!("{:?}", bounded.functions));
    assert_eq!(bounded.stop, StopReason::Finished);
}

fn stages(words: &[(&str, &str)]) -> Vec<Settings> {
    let stage = |(domain, bounds): &(&str, &str)| Settings {
        domain: domain.parse().expect("a domain"),
        bounds: bounds.parse().expect("bounds"),
        overflow: soundline_analyze::Overflow::AssumeNone,
        checkpoint: true,
        residual: true,
        ..Settings::default()
    };
    words.iter().map(stage).collect()
}

const FIG_3: &str = "void N(void) { int c = 0;\n\
    if (__VERIFIER_nondet_int()) { while (c < 7) { c++; } }\n__VERIFIER_assert(c != 5); }";

/// Sect. 4.3: what is verified before the widening is not analysed again, and then the same domain verifies the rest.
#[test]
fn the_same_domain_verifies_what_is_left_of_fig_3() {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, &format!("{HEADER}{FIG_3}"));
    let run = |words: &[(&str, &str)]| {
        escalate(&program, &stages(words), Crew::alone(&|| false)).expect("there is a stage")
    };
    let once = run(&[("intervals", "Inf")]);
    assert_eq!(statuses(&once), [(Status::MayFail, 0)]);
    let twice = run(&[("intervals", "Inf"), ("intervals", "Inf")]);
    assert_eq!(statuses(&twice), [(Status::Verified, 0)]);
    assert_eq!(twice.stop, StopReason::Finished);
}

/// An assertion that fails on the side that is left must not be lost with the one that is pruned.
#[test]
fn pruned_branches_hide_no_failure() {
    let Some(clang) = support::clang() else { return };
    let text = FIG_3.replace("c != 5", "c != 7");
    let program = support::parse(&clang, &format!("{HEADER}{text}"));
    for words in [
        &[("intervals", "Inf"), ("intervals", "Inf")][..],
        &[("intervals", "W0"), ("octagons", "Inf"), ("polyhedra", "Inf")],
        &[("intervals", "JWC0"), ("intervals", "J8"), ("octagons", "Inf")],
    ] {
        let analysis =
            escalate(&program, &stages(words), Crew::alone(&|| false)).expect("there is a stage");
        assert_eq!(analysis.checks[0].status, Status::MayFail, "{words:?}");
    }
}

/// Raised bounds go on from the checkpoint, and end where an analysis without bounds does.
#[test]
fn raised_bounds_come_to_the_unbounded_result() {
    let Some(clang) = support::clang() else { return };
    let text = "int g(int x) { return x > 3 ? x : 4; }\n\
        void M(int n) { int c = 0, d = 0; while (__VERIFIER_nondet_int()) { if (c < 7) { c++; } d = g(c); }\n\
        __VERIFIER_assert(c < 585); __VERIFIER_assert(7 < c); __VERIFIER_assert(d < n); }";
    let program = support::parse(&clang, &format!("{HEADER}{text}"));
    let free = escalate(&program, &stages(&[("intervals", "Inf")]), Crew::alone(&|| false))
        .expect("a stage");
    for bounds in [&["JWC0", "J2", "Inf"][..], &["T3", "T6", "T12", "Inf"], &["C0", "W1", "Inf"]] {
        let words: Vec<(&str, &str)> = bounds.iter().map(|bound| ("intervals", *bound)).collect();
        let raised = escalate(&program, &stages(&words), Crew::alone(&|| false)).expect("a stage");
        assert_eq!(statuses(&raised), statuses(&free), "{bounds:?}");
        assert_eq!(raised.stop, StopReason::Finished, "{bounds:?}");
        assert_eq!(raised.counts.ticks, free.counts.ticks, "{bounds:?}: nothing starts again");
    }
}

/// What one domain proves is known to the next, which could not prove it.
#[test]
fn proved_checks_are_assumed_by_later_stages() {
    let Some(clang) = support::clang() else { return };
    let text = "void f(int x, int y) { if (x == y) { int d = 2 * x - 2 * y;\n\
        __VERIFIER_assert(d == 0); __VERIFIER_assert(d % 3 == 0); __VERIFIER_assert(x > 0); } }";
    let program = support::parse(&clang, &format!("{HEADER}{text}"));
    let words = [("polyhedra", "Inf"), ("intervals", "Inf")];
    let analysis = escalate(&program, &stages(&words), Crew::alone(&|| false)).expect("a stage");
    let expected = [(Status::Verified, 0), (Status::Verified, 0), (Status::MayFail, 0)];
    assert_eq!(statuses(&analysis), expected);
}

/// The example of Sect. 4.2: of `x != 0` intervals can express one side, under an assumption.
#[test]
fn conditions_are_followed_from_below() {
    let Some(clang) = support::clang() else { return };
    let text = "void f(int x) { if (x >= -1 && x <= 1) { if (x != 0) {\n\
        __VERIFIER_assert(x == 1); __VERIFIER_assert(x == 0); } } }";
    let program = support::parse(&clang, &format!("{HEADER}{text}"));
    let with = |at_guards| {
        let bounds = "G0".parse().expect("bounds");
        let settings = Settings { bounds, at_guards, ..Settings::default() };
        analyze(&program, &settings, &|| false)
    };
    let skipped = with(soundline_analyze::AtGuards::Skip);
    assert!(skipped.checks.iter().all(|check| check.status == Status::Unreachable));
    assert!(skipped.checks.iter().all(|check| !check.provided.is_empty()));
    let below = with(soundline_analyze::AtGuards::Under);
    assert_eq!(statuses(&below), [(Status::Verified, 1), (Status::MayFail, 0)]);
}
