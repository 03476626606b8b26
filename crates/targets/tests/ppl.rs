//! PPL's classes against the native exact domains and against the exact simplex. Without PPL there
//! is nothing to test, which is said; with `SOUNDLINE_REQUIRE=libppl-dev` it is a failure.

mod drawn;

use std::hint::black_box;
use std::sync::{Mutex, MutexGuard, PoisonError};

use drawn::Menu;
use soundline_domains::boxes::Boxes;
use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, Space};
use soundline_domains::octagons::Octagons;
use soundline_domains::polyhedra::Polyhedra;
use soundline_domains::zones::Zones;
use soundline_lattice::{Answer, Choices};
use soundline_targets::{
    Machine, Native, Operation, OperationKind, Presence, Question, Refusal, Slot, Target, ppl,
};

const NAMES: [&str; 6] = [
    "ppl:poly",
    "ppl:poly:bhrz03",
    "ppl:poly:nnc",
    "ppl:octagon:mpq",
    "ppl:bds:mpq",
    "ppl:box:rational",
];

/// PPL for one test at a time: it keeps state in statics.
struct Session {
    _turn: MutexGuard<'static, ()>,
    targets: Vec<Box<dyn Target>>,
}

/// PPL, or `None` after a sentence that it is missing.
fn session() -> Option<Session> {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let targets = ppl::targets();
    if targets.iter().all(|target| matches!(target.presence(), Presence::Found { .. })) {
        return Some(Session { _turn: turn, targets });
    }
    soundline_needs::PPL.missing("PPL's C interface (libppl_c.so.4) is not installed");
    None
}

impl Session {
    fn open(&self, name: &str, space: &Space) -> Box<dyn Machine> {
        let target = self.targets.iter().find(|target| target.name() == name).expect(name);
        target.open(space).unwrap_or_else(|fault| panic!("{name}: {fault}"))
    }
}

fn constraints(machine: &mut dyn Machine, slot: Slot) -> Vec<Constraint> {
    machine.constraints(slot).unwrap_or_else(|fault| panic!("constraints of {slot}: {fault}"))
}

fn apply(machine: &mut dyn Machine, operation: &Operation) -> Slot {
    machine.apply(operation).unwrap_or_else(|fault| panic!("{operation:?}: {fault}"))
}

fn made(machine: &mut dyn Machine, texts: &[&str]) -> Slot {
    let parsed = texts.iter().map(|text| machine.space().parse(text).expect(text)).collect();
    apply(machine, &Operation::Constraints(parsed))
}

const DIMENSIONS: usize = 3;

/// The same instructions give the same points, and enough of them are interesting.
fn agree(session: &Session, name: &str, native: &mut dyn Machine, menu: Menu, sequences: u64) {
    let space = Space::reals(DIMENSIONS);
    let mut machine = session.open(name, &space);
    let (mut elements, mut interesting) = (0, 0);
    for seed in 0..sequences {
        let steps = drawn::steps(&space, menu, 12, &mut Choices::random(seed));
        let slots = drawn::run(machine.as_mut(), &steps);
        assert_eq!(drawn::run(native, &steps), slots);
        for slot in slots {
            let found = constraints(machine.as_mut(), slot);
            let expected = constraints(native, slot);
            assert!(
                drawn::same(DIMENSIONS, &found, &expected),
                "{name}, seed {seed}, {slot}: {found:?} is not {expected:?} after {steps:#?}"
            );
            elements += 1;
            let bottom = found.iter().any(|c| c.as_constant() == Some(false));
            interesting += usize::from(!bottom && !found.is_empty());
        }
    }
    assert!(interesting > elements / 4, "{interesting} of {elements} are neither top nor bottom");
}

#[test]
fn polyhedra_agree_with_native_ones() {
    let Some(session) = session() else { return };
    let space = Space::reals(DIMENSIONS);
    let menu = Menu { shape: None, strict: false, widen: false, narrow: false, any_assign: true };
    let mut native = Native::new(Polyhedra::closed(space.clone()));
    agree(&session, "ppl:poly", &mut native, menu, 300);
    agree(&session, "ppl:poly:bhrz03", &mut native, menu, 100);
    let mut native = Native::new(Polyhedra::strict(space));
    agree(&session, "ppl:poly:nnc", &mut native, Menu { strict: true, ..menu }, 300);
}

/// How the widenings of two machines compare, on operands that both have.
#[derive(Debug, Default)]
struct Comparison {
    below: usize,
    above: usize,
    equal: usize,
    neither: usize,
}

/// Compare the widenings of a class with those of a machine of the same kind.
fn compare(session: &Session, name: &str, other: &mut dyn Machine) -> Comparison {
    let space = Space::reals(DIMENSIONS);
    let mut machine = session.open(name, &space);
    let shape = Some(machine.profile().kind).filter(|kind| *kind != Kind::Polyhedra);
    let menu = Menu { shape, strict: false, widen: true, narrow: false, any_assign: true };
    let mut comparison = Comparison::default();
    for seed in 0..300 {
        let steps = drawn::steps(&space, menu, 8, &mut Choices::random(seed));
        drawn::run(machine.as_mut(), &steps);
        for (slot, operation) in (0..).map(Slot).zip(drawn::operations(&steps)) {
            let Operation::Widen(a, b) = operation else { continue };
            let operands = [*a, *b].map(|operand| constraints(machine.as_mut(), operand));
            other.reset();
            let [a, b] = operands.map(|known| apply(other, &Operation::Constraints(known)));
            let result = apply(other, &Operation::Widen(a, b));
            let (found, reference) =
                (constraints(machine.as_mut(), slot), constraints(other, result));
            let below = drawn::implies(DIMENSIONS, &found, &reference);
            let above = drawn::implies(DIMENSIONS, &reference, &found);
            *match (below, above) {
                (true, true) => &mut comparison.equal,
                (true, false) => &mut comparison.below,
                (false, true) => &mut comparison.above,
                (false, false) => &mut comparison.neither,
            } += 1;
        }
    }
    println!("{name}: {comparison:?}");
    assert!(comparison.equal > 100, "{name}: {comparison:?}");
    comparison
}

/// The native widening of polyhedra also keeps constraints that only lines and rays of the first
/// operand saturate, as the positivity constraint does; PPL's H79 drops them. BHRZ03 is never
/// above H79.
#[test]
fn widenings_of_polyhedra_are_ordered() {
    let Some(session) = session() else { return };
    let space = Space::reals(DIMENSIONS);
    let mut native = Native::new(Polyhedra::closed(space.clone()));
    let found = compare(&session, "ppl:poly", &mut native);
    assert!(found.below == 0 && found.neither == 0, "{found:?}");
    let mut halbwachs = session.open("ppl:poly", &space);
    let found = compare(&session, "ppl:poly:bhrz03", halbwachs.as_mut());
    assert!(found.above == 0 && found.neither == 0, "{found:?}");
}

/// PPL stops boxes at small integers, and gives up nothing of a shape whose affine dimension grows.
#[test]
fn widenings_of_shapes_are_not_above_the_textbook_ones() {
    let Some(session) = session() else { return };
    let space = Space::reals(DIMENSIONS);
    let natives: [(&str, Box<dyn Machine>); 3] = [
        ("ppl:octagon:mpq", Box::new(Native::new(Octagons::exact(space.clone())))),
        ("ppl:bds:mpq", Box::new(Native::new(Zones::exact(space.clone())))),
        ("ppl:box:rational", Box::new(Native::new(Boxes::exact(space)))),
    ];
    for (name, mut native) in natives {
        let found = compare(&session, name, native.as_mut());
        assert!(found.above == 0 && found.neither == 0, "{name}: {found:?}");
    }
}

#[test]
fn octagons_agree_with_native_ones() {
    let Some(session) = session() else { return };
    let mut native = Native::with_narrowing(Octagons::exact(Space::reals(DIMENSIONS)));
    let shape = Some(Kind::Octagons);
    let menu = Menu { shape, strict: false, widen: false, narrow: true, any_assign: false };
    agree(&session, "ppl:octagon:mpq", &mut native, menu, 300);
}

#[test]
fn bounded_differences_agree_with_native_zones() {
    let Some(session) = session() else { return };
    let mut native = Native::with_narrowing(Zones::exact(Space::reals(DIMENSIONS)));
    let shape = Some(Kind::Zones);
    let menu = Menu { shape, strict: false, widen: false, narrow: true, any_assign: false };
    agree(&session, "ppl:bds:mpq", &mut native, menu, 300);
}

#[test]
fn boxes_agree_with_native_ones() {
    let Some(session) = session() else { return };
    let mut native = Native::with_narrowing(Boxes::exact(Space::reals(DIMENSIONS)));
    let shape = Some(Kind::Intervals);
    let menu = Menu { shape, strict: false, widen: false, narrow: true, any_assign: true };
    agree(&session, "ppl:box:rational", &mut native, menu, 300);
}

/// With any constraints and expressions, every result contains the exact one, which polyhedra
/// compute from the constraints of the operands.
#[test]
fn every_operation_is_sound() {
    let Some(session) = session() else { return };
    let space = Space::reals(DIMENSIONS);
    let mut exact = Native::new(Polyhedra::strict(space.clone()));
    for name in NAMES {
        let mut machine = session.open(name, &space);
        let narrow = machine.profile().supports(OperationKind::Narrow);
        let menu = Menu { shape: None, strict: true, widen: true, narrow, any_assign: true };
        for seed in 0..100 {
            let steps = drawn::steps(&space, menu, 10, &mut Choices::random(seed));
            let slots = drawn::run(machine.as_mut(), &steps);
            for (slot, operation) in slots.into_iter().zip(drawn::operations(&steps)) {
                exact.reset();
                let mut same_operands = |operand| {
                    let known = constraints(machine.as_mut(), operand);
                    apply(&mut exact, &Operation::Constraints(known))
                };
                let reference = match operation.map_operands(&mut same_operands) {
                    Operation::Widen(a, b) => Operation::Join(a, b),
                    Operation::Narrow(a, b) => Operation::Meet(a, b),
                    other => other,
                };
                let least = apply(&mut exact, &reference);
                let least = constraints(&mut exact, least);
                let found = constraints(machine.as_mut(), slot);
                assert!(
                    drawn::implies(DIMENSIONS, &least, &found),
                    "{name}, seed {seed}: {operation:?} gives {found:?} without {least:?}"
                );
            }
        }
    }
}

#[test]
fn widening_converges_and_narrowing_stays_between() {
    let Some(session) = session() else { return };
    let space = Space::reals(DIMENSIONS);
    for name in NAMES {
        let mut machine = session.open(name, &space);
        let narrows = machine.profile().supports(OperationKind::Narrow);
        let shape = Some(machine.profile().kind).filter(|kind| *kind != Kind::Polyhedra);
        let menu = Menu { shape, strict: false, widen: false, narrow: false, any_assign: false };
        for seed in 0..30 {
            let choices = &mut Choices::random(seed);
            machine.reset();
            let mut head = apply(machine.as_mut(), &Operation::Bottom);
            let mut changes = 0;
            for _ in 0..60 {
                let steps = drawn::steps(&space, menu, 8, choices);
                let fresh =
                    drawn::operations(&steps).find(|o| matches!(o, Operation::Constraints(_)));
                let Some(fresh) = fresh else { continue };
                let fresh = apply(machine.as_mut(), fresh);
                let joined = apply(machine.as_mut(), &Operation::Join(head, fresh));
                let next = apply(machine.as_mut(), &Operation::Widen(head, joined));
                let mut ascending = vec![joined, next];
                if narrows {
                    let narrowed = apply(machine.as_mut(), &Operation::Narrow(next, joined));
                    ascending.insert(1, narrowed);
                }
                for pair in ascending.windows(2) {
                    let order = machine.ask(Question::Leq(pair[0], pair[1]));
                    assert_eq!(order, Ok(Answer::Yes), "{name}, seed {seed}");
                }
                changes += usize::from(machine.ask(Question::Equal(head, next)) != Ok(Answer::Yes));
                head = next;
            }
            assert!((1..40).contains(&changes), "{name}, seed {seed}: {changes} changes");
        }
    }
}

#[test]
fn answers_agree_with_the_simplex() {
    let Some(session) = session() else { return };
    let space = Space::reals(DIMENSIONS);
    for name in NAMES {
        let mut machine = session.open(name, &space);
        let menu =
            Menu { shape: None, strict: true, widen: false, narrow: false, any_assign: true };
        let mut counts = [0, 0];
        for seed in 0..60 {
            let steps = drawn::steps(&space, menu, 8, &mut Choices::random(seed));
            let slots = drawn::run(machine.as_mut(), &steps);
            let known: Vec<_> = slots.iter().map(|s| constraints(machine.as_mut(), *s)).collect();
            for a in slots.iter().copied() {
                let falsity = [Constraint::falsity()];
                let mut check = |question, holds: bool| {
                    let expected = Answer::from(holds);
                    assert_eq!(machine.ask(question), Ok(expected), "{name}, {seed}: {question:?}");
                    counts[usize::from(holds)] += 1;
                };
                let bottom = drawn::implies(DIMENSIONS, &known[a.0], &falsity);
                check(Question::IsBottom(a), bottom);
                check(Question::IsTop(a), drawn::implies(DIMENSIONS, &[], &known[a.0]));
                let b = Slot((a.0 + 1) % slots.len());
                check(Question::Leq(a, b), drawn::implies(DIMENSIONS, &known[a.0], &known[b.0]));
                check(Question::Equal(a, b), drawn::same(DIMENSIONS, &known[a.0], &known[b.0]));
            }
        }
        assert!(counts.iter().all(|count| *count > 100), "{name}: {counts:?}");
    }
}

#[test]
fn an_operand_that_is_used_twice_may_be_one_object() {
    let Some(session) = session() else { return };
    let space = Space::reals(2);
    for name in NAMES {
        let mut machine = session.open(name, &space);
        machine.reset();
        let a = made(machine.as_mut(), &["x0 >= 1/3", "x0 <= 5", "x1 >= -2"]);
        for operation in [Operation::Join(a, a), Operation::Meet(a, a), Operation::Widen(a, a)] {
            let result = machine.apply_in_place(&operation).expect("PPL aliases");
            assert_eq!(machine.ask(Question::Equal(a, result)), Ok(Answer::Yes), "{name}");
        }
    }
}

#[test]
fn integer_variables_make_a_no_uncertain() {
    let Some(session) = session() else { return };
    for name in NAMES {
        let mut machine = session.open(name, &Space::integers(1));
        machine.reset();
        let between = made(machine.as_mut(), &["x0 >= 1/3", "x0 <= 1/2"]);
        assert_eq!(machine.ask(Question::IsBottom(between)), Ok(Answer::Unknown), "{name}");
        let bottom = apply(machine.as_mut(), &Operation::Bottom);
        assert_eq!(machine.ask(Question::Leq(bottom, between)), Ok(Answer::Yes), "{name}");
        assert_eq!(machine.ask(Question::Leq(between, bottom)), Ok(Answer::Unknown), "{name}");
    }
}

#[test]
fn numbers_of_any_size_pass_unchanged() {
    let Some(session) = session() else { return };
    let texts = [
        "x0 >= -340282366920938463463374607431768211457/3",
        "x0 <= 9223372036854775807",
        "x1 = 1/18446744073709551617",
    ];
    for name in NAMES {
        let mut machine = session.open(name, &Space::reals(2));
        machine.reset();
        let element = made(machine.as_mut(), &texts);
        let expected = texts.map(|text| machine.space().parse(text).expect(text));
        let found = constraints(machine.as_mut(), element);
        assert!(drawn::same(2, &found, &expected), "{name}: {found:?}");
    }
}

#[test]
fn no_dimensions_are_fine() {
    let Some(session) = session() else { return };
    for name in NAMES {
        let mut machine = session.open(name, &Space::reals(0));
        machine.reset();
        let (top, bottom) =
            (apply(machine.as_mut(), &Operation::Top), apply(machine.as_mut(), &Operation::Bottom));
        let embedded = apply(machine.as_mut(), &Operation::Embed(top, vec![]));
        let false_guard = Operation::Guard(top, Constraint::falsity());
        let empty = apply(machine.as_mut(), &false_guard);
        let assigned = apply(machine.as_mut(), &Operation::Assign(top, vec![]));
        let different = Operation::Guard(top, "1 != 1".parse().expect("a constraint"));
        let nothing = apply(machine.as_mut(), &different);
        for (a, b) in [(top, embedded), (bottom, empty), (top, assigned), (bottom, nothing)] {
            assert_eq!(machine.ask(Question::Equal(a, b)), Ok(Answer::Yes), "{name} {a} {b}");
        }
        assert!(constraints(machine.as_mut(), top).iter().all(|c| c.as_constant() == Some(true)));
    }
}

#[test]
fn wrong_instructions_are_refused() {
    let Some(session) = session() else { return };
    for name in NAMES {
        let mut machine = session.open(name, &Space::reals(2));
        machine.reset();
        let top = apply(machine.as_mut(), &Operation::Top);
        let expr = |text: &str| text.parse().expect(text);
        for operation in [
            Operation::Join(Slot(0), Slot(7)),
            Operation::Constraints(vec!["x2 >= 0".parse().expect("a constraint")]),
            Operation::Assign(top, vec![(2, expr("x0"))]),
            Operation::Assign(top, vec![(0, expr("x2"))]),
            Operation::Assign(top, vec![(0, expr("x0")), (0, expr("x1"))]),
            Operation::Forget(top, vec![2]),
            Operation::Embed(top, vec![Some(0)]),
            Operation::Embed(top, vec![Some(0), Some(0)]),
            Operation::Embed(top, vec![Some(0), Some(2)]),
        ] {
            let refusal = machine.apply(&operation);
            assert!(matches!(refusal, Err(Refusal::Misuse(_))), "{name}: {operation:?}");
        }
        if !machine.profile().supports(OperationKind::Narrow) {
            let refusal = machine.apply(&Operation::Narrow(top, top));
            assert_eq!(refusal, Err(Refusal::Unsupported("narrow")));
        }
        assert_eq!(machine.apply(&Operation::Top), Ok(Slot(1)), "nothing refused has a number");
    }
}

/// 1 + 2^-60 is above 1 only when rounded upwards.
fn rounds_upwards() -> bool {
    black_box(1.0_f64) + black_box(2.0_f64.powi(-60)) > 1.0
}

#[test]
fn the_rounding_mode_is_given_back() {
    let Some(session) = session() else { return };
    let mut machine = session.open("ppl:box:rational", &Space::reals(1));
    assert!(!rounds_upwards(), "opening changes nothing");
    machine.reset();
    assert!(rounds_upwards(), "PPL wants it so");
    machine.rest();
    assert!(!rounds_upwards());
    machine.reset();
    drop(machine);
    assert!(!rounds_upwards(), "a machine that is gone holds nothing");
}

#[test]
fn all_classes_report_the_version() {
    let Some(session) = session() else { return };
    assert_eq!(session.targets.iter().map(|t| t.name()).collect::<Vec<_>>(), NAMES);
    for target in &session.targets {
        let version = target.version().expect("PPL knows its version");
        assert!(version.starts_with(char::is_numeric), "{version}");
    }
}
