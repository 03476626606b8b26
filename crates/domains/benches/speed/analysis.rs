//! What an analysis of many variables does: mostly intervals, few relations, and states that differ
//! from their predecessors in one or two variables.

use std::hint::black_box;

use soundline_domains::Domain;
use soundline_domains::expr::{Constraint, LinearExpr, Relation, Space, Var};
use soundline_domains::numbers::Rat;
use soundline_lattice::choices::Random;

use super::elements::number;
use super::measure::{least, print_table};

const SIZES: [usize; 3] = [64, 128, 256];
const STATES: usize = 16;
/// One in so many variables is related to its neighbour.
const RELATED: usize = 8;

/// A domain and states of a program, each made from the one before by an assignment or two.
struct Program<D: Domain> {
    domain: D,
    states: Vec<D::Elem>,
    /// Each contains the state of the same number and the next.
    larger: Vec<D::Elem>,
    variables: Vec<Var>,
}

/// The times of a domain over integers.
pub fn print_times<D: Domain>(title: &str, domain: fn(Space) -> D) {
    let column = |size: &usize| Program::new(domain(Space::integers(*size))).times();
    let columns: Vec<_> = SIZES.iter().map(column).collect();
    print_table(title, &SIZES, &columns);
}

fn sum(terms: &[(Var, i64)], constant: i64) -> LinearExpr {
    LinearExpr::new(terms.iter().map(|(v, factor)| (*v, Rat::from(*factor))), constant)
}

fn at_least_zero(terms: &[(Var, i64)], constant: i64) -> Constraint {
    Constraint::new(sum(terms, constant), Relation::Ge)
}

/// Bounds of all variables, and a relation of few.
fn entry(variables: usize, random: &mut Random) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    for v in 0..variables {
        let low = number(random, -50, 50);
        constraints.push(at_least_zero(&[(v, 1)], -low));
        constraints.push(at_least_zero(&[(v, -1)], low + number(random, 30, 100)));
        if v % RELATED == 0 {
            let room = number(random, 0, 60);
            constraints.push(at_least_zero(&[(v, -1), (v + 1, 1)], 100 + room));
        }
    }
    constraints
}

impl<D: Domain> Program<D> {
    fn new(domain: D) -> Program<D> {
        let dimensions = domain.space().dimensions();
        let mut random = Random::new(dimensions as u64);
        let start = entry(dimensions, &mut random);
        let mut state = domain.from_constraints(&start).expect("they fit the space");
        let (mut states, mut variables) = (Vec::new(), Vec::new());
        for step in 0..STATES {
            let v = number(&mut random, 0, dimensions as i64 - 2) as Var;
            let next = sum(&[(v, 1)], 1 + step as i64);
            state = domain.assign(&state, v, &next).expect("it fits");
            assert!(!domain.is_bottom(&state).is_yes(), "states have points");
            states.push(state.clone());
            variables.push(v);
        }
        let join_next = |i: usize| domain.join(&states[i], &states[(i + 1) % STATES]);
        let larger: Vec<D::Elem> = (0..STATES).map(join_next).collect();
        for element in &larger {
            black_box(domain.is_bottom(element));
        }
        Program { domain, states, larger, variables }
    }

    fn times(&self) -> Vec<(&'static str, f64)> {
        let Program { domain, states, larger, variables } = self;
        let next = |i: usize| &states[(i + 1) % STATES];
        let force = |a: D::Elem| domain.is_bottom(&a);
        let assign = |i: usize, terms: &[(Var, i64)], constant| {
            let expr = sum(terms, constant);
            force(domain.assign(&states[i], variables[i], &expr).expect("it fits"))
        };
        let guard = |i: usize, terms: &[(Var, i64)], constant| {
            let constraint = at_least_zero(terms, constant);
            force(domain.guard(&states[i], &constraint).expect("it fits"))
        };
        vec![
            ("clone", self.each(|i| states[i].clone())),
            ("join", self.each(|i| force(domain.join(&states[i], next(i))))),
            ("widen", self.each(|i| force(domain.widen(&states[i], &larger[i])))),
            ("leq, yes", self.each(|i| domain.leq(&states[i], &larger[i]))),
            ("leq, the same", self.each(|i| domain.leq(&states[i], &states[i].clone()))),
            ("assign x := x + 1", self.each(|i| assign(i, &[(variables[i], 1)], 1))),
            ("assign x := 7", self.each(|i| assign(i, &[], 7))),
            ("assign x := y + 3", self.each(|i| assign(i, &[(variables[i] + 1, 1)], 3))),
            ("guard x <= 40", self.each(|i| guard(i, &[(variables[i], -1)], 40))),
            (
                "guard x <= y + 9",
                self.each(|i| guard(i, &[(variables[i], -1), (variables[i] + 1, 1)], 9)),
            ),
            (
                "forget",
                self.each(|i| {
                    force(domain.forget(&states[i], &variables[i..=i]).expect("it fits"))
                }),
            ),
            ("bounds of x", self.each(|i| domain.bounds_of(&states[i], variables[i]))),
        ]
    }

    /// The least time of an operation, per state.
    fn each<R>(&self, operation: impl Fn(usize) -> R) -> f64 {
        least(STATES, || {
            for index in 0..STATES {
                black_box(operation(black_box(index)));
            }
        })
    }
}
