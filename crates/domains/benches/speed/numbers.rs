//! Time per operation of the exact numbers and of the simplex.

use std::hint::black_box;

use soundline_domains::expr::{Constraint, LinearExpr, Relation};
use soundline_domains::numbers::{Int, Rat, round};
use soundline_domains::simplex::Simplex;
use soundline_lattice::choices::Random;

use super::elements::number;
use super::measure::{least, print_time};

/// Apply an operation to neighbours; the results are dropped one by one.
fn neighbours<N, R>(name: &str, numbers: &[N], operation: impl Fn(&N, &N) -> R) {
    let time = least(numbers.len() - 1, || {
        for pair in black_box(numbers).windows(2) {
            black_box(operation(&pair[0], &pair[1]));
        }
    });
    print_time(name, time);
}

fn integers(bits: u32, random: &mut Random) -> Vec<Int> {
    (0..1024).map(|_| Int::from(random.bits() as i64 >> (64 - bits))).collect()
}

fn rationals(bits: u32, denominators: u64, random: &mut Random) -> Vec<Rat> {
    (0..1024)
        .map(|_| {
            let numerator = random.bits() as i64 >> (64 - bits);
            Rat::new(numerator, 1 + random.up_to(denominators - 1)).expect("not 0")
        })
        .collect()
}

fn number_benchmarks(random: &mut Random) {
    let small = integers(31, random);
    neighbours("Int add, 31 bits", &small, |a, b| a + b);
    neighbours("Int mul, 31 bits", &small, |a, b| a * b);
    neighbours("Int compare, 31 bits", &small, |a, b| a < b);
    neighbours("Int clone, 31 bits", &small, |a, _| a.clone());
    neighbours("Int gcd, 31 bits", &small, |a, b| a.gcd(b));
    neighbours("Int div_floor, 31 bits", &small, |a, b| a.div_floor(b));
    let big: Vec<Int> = small.iter().map(|a| a.pow(5)).collect();
    neighbours("Int add, 155 bits", &big, |a, b| a + b);
    neighbours("Int mul, 155 bits", &big, |a, b| a * b);

    for (name, denominators) in [("1", 1), ("1..2", 2), ("1..12", 12), ("1..1000", 1000)] {
        let numbers = rationals(10, denominators, random);
        neighbours(&format!("Rat add, 10 bits over {name}"), &numbers, |a, b| a + b);
        neighbours(&format!("Rat mul, 10 bits over {name}"), &numbers, |a, b| a * b);
        neighbours(&format!("Rat compare, 10 bits over {name}"), &numbers, |a, b| a < b);
    }
    let triples: Vec<(Rat, Rat)> =
        rationals(10, 2, random).into_iter().zip(rationals(10, 2, random)).collect();
    neighbours("Rat min-plus, 10 bits over 1..2", &triples, |a, b| {
        let sum = &a.0 + &b.0;
        if sum < b.1 { sum } else { b.1.clone() }
    });
    let huge: Vec<Rat> = rationals(31, 1000, random).iter().map(|a| a.pow(4)).collect();
    neighbours("Rat add, 124 bits over 40", &huge, |a, b| a + b);
    neighbours("Rat mul, 124 bits over 40", &huge, |a, b| a * b);

    let floats: Vec<f64> = (0..1024).map(|_| random.bits() as i64 as f64 / 3.0).collect();
    neighbours("f64 add", &floats, |a, b| a + b);
    neighbours("f64 add_up", &floats, |a, b| round::add_up(*a, *b));
    neighbours("f64 mul_up", &floats, |a, b| round::mul_up(*a, *b));
    neighbours("f64 div_up", &floats, |a, b| round::div_up(*a, *b));
}

/// Constraints that hold at a random point, and an objective that they bound.
fn program(
    variables: usize,
    count: usize,
    limit: i64,
    strict: bool,
    random: &mut Random,
) -> (Vec<Constraint>, LinearExpr) {
    let point: Vec<Rat> = (0..variables).map(|_| number(random, -20, 20).into()).collect();
    let relation = if strict { Relation::Gt } else { Relation::Ge };
    let mut objective = LinearExpr::zero();
    let mut constraints = Vec::new();
    for _ in 0..count {
        let terms = (0..variables).map(|v| (v, Rat::from(number(random, -limit, limit))));
        let expr = LinearExpr::new(terms, 0);
        let slack =
            Rat::from(1 + random.up_to(50)) - expr.eval(&point).expect("enough coordinates");
        objective = objective.add_scaled(&expr, &-Rat::from(random.up_to(3)));
        constraints.push(Constraint::new(expr.with_constant(slack), relation));
    }
    (constraints, objective)
}

fn simplex_benchmarks(random: &mut Random) {
    for (variables, count, limit, strict) in [
        (4, 10, 10, false),
        (8, 20, 3, false),
        (8, 20, 10, false),
        (8, 20, 10, true),
        (8, 20, 1000, false),
        (16, 40, 3, false),
    ] {
        let programs: Vec<_> =
            (0..10).map(|_| program(variables, count, limit, strict, random)).collect();
        let solve = |(constraints, objective): &(Vec<Constraint>, LinearExpr)| {
            let mut simplex = Simplex::new(variables, constraints).expect("good input");
            black_box(simplex.maximise(objective)).expect("good input");
        };
        let mut times: Vec<f64> =
            programs.iter().map(|program| least(1, || solve(program))).collect();
        times.sort_by(f64::total_cmp);
        let strictness = if strict { ", strict" } else { "" };
        let name = format!("simplex {variables} x {count}, factors to {limit}{strictness}");
        print_time(&format!("{name}: median"), times[times.len() / 2]);
        print_time(&format!("{name}: slowest"), times[times.len() - 1]);
    }
    let (constraints, objective) = program(8, 20, 10, false, random);
    let mut simplex = Simplex::new(8, &constraints).expect("good input");
    let other = -&objective;
    let again = least(2, || {
        black_box(simplex.maximise(&objective)).expect("good input");
        black_box(simplex.maximise(&other)).expect("good input");
    });
    print_time("simplex 8 x 20, one more objective", again);
}

/// The times of both.
pub fn print_times() {
    let mut random = Random::new(1);
    number_benchmarks(&mut random);
    simplex_benchmarks(&mut random);
    println!();
}
