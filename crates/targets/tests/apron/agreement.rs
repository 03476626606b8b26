//! Random instructions on a library with exact numbers and on an exact domain of this workspace.

use soundline_domains::equalities::Equalities;
use soundline_domains::expr::{LinearExpr, Space, Var, VarKind};
use soundline_domains::polyhedra::Polyhedra;
use soundline_targets::{Machine, Native, Operation, Question, Refusal, Registry, Slot, Touch};

use crate::support::{Random, alone, compare, installed, open, same_points};

/// Run the same random instructions on a library and on an exact domain, and compare all results.
fn check_against(name: &str, mut native: Box<dyn Machine>, sequences: u64) {
    let space = native.space().clone();
    let Some(mut foreign) = open(name, &space) else { return };
    let (kind, strict) = (foreign.profile().kind, foreign.profile().strict);
    let mut telling = 0;
    for seed in 0..sequences {
        let mut random = Random::new(seed);
        foreign.reset();
        native.reset();
        for machine in [&mut foreign, &mut native] {
            assert_eq!(machine.apply(&Operation::Top), Ok(Slot(0)));
            assert_eq!(machine.apply(&Operation::Bottom), Ok(Slot(1)));
        }
        let mut trace = Vec::new();
        for pool in 2..16 {
            let operation = random.operation(kind, space.dimensions(), pool, strict);
            trace.push(operation.clone());
            let here = native.apply(&operation);
            let in_place = !matches!(operation, Operation::Constraints(_)) && random.below(2) == 0;
            let there = match in_place {
                true => foreign.apply_in_place(&operation),
                false => foreign.apply(&operation),
            };
            assert_eq!(
                (&here, &there),
                (&Ok(Slot(pool)), &Ok(Slot(pool))),
                "{name} {seed}: {trace:?}"
            );
            if random.below(3) == 0 {
                let how = Touch::ALL[random.below(Touch::ALL.len())];
                let touched = foreign.touch(Slot(pool), how);
                let fine = matches!(touched, Ok(()) | Err(Refusal::Unsupported(_)));
                assert!(fine, "{name}: {how:?} gave {touched:?}");
            }
        }
        for slot in (0..16).map(Slot) {
            compare(name, &mut *foreign, &mut *native, slot, &trace);
            let constrained = !native.constraints(slot).expect("ours has them").is_empty();
            let empty = native.ask(Question::IsBottom(slot)).expect("ours answers").is_yes();
            telling += u64::from(constrained && !empty);
        }
    }
    // Elements that are neither top nor bottom: otherwise nothing was compared.
    assert!(telling > 2 * sequences, "{name}: only {telling} of {} tell anything", 16 * sequences);
}

fn native(name: &str, space: &Space) -> Box<dyn Machine> {
    Registry::builtin().get(name).expect("it is built in").open(space).expect("it opens")
}

#[test]
fn boxes_agree_with_exact_boxes() {
    let _alone = alone();
    check_against("apron:box:mpq", native("boxes:exact", &Space::reals(4)), 400);
}

#[test]
fn octagons_agree_with_exact_octagons() {
    let _alone = alone();
    check_against("apron:oct:mpq", native("octagons:exact", &Space::reals(4)), 200);
}

#[test]
fn polyhedra_agree_with_exact_polyhedra() {
    let _alone = alone();
    check_against("apron:pk:mpq", native("polyhedra", &Space::reals(3)), 150);
    check_against("apron:ppl:poly", native("polyhedra", &Space::reals(3)), 150);
}

#[test]
fn strict_polyhedra_agree_with_exact_ones() {
    let _alone = alone();
    let strict = || Box::new(Native::new(Polyhedra::strict(Space::reals(3))));
    check_against("apron:pk:mpq:strict", strict(), 150);
    check_against("apron:ppl:poly:strict", strict(), 150);
}

#[test]
fn equalities_agree_with_exact_ones() {
    let _alone = alone();
    check_against("apron:pkeq:mpq", Box::new(Native::new(Equalities::new(Space::reals(3)))), 150);
}

/// Variables whose kinds take turns, so that dimensions are not in the order of variables.
fn mixed() -> Space {
    Space::new([VarKind::Real, VarKind::Int, VarKind::Real, VarKind::Int])
}

#[test]
fn variables_of_both_kinds_keep_their_names() {
    let _alone = alone();
    let space = mixed();
    for name in ["apron:box:mpq", "apron:oct:d", "apron:pk:mpq", "apron:pkeq:mpq"] {
        let Some(mut machine) = open(name, &space) else { continue };
        let mut says = |operation: Operation, expected: &[&str]| {
            let slot = machine.apply(&operation).expect(name);
            let read = machine.constraints(slot).expect(name);
            let parse = |text: &&str| space.parse(text).expect("a constraint");
            let expected: Vec<_> = expected.iter().map(parse).collect();
            assert!(same_points(4, &read, &expected), "{name}: {operation:?} is {read:?}");
        };
        let values = (0..4).map(|v| (v, LinearExpr::constant(v as i64 + 1))).collect();
        says(Operation::Top, &[]);
        says(Operation::Assign(Slot(0), values), &["x0 = 1", "x1 = 2", "x2 = 3", "x3 = 4"]);
        let swap = vec![Some(2), Some(3), Some(0), None];
        says(Operation::Embed(Slot(1), swap), &["x0 = 3", "x1 = 4", "x2 = 1"]);
        says(Operation::Forget(Slot(1), vec![1, 2]), &["x0 = 1", "x3 = 4"]);
        let sum = vec![(2, "x3 + x0".parse().expect("linear"))];
        says(Operation::Assign(Slot(1), sum), &["x0 = 1", "x1 = 2", "x2 = 5", "x3 = 4"]);
    }
}

/// Sources of another kind than their variable are dropped.
fn fitting(operation: Operation, space: &Space) -> Operation {
    let Operation::Embed(a, sources) = operation else { return operation };
    let fits = |v: Var, source: Var| space.is_integer(v) == space.is_integer(source);
    let sources = sources.into_iter().enumerate();
    Operation::Embed(a, sources.map(|(v, source)| source.filter(|s| fits(v, *s))).collect())
}

#[test]
fn operations_in_place_give_what_pure_ones_give() {
    let _alone = alone();
    let space = mixed();
    for target in installed() {
        let name = target.name();
        // Machine integers overflow and hang, and grids have more than constraints.
        if name.contains(":rll") || name.contains(":grid") || name.contains(":t1p") {
            continue;
        }
        let mut machine = target.open(&space).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let kind = machine.profile().kind;
        for seed in 0..60 {
            let mut random = Random::new(seed);
            machine.reset();
            machine.apply(&Operation::Top).expect(name);
            let mut pool = 1;
            while pool < 20 {
                let operation = fitting(random.operation(kind, 4, pool, false), &space);
                let pure = machine.apply(&operation);
                assert_eq!(pure, Ok(Slot(pool)), "{name} {seed}: {operation:?}");
                pool += 1;
                if matches!(operation, Operation::Constraints(_)) {
                    continue;
                }
                let in_place = machine.apply_in_place(&operation).expect(name);
                pool += 1;
                let read = [Slot(in_place.0 - 1), in_place]
                    .map(|slot| machine.constraints(slot).expect(name));
                assert!(same_points(4, &read[0], &read[1]), "{name} {seed}: {operation:?}");
            }
        }
    }
}
