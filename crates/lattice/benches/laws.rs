//! What the framework costs: law checks on intervals through the checker, against a bare loop that
//! draws elements of the same kinds and does the same lattice operations by hand.
//!
//! Prints ratios from one run, because the machine may be busy. `cargo bench -p soundline-lattice`

use soundline_lattice::choices::Random;
use soundline_lattice::lattices::{IntInterval, IntervalElem};
use soundline_lattice::{Lattice, Runner, Suite};
use std::hint::black_box;
use std::time::{Duration, Instant};

const CASES: u64 = 200_000;
const SAMPLES: usize = 15;

/// A law as somebody would test it without a framework.
struct Bare {
    law: &'static str,
    run: fn(&mut Random) -> bool,
}

const BARE: [Bare; 5] = [
    Bare {
        law: "leq reflexive",
        run: |random| {
            let a = element(random);
            IntInterval.leq(&a, &a).is_yes()
        },
    },
    Bare {
        law: "join commutative",
        run: |random| {
            let (a, b) = (element(random), element(random));
            IntInterval.equal(&IntInterval.join(&a, &b), &IntInterval.join(&b, &a)).is_yes()
        },
    },
    Bare {
        law: "meet associative",
        run: |random| {
            let (a, b, c) = (element(random), element(random), element(random));
            let left = IntInterval.meet(&IntInterval.meet(&a, &b), &c);
            let right = IntInterval.meet(&a, &IntInterval.meet(&b, &c));
            IntInterval.equal(&left, &right).is_yes()
        },
    },
    Bare {
        law: "join associative",
        run: |random| {
            let (a, b, c) = (element(random), element(random), element(random));
            let left = IntInterval.join(&IntInterval.join(&a, &b), &c);
            let right = IntInterval.join(&a, &IntInterval.join(&b, &c));
            IntInterval.equal(&left, &right).is_yes()
        },
    },
    Bare {
        law: "join meet absorption",
        run: |random| {
            let (a, b) = (element(random), element(random));
            IntInterval.equal(&IntInterval.join(&a, &IntInterval.meet(&a, &b)), &a).is_yes()
        },
    },
];

/// The distribution of `IntInterval`'s generator, drawn directly.
fn element(random: &mut Random) -> IntervalElem {
    match random.up_to(6) {
        0 => IntervalElem::BOTTOM,
        1 => IntervalElem::constant(integer(random)),
        2 => {
            let low = integer(random);
            IntervalElem::new(low, low.saturating_add(random.up_to(9) as i64))
        }
        3 => {
            let (a, b) = (integer(random), integer(random));
            IntervalElem::new(a.min(b), a.max(b))
        }
        4 => IntervalElem::at_least(integer(random)),
        5 => IntervalElem::at_most(integer(random)),
        _ => IntervalElem::TOP,
    }
}

/// Half of the integers small, the others of all magnitudes, as the generator draws them.
fn integer(random: &mut Random) -> i64 {
    let rank = match random.up_to(1) {
        0 => random.magnitude(16, 8),
        _ => random.magnitude(u64::MAX, i64::MAX as u64),
    };
    let distance = rank.div_ceil(2) as i64;
    if rank % 2 == 1 { distance } else { distance.wrapping_neg() }
}

fn bare(law: &Bare) {
    let mut random = Random::new(0);
    for _ in 0..CASES {
        assert!(black_box((law.run)(&mut random)));
    }
}

/// The smallest of several times, taken in turns.
fn smallest_times(mut first: impl FnMut(), mut second: impl FnMut()) -> (Duration, Duration) {
    let mut smallest = (Duration::MAX, Duration::MAX);
    for _ in 0..SAMPLES {
        let start = Instant::now();
        first();
        smallest.0 = smallest.0.min(start.elapsed());
        let start = Instant::now();
        second();
        smallest.1 = smallest.1.min(start.elapsed());
    }
    smallest
}

fn main() {
    let checks = Suite::new("interval", IntInterval).checks();
    let runner = Runner { cases: CASES, ..Runner::default() };
    println!("{:22} {:>14} {:>14} {:>7}", "law (intervals)", "checks per s", "bare per s", "ratio");
    let mut total = (Duration::ZERO, Duration::ZERO);
    for law in &BARE {
        let check = checks.iter().find(|check| check.name == law.law).expect("the law exists");
        let (framework, by_hand) =
            smallest_times(|| assert!(!runner.run(check, None).is_violated()), || bare(law));
        print_row(law.law, framework, by_hand, 1);
        total = (total.0 + framework, total.1 + by_hand);
    }
    print_row("all", total.0, total.1, BARE.len() as u64);
}

fn print_row(name: &str, framework: Duration, by_hand: Duration, laws: u64) {
    let rate = |time: Duration| (CASES * laws) as f64 / time.as_secs_f64();
    let ratio = framework.as_secs_f64() / by_hand.as_secs_f64();
    println!("{name:22} {:>14.0} {:>14.0} {ratio:>7.2}", rate(framework), rate(by_hand));
}
