//! Elements that are built by traces of operations, for any lattice.

use soundline_lattice::{
    Answer, Choices, Generate, Lattice, Outcome, Runner, Status, Suite, Widening, replay,
};

/// Numbers from 0 to 9. A widened one is marked as such, and the join of two widened ones forgets the second:
/// no generator makes one.
struct Marked;

#[derive(Clone, Debug)]
struct Number {
    value: u64,
    widened: bool,
}

fn plain(value: u64) -> Number {
    Number { value, widened: false }
}

impl Lattice for Marked {
    type Elem = Number;

    fn bottom(&self) -> Number {
        plain(0)
    }

    fn leq(&self, a: &Number, b: &Number) -> Answer {
        (a.value <= b.value).into()
    }

    fn equal(&self, a: &Number, b: &Number) -> Answer {
        (a.value == b.value).into()
    }

    fn join(&self, a: &Number, b: &Number) -> Number {
        if a.widened && b.widened { a.clone() } else { plain(a.value.max(b.value)) }
    }

    fn meet(&self, a: &Number, b: &Number) -> Number {
        plain(a.value.min(b.value))
    }

    fn show(&self, a: &Number) -> String {
        a.value.to_string()
    }
}

impl Widening for Marked {
    fn widen(&self, a: &Number, b: &Number) -> Number {
        let value = if b.value > a.value { 9 } else { a.value };
        Number { value, widened: true }
    }
}

impl Generate for Marked {
    fn arbitrary(&self, choices: &mut Choices) -> Number {
        plain(choices.draw(9))
    }
}

#[test]
fn traces_find_what_generators_cannot_make() {
    let checks = Suite::new("marked", Marked).widening().checks();
    let commutative = checks.iter().find(|check| check.name == "join commutative").unwrap();
    assert!(!Runner::new().run(commutative, None).is_violated());
    for seed in 0..3 {
        let runner = Runner { traces: true, seed, ..Runner::new() };
        let report = runner.run(commutative, None);
        let example = report.counterexample().expect("the join of widened numbers is wrong");
        // The smallest ones: two widened numbers, one of them 0.
        let shown: Vec<String> = example.notes.iter().map(|note| note.to_string()).collect();
        assert_eq!(shown[0], "a = 0, by p0 = bottom; p1 = widen p0 p0", "{shown:?}");
        assert_eq!(shown[1], "b = 1, by p0 = arbitrary 1; p1 = widen p0 p0", "{shown:?}");
        let line = example.recipe.to_string();
        let text =
            "trace; p0 = bottom; p1 = widen p0 p0; trace; p0 = arbitrary with 1; p1 = widen p0 p0";
        assert_eq!(line, text);
        let again = soundline_lattice::Recipe::parse(&line).expect("it is text");
        assert_eq!(replay(commutative, &again).1, *example);
    }
}

/// A case is a text: what was changed in it is what runs, and what the lattice cannot do is named.
#[test]
fn traces_can_be_changed() {
    let checks = Suite::new("marked", Marked).widening().checks();
    let commutative = checks.iter().find(|check| check.name == "join commutative").unwrap();
    let run = |text: &str| {
        let recipe = soundline_lattice::Recipe::parse(text).expect(text);
        let fault = commutative.open().fault_of(&recipe);
        let (outcome, example) = replay(commutative, &recipe);
        let shown = example.notes.iter().take(2).map(|note| note.text.clone());
        (fault, outcome, shown.collect::<Vec<_>>().join(" | "))
    };
    let (fault, outcome, shown) = run(
        "trace; p0 = arbitrary with 7; p1 = arbitrary with 8; p2 = meet p1 p0; p3 = widen p2 p1; \
             trace; p0 = bottom; p1 = widen p0 p0",
    );
    assert_eq!((fault, outcome), (None, Outcome::Violated));
    assert_eq!(
        shown,
        "9, by p0 = arbitrary 7; p1 = arbitrary 8; p2 = meet p1 p0; p3 = widen p2 p1 | \
         0, by p0 = bottom; p1 = widen p0 p0"
    );
    // Too many numbers, and too few elements: the rest are the simplest.
    let (_, outcome, shown) = run("trace; p0 = arbitrary with 3 3 3; p1 = join p0 p0");
    assert_eq!(
        (outcome, &*shown),
        (Outcome::Holds, "3, by p0 = arbitrary 3; p1 = join p0 p0 | 0, by p0 = bottom")
    );
    for (text, named) in [
        (
            "trace; p0 = bottom; p1 = narrow p0 p0",
            "operations are bottom, arbitrary, top, join, meet",
        ),
        ("trace; p0 = bottom; p1 = join p0", "join has 2 operands"),
        ("trace; p0 = join", "a trace starts with"),
        ("trace; p0 = top", "has no top"),
    ] {
        let (fault, ..) = run(text);
        assert!(fault.as_ref().is_some_and(|fault| fault.contains(named)), "{fault:?}");
    }
}

/// A panic of an operation inside of a trace is one of the operation, and the generator is not blamed.
#[test]
fn operations_that_panic_are_told_from_generators() {
    struct Fragile;
    impl Lattice for Fragile {
        type Elem = u8;
        fn bottom(&self) -> u8 {
            0
        }
        fn leq(&self, a: &u8, b: &u8) -> Answer {
            (a <= b).into()
        }
        fn equal(&self, a: &u8, b: &u8) -> Answer {
            (a == b).into()
        }
        fn join(&self, a: &u8, b: &u8) -> u8 {
            *a.max(b)
        }
        fn meet(&self, a: &u8, b: &u8) -> u8 {
            *a.min(b)
        }
    }
    impl Generate for Fragile {
        fn arbitrary(&self, choices: &mut Choices) -> u8 {
            choices.draw(3) as u8
        }
    }
    let checks = Suite::new("fragile", Fragile)
        .unary("halve", |_, a| if *a == 3 { panic!("three is odd") } else { a / 2 })
        .checks();
    let report = Runner { traces: true, ..Runner::new() }.run(&checks[0], None);
    let Status::Violated(example) = &report.status else { panic!("{report}") };
    let last = example.notes.last().unwrap();
    assert_eq!(last.label, "panicked");
    assert!(last.text.contains("three is odd"), "{last}");
}

/// The elements of a healthy lattice satisfy all laws, however they were made.
#[test]
fn ready_lattices_pass_with_traces() {
    for entry in soundline_lattice::registry::sound() {
        let runner = Runner { traces: true, cases: 60, ..Runner::new() };
        for report in runner.run_all(&entry.checks()) {
            assert!(!report.is_violated(), "{report}");
        }
    }
}

#[test]
fn same_seed_same_traces() {
    let run = || {
        let checks = Suite::new("marked", Marked).widening().checks();
        Runner { traces: true, ..Runner::new() }.run_all(&checks)
    };
    assert_eq!(run(), run());
}
