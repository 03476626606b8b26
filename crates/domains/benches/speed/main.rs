//! Time per operation of all domains, and of what is underneath.
//!
//! `cargo bench -p soundline-domains` runs everything, `cargo bench -p soundline-domains -- octagons`
//! only the tables whose names contain the word. On a loaded machine trust the ratios.

mod analysis;
mod blocks;
mod elements;
mod measure;
mod numbers;
mod operations;

use std::time::Instant;

use soundline_domains::Domain;
use soundline_domains::blocks::Blocks;
use soundline_domains::boxes::Boxes;
use soundline_domains::disjunctions::Unions;
use soundline_domains::equalities::Equalities;
use soundline_domains::expr::Space;
use soundline_domains::octagons::Octagons;
use soundline_domains::polyhedra::Polyhedra;
use soundline_domains::values::Values;
use soundline_domains::zones::Zones;
use soundline_domains::zonotopes::Zonotopes;
use soundline_lattice::choices::Random;

use elements::Make;
use measure::{least, print_table, print_time};
use operations::Bench;

const SIZES: [usize; 5] = [4, 8, 16, 32, 64];

/// Which tables are wanted: those whose names contain one of the words, or all.
struct Wanted(Vec<String>);

impl Wanted {
    /// The words of the command line; cargo adds an option of its own.
    fn from_command_line() -> Wanted {
        Wanted(std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect())
    }

    fn includes(&self, title: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|word| title.contains(word))
    }

    /// The times of a domain at all sizes up to the largest that is sensible.
    fn domain<D: Domain>(&self, title: &str, most: usize, domain: fn(usize) -> D, make: Make) {
        if !self.includes(title) {
            return;
        }
        let sizes: Vec<usize> = SIZES.into_iter().filter(|size| *size <= most).collect();
        let column = |size: &usize| Bench::new(domain(*size), make).times();
        let columns: Vec<_> = sizes.iter().map(column).collect();
        print_table(title, &sizes, &columns);
        if most < SIZES[SIZES.len() - 1] {
            println!("(more than {most} variables are not sensible here)\n");
        }
    }
}

/// Constraints to generators.
fn conversions() {
    let mut random = Random::new(11);
    let systems: [(&str, usize, Make); 6] = [
        ("cube", 6, elements::cube),
        ("cube", 8, elements::cube),
        ("cube", 10, elements::cube),
        ("cube with random cuts", 6, elements::cut_cube),
        ("cube with random cuts", 6, elements::cut_cube),
        ("sparse system", 8, elements::sparse),
    ];
    for (name, variables, make) in systems {
        let domain = Polyhedra::closed(Space::reals(variables));
        let constraints = make(variables, &mut random);
        let time = least(1, || {
            let element = domain.from_constraints(&constraints).expect("they fit the space");
            std::hint::black_box(domain.is_bottom(&element));
        });
        print_time(&format!("conversion of a {name}, {variables} variables"), time);
    }
    println!();
}

fn reals(variables: usize) -> Space {
    Space::reals(variables)
}

fn main() {
    let start = Instant::now();
    let wanted = Wanted::from_command_line();
    println!("ns per operation, + with the result closed or converted\n");
    wanted.domain("boxes exact", 64, |n| Boxes::exact(reals(n)), elements::integer_bounds);
    wanted.domain(
        "boxes exact, fractions",
        64,
        |n| Boxes::exact(reals(n)),
        elements::fractional_bounds,
    );
    wanted.domain(
        "boxes int",
        64,
        |n| Boxes::integer(Space::integers(n)),
        elements::integer_bounds,
    );
    wanted.domain("boxes f64", 64, |n| Boxes::float(reals(n)), elements::integer_bounds);
    wanted.domain(
        "values, intervals x congr.",
        64,
        |n| Values::interval_congruences(Space::integers(n)),
        elements::integer_bounds,
    );
    wanted.domain("unions", 64, |n| Unions::new(reals(n), 4), elements::integer_bounds);
    wanted.domain("zones f64", 64, |n| Zones::float(reals(n)), elements::integer_pairs);
    wanted.domain("zones exact", 64, |n| Zones::exact(reals(n)), elements::integer_pairs);
    wanted.domain("octagons f64", 64, |n| Octagons::float(reals(n)), elements::integer_pairs);
    wanted.domain(
        "octagons f64, fractions",
        64,
        |n| Octagons::float(reals(n)),
        elements::fractional_pairs,
    );
    wanted.domain("octagons exact", 64, |n| Octagons::exact(reals(n)), elements::integer_pairs);
    wanted.domain(
        "octagons exact, fractions",
        64,
        |n| Octagons::exact(reals(n)),
        elements::fractional_pairs,
    );
    wanted.domain("equalities", 64, |n| Equalities::new(reals(n)), elements::equations);
    wanted.domain("polyhedra", 64, |n| Polyhedra::closed(reals(n)), elements::sparse);
    wanted.domain("zonotopes", 16, |n| Zonotopes::exact(reals(n)), elements::sparse);
    wanted.domain("zonotopes, related", 8, |n| Zonotopes::exact(reals(n)), elements::integer_pairs);
    if wanted.includes("analysis") {
        println!(
            "what an analysis of many integer variables does, results asked for being empty\n"
        );
        analysis::print_times("analysis: boxes int", Boxes::integer);
        analysis::print_times("analysis: boxes exact", Boxes::exact);
        analysis::print_times("analysis: octagons apart", |space| {
            Blocks::apart(Octagons::exact(space))
        });
        analysis::print_times("analysis: octagons whole", Octagons::exact);
    }
    if wanted.includes("conversions") {
        conversions();
    }
    if wanted.includes("blocks") {
        blocks::print_ratios();
    }
    if wanted.includes("numbers") {
        numbers::print_times();
    }
    println!("measured in {} s", start.elapsed().as_secs());
}
