//! Time per operation on boxes, the least of many samples, in nanoseconds.
//!
//! `cargo bench -p soundline-domains --bench boxes`. On a loaded machine trust the ratios.

use std::hint::black_box;
use std::time::Instant;

use soundline_domains::Domain;
use soundline_domains::boxes::{BoxElem, Boxes, Number};
use soundline_domains::expr::{Constraint, LinearExpr, Relation, Space};
use soundline_domains::numbers::Rat;
use soundline_lattice::choices::Random;
use soundline_lattice::{Lattice, Widening};

const SAMPLES: usize = 400;
const ELEMENTS: usize = 64;
const OPERATIONS: [&str; 9] =
    ["join", "meet", "widen", "assign", "forget", "leq", "leq any", "equal", "guard"];

/// The least time of some runs over neighbouring elements, for one pair.
fn least<E, R>(elements: &[E], mut operation: impl FnMut(&E, &E) -> R) -> f64 {
    let mut sample = || {
        let start = Instant::now();
        for pair in black_box(elements).windows(2) {
            black_box(operation(&pair[0], &pair[1]));
        }
        start.elapsed().as_nanos() as f64
    };
    let best = (0..SAMPLES).map(|_| sample()).fold(f64::INFINITY, f64::min);
    best / (elements.len() - 1) as f64
}

/// A number around 0 with a denominator up to the given one.
fn number(denominators: u64, random: &mut Random) -> Rat {
    let numerator = random.up_to(2000) as i64 - 1000;
    Rat::new(numerator, 1 + random.up_to(denominators - 1)).expect("not 0")
}

/// A box in which most variables have both bounds.
fn element<N: Number>(boxes: &Boxes<N>, denominators: u64, random: &mut Random) -> BoxElem<N> {
    let mut constraints = Vec::new();
    for v in 0..boxes.space().dimensions() {
        let low = number(denominators, random);
        let width = Rat::from(1500 + random.up_to(500));
        let terms = |sign: i64| [(v, Rat::from(sign))];
        if random.up_to(9) > 0 {
            constraints.push(Constraint::new(LinearExpr::new(terms(1), -&low), Relation::Ge));
        }
        if random.up_to(9) > 0 {
            constraints
                .push(Constraint::new(LinearExpr::new(terms(-1), low + width), Relation::Ge));
        }
    }
    boxes.from_constraints(&constraints).expect("the constraints fit")
}

/// The time of every operation, in the order of [`OPERATIONS`].
fn times<N: Number>(boxes: &Boxes<N>, denominators: u64) -> [f64; 9] {
    let random = &mut Random::new(7);
    let elements: Vec<_> = (0..ELEMENTS).map(|_| element(boxes, denominators, random)).collect();
    // Neighbours that are below or equal to the next, so that comparisons go to the end.
    let mut rising = vec![elements[0].clone()];
    for next in elements.iter().take(ELEMENTS / 2) {
        let last = boxes.join(&rising[rising.len() - 1], next);
        rising.extend([last.clone(), last]);
    }
    let expr = LinearExpr::new([(0, Rat::from(2)), (1, Rat::from(-1))], 3);
    let guard = Constraint::new(expr.clone(), Relation::Ge);
    [
        least(&elements, |a, b| boxes.join(a, b)),
        least(&elements, |a, b| boxes.meet(a, b)),
        least(&elements, |a, b| boxes.widen(a, b)),
        least(&elements, |a, _| boxes.assign(a, 2, &expr)),
        least(&elements, |a, _| boxes.forget(a, &[1])),
        least(&rising, |a, b| boxes.leq(a, b)),
        least(&elements, |a, b| boxes.leq(a, b)),
        least(&rising, |a, b| boxes.equal(a, b)),
        least(&elements, |a, _| boxes.guard(a, &guard)),
    ]
}

fn table(name: &str, row: impl Fn(usize) -> [f64; 9]) {
    println!("{name}, ns per operation");
    let header: String = OPERATIONS.iter().map(|operation| format!("{operation:>9}")).collect();
    println!("variables{header}");
    for variables in [4, 8, 16, 32, 64] {
        let cells: String = row(variables).iter().map(|time| format!("{time:>9.1}")).collect();
        println!("{variables:>9}{cells}");
    }
    println!();
}

fn main() {
    table("exact, integer bounds", |n| times(&Boxes::exact(Space::reals(n)), 1));
    table("exact, rational bounds", |n| times(&Boxes::exact(Space::reals(n)), 12));
    table("integers", |n| times(&Boxes::integer(Space::integers(n)), 1));
    table("f64", |n| times(&Boxes::float(Space::reals(n)), 1));
}
