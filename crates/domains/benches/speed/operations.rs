//! The operations of a domain on one set of elements.

use std::hint::black_box;

use soundline_domains::Domain;
use soundline_domains::expr::{Constraint, LinearExpr, Relation};
use soundline_domains::numbers::Rat;
use soundline_lattice::choices::Random;

use super::elements::Make;
use super::measure::least;

const ELEMENTS: usize = 16;

/// A domain and elements of it.
pub struct Bench<D: Domain> {
    domain: D,
    elements: Vec<D::Elem>,
    /// Each contains the element of the same number and the next.
    larger: Vec<D::Elem>,
    /// Made apart from the elements, and equal to them.
    twins: Vec<D::Elem>,
}

impl<D: Domain> Bench<D> {
    /// Elements that are not bottom.
    pub fn new(domain: D, make: Make) -> Bench<D> {
        let variables = domain.space().dimensions();
        let mut random = Random::new(7 + variables as u64);
        let (mut elements, mut twins) = (Vec::new(), Vec::new());
        while elements.len() < ELEMENTS {
            let constraints = make(variables, &mut random);
            let element = || domain.from_constraints(&constraints).expect("they fit the space");
            if !domain.is_bottom(&element()).is_yes() {
                elements.push(element());
                twins.push(element());
            }
        }
        let join_next = |i: usize| domain.join(&elements[i], &elements[(i + 1) % ELEMENTS]);
        let larger: Vec<D::Elem> = (0..ELEMENTS).map(join_next).collect();
        for element in elements.iter().chain(&larger).chain(&twins) {
            black_box(domain.is_bottom(element));
            black_box(domain.equal(element, &elements[0]));
        }
        Bench { domain, elements, larger, twins }
    }

    /// The time of each operation, by name. Operands are closed or have both descriptions; `+` asks
    /// whether the result is empty, which closes it or makes its descriptions too.
    pub fn times(&self) -> Vec<(&'static str, f64)> {
        let Bench { domain, elements, larger, twins } = self;
        let variables = domain.space().dimensions();
        let next = |i: usize| &elements[(i + 1) % ELEMENTS];
        let force = |a: D::Elem| domain.is_bottom(&a);
        let assign = |i: usize, expr| domain.assign(&elements[i], 0, expr).expect("it fits");
        let forget = |i: usize| domain.forget(&elements[i], &[i % variables]).expect("it fits");
        let guard = |i: usize, constraint| domain.guard(&elements[i], constraint).expect("it fits");
        let [several, own, copy] = expressions();
        let [octagonal, other] = guards();
        vec![
            ("join", self.each(|i| domain.join(&elements[i], next(i)))),
            ("join+", self.each(|i| force(domain.join(&elements[i], next(i))))),
            ("meet", self.each(|i| domain.meet(&elements[i], next(i)))),
            ("meet+", self.each(|i| force(domain.meet(&elements[i], next(i))))),
            ("widen", self.each(|i| domain.widen(&elements[i], &larger[i]))),
            ("widen+", self.each(|i| force(domain.widen(&elements[i], &larger[i])))),
            ("assign x := 2y - z + w+", self.each(|i| force(assign(i, &several)))),
            ("assign x := x + y + 1+", self.each(|i| force(assign(i, &own)))),
            ("assign x := y + 3+", self.each(|i| force(assign(i, &copy)))),
            ("forget", self.each(forget)),
            ("forget+", self.each(|i| force(forget(i)))),
            ("leq, yes", self.each(|i| domain.leq(&elements[i], &larger[i]))),
            ("leq, any", self.each(|i| domain.leq(&elements[i], next(i)))),
            ("equal, yes", self.each(|i| domain.equal(&elements[i], &twins[i]))),
            ("equal, any", self.each(|i| domain.equal(&elements[i], next(i)))),
            ("guard x + y <= 40+", self.each(|i| force(guard(i, &octagonal)))),
            ("guard 2x + y - 3z <= 9+", self.each(|i| force(guard(i, &other)))),
        ]
    }

    /// The least time of an operation, per element.
    fn each<R>(&self, operation: impl Fn(usize) -> R) -> f64 {
        least(ELEMENTS, || {
            for index in 0..ELEMENTS {
                black_box(operation(black_box(index)));
            }
        })
    }
}

fn expression(factors: [i64; 4], constant: i64) -> LinearExpr {
    LinearExpr::new(factors.into_iter().enumerate().map(|(v, f)| (v, Rat::from(f))), constant)
}

fn expressions() -> [LinearExpr; 3] {
    [expression([0, 2, -1, 1], 0), expression([1, 1, 0, 0], 1), expression([0, 1, 0, 0], 3)]
}

fn guards() -> [Constraint; 2] {
    [expression([-1, -1, 0, 0], 40), expression([-2, -1, 3, 0], 9)]
        .map(|expr| Constraint::new(expr, Relation::Ge))
}
