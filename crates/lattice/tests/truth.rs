//! Every failure is seen, told once, and told right.

mod support;

use soundline_lattice::laws::ids;
use soundline_lattice::{
    Answer, Check, Class, Counts, Failure, LawId, Outcome, Report, Runner, Scope, Status, Suite,
    Values, signature,
};
use std::sync::Arc;
use support::{NUMBERS, Numbers};

fn suite(numbers: Numbers) -> Vec<Check> {
    Suite::new("numbers", numbers).widening().narrowing().equality().checks()
}

fn run(numbers: Numbers) -> Vec<Report> {
    Runner::new().run_all(&suite(numbers))
}

fn report(numbers: Numbers, law: LawId) -> Report {
    let check = suite(numbers).into_iter().find(|check| check.law == Some(law));
    Runner::new().run(&check.expect("the suite has the law"), None)
}

fn own_causes(reports: &[Report]) -> Vec<&str> {
    let own = reports.iter().filter(|report| report.is_violated() && report.follows_from.is_none());
    own.map(|report| report.name.as_str()).collect()
}

#[test]
fn the_healthy_numbers_pass() {
    for listed in [false, true] {
        for report in run(Numbers { listed, ..NUMBERS }) {
            let fine = matches!(report.status, Status::Passed | Status::Proved);
            assert!(fine, "{report}");
        }
    }
}

/// The first tuple is a violation, and the limit is reached behind it. Ten random cases miss it.
#[test]
fn a_violation_seen_before_the_limit_is_not_dropped() {
    let thousand = Arc::new(Values::among(0..1000));
    let check = Check::about(&thousand, "rare", Class::Order, "x ≠ 0", |values, case| {
        if values.one(case, "x") == 0 {
            return Outcome::Violated;
        }
        values.one(case, "y");
        Outcome::Holds
    });
    let runner = Runner { cases: 10, exhaustive_limit: 1500, ..Runner::new() };
    let report = runner.run(&check, None);
    let example = report.counterexample().expect("the first tuple is a violation");
    assert_eq!(example.notes[0].to_string(), "x = 0");
    assert_eq!(report.scope, Scope::Random);
    assert_eq!((report.counts.violated, report.counts.holds), (1, 10));
}

/// An order that knows only equal elements and bottom, and a widening that is the join: every chain
/// is as long as it can be, but none is known to have been unstable.
#[test]
fn unknown_neither_accuses_nor_passes() {
    let unsure = Numbers {
        leq: |a, b| if a == b { Answer::Yes } else { Answer::Unknown },
        widen: |a, b| a.max(b),
        narrow: |a, b| a.min(b),
        ..NUMBERS
    };
    for law in [ids::WIDENING_CONVERGES, ids::NARROWING_CONVERGES] {
        let report = report(unsure, law);
        assert_eq!(report.status, Status::Unknown, "{report}");
    }
    let conclusion = Numbers { equal: |_, _| Answer::Unknown, ..NUMBERS };
    let commutative = report(conclusion, ids::JOIN_COMMUTATIVE);
    assert_eq!(commutative.status, Status::Unknown, "{commutative}");
    // Stable at once or never known.
    let transfer = report(unsure, ids::WIDENING_CONVERGES_WITH_TRANSFER);
    assert!(!transfer.is_violated(), "{transfer}");
    let join = report(unsure, ids::JOIN_IS_LEAST);
    assert!(join.counts.unknown > 0 && join.counts.vacuous == 0, "{join}");
    let exhaustive = report(Numbers { listed: true, ..unsure }, ids::LEQ_TRANSITIVE);
    assert_ne!(exhaustive.status, Status::Proved, "{exhaustive}");
}

/// An endless chain whose steps are not all known to be needed.
#[test]
fn an_endless_chain_with_an_unknown_step_is_unknown() {
    let falling = Numbers { widen: |_, _| 0, ..NUMBERS };
    let unsure = |a, b| if a == b { Answer::Yes } else { Answer::Unknown };
    let law = ids::WIDENING_CONVERGES_WITH_TRANSFER;
    let unknown = report(Numbers { leq: unsure, ..falling }, law);
    assert!(!unknown.is_violated() && unknown.counts.unknown > 0, "{unknown}");
    let known = report(falling, law);
    assert!(known.is_violated(), "{known}");
}

#[test]
fn cases_whose_precondition_fails_do_not_count() {
    let seldom = |one_in: u64| {
        let values = Arc::new(Values::new(move |choices| choices.draw(one_in - 1)));
        let check = Check::about(&values, "seldom", Class::Order, "", |values, case| {
            if values.one(case, "x") == 0 { Outcome::Holds } else { Outcome::Vacuous }
        });
        Runner::new().run(&check, None)
    };
    let often = seldom(4);
    assert_eq!((often.counts.checked(), often.warning()), (1000, None));
    assert!(often.counts.vacuous > 2000, "{often}");
    let rare = seldom(50);
    assert_eq!(rare.counts.total(), 10_000, "there is an end to drawing");
    assert_eq!(rare.warning().as_deref(), Some("97 % of the cases discarded"));
    assert!(rare.verdict().contains("discarded"), "{rare}");
}

#[test]
fn one_basic_law_explains_those_that_follow() {
    let strict = Numbers { leq: |a, b| (a < b).into(), ..NUMBERS };
    for listed in [false, true] {
        let reports = run(Numbers { listed, ..strict });
        let violated = reports.iter().filter(|report| report.is_violated()).count();
        assert!(violated > 8, "{violated}");
        assert_eq!(own_causes(&reports), ["leq reflexive"]);
    }
    let strange = Numbers { equal: |a, b| (a == b && a != 3).into(), ..NUMBERS };
    assert_eq!(own_causes(&run(strange)), ["leq antisymmetric"]);
}

/// Two bugs that have nothing to do with each other are two causes.
#[test]
fn a_second_bug_is_not_explained_away() {
    let both =
        Numbers { leq: |a, b| (a <= b && (a, b) != (5, 5)).into(), widen: |a, _| a, ..NUMBERS };
    let causes = run(both);
    let causes = own_causes(&causes);
    assert!(causes.contains(&"leq reflexive"), "{causes:?}");
    assert!(causes.contains(&"widening covers right"), "{causes:?}");
}

#[test]
fn a_strange_equality_makes_no_operation_impure() {
    let strange = Numbers { equal: |_, _| Answer::No, ..NUMBERS };
    for law in [ids::LEQ_PURE, ids::JOIN_PURE, ids::MEET_PURE, ids::SHOW_PURE] {
        let report = report(strange, law);
        assert_eq!(report.status, Status::Passed, "{report}");
    }
}

#[test]
fn a_panic_is_told_with_its_place_and_once() {
    let panicking = Numbers {
        join: |a, b| {
            assert!(a != 6 && b != 6, "six is too much");
            a.max(b)
        },
        ..NUMBERS
    };
    let reports = run(panicking);
    assert_eq!(own_causes(&reports), ["join commutative"]);
    let report = reports.iter().find(|report| report.is_violated()).unwrap();
    let example = report.counterexample().unwrap();
    let note = example.notes.last().unwrap().to_string();
    assert!(note.starts_with("panicked = six is too much, at "), "{note}");
    assert!(note.contains("truth.rs:"), "{note}");
    assert!(matches!(&example.failure, Failure::Panic(place) if place.contains("truth.rs:")));
}

/// A wrong result is told first, and the panic beside it.
#[test]
fn a_panic_does_not_hide_a_wrong_result() {
    fn step(x: &u8) -> u8 {
        assert!(*x != 0, "zero");
        if *x == 5 { 0 } else { *x }
    }
    let checks = signature!(step: NUMBERS -<-> NUMBERS);
    let report = Runner::new().run(&checks[0], None);
    let example = report.counterexample().unwrap();
    assert_eq!(example.failure, Failure::Wrong, "{report}");
    assert_eq!(report.more.len(), 1, "{report}");
    assert!(matches!(report.more[0].failure, Failure::Panic(_)), "{report}");
    assert!(report.to_string().contains("panicked = zero"), "{report}");
}

#[test]
fn the_panic_of_a_generator_is_called_that() {
    let unlucky = Numbers {
        arbitrary: |choices| {
            let drawn = choices.draw(20) as u8;
            assert!(drawn != 13, "thirteen");
            drawn.min(7)
        },
        ..NUMBERS
    };
    let report = report(unlucky, ids::JOIN_COMMUTATIVE);
    assert_eq!(report.verdict(), "the generator `arbitrary` panics");
    assert_eq!(report.counts.violated, 0, "the law is not accused");
    assert_eq!(report.counts.holds, 1000);
    assert!(report.to_string().contains("generator `arbitrary` panicked = thirteen"), "{report}");
}

#[test]
fn antisymmetry_can_fail() {
    let forgetful = Numbers { leq: |a, b| (a / 2 <= b / 2).into(), ..NUMBERS };
    assert!(report(forgetful, ids::LEQ_ANTISYMMETRIC).is_violated());
}

#[test]
fn checks_can_be_sent_to_other_threads() {
    let checks = suite(NUMBERS);
    let reports = std::thread::spawn(move || Runner::new().run_all(&checks)).join().unwrap();
    assert_eq!(reports, run(NUMBERS));
    assert_eq!(Counts::default().total(), 0);
}
