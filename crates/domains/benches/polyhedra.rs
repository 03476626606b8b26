//! Time per operation of polyhedra on elements as analyses have them, and of conversions.
//!
//! `cargo bench -p soundline-domains --bench polyhedra`. Operands have both descriptions; the
//! columns marked `+` ask whether the result is empty, which makes its descriptions too. On a
//! loaded machine trust the ratios.

use std::hint::black_box;
use std::time::{Duration, Instant};

use soundline_domains::Domain;
use soundline_domains::expr::{Constraint, LinearExpr, Relation, Space, Var};
use soundline_domains::numbers::Rat;
use soundline_domains::polyhedra::{Polyhedra, Polyhedron};
use soundline_lattice::choices::Random;
use soundline_lattice::{Lattice, Widening};

const SAMPLES: usize = 40;
const ELEMENTS: usize = 24;

/// The least time of some runs, in nanoseconds, divided by the operations in each. Slow ones get
/// fewer runs.
fn least(operations: usize, mut run: impl FnMut()) -> f64 {
    let begin = Instant::now();
    let mut best = f64::INFINITY;
    for _ in 0..SAMPLES {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_nanos() as f64);
        if begin.elapsed() > Duration::from_secs(1) {
            break;
        }
    }
    best / operations as f64
}

fn term(variable: Var, factor: i64) -> (Var, Rat) {
    (variable, Rat::from(factor))
}

fn at_least_zero(terms: Vec<(Var, Rat)>, constant: i64) -> Constraint {
    Constraint::new(LinearExpr::new(terms, constant), Relation::Ge)
}

/// Bounds of variables, differences between them, and copies with an offset.
fn analysis_like(variables: usize, random: &mut Random) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    let mut small = |most: u64| random.up_to(most) as i64;
    for v in 0..variables {
        match small(9) {
            0..=1 => {}
            2..=5 => constraints.push(at_least_zero(vec![term(v, 1)], small(4))),
            6..=7 => {
                constraints.push(at_least_zero(vec![term(v, 1)], small(4)));
                constraints.push(at_least_zero(vec![term(v, -1)], 5 + small(20)));
            }
            _ => {
                let other = small(variables as u64 - 1) as usize;
                let copy = LinearExpr::new([term(v, 1), term(other, -1)], small(3));
                if other != v {
                    constraints.push(Constraint::new(copy, Relation::Eq));
                }
            }
        }
    }
    for _ in 0..variables / 4 {
        let (x, y) = (small(variables as u64 - 1) as usize, small(variables as u64 - 1) as usize);
        if x != y {
            constraints.push(at_least_zero(vec![term(x, 1), term(y, -1)], small(6)));
        }
    }
    constraints
}

fn cube(variables: usize) -> Vec<Constraint> {
    let faces = |v| [at_least_zero(vec![term(v, 1)], 0), at_least_zero(vec![term(v, -1)], 1)];
    (0..variables).flat_map(faces).collect()
}

/// A cube, and planes with small factors that cut it around its middle.
fn random_system(variables: usize, planes: usize, random: &mut Random) -> Vec<Constraint> {
    let mut constraints: Vec<Constraint> = (0..variables)
        .flat_map(|v| [at_least_zero(vec![term(v, 1)], 10), at_least_zero(vec![term(v, -1)], 10)])
        .collect();
    for _ in 0..planes {
        let terms = (0..variables).map(|v| term(v, random.up_to(6) as i64 - 3)).collect();
        constraints.push(at_least_zero(terms, 5 + random.up_to(20) as i64));
    }
    constraints
}

struct Bench {
    domain: Polyhedra,
    elements: Vec<Polyhedron>,
    /// Each contains the element of the same number.
    larger: Vec<Polyhedron>,
    /// Made apart from the elements, and equal to them.
    twins: Vec<Polyhedron>,
}

impl Bench {
    fn new(variables: usize) -> Bench {
        let domain = Polyhedra::closed(Space::reals(variables));
        let mut random = Random::new(7 + variables as u64);
        let mut elements = Vec::new();
        let mut twins = Vec::new();
        while elements.len() < ELEMENTS {
            let constraints = analysis_like(variables, &mut random);
            let make = || domain.from_constraints(&constraints).expect("they fit the space");
            if domain.is_bottom(&make()).is_no() {
                elements.push(make());
                twins.push(make());
            }
        }
        let next = |index: usize| &elements[(index + 1) % ELEMENTS];
        let larger: Vec<Polyhedron> =
            (0..ELEMENTS).map(|i| domain.join(&elements[i], next(i))).collect();
        for element in elements.iter().chain(&larger).chain(&twins) {
            black_box(domain.is_bottom(element));
            black_box(domain.equal(element, &elements[0]));
        }
        Bench { domain, elements, larger, twins }
    }

    fn each<R>(&self, operation: impl Fn(usize) -> R) -> f64 {
        least(ELEMENTS, || {
            for index in 0..ELEMENTS {
                black_box(operation(black_box(index)));
            }
        })
    }

    fn row(&self) -> Vec<f64> {
        let Bench { domain, elements, larger, twins } = self;
        let variables = domain.space().dimensions();
        let next = |index: usize| &elements[(index + 1) % ELEMENTS];
        let force = |a: Polyhedron| domain.is_bottom(&a);
        let moved = LinearExpr::new([term(0, 1), term(1, 1)], 1);
        let copied = LinearExpr::new([term(1, 1)], 3);
        let conversions: Vec<Vec<Constraint>> =
            elements.iter().map(|element| domain.to_constraints(element)).collect();
        vec![
            self.each(|i| domain.join(&elements[i], next(i))),
            self.each(|i| force(domain.join(&elements[i], next(i)))),
            self.each(|i| domain.meet(&elements[i], next(i))),
            self.each(|i| force(domain.meet(&elements[i], next(i)))),
            self.each(|i| domain.widen(&elements[i], &larger[i])),
            self.each(|i| force(domain.widen(&elements[i], &larger[i]))),
            self.each(|i| force(domain.assign(&elements[i], 0, &moved).expect("it fits"))),
            self.each(|i| domain.assign(&elements[i], 0, &copied).expect("it fits")),
            self.each(|i| force(domain.assign(&elements[i], 0, &copied).expect("it fits"))),
            self.each(|i| domain.forget(&elements[i], &[i % variables]).expect("it fits")),
            self.each(|i| force(domain.forget(&elements[i], &[i % variables]).expect("it fits"))),
            self.each(|i| domain.leq(&elements[i], &larger[i])),
            self.each(|i| domain.leq(&elements[i], next(i))),
            self.each(|i| domain.equal(&elements[i], &twins[i])),
            self.each(|i| domain.equal(&elements[i], next(i))),
            self.each(|i| force(domain.from_constraints(&conversions[i]).expect("they fit"))),
        ]
    }
}

fn conversion(name: &str, variables: usize, constraints: &[Constraint]) {
    let domain = Polyhedra::closed(Space::reals(variables));
    let time = least(1, || {
        let element = domain.from_constraints(black_box(constraints)).expect("they fit");
        black_box(domain.is_bottom(&element));
    });
    println!("{name:<44} {:>10.2} us", time / 1000.0);
}

fn main() {
    let names = [
        "join",
        "join +",
        "meet",
        "meet +",
        "widen",
        "widen +",
        "assign x := x + y + 1 +",
        "assign x := y + 3",
        "assign x := y + 3 +",
        "forget",
        "forget +",
        "leq, yes",
        "leq, any",
        "equal, yes",
        "equal, any",
        "conversion from constraints",
    ];
    let sizes = [4, 8, 12, 16];
    let columns: Vec<Vec<f64>> = sizes.iter().map(|n| Bench::new(*n).row()).collect();
    println!("{:<32} {:>10} {:>10} {:>10} {:>10} variables", "ns per operation", 4, 8, 12, 16);
    for (index, name) in names.iter().enumerate() {
        let times: Vec<String> = columns.iter().map(|c| format!("{:>10.0}", c[index])).collect();
        println!("{name:<32} {}", times.join(" "));
    }
    for variables in [6, 8, 10] {
        conversion(&format!("cube of {variables} variables"), variables, &cube(variables));
    }
    let mut random = Random::new(11);
    for number in 0..3 {
        let name = format!("6 variables, 15 random planes, no. {number}");
        conversion(&name, 6, &random_system(6, 15, &mut random));
    }
}
