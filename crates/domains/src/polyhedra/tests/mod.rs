//! Polyhedra on trial: one line for each domain and space.

mod conversion;
mod integers;
mod operations;
mod reference;
mod strict;

use soundline_lattice::Runner;

use super::*;
use crate::expr::{Constraint, VarKind};
use crate::trial;

fn put_on_trial(name: &str, domain: Polyhedra, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let runner = Runner { seed, cases: 300, ..Runner::default() };
        for report in runner.run_all(&trial::suite(name, domain.clone()).checks()) {
            assert!(!report.is_violated(), "{report}");
        }
    }
}

fn mixed() -> Space {
    Space::new([VarKind::Int, VarKind::Real, VarKind::Int])
}

macro_rules! trials {
    ($($test:ident: $domain:expr, $seeds:expr;)*) => {$(
        #[test]
        fn $test() {
            put_on_trial(stringify!($test), $domain, $seeds);
        }
    )*};
}

trials! {
    closed_0: Polyhedra::closed(Space::reals(0)), 0..1;
    closed_1: Polyhedra::closed(Space::reals(1)), 0..2;
    closed_2: Polyhedra::closed(Space::reals(2)), 0..2;
    closed_3: Polyhedra::closed(Space::reals(3)), 0..2;
    closed_4: Polyhedra::closed(Space::reals(4)), 0..1;
    closed_integers_1: Polyhedra::closed(Space::integers(1)), 0..1;
    closed_integers_2: Polyhedra::closed(Space::integers(2)), 0..2;
    closed_integers_3: Polyhedra::closed(Space::integers(3)), 0..1;
    closed_mixed: Polyhedra::closed(mixed()), 0..2;
    strict_0: Polyhedra::strict(Space::reals(0)), 0..1;
    strict_1: Polyhedra::strict(Space::reals(1)), 0..2;
    strict_2: Polyhedra::strict(Space::reals(2)), 0..2;
    strict_3: Polyhedra::strict(Space::reals(3)), 0..2;
    strict_4: Polyhedra::strict(Space::reals(4)), 0..1;
    strict_integers_2: Polyhedra::strict(Space::integers(2)), 0..1;
    strict_mixed: Polyhedra::strict(mixed()), 0..1;
}

fn constraint(domain: &Polyhedra, text: &str) -> Constraint {
    domain.space.parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// The polyhedron of constraints that are separated by commas.
fn element(domain: &Polyhedra, text: &str) -> Polyhedron {
    let parts = text.split(',').filter(|part| !part.trim().is_empty());
    let constraints: Vec<Constraint> = parts.map(|part| constraint(domain, part)).collect();
    domain.from_constraints(&constraints).expect("the constraints fit the space")
}
