//! APRON's libraries against the exact domains of this workspace.
//!
//! Without APRON these tests print that they are skipped; with `SOUNDLINE_REQUIRE=libapron-dev` that is a
//! failure.

mod agreement;
mod bugs;
mod described;
mod support;

use soundline_domains::expr::{Constraint, LinearExpr, Space, VarKind};
use soundline_domains::simplex::Simplex;
use soundline_lattice::Answer;
use soundline_targets::{Machine, Operation, Question, Refusal, Slot, Touch};
use support::{alone, constraints, installed, open};

fn linear(text: &str) -> LinearExpr {
    text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// One of each, over reals x0 and x2 and an integer x1.
fn operations(some: Slot, top: Slot) -> Vec<Operation> {
    vec![
        Operation::Join(some, some),
        Operation::Meet(some, top),
        Operation::Widen(some, top),
        Operation::Narrow(top, some),
        Operation::Assign(some, vec![(1, linear("x1 + 1"))]),
        Operation::Assign(some, vec![(1, linear("x1 - 1")), (0, linear("x2"))]),
        Operation::Assign(some, vec![]),
        Operation::Forget(some, vec![2, 0]),
        Operation::Forget(some, vec![]),
        Operation::Guard(some, "x0 != 7".parse().expect("a constraint")),
        Operation::Embed(some, vec![Some(2), None, Some(0)]),
        Operation::Embed(some, vec![Some(0), Some(1), Some(2)]),
        Operation::Embed(some, vec![None, None, None]),
        Operation::Constraints(vec![]),
    ]
}

fn check_operations(name: &str, machine: &mut dyn Machine, some: Slot, top: Slot) {
    for operation in operations(some, top) {
        let supported = machine.profile().supports(operation.kind());
        let made = machine.apply(&operation);
        assert_eq!(made.is_ok(), supported, "{name}: {operation:?} gave {made:?}");
        match machine.apply_in_place(&operation) {
            Ok(slot) => {
                let equal = machine.ask(Question::Equal(made.expect(name), slot));
                assert_ne!(equal, Ok(Answer::No), "{name}: {operation:?}");
            }
            refused => {
                assert!(matches!(refused, Err(Refusal::Unsupported(_))), "{name}: {refused:?}");
            }
        }
    }
}

#[test]
fn every_installed_target_opens_and_does_its_operations() {
    let _alone = alone();
    let space = Space::new([VarKind::Real, VarKind::Int, VarKind::Real]);
    for target in installed() {
        let name = target.name();
        let mut machine = target.open(&space).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert!(target.version().is_some_and(|version| !version.is_empty()), "{name}");
        let top = machine.apply(&Operation::Top).expect(name);
        let bottom = machine.apply(&Operation::Bottom).expect(name);
        let some = constraints(&space, &["x0 >= 1", "x1 = 2", "3 >= 2"]);
        let some = machine.apply(&some).expect(name);
        // PPL's grids keep integers integral even at the top, and then deny that it is one.
        if name != "apron:ppl:grid" {
            assert_eq!(machine.ask(Question::IsTop(top)), Ok(Answer::Yes), "{name}");
        }
        for question in [
            Question::IsBottom(bottom),
            Question::Leq(bottom, some),
            Question::Leq(some, top),
            Question::Equal(some, some),
        ] {
            assert_eq!(machine.ask(question), Ok(Answer::Yes), "{name}: {question:?}");
        }
        check_operations(name, &mut *machine, some, top);
        for (how, slot) in Touch::ALL.into_iter().flat_map(|how| [(how, bottom), (how, some)]) {
            let touched = machine.touch(slot, how);
            let fine = matches!(touched, Ok(()) | Err(Refusal::Unsupported(_)));
            assert!(fine, "{name}: {how:?} gave {touched:?}");
        }
        machine.reset();
        assert_eq!(machine.apply(&Operation::Top), Ok(Slot(0)), "{name}");
        machine.rest();
    }
}

#[test]
fn what_does_not_fit_the_space_is_refused() {
    let _alone = alone();
    let space = Space::reals(2);
    for target in installed() {
        let mut machine = target.open(&space).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(machine.apply(&Operation::Top), Ok(Slot(0)));
        let misuses = [
            Operation::Join(Slot(0), Slot(1)),
            Operation::Meet(Slot(7), Slot(0)),
            Operation::Assign(Slot(0), vec![(2, linear("1"))]),
            Operation::Assign(Slot(0), vec![(0, linear("x2"))]),
            Operation::Assign(Slot(0), vec![(0, linear("1")), (0, linear("2"))]),
            Operation::Forget(Slot(0), vec![2]),
            Operation::Guard(Slot(0), "x2 >= 0".parse().expect("a constraint")),
            Operation::Constraints(vec!["x9 >= 0".parse().expect("a constraint")]),
            Operation::Embed(Slot(0), vec![Some(0)]),
            Operation::Embed(Slot(0), vec![Some(0), Some(0)]),
            Operation::Embed(Slot(0), vec![Some(2), None]),
        ];
        for misuse in misuses {
            let refused = machine.apply(&misuse);
            assert!(matches!(refused, Err(Refusal::Misuse(_))), "{}: {misuse:?}", target.name());
        }
        assert!(machine.ask(Question::IsBottom(Slot(1))).is_err());
        assert!(machine.touch(Slot(1), Touch::Print).is_err());
        assert!(machine.constraints(Slot(1)).is_err());
        assert_eq!(machine.apply(&Operation::Bottom), Ok(Slot(1)), "{}", target.name());
    }
}

#[test]
fn no_dimensions_are_dimensions_too() {
    let _alone = alone();
    for target in installed() {
        let name = target.name();
        let mut machine = target.open(&Space::reals(0)).unwrap_or_else(|fault| panic!("{fault}"));
        let top = machine.apply(&Operation::Top).expect(name);
        let bottom = machine.apply(&Operation::Bottom).expect(name);
        assert_eq!(machine.ask(Question::IsBottom(bottom)), Ok(Answer::Yes), "{name}");
        assert_ne!(machine.ask(Question::IsBottom(top)), Ok(Answer::Yes), "{name}");
    }
}

#[test]
fn numbers_go_in_and_come_out_exactly() {
    let _alone = alone();
    let large = "340282366920938463463374607431768211457";
    let texts = ["9223372036854775807", "-9223372036854775808", "1/3", "-22/7", large, "0"];
    let space = Space::reals(2);
    for name in
        ["apron:box:mpq", "apron:oct:mpq", "apron:pk:mpq", "apron:pkeq:mpq", "apron:ppl:poly"]
    {
        let Some(mut machine) = open(name, &space) else { continue };
        for text in texts {
            let slot = machine.apply(&constraints(&space, &[&format!("x1 = {text}")])).expect(name);
            let read = machine.constraints(slot).expect(name);
            let expected = [space.parse(&format!("x1 = {text}")).expect("a constraint")];
            assert!(support::same_points(2, &read, &expected), "{name}: {text} is {read:?}");
        }
    }
}

/// Are all points of the exact constraints points of the element?
fn encloses(machine: &mut dyn Machine, slot: Slot, exact: &[Constraint]) -> bool {
    let read = machine.constraints(slot).expect("its constraints can be read");
    let mut exact = Simplex::new(machine.space().dimensions(), exact).expect("they are convex");
    read.iter().all(|constraint| exact.entails(constraint).expect("it fits"))
}

#[test]
fn rounded_numbers_enclose_what_went_in() {
    let _alone = alone();
    let space = Space::reals(1);
    let huge = format!("1{}", "0".repeat(400));
    let tiny = format!("-1/{huge}");
    let texts = ["1/10", "9223372036854775807", "-9223372036854775808", &huge, &tiny, "0"];
    for name in ["apron:box:d", "apron:box:mpfr", "apron:oct:d"] {
        let Some(mut machine) = open(name, &space) else { continue };
        for text in texts {
            machine.reset();
            let exact = [space.parse(&format!("x0 = {text}")).expect("a constraint")];
            let slot = machine.apply(&Operation::Constraints(exact.to_vec())).expect(name);
            assert!(encloses(&mut *machine, slot, &exact), "{name}: {text}");
            let sum = Operation::Assign(slot, vec![(0, linear("x0 + 1/5"))]);
            let sum = machine.apply(&sum).expect(name);
            let exact = [space.parse(&format!("x0 = {text} + 1/5")).expect("a constraint")];
            assert!(encloses(&mut *machine, sum, &exact), "{name}: {text} + 1/5");
        }
        machine.rest();
    }
}

#[test]
fn the_mode_of_rounding_comes_and_goes() {
    let _alone = alone();
    let space = Space::reals(1);
    let Some(mut machine) = open("apron:box:d", &space) else { return };
    // 1 + 2^-60 is above 1 only when rounded upwards.
    let upwards = || std::hint::black_box(1.0_f64) + std::hint::black_box(2.0_f64.powi(-60)) > 1.0;
    assert!(!upwards(), "opening a library leaves the mode alone");
    machine.reset();
    assert!(upwards());
    machine.rest();
    assert!(!upwards());
    machine.apply(&Operation::Top).expect("it is made");
    assert!(upwards(), "a machine that rests wakes up when it is used");
    drop(machine);
    assert!(!upwards());
}

#[test]
fn an_answer_without_the_exact_flag_is_unknown() {
    let _alone = alone();
    // With integers, octagons do not vouch for what they deny.
    let check = |space: Space, expected: Answer| {
        let Some(mut machine) = open("apron:oct:mpq", &space) else { return };
        let small = machine.apply(&constraints(&space, &["x0 + x1 >= 1"])).expect("it is made");
        let top = machine.apply(&Operation::Top).expect("it is made");
        assert_eq!(machine.ask(Question::Leq(top, small)), Ok(expected));
        assert_eq!(machine.ask(Question::Leq(small, top)), Ok(Answer::Yes));
    };
    check(Space::reals(2), Answer::No);
    check(Space::integers(2), Answer::Unknown);
}

#[test]
fn claims_are_those_of_the_last_operation() {
    let _alone = alone();
    let space = Space::reals(2);
    let Some(mut machine) = open("apron:oct:mpq", &space) else { return };
    let exact = machine.apply(&constraints(&space, &["x0 + x1 >= 1"])).expect("it is made");
    assert!(machine.claims().exact && machine.claims().best);
    let guard = Operation::Guard(exact, space.parse("2*x0 + 3*x1 >= 0").expect("a constraint"));
    machine.apply(&guard).expect("it is made");
    assert!(!machine.claims().exact, "the guard is not an octagon");
}
