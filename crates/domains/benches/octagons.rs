//! Time per operation of octagons and zones, in nanoseconds, the least of many samples.
//!
//! `cargo bench -p soundline-domains --bench octagons`. Elements are made as an analysis makes
//! them: intervals, some relations, some joins. On a loaded machine trust the ratios.

use std::hint::black_box;
use std::time::Instant;

use soundline_domains::Domain;
use soundline_domains::expr::{Constraint, LinearExpr, Space};
use soundline_domains::numbers::Rat;
use soundline_domains::octagons::Octagons;
use soundline_domains::zones::Zones;
use soundline_lattice::Narrowing;
use soundline_lattice::choices::Random;

const SAMPLES: usize = 400;
const ELEMENTS: usize = 16;
const OPERATIONS: [&str; 9] =
    ["join", "meet", "meet+", "widen", "assign", "forget", "leq", "equal", "closure"];

/// The least time of some runs, in nanoseconds, divided by the operations in each.
fn least(operations: usize, mut run: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..SAMPLES {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_nanos() as f64);
    }
    best / operations as f64
}

fn number(random: &mut Random, low: i64, high: i64) -> i64 {
    low + random.up_to((high - low) as u64) as i64
}

/// Bounds of all variables, and relations between some.
fn element<D: Domain>(domain: &D, random: &mut Random, divisor: i64) -> D::Elem {
    let n = domain.space().dimensions();
    let rational = |value: i64| Rat::new(value, divisor).expect("not 0");
    let mut constraints = Vec::new();
    for v in 0..n {
        let low = number(random, -100, 50);
        let high = low + number(random, 20, 100);
        let x = LinearExpr::variable(v);
        constraints.push(Constraint::ge(&x, &LinearExpr::constant(rational(low))));
        constraints.push(Constraint::le(&x, &LinearExpr::constant(rational(high))));
        let w = number(random, 0, n as i64 - 1) as usize;
        let sign = number(random, 0, 1) * 2 - 1;
        let sum = x.add_scaled(&LinearExpr::variable(w), &Rat::from(sign));
        let bound = LinearExpr::constant(rational(number(random, 90, 250)));
        constraints.push(Constraint::le(&sum, &bound));
    }
    domain.from_constraints(&constraints).expect("the constraints fit")
}

/// An expression over three variables.
fn expression(random: &mut Random, n: usize) -> LinearExpr {
    let terms: Vec<_> = (0..3)
        .map(|_| (number(random, 0, n as i64 - 1) as usize, Rat::from(number(random, 1, 3))))
        .collect();
    LinearExpr::new(terms, number(random, -9, 9))
}

fn measure<D: Domain + Narrowing>(domain: &D, divisor: i64) -> [f64; 9] {
    let mut random = Random::new(7);
    let n = domain.space().dimensions();
    let make = |random: &mut Random| element(domain, random, divisor);
    let elements: Vec<_> = (0..ELEMENTS)
        .map(|_| make(&mut random))
        .filter(|element| !domain.is_bottom(element).is_yes())
        .collect();
    let assignments: Vec<_> = elements.iter().map(|_| expression(&mut random, n)).collect();
    // Few at a time, so that a sample is short and some sample is not interrupted.
    let pairs: Vec<_> = elements.iter().zip(elements.iter().cycle().skip(1)).collect();
    let binary = |operation: &dyn Fn(&D::Elem, &D::Elem)| {
        least(pairs.len(), || pairs.iter().for_each(|(a, b)| operation(a, b)))
    };
    let assign = least(elements.len(), || {
        for (position, (a, expr)) in elements.iter().zip(&assignments).enumerate() {
            let result = domain.assign(a, position % n, expr).expect("the variable exists");
            let _ = black_box(domain.is_bottom(&result));
        }
    });
    let forget = least(elements.len() * 8, || {
        for position in 0..8 {
            for a in &elements {
                drop(black_box(domain.forget(a, &[position % n]).expect("the variable exists")));
            }
        }
    });
    let meet = binary(&|a, b| drop(black_box(domain.meet(a, b))));
    let meet_bottom = binary(&|a, b| {
        let _ = black_box(domain.is_bottom(&domain.meet(a, b)));
    });
    [
        binary(&|a, b| drop(black_box(domain.join(a, b)))),
        meet,
        meet_bottom,
        binary(&|a, b| drop(black_box(domain.widen(a, b)))),
        assign,
        forget,
        binary(&|a, b| {
            let _ = black_box(domain.leq(a, b));
        }),
        binary(&|a, b| {
            let _ = black_box(domain.equal(a, b));
        }),
        meet_bottom - meet,
    ]
}

fn report<D: Domain + Narrowing>(name: &str, make: impl Fn(Space) -> D, divisor: i64) {
    for n in [4, 8, 16, 32, 64] {
        let times = measure(&make(Space::reals(n)), divisor);
        let cells: String = times.iter().map(|time| format!("{time:>9.0}")).collect();
        println!("{name:<22} {n:>3} {cells}");
    }
}

fn main() {
    let heads: String = OPERATIONS.iter().map(|name| format!("{name:>9}")).collect();
    println!("{:<22} {:>3} {heads}", "ns per operation", "n");
    report("octagons f64", Octagons::float, 1);
    report("octagons f64, tenths", Octagons::float, 10);
    report("octagons exact", Octagons::exact, 1);
    report("octagons exact, 1/10", Octagons::exact, 10);
    report("zones f64", Zones::float, 1);
    report("zones exact", Zones::exact, 1);
}
